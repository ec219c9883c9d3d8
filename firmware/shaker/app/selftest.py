"""What must be right before anybody is talked to: seal, rule books, RAM, noise, sensors, motor.

Flash is tested by the start itself: the boot step is read back before it counts.
"""

from micropython import const
from shaker.app import rulebooks
from shaker.core.rules import RULES_SIZE
from shaker.dice.sensor import OK
from shaker.octets.kernels import crc32_matches, equal, fill
from shaker.seal import selftest as seal_test
from shaker.seal.ed25519 import Signer

SEAL = const(1)
RULE_BOOKS = const(2)
RAM = const(4)
NOISE = const(8)
SENSOR_LEFT = const(16)
SENSOR_RIGHT = const(32)
MOTOR = const(64)

WORDS = ("seal", "rule-books", "ram", "noise", "sensor-left", "sensor-right", "motor")

_MARK = b"BXR1"
_IDLE_MA_MAX = const(60)
_RAM_SIZE = const(8192)


class SelfTest:
    """`failed` has a bit for each part that is not right; `seal` is the seal's own code."""

    def __init__(self, shaker, source):
        self._shaker = shaker
        self._source = source
        self.seal = seal_test.PASSED
        self.failed = 0

    def run(self):
        """Test everything. Allocates: it runs at start and in maintenance."""
        self.seal = seal_test.run()
        self.failed = SEAL if self.seal != seal_test.PASSED else 0
        if not are_books_whole():
            self.failed |= RULE_BOOKS
        if not _is_ram_good():
            self.failed |= RAM
        if self._source.code != 0:
            self.failed |= NOISE
        self._test_cabinet()
        return self.failed

    def again(self, scratch_buf, curve):
        """The same between rounds, in memory and on a curve that are lent."""
        self.seal = seal_test.run(lambda seed: Signer(seed, curve))
        self.failed = SEAL if self.seal != seal_test.PASSED else 0
        if not are_books_whole():
            self.failed |= RULE_BOOKS
        if not _are_bits_good(scratch_buf, len(scratch_buf)):
            self.failed |= RAM
        if self._source.code != 0:
            self.failed |= NOISE
        self._test_cabinet()
        return self.failed

    def _test_cabinet(self):
        shaker = self._shaker
        if shaker.chambers[0].sensor.start() != OK:
            self.failed |= SENSOR_LEFT
        if shaker.chambers[1].sensor.start() != OK:
            self.failed |= SENSOR_RIGHT
        if shaker.motor.read_current_ma() > _IDLE_MA_MAX:
            self.failed |= MOTOR


def are_books_whole():
    """Is every rule book in flash to the bit what was built?"""
    for number in range(1, len(rulebooks.BOOKS)):
        rules = rulebooks.BOOKS[number]
        if len(rules) != RULES_SIZE or not equal(rules, 0, _MARK, 0, len(_MARK)):
            return False
        if not crc32_matches(rules, 0, RULES_SIZE, rulebooks.SUMS, 4 * number):
            return False
    return True


def _is_ram_good():
    """Every bit of a piece of RAM takes both values."""
    one, other = bytearray(_RAM_SIZE), bytearray(_RAM_SIZE)
    for pattern in (0x55, 0xAA):
        fill(one, 0, _RAM_SIZE, pattern)
        fill(other, 0, _RAM_SIZE, pattern)
        if not equal(one, 0, other, 0, _RAM_SIZE) or one[0] != pattern:
            return False
    return True


def _are_bits_good(buf, size):
    """Every bit of a buffer takes both values, both halves alike; it is left empty."""
    half = size // 2
    good = True
    for pattern in (0x55, 0xAA, 0):
        fill(buf, 0, size, pattern)
        good = good and equal(buf, 0, buf, half, half) and buf[0] == pattern
    return good
