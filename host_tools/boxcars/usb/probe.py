"""Who a board is: asked over the link, or at the prompt of a bench kit. It changes nothing."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from boxcars.errors import HostError
from boxcars.link import Expectation, Link
from boxcars.link.errors import SilentDeviceError
from boxcars.link.ports import SerialPort, open_port, read_some, write_all
from boxcars.usb.devices import Device

_HELLO_S = 10.0
_PROMPT_S = 3.0
_ATTEMPTS = 4  # a board that was just reset hears whoever opens its port afterwards
_KNOCK_S = 1.0
_AWAY_S = 0.5  # so that the board notices that the port was closed
_PROMPT = b">>> "
_AWAKE = b"\x02\r"  # out of the raw prompt, in which a client that was cut leaves it
_ASK = b"print(passport.line.decode())\r"  # `main.py` leaves its passport at the prompt
_LINE = re.compile(rb"boxcars (product|bench) (\S+) (\S+) sha256:([0-9a-f]{64})")
KINDS = ("bench", "product", "rig")  # by the number that `identity` tells


@dataclass(frozen=True)
class Card:
    """What a board says of itself; None is not known."""

    kind: str  # product, bench, rig, bootsel, unknown
    board: str | None = None
    version: str | None = None
    image: str | None = None
    device: str | None = None
    locked: bool | None = None
    faulted: bool | None = None
    problem: str | None = None


def probe(device: Device) -> Card:
    """Ask a device; what goes wrong is part of the answer."""
    try:
        return identify(device)
    except HostError as error:
        return Card("unknown", problem=str(error))


def identify(device: Device) -> Card:
    """Ask a device."""
    if device.in_bootsel:
        return Card("bootsel")
    assert device.port is not None
    if device.is_bench:
        return at_the_prompt(device.port)
    return ask(device.port)


def ask(port: str) -> Card:
    """Who is on that port."""
    link = Link.open(port, expect=Expectation(any_table=True), hello_s=_HELLO_S)
    try:
        with link:
            told, welcome = link.identity(), link.welcome
    except SilentDeviceError:
        link.close()
        return at_the_prompt(port)
    finally:
        link.close()
    return Card(
        KINDS[told.build],
        told.board,
        told.version,
        told.image.hex(),
        told.device.hex(),
        bool(told.locked),
        bool(welcome.faulted),
    )


def _hear(line: SerialPort) -> bytes:
    """Knock until there is a prompt, ask once, and listen for the answer."""
    heard, word = b"", b"\r"
    asked = False
    now = time.monotonic()
    end, knock = now + _PROMPT_S, now
    while now < end and not _LINE.search(heard):
        if not asked and now >= knock:
            write_all(line, word)
            knock, word = now + _KNOCK_S, _AWAKE
        heard += read_some(line)
        now = time.monotonic()
        if not asked and heard.endswith(_PROMPT):
            write_all(line, _ASK)
            asked = True
            end = now + _PROMPT_S
    return heard


def at_the_prompt(port: str) -> Card:
    """A bench kit whose prompt is free; a program that runs there is not disturbed."""
    heard = b""
    for _ in range(_ATTEMPTS):
        line = open_port(port)
        try:
            heard = _hear(line)
        finally:
            line.close()
        if _PROMPT in heard:
            break
        time.sleep(_AWAY_S)
    found = _LINE.search(heard)
    if found is None and _PROMPT in heard:  # only a bench kit has one
        return Card("bench", locked=False, problem="its program does not start: push or flash")
    if found is None:
        raise SilentDeviceError(f"{port}: no board answers: is it on, and is this its port?")
    kind, version, board, digest = (part.decode() for part in found.groups())
    return Card(kind, board, version, digest, locked=False)
