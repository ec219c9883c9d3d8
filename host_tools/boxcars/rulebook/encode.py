"""From a checked rule book to the bytes that the firmware reads, and the module round them."""

from __future__ import annotations

from boxcars.rulebook import words
from boxcars.rulebook.book import Book, Wager
from boxcars.rulebook.check import pays_of, spots_of
from shaker.core import rules as at
from shaker.core import spots

_PHASES = {
    "any": at.PHASE_ANY,
    "come-out": at.PHASE_POINT_OFF,
    "point-on": at.PHASE_POINT_ON,
    "come-out-or-more": at.PHASE_OFF_OR_MORE,
    "more": at.PHASE_MORE,
    "never": at.PHASE_NEVER,
}
_WORKS = {
    "always": at.WORK_POINT_OFF | at.WORK_POINT_ON,
    "point-on": at.WORK_POINT_ON,
    "come-out": at.WORK_POINT_OFF,
}
_CONTRACTS = {
    "never": at.CONTRACT_NEVER,
    "always": at.CONTRACT_ALWAYS,
    "point-on": at.CONTRACT_POINT_ON,
}
_UNDER = {
    "keep": at.UNDER_KEEP,
    "return": at.UNDER_RETURN,
    "return-come-out": at.UNDER_RETURN_POINT_OFF,
}
_POLICY_AT = {
    "below-minimum": at.AT_MIN_RULE,
    "below-total-minimum": at.AT_MIN_TOTAL_RULE,
    "above-maximum": at.AT_EXCESS,
    "power-failure": at.AT_WITHDRAW,
    "malfunction": at.AT_MALFUNCTION,
    "c-and-e-parts": at.AT_PARTS,
    "kitty": at.AT_KITTY,
}


def encode(book: Book) -> bytes:
    """Lay out a checked book as `shaker.core.rules` describes."""
    blob = bytearray(at.RULES_SIZE)
    blob[: len(at.MAGIC)] = at.MAGIC
    blob[at.AT_DIGEST : at.AT_DIGEST + 32] = book.digest
    blob[at.AT_MIN : at.AT_MIN + 3] = book.options["min"].default.to_bytes(3, "little")
    odds = book.options["odds"]
    blob[at.AT_ODDS_LOW] = odds.low
    blob[at.AT_ODDS_HIGH] = odds.high
    blob[at.AT_ODDS_DEFAULT] = odds.default
    for name, where in _POLICY_AT.items():
        blob[where] = words.POLICIES[name].index(book.policies[name].word)
    for index, spot in enumerate(spots.NAMES):
        _put_columns(blob, book, index, spot)
    for conflict in book.conflicts:
        for one, other in zip(spots_of(conflict.one), spots_of(conflict.other), strict=True):
            blob[at.COL_CONFLICT + spots.NAMES.index(one)] = spots.NAMES.index(other)
            blob[at.COL_CONFLICT + spots.NAMES.index(other)] = spots.NAMES.index(one)
    _put_small_tables(blob, book)
    _put_odds(blob, book)
    _put_actions(blob, book)
    return bytes(blob)


def _put_columns(blob: bytearray, book: Book, index: int, spot: str) -> None:
    family = words.family_of(spot)
    placing, working, taking = book.placing[family], book.working[family], book.taking[family]
    work = _WORKS[working.works]
    if working.calls == "yes":
        work |= at.WORK_CALLS
    if family in words.ODDS_FAMILIES:
        work |= at.WORK_ODDS
    if placing.minimum == "exempt":
        work |= at.WORK_NO_MIN
    if placing.again != "free":
        bit = 1 << words.BARRING_FAMILIES.index(family)
        blob[at.COL_REPLACE + index] = bit
        if placing.again == "after-roll":
            blob[at.AT_BARS_ONE_ROLL] |= bit
    covers = working.on_covers == "family"
    blob[at.COL_OFFERED + index] = book.offers(spot)
    blob[at.COL_UNITS + index] = placing.units
    blob[at.COL_WORK + index] = work
    blob[at.COL_CALL_SET + index] = 1 + words.FAMILIES.index(family) if covers else 0
    blob[at.COL_PHASE + index] = _PHASES[placing.when]
    blob[at.COL_CONTRACT + index] = _CONTRACTS[taking.contract]
    blob[at.COL_CONFLICT + index] = spots.NO_SPOT
    blob[at.COL_FLAT + index] = _flat_of(spot)
    blob[at.COL_ODDS + index] = _odds_of(spot)
    blob[at.COL_ODDS_FIRST + index] = taking.odds == "odds-first"
    blob[at.COL_UNDER_MIN + index] = _UNDER[taking.under_min]


def _flat_of(spot: str) -> int:
    return spots.NAMES.index(spot.replace("-odds", "")) if "-odds" in spot else spots.NO_SPOT


