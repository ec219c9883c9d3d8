"""What the course of a round allows and refuses: shooter, times, host, No Rolls, voids."""

from __future__ import annotations

import pytest

from firmware.tests.unix_port import run_script

CLAIMS = [
    "shooter_needs_a_line_bet",
    "dice_go_clockwise_after_a_seven_out",
    "shooter_is_refused_without_the_option",
    "shooter_is_only_where_the_rules_know_one",
    "start_on_request_is_no_power_failure_and_a_hung_program_is_a_fault",
    "alarm_comes_at_once_and_goes_after_a_good_hundred",
    "bets_are_taken_until_the_time_after_the_start",
    "flood_of_wagers_leaves_room_for_the_outcome",
    "bets_are_closed_before_motion_otherwise",
    "timer_rolls_only_while_the_host_is_there",
    "timer_closes_and_shakes_at_once",
    "timer_of_a_new_table_begins_with_it",
    "timer_begins_anew_behind_a_cut_and_behind_a_no_roll",
    "outcome_waits_for_a_close_that_the_flash_refuses",
    "no_shake_begins_in_betting_without_a_host",
    "host_that_comes_and_goes_holds_nothing_up",
    "round_completes_without_a_host_and_no_new_one_opens",
    "no_rolls_are_bounded_and_then_latched",
    "operator_voids_with_all_stakes_back_in_every_profile",
    "malfunction_is_only_where_a_clause_says_so",
    "withdrawal_is_only_after_a_power_failure_without_outcome",
    "acknowledgement_of_what_does_not_exist_is_refused",
]

LEFT_CLAIMS = [
    "closed_round_is_completed_when_its_host_goes",
    "closed_round_after_a_power_failure_waits_for_its_players",
    "acknowledgements_leave_room_for_the_outcome",
]

REST_CLAIMS = [
    "stopped_shake_is_never_an_outcome",
    "refused_shake_is_not_read_after_a_cut",
    "lid_over_dice_at_rest_makes_them_no_outcome",
    "lid_stops_a_shake_before_it_begins",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_table(claim: str) -> None:
    assert run_script("table_course.py", claim).strip() == claim


@pytest.mark.parametrize("claim", REST_CLAIMS)
def test_rest(claim: str) -> None:
    assert run_script("table_rest.py", claim).strip() == claim


@pytest.mark.parametrize("claim", LEFT_CLAIMS)
def test_left(claim: str) -> None:
    assert run_script("table_left.py", claim).strip() == claim
