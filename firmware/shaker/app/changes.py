"""Changes of keys and settings: each leaves a record, whenever the power goes.

The bank of settings that is about to be written is named in the journal first. A start that finds
it written and its record missing owes the record; one that does not find it lets the change go.
"""

from micropython import const
from shaker.app import book
from shaker.core.codes import OK
from shaker.link import codes
from shaker.seal.record import KIND_PROGRAM

_WHICH_MASK = const(0xFF)
_DETAIL_SHIFT = const(8)
_DETAIL_MASK = const(15)
_GENERATION_SHIFT = const(12)
_GENERATION_MASK = const(0x3FFFF)


def which_of(change):
    """The key, text or chamber that the word `CHANGED` is about."""
    return change & _WHICH_MASK


def detail_of(change):
    """What kind of change it is, as program events say it."""
    return change >> _DETAIL_SHIFT & _DETAIL_MASK


class Changes:
    """`begin`, then write to the vault, then `record`; `settle()` once at every start."""

    def __init__(self, board):
        self._board = board
        self._scribe = board.scribe
        self._vault = board.vault
        self._book = board.ledger.book

    def may_begin(self):
        """OK, or why nothing can be changed now: a bank is erased, and a record is written."""
        board = self._board
        if board.shaker.motor.is_on or board.shaker.is_busy:
            return codes.E_MOTION
        if self._scribe.chain is not None and not board.registrar.is_ready:
            return codes.E_BUSY
        return OK

    def begin(self, detail, which):
        """The next bank that is written makes this change: a code."""
        if self._scribe.chain is None:
            return OK  # it is not in any chain
        generation = self._vault.generation + 1 & _GENERATION_MASK
        change = generation << _GENERATION_SHIFT | detail << _DETAIL_SHIFT | which
        return self._scribe.write_word(0, book.CHANGED, change)

    def record(self, command, detail, which):
        """It is made: its record, if the board can record anything yet."""
        if self._scribe.chain is None:
            return OK
        return self._board.registrar.record(command, KIND_PROGRAM, which, detail)

    def give_up(self):
        """The bank was not written: a code."""
        if self._book[book.OWED] & book.OWED_CHANGE:
            self._scribe.write_word(0, book.CHANGED, 0)
        return codes.E_FLASH

    def settle(self):
        """After a start: is a change owed that was never made?"""
        due = self._book[book.CHANGED] >> _GENERATION_SHIFT
        if due != self._vault.generation & _GENERATION_MASK:
            self.give_up()
