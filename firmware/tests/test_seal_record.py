"""The record: the page equals the layout, bodies decode, chains never go back."""

import hashlib
import re
from pathlib import Path

import pytest

from boxcars.record.view import LayoutError, Line, Return, Wager, decode_body, digest, parse_header
from firmware.tests.port_seal import ask
from shaker.octets import words
from shaker.seal import body, chain, record
from shaker.seal.body import BodyStream
from shaker.seal.chain import (
    E_BOOT,
    E_DEVICE,
    E_LAYOUT,
    E_RETIRED,
    E_SELF_TEST,
    E_SEQUENCE,
    SEALED,
    Chain,
)
from shaker.seal.ed25519 import Signer

_PAGE = (Path(record.__file__).parents[2] / "RECORD.md").read_text()
_SEED = bytes(range(1, 33))


def _table(heading):
    """The rows of the first table under a heading, as lists of cells."""
    text = _PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def test_page_equals_the_header_layout():
    rows = [(int(row[0]), int(row[1]), row[2]) for row in _table("Header")]
    ends = [at for _, at in record.FIELDS[1:]] + [record.HEADER_SIZE]
    fields = [(at, end - at, name) for (name, at), end in zip(record.FIELDS, ends, strict=True)]
    assert rows == fields


def test_page_equals_the_kinds():
    rows = {int(row[0]): row[1] for row in _table("Kinds")}
    assert rows == dict(enumerate(record.KIND_WORDS[1:], start=1))


def test_page_equals_the_entries():
    rows = {int(row[0]): row[1] for row in _table("Body")}
    tags = {getattr(body, name): name[4:].lower() for name in dir(body) if name.startswith("TAG_")}
    assert rows == tags
    for tag, name in tags.items():
        assert body.SIZES[tag] == getattr(body, f"SIZE_{name.upper()}")


def test_layout_covers_256_bytes_without_holes():
    offsets = [at for _, at in record.FIELDS]
    assert offsets == sorted(set(offsets))
    assert offsets[0] == 0
    assert record.FIELDS[-1] == ("body", record.HEADER_SIZE - record.DIGEST_SIZE)
    for name, at in record.FIELDS:
        assert getattr(record, f"AT_{name.upper()}") == at


def test_kind_names_of_the_page_are_in_the_code_names():
    for number, word in enumerate(record.KIND_WORDS[1:], start=1):
        assert getattr(record, "KIND_" + re.sub("-", "_", word).upper()) == number


def _chain(tested=0, **more):
    args = {"device": b"DEVICE01", "image": bytes(32), "build": record.BUILD_PRODUCT} | more
    return Chain(Signer(_SEED), tested, **args)


def _seal(a_chain, kind, boot=1):
    header, signature = bytearray(record.HEADER_SIZE), bytearray(64)
    a_chain.begin(header, kind, boot)
    BodyStream().finish_into(header)
    return a_chain.seal_into(signature, header), header, signature


def _add(a_chain, kind, boot=1):
    code, header, signature = _seal(a_chain, kind, boot)
    assert code == SEALED
    assert a_chain.commit(header, signature) == SEALED
    return bytes(header), bytes(signature)


def test_chain_links_records_by_digest_of_header_and_signature():
    a_chain = _chain()
    first = _add(a_chain, record.KIND_GENESIS)
    second = _add(a_chain, record.KIND_DOOR, boot=3)
    assert parse_header(first[0]).previous == bytes(32)
    assert parse_header(second[0]).previous == digest(first[0] + first[1])
    assert [parse_header(item[0]).sequence for item in (first, second)] == [0, 1]
    assert parse_header(second[0]).boot == 3


def test_sealing_again_gives_the_same_bytes_until_committed():
    """Also from a new chain object that resumes after the last committed record: a power cut."""
    a_chain = _chain()
    first = _add(a_chain, record.KIND_GENESIS)
    _, header, signature = _seal(a_chain, record.KIND_RESULT, boot=5)
    _, again, same = _seal(a_chain, record.KIND_RESULT, boot=5)
    assert (again, same) == (header, signature)
    after_cut = _chain()
    assert after_cut.resume(*first) == SEALED
    _, again, same = _seal(after_cut, record.KIND_RESULT, boot=5)
    assert (again, same) == (header, signature)


def _captured(a_chain, boot):
    """A result as it is captured with its outcome, before its body is known."""
    header = bytearray(record.HEADER_SIZE)
    a_chain.begin(header, record.KIND_RESULT, boot)
    header[record.AT_DIE_A], header[record.AT_DIE_B] = 3, 4
    header[record.AT_TIME_SOURCE] = record.TIME_OF_HOST
    words.put_u32(header, record.AT_TIME_S, 200_000_001)
    words.put_u16(header, record.AT_TUMBLE_MS, 1234)
    words.put_u32(header, record.AT_ROUND, 77)
    return header


