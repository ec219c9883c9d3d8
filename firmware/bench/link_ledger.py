"""A small controller behind the link, for both Pythons and the board: a ledger and some records.

It has no rules: a bet adds to a spot, a record's bytes follow from its sequence. Nothing here
allocates once it is made, so whatever the heap gates find is the link's.
"""

from array import array

from shaker.link import messages
from shaker.link.codes import E_ANSWER_LOST, E_KEY, E_ROLLED_BACK, E_UNSUPPORTED, OK
from shaker.octets.kernels import equal, move

SEATS = 8
SPOTS = 96
E_SEAT = 2  # of the core
PATTERN_SIZE = 2048
_PATTERN = bytes([(7 * i + (i >> 5) * 13 + 1) & 255 for i in range(PATTERN_SIZE)]) * 2


def record_size(sequence):
    return 320 + sequence * 37 % 900


def record_bytes(sequence):
    """What the record of a sequence is, on any side."""
    start = sequence * 61 % PATTERN_SIZE
    return _PATTERN[start : start + record_size(sequence)]


class Records:
    """The source of the record stream. `count` records exist, those from `first` on are kept.

    With `lets_go` what is acknowledged goes at once.
    """

    def __init__(self):
        self.count = 0
        self.first = 0
        self.acked = -1
        self.ack_calls = 0
        self.lets_go = False
        self._start = 0

    def oldest(self):
        return self.first

    def newest(self):
        return self.count - 1

    def acknowledged(self):
        return self.acked

    def size_of(self, sequence):
        assert self.first <= sequence < self.count
        return record_size(sequence)

    def read_into(self, sequence, offset, buf, at, size):
        self._start = sequence * 61 % PATTERN_SIZE + offset
        self._copy(buf, at, size)  # five arguments more would put this frame on the heap
        return size

    def _copy(self, buf, at, size):
        move(buf, at, _PATTERN, self._start, size)

    def acknowledge(self, sequence):
        assert self.acked < sequence < self.count
        self.acked = sequence
        self.ack_calls += 1
        if self.lets_go:
            self.first = sequence + 1
        return OK


class Ledger:
    """The handler."""

    def __init__(self, device=b"DEVICE01", boot=1, nonces=1):
        self.device = device
        self.image = bytes(range(32))
        self.rules = bytes(32)
        self.head = bytearray(range(100, 132))
        self.build = 0
        self.boot = boot
        self.events = None  # set it to have an event for each bet
        self.totals = array("i", bytes(4 * SEATS * SPOTS))
        self.performed = 0
        self.last = 0
        self.is_faulted = 0
        self.is_locked = 0
        self.begun_count = 0
        self.lost_count = 0
        self.sequence = 1 << 29  # what `remembered` compares with
        self._seed = nonces
        self._key = b"\x11" * 8
        self._perform = {
            messages.BET: self._bet,
            messages.TAKE: self._take,
            messages.CLOSE: self._close,
            messages.CLEAR_FAULT: self._clear,
            messages.SETTING: self._setting,
        }

    def line(self):
        return b"boxcars bench 0.0.0 TEST sha256:00\r\n"

    def locked(self):
        return self.is_locked

    def faulted(self):
        return self.is_faulted

    def allows(self, authorities, place):
        return (place == messages.HOST_PORT and authorities & messages.HOST) or not self.is_locked

    def may_acknowledge(self, place):
        return True

    def nonce_into(self, buf, at, size):
        for index in range(size):
            self._seed = (self._seed * 75 + 74) % 65537
            buf[at + index] = self._seed >> 3 & 255
        return OK

    def remembered(self, boot, sequence, buf, at):
        if boot > self.boot or sequence > self.sequence:
            return E_ROLLED_BACK
        if sequence == self.sequence and not equal(buf, at, self.head, 0, 32):
            return E_ROLLED_BACK
        return OK

    def last_command(self, place):
        return self.last

    def answer_again(self, request):
        return E_ANSWER_LOST

    def begun(self, place):
        self.begun_count += 1

    def lost(self, place):
        self.lost_count += 1

    def verify(self, authority, key, signature, signed, size):
        return OK if key[0] == self._key[0] else E_KEY

    def perform(self, request):
        if request.message not in self._perform:
            return E_UNSUPPORTED
        code = self._perform[request.message](request)
        if code == OK:
            self.performed += 1
            self.last = request.number
        return code

    def _bet(self, request):
        fields, reply = request.fields, request.reply
        seat = fields.u8()
        spot = fields.u8()
        amount = fields.s30()
        if seat >= SEATS or spot >= SPOTS or amount < 0:
            return E_SEAT
        self.totals[SPOTS * seat + spot] += amount
        reply.u8(seat)
        reply.u8(spot)
        reply.u30(amount)
        amount = self.totals[SPOTS * seat + spot]
        reply.u30(amount)
        if self.events is not None:
            self._tell(seat, amount)
        return OK

    def _tell(self, seat, total):
        event = self.events.begin(messages.DIAGNOSTIC_EVENT)
        event.u8(seat)
        event.s30(total)
        self.events.post()

    def _take(self, request):
        seat = request.fields.u8()
        spot = request.fields.u8()
        if seat >= SEATS:
            return E_SEAT
        request.reply.u8(seat)
        request.reply.u8(spot)
        request.reply.u30(self.totals[SPOTS * seat + spot])
        request.reply.u30(0)
        self.totals[SPOTS * seat + spot] = 0
        return OK

    def _close(self, request):
        request.reply.u30(1)
        request.reply.u16(0)
        return OK

    def _clear(self, request):
        self.is_faulted = 0
        return OK

    def _setting(self, request):
        return OK

    def ask(self, request):
        if request.message != messages.STATE:
            return E_UNSUPPORTED
        reply = request.reply
        reply.u30(self.performed)
        reply.u30(1)
        reply.zeros(5)
        reply.u16(0)
        reply.u30(0)
        reply.u16(self._count())
        index = request.fields.u16()
        reply.u16(index)
        self._stakes(reply, index)
        return OK

    def _count(self):
        count = 0
        for place in range(SEATS * SPOTS):
            if self.totals[place]:
                count += 1
        return count

    def _stakes(self, reply, index):
        for place in range(SEATS * SPOTS):
            if self.totals[place]:
                if index <= 0 and reply.room() >= 11:
                    self._stake(reply, place)
                index -= 1

    def _stake(self, reply, place):
        reply.u8(place // SPOTS)
        reply.u8(place % SPOTS)
        reply.u8(0)
        reply.u30(self.totals[place])
        reply.u30(0)
