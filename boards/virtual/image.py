"""A program for the board, from a UF2 or a raw binary."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from boards.virtual import uf2
from boards.virtual.errors import ImageError
from boards.virtual.flash import FLASH_SIZE, SECTOR_SIZE

_BOOT2_SIZE = 256


@dataclass(frozen=True)
class Image:
    """Pages of 256 bytes by their offset in flash."""

    name: str
    pages: dict[int, bytes]

    @property
    def size(self) -> int:
        """From the start of flash to the end of the last page."""
        return max(self.pages) + uf2.PAYLOAD_SIZE

    def sectors(self) -> list[int]:
        """The flash sectors that programming it erases."""
        return sorted({offset & ~(SECTOR_SIZE - 1) for offset in self.pages})

    def flash(self) -> bytes:
        """The whole flash, empty but for the image."""
        contents = bytearray(b"\xff" * FLASH_SIZE)
        for offset, page in self.pages.items():
            contents[offset : offset + len(page)] = page
        return bytes(contents)


def load(path: Path) -> Image:
    """Read a `.uf2` or `.bin`; a file that the board could not start is refused here."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"cannot read the image {path}: {error.strerror}") from None
    if path.suffix.lower() == ".uf2" or data[:4] == b"UF2\n":
        return from_uf2(path.name, data)
    return from_binary(path.name, data)


def from_uf2(name: str, data: bytes) -> Image:
    receiver = uf2.Receiver(FLASH_SIZE)
    for at in range(0, len(data), uf2.BLOCK_SIZE):
        receiver.feed(data[at : at + uf2.BLOCK_SIZE])
    if not receiver.pages:
        raise ImageError(f"{name} holds no UF2 block for RP2040: build one, or pass --image FILE")
    if receiver.ignored_count or not receiver.complete:
        raise ImageError(f"{name} is a damaged or partial UF2 file: build or fetch it again")
    return _startable(Image(name, dict(sorted(receiver.pages.items()))))


def from_binary(name: str, data: bytes) -> Image:
    if not data or len(data) > FLASH_SIZE:
        raise ImageError(f"{name} has {len(data)} bytes: the flash holds 1 to {FLASH_SIZE}")
    size = uf2.PAYLOAD_SIZE
    pages = {at: data[at : at + size].ljust(size, b"\xff") for at in range(0, len(data), size)}
    return _startable(Image(name, pages))


def _startable(image: Image) -> Image:
    if not is_startable(image.pages.get(0, b"")):
        raise ImageError(f"{image.name} does not start with an RP2040 second-stage boot loader")
    return image


def is_startable(flash: bytes) -> bool:
    """Would the boot ROM start this flash? Else it shows its drive."""
    boot2 = flash[:_BOOT2_SIZE]
    return len(boot2) == _BOOT2_SIZE and _crc32_boot(boot2[:-4]) == int.from_bytes(
        boot2[-4:], "little"
    )


def _crc32_boot(data: bytes) -> int:
    """The boot ROM's check over the second stage: CRC-32, most significant bit first."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = ((crc << 1) ^ (0x04C11DB7 if crc & 0x80000000 else 0)) & 0xFFFFFFFF
    return crc
