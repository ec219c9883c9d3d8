"""Messages for technicians that only look: meters, the last rounds, logs, values of the parts."""

import gc

from micropython import const
from shaker.app import book, logbook, meters
from shaker.app.recall import Recall
from shaker.core.codes import OK
from shaker.journal.wear import Wear
from shaker.link import codes, messages

_METER_SIZE = const(9)
_WIDE_ROWS = const(4)
_METER_ROWS = const(60)  # 4 amounts and 56 counts

# ---- what a diagnostic value is of
SELF_TEST = const(1)
NOISE = const(2)
MEMORY_REBUILT = const(3)
MOTOR_MA = const(4)
LID = const(5)
CABINET_DOOR = const(6)
LOGIC_DOOR = const(7)
TILT = const(8)
FLASH_ERASES_MAX = const(9)
FLASH_BAD = const(10)
FLASH_USED_PERMILLE = const(11)
ROUNDS_LEFT = const(12)
JOURNAL_FREE = const(13)
UPTIME_S = const(14)
STEPS_REPLAYED = const(15)
SENSOR_LEFT = const(16)
SENSOR_RIGHT = const(17)
DICE_SHAKES = const(18)
ALARM = const(19)
HEAP_FREE = const(20)
SHAKE_STATE = const(21)  # of the last shake of this start, in a round or in test mode
SHAKE_REASON = const(22)
SHAKE_TACH = const(23)
SHAKE_WORK_MJ = const(24)
SHAKE_SETTLE_MS = const(25)
MARGIN_LEFT = const(26)
MARGIN_RIGHT = const(27)
NO_ROLLS_OF_HUNDRED = const(28)  # so far

WORDS = (
    "",
    "self-test",
    "noise",
    "memory-rebuilt",
    "motor-ma",
    "lid",
    "cabinet-door",
    "logic-door",
    "tilt",
    "flash-erases-max",
    "flash-bad",
    "flash-used-permille",
    "rounds-left",
    "journal-free",
    "uptime-s",
    "steps-replayed",
    "sensor-left",
    "sensor-right",
    "dice-shakes",
    "alarm",
    "heap-free",
    "shake-state",
    "shake-reason",
    "shake-tach",
    "shake-work-mj",
    "shake-settle-ms",
    "margin-left",
    "margin-right",
    "no-rolls-of-hundred",
)
GOOD = const(0)
LOOK = const(1)  # a person should look at it
BAD = const(2)


