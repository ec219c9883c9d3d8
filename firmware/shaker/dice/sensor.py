"""An ADNS-3080 class image sensor on SPI: 30x30 pixels of 6 bits, up to 64x64 in its relatives.

It is a mouse sensor used as a camera: a write of 0x83 to the frame capture register makes it keep
the next whole frame, and a burst read of the pixel register then gives the pixels one by one, the
first one marked by bit 6. The pause between two bytes of a burst must not be shorter than 10 us
(t_LOAD), so the pixels are fetched one at a time; they come in portions, a few milliseconds each,
for the sake of the program's loop.

The sensor's own gain control is off: exposure is `shutter` clocks of 24 MHz in every frame, and
the ring light (`Light`) is the other half of it.
"""

from micropython import const
from shaker.dice.frames import take

# What an operation answers. Negative: the sensor is at fault.
OK = const(0)
BUSY = const(1)
E_PRODUCT = const(-1)  # another part answers, or none
E_INVERSE = const(-2)  # the line is stuck: product and inverse do not fit
E_CONFIG = const(-3)  # a register does not keep what was written
E_NO_FRAME = const(-4)  # the burst does not begin with a first pixel
E_SYNC = const(-5)  # a first pixel in the middle of a frame

_WRITE = const(0x80)  # bit 7 of the address
_REG_PRODUCT_ID = const(0x00)
_REG_REVISION_ID = const(0x01)
_REG_CONFIGURATION = const(0x0A)
_REG_EXTENDED_CONFIG = const(0x0B)
_REG_FRAME_CAPTURE = const(0x13)
_REG_FRAME_PERIOD_MAX = const(0x19)  # lower byte; the upper one follows and makes both count
_REG_FRAME_PERIOD_MIN = const(0x1B)
_REG_SHUTTER_MAX = const(0x1D)
_REG_INVERSE_ID = const(0x3F)
_REG_PIXEL_BURST = const(0x40)

_PRODUCT_ID = const(0x17)
_INVERSE_ID = const(0xE8)
_CAPTURE = const(0x83)
_FLAG_FIXED_RATE = const(1 << 0)  # extended configuration: the frame rate is the bound
_FLAG_NO_AGC = const(1 << 1)  # extended configuration: the shutter is the bound
_CLOCK_MHZ = const(24)
_FRAME_CLOCKS_MIN = const(4000)  # a shorter frame period than 6000 a second is not asked for

_T_SRAD_US = const(50)  # address to data of a read
_T_SWW_US = const(50)  # from a write to whatever comes next
_T_BETWEEN_US = const(4)  # chip select high between two transactions

SHUTTER_DEFAULT = const(8000)  # 333 us
_PORTION = const(180)  # pixels in one go


