"""Bytes and words in buffers: kernels equal their twins, numbers come back as they went in."""

import pytest

from firmware.tests.unix_port import run_script
from shaker.octets import words


def test_kernels_equal_their_twins_and_take_no_heap():
    assert run_script("octet_twins.py") == "400\n"


@pytest.mark.parametrize("value", [0, 1, 255, 256, 65535, 65536, (1 << 30) - 1])
def test_a_word_comes_back(value):
    buf = bytearray(b"\xaa" * 8)
    words.put_u32(buf, 3, value)
    assert words.get_u32(buf, 3) == words.get_i32(buf, 3) == value
    words.put_i32(buf, 3, -value)
    assert words.get_i32(buf, 3) == -value
    assert buf[:3] == b"\xaa\xaa\xaa"
    assert buf[7] == 0xAA


def test_what_is_no_small_int_is_told():
    buf = bytearray(b"\xff" * 4)
    assert words.get_u32(buf, 0) == -1
    for bad in (-1, 1 << 30):
        with pytest.raises(AssertionError):
            words.put_u32(buf, 0, bad)
    with pytest.raises(AssertionError):
        words.put_u16(buf, 0, 1 << 16)
    assert buf == b"\xff" * 4


def test_two_bytes_come_back():
    buf = bytearray(3)
    words.put_u16(buf, 1, 0xABCD)
    assert words.get_u16(buf, 1) == 0xABCD
    assert buf == b"\x00\xcd\xab"
