"""The money of a run, counted in two ways that must agree, and against the board's own meters.

What the seats paid and got back is one; what the house won and lost, line by line, the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boxcars.errors import HostError


class Disagreement(HostError):
    """The board and the host settled differently, or the money does not add up."""

    exit_code = 7


@dataclass
class Books:
    """The money of the whole run, in units."""

    paid_in: int = 0
    paid_out: int = 0
    house: int = 0

    def bet(self, amount: int, debit: int) -> None:
        self.paid_in += debit
        self.house += debit - amount  # vigorish at placement

    def give_back(self, credit: int) -> None:
        self.paid_out += credit

    def result(self, line: dict[str, Any]) -> None:
        self.paid_out += line["credit"]
        if line["outcome"] == "win":
            self.house += line["vig"] - line["win"]
        elif line["outcome"] == "lose":
            self.house += line["stake"] - line["credit"]

    def check(self, standing: int) -> None:
        if self.paid_in != self.paid_out + standing + self.house:
            raise Disagreement(
                f"{self.paid_in} units came in, but {self.paid_out} went out, {standing} stand "
                f"and the house has {self.house}"
            )

    def check_meters(self, counted: Mapping[str, int]) -> None:
        """What the board's meters have counted meanwhile is the same money."""
        for name, value in (("money_in", self.paid_in), ("money_out", self.paid_out)):
            if counted[name] != value:
                raise Disagreement(
                    f"the board's meter {name} went up by {counted[name]}, not by {value}"
                )
