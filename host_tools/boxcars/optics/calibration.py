"""The golden frames of one unit: asked of the board, one step after the other; safe to repeat.

The board takes the frames itself. What it cannot do is empty its chambers and lay a die into each:
`hands` is told what is to be done and returns when somebody says that it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxcars.errors import HostError, WrongBoardError
from boxcars.link import Link, RefusedError, Signer
from shaker.dice import calibration
from shaker.link.messages import PART_GOLDEN

SIDES = ("left", "right")
STEP_FLOOR, STEP_DIE = 0, 1
_HANDS = ("take the dice out of both chambers", "lay a die flat into each chamber")
_LACKS = ("is not empty", "does not show a die that lies flat")
_TRIES = 10

Hands = Callable[[str], None]


class NotReadyError(HostError):
    """A chamber does not show what the step needs."""


def calibrate(link: Link, hands: Hands, signer: Signer | None = None, *, anew: bool) -> int:
    """Take what is not kept yet, or all of it `anew`; how many steps there were."""
    taken = 0
    for step in (STEP_FLOOR, STEP_DIE):
        sides = [side for side in range(len(SIDES)) if anew or not is_kept(link, side, step)]
        _take(link, hands, signer, sides, step)
        taken += len(sides)
    return taken


def is_kept(link: Link, side: int, step: int) -> bool:
    """Whether the board has that step of that chamber."""
    data = link.part(PART_GOLDEN, side)
    if step == STEP_FLOOR:
        return len(data) > calibration.SIZE
    kept = data[: calibration.SIZE]
    return len(kept) == calibration.SIZE and calibration.check(kept) == calibration.OK


def _take(
    link: Link, hands: Hands, signer: Signer | None, sides: Sequence[int], step: int
) -> None:
    for side in sides:
        for _ in range(_TRIES):
            try:
                link.calibrate(side, step, signer)
                break
            except RefusedError as error:
                _explain(error, side, step)
            hands(f"the {SIDES[side]} chamber {_LACKS[step]}: {_HANDS[step]}")
        else:
            raise NotReadyError(f"the {SIDES[side]} chamber {_LACKS[step]}: run this again")


def _explain(error: RefusedError, side: int, step: int) -> None:
    """Nothing, if hands can mend it."""
    if error.word == "E_UNSUPPORTED":
        raise WrongBoardError("this image takes no golden frames: flash one that does") from error
    if error.word == "E_SELF_TEST":
        raise HostError(
            f"the {SIDES[side]} sensor gives no good frame: check its cable and the ring light"
        ) from error
    if error.word != "E_STATE":
        raise error
