"""Trials between rounds count nowhere; settings stay; a retired board signs no more."""

from __future__ import annotations

import pytest

from firmware.tests.unix_port import run_script

CLAIMS = [
    "exercise_counts_nowhere",
    "a_cut_in_an_exercise_leaves_no_trace",
    "exercise_is_refused_while_money_is_at_stake",
    "exercise_of_another_kind_is_refused",
    "a_failed_self_test_latches",
    "a_seal_that_fails_its_self_test_signs_nothing",
    "settings_outlive_the_power",
    "a_retired_board_signs_no_more",
    "every_use_of_a_key_is_a_record",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_trials(claim: str) -> None:
    assert run_script("table_trials.py", claim).strip() == claim
