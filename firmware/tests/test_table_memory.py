"""Critical memory is kept twice, faults stay latched, and a rolled-back board is found."""

from __future__ import annotations

import pytest

from firmware.tests.unix_port import run_script

CLAIMS = [
    "one_bad_copy_is_mended",
    "flip_is_found_by_the_next_step_and_never_kept",
    "two_bad_copies_are_folded_anew_and_latched",
    "lost_memory_in_a_shake_keeps_the_money",
    "record_is_sealed_as_it_was_captured",
    "every_fault_survives_a_restart_and_only_clear_unlatches",
    "board_that_was_rolled_back_latches",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_table(claim: str) -> None:
    assert run_script("table_memory.py", claim).strip() == claim
