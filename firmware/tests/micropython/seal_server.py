"""Runs on MicroPython's unix port: answers a line for a line, each measured call with no heap.

sign SEED MESSAGE                -> HEAP PUBLIC SIGNATURE
verify PUBLIC SIGNATURE MESSAGE  -> HEAP CODE
hash MESSAGE                     -> HEAP DIGEST
kernel NAME ARGUMENT...          -> HEAP BUFFER...   (ARGUMENT is a number, or hex after a colon)
life SEED ROUNDS                 -> HEAP RECORD...   (see seal_scenario)
draw ROUNDS                      -> HEAP CODE BLOCK  (entropy from a made-up source)

HEAP is the difference of micropython.mem_total() over a call with the heap locked.
"""

import sys
from binascii import hexlify, unhexlify

from seal_scenario import Life

import micropython
from shaker.seal import kernels
from shaker.seal.ed25519 import Signer, Verifier
from shaker.seal.entropy import EntropySource
from shaker.seal.sha512 import Sha512

_signature_buf = bytearray(64)
_verifier = Verifier()
_sha = Sha512()


def _bytes(text):
    return unhexlify(text)


def _locked_sign(signer, message, size):
    signer.sign_into(_signature_buf, message, size)  # the first call may fill lookup caches
    before = micropython.mem_total()
    micropython.heap_lock()
    signer.sign_into(_signature_buf, message, size)
    micropython.heap_unlock()
    return micropython.mem_total() - before


def _locked_hash(message, size):
    before = micropython.mem_total()
    micropython.heap_lock()
    _sha.start()
    _sha.update(message, 0, size)
    _sha.finish_into(_signature_buf, 0)
    micropython.heap_unlock()
    return micropython.mem_total() - before


def _sign(words):
    signer = Signer(_bytes(words[0]))
    message = _bytes(words[1])
    heap = _locked_sign(signer, message, len(message))
    return [str(heap), _hex(signer.public), _hex(_signature_buf)]


def _verify(words):
    public = _bytes(words[0])
    signature = _bytes(words[1])
    message = _bytes(words[2])
    size = len(message)
    before = micropython.mem_total()
    micropython.heap_lock()
    code = _verifier.verify(public, signature, message, size)
    micropython.heap_unlock()
    return [str(micropython.mem_total() - before), str(code)]


def _hash(words):
    message = _bytes(words[0])
    return [str(_locked_hash(message, len(message))), _hex(_signature_buf)]


def _kernel(words):
    call = getattr(kernels, words[0])
    args = [bytearray(_bytes(w[1:])) if w[0] == ":" else int(w) for w in words[1:]]
    call(*args)
    return ["0"] + [_hex(arg) for arg in args if isinstance(arg, bytearray)]


def _locked(call, argument):
    before = micropython.mem_total()
    micropython.heap_lock()
    code = call(argument)
    micropython.heap_unlock()
    assert code == 0
    return micropython.mem_total() - before


def _life(words):
    life = Life(_bytes(words[0]))
    life.genesis()
    out = [bytes(life.header) + life.signature + life.body[: life.body_size]]
    heap = 0
    for number in range(1, 1 + int(words[1])):
        heap += _locked(life.result, number)
        out.append(bytes(life.header) + life.signature + life.body[: life.body_size])
    life.program()
    out.append(bytes(life.header) + life.signature + life.body[: life.body_size])
    return [str(heap)] + [_hex(data) for data in out]


_noise = [12345]


def _sample_into(buf, size):
    """A small generator: not random, but neither stuck nor biased."""
    value = _noise[0]
    for i in range(size):
        value = (value * 75 + 74) % 65537
        buf[i] = value >> 7 & 1
    _noise[0] = value


def _draw(words):
    source = EntropySource(_sample_into)
    code = source.start()
    before = micropython.mem_total()
    micropython.heap_lock()
    for _ in range(int(words[0])):
        code |= source.draw_into(_signature_buf, 0)
    micropython.heap_unlock()
    return [str(micropython.mem_total() - before), str(code), _hex(_signature_buf)]


def _hex(data):
    return ":" + hexlify(data).decode()


_COMMANDS = {
    "sign": _sign,
    "verify": _verify,
    "hash": _hash,
    "kernel": _kernel,
    "life": _life,
    "draw": _draw,
}

for line in sys.stdin:
    words = line[:-1].split(" ")
    print(" ".join(_COMMANDS[words[0]](words[1:])))
