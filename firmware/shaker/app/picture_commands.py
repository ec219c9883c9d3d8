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
        """A part of the last picture of a chamber, of its calibration, or of the motor's trace."""
        what = request.fields.u8()
        if what == messages.PART_TRACE:
            return self._trace(request)
        index = request.fields.u30()
        if index >= _CHAMBERS:
            return codes.E_UNSUPPORTED
        if what == messages.PART_GOLDEN:
            return self._golden(request, index)
        if what != messages.PART_PICTURE:
            return codes.E_UNSUPPORTED
        return self._frame(request, self._shaker.chambers[index].sensor)

    def _golden(self, request, chamber):
        """What calibration has kept of a chamber; nothing of one that is not calibrated."""
        request.reply.u30(self._board.vault.size_of(chamber))
        size = self._fetch(chamber, request.fields.u30(), request.reply.room())
        request.reply.copy(self._board.scratch_buf, 0, size)
        return OK

    def _fetch(self, chamber, offset, size):
        """A part of what is kept, into the scratch buffer; its size."""
        buf = self._board.scratch_buf
        size = min(size, len(buf))
        return self._board.vault.calibration_into(buf, chamber, offset, size)

    def _frame(self, request, sensor):
        self._reply(request.reply, sensor.frame_buf, sensor.size, request.fields.u30())
        return OK

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
