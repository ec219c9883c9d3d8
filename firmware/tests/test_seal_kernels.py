"""Each viper kernel equals its plain twin, on random and on extreme inputs.

The kernels run on the 32-bit unix port, the twins here. Field kernels may leave any limb form of
the number, so they are compared as numbers modulo p and their limbs against the bounds that keep
a column of products within 32 bits.
"""

import random
import types

import pytest

from boxcars.sealgen import curve
from boxcars.sealgen.select import POSITION_SIZE, select
from firmware.tests.port_seal import ask
from shaker.seal import (
    field_plain,
    health_plain,
    limbs_plain,
    scalar_plain,
    select_plain,
    sha512_plain,
)
from shaker.seal.base_table import BASE_MULTIPLES
from shaker.seal.constants import ORDER, ORDER_FOLD, SHA512_CONSTANTS
from shaker.seal.limbs_plain import load

_ELEMENT = 128
_COUNT = 8
# What sums and products leave: the lowest limb takes the fold of up to three carries, 608 each.
_LIMB_0_MAX = 8191 + 3 * 608
_LIMB_MAX = 8191 + 8


def _line(name, *args):
    words = [f":{bytes(arg).hex()}" if not isinstance(arg, int) else str(arg) for arg in args]
    return " ".join(["kernel", name, *words])


def _element(limbs):
    return b"".join(limb.to_bytes(4, "little") for limb in limbs) + bytes(48)


def _space(source, style):
    """A workspace of elements at the bounds of what kernels leave, or random within them."""
    elements = []
    for _ in range(_COUNT):
        if style == "most":
            limbs = [_LIMB_0_MAX] + [_LIMB_MAX] * 19
        elif style == "zero":
            limbs = [0] * 20
        elif style == "prime":
            limbs = [8192 - 19] + [8191] * 18 + [255]
        else:
            limbs = [source.randrange(_LIMB_0_MAX + 1)]
            limbs += [source.randrange(_LIMB_MAX + 1) for _ in range(19)]
        elements.append(_element(limbs))
    return b"".join(elements)


def _field_cases():
    source = random.Random(13)
    for style in ("most", "zero", "prime", *["random"] * 40):
        program = bytes([2, 3, 4, 0, 5, 2, 6, 0, 7, 7, 7, 0])
        yield "fe_mul", _space(source, style), 3, program
        yield "fe_sqr", _space(source, style), source.choice((1, 2, 5)), bytes([2, 3, 0, 0])
        yield "fe_sqr", _space(source, style), 1, bytes([3, 3, 0, 0])
        signs = bytes([2, 3, 4, 0, 5, 2, 6, 1, 7, 3, 7, 1, 6, 6, 6, 0])
        yield "fe_sum", _space(source, style), 4, signs


def test_field_kernels_equal_their_twins_within_bounds():
    cases = list(_field_cases())
    answers = ask([_line(*case) for case in cases])
    for (name, space, count, program), (_, fast, _) in zip(cases, answers, strict=True):
        plain = bytearray(space)
        getattr(field_plain, name)(plain, count, program)
        for element in range(2, _COUNT):
            words = 32 * element
            assert (load(fast, words) - load(plain, words)) % curve.PRIME == 0
            limbs = [limbs_plain._word(fast, words + i) for i in range(20)]
            assert limbs[0] <= _LIMB_0_MAX
            assert max(limbs[1:]) <= _LIMB_MAX
            assert not any(fast[4 * words + 80 : 4 * words + 128]), "squares read zeros here"


def test_a_column_of_products_fits_32_bits():
    """The widest operands: limbs of 14 bits from ge_select on one side, sums on the other."""
    wide = [15168] + [16382] * 19
    most = [_LIMB_0_MAX] + [_LIMB_MAX] * 19
    columns = [sum(wide[i] * most[k - i] for i in range(20) if 0 <= k - i < 20) for k in range(39)]
    carry = 0
    for column in columns[20:]:
        carry = (column + carry) >> 13
    for column in columns[:20]:
        assert column + 608 * max(8191, carry) + (1 << 19) < 1 << 32
    squares = [sum(most[i] * most[k - i] for i in range(20) if 0 <= k - i < 20) for k in range(39)]
    assert max(squares) + (1 << 19) < 1 << 32


def test_product_with_the_widest_operands():
    wide = _element([15168] + [16382] * 19)
    most = _element([_LIMB_0_MAX] + [_LIMB_MAX] * 19)
    space = bytes(2 * _ELEMENT) + most + wide + bytes(_ELEMENT)
    ((_, fast, _),) = ask([_line("fe_mul", space, 1, bytes([4, 2, 3, 0]))])
    expected = load(space, 64) * load(space, 96)
    assert (load(fast, 128) - expected) % curve.PRIME == 0


