"""A log verified as it is written: what does not hold is neither appended nor acknowledged."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self

from boxcars.record.findings import FindingError
from boxcars.record.keys import PublicKey
from boxcars.record.logfile import LogReader, LogWriter, SealedRecord
from boxcars.record.verify import ChainVerifier, Summary, choose_key
from boxcars.record.view import SLICES, Header, parse_header

_SEQUENCE = SLICES["sequence"]


class LiveLog:
    """Goes on where the log ends; when `keep` returns, the record is checked and on disk.

    Without a key it is the one that the genesis record introduces. With a key, a new log may begin
    with any record: the first that the board still has.
    """

    def __init__(
        self, path: Path, key: PublicKey | None = None, *, rule_books: Collection[bytes]
    ) -> None:
        self.path = path
        self._key = key
        self._rule_books = rule_books
        self._verifier: ChainVerifier | None = None
        self._writer = LogWriter(path)
        try:
            self._resume()
        except BaseException:
            self._writer.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._writer.close()

    @property
    def summary(self) -> Summary | None:
        """What the log holds; None if it is empty."""
        return self._verifier.summary if self._verifier else None

    @property
    def has_key(self) -> bool:
        """Whether records can be checked without their genesis."""
        return self._key is not None or self._verifier is not None

    @property
    def next_sequence(self) -> int | None:
        """The record that comes next; None if the log is empty."""
        return self._verifier.summary.sequence_last + 1 if self._verifier else None

    def keep(self, header: bytes, signature: bytes, body: bytes) -> Header:
        """Check a record against the chain so far, append it and sync."""
        index = self._verifier.summary.count if self._verifier else 0
        offset = self.path.stat().st_size
        self._add(SealedRecord(index, offset, header, signature, body))
        self._writer.append(header, signature, body)
        return parse_header(header)

    def _resume(self) -> None:
        with LogReader(self.path) as reader:
            for item in reader:
                self._add(item)

    def _add(self, item: SealedRecord) -> None:
        try:
            verifier = self._verifier or self._begin(item)
            verifier.add(item)
        except FindingError as finding:
            finding.path = str(self.path)
            raise
        self._verifier = verifier

    def _begin(self, item: SealedRecord) -> ChainVerifier:
        key = choose_key(self._key, item)
        first = int.from_bytes(item.header[_SEQUENCE], "little")
        return ChainVerifier(
            self.path, key, self._key is None, self._rule_books, first if self._key else 0
        )
