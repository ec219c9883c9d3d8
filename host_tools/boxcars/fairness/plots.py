"""The same as pictures: a plot of each test, and of the size that a bias takes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from boxcars.errors import SetupError, UsageError
from boxcars.fairness.checks import ALPHA, LAGS, autocorrelation, face_counts, pair_counts
from boxcars.fairness.power import KINDS, POWER, bias_seen
from boxcars.fairness.rolls import Rolls

FORMATS = (".pdf", ".png", ".svg")
_LOW_MAX = 3
_RUN_MAX = 8
_SIDES = (("left", -0.2, "tab:blue"), ("right", 0.2, "tab:orange"))


def draw(rolls: Rolls) -> Figure:
    """One page with six plots."""
    figure = Figure(figsize=(15, 8), layout="constrained")
    figure.suptitle(f"{rolls.source}: {rolls.count} rolls")
    axes = figure.subplots(2, 3)
    _faces(axes[0, 0], rolls)
    _opposite(axes[0, 1], rolls)
    _pairs(axes[0, 2], rolls, figure)
    _runs(axes[1, 0], rolls)
    _correlation(axes[1, 1], rolls)
    _sizes(axes[1, 2], rolls.count)
    return figure


def save(rolls: Rolls, path: Path) -> None:
    """Write the page; the name's ending says how."""
    if path.suffix.lower() not in FORMATS:
        raise UsageError(f"{path}: a plot is one of {', '.join(FORMATS)}")
    try:
        draw(rolls).savefig(path, metadata={"Title": "boxcars fairness"})
    except OSError as error:
        raise SetupError(f"{path}: cannot write the plot: {error.strerror}") from error


def _faces(axes: Axes, rolls: Rolls) -> None:
    for (name, shift, colour), (_, faces) in zip(_SIDES, rolls.dice(), strict=True):
        places = np.arange(1, 7) + shift
        axes.bar(places, face_counts(faces), 0.38, label=name, color=colour)
    low, high = stats.binom.interval(1 - ALPHA, rolls.count, 1 / 6)
    axes.axhspan(low, high, alpha=0.25, color="grey", label="99 % of fair dice")
    axes.set_ylim(bottom=max(0, low - 2 * (high - low)))
    axes.set_title("faces")
    axes.legend(fontsize="small")


def _opposite(axes: Axes, rolls: Rolls) -> None:
    """A die that is long in one direction shows the two faces at its ends too seldom."""
    for (name, shift, colour), (_, faces) in zip(_SIDES, rolls.dice(), strict=True):
        counts = face_counts(faces)
        places = np.arange(1, 4) + shift
        axes.bar(places, counts[:3] + counts[:2:-1], 0.38, label=name, color=colour)
    low, high = stats.binom.interval(1 - ALPHA, rolls.count, 1 / 3)
    axes.axhspan(low, high, alpha=0.25, color="grey")
    axes.set_ylim(bottom=max(0, low - 2 * (high - low)))
    axes.set_xticks(range(1, 4), ["1 and 6", "2 and 5", "3 and 4"])
    axes.set_title("opposite faces")


def _runs(axes: Axes, rolls: Rolls) -> None:
    """Runs of high or of low faces by their length; half as many with each that is longer."""
    lengths = np.arange(1, _RUN_MAX + 1)
    for (name, shift, colour), (_, faces) in zip(_SIDES, rolls.dice(), strict=True):
        ends = np.flatnonzero(np.diff(faces > _LOW_MAX)) + 1
        found = np.diff(np.concatenate(([0], ends, [len(faces)])))
        counts = [int((found == length).sum()) for length in lengths]
        axes.bar(lengths + shift, counts, 0.38, label=name, color=colour)
    expected = rolls.count / 4 * 0.5 ** (lengths - 1)
    axes.plot(lengths, expected, "k_", markersize=18, label="fair dice")
    axes.set_xticks(lengths)
    axes.set_title("runs of high or low faces, by length")
    axes.legend(fontsize="small")


def _pairs(axes: Axes, rolls: Rolls, figure: Figure) -> None:
    expected = rolls.count / 36
    image = axes.imshow(
        (pair_counts(rolls) - expected) / expected**0.5, cmap="coolwarm", vmin=-4, vmax=4
    )
    axes.set_xticks(range(6), [str(face) for face in range(1, 7)])
    axes.set_yticks(range(6), [str(face) for face in range(1, 7)])
    axes.set_xlabel("right")
    axes.set_ylabel("left")
    axes.set_title("pairs: deviations from equal shares")
    figure.colorbar(image, ax=axes, label="standard deviations")


def _correlation(axes: Axes, rolls: Rolls) -> None:
    lags = range(1, LAGS + 1)
    for (name, shift, colour), (_, faces) in zip(_SIDES, rolls.dice(), strict=True):
        values = [autocorrelation(faces, lag) for lag in lags]
        axes.bar(np.arange(1, LAGS + 1) + shift, values, 0.38, label=name, color=colour)
    band = float(stats.norm.isf(ALPHA / 2)) / rolls.count**0.5
    axes.axhspan(-band, band, alpha=0.25, color="grey")
    axes.set_title("correlation with the roll so many before")
    axes.set_xticks(lags)


def _sizes(axes: Axes, count: int) -> None:
    counts = np.unique(np.logspace(2.3, 7, 24).astype(int))
    for kind in KINDS:
        seen = [100 * bias_seen(kind, int(size)) for size in counts]
        axes.loglog(counts, seen, label=kind.name)
    axes.axvline(count, color="grey", linestyle=":", label="this sample")
    axes.set_xlabel("rolls")
    axes.set_ylabel(f"bias seen in {100 * POWER:.0f} % of cases, %")
    axes.set_title("what a sample can see")
    axes.legend(fontsize="small")
