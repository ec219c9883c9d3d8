"""The codec: against the `cobs` package, against itself, and against whatever comes off a line.

The board's reader and the host's must agree on every frame, and no bytes may make either raise.
"""

import random

from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from boxcars.link.cobs import stuff, unstuff
from boxcars.link.schema import MESSAGES
from boxcars.link.wire import Deframer, Frame
from firmware.tests.link_rig import rig
from shaker.link import cobs_plain, messages
from shaker.link.fields import Writer
from shaker.link.frame import FRAME, FrameReader, FrameWriter
from shaker.link.sizes import FRAME_SIZE_MAX, PAYLOAD_SIZE_MAX, STUFFED_SIZE_MAX

_EDGES = (0, 1, 2, 253, 254, 255, 256, 507, 508, 509, 510, 639, 640)


def _cases():
    source = random.Random(1)
    for size in (*_EDGES, *(source.randrange(641) for _ in range(200))):
        yield bytes(size)
        yield bytes(1 + i % 255 for i in range(size))
        yield source.randbytes(size)
        yield bytes(source.choice((0, 1, 255)) for _ in range(size))


def _board_stuff(data):
    buf = bytearray(8) + data + bytearray(8)
    end = cobs_plain.stuff(buf, 8, len(data), 1)
    return bytes(buf[1:end])


def _board_unstuff(data):
    buf = bytearray(data)
    size = cobs_plain.unstuff(buf, len(buf))
    return None if size < 0 else bytes(buf[:size])


def _reference(data):
    try:
        return cobs.decode(data)
    except cobs.DecodeError:
        return None


def test_both_sides_stuff_as_the_reference_does():
    count = 0
    for data in _cases():
        expected = cobs.encode(data)
        assert stuff(data) == _board_stuff(data) == expected
        assert unstuff(expected) == _board_unstuff(expected) == data
        assert len(expected) <= STUFFED_SIZE_MAX or len(data) > FRAME_SIZE_MAX
        count += 1
    assert count > 800


@given(st.lists(st.integers(1, 255), min_size=1, max_size=700).map(bytes))
@settings(max_examples=300, deadline=None)
def test_both_sides_unstuff_as_the_reference_does(data):
    assert unstuff(data) == _board_unstuff(data) == _reference(data)


def _board_frame(frame):
    writer = Writer()
    out = FrameWriter(writer)
    out.begin(frame.message, frame.tag, frame.number)
    writer.copy(frame.payload, 0, len(frame.payload))
    out.seal()
    return bytes(out.buf[out.at : out.end])


def _board_take(data, size_max=64):
    """All frames that the board's reader finds, given in pieces."""
    reader = FrameReader()
    found = []
    for start in range(0, len(data), size_max):
        piece = bytearray(data[start : start + size_max])
        at = 0
        while at < len(piece):
            if reader.take(piece, at, len(piece)) == FRAME:
                found.append(bytes(reader.buf[: reader.size]))
            at = reader.next
    return found, reader


_frames = st.builds(
    Frame,
    st.integers(0, 255),
    st.binary(min_size=4, max_size=4),
    st.integers(0, (1 << 30) - 1),
    st.binary(max_size=PAYLOAD_SIZE_MAX),
)


@given(_frames, st.integers(1, 300))
@settings(max_examples=200, deadline=None)
def test_both_sides_make_and_find_the_same_frame(frame, size_max):
    line = frame.encode()
    assert _board_frame(frame) == line
    assert line[0] == line[-1] == 0
    assert 0 not in line[1:-1]
    assert Deframer().feed(line) == [frame]
    (found,), _ = _board_take(line, size_max)
    assert (
        found
        == bytes([frame.message]) + frame.tag + frame.number.to_bytes(4, "little") + frame.payload
    )


@given(st.lists(_frames, min_size=1, max_size=5), st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_frame_is_never_taken_for_another(frames, data):
    """One change to the line: every frame found was sent, and both sides find the same ones."""
    line = bytearray(b"".join(frame.encode() for frame in frames))
    at = data.draw(st.integers(0, len(line) - 1))
    kind = data.draw(st.sampled_from(["flip", "drop", "double", "cut", "zero", "swap"]))
    if kind == "flip":
        line[at] ^= data.draw(st.integers(1, 255))
    elif kind == "drop":
        del line[at]
    elif kind == "double":
        line.insert(at, line[at])
    elif kind == "cut":
        del line[at:]
    elif kind == "zero":
        line.insert(at, 0)
    else:
        line[at:] = line[at:][::-1]
    found, reader = _board_take(bytes(line))
    host = [frame.encode() for frame in Deframer().feed(bytes(line))]
    sent = [frame.encode() for frame in frames]
    assert all(frame in sent for frame in host)
    if reader._between or (13 not in line and 10 not in line):
        # (a line end where no delimiter has come is a person's: the board may drop that frame)
        assert len(found) <= len(host)
    assert len(host) >= len(frames) - 2 or kind in ("cut", "swap")


@given(st.binary(max_size=3000))
@settings(max_examples=200, deadline=None)
def test_any_bytes_at_all(noise):
    """Neither side raises, and the session that was there goes on."""
    line, link = rig(keep_events=False)
    link.connect()
    line.board.port.incoming.extend(noise)
    line._incoming.extend(noise)
    line.clock.sleep(0.3)
    assert link.bet(0, 0, 1).total == 1
    assert line.board.ledger.performed == 1


_payloads = st.sampled_from(sorted(MESSAGES)).flatmap(
    lambda message: st.tuples(
        st.just(message),
        st.one_of(
            st.binary(max_size=80),
            st.binary(
                min_size=MESSAGES[message].fields.size, max_size=MESSAGES[message].fields.size
            ),
        ),
    )
)
_OVER = (messages.BYE, messages.BAUD)  # they end the session, or the rate


@given(st.lists(st.tuples(_payloads, st.integers(0, 40), st.booleans()), max_size=20))
@settings(max_examples=100, deadline=None)
def test_well_formed_frames_of_any_content(frames):
    """Right CRC, right tag, any message, number and payload: an answer, a nak or silence."""
    line, link = rig(keep_events=False)
    link.connect()
    tag = link._live().tag
    for (message, payload), number, is_answer in frames:
        if message in _OVER:
            continue
        frame = Frame(message | 0x80 if is_answer else message, tag, number, payload)
        line.board.port.incoming.extend(frame.encode())
        line.clock.sleep(0.02)
    assert line.board.session.reader.damaged_count == 0
    link._connection = None
    link._connect()
    total = line.board.ledger.totals[0]
    assert link.bet(0, 0, 1).total == total + 1
