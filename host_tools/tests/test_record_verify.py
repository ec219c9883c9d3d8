"""Verification finds every single tampering with a log, and names it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from boxcars.record import FindingError, FindingKind, PublicKey, SealedRecord, verify_log
from boxcars.record.findings import KeyFileError
from boxcars.record.keys import read_log_key
from boxcars.record.logfile import FILE_HEAD, frame
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.sample import SAMPLE_RULE_BOOK, HostSigner, SampleBoard
from boxcars.sealgen import curve
from shaker.seal import record
from shaker.seal.chain import Chain
from shaker.seal.record import AT_BOOT, AT_DEVICE, AT_KIND, AT_PREVIOUS, AT_RULE_BOOK

BOOKS = [SAMPLE_RULE_BOOK]
COUNT = 120


@pytest.fixture(scope="module")
def items() -> list[SealedRecord]:
    return list(SampleBoard().records(COUNT))


@pytest.fixture(scope="module")
def key() -> PublicKey:
    return PublicKey(SampleBoard().signer.public)


def _save(path: Path, items: Sequence[SealedRecord]) -> Path:
    frames = (frame(item.header, item.signature, item.body) for item in items)
    path.write_bytes(FILE_HEAD + b"".join(frames))
    return path


def _finding(path: Path, items: Sequence[SealedRecord], **options: object) -> FindingError:
    _save(path, items)
    with pytest.raises(FindingError) as caught:
        verify_log(path, rule_books=BOOKS, **options)  # type: ignore[arg-type]
    assert str(caught.value).count("\n") == 0
    assert str(caught.value).startswith(str(path))
    return caught.value


def _resign(item: SealedRecord, changes: dict[int, bytes], seed: int = 1) -> SealedRecord:
    """A record as its own board could have signed it: only the chain can tell."""
    header = bytearray(item.header)
    for at, value in changes.items():
        header[at : at + len(value)] = value
    signer = HostSigner(random.Random(seed).randbytes(32))
    signature = bytearray(64)
    signer.sign_into(signature, bytes(header), len(header))
    return replace(item, header=bytes(header), signature=bytes(signature))


def test_a_good_log(tmp_path: Path, items: list[SealedRecord], key: PublicKey) -> None:
    path = _save(tmp_path / "a.log", items)
    summary = verify_log(path, rule_books=BOOKS)
    assert summary.key == key
    assert summary.key_from_log
    assert (summary.count, summary.sequence_first, summary.sequence_last) == (COUNT, 0, COUNT - 1)
    assert (summary.boot_first, summary.boot_last) == (1, 3)
    assert sum(summary.kinds.values()) == COUNT
    assert summary.bench_count == 0
    assert not verify_log(path, key, rule_books=BOOKS).key_from_log


def test_a_log_from_the_middle_needs_the_key(
    tmp_path: Path, items: list[SealedRecord], key: PublicKey
) -> None:
    path = _save(tmp_path / "a.log", items[40:])
    assert verify_log(path, key, rule_books=BOOKS, first=40).sequence_first == 40
    assert verify_log(path, key, rule_books=BOOKS, first=41).sequence_first == 40
    assert _finding(path, items[40:]).kind is FindingKind.KEY
    assert _finding(path, items[40:], first=40).kind is FindingKind.KEY


def test_a_dropped_beginning_is_found_with_the_key_as_well(
    tmp_path: Path, items: list[SealedRecord], key: PublicKey
) -> None:
    for at in (1, 2, 40, COUNT - 1):
        finding = _finding(tmp_path / "a.log", items[at:], key=key)
        assert (finding.kind, finding.index, finding.sequence) == (FindingKind.GAP, 0, at)
        finding = _finding(tmp_path / "a.log", items[at:], key=key, first=at - 1)
        assert (finding.kind, finding.sequence) == (FindingKind.GAP, at)


def test_another_key(tmp_path: Path, items: list[SealedRecord]) -> None:
    other = PublicKey(HostSigner(bytes(32)).public)
    finding = _finding(tmp_path / "a.log", items, key=other)
    assert (finding.kind, finding.index) == (FindingKind.KEY, 0)
    finding = _finding(tmp_path / "a.log", items[40:], key=other, first=40)
    assert (finding.kind, finding.sequence) == (FindingKind.SIGNATURE, 40)


def test_a_changed_genesis_body_is_not_called_another_key(
    tmp_path: Path, items: list[SealedRecord], key: PublicKey
) -> None:
    for at in range(len(items[0].body)):
        body = bytearray(items[0].body)
        body[at] ^= 1
        changed = replace(items[0], body=bytes(body))
        assert _finding(tmp_path / "a.log", [changed], key=key).kind is FindingKind.CONTENT


def test_a_genesis_under_a_key_that_anybody_can_sign_for(tmp_path: Path, key: PublicKey) -> None:
    """A is the neutral point, R too, S is 0: the equation holds for every header."""

    class Nobody:
        public = curve.encode(curve.NEUTRAL)

        def sign_into(self, signature: bytearray, _message: bytes, _size: int) -> None:
            signature[:64] = self.public + bytes(32)

    board = SampleBoard()
    board.signer = Nobody()  # type: ignore[assignment]
    board.chain = Chain(board.signer, 0, bytes(8), bytes(32), record.BUILD_PRODUCT)
    genesis = board.seal(record.KIND_GENESIS)
    assert _finding(tmp_path / "a.log", [genesis]).kind is FindingKind.KEY
    assert _finding(tmp_path / "a.log", [genesis], key=key).kind is FindingKind.KEY
    with pytest.raises(KeyFileError):
        read_log_key(tmp_path / "a.log")


def test_every_changed_byte_of_a_record_is_found(
    tmp_path: Path, items: list[SealedRecord]
) -> None:
    """With the CRC made good again: one bit in each byte of header, signature and body."""
    few = items[:4]
    index = 2
    assert few[index].body
    kinds = {FindingKind.SIGNATURE, FindingKind.CONTENT, FindingKind.DEVICE}
    for part in ("header", "signature", "body"):
        data = getattr(few[index], part)
        for at in range(len(data)):
            changed = data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
            log = [*few[:index], replace(few[index], **{part: changed}), *few[index + 1 :]]
            finding = _finding(tmp_path / "a.log", log)
            assert finding.kind in kinds
            assert finding.index == index


def test_every_changed_byte_of_the_file_is_found(
    tmp_path: Path, items: list[SealedRecord]
) -> None:
    path = _save(tmp_path / "a.log", items[:3])
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        with pytest.raises(FindingError):
            verify_log(path, rule_books=BOOKS)


def test_every_dropped_record_is_found(tmp_path: Path, items: list[SealedRecord]) -> None:
    for at in range(1, COUNT - 1):
        finding = _finding(tmp_path / "a.log", items[:at] + items[at + 1 :])
        assert (finding.kind, finding.index, finding.sequence) == (FindingKind.GAP, at, at + 1)
    assert _finding(tmp_path / "a.log", items[1:]).kind is FindingKind.KEY


def test_a_dropped_end_is_found_by_who_remembers_it(
    tmp_path: Path, items: list[SealedRecord]
) -> None:
    path = _save(tmp_path / "a.log", items)
    assert verify_log(path, rule_books=BOOKS, last=COUNT - 1).count == COUNT
    finding = _finding(path, items[:-1], last=COUNT - 1)
    assert finding.kind is FindingKind.TRUNCATED


def test_every_doubled_record_is_found(tmp_path: Path, items: list[SealedRecord]) -> None:
    for at in range(COUNT):
        finding = _finding(tmp_path / "a.log", [*items[: at + 1], *items[at:]])
        assert (finding.kind, finding.index, finding.sequence) == (FindingKind.REPEAT, at + 1, at)


def test_a_record_repeated_much_later_is_found(tmp_path: Path, items: list[SealedRecord]) -> None:
    finding = _finding(tmp_path / "a.log", [*items, items[7]])
    assert (finding.kind, finding.sequence) == (FindingKind.REPEAT, 7)


def test_every_swap_of_neighbours_is_found(tmp_path: Path, items: list[SealedRecord]) -> None:
    for at in range(COUNT - 1):
        log = [*items[:at], items[at + 1], items[at], *items[at + 2 :]]
        finding = _finding(tmp_path / "a.log", log)
        assert finding.kind is (FindingKind.GAP if at else FindingKind.KEY)
        assert finding.index == at


def test_random_swaps_are_found(tmp_path: Path, items: list[SealedRecord]) -> None:
    source = random.Random(11)
    for _ in range(60):
        first, second = sorted(source.sample(range(COUNT), 2))
        log = list(items)
        log[first], log[second] = log[second], log[first]
        assert _finding(tmp_path / "a.log", log).index == first


def test_records_of_another_device_spliced_in(tmp_path: Path, items: list[SealedRecord]) -> None:
    other = list(SampleBoard(2, device=b"\x01" * 8).records(COUNT))
    for at in range(1, COUNT, 7):
        finding = _finding(tmp_path / "a.log", [*items[:at], other[at], *items[at + 1 :]])
        assert (finding.kind, finding.index) == (FindingKind.DEVICE, at)
        finding = _finding(tmp_path / "a.log", [*items[:at], *other[at:]])
        assert (finding.kind, finding.index) == (FindingKind.DEVICE, at)


def test_a_clone_under_the_same_device_id(tmp_path: Path, items: list[SealedRecord]) -> None:
    other = list(SampleBoard(2).records(COUNT))
    finding = _finding(tmp_path / "a.log", [*items[:50], other[50], *items[51:]])
    assert (finding.kind, finding.index) == (FindingKind.SIGNATURE, 50)


def test_a_fork_signed_by_the_board_itself(tmp_path: Path, items: list[SealedRecord]) -> None:
    """The same key, a second history: what a rolled-back board would write."""
    fork = _resign(items[20], {record.AT_DIE_A: b"\x06", record.AT_DIE_B: b"\x06"})
    finding = _finding(tmp_path / "a.log", [*items[:21], fork, *items[21:]])
    assert (finding.kind, finding.sequence) == (FindingKind.FORK, 20)
    finding = _finding(tmp_path / "a.log", [*items[:20], fork, *items[21:]])
    assert (finding.kind, finding.sequence) == (FindingKind.FORK, 21)
    loose = _resign(items[20], {AT_PREVIOUS: bytes(32)})
    finding = _finding(tmp_path / "a.log", [*items[:20], loose])
    assert (finding.kind, finding.sequence) == (FindingKind.FORK, 20)


def test_an_older_boot(tmp_path: Path, items: list[SealedRecord]) -> None:
    old = _resign(items[60], {AT_BOOT: (1).to_bytes(4, "little")})
    assert items[59].header[AT_BOOT] == 2
    finding = _finding(tmp_path / "a.log", [*items[:60], old])
    assert (finding.kind, finding.sequence) == (FindingKind.BOOT, 60)


def test_an_unknown_rule_book(tmp_path: Path, items: list[SealedRecord]) -> None:
    for item in items[:3]:
        assert item.header[AT_KIND] in (record.KIND_GENESIS, record.KIND_RESULT)
    other = _resign(items[2], {AT_RULE_BOOK: b"\xaa" * 32})
    assert _finding(tmp_path / "a.log", [*items[:2], other]).kind is FindingKind.RULE_BOOK
    none = _resign(items[2], {AT_RULE_BOOK: bytes(32)})
    assert _finding(tmp_path / "a.log", [*items[:2], none]).kind is FindingKind.RULE_BOOK


def test_a_body_that_is_not_the_signed_one(tmp_path: Path, items: list[SealedRecord]) -> None:
    for body in (b"", items[2].body[:-1], items[2].body + b"\x00", items[1].body):
        finding = _finding(tmp_path / "a.log", [*items[:2], replace(items[2], body=body)])
        assert finding.kind is FindingKind.CONTENT


def test_a_header_out_of_layout(tmp_path: Path, items: list[SealedRecord]) -> None:
    for at, value in ((0, b"X"), (4, b"\x02"), (5, b"\x0b"), (6, b"\x02"), (200, b"\x01")):
        bad = _resign(items[2], {at: value})
        finding = _finding(tmp_path / "a.log", [*items[:2], bad])
        assert finding.kind is FindingKind.CONTENT


def test_a_changed_device_even_if_signed(tmp_path: Path, items: list[SealedRecord]) -> None:
    bad = _resign(items[2], {AT_DEVICE: b"\x00"})
    assert _finding(tmp_path / "a.log", [*items[:2], bad]).kind is FindingKind.DEVICE


def test_a_genesis_that_names_another_key(
    tmp_path: Path, items: list[SealedRecord], key: PublicKey
) -> None:
    """Signed by the key that was given, but it introduces another."""
    other = next(SampleBoard(2).records(1))
    bad = _resign(other, {})
    assert _finding(tmp_path / "a.log", [bad], key=key).kind is FindingKind.KEY


def test_nothing_after_a_retire_record(tmp_path: Path) -> None:
    board = SampleBoard()
    first = board.seal(record.KIND_GENESIS)
    last = board.seal(record.KIND_RETIRE)
    path = _save(tmp_path / "a.log", [first, last])
    assert verify_log(path, rule_books=BOOKS).count == 2
    following = SampleBoard()
    more = [following.seal(record.KIND_GENESIS), *(following.seal(record.KIND_DOOR) for _ in "12")]
    digest = verify_log(path, rule_books=BOOKS).head
    after = _resign(more[2], {AT_PREVIOUS: digest})
    assert _finding(path, [first, last, after]).kind is FindingKind.RETIRED


@pytest.mark.parametrize("data", [b"", FILE_HEAD[:7], FILE_HEAD, b"something else entirely"])
def test_files_that_are_no_log(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(data)
    with pytest.raises(FindingError) as caught:
        verify_log(path, rule_books=BOOKS)
    assert caught.value.exit_code == (70 if FILE_HEAD.startswith(data) else 80)


def test_random_files_are_never_a_crash(tmp_path: Path, items: list[SealedRecord]) -> None:
    source = random.Random(17)
    path = _save(tmp_path / "a.log", items[:6])
    whole = path.read_bytes()
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(source.randint(1, 4)):
            at = source.randrange(len(data))
            data[at : at + source.randrange(40)] = source.randbytes(source.randrange(40))
        if data == whole:
            continue
        path.write_bytes(data)
        with pytest.raises(FindingError):
            verify_log(path, rule_books=BOOKS, last=5)


def test_exit_codes_are_known_and_kinds_have_words() -> None:
    codes = [kind.exit_code for kind in FindingKind]
    assert sorted(codes) == list(range(70, 82))
    assert len({kind.word for kind in FindingKind}) == len(codes)


def test_built_rule_books_are_known() -> None:
    books = known_rule_books()
    assert sorted(books.values()) == [
        "clearwater_etg",
        "division",
        "home_game",
        "mbs_2020",
        "rws_2013",
    ]


def test_progress_reaches_the_end(tmp_path: Path, items: list[SealedRecord]) -> None:
    path = _save(tmp_path / "a.log", items)
    seen: list[tuple[int, int]] = []
    verify_log(path, rule_books=BOOKS, progress=lambda done, total: seen.append((done, total)))
    size = path.stat().st_size
    assert seen[-1] == (size, size)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
