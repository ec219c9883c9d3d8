"""A trial of the board between rounds: asked for, waited for, told."""

from __future__ import annotations

from dataclasses import dataclass

from boxcars.errors import HostError
from boxcars.link import Link, Signer
from boxcars.link.schema import ENTRIES
from shaker.app.selftest import WORDS as TEST_WORDS
from shaker.app.service_commands import SHAKE_STATE, WORDS
from shaker.dice import reasons, states
from shaker.link import messages

_LIMIT_S = 20.0
_LOOK_S = 0.5
_FIRST = SHAKE_STATE  # of what tells how it goes


@dataclass(frozen=True)
class Trial:
    """How a shake in test mode went."""

    ended: str  # done, no-roll, fault
    reason: str
    tach: int
    work_mj: int
    settle_ms: int
    margins: tuple[int, int]


def self_test(link: Link, signer: Signer | None) -> list[str]:
    """Which parts failed."""
    failed = link.self_test(signer)
    return [word for bit, word in enumerate(TEST_WORDS) if failed >> bit & 1]


def exercise(link: Link, signer: Signer | None) -> Trial:
    """Shake once in test mode and wait for the end."""
    link.exercise(messages.EXERCISE_MOTOR, 0, 0, signer)
    waited = 0.0
    while waited < _LIMIT_S:
        link.idle(_LOOK_S)
        waited += _LOOK_S
        rows = ENTRIES[messages.DIAGNOSTICS, "values"].unpack_all(
            link.ask("diagnostics", index=_FIRST - 1)["values"]
        )
        values = {WORDS[row["what"]]: row["value"] for row in rows}
        if values["shake-state"] >= states.DONE:
            return _trial(values)
    raise HostError("the shake does not end: is the link disturbed? run 'boxcars diag' again")


def _trial(values: dict[str, int]) -> Trial:
    ends = {states.DONE: "done", states.NO_ROLL: "no-roll", states.FAULT: "fault"}
    return Trial(
        ends[values["shake-state"]],
        reasons.word(values["shake-reason"]) if values["shake-reason"] else "",
        values["shake-tach"],
        values["shake-work-mj"],
        values["shake-settle-ms"],
        (values["margin-left"], values["margin-right"]),
    )