class OpticalSensor:
    """One chamber's sensor on a bus that it shares, with a chip select of its own.

    `frame_buf` holds the last whole frame, one pixel of 0 to 63 a byte, row by row. `spi` is in
    mode 3 (clock idles high, data taken on its rise) at 2 MHz or less.
    """

    def __init__(self, spi, select, width, height, clock):
        assert 16 <= width <= 64
        assert 16 <= height <= 64
        self.width = width
        self.height = height
        self.size = width * height
        self.frame_buf = bytearray(self.size)
        self.revision = 0
        self.error = E_PRODUCT  # of the last operation; nothing was asked yet
        self._write = spi.write
        self._readinto = spi.readinto
        self._select = select
        self._sleep_us = clock.sleep_us
        self._ticks_us = clock.ticks_us
        self._ticks_diff = clock.ticks_diff
        self._address_buf = bytearray(1)
        self._pair_buf = bytearray(2)
        self._byte_buf = bytearray(1)
        self._at = -1  # next pixel of the burst; -1: no burst is open
        self._asked_us = 0
        self._wait_us = 0
        select.value(1)

    # -- set up --------------------------------------------------------------------------------

    def start(self, shutter=SHUTTER_DEFAULT):
        """Check who answers, then set exposure and frame rate. OK or what is wrong."""
        self.error = self.identify()
        if self.error == OK:
            self.error = self.expose(shutter)
        return self.error

    def identify(self):
        """Is it the part that this driver is for?"""
        product = self.read_register(_REG_PRODUCT_ID)
        inverse = self.read_register(_REG_INVERSE_ID)
        self.revision = self.read_register(_REG_REVISION_ID)
        if product != _PRODUCT_ID:
            return E_PRODUCT
        return OK if inverse == _INVERSE_ID else E_INVERSE

    def expose(self, shutter):
        """Fix the exposure at `shutter` clocks of 24 MHz and the frame period just above it."""
        assert 1 <= shutter <= 60000
        flags = _FLAG_FIXED_RATE | _FLAG_NO_AGC
        period = shutter + _FRAME_CLOCKS_MIN
        self.write_register(_REG_CONFIGURATION, 0)
        self.write_register(_REG_EXTENDED_CONFIG, flags)
        self._write_word(_REG_FRAME_PERIOD_MIN, _FRAME_CLOCKS_MIN)
        self._write_word(_REG_SHUTTER_MAX, shutter)
        self._write_word(_REG_FRAME_PERIOD_MAX, period)
        # Three whole frames and 10 us until the frame is there (t_CAPTURE).
        self._wait_us = 3 * period // _CLOCK_MHZ + 11
        kept = self.read_register(_REG_EXTENDED_CONFIG) & flags
        return OK if kept == flags else E_CONFIG

    # -- a frame -------------------------------------------------------------------------------

    def begin(self):
        """Ask for a frame. What came of it is what `step` answers."""
        self._close()
        self.write_register(_REG_FRAME_CAPTURE, _CAPTURE)
        self._asked_us = self._ticks_us()

    def step(self):
        """Go on with the frame: BUSY, OK when it is in `frame_buf`, or what is wrong."""
        if self._at < 0:
            if self._ticks_diff(self._ticks_us(), self._asked_us) < self._wait_us:
                return BUSY
            self._open()
        self._fetch(min(self.size, self._at + _PORTION))
        if self._at < self.size:
            return BUSY
        self._close()
        self.error = take(self.frame_buf, self.size)
        return self.error

    def give_up(self):
        """No frame after all: an open burst would answer together with the other sensor."""
        self._close()

    def capture(self):
        """A whole frame, however long it takes. For diagnostics."""
        self.begin()
        code = BUSY
        while code == BUSY:
            code = self.step()
        return code

    def _open(self):
        self._select.value(0)
        self._address_buf[0] = _REG_PIXEL_BURST
        self._write(self._address_buf)
        self._sleep_us(_T_SRAD_US)
        self._at = 0

    def _fetch(self, end):
        """Plain on purpose: a turn takes 18 us, 14 us between bytes; viper would be too fast."""
        readinto = self._readinto
        byte_buf = self._byte_buf
        frame_buf = self.frame_buf
        at = self._at
        while at < end:
            readinto(byte_buf, 0)
            frame_buf[at] = byte_buf[0]
            at += 1
        self._at = at

    def _close(self):
        self._select.value(1)
        self._at = -1
        self._sleep_us(_T_BETWEEN_US)

    # -- registers -----------------------------------------------------------------------------

    def read_register(self, register):
        self._close()
        self._select.value(0)
        self._address_buf[0] = register
        self._write(self._address_buf)
        self._sleep_us(_T_SRAD_US)
        self._readinto(self._byte_buf, 0)
        self._close()
        return self._byte_buf[0]

    def write_register(self, register, value):
        self._close()
        self._select.value(0)
        self._pair_buf[0] = _WRITE | register
        self._pair_buf[1] = value
        self._write(self._pair_buf)
        self._sleep_us(_T_SWW_US)
        self._close()

    def _write_word(self, register, value):
        self.write_register(register, value & 0xFF)
        self.write_register(register + 1, value >> 8)


class Light:
    """The ring light of both chambers, on PWM."""

    def __init__(self, pwm, duty_permille):
        self._duty_u16 = pwm.duty_u16
        self._duty_permille = duty_permille
        self.is_on = 0
        self.off()

    def on(self):
        self.level(self._duty_permille)

    def off(self):
        self.level(0)

    def level(self, permille):
        self.is_on = 1 if permille else 0
        self._duty_u16(65535 * permille // 1000)