@pytest.mark.parametrize("shift", range(4))
def test_select_takes_every_multiple_from_any_address(shift):
    """Frozen bytes lie anywhere: the table is read at all four remainders of an address."""
    source = random.Random(shift)
    position = source.randrange(32)
    table = BASE_MULTIPLES[position * POSITION_SIZE : (position + 1) * POSITION_SIZE]
    table = bytes(shift) + table + bytes(4)
    digits = bytes(range(17))
    space = bytes(5 * _ELEMENT)
    answers = ask([_line("ge_select", space, i, digits, table, shift) for i in range(17)])
    for index, (_, fast, _, _) in enumerate(answers):
        plain = bytearray(space)
        select_plain.ge_select(plain, index, digits, table, shift)
        for element in (2, 3, 4):
            assert (load(fast, 32 * element) - load(plain, 32 * element)) % curve.PRIME == 0
        limbs = [limbs_plain._word(fast, 32 * 4 + i) for i in range(20)]
        assert limbs[0] <= 15168
        assert max(limbs) <= 16382


def test_table_holds_the_multiples_it_says():
    step = curve.BASE
    for position in (0, 1, 31):
        point = curve.multiple(256**position, step)
        for digit in (1, 8):
            space = bytearray(5 * _ELEMENT)
            select_plain.ge_select(
                space, 0, bytes([digit + 8]), BASE_MULTIPLES, position * POSITION_SIZE
            )
            x, y = curve.multiple(digit, point)
            assert load(space, 64) == (y + x) % curve.PRIME
            assert load(space, 96) == (y - x) % curve.PRIME
            assert load(space, 128) == 2 * curve.D * x * y % curve.PRIME


def _scalar_words(wide, left, right):
    words = bytearray(480)
    limbs_plain.unpack(words, 0, 40, wide.to_bytes(65, "little"), 0, 65)
    limbs_plain.unpack(words, 40, 20, left.to_bytes(32, "little"), 0, 32)
    limbs_plain.unpack(words, 60, 20, right.to_bytes(32, "little"), 0, 32)
    limbs_plain.unpack(words, 80, 20, ORDER, 0, 32)
    limbs_plain.unpack(words, 100, 20, ORDER_FOLD, 0, 32)
    return words


def _scalar_cases():
    source = random.Random(252)
    edges = [0, 1, curve.ORDER - 1, curve.ORDER, curve.ORDER + 1, 2**252 - 1, 2**252, 2**260 - 1]
    edges += [2**512 - 1, 2**520 - 1, 2**260, curve.ORDER << 255, (curve.ORDER << 255) - 1]
    edges += [k * curve.ORDER + d for k in (2, 15, 255, 256, 2**200) for d in (-1, 0, 1)]
    return edges + [source.getrandbits(512) for _ in range(200)]


def test_scalar_reduction_equals_its_twin():
    cases = [_scalar_words(wide, 0, 0) for wide in _scalar_cases()]
    answers = ask([_line("sc_reduce", words, 0) for words in cases])
    for words, (_, fast) in zip(cases, answers, strict=True):
        plain = bytearray(words)
        scalar_plain.sc_reduce(plain, 0)
        assert fast[:80] == plain[:80]


def test_scalar_product_equals_its_twin():
    source = random.Random(99)
    top = (1 << 256) - 1
    pairs = [(0, 0), (top, top), (curve.ORDER - 1, curve.ORDER - 1)]
    pairs += [(source.getrandbits(253), source.getrandbits(253)) for _ in range(50)]
    cases = [_scalar_words(source.getrandbits(253), *pair) for pair in pairs]
    answers = ask([_line("sc_mul_add", words, 0) for words in cases])
    for words, (_, fast) in zip(cases, answers, strict=True):
        plain = bytearray(words)
        scalar_plain.sc_mul_add(plain, 0)
        assert fast == plain


def test_sha512_kernels_equal_their_twins():
    source = random.Random(512)
    blocks = [bytes(128), b"\xff" * 128, *(source.randbytes(128) for _ in range(20))]
    for block in blocks:
        state = bytearray(source.randbytes(64) + bytes(640))
        lines = [_line("schedule", 0, 0, state, block, 0)]
        sha512_plain.schedule(0, 0, state, block, 0)
        lines.append(_line("rounds", 0, 0, state, SHA512_CONSTANTS))
        scheduled = bytes(state)
        sha512_plain.rounds(0, 0, state, SHA512_CONSTANTS)
        first, second = ask(lines)
        assert first[1] == scheduled
        assert second[1] == state


