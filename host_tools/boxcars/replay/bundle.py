"""A failure in one file: what was done, what the board said and saw, its log, its flash.

A zip with `bundle.json` (what failed, where, the seed), `tape.json`, `uart0.bin` and `usb.bin`
(what the board sent), `heard.json` (when), `records.log` (a log that `boxcars verify` reads),
`frames.npy` with `frames.json`, `motor.json`, `events.json`, `flash.bin` and `failure.txt`. A
board on a port has no tape: what it was sent is in `uart0-sent.bin`, `usb-sent.bin` and
`sent.json`. What a target does not have is not there.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boxcars.errors import HostError
from boxcars.record.logfile import FILE_HEAD, frame
from boxcars.replay.tape import PORTS, Heard, Seen, Stroke, Value

FORMAT = 1
_BIG = 4096  # bytes of a stroke that go into a file of their own


class BundleError(HostError):
    """The file is no bundle that can be read."""

    exit_code = 2


@dataclass(frozen=True)
class Sealed:
    """A record as the host took it."""

    header: bytes
    signature: bytes
    body: bytes


@dataclass
class Bundle:
    """What is known of one failed test. `facts` has test, target, rig, seed, board, device and
    the SHA-256 of the image with its size."""

    facts: dict[str, Any]
    failure: str = ""
    tape: list[Stroke] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    sent: list[Heard] = field(default_factory=list)
    records: list[Sealed] = field(default_factory=list)
    frames: list[Seen] = field(default_factory=list)
    motor: list[tuple[int, str, float]] = field(default_factory=list)
    events: list[tuple[int, str]] = field(default_factory=list)
    flash: bytes = b""

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            _write_json(file, "bundle.json", {"format": FORMAT, **self.facts})
            file.writestr("failure.txt", self.failure)
            _write_json(file, "tape.json", _tape_rows(file, self.tape))
            _write_bytes(file, "heard", "", self.heard)
            if self.sent:
                _write_bytes(file, "sent", "-sent", self.sent)
            frames = [frame(it.header, it.signature, it.body) for it in self.records]
            file.writestr("records.log", FILE_HEAD + b"".join(frames))
            _write_json(file, "motor.json", self.motor)
            _write_json(file, "events.json", self.events)
            _write_frames(file, self.frames)
            if self.flash:
                file.writestr("flash.bin", self.flash)

    @classmethod
    def read(cls, path: Path) -> Bundle:
        try:
            with zipfile.ZipFile(path) as file:
                return cls._read(file)
        except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
            raise BundleError(f"{path} is no failure bundle: {error}") from error

    @classmethod
    def _read(cls, file: zipfile.ZipFile) -> Bundle:
        facts = json.loads(file.read("bundle.json"))
        if facts.pop("format") != FORMAT:
            raise ValueError(f"not of format {FORMAT}")
        names = file.namelist()
        return cls(
            facts=facts,
            failure=file.read("failure.txt").decode(),
            tape=_read_tape(file),
            heard=_read_bytes(file, "heard", ""),
            sent=_read_bytes(file, "sent", "-sent") if "sent.json" in names else [],
            frames=_read_frames(file),
            motor=[(row[0], row[1], row[2]) for row in json.loads(file.read("motor.json"))],
            events=[(row[0], row[1]) for row in json.loads(file.read("events.json"))],
            flash=file.read("flash.bin") if "flash.bin" in names else b"",
        )


def _write_json(file: zipfile.ZipFile, name: str, value: object) -> None:
    file.writestr(name, json.dumps(value, indent=None))


def _tape_rows(file: zipfile.ZipFile, tape: Sequence[Stroke]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for stroke in tape:
        args: list[Any] = []
        for arg in stroke.args:
            if not isinstance(arg, bytes):
                args.append(arg)
            elif len(arg) <= _BIG:
                args.append({"hex": arg.hex()})
            else:
                name = f"stroke-{len(rows)}.bin"
                file.writestr(name, arg)
                args.append({"file": name})
        rows.append([stroke.time, stroke.name, args])
    return rows


def _read_tape(file: zipfile.ZipFile) -> list[Stroke]:
    def value(arg: Any) -> Value:
        if not isinstance(arg, dict):
            return arg  # type: ignore[no-any-return]
        return bytes.fromhex(arg["hex"]) if "hex" in arg else file.read(arg["file"])

    rows = json.loads(file.read("tape.json"))
    return [Stroke(time, name, tuple(map(value, args))) for time, name, args in rows]


def _write_bytes(file: zipfile.ZipFile, name: str, ending: str, rows: Sequence[Heard]) -> None:
    """A file of bytes for each port, and one that says when they came."""
    for port in PORTS:
        file.writestr(f"{port}{ending}.bin", b"".join(it.data for it in rows if it.port == port))
    _write_json(file, f"{name}.json", [(it.time, it.port, len(it.data)) for it in rows])


def _read_bytes(file: zipfile.ZipFile, name: str, ending: str) -> list[Heard]:
    all_of = {port: io.BytesIO(file.read(f"{port}{ending}.bin")) for port in PORTS}
    rows = json.loads(file.read(f"{name}.json"))
    return [Heard(time, port, all_of[port].read(size)) for time, port, size in rows]


def _write_frames(file: zipfile.ZipFile, frames: Sequence[Seen]) -> None:
    if not frames:
        return
    size = round(len(frames[0].pixels) ** 0.5)
    pixels = np.frombuffer(b"".join(it.pixels for it in frames), np.uint8)
    with file.open("frames.npy", "w") as target:
        np.lib.format.write_array(target, pixels.reshape(-1, size, size))
    _write_json(file, "frames.json", [(it.time, it.side) for it in frames])


def _read_frames(file: zipfile.ZipFile) -> list[Seen]:
    if "frames.npy" not in file.namelist():
        return []
    array = np.lib.format.read_array(io.BytesIO(file.read("frames.npy")))
    rows = json.loads(file.read("frames.json"))
    return [
        Seen(time, side, pixels.tobytes())
        for (time, side), pixels in zip(rows, array, strict=True)
    ]
