"""Core and seal on the emulated bench kit: one more engine of a session, and a signer of rounds.

What runs is frozen into the image. The prompt hands it the requests; around each operation the
emulator counts the cycles and the entries into the allocator. The key is made on the board.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

from boards.virtual import SEC, Board
from boards.virtual.measure import PROBE
from boards.virtual.pcwatch import EntryCounter
from boxcars.build import uf2
from boxcars.errors import HostError
from boxcars.settle.engine import HEAD_WORDS, Engine, Reply
from shaker.app import identity
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import LINE_AT, LINE_WORDS, POINT, RESULTS, RETURNED

_START, _END = 1, 2
_TIMEOUT = 60 * SEC
RULES_DIGEST = 4  # where a rule book carries the digest of its source
_SETUP = f"""
from array import array
from machine import mem32
from shaker.core import ops
from shaker.core.table import Table
from shaker.profiles.{{module}} import RULES
_table = Table()
_request = array("i", bytes(4 * ops.REQUEST_WORDS))
_reply = array("i", [0])

def _perform():
    mem32[{PROBE}] = {_START}
    _reply[0] = ops.perform(_table, RULES, _request)
    mem32[{PROBE}] = {_END}

def _step(at, words):
    for word in words:
        _request[at] = word
        at += 1
    _perform()
    result = _table.result
    lines = result[{RETURNED}] + result[{RESULTS}] if _reply[0] == {OK} else 0
    print(_reply[0], *result[:{HEAD_WORDS}], *result[{LINE_AT}:{LINE_AT} + {LINE_WORDS} * lines])
"""
_SEAL_SETUP = f"""
import time, uctypes, wiring
from binascii import hexlify, unhexlify
from machine import unique_id
from shaker.app import identity, results
from shaker.octets import words
from shaker.seal import chain, keymaker, record, selftest
from shaker.seal.body import BodyStream
from shaker.seal.entropy import EntropySource
from shaker.seal.rosc_fast import sample_into

class _Page:
    page = bytes(keymaker.PAGE_SIZE)
    def read_page_into(self, buf):
        buf[:] = self.page
    def write_page(self, buf):
        self.page = bytes(buf)

_page, _noise = _Page(), EntropySource(sample_into)
assert _noise.start() == 0 and keymaker.make(_noise, _page) == keymaker.MADE
_signer = keymaker.load(_page)
_flash = uctypes.bytearray_at(identity.FLASH_BASE, wiring.FLASH_SIZE_BYTES)
_build = record.BUILD_PRODUCT if wiring.KIND == "product" else record.BUILD_BENCH
_chain = chain.Chain(
    _signer, selftest.run(), unique_id(), unhexlify(identity.measure(_flash)), _build
)
_body = bytearray()
_stream = BodyStream(lambda buf, size: _body.extend(buf[:size]))
_header, _signature = bytearray(record.HEADER_SIZE), bytearray(record.SIGNATURE_SIZE)

def _begin(kind):
    _chain.begin(_header, kind, 1)
    _body[:] = b""
    _stream.start()
    words.put_u32(_header, record.AT_TIME_S, time.ticks_ms() // 1000)

def _sealed():
    _stream.finish_into(_header)
    mem32[{PROBE}] = {_START}
    code = _chain.seal_into(_signature, _header)
    mem32[{PROBE}] = {_END}
    assert code == chain.SEALED and _chain.commit(_header, _signature) == chain.SEALED
    print(hexlify(_header).decode(), hexlify(_signature).decode(), hexlify(_body).decode())

def _genesis():
    _begin(record.KIND_GENESIS)
    _stream.add_key(_signer.public)
    _sealed()

def _before():
    _begin(record.KIND_RESULT)
    results.add_wagers(_stream, _table.state)
    _header[record.AT_POINT_BEFORE] = _table.state[{POINT}]

def _after(one, other, number):
    results.add_returned(_stream, _table.result)
    results.add_lines(_stream, _table.result)
    _header[record.AT_DIE_A], _header[record.AT_DIE_B] = one, other
    _header[record.AT_POINT_AFTER] = _table.state[{POINT}]
    for i in range(record.DIGEST_SIZE):
        _header[record.AT_RULE_BOOK + i] = RULES[{RULES_DIGEST} + i]
    words.put_u32(_header, record.AT_ROUND, number)
    _sealed()
"""


class WrongImage(HostError):
    """The image cannot play the demo."""

    exit_code = 6


@dataclass
class Cost:
    """What the operations since the last look took on the board."""

    cycles: int = 0
    allocations: int = 0


@dataclass(frozen=True)
class Sealed:
    """A signed record as the board gave it."""

    header: bytes
    signature: bytes
    body: bytes


class BoardEngine(Engine):
    """A virtual bench kit that settles requests of one table."""

    def __init__(self, image: Path, elf: Path | None, seed: int, profile: str) -> None:
        self.cost = Cost()
        self.board = Board(image, seed=seed, elf=elf)
        self.identity = self._boot(image)
        self._marked = 0
        self._counter: EntryCounter | None = None
        self._counted = 0
        self.board.chip.add_window(PROBE, self._on_mark)
        self._counter = self.board.count_entries("gc_alloc").__enter__() if elf else None
        self._exec(_SETUP.format(module=profile.replace("-", "_")))

    @property
    def counts(self) -> bool:
        """Whether entries into the allocator are counted: that takes the image's ELF."""
        return self._counter is not None

    def perform(self, request: array[int], rules: bytes) -> Reply:
        """Hand the board one request and read back what it answers."""
        staged = request[0] in (ops.OP_OPEN, ops.OP_LIMITS)
        words = list(request) if staged else list(request[: ops.STAGE])
        values = [int(word) for word in self._exec(f"_step(0, {words!r})").split()]
        code, rest = values[0], values[1:]
        return Reply(code, rest[:HEAD_WORDS], rest[HEAD_WORDS:])

    def genesis(self) -> Sealed:
        """Make the key, and the record that introduces it."""
        self._exec(_SEAL_SETUP)
        return self._read_sealed("_genesis()")

    def before_roll(self) -> None:
        """Take the wagers as they stand into the next record."""
        self._exec("_before()")

    def after_roll(self, dice: tuple[int, int], number: int) -> Sealed:
        """Seal the round that `before_roll` began."""
        return self._read_sealed(f"_after({dice[0]}, {dice[1]}, {number})")

    def _read_sealed(self, call: str) -> Sealed:
        header, signature, *body = self._exec(call).split()
        return Sealed(*(bytes.fromhex(part) for part in (header, signature, "".join(body))))

    def take_cost(self) -> Cost:
        """The cost so far; starts counting anew."""
        taken, self.cost = self.cost, Cost()
        return taken

    def _boot(self, image: Path) -> str:
        line = self.board.uart.read_until(b"\n", 5 * SEC).decode(errors="replace").strip()
        if not line.startswith("boxcars bench "):
            raise WrongImage(f"{image.name} is not a bench-kit image: it has no prompt to play at")
        flashed = uf2.decode(image.read_bytes()) if image.suffix == ".uf2" else image.read_bytes()
        if f"sha256:{identity.measure(flashed)}" not in line:
            raise WrongImage(f"the board measures another image than {image.name}: {line}")
        return line

    def _exec(self, source: str) -> str:
        return self.board.repl.exec(source, _TIMEOUT)

    def _on_mark(self, _offset: int, value: int) -> None:
        entries = self._counter["gc_alloc"] if self._counter is not None else 0
        if value == _START:
            self._marked, self._counted = self.board.cycles, entries
        else:
            self.cost.cycles += self.board.cycles - self._marked
            self.cost.allocations += entries - self._counted