def _limb_cases():
    source = random.Random(5)
    for _ in range(30):
        words = source.randbytes(4 * 64)
        data = source.randbytes(70)
        size = source.choice((32, 64))
        count = 20 if size == 32 else 40
        yield "unpack", words, source.randrange(20), count, data, source.randrange(6), size
        limbs = b"".join(source.randrange(8192).to_bytes(4, "little") for _ in range(24))
        yield "pack", limbs, source.randrange(4), bytes(40), source.randrange(8)
        scalar = source.randrange(2**253).to_bytes(32, "little")
        yield "signed_digits", bytes(64), scalar
    yield "signed_digits", bytes(64), b"\x88" * 31 + b"\x10"
    yield "signed_digits", bytes(64), b"\xff" * 31 + b"\x1f"
    for value in (
        0,
        1,
        curve.PRIME - 1,
        curve.PRIME,
        curve.PRIME + 18,
        2**255 - 1,
        2**255,
        2**260 - 1,
    ):
        limbs = [value >> 13 * i & 8191 for i in range(20)]
        yield "fe_freeze", _element(limbs), 0
    yield "fe_freeze", _element([_LIMB_0_MAX] + [_LIMB_MAX] * 19), 0
    for _ in range(30):
        yield "fe_freeze", _space(source, "random")[: 2 * _ELEMENT], 1


def test_limb_kernels_equal_their_twins():
    cases = list(_limb_cases())
    answers = ask([_line(*case) for case in cases])
    for (name, *args), answer in zip(cases, answers, strict=True):
        plain = [bytearray(arg) if isinstance(arg, bytes) else arg for arg in args]
        getattr(limbs_plain, name)(*plain)
        assert answer[1:] == [bytes(arg) for arg in plain if isinstance(arg, bytearray)], name


def test_health_kernel_equals_its_twin():
    """Fair, stuck, biased, patterned and broken samples, one chunk after the other."""
    source = random.Random(90)
    for share in (0.5, 0.0, 1.0, 0.9, 0.91, 0.1):
        samples = [int(source.random() < share) for _ in range(1024)]
        patterns = [samples, samples[:5] * 205, [*samples[:700], 2, 255, *samples[702:]]]
        for pattern in patterns:
            plain = bytearray(56)
            for at in range(0, 1024, 128):
                chunk = bytes(pattern[at : at + 128])
                args = (plain, 0, chunk, 128, 121, 928, 1024)
                ((_, fast, _),) = ask([_line("health_test", *args)])
                health_plain.health_test(*args)
                assert fast == plain


def test_signed_digits_stand_for_the_scalar():
    source = random.Random(64)
    for scalar in (
        0,
        1,
        curve.ORDER - 1,
        2**253 - 1,
        *(source.getrandbits(253) for _ in range(50)),
    ):
        digits = bytearray(64)
        limbs_plain.signed_digits(digits, scalar.to_bytes(32, "little"))
        assert sum((digit - 8) * 16**i for i, digit in enumerate(digits)) == scalar
        assert max(digits) <= 16


class _Memory:
    """Memory for the text of a viper kernel on CPython: pointers into it, and what they read."""

    def __init__(self, size):
        self.data = bytearray(size)
        self.reads = []

    def pointer(self, width):
        memory = self

        class Pointer:
            def __init__(self, at):
                self.at = int(at)

            def __int__(self):
                return self.at

            def __getitem__(self, index):
                at = self.at + width * index
                assert at % width == 0
                memory.reads.append(at)
                return int.from_bytes(memory.data[at : at + width], "little")

            def __setitem__(self, index, value):
                at = self.at + width * index
                mask = (1 << 8 * width) - 1
                memory.data[at : at + width] = (value & mask).to_bytes(width, "little")

        return Pointer


def _selected(text, digit):
    """The addresses that a look-up of one digit reads in the table, and the space it leaves."""
    table_at, digits_at = 4096, 8192
    memory = _Memory(16384)
    memory.data[table_at : table_at + POSITION_SIZE] = BASE_MULTIPLES[:POSITION_SIZE]
    memory.data[digits_at] = digit + 8
    names = {"ptr8": memory.pointer(1), "ptr32": memory.pointer(4)}
    names["micropython"] = types.SimpleNamespace(viper=lambda call: call)
    exec(text, names)
    space, digits, table = names["ptr32"](0), names["ptr8"](digits_at), names["ptr8"](table_at)
    names["ge_select"](space, 0, digits, table, 0)
    reads = [at for at in memory.reads if table_at <= at < digits_at]
    return reads, bytes(memory.data[256 : 5 * 128])


def test_select_reads_the_same_addresses_for_every_digit():
    text = select()
    reads, _ = _selected(text, 0)
    assert set(range(4096, 4096 + POSITION_SIZE, 4)) <= set(reads)
    for digit in range(-8, 9):
        assert _selected(text, digit)[0] == reads
    assert len({_selected(text, digit)[1] for digit in range(-8, 9)}) == 17
    leaky = text.replace("    i = 1\n", "    i = w[30 * size]\n    i = 1\n", 1)
    assert leaky != text
    assert _selected(leaky, 1)[0] != _selected(leaky, 2)[0], "a look-up by the digit is seen"
