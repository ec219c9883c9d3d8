"""What the seal costs on the board: run on the bench image, between edges of a marker pin.

`run(mark, row)` works a row of the benchmark table once and calls `mark(1)` and `mark(0)` round
the measured part; the host counts the cycles between the edges. Interrupts are off inside, since
the time of a USB interrupt is no property of a signature. Each measured call follows one of the
same kind, so that MicroPython's lookup caches are warm.

| row                    | measured                                               | times |
|------------------------|--------------------------------------------------------|-------|
| seal.empty             | nothing: subtract it from the others                   | 1     |
| seal.sign.cycles       | one signature of 64 bytes                              | 1     |
| seal.verify.cycles     | one verification of 64 bytes                           | 1     |
| seal.sha512_block.cycles | one block of SHA-512                                 | 1     |
| seal.sign.cycle_spread | one signature by each of 20 keys: largest - smallest   | 20    |

`heap_bytes()` is the row seal.heap.bytes: what a signature and a verification allocate.
"""

import gc

from machine import disable_irq, enable_irq
from shaker.seal.ed25519 import Signer, Verifier
from shaker.seal.sha512 import Sha512

_MESSAGE = bytes(range(64))
_KEYS = 20

_signature_buf = bytearray(64)
_block_buf = bytearray(128)


def _seed(index):
    """Twenty seeds that differ everywhere and are the same in every run."""
    sha = Sha512()
    sha.update(b"boxcars seal bench" + bytes([index]), 0, 19)
    out = bytearray(64)
    sha.finish_into(out, 0)
    return out[:32]


def _nothing():
    pass


def _marked(mark, call, *args):
    for measured in (False, True):
        state = disable_irq()
        if measured:
            mark(1)
        call(*args)
        if measured:
            mark(0)
        enable_irq(state)


def run(mark, row):
    """Work one row; `mark` takes 1 or 0."""
    signer = Signer(_seed(0))
    signer.sign_into(_signature_buf, _MESSAGE, len(_MESSAGE))
    if row == "seal.empty":
        _marked(mark, _nothing)
    elif row == "seal.sign.cycles":
        _marked(mark, signer.sign_into, _signature_buf, _MESSAGE, len(_MESSAGE))
    elif row == "seal.verify.cycles":
        verify = Verifier().verify
        _marked(mark, verify, signer.public, _signature_buf, _MESSAGE, len(_MESSAGE))
    elif row == "seal.sha512_block.cycles":
        _marked(mark, Sha512()._step, _block_buf, 0)
    elif row == "seal.sign.cycle_spread":
        for index in range(_KEYS):
            signer = Signer(_seed(index))
            gc.collect()
            _marked(mark, signer.sign_into, _signature_buf, _MESSAGE, len(_MESSAGE))
    else:
        raise ValueError(row)


def heap_bytes():
    """Bytes of heap in use after a signature and a verification, less those before."""
    signer = Signer(_seed(0))
    verifier = Verifier()
    public = signer.public
    before = 0
    for _ in range(2):
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        signer.sign_into(_signature_buf, _MESSAGE, 64)
        good = verifier.verify(public, _signature_buf, _MESSAGE, 64)
        before = gc.mem_alloc() - before
        gc.enable()
        assert good == 0
    return before
