"""What a table is played through: its link, and hands for what no message can do."""

from __future__ import annotations

from typing import NoReturn, Protocol

from boxcars.errors import UsageError
from boxcars.link import Expectation, Link


class Rig(Protocol):
    """A board that is powered, and what shows faces to its sensors."""

    @property
    def link(self) -> Link: ...
    def start(self) -> None: ...
    def show(self, left: int, right: int) -> None: ...
    def cock(self) -> None: ...
    def uncock(self) -> None: ...
    def cut_power(self) -> None: ...
    def close(self) -> None: ...


class PortRig:
    """A real board on a serial port, with nobody at its dice or its mains."""

    def __init__(self, port: str, expect: Expectation) -> None:
        self.link = Link.open(port, expect=expect, acknowledge=True)

    def start(self) -> None:
        self.link.connect()

    def show(self, left: int, right: int) -> None:
        _nobody(f"a roll of {left} and {right}")

    def cock(self) -> None:
        _nobody("a No Roll")

    def uncock(self) -> None:
        """Nothing was cocked."""

    def cut_power(self) -> None:
        _nobody("a power failure")

    def close(self) -> None:
        self.link.close()


def _nobody(what: str) -> NoReturn:
    raise UsageError(
        f"this script has {what}, which takes a rig at the board: no message can tell it its dice "
        "or cut its mains; run it without --port, on the virtual cabinet"
    )
