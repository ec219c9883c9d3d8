"""Run on the unix port: the power is cut in every program and erase of a script, and again in
every one of the start that follows.

    cut_sweep.py SCRIPT [stride=1] [second=1] [first=0] [seal=cheap] [shares=0,90,256] [log=FILE]

`stride` takes every nth first cut from operation `first` on, `second` every nth second one (0:
none). A line for each script
tells how many cuts there were; the first thing that is wrong stops with an assertion and tells
where. `log` begins the names of files that get the records of each board, for the host to verify.

What is held, by a run without cuts and by what the host was told, after every cut:
- the state on flash is to the byte the one before the step under way, or the one behind it;
- a record that could be read before the cut reads the same, to the byte, and so does one that was
  captured and not sealed;
- boot counter and sequence only grow; dice at rest are read, not thrown again;
- MBS 5.9 is on exactly when no outcome was there;
- the rest of the script comes out as without the cut: stakes, meters, phase, round.
"""

import sys

from cut_host import use_cheap_signer
from cut_run import SECTORS, Run, recovered
from cut_scripts import SCRIPTS
from fake_flash import FakeFlash, PowerCut

from shaker.app import book
from shaker.core.state import POWER_FAILED
from shaker.seal import record

_PARTS = ("book", "state", "settings", "retired")


def play_whole(script):
    """The run without cuts: what everything is compared with."""
    run = Run(script)
    run.start()
    while run.host.index < len(run.script):
        run.host.play()
        run.digests.append(run.digest())
    archive = run.table.board.archive
    for sequence in range(archive.oldest(), archive.newest() + 1):
        run.records[sequence] = run.read(sequence)
    return run


def torn(data, op, share, seed):
    """The flash after a cut in an operation."""
    flash = FakeFlash(SECTORS * 4096, data)
    flash.cut(1, share, seed)
    try:
        if op.what == "program":
            flash.program(op.at, op.page)
        else:
            flash.erase(op.at)
        raise ValueError("no cut")
    except PowerCut:
        pass
    return flash.data


def apply(flash, op):
    """Do an operation whole."""
    if op.what == "program":
        flash.program(op.at, op.page)
    else:
        flash.erase(op.at)


class Sweep:
    """All cuts of one script."""

    def __init__(self, script, shares):
        self.shares = shares
        self.whole = play_whole(script)
        self.cuts = 0
        self.second_cuts = 0
        self.where = ()

    def run(self, stride, second, first, log=""):
        """Cut in every `stride`th operation; in every `second`th of the start behind it."""
        flash = FakeFlash(SECTORS * 4096)
        for number, op in enumerate(self.whole.ops):
            if number >= first and number % stride == 0:
                for share in self.shares:
                    data = torn(flash.data, op, share, number + 1)
                    self.where = (self.whole.name, number, op.what, share, "action", op.action)
                    run = self.carry_on(self.whole, op, data)
                    self.cuts += 1
                    if log:
                        write_log(run, log + "-" + str(self.cuts))
                    if second:
                        self.cut_again(run, data, number, second)
            apply(flash, op)

    def cut_again(self, first, data, number, second):
        """Cut in the operations of a start and of what it owes."""
        flash = FakeFlash(SECTORS * 4096, data)
        for index, op in enumerate(first.ops):
            if index >= first.start_ops:
                break
            if (index + number) % second == 0:
                share = self.shares[(index + number) % len(self.shares)]
                torn_data = torn(flash.data, op, share, index + 7)
                self.where = self.where[:6] + ("again", index, op.what, share)
                self.carry_on(first, op, torn_data)
                self.second_cuts += 1
            apply(flash, op)

    def carry_on(self, before, op, data):
        """Start on what a cut left, check it, play on for two actions, check again; the run."""
        try:
            return self._carry_on(before, op, data)
        except Exception as error:
            print("cut at", self.where)
            raise error

    def _carry_on(self, before, op, data):
        whole = self.whole
        run = Run(whole.name, data)
        run.world.lying = op.lying
        run.world.throw_count = op.throws
        run.table.time.now_ms = op.ms + 1000
        run.host.index = op.action
        found = recovered(run.flash)
        states = before.kept[op.kept : op.kept + 2]
        assert any(found.equals(state) for state in states), "neither before nor behind"
        run.start()
        run.host.settle()
        run.start_ops = len(run.ops)
        words = run.table.board.ledger.book
        assert words[book.BOOT] > found.word(book.BOOT)
        assert run.table.board.archive.newest() >= op.newest
        later = run.table.board.ledger.closing.count  # old records wait for the round to end
        if not later:
            self._check_records(run, op, found)
        check_power(run, found)
        for _ in range(2):
            if run.host.index >= len(run.script):
                break
            index = run.host.index
            run.host.play()
            compare(whole.digests[index], run.digest())
        if later:
            while run.table.board.ledger.closing.count:
                run.host.play()
            self._check_records(run, op, found)
        if found.word(book.PHASE) == book.RESTED and found.pending is None:
            assert run.first_throws == op.throws, "dice at rest were thrown again"
        return run

    def _check_records(self, run, op, found):
        """What could be read reads the same; what was captured is sealed as it would have been."""
        known = self.whole.records
        for sequence in (op.newest - 1, op.newest):
            if sequence in known and op in self.whole.ops:
                assert run.read(sequence) == known[sequence], ("record", sequence)
        if found.pending is not None:
            sequence = found.word(book.SEQUENCE)
            sealed = run.read(sequence)
            assert sealed[: record.HEADER_SIZE] == found.pending, ("resealed", sequence)


