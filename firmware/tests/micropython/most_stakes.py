"""Run on the unix port: the highest stake on every spot of every seat, every roll, every point.

Each roll runs with the heap locked and must allocate nothing. Prints a line per roll: profile,
point, pair, lines, and for each seat the two words of its credit.
"""

import micropython
from shaker.core.ops import OP_OPEN, REQUEST_WORDS, STAGE, perform
from shaker.core.rolling import roll
from shaker.core.rules import AT_PARTS, COL_OFFERED, COL_UNITS
from shaker.core.spots import C_AND_E, SPOT_COUNT
from shaker.core.state import (
    CLOSED,
    CRAPS_PART,
    POINT,
    RESULTS,
    RUN_BOXES,
    RUN_POINT,
    SUMS,
    seat_at,
)
from shaker.core.table import STAGE_SPOTS, UNCHANGED, Table
from shaker.limits import SEATS_MAX, STAKE_UNITS_MAX
from shaker.profiles import clearwater_etg, division, home_game, mbs_2020, rws_2013

BOXES = (4, 5, 6, 8, 9, 10)


def lay(table, rules, point):
    state = table.state
    for seat in range(SEATS_MAX):
        at = seat_at(seat)
        for spot in range(SPOT_COUNT):
            chunk = rules[COL_UNITS + spot]
            most = STAKE_UNITS_MAX // chunk * chunk
            state[at + spot] = most if rules[COL_OFFERED + spot] else 0
        # Where the parts are free, the lopsided ones make the highest and the lowest net.
        half = STAKE_UNITS_MAX // 2
        state[at + CRAPS_PART] = half
        if rules[AT_PARTS]:
            state[at + CRAPS_PART] = 1 if seat & 1 else STAKE_UNITS_MAX - 1
        assert state[at + C_AND_E]
    state[POINT] = point
    state[RUN_POINT] = point
    state[RUN_BOXES] = 0
    if point:
        state[RUN_BOXES] = 0x3F & ~(1 << BOXES.index(point))  # five counted: the run pays most
    state[CLOSED] = 1


def main():
    table = Table()
    request = [0] * REQUEST_WORDS
    for book in (clearwater_etg, division, home_game, mbs_2020, rws_2013):
        for index in range(STAGE, REQUEST_WORDS):
            request[index] = UNCHANGED
        request[STAGE + STAGE_SPOTS] = 0
        request[0] = OP_OPEN
        request[1] = SEATS_MAX
        assert perform(table, book.RULES, request) == 0
        for point in (0,) + BOXES:
            for one in range(1, 7):
                for other in range(one, 7):
                    lay(table, book.RULES, point)
                    before = micropython.mem_total()
                    micropython.heap_lock()
                    code = roll(table, one, other)
                    micropython.heap_unlock()
                    assert code == 0
                    assert micropython.mem_total() == before
                    sums = [table.result[SUMS + index] for index in range(2 * SEATS_MAX)]
                    name = book.__name__.split(".")[-1]
                    print(name, point, one, other, table.result[RESULTS], *sums)


main()
