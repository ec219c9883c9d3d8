"""A board that seals records, cut at flash operations: key, chain and ring at work.

Each start counts one up, seals first what was captured before the cut, and then a power-loss
record; then records are captured, sealed and journalled until there are enough. The board runs
`live`. On the unix port the script cuts the life in every operation, a second time in the next
start, and prints the length of each life's log, of some the records as hex, one a line.
"""

import sys
from binascii import hexlify

from shaker.journal.keystore import KeyStore
from shaker.journal.reader import Reader
from shaker.journal.recover import recover
from shaker.journal.ring import Ring
from shaker.limits import KEY_SECTORS, SETTINGS_SECTORS
from shaker.seal import keymaker, record
from shaker.seal.body import BodyStream
from shaker.seal.chain import SEALED, Chain

KIND_BOOT = 2
KIND_CAPTURED = 3
KIND_SEALED = 4
RING_AT = (KEY_SECTORS + SETTINGS_SECTORS) * 4096


class Entropy:
    """Stands for a started source of random bytes."""

    def draw_into(self, block, at):
        for i in range(64):
            block[at + i] = (i * 7 + 3) & 0xFF
        return 0


class Life:
    """One start of the board. `tell(sequence, bytes)` hears of each record as it is signed."""

    def __init__(self, device, tell):
        store = KeyStore(device, 0)
        assert store.settle() == 0
        self.signer = keymaker.load(store)
        if self.signer is None:
            assert keymaker.make(Entropy(), store) == keymaker.MADE
            self.signer = keymaker.load(store)
        self.tell = tell
        self.chain = Chain(self.signer, 0, b"DEVICE01", bytes(range(32)), record.BUILD_BENCH)
        self.boot = 0
        self.captured = None
        self.ring = Ring(device, RING_AT, device.size - RING_AT)
        assert recover(self.ring, self) <= 1
        self.boot += 1
        self._append(KIND_BOOT, self.boot.to_bytes(4, "little"))
        if self.captured is not None:
            self._seal()
        if self.chain.sequence > 0:
            self._capture(record.KIND_POWER_LOSS)
            self._seal()

    def replay(self, kind, buf, at, size, position):
        """What the journal says happened."""
        data = bytes(buf[at : at + size])
        if kind == KIND_BOOT:
            assert int.from_bytes(data, "little") == self.boot + 1
            self.boot += 1
        elif kind == KIND_CAPTURED:
            assert self.captured is None
            self.captured = data
        else:
            header, signature = data[: record.HEADER_SIZE], data[record.HEADER_SIZE :]
            assert self.captured == header
            assert self.chain.commit(header, signature) == SEALED
            self.captured = None

    def go_on(self, until):
        """Seal records up to that sequence."""
        while self.chain.sequence < until:
            first = self.chain.sequence == 0
            self._capture(record.KIND_GENESIS if first else record.KIND_DOOR)
            self._seal()

    def log(self):
        """Header and signature of every record, from the first on."""
        reader = Reader(self.ring)
        reader.open_at(self.ring.oldest)
        found = []
        while reader.next() >= 0:
            if reader.kind == KIND_SEALED:
                data = bytearray(reader.size)
                reader.read_into(data, 0, 0, reader.size)
                found.append(bytes(data))
        return found

    def _append(self, kind, data):
        self.ring.step(True)
        assert self.ring.append(kind, data, 0, len(data), True) > 0

    def _capture(self, kind):
        header = bytearray(record.HEADER_SIZE)
        self.chain.begin(header, kind, self.boot)
        stream = BodyStream()
        if kind == record.KIND_GENESIS:
            stream.add_key(self.signer.public)
        stream.finish_into(header)
        self.captured = bytes(header)
        self._append(KIND_CAPTURED, self.captured)

    def _seal(self):
        signature = bytearray(record.SIGNATURE_SIZE)
        assert self.chain.seal_into(signature, self.captured) == SEALED
        data = self.captured + bytes(signature)
        self.tell(self.chain.sequence, data)
        self._append(KIND_SEALED, data)
        assert self.chain.commit(self.captured, signature) == SEALED
        self.captured = None


def live(device, until, tell=lambda sequence, data: None):
    """Start and go on to that sequence; the log."""
    life = Life(device, tell)
    life.go_on(until)
    return life.log()


def _cut_life(nth, share, until):
    """The whole log of a life that is cut twice; each record was signed the same every time."""
    signed = {}

    def tell(sequence, data):
        assert signed.setdefault(sequence, data) == data, sequence

    flash = FakeFlash(RING_AT + 16 * 4096)
    for op in (nth, 2 + nth % 5):
        flash.cut(op, share, nth * 11 + share)
        try:
            live(flash, until, tell)
        except PowerCut:
            flash.power_on()
    flash.cut(0)
    log = live(flash, until + 4, tell)
    assert [signed[i] for i in range(len(log))] == log
    return log


if __name__ == "__main__":
    from fake_flash import FakeFlash, PowerCut

    whole = FakeFlash(RING_AT + 16 * 4096)
    live(whole, int(sys.argv[1]))
    for number in range(1, whole.ops + 1):
        for part in (0, 128, 256):
            lines = _cut_life(number, part, int(sys.argv[1]))
            print("life", number, part, len(lines))
            if part == 128:
                for line in lines:
                    print(hexlify(line).decode())
