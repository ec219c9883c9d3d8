"""What can be wrong with a log, each with its word and its exit code."""

from __future__ import annotations

from enum import Enum

from boxcars.errors import HostError


class FindingKind(Enum):
    """Word for people and JSON, exit code for scripts."""

    TRUNCATED = ("truncated", 70)  # the last frame is not whole, or the log ends too early
    GARBAGE = ("garbage", 80)  # bytes that are no record
    SIGNATURE = ("bad signature", 71)
    GAP = ("gap", 72)
    REPEAT = ("repeat", 73)
    FORK = ("fork", 74)
    DEVICE = ("another device", 75)
    BOOT = ("older boot", 76)
    RULE_BOOK = ("unknown rule book", 77)
    CONTENT = ("wrong content", 78)  # the body is not the signed one, or the layout is broken
    KEY = ("wrong key", 79)  # no key to check with, or not the one that was given
    RETIRED = ("after retirement", 81)  # a record behind the one that ends the chain

    def __init__(self, word: str, exit_code: int) -> None:
        self.word = word
        self.exit_code = exit_code


class FindingError(HostError):
    """The first thing wrong with a log: what, in which record, at which byte."""

    def __init__(
        self, kind: FindingKind, text: str, *, index: int, offset: int, sequence: int | None
    ) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.index = index
        self.offset = offset
        self.sequence = sequence
        self.exit_code = kind.exit_code
        self.path = ""

    def __str__(self) -> str:
        place = "" if self.sequence is None else f", sequence {self.sequence}"
        where = f"record {self.index}{place}, byte {self.offset}"
        return f"{self.path or 'log'}: {self.kind.word} at {where}: {self.text}"


class LogBusyError(HostError):
    """Another program writes this log."""

    exit_code = 5


class KeyFileError(HostError):
    """A file that should hold a public key does not."""

    exit_code = 2
