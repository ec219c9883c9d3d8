"""An ADNS-3080 on the bus: its registers, its frame capture, its timing.

A burst that is read too fast repeats its last pixel, one that is opened too early has no first
pixel: as far as can be told from the datasheet, and enough to catch a driver in a hurry.
"""

from __future__ import annotations

from collections.abc import Callable

from boards.virtual.simtime import US

PRODUCT_ID, INVERSE_ID, REVISION = 0x17, 0xE8, 0x03
_PRODUCT, _REVISION, _EXTENDED, _CAPTURE, _INVERSE, _BURST = 0x00, 0x01, 0x0B, 0x13, 0x3F, 0x40
_FRAME_PERIOD_MAX, _SHUTTER_MAX = 0x19, 0x1D
_CAPTURE_FRAME = 0x83
_WRITE = 0x80
_FIRST = 0x40
_NO_AGC = 0x02
_CLOCK_NS = 1000 / 24
_BYTE_NS = 4 * US  # on the wire at 2 MHz
_LOAD_NS = 10 * US  # pause between two bytes of a burst
_SRAD_NS = 50 * US
SHUTTER_NOMINAL = 8000
_DEFAULTS = {0x0A: 0x00, 0x0B: 0x00, 0x19: 0xE0, 0x1A: 0x2E, 0x1B: 0x7E, 0x1C: 0x0E}
_DEFAULTS |= {0x1D: 0x00, 0x1E: 0x20}


class Adns3080:
    """`render(exposure)` gives the pixels of a frame taken now; exposure 1 is the nominal one."""

    def __init__(self, now: Callable[[], int], render: Callable[[float], bytes]) -> None:
        self._now = now
        self._render = render
        self.registers = dict(_DEFAULTS)
        self.stuck: int | None = None  # the level of a dead data line, as a byte
        self.hasty_count = 0  # bytes asked for before they were there
        self.frame_count = 0
        self.on_frame: list[Callable[[bytes], None]] = []
        self._address: int | None = None
        self._writing = False
        self._frame: bytes | None = None
        self._frame_ready = 0
        self._burst: bytes = b""
        self._at = 0
        self._last = 0

    def reset(self) -> None:
        """Its supply was off."""
        self.registers = dict(_DEFAULTS)
        self._frame = None
        self.deselect()

    def select(self) -> None:
        self._address = None
        self._burst = b""

    def deselect(self) -> None:
        self._address = None
        self._burst = b""

    def exchange(self, word: int) -> int:
        if self._burst:
            return self._next_pixel()
        answer = 0
        if self._address is None:
            self._address = word & 0x7F
            self._writing = bool(word & _WRITE)
            if not self._writing and self._address == _BURST:
                self._open_burst()
        elif self._writing:
            self._write(self._address, word)
            self._address = None
        else:
            answer = self._read(self._address)
            self._address = None
        self._last = self._now()
        return answer if self.stuck is None else self.stuck

    def _read(self, register: int) -> int:
        if self._now() - self._last < _SRAD_NS:
            self.hasty_count += 1
            return 0
        fixed = {_PRODUCT: PRODUCT_ID, _INVERSE: INVERSE_ID, _REVISION: REVISION}
        return fixed.get(register, self.registers.get(register, 0))

    def _write(self, register: int, value: int) -> None:
        self.registers[register] = value
        if register == _CAPTURE and value == _CAPTURE_FRAME:
            self.frame_count += 1
            self._frame = self._render(self.exposure)
            for told in self.on_frame:
                told(self._frame)
            frames_ns = 3 * self._word(_FRAME_PERIOD_MAX) * _CLOCK_NS
            self._frame_ready = self._now() + int(frames_ns) + 10 * US

    @property
    def exposure(self) -> float:
        fixed = self.registers[_EXTENDED] & _NO_AGC
        return self._word(_SHUTTER_MAX) / SHUTTER_NOMINAL if fixed else 1.0

    def _word(self, register: int) -> int:
        return self.registers[register] | self.registers[register + 1] << 8

    def _open_burst(self) -> None:
        if self._frame is None or self._now() < self._frame_ready:
            self.hasty_count += 1
            self._burst = bytes(1)
        else:
            self._burst = bytes([self._frame[0] | _FIRST]) + self._frame[1:]
        self._at = 0
        self._last = self._now() + _SRAD_NS - _LOAD_NS - _BYTE_NS

    def _next_pixel(self) -> int:
        now = self._now()
        if now - self._last < _BYTE_NS + _LOAD_NS:
            self.hasty_count += 1
            self._at = max(0, self._at - 1)
        self._last = now
        pixel = self._burst[self._at % len(self._burst)]
        self._at += 1
        return pixel if self.stuck is None else self.stuck
