"""The shipped image in its cabinet, over its link: pictures, and a seed that no port gives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from boards.virtual.simserial import SimSerial
from boxcars.link import Link, RefusedError
from boxcars.link.schema import BY_NAME
from boxcars.optics.chambers import chamber_frames
from boxcars.optics.picture import explain
from boxcars.table.virtual import VirtualTable
from shaker.link import messages
from shaker.seal.ed25519 import Signer

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

JOURNAL_AT = 0x10_0000  # of the product's flash: the key page comes first
SEED = slice(8, 40)
_PIECE = 6


@pytest.fixture(scope="module")
def table() -> Iterator[VirtualTable]:
    with VirtualTable(seed=5) as made:
        made.cabinet.place(4, 6)
        yield made


def test_both_chambers_are_seen_as_they_lie(table: VirtualTable) -> None:
    frames = chamber_frames(table.link)
    assert frames.shape == (2, 30, 30)
    assert [explain(frame).verdict.face for frame in frames] == [4, 6]
    assert chamber_frames(table.link, light=False).max() < 16


def queries(link: Link) -> Iterator[tuple[str, dict[str, int | bytes]]]:
    """Every message that a host may ask, with all its small numbers tried."""
    for name, message in BY_NAME.items():
        if message.kind != messages.QUERY or name in ("hello", "begin", "bye", "baud"):
            continue
        for number in (0, 1, 2, 7):
            values: dict[str, int | bytes] = {}
            for field in message.fields.fields:
                size = field.size
                values[field.name] = bytes(size) if field.type.startswith("b") else number
            yield name, values


def test_no_port_gives_the_seed_away(table: VirtualTable) -> None:
    seed = table.board.flash.read(JOURNAL_AT, 256)[SEED]
    assert Signer(seed).public == table.link.key().public  # it is the seed that we look for
    pieces = [seed[at : at + _PIECE] for at in range(len(seed) - _PIECE + 1)]
    said = bytearray()
    table.board.uart.listeners.append(said.extend)
    table.board.cdc.listeners.append(said.extend)
    answered = 0
    for port in (table.board.uart, table.board.cdc):
        link = Link(partial(SimSerial, table.board, port), clock=table.clock)
        with link:
            for name, values in queries(link):
                try:
                    answer = link.ask(name, **values)
                except RefusedError:
                    continue
                answered += 1
                shown = b"".join(value for value in answer.values() if isinstance(value, bytes))
                assert not any(piece in shown for piece in pieces), name
        port.write(b"\r\n" + bytes(range(256)))
        table.board.run_for(200_000_000)
    assert answered > 40
    assert not any(piece in bytes(said) for piece in pieces)
