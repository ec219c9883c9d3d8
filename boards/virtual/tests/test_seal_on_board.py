"""The frozen seal on the emulated board: published vectors, no heap, the same time for every key.

This is the image as it is flashed: kernels and tables lie where the linker put them.
"""

from __future__ import annotations

import ast
import re

import cryptography_vectors
import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from boards.virtual.measure import Bench
from boxcars.bench.seal import ready, sign_cycles
from boxcars.build import artifacts

pytestmark = pytest.mark.emulator

_SIGN_CYCLES_MAX = 13_500_000
_CACHE_SIZE = 16 * 1024
_SETUP = """
from shaker.seal.ed25519 import Signer, Verifier
_signature = bytearray(64)
_verifier = Verifier()
def sign(seed, message):
    signer = Signer(seed)
    signer.sign_into(_signature, message, len(message))
    code = _verifier.verify(signer.public, _signature, message, len(message))
    _signature[len(message) % 64] ^= 1 << len(message) % 8
    return signer.public, code, _verifier.verify(signer.public, _signature, message, len(message))
"""


@pytest.fixture(scope="module")
def bench() -> Bench:
    return ready()


def _sample() -> list[tuple[bytes, bytes, bytes, bytes]]:
    """Nine of the 1024: short, around the edges of SHA-512's blocks, and the longest."""
    with cryptography_vectors.open_vector_file("asymmetric/Ed25519/sign.input", "r") as file:
        rows = [line.split(":") for line in file.read().splitlines()]
    chosen = [rows[size] for size in (0, 1, 47, 48, 64, 111, 128, 500, 1023)]
    return [
        (
            bytes.fromhex(row[0][:64]),
            bytes.fromhex(row[1]),
            bytes.fromhex(row[2]),
            bytes.fromhex(row[3][:128]),
        )
        for row in chosen
    ]


@pytest.mark.parametrize("vector", _sample(), ids=lambda vector: f"{len(vector[2])} bytes")
def test_published_vectors(bench: Bench, vector: tuple[bytes, bytes, bytes, bytes]) -> None:
    seed, public, message, signature = vector
    bench.exec(_SETUP)
    bench.exec(f"result = sign({seed!r}, {message!r})")
    got_public, accepted, refused = ast.literal_eval(bench.exec("print(result)"))
    bench.exec(f"_signature[{len(message) % 64}] ^= {1 << len(message) % 8}")
    assert ast.literal_eval(bench.exec("print(bytes(_signature))")) == signature
    assert got_public == public
    assert accepted == 0
    assert refused != 0


def test_every_key_takes_the_same_cycles(bench: Bench) -> None:
    cycles = sign_cycles(bench, keys=5)
    assert len(set(cycles)) == 1
    assert cycles[0] <= _SIGN_CYCLES_MAX


def test_one_branch_on_a_secret_digit_would_be_seen() -> None:
    """The control of the test above: a board whose look-up branches once is found out."""
    leaky = ready()
    leaky.exec(
        "from shaker.seal import curve\n"
        "_select = curve.ge_select\n"
        "def _leaky(space, index, digits, table, at):\n"
        "    if digits[index] == 8:\n        pass\n"
        "    _select(space, index, digits, table, at)\n"
        "curve.ge_select = _leaky\n"
    )
    assert len(set(sign_cycles(leaky, keys=5))) > 1


def test_no_entry_into_the_allocator(bench: Bench) -> None:
    sign = bench.measure("seal_bench.sign()", setup="seal_bench.use(1)")
    verify = bench.measure("seal_bench.verify()")
    assert (sign.alloc_count, sign.realloc_count) == (0, 0)
    assert (verify.alloc_count, verify.realloc_count) == (0, 0)
    assert verify.result == "0"


def test_all_kernels_fit_the_flash_cache_together() -> None:
    """They lie in one stretch of flash that is smaller than the 16 KB of the chip's cache."""
    with artifacts.image(artifacts.PRODUCT).elf.open("rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        places = [
            (symbol["st_value"], symbol["st_value"] + symbol["st_size"])
            for symbol in table.iter_symbols()
            if re.match(r"fun_data_shaker_seal_\w+_fast_dot_py", symbol.name)
        ]
    assert len(places) >= 12
    assert max(end for _, end in places) - min(start for start, _ in places) < _CACHE_SIZE


def test_self_test_passes(bench: Bench) -> None:
    bench.exec("from shaker.seal import selftest")
    assert bench.exec("print(selftest.run(), end='')") == "0"
    assert bench.exec("print(selftest.run_verifier(seal_bench._verifier), end='')") == "0"


def test_a_key_from_the_ring_oscillator(bench: Bench) -> None:
    bench.exec(
        "from shaker.seal import keymaker\n"
        "from shaker.seal.entropy import EntropySource\n"
        "from shaker.seal.rosc_fast import sample_into\n"
        "class Page:\n"
        "    data = b'\\xff' * 256\n"
        "    def read_page_into(self, buf):\n        buf[:] = self.data\n"
        "    def write_page(self, buf):\n        self.data = bytes(buf)\n"
        "page = Page()\nsource = EntropySource(sample_into)\n"
    )
    codes = bench.exec("print(source.start(), keymaker.make(source, page), end='')")
    assert codes == "0 0"
    public = bench.exec("print(keymaker.load(page).public.hex(), end='')")
    assert len(bytes.fromhex(public)) == 32
    draw = bench.measure("source.draw_into(seal_bench._signature_buf, 0)")
    assert (draw.result, draw.alloc_count) == ("0", 0)


def test_a_record_is_sealed_without_heap(bench: Bench) -> None:
    bench.exec(
        "from shaker.seal import record\n"
        "from shaker.seal.body import BodyStream\n"
        "from shaker.seal.chain import Chain\n"
        "chain = Chain(seal_bench._signer, 0, b'DEVICE01', bytes(32), record.BUILD_BENCH)\n"
        "header = bytearray(256)\nsignature = bytearray(64)\nbody = BodyStream()\n"
        "def seal():\n"
        "    body.start()\n"
        "    chain.begin(header, record.KIND_GENESIS, 1)\n"
        "    body.add_key(seal_bench._signer.public)\n"
        "    body.finish_into(header)\n"
        "    return chain.seal_into(signature, header)\n"
    )
    sealed = bench.measure("seal()", setup="seal()")
    assert (sealed.result, sealed.alloc_count) == ("0", 0)
    commit = bench.measure("chain.commit(header, signature)")
    assert (commit.result, commit.alloc_count) == ("0", 0)
