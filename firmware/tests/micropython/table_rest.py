"""Run on the unix port: which shakes have an outcome, and what may happen to it before it is read.

    table_rest.py NAME

Each function is one claim, named by the test that runs it. Prints its name.
"""

import sys

from cut_host import use_cheap_signer
from fake_course import Course

from shaker.app import book, faults, meters
from shaker.core.codes import OK
from shaker.core.spots import FIELD
from shaker.dice import reasons, states
from shaker.link import codes
from shaker.seal import record


def stopped_shake_is_never_an_outcome():
    for turns in range(1, 9):
        course = Course([(6, 6), (2, 2)])
        assert course.bet(0, FIELD, 10) == OK
        assert course.roll() == OK
        course.until(book.SHAKING)
        course.table.run(turns - 1)
        moving = course.board.shaker.motor.is_on
        course.board.round.latch(faults.ENTROPY)
        course.table.run(10)
        assert course.board.round.clear(course.number(), faults.ENTROPY) == OK
        course.roll()
        course.until(book.WAITING)
        dice = (course.last_face(), course.world.throw_count)
        assert dice == ((2, 2) if moving else (6, 1)), (turns, dice)


def refused_shake_is_not_read_after_a_cut():
    """The motor stalls: what lies there is the roll before. A cut must not make it this one."""
    course = Course([(6, 6), (2, 2)])
    assert course.bet(0, FIELD, 10) == OK
    course.play()
    assert course.bet(0, FIELD, 10) == OK
    assert course.roll() == OK
    course.until(book.SHAKING)
    shaker = course.board.shaker
    shaker.motor.is_on = False
    shaker.evidence.reason = reasons.MOTOR_STALL
    shaker.state = states.NO_ROLL
    course.world.lying = (6, 6)
    course.board.round._rest(1)  # the step before the No Roll is captured, then the cut
    course.table.start()
    course.table.run(20)
    assert course.words[meters.ROUNDS] == 1
    assert course.roll() == OK
    course.until(book.WAITING)
    assert course.last_face() == 2


def lid_over_dice_at_rest_makes_them_no_outcome():
    """Opened and closed while they wait to be read: under a fault, in the start, before it."""
    for way in ("fault", "fault and cut", "start", "off", "nothing"):
        course = Course([(6, 6), (2, 2)])
        assert course.bet(0, FIELD, 10) == OK
        assert course.roll() == OK
        course.until(book.RESTED)
        if way.startswith("fault"):
            course.board.round.latch(faults.ENTROPY)
            course.table.run(10)
            course.board.shaker.switches.lid.opened_count += 1
            course.table.run(10)
            assert course.words[meters.DOORS] == 1
        if way in ("start", "fault and cut", "nothing"):
            course.table.start()
        if way == "start":
            course.board.shaker.switches.lid.opened_count += 1
        if way == "off":
            course.world.lid_open = 1
            course.table.start()
            course.world.lid_open = 0
        course.table.run(20)
        if way.startswith("fault"):
            assert course.phase == book.RESTED
            assert course.board.round.clear(course.number(), faults.ENTROPY) == OK
        if way == "nothing":
            course.until(book.WAITING)
            assert (course.last_face(), course.world.throw_count) == (6, 1)
            continue
        course.until_no_roll()
        course.table.run(5)
        assert course.words[meters.no_roll_meter(reasons.DISTURBED)] == 1, way
        assert record.KIND_RESULT not in course.kinds(), way
        assert course.stake(0, FIELD) == 10
        course.roll()  # refused where the board shakes again by itself
        course.until(book.WAITING)
        assert (course.last_face(), course.world.throw_count) == (2, 2), way


def lid_stops_a_shake_before_it_begins():
    course = Course([(2, 2)])
    assert course.bet(0, FIELD, 10) == OK
    course.world.lid_open = 1
    assert course.roll() == codes.E_LID
    course.world.lid_open = 0
    course.play()


use_cheap_signer()
globals()[sys.argv[1]]()
print(sys.argv[1])