def check_power(run, found):
    """MBS 5.9 applies exactly when the power failed and no outcome was there."""
    ledger = run.table.board.ledger
    phase = found.word(book.PHASE)
    at = 4 * POWER_FAILED
    expected = int.from_bytes(found.parts[0][at : at + 4], "little")
    kind = found.pending[record.AT_KIND] if found.pending is not None else 0
    if kind == record.KIND_RESULT or phase == book.IDLE or ledger_is_over(ledger):
        pass
    elif phase == book.RESTED and run.first_throws >= 0:
        expected = 1 if isinstance(run.world.lying, int) else 0
    elif phase == book.RESTED or phase == book.WAITING or phase == book.SEALING:
        pass
    else:
        expected = 1
    got = ledger.table.state[POWER_FAILED]
    assert got == expected, ("power failed", got, expected, phase)


def ledger_is_over(ledger):
    """A retired board records nothing more."""
    return ledger.sealed[record.AT_KIND] == record.KIND_RETIRE


def compare(expected, got):
    """Word by word, so that the first that differs is told."""
    for part in range(len(expected)):
        for index in range(len(expected[part])):
            one, other = expected[part][index], got[part][index]
            assert one == other, (_PARTS[part], index, one, other)


def write_log(run, name):
    """All records of a board, each with its size before it."""
    with open(name, "wb") as file:
        for sequence in range(run.table.board.archive.newest() + 1):
            data = run.read(sequence)
            file.write(len(data).to_bytes(4, "little"))
            file.write(data)


def main(arguments):
    options = dict([argument.split("=") for argument in arguments[1:]])
    if options.get("seal", "cheap") == "cheap":
        use_cheap_signer()
    shares = [int(share) for share in options.get("shares", "0,90,256").split(",")]
    names = sorted(SCRIPTS) if arguments[0] == "all" else [arguments[0]]
    for name in names:
        sweep = Sweep(name, shares)
        stride, second = int(options.get("stride", "1")), int(options.get("second", "1"))
        sweep.run(stride, second, int(options.get("first", "0")), options.get("log", ""))
        space = sweep.whole.table.board.ring.space
        laps = (space.head - 1) // space.count
        print(name, len(sweep.whole.ops), sweep.cuts, sweep.second_cuts, *([laps] if laps else []))


main(sys.argv[1:])