class ServiceCommands:
    """`board` is the controller."""

    def __init__(self, board):
        self._board = board
        self._book = board.ledger.book
        self._logs = board.ledger.logs
        self._recall = Recall(board.archive, board.ring, board.scratch_buf)
        self._wear = Wear(board.ring)
        self.performers = {}
        self.askers = {
            messages.METERS: self._meters,
            messages.RECALL: self._recall_step,
            messages.LOG: self._log,
            messages.DIAGNOSTICS: self._diagnostics,
        }

    def _meters(self, request):
        """Rows: the amounts of two words, then the counts of one."""
        index, reply, words = request.fields.u8(), request.reply, self._book
        reply.u8(_METER_ROWS)
        while index < _METER_ROWS and reply.room() >= _METER_SIZE:
            wide = index < _WIDE_ROWS
            meter = book.METERS + (2 * index if wide else index + _WIDE_ROWS)
            reply.u8(meter)
            reply.u30(words[meter])
            reply.u30(words[meter + 1] if wide else 0)
            index += 1
        return OK

    def _recall_step(self, request):
        """One step of a round; round 0 asks for the newest."""
        if self._board.shaker.motor.is_on:
            return codes.E_MOTION
        number, index, recall = request.fields.u30(), request.fields.u16(), self._recall
        reply = request.reply
        newest = self._book[book.ROUND]
        number = number if number else newest
        if number < recall.oldest() or number > newest:
            return codes.E_GONE
        count = recall.count(number) if index == 0 else 0
        if not recall.find(number, index):
            return codes.E_GONE
        reply.u30(number)
        reply.u30(recall.oldest())
        reply.u30(newest)
        reply.u16(count)
        reply.u16(index)
        reply.u8(recall.kind)
        reply.u30(0)
        reply.copy(recall.step_buf, 0, min(recall.size, reply.room()))
        return OK

    def _log(self, request):
        """An entry of a log: its sequence, then reason and detail."""
        log, index, reply = request.fields.u8(), request.fields.u30(), request.reply
        if log >= logbook.LOG_COUNT:
            return codes.E_VALUE
        total = logbook.count(self._logs, log)
        kept = min(total, logbook.ENTRIES)
        index = min(index, kept)
        at = logbook.entry_at(self._logs, log, total - kept + index)
        reply.u30(kept)
        reply.u30(index)
        reply.u8(log)
        self._add_word(reply, at, 1)
        self._add_word(reply, at, 2)
        self._add_word(reply, at, 3)
        self._add_word(reply, at, 0)
        return OK

    def _add_word(self, reply, at, word):
        reply.u30(self._logs[at + word] if at >= 0 else 0)

    # -- values ------------------------------------------------------------------------------

    def _diagnostics(self, request):
        index, reply = request.fields.u8(), request.reply
        if index == 0 and not self._board.shaker.is_busy:  # it takes as long as a frame or two
            self._wear.survey()
        reply.u8(len(WORDS) - 1)
        reply.u8(index)
        what = index + 1
        while what < len(WORDS) and reply.room() >= 6:
            value = self.value(what)
            reply.u8(what)
            reply.u8(self._verdict(what, value))
            reply.s30(value)
            what += 1
        return OK

    def value(self, what):
        """What there is to say of one of `WORDS`."""
        board = self._board
        switches = board.shaker.switches
        if what <= MOTOR_MA:
            return self._inner(what)
        if what == LID:
            return switches.lid.is_open
        if what == CABINET_DOOR:
            return switches.cabinet_door.is_open
        if what == LOGIC_DOOR:
            return switches.logic_door.is_open
        if what == TILT:
            return switches.tilt.is_open
        if what <= JOURNAL_FREE:
            return self._flash(what)
        if what == UPTIME_S:
            return board.clock.seconds
        if what == STEPS_REPLAYED:
            return board.recovery.step_count
        if what in (SENSOR_LEFT, SENSOR_RIGHT):
            return self._sensor(what - SENSOR_LEFT)
        if what == HEAP_FREE:
            return gc.mem_free()
        if what >= SHAKE_STATE:
            return self._shake(what)
        return self._book[meters.DICE_SHAKES if what == DICE_SHAKES else meters.ALARM]

    def _sensor(self, chamber):
        """Its error; 0 where there is none."""
        chambers = self._board.shaker.chambers
        return chambers[chamber].sensor.error if chamber < len(chambers) else 0

    def _inner(self, what):
        board = self._board
        if what == SELF_TEST:
            return board.tested.failed
        if what == NOISE:
            return board.noise.code
        if what == MEMORY_REBUILT:
            return board.scribe.guard.rebuilt_count
        return board.shaker.motor.current_ma

    def _shake(self, what):
        shaker = self._board.shaker
        evidence = shaker.evidence
        if what == SHAKE_STATE:
            return shaker.state
        if what == SHAKE_REASON:
            return evidence.reason
        if what == SHAKE_TACH:
            return evidence.tach_count
        if what == SHAKE_WORK_MJ:
            return evidence.motor_work_mj
        if what == SHAKE_SETTLE_MS:
            return evidence.settle_ms
        if what == MARGIN_LEFT:
            return evidence.margin_a
        if what == MARGIN_RIGHT:
            return evidence.margin_b
        return self._book[meters.WINDOW_NO_ROLLS]

    def _flash(self, what):
        wear = self._wear
        if what == FLASH_ERASES_MAX:
            return wear.erases_max
        if what == FLASH_BAD:
            return wear.bad
        if what == FLASH_USED_PERMILLE:
            return wear.used_permille()
        if what == ROUNDS_LEFT:
            return wear.left_of(self._book[book.ROUND])
        return self._board.ring.free_bytes()

    def _verdict(self, what, value):
        if what in (SELF_TEST, NOISE, SENSOR_LEFT, SENSOR_RIGHT):
            return BAD if value else GOOD
        if what in (MEMORY_REBUILT, FLASH_BAD, LID, CABINET_DOOR, LOGIC_DOOR, TILT, ALARM):
            return LOOK if value else GOOD
        if what == FLASH_USED_PERMILLE:
            return LOOK if value > 800 else GOOD
        return GOOD
