"""From the text of a rule file to a `Book`: every table, every row, every word."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

from boxcars.rulebook import words
from boxcars.rulebook.book import (
    Book,
    Conflict,
    Group,
    LuckyRun,
    NoRoll,
    Odds,
    OddsLimit,
    Option,
    Placing,
    Policy,
    Taking,
    Vigorish,
    Wager,
    Working,
)
from boxcars.rulebook.check import check
from boxcars.rulebook.rows import Row, RuleError, Source, by_key, read_table
from shaker.core import spots
from shaker.limits import PAY_NUM_MAX, STAKE_UNITS_MAX


def _falls(row: Row, key: str, named: set[int]) -> frozenset[int]:
    """Falls that a list of words names; none of them may be named twice in a row."""
    if not row.has(key):
        return frozenset()
    falls: set[int] = set()
    for word in row.words(key, (*words.FALLS, words.REST)):
        new = set(range(len(words.PAIRS))) - named if word == words.REST else words.FALLS[word]
        if named & new:
            raise row.error(f"{key}={word!r} names a fall of the dice a second time")
        named |= new
        falls |= new
    return frozenset(falls)


def _wins(row: Row, key: str, named: set[int]) -> dict[int, Odds]:
    wins: dict[int, Odds] = {}
    if not row.has(key):
        return wins
    items = row.value(key)
    if not isinstance(items, list):
        raise row.error(f"'{key}' is a list of [fall, odds]")
    for item in items:
        known = isinstance(item, list) and len(item) == 2 and isinstance(item[0], str)
        if not known or item[0] not in words.FALLS:
            raise row.error(f"{key}={item!r} is not [fall, odds] with a known fall")
        odds = row.odds(key, item[1])
        if odds[0] > PAY_NUM_MAX:
            raise row.error(
                f"{key}={item[1]!r}: {STAKE_UNITS_MAX} units times {odds[0]} reach 2^30"
            )
        if named & words.FALLS[item[0]]:
            raise row.error(f"{key}={item[0]!r} names a fall of the dice a second time")
        named |= words.FALLS[item[0]]
        wins.update(dict.fromkeys(words.FALLS[item[0]], odds))
    return wins


def _wager(row: Row) -> Wager:
    spot = row.word("spot", spots.NAMES)
    offered = not row.has("offered") or row.word("offered", words.YES_NO) == "yes"
    point = ""
    if spot in words.LINE_SPOTS and offered:
        point = row.word("point", words.POINTS)
    named: set[int] = set()
    wager = Wager(
        spot=spot,
        point=point,
        offered=offered,
        win=_wins(row, "win", named),
        craps_win=_wins(row, "craps_win", named),
        eleven_win=_wins(row, "eleven_win", named),
        push=_falls(row, "push", named),
        move=_falls(row, "move", named),
        lose=_falls(row, "lose", named),
        clause=row.clause,
    )
    if named and not offered:
        raise row.error("a spot that is not offered pays nothing")
    return wager


def _lucky_run(row: Row) -> LuckyRun:
    pays = row.text("pays")
    odds = None if pays == "lose" else row.odds("pays", pays)
    if odds and odds[0] > PAY_NUM_MAX:
        raise row.error(f"pays={pays!r}: {STAKE_UNITS_MAX} units times {odds[0]} reach 2^30")
    return LuckyRun(row.word("counted", words.COUNTED), odds, row.clause)


def _placing(row: Row) -> Placing:
    return Placing(
        family=row.word("family", words.FAMILIES),
        when=row.word("when", words.WHEN),
        units=row.integer("units", 1, 100),
        minimum=row.word("minimum", words.MINIMUM),
        again=row.word("again", words.AGAIN),
        clause=row.clause,
    )


def _working(row: Row) -> Working:
    return Working(
        family=row.word("family", words.FAMILIES),
        works=row.word("works", words.WORKS),
        calls=row.word("calls", words.YES_NO),
        on_covers=row.word("on_covers", words.COVERS),
        clause=row.clause,
    )


def _taking(row: Row) -> Taking:
    return Taking(
        family=row.word("family", words.FAMILIES),
        contract=row.word("contract", words.CONTRACT),
        odds=row.word("odds", words.ODDS_TAKEN),
        under_min=row.word("under_min", words.UNDER_MIN),
        clause=row.clause,
    )


def _vigorish(row: Row) -> Vigorish:
    rate = row.odds("rate", row.value("rate"))
    if rate[0] > 255:
        raise row.error("the rate is a ratio of numbers up to 255")
    return Vigorish(
        family=row.word("family", words.VIGORISH_FAMILIES),
        rate=rate,
        of=row.word("of", words.SHARE_OF),
        at=row.word("at", words.CHARGED_AT),
        refund=row.word("refund", words.YES_NO),
        clause=row.clause,
    )


def _conflict(row: Row) -> Conflict:
    return Conflict(row.word("one", words.FAMILIES), row.word("other", words.FAMILIES), row.clause)


def _group(row: Row) -> Group:
    known = [name for name in spots.NAMES if words.family_of(name) in words.GROUP_FAMILIES]
    return Group(row.word("name", spots.GROUP_NAMES), row.words("spots", known), row.clause)


def _odds_limit(row: Row) -> OddsLimit:
    low, high = row.integers("option", 2, 0, 255)
    of_option = row.value("times") == "option"
    return OddsLimit(
        family=row.word("family", words.ODDS_FAMILIES),
        option=(low, high),
        of=row.word("of", words.SHARE_OF),
        times=(0,) * 6 if of_option else row.integers("times", 6, 1, 255),
        round=row.word("round", words.ROUND),
        clause=row.clause,
    )


def _option(row: Row) -> Option:
    name = row.word("name", words.OPTIONS)
    if name == "min":
        default = row.integer("default", 1, STAKE_UNITS_MAX)
        return Option(name, 1, STAKE_UNITS_MAX, default, row.clause)
    low = row.integer("from", 0, 255)
    high = row.integer("to", low, 255)
    return Option(name, low, high, row.integer("default", low, high), row.clause)


def _policy(row: Row) -> Policy:
    name = row.word("name", tuple(words.POLICIES))
    return Policy(name, row.word("is", words.POLICIES[name]), row.clause)


def _no_roll(row: Row) -> NoRoll:
    return NoRoll(row.word("reason", words.REASONS), row.clause)


def _wager_keys(wagers: tuple[Wager, ...]) -> list[str]:
    """Every row that a complete pay table has."""
    missing_point = {wager.spot for wager in wagers if not wager.offered}
    keys = []
    for spot in spots.NAMES:
        if spot in words.LINE_SPOTS and spot not in missing_point:
            first = 1 if spot in words.ODDS_FAMILIES else 0
            keys += [f"{spot}@{point}" for point in words.POINTS[first:]]
        else:
            keys.append(spot)
    return keys


def _check_sides(source: Source, wager: Wager) -> None:
    """A wager that can never win, or never lose, is a mistake in the file."""
    wins = wager.win or wager.craps_win or wager.eleven_win or wager.spot == "lucky-shooter"
    if wager.offered and not (wins and wager.lose):
        what = "an offered spot must win on some fall of the dice and lose on another"
        raise source.error(f"{wager.clause} ({wager.key})", what)


def parse(text: str, file: str) -> Book:
    """Read a rule file; complain with file and clause about the first thing that is wrong."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{file}: not TOML: {error}") from None
    except RecursionError:
        raise RuleError(f"{file}: not TOML: nested too deeply") from None
    casino = document.pop("casino", None)
    fields = {"profile": str, "title": str, "prefix": str, "numbered": bool}
    if not isinstance(casino, dict) or set(casino) != set(fields):
        raise RuleError(f"{file} [casino]: needs exactly {', '.join(fields)}")
    for key, kind in fields.items():
        if not isinstance(casino[key], kind) or casino[key] == "":
            raise RuleError(f"{file} [casino]: '{key}' is a {kind.__name__}")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", casino["profile"]):
        raise RuleError(f"{file} [casino]: profile is small letters, digits and single hyphens")
    source = Source(file, casino["prefix"], casino["numbered"])
    wagers = read_table(source, document, "wager", _wager)
    for wager in wagers:
        _check_sides(source, wager)
    lucky_run = read_table(source, document, "lucky_run", _lucky_run)
    placing = read_table(source, document, "placing", _placing)
    working = read_table(source, document, "working", _working)
    taking = read_table(source, document, "taking", _taking)
    vigorish = read_table(source, document, "vigorish", _vigorish)
    groups = read_table(source, document, "group", _group)
    options = read_table(source, document, "option", _option)
    policies = read_table(source, document, "policy", _policy)
    no_rolls = read_table(source, document, "no_roll", _no_roll)
    families = words.FAMILIES
    book = Book(
        source=source,
        digest=hashlib.sha256(text.encode()).digest(),
        profile=casino["profile"],
        title=casino["title"],
        wagers=by_key(source, "wager", wagers, lambda row: row.key, _wager_keys(wagers)),
        lucky_run=by_key(source, "lucky_run", lucky_run, lambda row: row.counted, words.COUNTED),
        placing=by_key(source, "placing", placing, lambda row: row.family, families),
        working=by_key(source, "working", working, lambda row: row.family, families),
        taking=by_key(source, "taking", taking, lambda row: row.family, families),
        vigorish=by_key(
            source, "vigorish", vigorish, lambda row: row.family, words.VIGORISH_FAMILIES
        ),
        conflicts=read_table(source, document, "conflict", _conflict),
        groups=by_key(source, "group", groups, lambda row: row.name, spots.GROUP_NAMES),
        odds_limits=read_table(source, document, "odds_limit", _odds_limit),
        options=by_key(source, "option", options, lambda row: row.name, words.OPTIONS),
        policies=by_key(source, "policy", policies, lambda row: row.name, tuple(words.POLICIES)),
        no_rolls=by_key(source, "no_roll", no_rolls, lambda row: row.reason, words.REASONS),
    )
    if document:
        raise source.error(", ".join(document), "unknown table")
    return book


def load(path: Path) -> Book:
    """Read and check a rule file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"{path}: cannot be read: {error}") from None
    book = parse(text, path.name)
    check(book)
    return book
