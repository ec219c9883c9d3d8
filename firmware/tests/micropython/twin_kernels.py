"""Run on the unix port: the viper kernels and their plain twins on the same random tables.

Prints how many rolls were compared; stops with an assertion at the first difference.
"""

import random
from array import array

from shaker.core import marking, marking_fast, settle, settle_fast
from shaker.core.rules import COL_OFFERED, COL_UNITS
from shaker.core.spots import C_AND_E, PAIR_COUNT, SPOT_COUNT
from shaker.core.state import (
    BARRED,
    CALL_SHIFT,
    CRAPS_PART,
    MAX,
    MAX_SPOT,
    MIN,
    MIN_TOTAL,
    PAIR,
    POINT,
    RESULT_WORDS,
    RETURNED,
    RUN_BOXES,
    RUN_POINT,
    SEATS,
    STATE_WORDS,
    TOTAL,
    UNIT,
    seat_at,
)
from shaker.profiles import clearwater_etg, division, home_game, mbs_2020, rws_2013

ROLLS = 300
BOXES = (4, 5, 6, 8, 9, 10)
TOTALS = tuple(one + other for one in range(1, 7) for other in range(one, 7))


def fill(rules, state):
    for index in range(STATE_WORDS):
        state[index] = 0
    unit = random.choice((1, 1, 5, 25))
    state[SEATS] = random.randint(1, 8)
    state[UNIT] = unit
    state[POINT] = random.choice((0, 0, 4, 5, 6, 8, 9, 10))
    state[MAX] = random.choice((2000000, 2000000, 60, 777))
    if state[POINT]:
        state[RUN_POINT] = random.choice((0, state[POINT]))
        state[RUN_BOXES] = random.getrandbits(6) & ~(1 << BOXES.index(state[POINT]))
    for seat in range(state[SEATS]):
        at = seat_at(seat)
        state[at + BARRED] = random.getrandbits(4)
        for spot in range(SPOT_COUNT):
            if rules[COL_OFFERED + spot] and random.random() < 0.6:
                chunk = unit * rules[COL_UNITS + spot]
                most = 2000000 // chunk
                stake = chunk * random.choice((1, 2, 3, random.randint(1, most), most))
                state[at + spot] = stake + (random.randrange(3) << CALL_SHIFT)
                if spot == C_AND_E:
                    part = unit * random.randint(1, max(1, stake // unit - 1))
                    state[at + CRAPS_PART] = random.choice((stake // 2, min(part, stake)))
                if random.random() < 0.1:
                    state[MAX_SPOT + spot] = random.randint(1, 100)


def mark(rules, state, marks):
    """Compare the marks of the close on every seat, under minima of all kinds."""
    state[MIN] = random.choice((1, 5, 1000, 2000000))
    state[MIN_TOTAL] = random.choice((0, 1, 5000000, 1000000000))
    for seat in range(state[SEATS]):
        counts = [
            kernels.mark_small(state, rules, marks[index], seat_at(seat))
            for index, kernels in enumerate((marking, marking_fast))
        ]
        assert counts[0] == counts[1]
        assert marks[0] == marks[1]


def roll(kernels, rules, state, result, pair, returned):
    result[PAIR] = pair
    result[TOTAL] = TOTALS[pair]
    result[RETURNED] = returned
    kernels.prepare(rules, state, result)
    kernels.decide(state, rules, result)
    kernels.pay(state, rules, result)
    kernels.step(rules, state, result)


def main():
    random.seed(20)
    states = [array("i", bytes(4 * STATE_WORDS)) for _ in range(2)]
    results = [array("i", bytes(4 * RESULT_WORDS)) for _ in range(2)]
    marks = [bytearray(SPOT_COUNT) for _ in range(2)]
    count = 0
    for book in (clearwater_etg, division, home_game, mbs_2020, rws_2013):
        for number in range(ROLLS):
            fill(book.RULES, states[0])
            mark(book.RULES, states[0], marks)
            for index in range(STATE_WORDS):
                states[1][index] = states[0][index]
            pair = number % PAIR_COUNT
            returned = random.choice((0, 0, 1, 7))  # lines of the close that stand before ours
            roll(settle, book.RULES, states[0], results[0], pair, returned)
            roll(settle_fast, book.RULES, states[1], results[1], pair, returned)
            assert states[0] == states[1], (book.__name__, number, "state")
            assert results[0] == results[1], (book.__name__, number, "result")
            count += 1
    print(count)


main()