def _odds_of(spot: str) -> int:
    for odds in spots.NAMES:
        if "-odds" in odds and odds.replace("-odds", "") == spot:
            return spots.NAMES.index(odds)
    return spots.NO_SPOT


def _put_small_tables(blob: bytearray, book: Book) -> None:
    pays = pays_of(book)
    for number, family in enumerate(words.VIGORISH_FAMILIES):
        row = book.vigorish[family]
        where = at.AT_VIG_RULES + number * at.VIG_RULE_SIZE
        blob[where + at.VIG_NUM], blob[where + at.VIG_DEN] = row.rate
        blob[where + at.VIG_OF_WIN] = row.of == "win"
        blob[where + at.VIG_AT_WIN] = row.at == "win"
        blob[where + at.VIG_REFUND] = row.refund == "yes"
        for spot in spots_of(family):
            index = spots.NAMES.index(spot)
            blob[at.COL_VIG + index] = 1 + number
            if wins := list(book.wagers[spot].win.values()):
                blob[at.COL_VIG_PAY + index] = pays.index(wins[0])
    for number, name in enumerate(spots.GROUP_NAMES):
        where = at.AT_GROUPS + number * at.GROUP_SIZE
        members = [spots.NAMES.index(spot) for spot in book.groups[name].spots]
        blob[where : where + 1 + len(members)] = bytes([len(members), *members])
    for number, counted in enumerate(words.COUNTED):
        odds = book.lucky_run[counted].pays
        blob[at.AT_LUCKY + number] = at.ACT_WIN + pays.index(odds) if odds else at.ACT_LOSE
    for number, (num, den) in enumerate(pays):
        where = at.AT_PAYS + 4 * number
        blob[where : where + 4] = bytes([num % 256, num // 256, den, 0])
    for number in range(len(pays), at.PAY_COUNT):
        blob[at.AT_PAYS + 4 * number + 2] = 1  # a divisor, should a byte ever be wrong


def _put_odds(blob: bytearray, book: Book) -> None:
    for number, family in enumerate(words.ODDS_FAMILIES):
        for box, total in enumerate(words.BOXES):
            key = f"{family}@{total}" if family in words.LINE_SPOTS else f"{family}-{total}"
            wins = book.wagers[key].win if key in book.wagers else {}
            odds = next(iter(wins.values()), (1, 1))  # not offered: never looked at
            where = at.AT_ODDS_PAYS + 12 * number + 2 * box
            blob[where], blob[where + 1] = odds
        rows = [row for row in book.odds_limits if row.family == family]
        for place in range(at.ODDS_ROWS):
            where = at.AT_ODDS_LIMITS + (number * at.ODDS_ROWS + place) * at.ODDS_ROW_SIZE
            if place < len(rows):
                row = rows[place]
                head = [*row.option, row.of == "win", row.round == "payable-unit", *row.times]
            else:
                head = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]  # a range that no option is in
            blob[where : where + at.ODDS_ROW_SIZE] = bytes(head)


def _put_actions(blob: bytearray, book: Book) -> None:
    pays = pays_of(book)
    for wager in book.wagers.values():
        row = _action_row(wager)
        for fall in range(len(words.PAIRS)):
            blob[at.AT_ACTIONS + fall * at.ACTION_ROWS + row] = _action(wager, fall, pays)


def _action_row(wager: Wager) -> int:
    if wager.point in ("", "off"):
        return spots.NAMES.index(wager.spot)
    box = words.POINTS.index(wager.point) - 1
    return at.ROW_POINT + 4 * box + words.LINE_SPOTS.index(wager.spot)


def _action(wager: Wager, fall: int, pays: list[tuple[int, int]]) -> int:
    if fall in wager.win:
        return at.ACT_WIN + pays.index(wager.win[fall])
    if fall in wager.craps_win:
        return at.ACT_WIN_CRAPS + pays.index(wager.craps_win[fall])
    if fall in wager.eleven_win:
        return at.ACT_WIN_ELEVEN + pays.index(wager.eleven_win[fall])
    if fall in wager.lose:
        return at.ACT_LOSE
    if fall in wager.push:
        return at.ACT_PUSH
    return at.ACT_MOVE if fall in wager.move else at.ACT_STAND


def module_text(book: Book, file: str) -> str:
    """The Python module of a book: a header and one literal."""
    lines = [
        f"# GENERATED by 'boxcars rules build' from rules/{file}: do not edit.",
        f"# source sha256 {book.digest.hex()}",
        'RULES = b"\\',
    ]
    blob = encode(book)
    for start in range(0, len(blob), 24):
        lines.append("".join(f"\\x{byte:02x}" for byte in blob[start : start + 24]) + "\\")
    return "\n".join(lines) + '\n"\n'
