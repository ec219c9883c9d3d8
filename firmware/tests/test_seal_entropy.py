"""A noise source that is stuck, biased or repeating is refused for good; keys need a fair one."""

import hashlib
import math
import random

import pytest

from firmware.tests.port_seal import ask
from firmware.tests.seal_secrets import words_left
from shaker.seal import entropy, keymaker
from shaker.seal.entropy import (
    E_NOT_STARTED,
    E_PATTERN,
    E_PROPORTION,
    E_REPETITION,
    E_SAMPLE,
    READY,
    EntropySource,
)
from shaker.seal.sha512 import Sha512

_CREDIT = 0.25  # bits of min-entropy that a sample is credited with
_ALARM = 2.0**-30


class Noise:
    """A sampler with a chosen fault; keeps what it gave."""

    def __init__(self, draw):
        self._draw = draw
        self.given = []

    def sample_into(self, buf, size):
        for i in range(size):
            buf[i] = self._draw(len(self.given))
            self.given.append(buf[i])


def _fair(seed=1):
    source = random.Random(seed)
    return lambda _: source.getrandbits(1)


def _source(draw):
    noise = Noise(draw)
    return EntropySource(noise.sample_into), noise


def _draws_until_refused(source, count=20):
    out = bytearray(64)
    code = source.start()
    while code == READY and count:
        code = source.draw_into(out, 0)
        count -= 1
    return code


def test_cutoffs_are_those_of_sp_800_90b():
    assert math.ceil(30 / _CREDIT) + 1 == entropy.REPETITION_CUTOFF
    window, p = entropy.PROPORTION_WINDOW, 2**-_CREDIT
    total = 0.0
    count = window
    while True:  # the upper tail, from the far end: no loss of digits
        log = math.lgamma(window + 1) - math.lgamma(count + 1) - math.lgamma(window - count + 1)
        total += math.exp(log + count * math.log(p) + (window - count) * math.log(1 - p))
        if total > _ALARM:
            break
        count -= 1
    assert count + 1 == entropy.PROPORTION_CUTOFF


def test_a_fair_source_gives_conditioned_blocks():
    source, noise = _source(_fair())
    first, second = bytearray(64), bytearray(70)
    assert source.draw_into(first, 0) == E_NOT_STARTED
    assert source.start() == READY
    used = len(noise.given)
    assert used == entropy.START_SAMPLES
    assert source.draw_into(first, 0) == READY
    assert source.draw_into(second, 6) == READY
    block = bytes(noise.given[used : used + entropy.BLOCK_SAMPLES])
    assert first == hashlib.sha512(block).digest()
    block = bytes(noise.given[used + entropy.BLOCK_SAMPLES :])
    assert second[6:] == hashlib.sha512(block).digest()


def test_nobody_waits_for_a_fair_source():
    for seed in range(20):
        source, _ = _source(_fair(seed))
        assert _draws_until_refused(source) == READY


def _biased(share, seed):
    source = random.Random(seed)
    return lambda _: int(source.random() < share)


def _but(draw, change):
    """A sampler with some of its samples changed: `change(i)` is None where it is not."""
    return lambda i: draw(i) if change(i) is None else change(i)


_CHUNK = [byte & 1 for byte in random.Random(5).randbytes(128)]

FAULTS = [
    # name                    sampler, code
    ("stuck at 0", lambda i: 0, E_REPETITION),
    ("stuck at 1", lambda i: 1, E_REPETITION),
    ("stuck later", _but(_fair(6), lambda i: 1 if i > 3000 else None), E_REPETITION),
    ("biased to 1", _biased(0.95, 2), E_PROPORTION),
    ("biased to 0", _biased(0.05, 3), E_PROPORTION),
    (
        "window begins rare",
        _but(_biased(0.96, 4), lambda i: None if i % 1024 else 0),
        E_PROPORTION,
    ),
    ("fifteen to one", lambda i: int(i % 16 != 0), E_PATTERN),
    ("alternating", lambda i: i & 1, E_PATTERN),
    ("period 3", lambda i: int(i % 3 == 0), E_PATTERN),
    ("period 7", lambda i: b"\1\0\0\1\1\0\1"[i % 7], E_PATTERN),
    ("period 128", lambda i: _CHUNK[i % 128], E_PATTERN),
    ("not a bit", lambda i: 2, E_SAMPLE),
    ("not a bit later", _but(_fair(7), lambda i: 255 if i == 2000 else None), E_SAMPLE),
]


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case[0])
def test_a_faulty_source_is_refused_for_good(case):
    _, draw, code = case
    source, noise = _source(draw)
    assert _draws_until_refused(source) == code
    given = len(noise.given)
    out = bytearray(64)
    assert source.draw_into(out, 0) == code
    assert source.start() == code
    assert out == bytes(64)
    assert len(noise.given) == given, "a refused source is not asked again"


