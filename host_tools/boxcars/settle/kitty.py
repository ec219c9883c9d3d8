"""Sharing out the kitty of a home game in proportion to the chips (HOME)."""

from __future__ import annotations

from collections.abc import Sequence

KITTY_MAX = 10_000_000


def share(kitty: int, chips: Sequence[int]) -> tuple[list[int], int] | None:
    """Payouts in seat order and what is left for the host, or None when out of range.

    Percentages are rounded down; a payout is rounded to the nearest unit, half up, and is never
    more than what is left.
    """
    total = sum(chips)
    if not 0 <= kitty <= KITTY_MAX or not 0 < total <= KITTY_MAX or min(chips) < 0:
        return None
    left = kitty
    payouts = []
    for count in chips:
        percent = 100 * count // total
        payout = min((kitty * percent + 50) // 100, left)
        payouts.append(payout)
        left -= payout
    return payouts, left
