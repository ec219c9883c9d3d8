"""SHA-512 equals hashlib's: every length over two blocks, any cut, on both Pythons."""

import hashlib
import random

import pytest

from firmware.tests.port_seal import ask
from firmware.tests.seal_secrets import words_left
from shaker.seal.sha512 import Sha512


def _digest(*parts):
    sha = Sha512()
    for part in parts:
        sha.update(part, 0, len(part))
    out = bytearray(64)
    sha.finish_into(out, 0)
    return bytes(out)


@pytest.mark.parametrize("size", [0, 1, 111, 112, 113, 127, 128, 129, 239, 240, 255, 256, 1000])
def test_one_part(size):
    message = random.Random(size).randbytes(size)
    assert _digest(message) == hashlib.sha512(message).digest()


def test_any_cut_gives_the_same():
    message = random.Random(3).randbytes(400)
    whole = hashlib.sha512(message).digest()
    for cut in range(0, 401, 7):
        assert _digest(message[:cut], message[cut:]) == whole


def test_from_an_offset_into_an_offset():
    data = bytes(range(200))
    out = bytearray(70)
    sha = Sha512()
    sha.update(data, 13, 150)
    sha.finish_into(out, 6)
    assert out == bytes(6) + hashlib.sha512(data[13:163]).digest()


def test_start_forgets():
    sha = Sha512()
    sha.update(b"before", 0, 6)
    sha.start()
    sha.update(b"abc", 0, 3)
    out = bytearray(64)
    sha.finish_into(out, 0)
    assert out == hashlib.sha512(b"abc").digest()


def test_wipe_leaves_nothing_and_is_a_new_start():
    message = random.Random(4).randbytes(200)
    sha = Sha512()
    sha.update(message, 0, 200)
    sha.wipe()
    assert words_left(message, [sha]) == 0
    sha.update(b"abc", 0, 3)
    out = bytearray(64)
    sha.finish_into(out, 0)
    assert out == hashlib.sha512(b"abc").digest()


def test_more_than_the_buffer_holds_is_a_bug():
    with pytest.raises(AssertionError):
        Sha512().update(b"abc", 1, 3)


def test_micropython_every_length_without_heap():
    messages = [random.Random(size).randbytes(size) for size in range(300)]
    answers = ask([f"hash {message.hex()}" for message in messages])
    for message, (heap, digest) in zip(messages, answers, strict=True):
        assert digest == hashlib.sha512(message).digest()
        assert heap == 0
