"""What the bench measures of the journal on the board: a full ring, an append, a scan.

`prepare()` fills the ring once round, its end as a table would with a checkpoint every 8 KiB,
and erases two sectors ahead; the calls to time come after it. The journal's part of flash is used
as on the board, through `chip.flash`.
"""

import wiring

from shaker.chip.flash import Device
from shaker.journal.recover import recover
from shaker.journal.ring import Ring
from shaker.limits import KEY_SECTORS, SETTINGS_SECTORS

RING_AT = (KEY_SECTORS + SETTINGS_SECTORS) * 4096
CHECKPOINT_SIZE = 3000
CHECKPOINT_EVERY = 8192

device = Device(wiring.FLASH_SIZE_BYTES, wiring.FLASH_FILES_BYTES, wiring.FLASH_JOURNAL_BYTES)
data_buf = bytearray(8192)
ring = None
_buf = bytearray(8192)


class _Count:
    def __init__(self):
        self.records = 0

    def replay(self, kind, buf, at, size, position):
        self.records += 1


_count = _Count()


def start():
    """A ring after a start."""
    global ring
    ring = Ring(device, RING_AT, device.size - RING_AT)
    return recover(ring, _count, _buf)


def prepare():
    """Fill the ring once round, and erase ahead."""
    start()
    while ring.space.head < ring.space.count + 3:
        ring.append(7, data_buf, 0, 3900, True)
    for _ in range(3):
        ring.append(1, data_buf, 0, CHECKPOINT_SIZE, True)
        while ring.bytes_since_checkpoint() < CHECKPOINT_EVERY:
            ring.append(3, data_buf, 0, 320, True)
            for _ in range(8):
                ring.append(2, data_buf, 0, 20, True)
    while ring.step(True) > 0:
        pass
    append()
    scan()


def append():
    """One record of the size of a wager."""
    return ring.append(2, data_buf, 0, 20)


def append_sealed():
    """One record of the size of a sealed result."""
    return ring.append(3, data_buf, 0, 320)


def scan():
    """The recovery of a full ring."""
    return recover(Ring(device, RING_AT, device.size - RING_AT), _count, _buf)
