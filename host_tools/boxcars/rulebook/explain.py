"""Rule books for people: the pay table, the working table, the rest, and what differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from boxcars.rulebook import words
from boxcars.rulebook.book import Book, Odds, Wager
from shaker.core import spots


@dataclass(frozen=True)
class Sheet:
    """One printed table: a title, column names, and rows of text keyed by their first columns."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: int = 1  # how many leading columns name the row; the last column is the clause


def odds_text(odds: Odds) -> str:
    return f"{odds[0]}:{odds[1]}"


def falls_text(falls: Iterable[int]) -> str:
    """Name falls of the dice: totals where all of a total is meant, pairs where not."""
    left = set(falls)
    names = []
    for total in range(2, 13):
        if (whole := words.FALLS[str(total)]) <= left:
            names.append(str(total))
            left -= whole
    names += ["-".join(map(str, words.PAIRS[fall])) for fall in sorted(left)]
    return " ".join(names)


def _wins_text(wins: dict[int, Odds]) -> str:
    by_odds: dict[Odds, list[int]] = {}
    for fall, odds in wins.items():
        by_odds.setdefault(odds, []).append(fall)
    return ", ".join(f"{falls_text(falls)} pays {odds_text(o)}" for o, falls in by_odds.items())


def _wager_row(wager: Wager) -> tuple[str, ...]:
    if not wager.offered:
        return wager.spot, wager.point, "not offered", "", "", "", wager.clause
    win = _wins_text(dict(wager.win))
    if wager.craps_win:
        win = f"craps part: {_wins_text(dict(wager.craps_win))}; "
        win += f"eleven part: {_wins_text(dict(wager.eleven_win))}"
    return (
        wager.spot,
        wager.point,
        win,
        falls_text(wager.lose),
        falls_text(wager.push),
        falls_text(wager.move),
        wager.clause,
    )


def sheets(book: Book) -> list[Sheet]:
    """Everything a book says, as tables."""
    order = {name: index for index, name in enumerate(spots.NAMES)}
    wagers = sorted(book.wagers.values(), key=lambda wager: order[wager.spot])
    return [
        Sheet(
            "pay",
            "Pay table",
            ("spot", "point", "wins", "loses", "pushes", "moves", "clause"),
            tuple(_wager_row(wager) for wager in wagers),
            keys=2,
        ),
        Sheet(
            "working",
            "Working table",
            ("family", "works", "may be called", "call on covers", "clause"),
            tuple(
                (row.family, row.works, row.calls, row.on_covers, row.clause)
                for row in book.working.values()
            ),
        ),
        Sheet(
            "placing",
            "Placing",
            ("family", "when", "in chips of", "minimum", "again once taken", "clause"),
            tuple(
                (row.family, row.when, str(row.units), row.minimum, row.again, row.clause)
                for row in book.placing.values()
            ),
        ),
        Sheet(
            "taking",
            "Taking and closing",
            ("family", "contract", "odds on it", "below the minimum at the close", "clause"),
            tuple(
                (row.family, row.contract, row.odds, row.under_min, row.clause)
                for row in book.taking.values()
            ),
        ),
        *_small_sheets(book),
    ]


def _small_sheets(book: Book) -> list[Sheet]:
    lucky = tuple(
        (row.counted, odds_text(row.pays) if row.pays else "loses", row.clause)
        for row in book.lucky_run.values()
    )
    odds = tuple(
        (
            row.family,
            "-".join(map(str, row.option)),
            row.of,
            " ".join(map(str, row.times)) if any(row.times) else "option",
            row.round,
            row.clause,
        )
        for row in book.odds_limits
    )
    options = tuple(
        (
            row.name,
            f"{row.low}..{row.high}" if row.high else "no option",
            str(row.default),
            row.clause,
        )
        for row in book.options.values()
    )
    vigorish = tuple(
        (row.family, odds_text(row.rate), row.of, row.at, row.refund, row.clause)
        for row in book.vigorish.values()
    )
    return [
        Sheet(
            "vigorish", "Vigorish", ("family", "rate", "of", "at", "refund", "clause"), vigorish
        ),
        Sheet(
            "odds",
            "Odds limits",
            ("family", "option", "of", "times the flat (4 5 6 8 9 10)", "rounded up", "clause"),
            odds,
            keys=2,
        ),
        Sheet(
            "conflict",
            "Not side by side",
            ("one", "other", "clause"),
            tuple((row.one, row.other, row.clause) for row in book.conflicts),
            keys=2,
        ),
        Sheet(
            "group",
            "Group bets",
            ("name", "spots", "clause"),
            tuple(
                (row.name, " ".join(row.spots) or "not offered", row.clause)
                for row in book.groups.values()
            ),
        ),
        Sheet("lucky", "Lucky shooter", ("counted", "pays", "clause"), lucky),
        Sheet("option", "Options", ("name", "range", "default", "clause"), options),
        Sheet(
            "policy",
            "Policies",
            ("name", "is", "clause"),
            tuple((row.name, row.word, row.clause) for row in book.policies.values()),
        ),
        _no_roll_sheet(book),
    ]


def _no_roll_sheet(book: Book) -> Sheet:
    rows = tuple((row.reason, row.clause) for row in book.no_rolls.values())
    return Sheet("no-roll", "No Roll", ("reason", "clause"), rows)


@dataclass(frozen=True)
class Difference:
    """One fact that two books do not share; a row that one of them lacks is empty there."""

    sheet: str
    row: str
    column: str
    one: str
    other: str
    one_clause: str
    other_clause: str


def _only_here(row: tuple[str, ...] | None, keys: int) -> str:
    """A row that the other book lacks, in one text."""
    return "no" if row is None else " / ".join(row[keys:-1]) or "yes"


def diff(one: Book, other: Book) -> list[Difference]:
    """What differs between two casinos; that their clauses have other numbers is no difference."""
    found = []
    for left, right in zip(sheets(one), sheets(other), strict=True):
        keys = left.keys
        ours = {row[:keys]: row for row in left.rows}
        theirs = {row[:keys]: row for row in right.rows}
        for key in dict.fromkeys([*ours, *theirs]):
            a, b = ours.get(key), theirs.get(key)
            name = " @ ".join(part for part in key if part)
            clauses = (a[-1] if a else "", b[-1] if b else "")
            if a is None or b is None:
                texts = (_only_here(a, keys), _only_here(b, keys))
                found.append(Difference(left.name, name, "row", *texts, *clauses))
                continue
            for index in range(keys, len(left.columns) - 1):
                if a[index] != b[index]:
                    column = left.columns[index]
                    found.append(Difference(left.name, name, column, a[index], b[index], *clauses))
    return found
