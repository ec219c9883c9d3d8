"""Board and host on a bad line: nothing is lost, nothing doubled, nothing changed.

10 000 messages (commands with answers, events, records) for each kind of fault, seeded, in
simulated time. The fault count shows that the line was bad.
"""

import pytest

from boxcars.link import Link
from firmware.bench.link_ledger import Ledger
from firmware.tests.bad_lines import SIMPLE, Replays, Splices, second_line
from firmware.tests.link_rig import Board, rig
from firmware.tests.link_traffic import play

MESSAGES = 10_000
SEED = 5


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in SIMPLE if kind != "none"])
def test_line_faults(kind):
    line, link = rig(acknowledge=True)
    line.board.records.lets_go = True  # so a want that comes late asks for what is gone
    line.faults = SIMPLE[kind](SEED)
    link.connect()
    tally = play(line, link, SEED, MESSAGES)
    assert tally.messages >= MESSAGES
    assert min(tally.commands, tally.events, tally.records) > 1000
    assert line.faults.hurt_count > 300


@pytest.mark.slow
def test_bytes_one_by_one():
    line, link = rig(acknowledge=True)
    line.faults = lambda direction, chunk: [bytes([byte]) for byte in chunk]
    line.read_max = 1
    line.board.port.read_max = 1
    link.connect()
    assert play(line, link, SEED, MESSAGES).messages >= MESSAGES
    assert link.reconnect_count == 0


@pytest.mark.slow
def test_two_boards_spliced():
    """Frames of another board and of its host stray onto the line, also in place of ours."""
    other_line = second_line()
    other = Link(other_line.open, clock=other_line.clock, acknowledge=True)
    line, link = rig(acknowledge=True)
    faults = Splices(SEED, other_line)
    line.faults = faults
    other.connect()
    for share in range(8):
        play_other(other_line, other, share)
    link.connect()
    assert play(line, link, SEED, MESSAGES).messages >= MESSAGES
    assert faults.hurt_count > 300
    assert line.board.session.refused_count > 50
    assert line.board.ledger.device != other_line.board.ledger.device


def play_other(line, link, share):
    """Some hundred frames of the other pair, its hello among them."""
    for index in range(60):
        link.bet(index % 8, share, 7)
        line.board.records.count += 1
    link.follow(60 * share)
    while record := link.next_record(0.2):
        link.commit(record)
    link.close()
    link.connect()


@pytest.mark.slow
def test_an_earlier_boot_replayed():
    """All that was said in the boot before comes again, hello and commands included."""
    line, link = rig(acknowledge=True)
    faults = line.faults = Replays(SEED)
    link.connect()
    play(line, link, SEED + 1, 1000)
    link.close()
    line.board = Board(line.clock, ledger=Ledger(boot=2, nonces=991))
    faults.recording = False
    link = Link(line.open, clock=line.clock, acknowledge=True)
    link.connect()
    assert play(line, link, SEED, MESSAGES).messages >= MESSAGES
    assert faults.hurt_count > 300
    assert line.board.session.refused_count > 50
