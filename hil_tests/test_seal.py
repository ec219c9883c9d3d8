"""Every record is signed by the board's own key and chained; whoever changes one is found out."""

from __future__ import annotations

import pytest

from boxcars.link import Record
from boxcars.record.findings import FindingError, FindingKind
from hil_tests.bench import Bench
from shaker.core.spots import PASS
from shaker.seal import record

pytestmark = pytest.mark.emulator


@pytest.mark.needs("dice")
@pytest.mark.proves("SEAL-1")
def test_a_round_is_in_the_chain_and_the_chain_verifies(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    header = bench.roll(6, 5)
    summary = bench.verified()
    assert summary.key.raw == bench.link.key().public
    assert summary.sequence_last == header.sequence == len(bench.records) - 1
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
    bench.records[-1] = Record(bench.records[-1].sequence, bytes(data))
    with pytest.raises(FindingError) as finding:
        bench.verified()
    assert finding.value.kind == kind


@pytest.mark.proves("SEAL-1")
def test_a_record_left_out_is_found(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    bench.link.void(bench.link.state().round)
    bench.take(record.KIND_VOID)
    del bench.records[-2]
    with pytest.raises(FindingError) as finding:
        bench.verified()
    assert finding.value.kind == FindingKind.GAP


@pytest.mark.proves("SEAL-2")
def test_kept_records_come_again_from_any_sequence_to_the_byte(bench: Bench) -> None:
    taken = list(bench.records)
    first = bench.link.ping().oldest
    bench.link.follow(first)
    for kept in taken[first:]:
        again = bench.link.next_record(10.0)
        assert again is not None
        assert again.data == kept.data
