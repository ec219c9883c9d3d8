"""Every record is signed by the board's own key and chained; whoever changes one is found out."""

from __future__ import annotations

import pytest

from boxcars.link import Record
from boxcars.record.findings import FindingError, FindingKind
from hil_tests.bench import Bench
from shaker.core.spots import PASS
from shaker.seal import record

pytestmark = pytest.mark.emulator

_AGAIN = 12  # records that are asked for once more: a board on a desk may have kept hundreds


@pytest.mark.needs("dice")
@pytest.mark.proves("SEAL-1")
def test_a_round_is_in_the_chain_and_the_chain_verifies(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    header = bench.roll(6, 5)
    summary = bench.verified()
    assert summary.key.raw == bench.link.key().public
    assert summary.sequence_last == header.sequence
    assert summary.count == len(bench.records) >= 2
    assert header.device == bench.link.welcome.device
    assert header.image == bench.link.welcome.image


@pytest.mark.proves("SEAL-1")
@pytest.mark.parametrize(
    ("part", "kind"), [("header", FindingKind.SIGNATURE), ("body", FindingKind.CONTENT)]
)
def test_a_changed_record_is_found(bench: Bench, part: str, kind: FindingKind) -> None:
    bench.link.bet(0, PASS, 25)
    bench.link.void(bench.link.state().round)
    bench.take(record.KIND_VOID)
    data = bytearray(bench.records[-1].data)
    data[record.AT_ROUND if part == "header" else 320 + 4] ^= 1
    changed = [*bench.records[:-1], Record(bench.records[-1].sequence, bytes(data))]
    with pytest.raises(FindingError) as finding:
        bench.verified(changed)
    assert finding.value.kind == kind


@pytest.mark.proves("SEAL-1")
def test_a_record_left_out_is_found(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    bench.link.void(bench.link.state().round)
    bench.take(record.KIND_VOID)
    with pytest.raises(FindingError) as finding:
        bench.verified([*bench.records[:-2], bench.records[-1]])
    assert finding.value.kind == FindingKind.GAP


@pytest.mark.proves("SEAL-2")
def test_kept_records_come_again_from_any_sequence_to_the_byte(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    bench.link.void(bench.link.state().round)
    bench.take(record.KIND_VOID)
    oldest = bench.link.ping().oldest
    kept = [it for it in bench.records if it.sequence >= oldest][-_AGAIN:]
    assert len(kept) >= 3
    for first in (0, len(kept) - 1):
        bench.link.follow(kept[first].sequence)
        for it in kept[first:]:
            again = bench.link.next_record(10.0)
            assert again is not None
            assert again.data == it.data
