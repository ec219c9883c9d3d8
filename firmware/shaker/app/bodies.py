"""From the table to the body of a signed record, and what of it the meters count.

Wagers before the roll, what the close returned, lines after it. Betting may close a while before
the roll: `Closing` keeps the wagers as they were and what came back, until the record takes them.
"""

from array import array

from micropython import const
from shaker.app import book, doors, meters
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
    SUMS,
    seat_at,
)
from shaker.limits import SEATS_MAX
from shaker.octets.kernels import move
from shaker.octets.view import bytes_of
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
CHANGE_SETTING = const(11)
UNCOUNTED = (KEY_USED, KEY_REFUSED, EXERCISED)  # they change nothing

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
    "setting",
)

# What a power loss says by its reason, beside the brown-out of a shake.
NO_OUTCOME = const(0)
OUTCOME = const(1)  # one was there, or there is no table
ON_REQUEST = const(2)  # no power was lost: somebody had the board start again

_PAPER = (0, 0, 64, 128, 192)  # where the digests of a change lie among the papers
_OWED = (
    0,
    book.OWED_IMAGE,
    0,
    book.OWED_LIMITS,
    book.OWED_TABLE,
    book.OWED_CHANGE,
    book.OWED_DICE,
    book.OWED_LOCK,
    0,
    0,
    0,
    book.OWED_CHANGE,
)
_PLACE_MAX = const(1 << 20)
BODY_SIZE_MAX = SEATS_MAX * SPOT_COUNT * (body.SIZE_WAGER + body.SIZE_LINE)


class Closing:
    """Wagers before the close and what it gave back.

    While nothing is kept, its places hold a past that is looked at: memory is scarce.
    """

    def __init__(self):
        self._state = array("i", bytes(4 * STATE_WORDS))
        self._heads = array("i", bytes(4 * SEATS_MAX * SPOT_COUNT))
        self._credits = array("i", bytes(4 * SEATS_MAX * SPOT_COUNT))
        self.count = 0
        self._is_lent = False
        self._places = (bytes_of(self._state), bytes_of(self._heads), bytes_of(self._credits))

    def before(self, state):
        """Betting is about to close: keep the wagers as they are."""
        if self.count == 0:
            self._is_lent = False
            for index in range(STATE_WORDS):
                self._state[index] = state[index]

    def lay_aside(self, parts):
        """Keep the bytes of a table, a book and papers until the next close needs the places."""
        assert self.count == 0
        _copy(self._places[0], parts[0])
        _copy(self._places[1], parts[1])
        _copy(self._places[2], parts[2])
        self._is_lent = True

    def take_back(self, parts):
        """Give them back; False if a close has used their places since."""
        if not self._is_lent:
            return False
        self._is_lent = False
        _fill(parts[0], self._places[0])
        _fill(parts[1], self._places[1])
        _fill(parts[2], self._places[2])
        return True

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

    def wagers_before(self, state):
        """The wagers before the close if it returned any, else those that stand."""
        return self._state if self.count else state


def _copy(place, part):
    size = len(part)
    move(place, 0, part, 0, size)


def _fill(part, place):
    size = len(part)
    move(part, 0, place, 0, size)


