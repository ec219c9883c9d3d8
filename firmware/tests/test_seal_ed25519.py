"""Signatures equal the RFC's, the published vectors' and `cryptography`'s, byte for byte.

The plain twins run here on CPython; the viper kernels on the 32-bit unix port, heap locked and
mem_total() unchanged.
"""

import hashlib
import random

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.tests.port_seal import ask
from firmware.tests.seal_secrets import words_left
from shaker.seal.ed25519 import GOOD, Signer, Verifier

RFC_8032 = [
    # name       seed  public  message  signature (RFC 8032, 7.1)
    (
        "TEST 1",
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "TEST 2",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
            "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "TEST 3",
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
            "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "TEST SHA(abc)",
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2"
            "192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b5890"
            "9351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]


def _vectors():
    """Seed, message and signature of every line of the package's file."""
    with cryptography_vectors.open_vector_file("asymmetric/Ed25519/sign.input", "r") as file:
        rows = [line.split(":") for line in file.read().splitlines()]
    return [(row[0][:64], row[1], row[2], row[3][:128]) for row in rows]


@pytest.mark.parametrize("case", RFC_8032, ids=lambda case: case[0])
def test_rfc_8032_on_cpython(case):
    _, seed, public, message, signature = case
    signer = Signer(bytes.fromhex(seed))
    out = bytearray(64)
    data = bytes.fromhex(message)
    signer.sign_into(out, data, len(data))
    assert signer.public.hex() == public
    assert out.hex() == signature
    assert Verifier().verify(signer.public, out, data, len(data)) == GOOD


def test_rfc_8032_on_micropython():
    lines = [f"sign {seed} {message}" for _, seed, _, message, _ in RFC_8032]
    for case, (heap, public, signature) in zip(RFC_8032, ask(lines), strict=True):
        assert public.hex() == case[2]
        assert signature.hex() == case[4]
        assert heap == 0


def test_rfc_8032_test_1024():
    """The RFC's longest; its message of 1023 bytes is the last of the published file."""
    seed = "f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5"
    public = "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e"
    signature = (
        "0aab4c900501b3e24d7cdf4663326a3a87df5e4843b2cbdb67cbf6e460fec350"
        "aa5371b1508f9f4528ecea23c436d94b5e8fcd4f681e30a6ac00a9704a188a03"
    )
    message = _vectors()[-1][2]
    assert (len(message), message[:16]) == (2 * 1023, "08b8b2b733424243")
    data = bytes.fromhex(message)
    out = bytearray(64)
    signer = Signer(bytes.fromhex(seed))
    signer.sign_into(out, data, len(data))
    assert (signer.public.hex(), out.hex()) == (public, signature)
    ((heap, port_public, port_signature),) = ask([f"sign {seed} {message}"])
    assert (heap, port_public.hex(), port_signature.hex()) == (0, public, signature)


def test_all_published_vectors_sign_and_verify_on_micropython():
    vectors = _vectors()
    assert len(vectors) == 1024
    lines = [f"sign {seed} {message}" for seed, _, message, _ in vectors]
    lines += [
        f"verify {public} {signature} {message}" for _, public, message, signature in vectors
    ]
    answers = ask(lines)
    for vector, (heap, public, signature) in zip(vectors, answers[:1024], strict=True):
        assert (public.hex(), signature.hex()) == (vector[1], vector[3])
        assert heap == 0
    assert answers[1024:] == [[0, GOOD]] * 1024


def test_random_keys_and_all_sizes_equal_the_library():
    source = random.Random(25519)
    cases = [(source.randbytes(32), source.randbytes(size)) for size in range(2049)]
    answers = ask([f"sign {seed.hex()} {message.hex()}" for seed, message in cases])
    for (seed, message), (heap, public, signature) in zip(cases, answers, strict=True):
        key = Ed25519PrivateKey.from_private_bytes(seed)
        assert public == key.public_key().public_bytes_raw()
        assert signature == key.sign(message)
        assert heap == 0


def test_twin_signs_the_same_on_cpython():
    source = random.Random(8032)
    for size in (0, 1, 64, 256, 2048):
        seed, message = source.randbytes(32), source.randbytes(size)
        out = bytearray(64)
        Signer(seed).sign_into(out, message, size)
        assert out == Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def test_extreme_seeds():
    seeds = [bytes(32), b"\xff" * 32, bytes(31) + b"\x01", b"\x01" + bytes(31)]
    answers = ask([f"sign {seed.hex()} 00" for seed in seeds])
    for seed, (_, public, signature) in zip(seeds, answers, strict=True):
        key = Ed25519PrivateKey.from_private_bytes(seed)
        assert (public, signature) == (key.public_key().public_bytes_raw(), key.sign(b"\x00"))


def test_signer_gives_only_its_public_key_and_signatures():
    """What of a signer has no leading underscore: nothing that holds a secret."""
    signer = Signer(bytes(range(32)))
    public_names = {name for name in dir(signer) if not name.startswith("_")}
    assert public_names == {"public", "sign_into"}


def test_a_signer_keeps_nothing_of_its_seed():
    """In none of its parts: the hash, its schedule and the work spaces included."""
    seed = random.Random(31).randbytes(32)
    signer = Signer(seed)
    assert words_left(seed, [signer]) == 0
    signer.sign_into(bytearray(64), bytes(256), 256)
    assert words_left(seed, [signer]) == 0
    wide = hashlib.sha512(seed).digest()
    assert words_left(wide[32:], [signer]) == 8, "the look finds the prefix, which is kept"


@pytest.mark.parametrize("size", [31, 33, 0])
def test_a_seed_has_32_bytes(size):
    with pytest.raises(AssertionError):
        Signer(bytes(size))


def test_a_short_signature_buffer_is_a_bug():
    with pytest.raises(AssertionError):
        Signer(bytes(32)).sign_into(bytearray(63), b"", 0)
