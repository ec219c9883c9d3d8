"""An old record is built anew a stretch at a time: the loop goes on, and no byte is another."""

from __future__ import annotations

import pytest

from firmware.tests.unix_port import run_script

CLAIMS = [
    "no_turn_of_the_loop_takes_longer_than_a_stretch",
    "records_in_a_row_cost_their_own_steps_alone",
    "a_table_goes_on_between_two_stretches",
    "two_connections_that_want_different_records_both_get_them",
    "what_nobody_asks_for_any_more_is_given_up",
    "nothing_is_looked_for_while_dice_are_shaken",
    "a_past_that_was_overwritten_is_gone_and_never_another",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_table(claim: str) -> None:
    assert run_script("table_lookback.py", claim).strip() == claim
