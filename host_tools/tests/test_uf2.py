"""UF2 there and back, and every way in which a file can be no UF2 for this chip."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxcars.build import uf2


@given(st.binary(min_size=1, max_size=2000))
def test_an_image_comes_back_padded_to_a_page(image: bytes) -> None:
    back = uf2.decode(uf2.encode(image))
    assert len(back) % uf2.PAYLOAD_SIZE == 0
    assert back[: len(image)] == image
    assert not back[len(image) :].strip(b"\0")


def test_the_blocks_are_those_of_the_format() -> None:
    block = uf2.encode(b"\x55" * 256)
    assert len(block) == 512
    assert block[:8] == b"UF2\nWQ]\x9e"
    assert block[12:16] == (0x1000_0000).to_bytes(4, "little")
    assert block[28:32] == (0xE48B_FF56).to_bytes(4, "little")
    assert block[-4:] == b"\x30\x6f\xb1\x0a"


def changed(at: int, value: int) -> bytes:
    data = bytearray(uf2.encode(b"\x55" * 300))
    data[at] = value
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"", "whole number", id="empty"),
        pytest.param(uf2.encode(b"x")[:-1], "whole number", id="cut"),
        pytest.param(b"\0" * 512, "no UF2 magic", id="zeros"),
        pytest.param(changed(0, 0), "block 0 has no UF2 magic", id="first-magic"),
        pytest.param(changed(512 + 511, 0), "block 1 has no UF2 magic", id="last-magic"),
        pytest.param(changed(28, 0), "another chip", id="family"),
        pytest.param(changed(12, 1), "flash page", id="address-off-page"),
        pytest.param(changed(15, 0), "flash page", id="address-below-flash"),
        pytest.param(changed(16, 1), "flash page", id="size"),
    ],
)
def test_anything_else_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(uf2.UF2Error, match=says):
        uf2.decode(data)
