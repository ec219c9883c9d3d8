"""The station's register: a row for each stage of each board, appended, synced, never rewritten.

`boards.jsonl` is what counts; `boards.csv` has the same for a spreadsheet. Each row is signed by
the station over its other fields as JSON with sorted keys and no spaces, after a domain line.
"""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.errors import BusyError, SetupError, VerificationError, WrongBoardError
from boxcars.record.keys import BadKeyError, PublicKey

SCHEMA = "boxcars.register/1"
STAGE_KEY = "key"
STAGE_LOCKED = "locked"
_DOMAIN = b"boxcars register 1\n"
COLUMNS = ("stage", "time", "device", "key", "board", "version", "image", "nonce", "measurement")
_CSV = (*COLUMNS, "station", "signature")


def signed_bytes(row: dict[str, Any]) -> bytes:
    """What the station signs."""
    fields = {name: value for name, value in row.items() if name != "signature"}
    return _DOMAIN + json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()


def check_row(row: dict[str, Any]) -> None:
    """Raise VerificationError unless the station that the row names has signed it."""
    try:
        good = PublicKey(bytes.fromhex(row["station"])).has_signed(
            bytes.fromhex(row["signature"]), signed_bytes(row)
        )
    except (KeyError, TypeError, ValueError, BadKeyError):
        good = False
    if not good:
        raise VerificationError(f"row of board {row.get('device')} is not signed by its station")


class Register:
    """The two files of a folder, held by one program at a time."""

    def __init__(self, folder: Path, station: Ed25519PrivateKey) -> None:
        self.jsonl = folder / "boards.jsonl"
        self.csv = folder / "boards.csv"
        self._station = station
        self.station = station.public_key().public_bytes_raw().hex()
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._jsonl_fd = os.open(self.jsonl, flags, 0o644)
            self._csv_fd = os.open(self.csv, flags, 0o644)
        except OSError as error:
            raise SetupError(f"{folder}: cannot write the register: {error.strerror}") from error
        try:
            fcntl.flock(self._jsonl_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError(f"{folder}: another station writes this register: wait") from None
        self.rows = self._read()
        try:
            self._complete_csv()
            _sync(folder)
        except OSError as error:
            raise SetupError(f"{folder}: cannot write the register: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._csv_fd)
        os.close(self._jsonl_fd)

    def _read(self) -> list[dict[str, Any]]:
        """Every whole row. A last line without an end was cut while it was written: no row."""
        rows = []
        lines = self.jsonl.read_bytes().split(b"\n")
        for number, line in enumerate(lines[:-1], 1):
            try:
                row = json.loads(line)
                check_row(row)
            except (ValueError, VerificationError):
                if not line.endswith(b"\0"):  # the mark of a row that was cut
                    raise VerificationError(
                        f"{self.jsonl}: line {number} is not a row that its station has signed"
                    ) from None
                continue
            rows.append(row)
        return rows

    def _complete_csv(self) -> None:
        """A cut between the two files leaves the spreadsheet a row behind."""
        kept = self.csv.read_text(errors="replace")
        whole = {line.rpartition(",")[2] for line in kept.split("\n")[:-1]}
        for row in self.rows:
            if row["signature"] not in whole:
                self._append_csv(row)

    def _append_csv(self, row: dict[str, Any]) -> None:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if not os.fstat(self._csv_fd).st_size:
            writer.writerow(_CSV)
        writer.writerow([row[name] for name in _CSV])
        _append(self._csv_fd, text.getvalue().encode(), b"\n")

    def refuse_duplicate(self, device: str, key: str | None) -> None:
        """A board has one id and one key for ever; `key` None: it has none yet."""
        for row in self.rows:
            if row["device"] == device and row["key"] != key:
                raise WrongBoardError(
                    f"board {device} is in the register with key {row['key'][:16]}...: it was "
                    "erased, or another has its id: put it aside"
                )
            if row["key"] == key and row["device"] != device:
                raise WrongBoardError(
                    f"the key of board {device} is in the register for board {row['device']}: one "
                    "is a copy of the other: put both aside"
                )

    def has(self, device: str, stage: str) -> bool:
        return any(row["device"] == device and row["stage"] == stage for row in self.rows)

    def append(self, values: dict[str, str]) -> dict[str, Any]:
        """Sign a row, append it to both files and sync them."""
        row: dict[str, Any] = {
            "schema": SCHEMA,
            **{name: values[name] for name in COLUMNS},
            "station": self.station,
        }
        row["signature"] = self._station.sign(signed_bytes(row)).hex()
        try:
            _append(self._jsonl_fd, json.dumps(row).encode() + b"\n", b"\0\n")
            self._append_csv(row)
        except OSError as error:
            raise SetupError(f"{self.jsonl}: cannot append: {error.strerror}") from error
        self.rows.append(row)
        return row


def _append(file: int, data: bytes, mend: bytes) -> None:
    """Write at the end; a line that was cut there is closed first, not taken away."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        data = mend + data
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
    os.fsync(file)


def _sync(folder: Path) -> None:
    """The names of new files are on disk, too."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