@pytest.mark.parametrize(("run", "code"), [(120, READY), (121, E_REPETITION)])
def test_repetition_is_found_at_its_cutoff(run, code):
    fair = _fair(8)
    ends = (500, 501 + run)  # a run of ones between two zeros
    source, _ = _source(lambda i: 0 if i in ends else 1 if ends[0] < i < ends[1] else fair(i))
    assert source.start() == code


@pytest.mark.parametrize(("ones", "code"), [(927, READY), (928, E_PROPORTION)])
def test_proportion_is_found_at_its_cutoff(ones, code):
    """Ones and zeros mixed within the window, so that only their number is at fault."""
    window = [1] * ones + [0] * (1024 - ones)
    order = random.Random(9)
    while True:
        order.shuffle(window)
        if "1" * 121 not in "".join(map(str, window)):
            break
    source, _ = _source(lambda i: window[i])
    assert source.start() == code


def test_a_sampler_that_does_not_fill_is_found():
    assert EntropySource(lambda buf, size: None).start() == E_SAMPLE


def test_draws_need_no_heap_on_micropython():
    ((heap, code, block),) = ask(["draw 2"])
    assert (heap, code) == (0, READY)
    assert len(set(block)) > 30


class Page:
    """A page of flash that can fail."""

    def __init__(self, data=b"\xff" * 256, *, lossy=False):
        self.data = bytes(data)
        self.buffers = []
        self._lossy = lossy

    def read_page_into(self, buf):
        self.buffers.append(buf)
        buf[:] = self.data

    def write_page(self, buf):
        assert len(buf) == keymaker.PAGE_SIZE
        self.data = bytes(buf[:20]) + b"\xff" * 236 if self._lossy else bytes(buf)


def _made(store, seed=1):
    source, _ = _source(_fair(seed))
    assert source.start() == READY
    return keymaker.make(source, store)


def test_a_made_key_loads_and_is_the_entropy():
    store = Page()
    assert keymaker.load(store) is None
    assert _made(store) == keymaker.MADE
    signer = keymaker.load(store)
    assert signer.public == keymaker.load(store).public
    other = Page()
    assert _made(other, seed=2) == keymaker.MADE
    assert keymaker.load(other).public != signer.public


def test_a_key_is_never_overwritten():
    store = Page()
    assert _made(store) == keymaker.MADE
    before = store.data
    assert _made(store, seed=2) == keymaker.E_EXISTS
    assert store.data == before


@pytest.mark.parametrize("at", [4, 8, 39, 40, 71])
def test_a_damaged_key_is_not_written_over(at):
    """Whoever reads it may still repair it; a new key would end the chain unseen."""
    store = Page()
    assert _made(store) == keymaker.MADE
    data = bytearray(store.data)
    data[at] ^= 1
    damaged = Page(data)
    assert _made(damaged, seed=2) == keymaker.E_DAMAGED
    assert damaged.data == data


def test_no_key_from_a_source_that_fails():
    fair = _fair(10)
    source, _ = _source(lambda i: 1 if i >= 1024 else fair(i))
    assert source.start() == READY
    store = Page()
    assert keymaker.make(source, store) == E_REPETITION
    assert store.data == b"\xff" * 256


def test_a_page_that_does_not_keep_is_told():
    assert _made(Page(lossy=True)) == keymaker.E_STORE


@pytest.mark.parametrize("at", [0, 4, 8, 39, 40, 71])
def test_a_changed_page_is_no_key(at):
    store = Page()
    assert _made(store) == keymaker.MADE
    data = bytearray(store.data)
    data[at] ^= 1
    assert keymaker.load(Page(data)) is None


def test_buffers_that_held_the_seed_are_wiped():
    store = Page()
    assert _made(store) == keymaker.MADE
    keymaker.load(store)
    assert len(store.buffers) >= 3
    assert all(not any(buf) for buf in store.buffers)


def test_nothing_that_held_the_seed_keeps_it(monkeypatch):
    """Hashes made on the way and the source itself: their buffers are looked into."""
    made = []

    class Kept(Sha512):
        def __init__(self):
            super().__init__()
            made.append(self)

    monkeypatch.setattr(keymaker, "Sha512", Kept)
    store = Page()
    source, _ = _source(_fair())
    assert source.start() == READY
    assert keymaker.make(source, store) == keymaker.MADE
    signer = keymaker.load(store)
    seed = store.data[8:40]
    assert len(made) >= 3
    assert words_left(seed, [*made, source, signer]) == 0


def test_codes_do_not_meet():
    codes = [getattr(entropy, name) for name in dir(entropy) if name.startswith("E_")]
    codes += [getattr(keymaker, name) for name in ("E_EXISTS", "E_STORE", "E_DAMAGED")]
    assert len(set(codes)) == len(codes)
