"""Hello: who is there, what differs, and a board that was rolled back.

Both sides run in one process and simulated time.
"""

import pytest

from boxcars.link import BoardMemory, Expectation, Link
from boxcars.link.errors import (
    RolledBackError,
    WrongDeviceError,
)
from boxcars.link.schema import BY_NAME
from boxcars.link.wire import Deframer, Frame
from firmware.tests.link_rig import TO_BOARD, TO_HOST, rig
from shaker.link import codes, messages


def test_hello_says_what_the_board_is():
    line, link = rig()
    welcome = link.connect()
    assert welcome.device == line.board.ledger.device
    assert (welcome.boot, welcome.last_command, welcome.sequence) == (1, 0, -1)
    assert line.board.ledger.begun_count == 1


@pytest.mark.parametrize(
    ("expect", "word"),
    [
        (Expectation(image=b"\x01" * 32), "image"),
        (Expectation(rules=b"\x01" * 32), "rules"),
        (Expectation(device=b"ANOTHER!"), "device"),
    ],
)
def test_a_refusal_names_what_differs(expect, word):
    line, link = rig(expect=expect)
    with pytest.raises(WrongDeviceError, match=f"differs in {word}$"):
        link.connect()
    assert not line.board.session.is_alive()


def test_another_table_is_refused_and_may_be_waived(monkeypatch):
    monkeypatch.setattr("boxcars.link.schema.Table.digest", b"\x07" * 16)
    _, link = rig()
    with pytest.raises(WrongDeviceError, match=r"differs in table$"):
        link.connect()
    _, link = rig(expect=Expectation(any_table=True))
    link.connect()
    link.ping()


@pytest.mark.parametrize(
    ("boot", "sequence", "head"),
    [(2, 5, b"h" * 32), (1, 6, b"h" * 32), (1, 5, b"g" * 32)],
    ids=["boot counter", "sequence", "head of chain"],
)
def test_a_board_that_is_behind_the_memory_of_the_host_is_found(boot, sequence, head):
    line, link = rig(expect=Expectation(memory=BoardMemory(b"DEVICE01", boot, sequence, head)))
    line.board.ledger.sequence = 5
    line.board.ledger.head[:] = b"h" * 32
    with pytest.raises(RolledBackError):
        link.connect()


def test_a_board_that_is_at_the_memory_or_ahead_is_welcome():
    for sequence, head in ((5, b"h" * 32), (4, b"x" * 32)):
        memory = BoardMemory(b"DEVICE01", 1, sequence, head)
        line, link = rig(expect=Expectation(memory=memory))
        line.board.ledger.sequence = 5
        line.board.ledger.head[:] = b"h" * 32
        link.connect()


def test_a_memory_of_another_board_latches_nothing():
    line, link = rig(expect=Expectation(memory=BoardMemory(b"DEVICE99", 9, 99, b"h" * 32)))
    asked = []
    line.board.ledger.remembered = lambda *what: asked.append(what)
    with pytest.raises(WrongDeviceError, match=r"differs in device$"):
        link.connect()
    assert not asked


def test_a_memory_of_another_board_is_not_even_told():
    """The board that is there has nothing to do with it: it must not latch."""
    memory = BoardMemory(b"DEVICE02", 9, 99, b"h" * 32)
    line, link = rig(expect=Expectation(device=b"DEVICE01", memory=memory))
    asked = []
    line.board.ledger.remembered = lambda *what: asked.append(what)
    with pytest.raises(WrongDeviceError, match="another board"):
        link.connect()
    assert not asked


def test_the_memory_follows_what_was_committed():
    line, link = rig(acknowledge=True)
    line.board.records.count = 3
    link.connect()
    link.follow()
    while record := link.next_record(1.0):
        link.commit(record)
    assert link.memory.sequence == 2
    assert link.memory.device == b"DEVICE01"


def test_a_replayed_hello_does_not_end_the_session():
    line, link = rig()
    heard = []
    line.faults = lambda way, chunk: [heard.append((way, chunk)) or chunk]
    link.connect()
    hello = next(chunk for way, chunk in heard if way == TO_BOARD)
    line.faults = None
    other = Link(line.open, clock=line.clock)
    other.connect()
    line.board.port.incoming.extend(hello)
    line.clock.sleep(0.1)
    assert other.ping()
    assert other.reconnect_count == 0


def test_another_version_is_refused_by_name(monkeypatch):
    """And a memory in a layout that may be another is not compared."""
    memory = BoardMemory(b"DEVICE01", 9, 99, b"h" * 32)
    line, link = rig(expect=Expectation(memory=memory))
    monkeypatch.setattr("boxcars.link.connection.messages.VERSION", 2)
    with pytest.raises(WrongDeviceError, match=r"differs in version, table$"):
        link.connect()
    assert not line.board.session.is_alive()


def test_everything_that_differs_is_named():
    expect = Expectation(device=b"ANOTHER!", image=b"\x01" * 32, rules=b"\x02" * 32)
    _, link = rig(expect=expect)
    with pytest.raises(WrongDeviceError, match=r"differs in image, rules, device$"):
        link.connect()


def test_an_old_image_does_not_hide_an_old_journal():
    memory = BoardMemory(b"DEVICE01", 9, 99, b"h" * 32)
    _, link = rig(expect=Expectation(image=b"\x01" * 32, memory=memory))
    with pytest.raises(RolledBackError, match=r"also differs in image$"):
        link.connect()


def test_a_session_begins_once():
    """A begin that is heard again after the goodbye brings no session to life."""
    line, link = rig()
    heard = []
    line.faults = lambda way, chunk: [heard.append((way, chunk)) or chunk]
    link.connect()
    begin = [chunk for way, chunk in heard if way == TO_BOARD][1]
    line.faults = None
    link.close()
    line.clock.sleep(0.1)
    assert not line.board.session.is_alive()
    begun = line.board.ledger.begun_count
    line.board.port.incoming.extend(begin)
    line.clock.sleep(0.1)
    assert not line.board.session.is_alive()
    assert line.board.ledger.begun_count == begun
    (nak,) = Deframer().feed(line.read(4096))
    assert (nak.message, nak.payload[1]) == (messages.NAK, codes.E_SESSION)


def test_the_answer_to_begin_may_be_lost():
    line, link = rig()
    lost = []

    def faults(way, chunk):
        if way == TO_HOST and not lost and chunk[2] == messages.BEGIN | 0x80:
            lost.append(chunk)
            return []
        return [chunk]

    line.faults = faults
    link.connect()
    assert lost
    assert link.bet(0, 0, 1).total == 1
    assert line.board.ledger.begun_count == 1


def test_a_refused_hello_tells_what_the_board_is():
    line, _ = rig()
    fields = {field.name: bytes(field.size) for field in BY_NAME["hello"].fields.fields}
    fields |= {"version": 1, "known": 0, "boot": 0, "sequence": 0, "image": b"\x01" * 32}
    hello = Frame(messages.HELLO, bytes(4), 5, BY_NAME["hello"].fields.pack(fields))
    line.write(hello.encode())
    line.clock.sleep(0.05)
    (answer,) = Deframer().feed(line.read(4096))
    assert answer.payload[0] == codes.E_DIFFERS
    welcome = BY_NAME["hello"].answer.unpack(answer.payload[1:])
    assert welcome["differs"] == codes.DIFFERS_IMAGE
    assert welcome["image"] == line.board.ledger.image
