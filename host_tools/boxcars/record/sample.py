"""Made-up logs, sealed by the firmware's own chain: for benchmarks and tests.

The signer is the `cryptography` package behind the interface of the board's: Ed25519 is
deterministic, so the bytes are those that a board with this seed would write.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.record.logfile import SealedRecord
from shaker.seal import record
from shaker.seal.body import NO_SPOT, OUTCOME_MOVE, BodyStream
from shaker.seal.chain import SEALED, Chain

SAMPLE_RULE_BOOK = bytes(range(32))
_POINTS = (0, 4, 5, 6, 8, 9, 10)
_ROUNDS_A_BOOT = 50


class HostSigner:
    """The board's signer interface on the host's library."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    def sign_into(self, signature: bytearray, message: bytes, size: int) -> None:
        signature[:64] = self._key.sign(bytes(message[:size]))


class SampleBoard:
    """Writes one chain of records as a table would, from a seed; the bodies are plausible only."""

    def __init__(
        self, seed: int = 1, *, device: bytes = b"\xe6\x61\x64\x08\x43\x2b\x55\x2a"
    ) -> None:
        self._random = random.Random(seed)
        self.signer = HostSigner(self._random.randbytes(32))
        self.chain = Chain(self.signer, 0, device, bytes(32), record.BUILD_PRODUCT)
        self._body_buf = bytearray()
        self._body = BodyStream(lambda buf, size: self._body_buf.extend(buf[:size]))
        self._offset = 16
        self.boot = 1

    def seal(self, kind: int, **fields: int | bytes) -> SealedRecord:
        """The next record of the chain; `fields` are set by their names in RECORD.md."""
        header = bytearray(record.HEADER_SIZE)
        signature = bytearray(record.SIGNATURE_SIZE)
        self._body.start()
        self._body_buf.clear()
        self._fill_body(kind)
        self.chain.begin(header, kind, self.boot)
        if kind in (record.KIND_RESULT, record.KIND_NO_ROLL, record.KIND_VOID):
            fields.setdefault("rule_book", SAMPLE_RULE_BOOK)
        ends = [at for _, at in record.FIELDS[1:]] + [record.HEADER_SIZE]
        places = {name: (at, end) for (name, at), end in zip(record.FIELDS, ends, strict=True)}
        for name, value in fields.items():
            at, end = places[name]
            raw = value if isinstance(value, bytes) else value.to_bytes(end - at, "little")
            header[at:end] = raw
        self._body.finish_into(header)
        index = self.chain.sequence
        assert self.chain.seal_into(signature, header) == SEALED
        assert self.chain.commit(header, signature) == SEALED
        item = SealedRecord(
            index, self._offset, bytes(header), bytes(signature), bytes(self._body_buf)
        )
        self._offset += 12 + record.SEALED_SIZE + len(item.body)
        return item

    def _fill_body(self, kind: int) -> None:
        if kind == record.KIND_GENESIS:
            self._body.add_key(self.signer.public)
        if kind != record.KIND_RESULT:
            return
        draw = self._random.randrange
        wagers = [(seat, spot, 1 + draw(500)) for seat in range(8) for spot in (0, 54, 67)]
        for seat, spot, stake in wagers:
            self._body.add_wager(seat, spot, draw(3), stake, stake // 2 if spot == 67 else 0)
        for seat, spot, stake in wagers:
            outcome = draw(5)
            to = 5 if outcome == OUTCOME_MOVE else NO_SPOT
            self._body.begin_line(seat, spot, outcome, to)
            self._body.end_line(stake, stake if outcome == 0 else 0, 0, 2 * stake * (outcome == 0))

    def records(self, count: int) -> Iterator[SealedRecord]:
        """Genesis, then mostly results, with the other kinds in between."""
        if count:
            yield self.seal(record.KIND_GENESIS)
        others = (record.KIND_NO_ROLL, record.KIND_DOOR, record.KIND_FAULT, record.KIND_PROGRAM)
        for index in range(1, count):
            if index % _ROUNDS_A_BOOT == 0:
                self.boot += 1
                yield self.seal(record.KIND_POWER_LOSS)
            elif index % 7 == 3:
                yield self.seal(others[index % len(others)], detail=index % 100)
            else:
                yield self.seal(
                    record.KIND_RESULT,
                    die_a=self._random.randint(1, 6),
                    die_b=self._random.randint(1, 6),
                    point_before=self._random.choice(_POINTS),
                    point_after=self._random.choice(_POINTS),
                    tumble_ms=900 + self._random.randrange(400),
                    round=index,
                )
