"""Tests of fairness. Together they call fair dice biased in one case of a hundred at most (Holm).

Faces and pairs: chi-squared against equal shares. Opposite faces: an axis that comes up too often,
as with a die that was shaved, and a side of an axis that does, as with one that is loaded. Runs:
Wald and Wolfowitz on high and low. Serial correlation: Ljung and Box over ten rolls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from boxcars.fairness.rolls import Faces, Rolls

CONFIDENCE = 0.99
ALPHA = 0.01
LAGS = 10
_FACES = 6
_CELLS_MIN = 5  # rolls that a cell must expect, or chi-squared does not hold
COUNT_MIN = _CELLS_MIN * _FACES * _FACES

FAIR = "fair"
BIASED = "biased"


@dataclass(frozen=True)
class Check:
    """One test of one die, or of both together."""

    name: str
    die: str
    statistic: float | None  # None: there is nothing to count, and that is not fair
    freedom: int
    p: float
    verdict: str = FAIR
    limit: float = 0.0  # p at or below which it would be called biased


def face_counts(faces: Faces) -> Faces:
    return np.bincount(faces, minlength=_FACES + 1)[1:]


def pair_counts(rolls: Rolls) -> Faces:
    """Rows are the left die's faces, columns the right one's."""
    cells = (rolls.left - 1) * _FACES + rolls.right - 1
    return np.bincount(cells, minlength=_FACES * _FACES).reshape(_FACES, _FACES)


def autocorrelation(faces: Faces, lag: int) -> float:
    """Correlation of each roll with the one so many before it."""
    centred = faces - faces.mean()
    power = float(centred @ centred)
    return float(centred[lag:] @ centred[:-lag]) / power if power else 1.0


def _chi_squared(name: str, die: str, observed: Faces) -> Check:
    found = stats.chisquare(observed.ravel())
    return Check(name, die, float(found.statistic), observed.size - 1, float(found.pvalue))


def _axes(die: str, faces: Faces) -> Check:
    """Opposite faces together: a die shorter along one axis shows that axis more often."""
    counts = face_counts(faces)
    return _chi_squared("opposite faces, axis", die, counts[:3] + counts[:2:-1])


def _sides(die: str, faces: Faces) -> Check:
    """One face against the opposite one, over the three axes: a die that is loaded."""
    counts = face_counts(faces)
    statistic = 0.0
    for face in range(3):
        one, other = int(counts[face]), int(counts[_FACES - 1 - face])
        statistic += (one - other) ** 2 / max(1, one + other)
    return Check("opposite faces, side", die, statistic, 3, float(stats.chi2.sf(statistic, 3)))


def _runs(die: str, faces: Faces) -> Check:
    """How often high (4 to 6) and low (1 to 3) change."""
    high = faces > 3
    ones = int(high.sum())
    others = len(high) - ones
    if not ones or not others:
        return Check("runs", die, None, 1, 0.0)
    runs = 1 + int((high[1:] != high[:-1]).sum())
    mean = 1 + 2 * ones * others / (ones + others)
    variance = (mean - 1) * (mean - 2) / (ones + others - 1)
    z = (runs - mean) / variance**0.5
    return Check("runs", die, z, 1, float(2 * stats.norm.sf(abs(z))))


def _serial(die: str, faces: Faces) -> Check:
    size = len(faces)
    q = size * (size + 2.0)
    q *= sum(autocorrelation(faces, lag) ** 2 / (size - lag) for lag in range(1, LAGS + 1))
    return Check("serial correlation", die, q, LAGS, float(stats.chi2.sf(q, LAGS)))


def judge(rolls: Rolls) -> list[Check]:
    """Every test with its verdict; none below the size that they need."""
    if rolls.count < COUNT_MIN:
        return []
    found = [_chi_squared("pairs", "both", pair_counts(rolls))]
    for die, faces in rolls.dice():
        found += [
            _chi_squared("faces", die, face_counts(faces)),
            _axes(die, faces),
            _sides(die, faces),
            _runs(die, faces),
            _serial(die, faces),
        ]
    return _holm(found)


def _holm(found: list[Check]) -> list[Check]:
    """Step down from the smallest p: the first that holds ends it."""
    order = sorted(range(len(found)), key=lambda index: found[index].p)
    holds = False
    for place, index in enumerate(order):
        limit = ALPHA / (len(found) - place)
        holds = holds or found[index].p > limit
        verdict = FAIR if holds else BIASED
        found[index] = replace(found[index], verdict=verdict, limit=limit)
    return found
