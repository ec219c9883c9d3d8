"""Verifies a whole log offline, with the `cryptography` package and the public key alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from cryptography.exceptions import InvalidSignature

from boxcars.record.content import check_body
from boxcars.record.findings import FindingError, FindingKind
from boxcars.record.keys import BadKeyError, PublicKey, key_of_genesis
from boxcars.record.logfile import LogReader, SealedRecord
from boxcars.record.view import SLICES, LayoutError, check_layout, digest
from shaker.seal import record
from shaker.seal.record import DIGEST_SIZE

_DEVICE = SLICES["device"]
_BOOT = SLICES["boot"]
_SEQUENCE = SLICES["sequence"]
_PREVIOUS = SLICES["previous"]
_RULE_BOOK = SLICES["rule_book"]
_BODY_SIZE = SLICES["body_size"]
_BODY = SLICES["body"]
_ZEROS = bytes(DIGEST_SIZE)
_PROGRESS_EVERY = 256
_NEED_RULE_BOOK = frozenset(
    (record.KIND_RESULT, record.KIND_NO_ROLL, record.KIND_VOID, record.KIND_WITHDRAWAL)
)


@dataclass
class Summary:
    """What a verified log holds."""

    key: PublicKey
    key_from_log: bool
    device: bytes = b""
    count: int = 0
    sequence_first: int = 0
    sequence_last: int = -1
    boot_first: int = 0
    boot_last: int = 0
    head: bytes = _ZEROS
    bench_count: int = 0
    kinds: Counter[int] = field(default_factory=Counter)


class ChainVerifier:
    """The state between two records of one chain."""

    def __init__(
        self,
        path: Path,
        key: PublicKey,
        key_from_log: bool,
        rule_books: Collection[bytes],
        first: int,
    ) -> None:
        self._first = first
        self.summary = Summary(key, key_from_log)
        self._check = key.loaded().verify
        self._rule_books = frozenset(rule_books)
        self._path = path
        self._ended = False

    def add(self, item: SealedRecord) -> None:
        """Check one record and move on; the order of checks decides which finding is named."""
        header = item.header
        sequence = int.from_bytes(header[_SEQUENCE], "little")
        try:
            check_layout(header)
        except LayoutError as error:
            raise self._finding(FindingKind.CONTENT, item, str(error)) from error
        summary = self.summary
        device = header[_DEVICE]
        if summary.count and device != summary.device:
            text = f"device {device.hex()} in the log of {summary.device.hex()}"
            raise self._finding(FindingKind.DEVICE, item, text)
        try:
            self._check(item.signature, header)
        except InvalidSignature as error:
            text = f"the key {summary.key.hex[:16]}... did not sign this header"
            raise self._finding(FindingKind.SIGNATURE, item, text) from error
        self._check_body(item)
        head = digest(header + item.signature)
        self._check_place(item, sequence)
        self._check_boot(item)
        self._check_rule_book(item)
        if not summary.count:
            summary.device = device
            summary.sequence_first = sequence
        summary.count += 1
        summary.sequence_last = sequence
        summary.head = head
        summary.kinds[header[record.AT_KIND]] += 1
        summary.bench_count += header[record.AT_BUILD] == record.BUILD_BENCH
        self._ended = header[record.AT_KIND] == record.KIND_RETIRE

    def _check_body(self, item: SealedRecord) -> None:
        size = int.from_bytes(item.header[_BODY_SIZE], "little")
        if size != len(item.body):
            text = f"the body has {len(item.body)} bytes, the header says {size}"
            raise self._finding(FindingKind.CONTENT, item, text)
        if digest(item.body) != item.header[_BODY]:
            raise self._finding(FindingKind.CONTENT, item, "the body is not the signed one")
        try:
            check_body(item.header[record.AT_KIND], item.body)
        except LayoutError as error:
            raise self._finding(FindingKind.CONTENT, item, str(error)) from error

    def _check_place(self, item: SealedRecord, sequence: int) -> None:
        summary = self.summary
        genesis = item.header[record.AT_KIND] == record.KIND_GENESIS
        previous = item.header[_PREVIOUS]
        expected = summary.sequence_last + 1
        if not summary.count:
            if genesis != (sequence == 0) or (genesis and previous != _ZEROS):
                raise self._finding(
                    FindingKind.CONTENT, item, "genesis is sequence 0, and only it"
                )
            if sequence > self._first:
                text = f"the log begins with it, {sequence - self._first} missing before"
                raise self._finding(FindingKind.GAP, item, text)
            self._check_key(item, genesis)
            return
        if sequence <= summary.sequence_last:
            if self._is_repeat(item):
                text = f"this record is there already, {expected} is next"
                raise self._finding(FindingKind.REPEAT, item, text)
            text = f"another record with this sequence, {expected} is next"
            raise self._finding(FindingKind.FORK, item, text)
        if sequence > expected:
            missing = sequence - expected
            text = f"{missing} missing, {expected} is next"
            raise self._finding(FindingKind.GAP, item, text)
        if self._ended:
            text = "the record before retires the key and ends the chain"
            raise self._finding(FindingKind.RETIRED, item, text)
        if previous != summary.head or genesis:
            text = "it does not follow the record before"
            raise self._finding(FindingKind.FORK, item, text)

    def _is_repeat(self, item: SealedRecord) -> bool:
        """Whether the same header is earlier in the log; read again, to keep no list of all."""
        with LogReader(self._path) as reader:
            earlier = islice(reader, item.index)
            return any(other.header == item.header for other in earlier)

    def _check_key(self, item: SealedRecord, genesis: bool) -> None:
        if genesis and key_of_genesis(item.header, item.body) != self.summary.key:
            text = "the genesis record introduces another key"
            raise self._finding(FindingKind.KEY, item, text)

    def _check_boot(self, item: SealedRecord) -> None:
        boot = int.from_bytes(item.header[_BOOT], "little")
        summary = self.summary
        if boot < summary.boot_last:
            text = f"boot {boot} after boot {summary.boot_last}"
            raise self._finding(FindingKind.BOOT, item, text)
        if not summary.count:
            summary.boot_first = boot
        summary.boot_last = boot

    def _check_rule_book(self, item: SealedRecord) -> None:
        rule_book = item.header[_RULE_BOOK]
        if rule_book in self._rule_books:
            return
        if rule_book == _ZEROS and item.header[record.AT_KIND] not in _NEED_RULE_BOOK:
            return
        text = f"rule book {rule_book.hex()[:16]}... is none of ours"
        raise self._finding(FindingKind.RULE_BOOK, item, text)

    def _finding(self, kind: FindingKind, item: SealedRecord, text: str) -> FindingError:
        sequence = int.from_bytes(item.header[_SEQUENCE], "little")
        return FindingError(kind, text, index=item.index, offset=item.offset, sequence=sequence)


def choose_key(key: PublicKey | None, first: SealedRecord) -> PublicKey:
    """The key that was given or that the log introduces; if both are there, they are the same."""
    introduced = None
    text = ""
    try:
        if digest(first.body) == first.header[_BODY]:
            introduced = key_of_genesis(first.header, first.body)
    except BadKeyError as error:
        text = f"genesis record: {error}"
    if introduced is None and key is None:
        text = text or "the log does not begin with a genesis record: give the key"
    elif introduced is not None and key is not None and introduced != key:
        text = f"the log is of the key {introduced.hex}, another was given"
    chosen = key or introduced
    if text or chosen is None:
        raise FindingError(
            FindingKind.KEY, text, index=first.index, offset=first.offset, sequence=None
        )
    return chosen


def verify_log(
    path: Path,
    key: PublicKey | None = None,
    *,
    rule_books: Collection[bytes],
    first: int = 0,
    last: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Summary:
    """Verify every record; raise the first FindingError. Without a key, take the log's own.

    `first` is the sequence that the log begins with at the latest: more than 0 for a part of one,
    which needs the key. `last` is the sequence that it must reach at least. `progress` gets bytes
    done and all.
    """
    with LogReader(path) as reader:
        state: ChainVerifier | None = None
        try:
            for item in reader:
                if state is None:
                    state = ChainVerifier(
                        path, choose_key(key, item), key is None, rule_books, first
                    )
                state.add(item)
                if progress and item.index % _PROGRESS_EVERY == 0:
                    progress(item.offset, reader.size)
            if state is None or (last is not None and state.summary.sequence_last < last):
                reached = state.summary.sequence_last if state else "no record"
                text = f"the log ends at {reached}" + ("" if last is None else f", not at {last}")
                raise FindingError(
                    FindingKind.TRUNCATED,
                    text,
                    index=reader.index,
                    offset=reader.offset,
                    sequence=None,
                )
        except FindingError as finding:
            finding.path = str(path)
            raise
        if progress:
            progress(reader.size, reader.size)
    return state.summary
