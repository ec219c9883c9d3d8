"""What one unit's chambers are like: taken with its own sensors, kept on flash, used from then on.

Two steps for each chamber, by a technician, while no wager stands: the empty chamber gives the
floor by which swapped sensors are found, and a die that lies flat in it gives the size and the
contrast that the reader goes by. Nothing here allocates: a table may be open.
"""

import time

from micropython import const
from shaker.app import bodies, book
from shaker.app.vault import CALIBRATION_SIZE_MAX
from shaker.core.codes import OK
from shaker.dice import reasons, states
from shaker.dice.sensor import OK as SENSOR_OK
from shaker.link import codes, messages
from shaker.seal.record import KIND_PROGRAM

STEP_FLOOR = const(0)  # the chamber is empty
STEP_DIE = const(1)  # a die lies flat in it
FRAME_COUNT = const(3)  # golden frames of a step
_FLOOR_AT = const(64)  # behind the data of a gauge
_LIGHT_MS = const(2)
_SETTING = const(16)  # what a program event calls the left chamber's; the right one's is next


class CalibrationCommands:
    """`board` is the controller; nothing is calibrated before `use` has reader and gauge."""

    def __init__(self, board, reader=None, gauge=None):
        self._board = board
        self._vault = board.vault
        self._shaker = board.shaker
        self._reader = reader
        self._gauge = gauge
        self.performers = {messages.CALIBRATE: self._calibrate}
        self.askers = {}

    def use(self, reader, gauge, golden):
        """Take what is kept of this unit into use; `golden` has this as its store."""
        self._reader = reader
        self._gauge = gauge
        self._shaker.golden = golden
        self._use_size()

    def part_into(self, buf, chamber, offset, size):
        """A part of the floor of an empty chamber: how much of it there is."""
        return self._vault.calibration_into(buf, chamber, _FLOOR_AT + offset, size)

    def floor_size(self, chamber):
        """Bytes of that floor, 0 if there is none."""
        return max(self._vault.size_of(chamber) - _FLOOR_AT, 0)

    def _use_size(self):
        """Dice are as large as in the mean of both chambers; 0 until both are known."""
        left, right = self._edge(0), self._edge(1)
        self._reader.die_px = left + right + 16 >> 5 if left and right else 0

    def _edge(self, chamber):
        """Of a die in that chamber, in sixteenths of a pixel; 0 if it is not known."""
        data = self._gauge.data_buf
        size = self._vault.calibration_into(data, chamber, 0, _FLOOR_AT)
        return self._gauge.edge() if size == _FLOOR_AT else 0

    def _calibrate(self, request, command):
        chamber, step = request.fields.u8(), request.fields.u8()
        if self._reader is None or self._floor_end() > CALIBRATION_SIZE_MAX:
            return codes.E_UNSUPPORTED
        if chamber > 1 or step > STEP_DIE:
            return codes.E_VALUE
        code = self._may()
        if code == OK:
            code = self._take(chamber, step)
            self._shaker.light.off()
        if code == OK:
            code = self._keep(chamber, step)
        self._shaker.golden.find()
        self._use_size()
        if code != OK:
            return code
        request.reply.u8(self._gauge.margin if step == STEP_DIE else 255)
        request.reply.u30(self._vault.size_of(chamber))
        return self._record(command, chamber)

    def _floor_end(self):
        return _FLOOR_AT + self._reader.width * self._reader.height

    def _may(self):
        """Between rounds only, while nothing moves and the change can be recorded."""
        board = self._board
        phase = board.ledger.book[book.PHASE]
        if self._shaker.motor.is_on or states.IDLE < self._shaker.state < states.DONE:
            return codes.E_MOTION
        if phase not in (book.IDLE, book.BETTING, book.WAITING):
            return codes.E_BUSY
        if board.scribe.chain is not None and not board.registrar.is_ready:
            return codes.E_BUSY
        return codes.E_STAKES if board.desk.has_stakes() else OK

    def _record(self, command, chamber):
        """A program event, if the board can record anything yet."""
        if self._board.scribe.chain is None:
            return OK
        return self._board.registrar.record(
            command, KIND_PROGRAM, _SETTING + chamber, bodies.CHANGE_SETTING
        )

    def _take(self, index, step):
        """Golden frames, then one without light."""
        chamber = self._shaker.chambers[index]
        chamber.begin()
        self._gauge.begin()
        self._shaker.light.on()
        time.sleep_ms(_LIGHT_MS)
        for _ in range(FRAME_COUNT):
            if chamber.sensor.capture() != SENSOR_OK:
                return codes.E_SELF_TEST
            if not (self._see_floor(chamber) if step == STEP_FLOOR else self._see_die(chamber)):
                return codes.E_STATE  # not what this step needs
        self._shaker.light.off()
        time.sleep_ms(_LIGHT_MS)
        if chamber.sensor.capture() != SENSOR_OK or chamber.see_dark():
            return codes.E_SELF_TEST
        return OK

    def _see_floor(self, chamber):
        chamber.see_tumble()  # the darkest of each pixel, as a shake shows it
        return self._reader.read(chamber.sensor.frame_buf) == reasons.MISSING

    def _see_die(self, chamber):
        return self._gauge.see(chamber.sensor.frame_buf) == OK

    def _keep(self, index, step):
        chamber = self._shaker.chambers[index]
        if step == STEP_FLOOR:
            return self._write(index, _FLOOR_AT, chamber.floor_buf)
        self._gauge.finish(chamber.sensor.frame_buf, 0)
        return self._write(index, 0, self._gauge.data_buf)

    def _write(self, index, offset, buf):
        if self._vault.set_calibration(index, offset, buf, len(buf)):
            return codes.E_FLASH
        return OK
