"""The program that a board runs, measured by itself over a nonce that nobody knew before.

A product answers over the link. A bench kit is asked at its prompt, by mpremote.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from boxcars.errors import HostError
from boxcars.flashing import mpremote
from boxcars.link import Expectation, Link
from boxcars.link.errors import SilentDeviceError
from boxcars.usb.image import NONCE_SIZE, Program, measured
from boxcars.usb.probe import at_the_prompt

_ASK = """
from binascii import hexlify, unhexlify
from machine import unique_id
import uctypes
from shaker.app import identity
flash = uctypes.bytearray_at(identity.FLASH_BASE, {size})
measured = identity.digest(flash, unhexlify("{nonce}"))
print(hexlify(unique_id()).decode(), hexlify(measured).decode())
"""
_FLASH_SIZE = 2 << 20
_DIGEST_SIZE = 32


@dataclass(frozen=True)
class Measurement:
    """Who answered over which nonce, and whether it runs that program."""

    device: str
    board: str
    version: str
    image: str  # what it says that it runs
    nonce: bytes
    program: Program
    same: bool


def measure(port: str, load: Callable[[str], Program], *, is_bench: bool = False) -> Measurement:
    """Measure the board on a port; `load` gives the program that it must run."""
    if not is_bench:
        try:
            return _over_the_link(port, load)
        except SilentDeviceError:  # a bench kit that the bus does not tell, or nothing at all
            pass
    card = at_the_prompt(port)
    if card.board is None or card.version is None or card.image is None:
        raise HostError(f"{port}: {card.problem}")
    program = load(card.board)
    nonce, device, same = measured_at_the_prompt(port, program)
    return Measurement(device, card.board, card.version, card.image, nonce, program, same)


def measured_at_the_prompt(port: str, program: Program) -> tuple[bytes, str, bool]:
    """A fresh nonce, the id of the bench kit, and whether its answer is that of the program."""
    nonce = secrets.token_bytes(NONCE_SIZE)
    asked = _ASK.format(size=_FLASH_SIZE, nonce=nonce.hex())
    words = mpremote.run(port, "resume", "exec", asked).split()
    if len(words) != 2 or len(words[1]) != 2 * _DIGEST_SIZE:
        raise HostError(f"{port}: the bench kit cannot measure itself: flash it")
    return nonce, words[0], words[1] == program.measure(nonce).hex()


def _over_the_link(port: str, load: Callable[[str], Program]) -> Measurement:
    with Link.open(port, expect=Expectation(any_table=True)) as link:
        told = link.identity()
        program = load(told.board)
        nonce, same = measured(link, program)
    device, image = told.device.hex(), told.image.hex()
    return Measurement(device, told.board, told.version, image, nonce, program, same)
