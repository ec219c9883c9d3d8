"""From the table to the body of a signed record, and what of it the meters count.

Wagers before the roll, what the close returned, lines after it. Betting may close a while before
the roll: `Closing` keeps the wagers as they were and what came back, until the record takes them.
"""

from array import array

from micropython import const
from shaker.app import book, meters
from shaker.core.codes import EVENT_SEVEN_OUT, OUTCOME_WIN
from shaker.core.spots import C_AND_E, DONT_PASS, NO_SPOT, PASS, SPOT_COUNT
from shaker.core.state import (
    CALL_SHIFT,
    CRAPS_PART,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_AT,
    LINE_WORDS,
    RESULTS,
    RETURNED,
    SEATS,
    STAKE_MASK,
    STATE_WORDS,
    seat_at,
)
from shaker.limits import SEATS_MAX
from shaker.octets.kernels import move
from shaker.seal import body

# What a program event says by its detail.
CHANGE_IMAGE = const(1)
CHANGE_RULE_BOOK = const(2)
CHANGE_LIMITS = const(3)
CHANGE_TABLE = const(4)
CHANGE_KEYS = const(5)  # a technician's key was added or revoked
CHANGE_DICE = const(6)
CHANGE_LOCK = const(7)
KEY_USED = const(8)
KEY_REFUSED = const(9)
EXERCISED = const(10)  # the motor was moved in test mode

CHANGE_WORDS = (
    "",
    "image",
    "rule-book",
    "limits",
    "table",
    "keys",
    "dice",
    "lock",
    "key-used",
    "key-refused",
    "exercised",
)

_PAPER = (0, 0, 64, 128, 192)  # where the digests of a change lie among the papers
_OWED = (0, book.OWED_IMAGE, 0, book.OWED_LIMITS, book.OWED_TABLE)
BODY_SIZE_MAX = SEATS_MAX * SPOT_COUNT * (body.SIZE_WAGER + body.SIZE_LINE)


class Closing:
    """Wagers before the close and what it gave back."""

    def __init__(self):
        self._state = array("i", bytes(4 * STATE_WORDS))
        self._heads = array("i", bytes(4 * SEATS_MAX * SPOT_COUNT))
        self._credits = array("i", bytes(4 * SEATS_MAX * SPOT_COUNT))
        self.count = 0

    def before(self, state):
        """Betting is about to close: keep the wagers as they are."""
        if self.count == 0:
            for index in range(STATE_WORDS):
                self._state[index] = state[index]

    def keep(self, result):
        """Keep what the close returned; a second close returns nothing and changes nothing."""
        for index in range(result[RETURNED]):
            line = LINE_AT + LINE_WORDS * index
            self._heads[index] = result[line]
            self._credits[index] = result[line + 4]
        if result[RETURNED]:
            self.count = result[RETURNED]

    def head(self, index):
        """Seat and spot of what was returned, as the head of a line."""
        return self._heads[index]

    def credit(self, index):
        """What came back for it."""
        return self._credits[index]

    def forget(self):
        """The round is over, or the wagers are no longer those that were closed."""
        self.count = 0

    def add_wagers(self, stream, state):
        """The wagers before the close if it returned any, else those that stand."""
        add_wagers(stream, self._state if self.count else state)

    def add_returned(self, stream):
        """What the close gave back."""
        for index in range(self.count):
            head = self._heads[index]
            stream.add_return(head >> HEAD_SEAT, head & NO_SPOT, self._credits[index])

    def add_all_returned(self, stream, result):
        """What the close gave back and what a void returns, merged in order of seat and spot."""
        at = 0
        for index in range(result[RETURNED]):
            line = LINE_AT + LINE_WORDS * index
            place = _place(result[line])
            while at < self.count and _place(self._heads[at]) < place:
                self._add(stream, at)
                at += 1
            stream.add_return(place >> 7, place & NO_SPOT, result[line + 4])
        while at < self.count:
            self._add(stream, at)
            at += 1

    def _add(self, stream, at):
        place = _place(self._heads[at])
        stream.add_return(place >> 7, place & NO_SPOT, self._credits[at])


def _place(head):
    return head >> HEAD_SEAT << 7 | head & NO_SPOT


def add_wagers(stream, state):
    """Every standing wager, by seat and canonical spot."""
    for seat in range(state[SEATS]):
        at = seat_at(seat)
        for spot in range(SPOT_COUNT):
            word = state[at + spot]
            if word:
                craps = state[at + CRAPS_PART] if spot == C_AND_E else 0
                stream.add_wager(seat, spot, word >> CALL_SHIFT, word & STAKE_MASK, craps)


def add_returned(stream, result):
    """What came back without a roll."""
    for index in range(result[RETURNED]):
        line = LINE_AT + LINE_WORDS * index
        head = result[line]
        stream.add_return(head >> HEAD_SEAT, head & NO_SPOT, result[line + 4])


def add_lines(stream, result):
    """What the roll did."""
    for index in range(result[RETURNED], result[RETURNED] + result[RESULTS]):
        line = LINE_AT + LINE_WORDS * index
        head = result[line]
        outcome, to = head >> HEAD_OUTCOME & 7, head >> HEAD_TO & NO_SPOT
        stream.begin_line(head >> HEAD_SEAT, head & NO_SPOT, outcome, to)
        stream.end_line(result[line + 1], result[line + 2], result[line + 3], result[line + 4])


def count_returned(words, result):
    """Meter what came back without a roll."""
    for index in range(result[RETURNED]):
        meters.add(words, meters.OUT, result[LINE_AT + LINE_WORDS * index + 4])


def count_won(words, result):
    """Meter what wagers won beyond their stakes."""
    for index in range(result[RETURNED], result[RETURNED] + result[RESULTS]):
        line = LINE_AT + LINE_WORDS * index
        if result[line] >> HEAD_OUTCOME & 7 == OUTCOME_WIN and result[line + 2] > 0:
            meters.add(words, meters.WON, result[line + 2])


def add_change(stream, detail, papers, digest_buf):
    """The digests of a change, before it and after it, where there are any."""
    if CHANGE_IMAGE <= detail <= CHANGE_TABLE:
        paper = _PAPER[detail]
        move(digest_buf, 0, papers, paper + 32, 32)
        stream.add_digest(detail, False, digest_buf)
        move(digest_buf, 0, papers, paper, 32)
        stream.add_digest(detail, True, digest_buf)


def owed_of(detail):
    """The debt that a program event of this detail pays."""
    return _OWED[detail] if detail < len(_OWED) else 0


def is_seven_out(event):
    """Tell whether the shooter has to pass the dice."""
    return event == EVENT_SEVEN_OUT


def next_shooter(state, shooter):
    """Seat + 1 of the next seat clockwise with a line bet; 0, the house, if there is none."""
    seats = state[SEATS]
    for step in range(1, seats + 1):
        seat = (shooter - 1 + step) % seats
        if has_line_bet(state, seat):
            return seat + 1
    return 0


def has_line_bet(state, seat):
    """A wager on the Pass Line or the Don't Pass makes a seat eligible (RWS 3.6)."""
    at = seat_at(seat)
    return state[at + PASS] != 0 or state[at + DONT_PASS] != 0
