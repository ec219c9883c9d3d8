"""Who this board is: product or bench, version, board, and the digest of the image it runs.

The digest is measured, never stored: SHA-256 over the image in XIP flash. The host computes the
same over the UF2 it flashed, with this same code.
"""

import hashlib

from micropython import const

# The SDK's binary information: a marker in the first page behind the second-stage boot loader,
# a table of pointers, and in it the entry that tells where the image ends.
FLASH_BASE = const(0x1000_0000)
_SEARCH_START = const(0x100)
_SEARCH_END = const(0x200)
_MARKER = b"\xf2\xeb\x88\x71"
_ENTRY_BINARY_END = b"\x05\x00RP\xde\x65\xf4\x68"  # type 5 (id and int), tag "RP", id


def _offset(flash, at):
    """The flash offset that the pointer at `at` holds; -1 for a pointer elsewhere."""
    if flash[at + 3] != FLASH_BASE >> 24:
        return -1
    return flash[at] | flash[at + 1] << 8 | flash[at + 2] << 16


def image_size(flash):
    """Bytes of the image in `flash`, as its binary information tells; -1 if there is none."""
    for marker in range(_SEARCH_START, _SEARCH_END, 4):
        if bytes(flash[marker : marker + 4]) == _MARKER:
            break
    else:
        return -1
    table, end = _offset(flash, marker + 4), _offset(flash, marker + 8)
    for at in range(table, end, 4):
        entry = _offset(flash, at)
        if entry >= 0 and bytes(flash[entry : entry + 8]) == _ENTRY_BINARY_END:
            return _offset(flash, entry + 8)
    return -1


def digest(flash, nonce=b""):
    """SHA-256 over a nonce and the image in `flash`; empty if there is no image."""
    size = image_size(flash)
    if size < 0:
        return b""
    sha = hashlib.sha256(nonce)
    sha.update(memoryview(flash)[:size])
    return sha.digest()


def as_hex(data):
    """Bytes as people write them."""
    return "".join("{:02x}".format(byte) for byte in data)


def measure(flash, nonce=b""):
    """The digest in hex; empty if there is no image."""
    return as_hex(digest(flash, nonce))


def line(kind, version, board, measured):
    """The identity in one line of text, without its end."""
    return "boxcars {} {} {} sha256:{}".format(kind, version, board, measured)
