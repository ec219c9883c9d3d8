"""The calibration of one unit: measured from golden frames, kept as bytes, held to new ones."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from boxcars.optics.draw import Drawn, draw
from shaker.dice import calibration as cal
from shaker.dice.reader import Reader

DARK = bytes(900)


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    return draw("clean", 40, np.random.default_rng(77))


def golden(drawn: Drawn, index: int) -> tuple[Reader, bytes, bytearray]:
    frame = drawn.frames[index].tobytes()
    reader, data = Reader(30, 30), bytearray(cal.SIZE)
    assert cal.measure(reader, [frame, frame], DARK, 9, data) == cal.OK
    return reader, frame, data


def test_measured_data_is_whole_and_fits_its_own_frame(drawn: Drawn) -> None:
    for index in range(10):
        reader, frame, data = golden(drawn, index)
        assert cal.check(data) == cal.OK
        assert int.from_bytes(data[60:], "little") == zlib.crc32(data[:60])
        assert data[cal.AT_EXPOSURE] == 9
        edge = int.from_bytes(data[cal.AT_DIE_PX : cal.AT_DIE_PX + 2], "little") / 16
        assert abs(edge - drawn.die_px[index]) < 0.2 * drawn.die_px[index]
        assert cal.compare(reader, frame, DARK, data) == cal.OK
        assert reader.die_px == round(edge)


def test_each_flipped_bit_is_found(drawn: Drawn) -> None:
    _, _, data = golden(drawn, 0)
    for at in range(cal.SIZE):
        for bit in range(8):
            data[at] ^= 1 << bit
            assert cal.check(data) in (cal.E_CRC, cal.E_VERSION)
            data[at] ^= 1 << bit


def test_what_changed_has_a_name(drawn: Drawn) -> None:
    reader, frame, data = golden(drawn, 0)
    bright = bytes(min(63, level + 20) for level in frame)
    assert cal.compare(reader, frame, bytes([40]) * 900, data) == cal.E_DARK_OFF
    assert cal.compare(reader, bytes(900), DARK, data) == cal.E_DARK_OFF
    assert cal.compare(reader, bright, DARK, data) in (cal.E_FLOOR_OFF, cal.E_CONTRAST_OFF)
    negative = bytes(63 - level for level in frame)
    assert cal.compare(reader, negative, DARK, data) == cal.E_TONE_OFF
    assert cal.compare(Reader(32, 30), bytes(960), DARK, data) == cal.E_FRAME_SIZE


def test_golden_frames_must_agree_and_be_read(drawn: Drawn) -> None:
    reader, data = Reader(30, 30), bytearray(cal.SIZE)
    faces = drawn.face.tolist()
    other = next(k for k, face in enumerate(faces) if face != faces[0])
    frames = [drawn.frames[k].tobytes() for k in (0, other)]
    assert cal.measure(reader, frames, DARK, 0, data) == cal.E_DISAGREE
    assert cal.measure(reader, [bytes(900)], DARK, 0, data) == cal.E_UNREAD
