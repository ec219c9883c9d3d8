"""Run on the unix port: what the course of a round allows and what it refuses.

    table_course.py NAME

Each function is one claim, named by the test that runs it. Prints its name.
"""

import sys

from cut_host import use_cheap_signer
from fake_course import Course

from shaker.app import book, faults, meters, steps
from shaker.core.codes import OK
from shaker.core.spots import DONT_PASS, FIELD, PASS
from shaker.core.state import CLOSED, POWER_FAILED
from shaker.dice import reasons
from shaker.link import codes
from shaker.seal import record


def shooter_needs_a_line_bet():
    for profile in (1, 3, 4):
        course = Course([(2, 2)], profile, 3, 1)
        assert course.board.desk.shooter(course.number(), 1) == OK
        assert course.bet(0, PASS, 10) == OK
        assert course.bet(1, FIELD, 10) == OK
        assert course.roll() == codes.E_SHOOTER
        course.table.run(20)
        assert course.world.throw_count == 0
        assert course.bet(1, DONT_PASS, 10) == OK
        course.play()
        assert course.world.throw_count == 1


def dice_go_clockwise_after_a_seven_out():
    course = Course([(2, 2), (3, 4), (2, 2), (3, 4), (2, 2), (6, 1)], 1, 3, 1)
    course.board.desk.shooter(course.number(), 0)
    assert course.bet(0, PASS, 10) == OK
    assert course.bet(2, PASS, 10) == OK
    course.play()
    assert course.words[book.SHOOTER] == 1  # a point keeps the dice
    course.play()
    assert course.words[book.SHOOTER] == 3  # seat 1 has no line bet: the next clockwise
    assert course.bet(2, PASS, 10) == OK
    course.play()
    course.play()
    assert course.words[book.SHOOTER] == 3  # nobody else has one
    course.board.desk.shooter(course.number(), 255)
    course.bet(0, FIELD, 10)
    course.play()
    course.play()
    assert course.words[book.SHOOTER] == 0  # no line bet at all: the house


def start_on_request_is_no_power_failure_and_a_hung_program_is_a_fault():
    for on_request in (True, False):
        course = Course([(2, 2)], 3)
        assert course.bet(0, PASS, 10) == OK
        if on_request:
            assert course.board.scribe.write_value(steps.STEP_NOTED, course.number(), 0) == OK
        course.table.cause = 3
        course.table.start()
        course.table.run(10)
        assert course.words[book.FAULT] == (0 if on_request else faults.WATCHDOG)
        assert course.board.ledger.table.state[POWER_FAILED] == (0 if on_request else 1)
        withdrawn = course.board.desk.withdraw(course.number(), 0) == OK
        assert withdrawn != on_request
        course.table.start()  # and the next one is as any
        course.table.run(10)
        assert course.words[book.FAULT] == faults.WATCHDOG


def shooter_is_only_where_the_rules_know_one():
    for profile in (1, 2, 3, 4, 5):
        desk = Course([], profile).board.desk
        for shooting, alarm, good in (
            (1, 10, profile in (1, 3, 4)),
            (2, 10, False),
            (0, 101, False),
        ):
            desk.stage_open(1000, profile, 3)
            desk.stage_times(0, 0, 0)
            desk.stage_course(shooting, 2, alarm)
            assert desk.open() == (OK if good else codes.E_VALUE), (profile, shooting)


def alarm_comes_at_once_and_goes_after_a_good_hundred():
    course = Course([reasons.COCKED] * 2 + [(1, 1)] * 110)
    words = course.words
    words[book.ALARM_PERCENT] = 2
    course.board.scribe.guard.keep()
    course.play()
    assert (words[meters.WINDOW_NO_ROLLS], words[meters.ALARM]) == (2, 0)
    assert course.bet(0, PASS, 10) == OK
    assert course.board.desk.void(course.number(), 0) == OK
    course.table.run(3)
    assert words[meters.ALARM] == 1
    course.ack()
    for _ in range(105):
        course.play()
    assert (words[meters.WINDOW_SHAKES], words[meters.WINDOW_NO_ROLLS]) == (8, 0)
    assert words[meters.ALARM] == 1  # of the first hundred
    for _ in range(92):
        course.world.falls.append((1, 1))
        course.play()
    assert words[meters.ALARM] == 0


def shooter_is_refused_without_the_option():
    course = Course([])
    assert course.board.desk.shooter(course.number(), 0) == codes.E_STATE
    course = Course([], 1, 3, 1)
    assert course.board.desk.shooter(course.number(), 3) == codes.E_VALUE


def bets_are_taken_until_the_time_after_the_start():
    course = Course([(2, 2)], 2, 3, 0, (0, 12, 0))
    state = course.board.ledger.table.state
    assert course.bet(0, PASS, 10) == OK
    assert course.roll() == OK
    course.until(book.SHAKING)
    assert not state[CLOSED]
    assert course.bet(1, PASS, 10) == OK
    course.table.run_until(lambda: state[CLOSED])
    assert course.phase == book.SHAKING
    assert course.bet(2, PASS, 10) != OK
    course.until(book.WAITING)
    assert course.stake(1, PASS) == 10


