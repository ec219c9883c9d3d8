"""The board's session on the 32-bit unix port: the same bytes as on CPython, and no heap.

A session that was played on CPython (with faults, and with plain noise on the line) is played
again, poll by poll, on MicroPython, once with the heap locked and once open; both times
`mem_total()` must not move.
"""

import random

import pytest

from firmware.tests.bad_lines import SIMPLE
from firmware.tests.link_rig import rig
from firmware.tests.link_traffic import play
from firmware.tests.port_link import ask


def _record_polls(line):
    """Note what each poll is given and gives; the list grows while the rig runs."""
    polls = []
    hub, port = line.board.hub, line.board.port
    poll = hub.poll
    before = bytearray()

    def noting():
        new = bytes(port.incoming[len(before) :])
        count, ms = line.board.records.count, line.clock.ticks_ms()
        sent = len(port.outgoing)
        poll()
        before[:] = port.incoming
        polls.append((ms, count, new, b"".join(port.outgoing[sent:])))

    hub.poll = noting
    return polls


def _again(polls, gate):
    """The same on the unix port: lines to send, and what each must be answered with."""
    lines, expected = [gate], [None]
    records = 0
    for ms, count, new, out in polls:
        if count != records:
            records = count
            lines.append(f"records {count}")
            expected.append(None)
        lines.append(f"poll {ms} {new.hex()}".rstrip())
        expected.append(out.hex())
    return lines, expected


def _compare(polls, gate):
    lines, expected = _again(polls, gate)
    for line, answer, out in zip(lines, ask(lines), expected, strict=True):
        if out is not None:
            assert answer[0] == "0", f"{answer[0]} bytes of heap in {line[:200]}"
            assert answer[1] == out


@pytest.mark.parametrize("gate", ["lock", "open"])
@pytest.mark.parametrize("kind", SIMPLE)
def test_a_session_needs_no_heap_and_says_the_same(kind, gate):
    line, link = rig(acknowledge=True)
    polls = _record_polls(line)
    line.faults = SIMPLE[kind](3)
    link.connect()
    play(line, link, 3, 600)
    link.state()
    link.link_errors(1)
    link._live().raise_baud(921600)
    link.idle(1.5)
    line.clock.sleep(5.0)
    link.ping()
    link.close()
    assert len(polls) > 500
    assert line.board.ledger.lost_count >= 1
    _compare(polls, gate)


@pytest.mark.parametrize("gate", ["lock", "open"])
def test_noise_needs_no_heap(gate):
    """Random bytes with many zeros, frames cut and joined: silence or a nak, and no heap."""
    line, link = rig()
    polls = _record_polls(line)
    link.connect()
    source = random.Random(9)
    for _ in range(2000):
        size = source.choice((1, 3, 20, 300))
        noise = bytes(source.choice((0, 1, 2, 13, source.randrange(256))) for _ in range(size))
        line.board.port.incoming.extend(noise)
        line.clock.sleep(0.004)
    line.clock.sleep(1.0)
    link.ping()
    assert line.board.session.reader.damaged_count > 500
    _compare(polls, gate)


def _kernel_cases():
    source = random.Random(4)
    sizes = [0, 1, 2, 253, 254, 255, 256, 507, 508, 509, 627, 636]
    for size in sizes + [source.randrange(637) for _ in range(60)]:
        for zeros in (0.0, 0.01, 0.5, 1.0):
            data = bytes(
                0 if source.random() < zeros else source.randrange(1, 256) for _ in range(size)
            )
            yield f"kernel stuff :{(bytes(8) + data + bytes(8)).hex()} 8 {size} 1"
            yield f"kernel unstuff :{(data or b'x').hex()} {size}"
            value = source.choice((0, 13))
            yield f"kernel find :{(data or b'x').hex()} {size // 3} {size} {value}"


def test_the_viper_kernels_equal_their_twins():
    """Compared on the port itself, one buffer each."""
    assert len(ask(list(_kernel_cases()))) > 500