def _settled(a_chain, header):
    """The body built from the table, and the record sealed with it."""
    data = bytearray()
    stream = BodyStream(lambda buf, size: data.extend(buf[:size]))
    stream.add_wager(2, 4, 1, 25, 0)
    stream.add_return(3, 54, 5)
    stream.begin_line(2, 4, body.OUTCOME_MOVE, 9)
    stream.end_line(25, 0, 0, 0)
    stream.finish_into(header)
    signature = bytearray(64)
    assert a_chain.seal_into(signature, header) == SEALED
    return bytes(header), bytes(signature), bytes(data)


def test_a_captured_record_is_the_same_after_a_cut_and_an_update():
    """Another chain object, a later image, a body built again: the bytes do not change."""
    a_chain = _chain(image=b"\x01" * 32, build=record.BUILD_BENCH)
    first = _add(a_chain, record.KIND_GENESIS)
    captured = bytes(_captured(a_chain, boot=5))
    before = _settled(a_chain, bytearray(captured))
    assert len(before[2]) == 12 + 8 + 24
    updated = _chain(image=b"\x02" * 32, build=record.BUILD_PRODUCT)
    assert updated.resume(*first) == SEALED
    after = _settled(updated, bytearray(captured))
    assert after == before
    parsed = parse_header(after[0])
    assert (parsed.image, parsed.build, parsed.boot) == (b"\x01" * 32, record.BUILD_BENCH, 5)
    assert updated.commit(*after[:2]) == SEALED
    new = parse_header(_add(updated, record.KIND_DOOR, boot=6)[0])
    assert (new.image, new.build) == (b"\x02" * 32, record.BUILD_PRODUCT)


@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        (0, b"X", E_LAYOUT),
        (record.AT_VERSION, b"\x02", E_LAYOUT),
        (record.AT_KIND, b"\x00", E_LAYOUT),
        (record.AT_KIND, b"\x0b", E_LAYOUT),
        (record.AT_BUILD, b"\x02", E_LAYOUT),
        (record.AT_RESERVED, b"\x01", E_LAYOUT),
        (record.AT_DEVICE, b"X", E_DEVICE),
        (record.AT_DEVICE + 7, b"X", E_DEVICE),
        (record.AT_SEQUENCE, b"\xff\xff\xff\xff", E_SEQUENCE),
        (record.AT_SEQUENCE, b"\x00\x00\x00\x00", E_SEQUENCE),
        (record.AT_BOOT, b"\x00\x00\x00\x40", E_BOOT),
    ],
)
def test_no_call_takes_a_header_that_is_not_the_boards(at, value, code):
    a_chain = _chain()
    first = _add(a_chain, record.KIND_GENESIS)
    _, header, signature = _seal(a_chain, record.KIND_DOOR)
    header[at : at + len(value)] = value
    out = bytearray(64)
    assert a_chain.seal_into(out, header) == code
    assert out == bytes(64)
    assert a_chain.commit(header, signature) == code
    assert a_chain.sequence == 1
    fresh = _chain()
    assert fresh.resume(header, signature) == code
    assert fresh.sequence == 0
    assert fresh.resume(*first) == SEALED


def test_an_erased_page_is_no_record():
    for page in (b"\xff" * 256, bytes(256)):
        a_chain = _chain()
        assert a_chain.resume(page, b"\xff" * 64) == E_LAYOUT
        assert a_chain.commit(page, b"\xff" * 64) == E_LAYOUT
        assert a_chain.sequence == 0


def test_sequence_does_not_go_back_or_jump():
    a_chain = _chain()
    old = _add(a_chain, record.KIND_GENESIS)
    assert a_chain.commit(*old) == E_SEQUENCE
    _, header, signature = _seal(a_chain, record.KIND_DOOR)
    words.put_u32(header, record.AT_SEQUENCE, 2)
    assert a_chain.seal_into(signature, header) == E_SEQUENCE
    assert a_chain.commit(header, signature) == E_SEQUENCE
    assert a_chain.sequence == 1


def test_a_header_for_another_head_is_refused():
    a_chain = _chain()
    _add(a_chain, record.KIND_GENESIS)
    _, header, signature = _seal(a_chain, record.KIND_DOOR)
    header[record.AT_PREVIOUS] ^= 1
    assert a_chain.seal_into(signature, header) == E_SEQUENCE


def test_boot_counter_does_not_go_back():
    a_chain = _chain()
    _add(a_chain, record.KIND_GENESIS, boot=7)
    assert _seal(a_chain, record.KIND_DOOR, boot=6)[0] == E_BOOT
    assert _seal(a_chain, record.KIND_DOOR, boot=7)[0] == SEALED


@pytest.mark.parametrize("tested", [1, 2, 3, 255, None])
def test_no_seal_without_a_passed_self_test(tested):
    a_chain = _chain(tested=tested)
    code, _, signature = _seal(a_chain, record.KIND_GENESIS)
    assert code == E_SELF_TEST
    assert signature == bytes(64)


def test_genesis_is_first_and_only_once():
    assert _seal(_chain(), record.KIND_RESULT)[0] == E_SEQUENCE
    a_chain = _chain()
    _add(a_chain, record.KIND_GENESIS)
    assert _seal(a_chain, record.KIND_GENESIS)[0] == E_SEQUENCE


