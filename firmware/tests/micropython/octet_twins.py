"""Run on the unix port: the viper kernels of `octets` and their plain twins on random buffers.

Prints how many calls were compared; stops with an assertion at the first difference, and if a
kernel takes heap.
"""

import random

import micropython
from shaker.octets import crc32_fast, crc32_plain, moves_fast, moves_plain, words

ROUNDS = 400


def noise(size):
    return bytearray(random.getrandbits(8) for _ in range(size))


def both(name, fast, plain, target, *rest):
    """Call kernel and twin on copies of a buffer; the same buffer and answer must come."""
    one, other = bytearray(target), bytearray(target)
    answer = getattr(fast, name)(one, *rest)
    assert answer == getattr(plain, name)(other, *rest), name
    assert one == other, name


def compare():
    at, start, size = random.randrange(9), random.randrange(9), random.randrange(40)
    target, source = noise(50), noise(50)
    both("move", moves_fast, moves_plain, target, at, source, start, size)
    both("fill", moves_fast, moves_plain, target, at, size, random.getrandbits(8))
    both("put_word", moves_fast, moves_plain, target, at, random.getrandbits(30))
    both("put_word", moves_fast, moves_plain, target, at, -random.getrandbits(29))
    both("crc32_into", crc32_fast, crc32_plain, target, at, source, start, size)
    both("crc32_more", crc32_fast, crc32_plain, target, at, source, start, size)
    pieces, whole = bytearray(4), bytearray(4)
    crc32_fast.crc32_into(whole, 0, source, 0, 50)
    crc32_fast.crc32_more(pieces, 0, source, 0, size)
    crc32_fast.crc32_more(pieces, 0, source, size, 50 - size)
    assert pieces == whole
    alike = bytearray(50)
    alike[at : at + size] = source[start : start + size]
    both("equal", moves_fast, moves_plain, alike, at, source, start, size)
    sealed = source + bytearray(4)
    crc32_plain.crc32_into(sealed, 50, source, start, size)
    both("crc32_matches", crc32_fast, crc32_plain, source, start, size, sealed, 50)
    assert crc32_fast.crc32_matches(source, start, size, sealed, 50)
    bit = random.randrange(32)
    sealed[50 + bit // 8] ^= 1 << bit % 8
    assert not crc32_fast.crc32_matches(source, start, size, sealed, 50)
    if size:
        alike[at + random.randrange(size)] ^= 1 << random.randrange(8)
        assert not moves_fast.equal(alike, at, source, start, size)
        both("equal", moves_fast, moves_plain, alike, at, source, start, size)


def use_all(buf):
    moves_fast.move(buf, 0, buf, 20, 10)
    moves_fast.fill(buf, 0, 10, 255)
    moves_fast.put_word(buf, 0, -1)
    moves_fast.equal(buf, 0, buf, 20, 10)
    crc32_fast.crc32_into(buf, 0, buf, 10, 30)
    crc32_fast.crc32_matches(buf, 10, 30, buf, 0)
    crc32_fast.crc32_more(buf, 0, buf, 10, 30)
    words.put_u32(buf, 5, (1 << 30) - 1)
    words.get_u32(buf, 5)
    words.put_i32(buf, 5, -(1 << 30))
    words.get_i32(buf, 5)
    words.put_u16(buf, 5, 65535)
    words.get_u16(buf, 5)


random.seed(17)
for _ in range(ROUNDS):
    compare()
work = noise(50)
use_all(work)
before = micropython.mem_total()
use_all(work)
assert micropython.mem_total() == before
micropython.heap_lock()
use_all(work)
micropython.heap_unlock()
print(ROUNDS)
