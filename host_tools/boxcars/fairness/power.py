"""What the tests can see: rolls that it takes to find a bias, and the bias that a sample shows."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import optimize, stats

from boxcars.fairness.checks import ALPHA

POWER = 0.9
BIASES = (0.01, 0.02, 0.05, 0.10, 0.20)
_CHECKS = 11  # that share the error: the strictest limit is the one counted on
_COUNT_MAX = 10**9


@dataclass(frozen=True)
class Kind:
    """A way in which a die is unfair; `spread` times bias squared is the effect in one roll."""

    name: str
    freedom: int
    spread: float


# One face has (1 + b) / 6, the other five share the rest: 6 * ((b/6)^2 + 5 (b/30)^2) = b^2 / 5.
# Two opposite faces have (1 + b) / 6 each: as three axes 3 * ((b/3)^2 + 2 (b/6)^2) = b^2 / 2.
KINDS = (Kind("one face", 5, 1 / 5), Kind("two opposite faces", 2, 1 / 2))


def power(kind: Kind, bias: float, count: int) -> float:
    """How likely it is that so many rolls show that bias."""
    limit = stats.chi2.isf(ALPHA / _CHECKS, kind.freedom)
    return float(stats.ncx2.sf(limit, kind.freedom, count * kind.spread * bias * bias))


def rolls_needed(kind: Kind, bias: float) -> int:
    """The least number of rolls that shows that bias in nine cases of ten."""
    low, high = 1, _COUNT_MAX
    while low < high:
        middle = (low + high) // 2
        if power(kind, bias, middle) >= POWER:
            high = middle
        else:
            low = middle + 1
    return low


def bias_seen(kind: Kind, count: int) -> float:
    """The smallest bias that so many rolls show in nine cases of ten; 1 if none below that."""
    if power(kind, 1.0, count) < POWER:
        return 1.0
    root = optimize.brentq(lambda bias: power(kind, bias, count) - POWER, 1e-6, 1.0)
    return float(root)
