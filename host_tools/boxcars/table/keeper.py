"""Puts the records of a board into a log: checked, synced, and only then acknowledged."""

from __future__ import annotations

from dataclasses import dataclass

from boxcars.link import BoardMemory, Expectation, Link, Record
from boxcars.link.errors import NotAcknowledgerError, RecordsGoneError
from boxcars.record.findings import KeyFileError
from boxcars.record.live import LiveLog
from boxcars.record.view import Header


@dataclass(frozen=True)
class Kept:
    """A record that is on disk; `acknowledged` unless another connection does that."""

    record: Record
    header: Header
    acknowledged: bool


def expectation(log: LiveLog) -> Expectation:
    """The board that the log is of, not behind it: what hello is to ask for."""
    summary = log.summary
    if summary is None:
        return Expectation()
    memory = BoardMemory(summary.device, summary.boot_last, summary.sequence_last, summary.head)
    return Expectation(memory=memory)


class Keeper:
    """One board's link and one log. The link is connected with `expectation(log)`."""

    def __init__(self, link: Link, log: LiveLog) -> None:
        self.log = log
        self._link = link

    def begin(self) -> None:
        """Ask for the records from where the log ends, or for all that the board still has."""
        first = self.log.next_sequence
        begun = self._link.begun
        if first is None:
            first = max(0, begun.oldest)
            if first > 0 and not self.log.has_key:
                raise KeyFileError(
                    f"the board no longer has its records before {first}, so not the one that "
                    "introduces its key: give the key with --key, or the log so far with --log"
                )
        elif begun.acknowledged < first - 1 and self._link.may_acknowledge:
            # The log has it, and the end came before the board was told.
            self._link.acknowledge(first - 1)
        self._link.follow(first)

    def take(self, timeout_s: float) -> Kept | None:
        """The next record once it is on disk; None if none comes in time."""
        try:
            record = self._link.next_record(timeout_s)
        except RecordsGoneError as error:
            raise RecordsGoneError(
                f"{self.log.path} ends before the oldest record that the board still has: begin "
                "another log, with --key"
            ) from error
        if record is None:
            return None
        header = self.log.keep(record.header, record.signature, record.body)
        return Kept(record, header, self._acknowledge(record))

    def _acknowledge(self, record: Record) -> bool:
        if not self._link.may_acknowledge:
            return False
        try:
            self._link.commit(record)
        except NotAcknowledgerError:
            return False
        return True

    def catch_up(self, timeout_s: float) -> None:
        """Take what the board has so far."""
        newest = self._link.ping().newest
        while (self.log.next_sequence or 0) <= newest:
            if self.take(timeout_s) is None:
                raise RecordsGoneError(f"record {self.log.next_sequence or 0} does not come")
