"""What can go wrong on the link: one line for the person, one exit code for the script."""

from __future__ import annotations

from boxcars.errors import HostError
from shaker.core.codes import CODE_WORDS as CORE_WORDS
from shaker.link import codes

_TEXTS = {
    "E_FAULTED": "a fault is latched: 'boxcars diag' names it, 'boxcars clear' clears it",
    "E_AUTHORITY": "this needs a technician's, operator's or station's key: give one with --key",
    "E_NONCE": "the challenge was used up or is too old: try again",
    "E_SIGNATURE": "the board does not accept the signature: check the key",
    "E_KEY": "the board does not know this key, or it was revoked",
    "E_TOO_OFTEN": "too many failed attempts: wait ten seconds and try again",
    "E_LOCKED": "the board is locked: this needs a signed challenge",
    "E_BUSY": "the board is busy: try again",
    "E_STATE": "not in this state of the round: wait for the next",
    "E_FULL": "unacknowledged records fill the journal: let the host collect them first",
    "E_STAKES": "wagers stand: finish or void the round first",
    "E_NO_TABLE": "no table is open: open one first",
    "E_NOT_PROVISIONED": "the board has no key: run 'boxcars provision'",
    "E_RETIRED": "the board is retired",
    "E_UNSUPPORTED": "this image cannot do that",
    "E_REFUSAL_LOST": "that was before a power cut, and why is not known: try again",
}
_EXIT_CODES = {"E_LOCKED": 8, "E_AUTHORITY": 8, "E_SIGNATURE": 7, "E_KEY": 7, "E_BUSY": 5}


def code_word(code: int) -> str:
    """The word of a code of the core or the link."""
    if 0 <= code < len(CORE_WORDS):
        return CORE_WORDS[code]
    if codes.FIRST <= code < codes.FIRST + len(codes.CODE_WORDS):
        return str(codes.CODE_WORDS[code - codes.FIRST])
    return f"E_{code}"


class LinkError(HostError):
    """The link could not do what was asked."""


class NoDeviceError(LinkError):
    """There is no such port."""

    exit_code = 4


class PortBusyError(LinkError):
    """Another program has the port."""

    exit_code = 5


class PortPermissionError(LinkError):
    """This user may not open the port."""

    exit_code = 5


class UnpluggedError(LinkError):
    """The port went away while it was in use."""

    exit_code = 4


class BaudError(LinkError):
    """The host's side of the port cannot run at that rate."""


class SilentDeviceError(LinkError):
    """Nothing answers."""

    exit_code = 4


class NotABoardError(SilentDeviceError):
    """Something speaks on this port, but not this protocol."""

    exit_code = 6


class SessionLostError(LinkError):
    """The board does not know the session any more: it restarted, or another host came."""

    exit_code = 4


class WrongDeviceError(LinkError):
    """It is not the board, the image or the protocol that was expected."""

    exit_code = 6


class RolledBackError(LinkError):
    """The board is behind what the host remembers of it."""

    exit_code = 7


class AnswerLostError(LinkError):
    """The command may have been performed, but its answer is gone: read the state."""


class UnansweredError(LinkError):
    """Commands have no answer yet: `Link.resume()` gets them, `Link.abandon()` does without."""


class RecordsGoneError(LinkError):
    """Records that were asked for are no longer on the board."""


class NotAcknowledgerError(LinkError):
    """This connection listens; another acknowledges."""

    exit_code = 5


class RefusedError(LinkError):
    """The board said no. `code` and `word` say why."""

    def __init__(self, name: str, code: int) -> None:
        self.name = name
        self.code = code
        self.word = code_word(code)
        self.exit_code = _EXIT_CODES.get(self.word, 1)
        text = _TEXTS.get(self.word)
        super().__init__(f"{name} was refused with {self.word}" + (f": {text}" if text else ""))