def flood_of_wagers_leaves_room_for_the_outcome():
    """Nothing is erased while the motor runs: what is erased ahead must do for the round."""
    for before in range(0, 260, 20):
        course = Course([(2, 2)], 2, 3, 0, (0, 20000, 0))
        for _ in range(before):
            assert course.bet(0, PASS, 10) == OK
        assert course.roll() == OK
        course.until(book.SHAKING)
        answers = [course.bet(1, PASS, 10) for _ in range(500)]
        assert answers[0] == OK
        assert answers[-1] == codes.E_BUSY
        assert set(answers) == {OK, codes.E_BUSY}
        course.until(book.WAITING)
        assert course.words[book.FAULT] == 0
        assert course.stake(1, PASS) == 10 * answers.count(OK)


def bets_are_closed_before_motion_otherwise():
    course = Course([(2, 2)])
    assert course.bet(0, PASS, 10) == OK
    assert course.roll() == OK
    course.until(book.SHAKING)
    assert course.board.ledger.table.state[CLOSED]
    assert course.bet(1, PASS, 10) != OK


def timer_rolls_only_while_the_host_is_there():
    course = Course([(2, 2)], times=(300, 0, 0))
    course.board.handler.lost(1)
    assert course.bet(0, PASS, 10) == OK
    course.table.run(200)  # a second without a host
    assert course.phase == book.BETTING
    course.board.handler.begun(1)
    course.table.run(40)
    assert 0 < course.board.round.left_ms() <= 100
    course.board.handler.lost(1)
    course.table.run(200)
    assert course.phase == book.BETTING
    assert course.world.throw_count == 0
    course.board.handler.begun(1)
    course.table.run(55)
    assert course.phase == book.BETTING  # it has begun again
    course.until(book.WAITING)


def timer_closes_and_shakes_at_once():
    """Behind the close the host may go, and a close by the host puts nothing off."""
    for way in ("host stays", "host goes", "host closes"):
        course = Course([(2, 2)], times=(1000, 0, 0))
        begin = course.table.time.now_ms - 25  # `Course` has run five turns
        assert course.bet(0, PASS, 10) == OK
        if way == "host closes":
            course.table.run(100)
            assert course.board.desk.close(course.number()) == OK
            course.table.run(2)
        else:
            course.until(book.CLOSED)
        assert course.phase == book.CLOSED
        if way == "host goes":
            course.board.handler.lost(1)
        course.until(book.SHAKING)
        assert 1000 <= course.table.time.now_ms - begin <= 1050, way
        course.until(book.WAITING)


def timer_of_a_new_table_begins_with_it():
    course = Course([(2, 2)])
    course.table.run(1000)  # five seconds, open all the while
    desk = course.board.desk
    desk.stage_open(course.number(), 1, 3)
    desk.stage_course(0, 2, 10)
    desk.stage_times(1000, 0, 0)
    assert desk.open() == OK
    course.table.run(1)
    assert course.phase == book.BETTING
    assert course.board.round.left_ms() == 1000


def timer_begins_anew_behind_a_cut_and_behind_a_no_roll():
    course = Course([reasons.COCKED, (2, 2)], times=(1000, 0, 1 << 20))
    assert course.bet(0, PASS, 10) == OK
    course.until(book.CLOSED)
    course.table.start()
    course.table.run(150)
    assert (course.phase, course.world.throw_count) == (book.CLOSED, 0)  # players are asked first
    course.until_no_roll()
    course.table.run(150)
    assert (course.phase, course.world.throw_count) == (book.CLOSED, 1)
    course.until(book.WAITING)
    assert course.world.throw_count == 2


def outcome_waits_for_a_close_that_the_flash_refuses():
    course = Course([(2, 2)], 2, 3, 0, (0, 20000, 0))
    assert course.bet(0, PASS, 10) == OK
    assert course.roll() == OK
    course.until(book.RESTED)
    ring = course.board.ring
    append = ring.append

    def refuse_once(*_):
        ring.append = append
        return -1

    ring.append = refuse_once
    course.until_fault()
    assert course.words[book.FAULT] == faults.JOURNAL
    assert record.KIND_RESULT not in course.kinds()
    course.table.start()
    course.table.run(10)
    assert course.board.round.clear(course.number(), faults.JOURNAL) == OK
    course.until(book.WAITING)
    assert (course.last_face(), course.world.throw_count) == (2, 1)


def no_shake_begins_in_betting_without_a_host():
    """Neither one that makes a No Roll good nor one that waits for the lid: wagers stand."""
    course = Course([reasons.COCKED, (2, 2)], times=(0, 2000, 20))
    assert course.bet(0, PASS, 10) == OK
    assert course.roll() == OK
    course.table.run_until(lambda: course.words[book.RETRY])
    assert course.phase == book.BETTING
    course.board.handler.lost(1)
    course.table.run(200)
    assert (course.phase, course.world.throw_count) == (book.BETTING, 1)
    course.world.lid_open = 1
    course.board.handler.begun(1)
    course.table.run(20)
    course.board.handler.lost(1)
    course.world.lid_open = 0
    course.table.run(200)
    assert (course.phase, course.world.throw_count) == (book.BETTING, 1)
    assert course.stake(0, PASS) == 10
    course.board.handler.begun(1)
    course.until(book.WAITING)


