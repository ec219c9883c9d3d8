"""The host's credit: a board that stands still in an erase never has more to keep than its ring.

At 921 600 baud the ring of 8 KiB is full after 89 ms of a line without pause, and an erase may
take 400 ms. Both sides run in one process and simulated time; the ring's room is what is watched.
"""

import random

import pytest

from boxcars.link.exchange import UNDER_WAY_MAX
from firmware.tests.link_rig import TO_BOARD, rig
from shaker.link.sizes import COMMAND_WINDOW, PAYLOAD_SIZE_MAX, STUFFED_SIZE_MAX

RING_SIZE = 8192
LONGEST = ("setting", {"setting": 1, "value": b"\x01" * (PAYLOAD_SIZE_MAX - 1)})


class _Erasing:
    """Lets the board stand still for `busy_s` after every `free` turns of its loop."""

    def __init__(self, line, busy_s, free):
        self.most = 0  # bytes that had come at once
        self.stall_count = 0
        self._line = line
        self._busy_s = busy_s
        self._free = free
        self._turns = 0
        self._until = 0.0
        self._poll = line.board.hub.poll
        line.board.hub.poll = self.poll

    def poll(self):
        self.most = max(self.most, len(self._line.board.port.incoming))
        now = self._line.clock.now_s
        if now < self._until:
            return
        self._poll()
        self._turns += 1
        if self._turns % self._free == 0:
            self._until = now + self._busy_s
            self.stall_count += 1


def test_a_window_of_the_longest_frames_is_the_credit():
    assert UNDER_WAY_MAX == COMMAND_WINDOW * (STUFFED_SIZE_MAX + 2) == 5160
    assert UNDER_WAY_MAX < RING_SIZE * 2 // 3


@pytest.mark.parametrize(
    ("busy_s", "free"), [(0.045, 1), (0.4, 1), (0.4, 7), (0.8, 7), (1.3, 7), (2.5, 9)]
)
def test_erases_one_after_the_other_never_fill_the_ring(busy_s, free):
    """Also when several in a row take longer than the host waits for an answer."""
    line, link = rig(baud=921600, reconnect_s=60.0)
    link.connect()
    erasing = _Erasing(line, busy_s, free)
    answers = link.perform_all([LONGEST] * 40)
    assert answers == [{}] * 40
    assert erasing.stall_count >= 3
    assert 2000 < erasing.most <= RING_SIZE
    assert line.board.ledger.performed == 40
    assert link.reconnect_count == 0


@pytest.mark.parametrize("seed", range(5))
def test_a_bad_line_beside_it_does_not_make_the_host_send_more(seed):
    """Lost commands are asked for by naks: what was sent before and not read counts."""
    dice = random.Random(seed)
    line, link = rig(baud=921600, reconnect_s=60.0)
    link.connect()
    line.faults = lambda way, chunk: [] if way == TO_BOARD and dice.random() < 0.15 else [chunk]
    erasing = _Erasing(line, 0.4, 4)
    assert link.perform_all([LONGEST] * 40) == [{}] * 40
    assert erasing.most <= RING_SIZE
    assert line.board.ledger.performed == 40


def test_a_board_that_says_nothing_gets_one_frame_more_at_a_time():
    line, link = rig(baud=921600, hello_s=0.5, reconnect_s=0.0)
    link.connect()
    line.board.hub.poll = lambda: None
    with pytest.raises(Exception, match="does not answer"):
        link.perform_all([LONGEST] * COMMAND_WINDOW)
    frame = len(line.board.port.incoming) / (COMMAND_WINDOW + 7)
    assert frame == pytest.approx(STUFFED_SIZE_MAX, abs=3)
