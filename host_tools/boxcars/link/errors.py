"""What can go wrong on the link: one line for the person, one exit code for the script."""

from __future__ import annotations

from boxcars.errors import HostError
from shaker.core.codes import CODE_WORDS as CORE_WORDS
from shaker.link import codes

_TEXTS = {
    "E_PARSE": "a value does not fit the table: see 'boxcars rules show' for its rule book",
    "E_SESSION": "the board does not know the session any more: run this again",
    "E_UNKNOWN": "the board does not have this message: flash it",
    "E_SIZE": "the board reads this message in another way: flash it",
    "E_VALUE": "a value is out of range: see --help",
    "E_PORT": "not on this port: take the other one",
    "E_AUTHORITY": "this needs a key of another authority: see 'boxcars keys list'",
    "E_FAULTED": "a fault is latched: 'boxcars diag' names it, 'boxcars clear' clears it",
    "E_NUMBER": "another host has sent commands meanwhile: run this again",
    "E_ANSWER_LOST": "it was done before a power cut, and what came of it is gone: read the state",
    "E_DIFFERS": "board and tools are of different versions: flash the board",
    "E_ROLLED_BACK": "the board is behind what is known of it: its flash was put back",
    "E_ROLE": "another connection acknowledges records: close it first",
    "E_NONCE": "the challenge was used up or is too old: try again",
    "E_SIGNATURE": "the board does not accept the signature: check the key",
    "E_KEY": "the board does not know this key, or it was revoked",
    "E_TOO_OFTEN": "too many failed attempts: wait ten seconds and try again",
    "E_LOCKED": "the board is locked: this needs a signed challenge",
    "E_BUSY": "the board is busy: try again",
    "E_STATE": "not in this state of the round: wait until it is over and its record collected",
    "E_BAUD": "the port cannot run at that rate: use a lower one",
    "E_GONE": "the board no longer keeps it",
    "E_FULL": "unacknowledged records fill the journal: let the host collect them first",
    "E_NOT_READY": "the board is starting: try again",
    "E_SHOOTER": "the shooter has no line wager: place one, or pass the dice",
    "E_STAKES": "wagers stand: finish or void the round first",
    "E_NOT_PROVISIONED": "the board has no key: run 'boxcars provision'",
    "E_MOTION": "the motor runs or the dice move: try again when they are at rest",
    "E_LID": "the lid is open: close it and try again",
    "E_FLASH": "the flash refused: 'boxcars diag' tells its wear",
    "E_SELF_TEST": "a part fails its self test: 'boxcars diag' names it",
    "E_DUPLICATE": "the board has it already",
    "E_UNSUPPORTED": "this image cannot do that",
    "E_NO_TABLE": "no table is open: open one first",
    "E_HOST_LOST": "the host was away: begin again",
    "E_RETIRED": "the board is retired",
    "E_TABLE_FULL": "no place is left in the board's list; a revoked key keeps its own",
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
