"""Run on the unix port: a round whose host has gone, and one that it catches up in.

    table_left.py NAME

Each function is one claim, named by the test that runs it. Prints its name.
"""

import sys

from cut_host import use_cheap_signer
from fake_course import Course

from shaker.app import book
from shaker.core.codes import OK
from shaker.core.spots import PASS
from shaker.link import codes


def closed_round_is_completed_when_its_host_goes():
    """Nobody has asked for the roll, with a timer or without one; a lid is waited for."""
    for times in ((0, 0, 0), (60000, 0, 0)):
        course = Course([(2, 2)], times=times)
        assert course.bet(0, PASS, 10) == OK
        assert course.board.desk.close(course.number()) == OK
        course.table.run(100)
        assert course.phase == book.CLOSED
        course.world.lid_open = 1
        course.table.run(5)
        course.board.handler.lost(1)
        course.table.run(20)
        assert course.phase == book.CLOSED
        course.world.lid_open = 0
        course.until(book.WAITING)
        assert course.world.throw_count == 1


def closed_round_after_a_power_failure_waits_for_its_players():
    course = Course([(2, 2)], 3)
    assert course.bet(0, PASS, 10) == OK
    assert course.board.desk.close(course.number()) == OK
    course.table.run(5)
    course.table.start()
    course.board.handler.lost(1)
    course.table.run(100)
    assert (course.phase, course.world.throw_count) == (book.CLOSED, 0)
    course.board.handler.begun(1)
    course.table.run(100)
    course.board.handler.lost(1)
    course.table.run(100)
    assert (course.phase, course.world.throw_count) == (book.CLOSED, 0)
    assert course.board.desk.withdraw(course.number(), 0) == OK
    assert course.stake(0, PASS) == 0


def acknowledgements_leave_room_for_the_outcome():
    """A host that catches up with many records in a shake waits for its end with the rest."""
    for before in range(0, 260, 20):
        course = Course([(2, 2)], 2, 3, 0, (0, 20000, 0))
        first = course.board.archive.newest() + 1
        for most in range(50):
            course.board.desk.stage_limits(course.number())
            course.board.desk.stage_four(5, 10000 + most, -1, -1)
            assert course.board.desk.set_limits() == OK
            course.table.run(2)
        for _ in range(before):
            assert course.bet(0, PASS, 10) == OK
        assert course.roll() == OK
        course.until(book.SHAKING)
        while course.bet(1, PASS, 10) == OK:
            pass
        answers = [course.board.archive.acknowledge(first + n) for n in range(50)]
        assert set(answers) <= {OK, codes.E_BUSY}
        assert answers[-1] == codes.E_BUSY
        course.until(book.WAITING)
        assert course.words[book.FAULT] == 0
        course.ack()


use_cheap_signer()
globals()[sys.argv[1]]()
print(sys.argv[1])
