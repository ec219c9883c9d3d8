"""The closed sets of words that a rule file is written in."""

from __future__ import annotations

from shaker.core import spots
from shaker.dice import reasons

BOXES = (4, 5, 6, 8, 9, 10)
PAIRS = tuple((one, other) for one in range(1, 7) for other in range(one, 7))

# Numbered families: what the name of a spot starts with, longest first.
_PREFIXES = {
    "dont-come-odds-": "dont-come-odds",
    "dont-come-": "dont-come-number",
    "come-odds-": "come-odds",
    "come-": "come-number",
    "horn-high-": "horn-high",
    "place-": "place",
    "buy-": "buy",
    "lay-": "lay",
    "hard-": "hard",
    "big-": "big",
    "hop-": "hop",
}


def family_of(spot: str) -> str:
    """The family that a spot belongs to; most spots are a family of their own."""
    for prefix, family in _PREFIXES.items():
        if spot.startswith(prefix):
            return family
    return spot


FAMILIES = tuple(dict.fromkeys(family_of(name) for name in spots.NAMES))
LINE_SPOTS = ("pass", "pass-odds", "dont-pass", "dont-pass-odds")
ODDS_FAMILIES = ("pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds")
FLAT_FAMILIES = (
    "pass",
    "dont-pass",
    "come-number",
    "dont-come-number",
)  # in the order of their odds
STEADY_FAMILIES = (*FLAT_FAMILIES, "come", "dont-come", "lucky-shooter")  # work on every roll
VIGORISH_FAMILIES = ("buy", "lay")
GROUP_FAMILIES = ("place", "buy", "lay")
BARRING_FAMILIES = ("pass", "dont-pass", "come", "dont-come")
POINTS = ("off", *(str(box) for box in BOXES))

WHEN = ("any", "come-out", "point-on", "come-out-or-more", "more", "never")
MINIMUM = ("counts", "exempt")
AGAIN = ("free", "after-no-point", "after-roll")
WORKS = ("always", "point-on", "come-out")
YES_NO = ("no", "yes")
COVERS = ("spot", "family")
CONTRACT = ("never", "always", "point-on")
ODDS_TAKEN = ("none", "together", "odds-first")
UNDER_MIN = ("keep", "return", "return-come-out")
SHARE_OF = ("stake", "win")
CHARGED_AT = ("placement", "win")
ROUND = ("no", "payable-unit")
COUNTED = ("0", "1", "2", "3", "4", "5", "5-and-point")
OPTIONS = ("min", "odds")
REASONS = tuple(reasons.word(reason) for reason in reasons.ALL if reason != reasons.NONE)

POLICIES = {
    "below-minimum": ("refuse", "return-at-close"),
    "below-total-minimum": ("play", "return-at-close"),
    "above-maximum": ("settle-whole", "settle-maximum"),
    "power-failure": ("play", "withdraw"),
    "malfunction": ("play", "void"),
    "c-and-e-parts": ("equal", "free"),
    "kitty": ("none", "share"),
}


def _falls() -> dict[str, frozenset[int]]:
    """What a word says about two dice, as indices into PAIRS."""
    words: dict[str, frozenset[int]] = {}

    def say(word: str, *pairs: tuple[int, int]) -> None:
        words[word] = frozenset(PAIRS.index(pair) for pair in pairs)

    for total in range(2, 13):
        say(str(total), *(pair for pair in PAIRS if sum(pair) == total))
    for total in (4, 6, 8, 10):
        half = total // 2
        say(f"hard-{total}", (half, half))
        easy = (pair for pair in PAIRS if sum(pair) == total and pair[0] != pair[1])
        say(f"easy-{total}", *easy)
    for pair in PAIRS:
        say(f"{pair[0]}-{pair[1]}", pair)
    say("box", *(pair for pair in PAIRS if sum(pair) in BOXES))
    return words


FALLS = _falls()
REST = "rest"  # every fall that the row has not named
