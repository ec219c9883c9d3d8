"""What no single row can show: rows that must fit together, and products that must stay small."""

from __future__ import annotations

from collections.abc import Iterator

from boxcars.rulebook import words
from boxcars.rulebook.book import Book, Wager
from shaker.core import spots
from shaker.core.rules import ODDS_ROWS, PAY_COUNT
from shaker.limits import SMALL_INT_MAX, STAKE_UNITS_MAX


def check(book: Book) -> None:
    """Raise the first complaint about a book whose rows are well formed."""
    for complaint in _complaints(book):
        clause, what = complaint
        raise book.source.error(clause, what)


def flat_key(key: str) -> str:
    """The pay row of the flat wager that an odds row stands on."""
    return key.replace("-odds", "")


def pays_of(book: Book) -> list[tuple[int, int]]:
    """Every payout of the book once, in order of appearance."""
    pays: dict[tuple[int, int], None] = {}
    for wager in book.wagers.values():
        for wins in (wager.win, wager.craps_win, wager.eleven_win):
            pays.update(dict.fromkeys(wins.values()))
    pays.update({run.pays: None for run in book.lucky_run.values() if run.pays})
    return list(pays)


def _complaints(book: Book) -> Iterator[tuple[str, str]]:
    for wager in book.wagers.values():
        if wager.offered:
            yield from _about_wager(book, wager)
    yield from _about_families(book)
    yield from _about_conflicts(book)
    yield from _about_groups(book)
    yield from _about_odds_limits(book)
    yield from _about_vigorish(book)
    if len(pays_of(book)) > PAY_COUNT:
        yield "wager", f"more than {PAY_COUNT} different payouts"


def _about_wager(book: Book, wager: Wager) -> Iterator[tuple[str, str]]:
    family = words.family_of(wager.spot)
    clause, key = wager.clause, wager.key
    parts = bool(wager.craps_win) and bool(wager.eleven_win) and not wager.win
    if family == "c-and-e" and not parts:
        yield clause, "'c-and-e' needs craps_win and eleven_win, and no win of its own"
    if family != "c-and-e" and (wager.craps_win or wager.eleven_win):
        yield clause, f"'{key}' has no parts: only c-and-e has craps_win and eleven_win"
    if wager.move and family not in ("come", "dont-come"):
        yield clause, f"'{key}' cannot move: only come and dont-come do"
    if not wager.move <= words.FALLS["box"]:
        yield clause, f"'{key}' can move to box numbers alone"
    if family in ("come", "dont-come"):
        yield from _about_come(book, wager)
    if family in words.ODDS_FAMILIES:
        flat = book.wagers.get(flat_key(key))
        if flat is None or flat.decided != wager.decided:
            yield clause, f"'{key}' must win and lose with '{flat_key(key)}'"
        if len(set(wager.win.values())) != 1 or wager.push:
            yield clause, f"'{key}' needs one payout and no push"
        elif max(next(iter(wager.win.values()))) > 255 or 0 in next(iter(wager.win.values())):
            yield clause, f"'{key}' pays odds of numbers from 1 to 255"
    on_point = wager.spot in ("pass", "dont-pass") and wager.point != "off"
    if on_point and not words.FALLS[wager.point] | words.FALLS["7"] <= wager.decided:
        yield clause, f"'{key}' must be decided by {wager.point} and by 7"
    if family == "lucky-shooter" and (wager.decided | wager.push) & words.FALLS["box"]:
        yield clause, "on the come-out a box number starts the lucky run and decides nothing"


def _about_come(book: Book, wager: Wager) -> Iterator[tuple[str, str]]:
    every = frozenset(range(len(words.PAIRS)))
    if wager.decided | wager.push | wager.move != every:
        yield wager.clause, f"'{wager.spot}' must win, lose, push or move on every fall"
    for fall in wager.move:
        target = f"{wager.spot}-{sum(words.PAIRS[fall])}"
        if fall not in book.wagers[target].decided:
            yield wager.clause, f"'{wager.spot}' moves to '{target}' while a wager may stay there"


def _about_families(book: Book) -> Iterator[tuple[str, str]]:
    for family in words.FAMILIES:
        working, placing, taking = book.working[family], book.placing[family], book.taking[family]
        steady = family in words.STEADY_FAMILIES
        if steady and (working.works, working.calls) != ("always", "no"):
            yield working.clause, f"'{family}' works on every roll and is never called"
        if working.calls == "no" and working.on_covers != "spot":
            yield working.clause, f"'{family}' is never called: on_covers is 'spot'"
        if placing.again != "free" and family not in words.BARRING_FAMILIES:
            yield placing.clause, f"'{family}' may always be placed again"
        if (taking.odds != "none") != (family in words.FLAT_FAMILIES):
            yield taking.clause, f"odds={taking.odds!r} does not fit '{family}'"
    equal = book.policies["c-and-e-parts"].word == "equal"
    if equal and book.placing["c-and-e"].units % 2:
        yield book.placing["c-and-e"].clause, "equal parts of c-and-e need an even 'units'"


def _about_conflicts(book: Book) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for row in book.conflicts:
        sizes = {len(spots_of(row.one)), len(spots_of(row.other))}
        if row.one == row.other or len(sizes) != 1:
            yield row.clause, f"'{row.one}' and '{row.other}' cannot oppose each other"
        for family in (row.one, row.other):
            if family in seen:
                yield row.clause, f"conflict has a second row for '{family}'"
            seen.add(family)


def _about_groups(book: Book) -> Iterator[tuple[str, str]]:
    for group in book.groups.values():
        order = [spots.NAMES.index(spot) for spot in group.spots]
        if order != sorted(order) or len(order) > 6:
            yield group.clause, f"'{group.name}' lists up to six spots in canonical order"
        for spot in group.spots:
            if not book.offers(spot):
                yield group.clause, f"'{group.name}' lists '{spot}', which is not offered"


def _about_odds_limits(book: Book) -> Iterator[tuple[str, str]]:
    option = book.options["odds"]
    for family in words.ODDS_FAMILIES:
        rows = [row for row in book.odds_limits if row.family == family]
        if len(rows) > ODDS_ROWS:
            yield rows[0].clause, f"odds_limit has more than {ODDS_ROWS} rows for '{family}'"
        for value in range(option.low, option.high + 1):
            fits = [row for row in rows if row.option[0] <= value <= row.option[1]]
            if not fits:
                yield "odds_limit", f"the row for '{family}' at option {value} is missing"
            elif len(fits) > 1:
                yield fits[1].clause, f"odds_limit has a second row for '{family}' at {value}"
            elif not any(fits[0].times) and value == 0:
                yield fits[0].clause, "times='option' needs the option"


def _about_vigorish(book: Book) -> Iterator[tuple[str, str]]:
    for row in book.vigorish.values():
        most = STAKE_UNITS_MAX
        for spot in spots_of(row.family):
            pays = set(book.wagers[spot].win.values())
            if row.of == "win" and book.offers(spot):
                if len(pays) != 1:
                    yield row.clause, f"vigorish of the win needs one payout on '{spot}'"
                most = max([most, *(STAKE_UNITS_MAX * num // den for num, den in pays)])
        if row.rate[0] > row.rate[1]:
            yield row.clause, "the vigorish is more than the whole"
        if most * row.rate[0] > SMALL_INT_MAX:
            yield row.clause, f"{most} units times a rate of {row.rate[0]} reach 2^30"


def spots_of(family: str) -> list[str]:
    """The spots of a family, in canonical order."""
    return [name for name in spots.NAMES if words.family_of(name) == family]
