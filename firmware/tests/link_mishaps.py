"""What happens to a board on its line: lost frames, power cuts, a port that is pulled."""

from firmware.bench.link_ledger import Ledger
from firmware.tests.link_rig import TO_HOST, Board


def drop(line, direction, count):
    """Lose the next frames of one direction."""
    left = [count]

    def faults(way, chunk):
        is_event = way == TO_HOST and not chunk[2] & 0x80
        if way == direction and left[0] and not is_event:
            left[0] -= 1
            return []
        return [chunk]

    line.faults = faults


def power_cut(line, *, boot=2):
    """The board restarts with what it had journalled: totals, and the last command's number."""
    old = line.board.ledger
    ledger = Ledger(boot=boot, nonces=1000 + boot)
    ledger.totals = old.totals
    ledger.last = old.last
    ledger.performed = old.performed
    line.board = Board(line.clock, ledger=ledger, records=line.board.records)


def cut_after(line, count):
    """Cut the power as soon as the board has performed so many; its answers are lost."""

    def faults(way, chunk):
        if way == TO_HOST and line.board.ledger.performed == count and line.board.ledger.boot == 1:
            power_cut(line)
            return []
        return [chunk]

    line.faults = faults
