"""The twin of `limbs_fast` in plain Python; a test holds the two equal."""

_PRIME = (1 << 255) - 19


def _word(words, index):
    return int.from_bytes(words[4 * index : 4 * index + 4], "little")


def _set_word(words, index, value):
    words[4 * index : 4 * index + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")


def load(words, at):
    """The number that 20 limbs from word `at` on stand for; limbs may have more than 13 bits."""
    return sum(_word(words, at + i) << 13 * i for i in range(20))


def store(words, at, value):
    """Write a number below 2**260 as 20 limbs."""
    for i in range(20):
        _set_word(words, at + i, value >> 13 * i & 0x1FFF)


def unpack(words, at, count, data, start, size):
    """Write `size` little-endian bytes from `start` on as `count` limbs from word `at` on."""
    value = int.from_bytes(bytes(data[start : start + size]), "little")
    for i in range(count):
        _set_word(words, at + i, value >> 13 * i & 0x1FFF)


def pack(words, at, data, start):
    """Write 20 limbs of at most 13 bits from word `at` on as 32 little-endian bytes."""
    value = load(words, at) & (1 << 256) - 1
    data[start : start + 32] = value.to_bytes(32, "little")


def fe_freeze(words, element):
    """Reduce an element below 2**255 - 19, its limbs to 13 bits."""
    store(words, 32 * element, load(words, 32 * element) % _PRIME)


def signed_digits(digits, data):
    """Write a scalar below 2**253 as 64 digits of base 16 from -8 to 8, each plus 8."""
    carry = 0
    for i in range(64):
        value = (data[i >> 1] >> 4 * (i & 1) & 15) + carry
        carry = 1 if value > 8 else 0
        digits[i] = value - 16 * carry + 8