def host_that_comes_and_goes_holds_nothing_up():
    """From the start of the motor on the round takes its time, whoever is there."""
    course = Course([reasons.COCKED, (2, 2)], times=(0, 0, 400))
    assert course.roll() == OK
    course.table.run_until(lambda: course.words[book.RETRY])
    assert course.phase == book.CLOSED
    for index in range(100):
        course.board.handler.lost(1) if index % 2 else course.board.handler.begun(1)
        course.table.run(2)
    assert course.phase == book.WAITING
    course = Course([(2, 2)], 2, 3, 0, (0, 12, 0))
    assert course.roll() == OK
    course.until(book.SHAKING)
    course.table.run(2)
    course.board.handler.lost(1)
    course.table.run(1)
    assert course.phase == book.SHAKING
    assert course.board.ledger.table.state[CLOSED]  # in time


def round_completes_without_a_host_and_no_new_one_opens():
    course = Course([(2, 2)])
    course.board.handler.begun(1)
    assert course.bet(0, FIELD, 10) == OK
    assert course.roll() == OK
    course.until(book.CLOSED)
    course.board.handler.lost(1)
    course.until(book.WAITING)
    number = course.words[book.ROUND]
    course.table.run(300)
    assert course.phase == book.WAITING
    assert course.words[book.ROUND] == number
    assert course.bet(0, PASS, 10) == codes.E_STATE
    course.ack()
    assert course.phase == book.BETTING


def no_rolls_are_bounded_and_then_latched():
    course = Course([reasons.COCKED] * 3 + [(2, 2)])
    assert course.bet(0, PASS, 10) == OK
    assert course.roll() == OK
    course.table.run_until(lambda: course.words[book.FAULT])
    course.table.run(50)
    assert course.words[book.FAULT] == faults.NO_ROLLS
    assert course.world.throw_count == 3
    assert course.stake(0, PASS) == 10
    assert course.kinds().count(record.KIND_NO_ROLL) == 3
    course.table.start()  # a restart does not unlatch
    course.table.run(50)
    assert course.words[book.FAULT] == faults.NO_ROLLS
    assert course.world.throw_count == 3
    assert course.board.round.clear(course.number(), faults.DICE) == codes.E_STATE
    assert course.board.round.clear(course.number(), faults.NO_ROLLS) == OK
    course.play()
    assert course.world.throw_count == 4


def operator_voids_with_all_stakes_back_in_every_profile():
    for profile in (1, 2, 3, 4, 5):
        course = Course([reasons.COCKED] * 3, profile)
        assert course.bet(0, PASS, 10) == OK
        assert course.bet(1, FIELD, 20) == OK
        out = course.words[meters.OUT]
        assert course.roll() == OK
        course.until_fault()
        course.table.run(5)
        assert course.board.desk.void(course.number(), 0) == OK
        assert course.words[meters.OUT] - out == 30
        assert course.stake(0, PASS) == course.stake(1, FIELD) == 0
        assert course.phase == book.WAITING
        assert course.kinds()[-1] == record.KIND_VOID
        assert course.board.round.clear(course.number(), faults.NO_ROLLS) == OK
        course.ack()
        assert course.phase == book.BETTING
        assert course.words[meters.IN] - course.words[meters.OUT] == 0


def malfunction_is_only_where_a_clause_says_so():
    for profile in (1, 2, 3, 4, 5):
        course = Course([], profile)
        assert course.bet(0, PASS, 10) == OK
        code = course.board.desk.void(course.number(), 1)
        assert (code == OK) == (profile == 2), (profile, code)
        assert course.stake(0, PASS) == (0 if profile == 2 else 10)


def withdrawal_is_only_after_a_power_failure_without_outcome():
    course = Course([(2, 2), (3, 3)], 3)
    assert course.bet(0, PASS, 10) == OK
    assert course.board.desk.withdraw(course.number(), 0) != OK
    course.play()
    assert course.roll() == OK
    course.until(book.RESTED)
    throws = course.world.throw_count
    course.table.start()  # dice at rest: they are read, and MBS 5.9 does not apply
    course.until(book.WAITING)
    assert course.world.throw_count == throws
    assert not course.board.ledger.table.state[POWER_FAILED]
    assert course.board.desk.withdraw(course.number(), 0) != OK
    course.ack()
    course.table.start()  # while bets are taken it does
    course.table.run(10)
    assert course.board.desk.withdraw(course.number(), 0) == OK
    assert course.stake(0, PASS) == 0


def acknowledgement_of_what_does_not_exist_is_refused():
    course = Course([(2, 2)])
    newest = course.board.archive.newest()
    assert course.board.archive.acknowledge(newest + 1) != OK
    assert course.board.archive.acknowledged() <= newest
    assert course.board.round.clear(course.number(), faults.NONE) == codes.E_STATE


use_cheap_signer()
globals()[sys.argv[1]]()
print(sys.argv[1])
