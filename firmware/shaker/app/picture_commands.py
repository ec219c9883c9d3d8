"""Messages for eyes: what the sensor of a chamber sees, between rounds, in parts."""

import time

from micropython import const
from shaker.app import book
from shaker.core.codes import OK
from shaker.dice.sensor import OK as SENSOR_OK
from shaker.link import codes, messages

_LIGHT_MS = const(2)  # from switching the light to a frame that shows it
_CHAMBERS = const(2)


class PictureCommands:
    """`board` is the controller. A picture moves nothing and counts nowhere."""

    def __init__(self, board):
        self._board = board
        self._book = board.ledger.book
        self._shaker = board.shaker
        self.performers = {}
        self.askers = {messages.PICTURE: self._picture, messages.PART: self._part}

    def _picture(self, request):
        """Take a frame of a chamber, with the light on or off."""
        chamber, light = request.fields.u8(), request.fields.u8()
        if chamber >= _CHAMBERS:
            return codes.E_VALUE
        phase = self._book[book.PHASE]
        if self._shaker.is_busy or phase == book.SHAKING or phase == book.RESTED:
            return codes.E_MOTION
        sensor = self._shaker.chambers[chamber].sensor
        if light:
            self._shaker.light.on()
        else:
            self._shaker.light.off()
        time.sleep_ms(_LIGHT_MS)
        code = sensor.capture()
        self._shaker.light.off()
        if code != SENSOR_OK:
            return codes.E_SELF_TEST
        request.reply.u8(sensor.width)
        request.reply.u8(sensor.height)
        request.reply.u30(sensor.size)
        return OK

    def _part(self, request):
        """A part of the last picture of a chamber, its golden frame, or the motor's trace."""
        what = request.fields.u8()
        if what == messages.PART_TRACE:
            return self._trace(request)
        if what > messages.PART_GOLDEN:
            return codes.E_UNSUPPORTED
        index = request.fields.u30()
        if index >= _CHAMBERS:
            return codes.E_UNSUPPORTED
        if what == messages.PART_GOLDEN:
            return self._golden(request, index)
        return self._frame(request, self._shaker.chambers[index].sensor)

    def _frame(self, request, sensor):
        self._reply(request.reply, sensor.frame_buf, sensor.size, request.fields.u30())
        return OK

    def _golden(self, request, chamber):
        """The floor of the empty chamber, as this unit was calibrated; nothing if it was not."""
        offset = request.fields.u30()
        size = self._board.calibration.floor_size(chamber)
        request.reply.u30(size)
        size = min(size - offset, request.reply.room())
        if size > 0:
            self._add_floor(request.reply, chamber, offset, size)
        return OK

    def _add_floor(self, reply, chamber, offset, size):
        self._board.calibration.part_into(self._board.scratch_buf, chamber, offset, size)
        reply.copy(self._board.scratch_buf, 0, size)

    def _trace(self, request):
        trace = self._shaker.trace
        request.fields.skip(4)  # there is one alone
        self._reply(request.reply, trace.buf, trace.size, request.fields.u30())
        return OK

    def _reply(self, reply, buf, end, offset):
        reply.u30(end)
        size = min(end - offset, reply.room())
        if size > 0:
            reply.copy(buf, offset, size)
