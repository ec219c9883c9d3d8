"""The one board that a command works with. Between two it never guesses."""

from __future__ import annotations

from boxcars.errors import NoBoardError, UsageError, WrongBoardError
from boxcars.usb import cabinets, real
from boxcars.usb.devices import Device


def devices() -> list[Device]:
    """Every board there is, running or in BOOTSEL."""
    return [*real.running(), *real.in_bootsel(), *cabinets.found()]


def choose_port(port: str | None) -> str:
    """The port that was given, or that of the only board."""
    if port is not None:
        return port
    found = devices()
    with_port = [device.port for device in found if device.port]
    if len(found) > 1:
        names = ", ".join(device.name for device in found)
        raise UsageError(f"there are {len(found)} boards ({names}): choose one with --port")
    if not found:
        raise NoBoardError("no board is found: plug it in, or give its port with --port")
    if not with_port:
        raise NoBoardError(f"the only board is in {found[0].name}: run 'boxcars flash' first")
    return with_port[0]


def choose_linked(port: str | None) -> str:
    """As `choose_port`, for what speaks over the link: a bench kit has a prompt, which the bytes
    of a frame would lead astray."""
    port = choose_port(port)
    device = device_at(port)
    if device is not None and device.is_bench:
        raise WrongBoardError(
            f"{port} is a bench kit, which has a prompt and no link: 'boxcars list', 'measure', "
            "'push' and 'flash' are for it"
        )
    return port


def device_at(port: str) -> Device | None:
    """The device behind a port, if the system tells."""
    return next((device for device in devices() if device.port and device.is_at(port)), None)