class Lister:
    """Puts wagers, returns and lines into the body of a record. Its own words keep frames small:
    a frame of more than eleven would take heap."""

    def __init__(self, stream):
        self._stream = stream
        self._seat = 0
        self._spot = 0
        self._craps = 0
        self._at = 0

    def add_wagers(self, state):
        """Every standing wager, by seat and canonical spot."""
        self._seat = 0
        while self._seat < state[SEATS]:
            self._at = seat_at(self._seat)
            for spot in range(SPOT_COUNT):
                if state[self._at + spot]:
                    self._spot = spot
                    self._craps = state[self._at + CRAPS_PART] if spot == C_AND_E else 0
                    self._add_wager(state[self._at + spot])
            self._seat += 1

    def _add_wager(self, word):
        stake = word & STAKE_MASK
        self._stream.add_wager(self._seat, self._spot, word >> CALL_SHIFT, stake, self._craps)

    def _add_return(self, head, credit):
        self._stream.add_return(head >> HEAD_SEAT, head & NO_SPOT, credit)

    def add_returned(self, result):
        """What came back without a roll."""
        line = LINE_AT
        while line < LINE_AT + LINE_WORDS * result[RETURNED]:
            self._add_return(result[line], result[line + 4])
            line += LINE_WORDS

    def add_closed(self, closing):
        """What the close gave back."""
        for index in range(closing.count):
            self._add_return(closing.head(index), closing.credit(index))

    def add_all_returned(self, closing, result):
        """What the close gave back and what a void returns, merged in order of seat and spot."""
        self._at = 0
        line = LINE_AT
        while line < LINE_AT + LINE_WORDS * result[RETURNED]:
            self._add_closed_before(closing, _place(result[line]))
            self._add_return(result[line], result[line + 4])
            line += LINE_WORDS
        self._add_closed_before(closing, _PLACE_MAX)

    def _add_closed_before(self, closing, place):
        while self._at < closing.count and _place(closing.head(self._at)) < place:
            self._add_return(closing.head(self._at), closing.credit(self._at))
            self._at += 1

    def add_lines(self, result):
        """What the roll did."""
        self._at = LINE_AT + LINE_WORDS * result[RETURNED]
        for _ in range(result[RESULTS]):
            self._begin_line(result[self._at])
            self._end_line(result, self._at)
            self._at += LINE_WORDS

    def _begin_line(self, head):
        outcome, to = head >> HEAD_OUTCOME & 7, head >> HEAD_TO & NO_SPOT
        self._stream.begin_line(head >> HEAD_SEAT, head & NO_SPOT, outcome, to)

    def _end_line(self, result, at):
        self._stream.end_line(result[at + 1], result[at + 2], result[at + 3], result[at + 4])


def _place(head):
    return head >> HEAD_SEAT << 7 | head & NO_SPOT


def count_stakes(state, seat):
    """How many wagers of a seat stand."""
    count = 0
    at = seat_at(seat)
    for spot in range(SPOT_COUNT):
        if state[at + spot]:
            count += 1
    return count


def count_door(words, door):
    """Meter an opening; of lid or tilt it disturbs dice that are still to be read."""
    meters.count(words, meters.DOORS)
    if words[book.PHASE] == book.RESTED and (door == doors.LID or door == doors.TILT):
        words[book.DISTURBED] = 1


def count_returned(words, result):
    """Meter what came back without a roll."""
    line = LINE_AT
    while line < LINE_AT + LINE_WORDS * result[RETURNED]:
        meters.add(words, meters.OUT, result[line + 4])
        line += LINE_WORDS


def count_credits(words, result):
    """Meter what the lines credit, seat by seat, and what of it was won."""
    at = SUMS
    while at < SUMS + 2 * SEATS_MAX:
        meters.add_limbs(words, meters.OUT, result[at], result[at + 1])
        at += 2
    count_won(words, result)


def count_won(words, result):
    """Meter what wagers won beyond their stakes."""
    line = LINE_AT + LINE_WORDS * result[RETURNED]
    end = line + LINE_WORDS * result[RESULTS]
    while line < end:
        if result[line] >> HEAD_OUTCOME & 7 == OUTCOME_WIN and result[line + 2] > 0:
            meters.add(words, meters.WON, result[line + 2])
        line += LINE_WORDS


def add_change(stream, detail, papers, digest_buf):
    """The digests of a change, before it and after it, where there are any."""
    if CHANGE_IMAGE <= detail <= CHANGE_TABLE:
        paper = _PAPER[detail]
        move(digest_buf, 0, papers, paper + 32, 32)
        stream.add_digest(detail, False, digest_buf)
        move(digest_buf, 0, papers, paper, 32)
        stream.add_digest(detail, True, digest_buf)


def keeps_outcome(reason):
    """Does a start for that reason leave players no choice (MBS 5.9)?"""
    return reason in (OUTCOME, ON_REQUEST)


def owed_of(detail):
    """The debt that a program event of this detail pays."""
    return _OWED[detail] if detail < len(_OWED) else 0


def is_seven_out(event):
    """Tell whether the shooter has to pass the dice."""
    return event == EVENT_SEVEN_OUT


def next_shooter(state, shooter):
    """Seat + 1 of the next seat clockwise with a line bet; 0, the house, if there is none."""
    for _ in range(state[SEATS]):
        shooter = shooter + 1 if shooter < state[SEATS] else 1
        if has_line_bet(state, shooter - 1):
            return shooter
    return 0


def has_line_bet(state, seat):
    """A wager on the Pass Line or the Don't Pass makes a seat eligible (RWS 3.6)."""
    at = seat_at(seat)
    return state[at + PASS] != 0 or state[at + DONT_PASS] != 0
