"""No port of the product gives a secret away: everything that the board ever says is searched.

The seed is read where only a thief with a soldering iron could, off the flash chip. Searched for
are the seed, all that a signer makes of it, and the nonce of each signature on the way: with one
of those a signature gives the key. The board is heard on both ports from its first power-on: while
it makes its key, plays, is asked for everything there is to ask, and is told what no board should
be told.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import partial

import pytest

from boards.virtual.simserial import SimSerial
from boards.virtual.simtime import MS
from boxcars.link import Link, LinkError, Record
from boxcars.link.answers import Course
from boxcars.link.schema import BY_NAME, MESSAGES, FieldError, Message
from boxcars.link.wire import Deframer, Frame
from boxcars.sealgen import curve
from boxcars.table.virtual import VirtualTable
from shaker.core.spots import FIELD, PASS
from shaker.link import messages
from shaker.seal import record
from shaker.seal.ed25519 import Signer

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

JOURNAL_AT = 0x10_0000  # of the product's flash: the key page comes first
SEED = slice(8, 40)
PIECE = 6
# They end the session or the board; `provision` has happened.
_OVER = ("hello", "begin", "bye", "baud", "reboot", "retire", "lock")
_PROMPTS = (
    b"\r\n",
    b"\x03\x03",  # Ctrl-C
    b"\x01import uctypes\r\nprint(uctypes.bytes_at(0x10100000, 256))\r\n\x04",  # raw prompt
    b"\x02print(open('/key').read())\r\n",
    b"\x05print(1)\r\n\x04",
    b"\x04",
    bytes(range(256)) + b"\r\n",
)


class Ear:
    """All that came off both ports, as it came and as payloads of frames."""

    def __init__(self, table: VirtualTable) -> None:
        self.raw = {"host": bytearray(), "usb": bytearray()}
        self._deframers = {name: Deframer() for name in self.raw}
        self.payloads: list[bytes] = []
        for name, port in (("host", table.board.uart), ("usb", table.board.cdc)):
            port.listeners.append(partial(self._hear, name))

    def _hear(self, name: str, data: bytes) -> None:
        self.raw[name] += data
        self.payloads += [frame.payload for frame in self._deframers[name].feed(data)]

    def streams(self) -> list[bytes]:
        return [*map(bytes, self.raw.values()), *self.payloads]


def pieces(secret: bytes) -> set[bytes]:
    """Every few bytes of it in a row, in either order."""
    both = (secret, secret[::-1])
    return {one[at : at + PIECE] for one in both for at in range(len(one) - PIECE + 1)}


def found(secrets: dict[str, bytes], streams: list[bytes]) -> list[str]:
    """Which secrets a piece of was heard, as bytes or as hex digits."""
    names = {piece: name for name, secret in secrets.items() for piece in pieces(secret)}
    seen = set()
    for data in streams:
        seen |= {data[at : at + PIECE] for at in range(len(data) - PIECE + 1)}
    texts = b"\n".join(streams).lower()
    return sorted(
        {name for piece, name in names.items() if piece in seen or piece.hex().encode() in texts}
    )


def secrets_of(seed: bytes, headers: list[bytes]) -> dict[str, bytes]:
    """What a signer makes of a seed, and what it makes for each header that it signs."""
    wide = hashlib.sha512(seed).digest()
    scalar = bytes([wide[0] & 0xF8]) + wide[1:31] + bytes([wide[31] & 0x3F | 0x40])
    reduced = int.from_bytes(scalar, "little") % curve.ORDER
    out = {
        "seed": seed,
        "scalar": wide[:32],
        "scalar as it is used": scalar,
        "scalar modulo L": reduced.to_bytes(32, "little"),
        "prefix": wide[32:],
    }
    for header in headers:
        sequence = int.from_bytes(header[record.AT_SEQUENCE :][:4], "little")
        nonce = hashlib.sha512(wide[32:] + header).digest()
        out[f"nonce of {sequence}, wide"] = nonce
        reduced = int.from_bytes(nonce, "little") % curve.ORDER
        out[f"nonce of {sequence}"] = reduced.to_bytes(32, "little")
    return out


def filled(message: Message, number: int) -> dict[str, int | bytes] | None:
    """A message with that number wherever it fits."""
    values: dict[str, int | bytes] = {}
    for field in message.fields.fields:
        if field.type[0] in "br":
            values[field.name] = bytes([number & 255]) * (field.size or 9)
        else:
            values[field.name] = number
    try:
        message.fields.pack(values)
    except FieldError:
        return None
    return values


def ask_everything(link: Link, dice: random.Random) -> int:
    """Every message there is, with small numbers, large ones and chance: how many answers."""
    answered = 0
    for message in BY_NAME.values():
        if message.direction != messages.TO_BOARD or message.name in _OVER:
            continue
        for number in (0, 1, 2, 3, 8, 40, 255, 4096, dice.randrange(1 << 16), (1 << 30) - 1):
            values = filled(message, number)
            if values is None or message.kind not in (messages.COMMAND, messages.QUERY):
                continue
            try:
                if message.kind == messages.COMMAND:
                    link.perform(message.name, **values)
                else:
                    link.ask(message.name, **values)
            except LinkError:
                continue
            answered += 1
    return answered


def say_nonsense(table: VirtualTable, link: Link, dice: random.Random) -> None:
    """Whole frames of this session, of any message, number and payload."""
    tag = link._live().tag
    port = link._port
    assert port is not None
    over = {BY_NAME[name].id for name in _OVER}
    for _ in range(300):
        message = dice.choice([number for number in MESSAGES if number not in over])
        size = MESSAGES[message].fields.size + dice.choice((0, 0, 0, 1, 60, -1))
        payload = dice.choice((bytes, dice.randbytes))(max(size, 0))
        frame = Frame(message, tag, dice.randrange(64), payload)
        port.write(frame.encode())
        table.board.run_for(2 * MS)


def rounds(link: Link) -> Iterator[Record]:
    """Two rounds, with every record there is."""
    link.follow(0)
    link.open_table("rws-2013", 2, minimum=1, course=Course())
    for _ in range(2):
        link.bet(0, PASS, 5)
        link.bet(1, FIELD, 5)
        link.roll()
        while True:
            sealed = link.next_record(60.0)
            assert sealed is not None
            link.commit(sealed)
            yield sealed
            if sealed.header[record.AT_KIND] == record.KIND_RESULT:
                break


def test_no_port_gives_a_secret_away() -> None:
    dice = random.Random(8)
    table = VirtualTable(seed=5)
    ear = Ear(table)
    with table:
        board = table.board
        table.show(3, 5)
        signed = {one.sequence: one.header for one in rounds(table.link)}
        seed = board.flash.read(JOURNAL_AT, 256)[SEED]
        public = table.link.key().public
        assert Signer(seed).public == public, "it is the seed that is looked for"
        answered = 0
        for port in (board.uart, board.cdc):
            with Link(partial(SimSerial, board, port), clock=table.clock) as link:
                answered += ask_everything(link, dice)
                link.connect()
                say_nonsense(table, link, dice)
            for prompt in _PROMPTS:
                port.write(prompt)
                board.run_for(100 * MS)
        table.cut_power()
        with Link(partial(SimSerial, board, board.uart), clock=table.clock) as link:
            link.follow(0)
            while (again := link.next_record(5.0)) is not None:
                signed.setdefault(again.sequence, again.header)
                assert signed[again.sequence] == again.header
    assert answered > 150
    assert len(signed) >= 6
    secrets = secrets_of(seed, list(signed.values()))
    streams = ear.streams()
    assert found({"public": public}, streams), "the search finds what is said"
    assert found({"shown": seed}, [*streams, seed.hex()[8:30].upper().encode()]) == ["shown"]
    assert found(secrets, streams) == []
