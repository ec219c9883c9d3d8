"""Exact money: a payout is a fraction of the stake, floored once, at the very end."""

import math
from fractions import Fraction

MAX_STAKE = 2_000_000

# The vigorish is 5 % everywhere (RWS D.10, CLW 21.b, MBS 4.7, DIV 4.1).
VIGORISH = Fraction(5, 100)


class RefusalError(Exception):
    """An op that a rule forbids; `code` is the answer's error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def floor_to(amount: Fraction | int, unit: int) -> int:
    """The largest multiple of `unit` that is not over `amount` (SPEC section 1)."""
    return math.floor(amount) // unit * unit


def ceil_to(amount: int, unit: int) -> int:
    """The smallest multiple of `unit` that is not under `amount` (the payable unit of DIV 4.1)."""
    return math.ceil(Fraction(amount, unit)) * unit
