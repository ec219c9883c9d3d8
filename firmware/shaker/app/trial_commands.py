"""Messages that try the board between rounds: its self test, and a shake that counts nowhere.

A trial writes no step of a round, so that meters, phase and stakes are afterwards what they were,
a power cut in the middle included. It leaves one record that says it happened.
"""

import gc

from shaker.app import bodies, book, faults
from shaker.core.codes import OK
from shaker.link import codes, messages
from shaker.seal.record import KIND_PROGRAM


class TrialCommands:
    """`board` is the controller."""

    def __init__(self, board):
        self._board = board
        self._book = board.ledger.book
        self.performers = {
            messages.SELF_TEST: self._self_test,
            messages.EXERCISE: self._exercise,
        }
        self.askers = {}

    def _may_try(self):
        """OK between rounds: no stakes, nothing moves, nothing lies in the chambers to be read."""
        board, phase = self._board, self._book[book.PHASE]
        if phase != book.IDLE and phase != book.BETTING:
            return codes.E_STATE
        if board.desk.has_stakes():
            return codes.E_STAKES
        if board.shaker.is_busy or self._book[book.RETRY] or self._book[book.ROLL_WANTED]:
            return codes.E_MOTION
        if board.scribe.chain is not None and not board.registrar.is_ready:
            return codes.E_BUSY
        return OK

    def _self_test(self, request, command):
        """Once more what the start has tested. Allocates, as `measure` does."""
        code = self._may_try()
        if code != OK:
            return code
        gc.collect()
        board = self._board
        failed = board.tested.again(board.scratch_buf, board.curve)
        if board.scribe.chain is not None:
            board.scribe.chain.judge(board.tested.seal)
        if failed:
            board.round.latch(faults.SELF_TEST)
        request.reply.u30(failed)
        return OK

    def _exercise(self, request, command):
        """A shake as in a round, or a reading of the dice as they lie; `diagnostics` tells."""
        mode = request.fields.u8()
        if mode > messages.EXERCISE_LIGHT or request.fields.u16() or request.fields.u16():
            return codes.E_VALUE  # time and duty are the board's own
        code = self._may_try()
        if code == OK and self._board.shaker.switches.lid.reads_open:
            code = codes.E_LID
        if code == OK and self._board.scribe.chain is not None:
            code = self._record(command, mode)
        return self._start(self._board, mode) if code == OK else code

    def _record(self, command, mode):
        return self._board.registrar.record(command, KIND_PROGRAM, mode, bodies.EXERCISED)

    def _start(self, board, mode):
        board.scribe.may_erase = False
        if mode == messages.EXERCISE_MOTOR:
            board.shaker.start(board.noise.word())
        else:
            board.shaker.read_where_they_lie()
        return OK
