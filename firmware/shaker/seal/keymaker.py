"""The key of a board: made once from entropy, kept in one page, opened at every start.

The seed exists in the page and, for the time of a call, in buffers that are wiped before the call
returns, those of the hash among them. No function returns it, and no message of the link may
carry the page.

The page is 256 bytes: `BXKY`, version, three zeros, seed (32), the first 32 bytes of SHA-512 over
those 40, and FF to the end. `store` is an object with `read_page_into(buf)` and `write_page(buf)`.
"""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.seal.ed25519 import SEED_SIZE, Signer
from shaker.seal.entropy import READY
from shaker.seal.sha512 import DIGEST_SIZE, Sha512

PAGE_SIZE = const(256)
MADE = const(0)
# The codes of entropy come first; these follow them.
E_EXISTS = const(16)  # there is a key: retiring it is another matter
E_STORE = const(17)  # the page does not read back as written
E_DAMAGED = const(18)  # the page begins like a key but fails its check: it is not written over

_MAGIC = b"BXKY\x01\x00\x00\x00"
_MARK_SIZE = const(4)
_AT_SEED = const(8)
_AT_CHECK = const(40)
_CHECK_SIZE = const(32)
_END = const(72)


def make(source, store):
    """Make a key from a started entropy source and store it; MADE or a code."""
    page = bytearray(PAGE_SIZE)
    block = bytearray(DIGEST_SIZE)
    try:
        store.read_page_into(page)
        if _is_page(page):
            return E_EXISTS
        if page[:_MARK_SIZE] == _MAGIC[:_MARK_SIZE]:
            return E_DAMAGED
        code = source.draw_into(block, 0)
        if code != READY:
            return code
        fill(page, 0, PAGE_SIZE, 0xFF)
        move(page, 0, _MAGIC, 0, len(_MAGIC))
        move(page, _AT_SEED, block, 0, SEED_SIZE)
        _check_into(page, _AT_CHECK, page)
        store.write_page(page)
        _check_into(block, 0, page)
        fill(page, 0, PAGE_SIZE, 0)
        store.read_page_into(page)
        same = _is_page(page) and page[_AT_CHECK:_END] == block[:_CHECK_SIZE]
        return MADE if same else E_STORE
    finally:
        fill(page, 0, PAGE_SIZE, 0)
        fill(block, 0, DIGEST_SIZE, 0)


def load(store, curve=None):
    """The signer of the stored key, or None if there is none; `curve` as for `Signer`."""
    page = bytearray(PAGE_SIZE)
    seed = bytearray(SEED_SIZE)
    try:
        store.read_page_into(page)
        if not _is_page(page):
            return None
        move(seed, 0, page, _AT_SEED, SEED_SIZE)
        return Signer(seed, curve)
    finally:
        fill(page, 0, PAGE_SIZE, 0)
        fill(seed, 0, SEED_SIZE, 0)


def _check_into(out, at, page):
    wide = bytearray(DIGEST_SIZE)
    sha = Sha512()
    sha.update(page, 0, _AT_CHECK)
    sha.finish_into(wide, 0)
    sha.wipe()
    move(out, at, wide, 0, _CHECK_SIZE)
    fill(wide, 0, DIGEST_SIZE, 0)


def _is_page(page):
    check = bytearray(_CHECK_SIZE)
    _check_into(check, 0, page)
    return page[: len(_MAGIC)] == _MAGIC and page[_AT_CHECK:_END] == check