def test_nothing_follows_a_retire_record():
    a_chain = _chain()
    _add(a_chain, record.KIND_GENESIS)
    _add(a_chain, record.KIND_RETIRE)
    assert _seal(a_chain, record.KIND_DOOR)[0] == E_RETIRED


@pytest.mark.parametrize("at", [0, 3, record.AT_VERSION, record.AT_RESERVED, record.AT_BODY - 1])
def test_a_header_out_of_layout_is_refused(at):
    a_chain = _chain()
    _, header, signature = _seal(a_chain, record.KIND_GENESIS)
    header[at] ^= 0x80
    assert a_chain.seal_into(signature, header) == E_LAYOUT


def test_codes_of_the_chain_differ():
    codes = [getattr(chain, name) for name in dir(chain) if name.startswith("E_")]
    assert len(set(codes)) == len(codes)
    assert SEALED not in codes


def test_body_decodes_to_what_was_added():
    data = bytearray()
    stream = BodyStream(lambda buf, size: data.extend(buf[:size]))
    stream.add_wager(0, 0, 2, 2_000_000, 0)
    stream.add_wager(7, 67, 0, 10, 4)
    stream.add_return(1, 54, 3)
    stream.begin_line(0, 4, body.OUTCOME_MOVE, 9)
    stream.end_line(10, 0, 0, 0)
    stream.begin_line(0, 67, 0, body.NO_SPOT)
    stream.end_line(20, -4, 1, 1_000_000_000)
    assert decode_body(bytes(data)) == [
        Wager(0, 0, 2, 2_000_000, 0),
        Wager(7, 67, 0, 10, 4),
        Return(1, 54, 3),
        Line(0, 4, 3, 9, 10, 0, 0, 0),
        Line(0, 67, 0, None, 20, -4, 1, 1_000_000_000),
    ]
    header = bytearray(record.HEADER_SIZE)
    stream.finish_into(header)
    assert header[record.AT_BODY :] == hashlib.sha512(data).digest()[:32]
    assert words.get_u32(header, record.AT_BODY_SIZE) == len(data)


def test_entries_out_of_order_are_a_bug():
    stream = BodyStream()
    stream.add_wager(1, 5, 0, 10, 0)
    with pytest.raises(AssertionError):
        stream.add_wager(1, 5, 0, 10, 0)
    with pytest.raises(AssertionError):
        stream.add_wager(0, 9, 0, 10, 0)
    stream.start()
    stream.add_wager(0, 9, 0, 10, 0)


def test_a_line_is_ended_once_and_before_anything_else():
    stream = BodyStream()
    with pytest.raises(AssertionError):
        stream.end_line(1, 0, 0, 0)
    stream.begin_line(0, 4, 0, body.NO_SPOT)
    with pytest.raises(AssertionError):
        stream.begin_line(0, 5, 0, body.NO_SPOT)
    with pytest.raises(AssertionError):
        stream.finish_into(bytearray(256))
    stream.end_line(1, 0, 0, 0)
    with pytest.raises(AssertionError):
        stream.end_line(1, 0, 0, 0)
    header = bytearray(256)
    stream.finish_into(header)
    assert words.get_u32(header, record.AT_BODY_SIZE) == body.SIZE_LINE


@pytest.mark.parametrize("stake", [-1, 1 << 30])
def test_amounts_out_of_range_are_a_bug(stake):
    with pytest.raises(AssertionError):
        BodyStream().add_return(0, 0, stake)


@pytest.mark.parametrize(
    "data",
    [
        b"\x06" + bytes(35),  # unknown tag
        b"\x01" + bytes(10),  # cut
        bytes(12),  # tag 0
        b"\x02\x00\x00\x01" + bytes(4),  # not zero
        b"\x01\x00\x00\x03" + bytes(8),  # unknown call
        b"\x03\x00\x00\x05\x7f" + bytes(19),  # unknown outcome
        b"\x03\x00\x00\x03\x7f" + bytes(19),  # moves nowhere
        b"\x03\x00\x00\x00\x05" + bytes(19),  # wins to a spot
        b"\x02\x00\x01\x00" + bytes(4) + b"\x02\x00\x01\x00" + bytes(4),  # twice
        b"\x02\x00\x01\x00" + bytes(4) + b"\x01\x00\x01\x00" + bytes(8),  # wager after return
        b"\x05\x05\x00\x00" + bytes(32),  # digest of nothing known
    ],
)
def test_bodies_that_do_not_decode(data):
    with pytest.raises(LayoutError):
        decode_body(data)


def test_a_life_is_the_same_on_both_pythons_and_needs_no_heap(monkeypatch):
    scenario = Path(__file__).parent / "micropython"
    monkeypatch.syspath_prepend(str(scenario))
    from seal_scenario import Life

    life = Life(_SEED)
    expected = []
    steps = [life.genesis, *(lambda n=n: life.result(n) for n in range(1, 9)), life.program]
    for step in steps:
        assert step() == SEALED
        expected.append(bytes(life.header + life.signature + life.body[: life.body_size]))
    ((heap, *records),) = ask([f"life {_SEED.hex()} 8"])
    assert records == expected
    assert heap == 0
