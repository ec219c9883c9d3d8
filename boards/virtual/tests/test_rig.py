"""The rig's parts on an emulated board, wired to the product on another: what the rig shows, the
product sees.

They run on the bench kit's image. Two chips in step take about a second for a thousand words on
the bus, so it is pictures that prove it here, not a round.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from boards.virtual import MS, SEC, US, Board
from boards.virtual.measure import Bench, bench_kit
from boards.virtual.simserial import SimSerial, SimTime
from boards.virtual.spiwire import SpiWire
from boxcars.build import artifacts, wiring
from boxcars.link import Link
from boxcars.paths import BOARDS, FIRMWARE

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

BUS = {"sck": 18, "mosi": 19, "miso": 16}
SELECTS, LIGHT, ENABLE = (17, 22), 20, 21
SIZE = 900
_LEFT = bytes(7 * pixel & 63 for pixel in range(SIZE))
_RIGHT = bytes(5 * pixel + 1 & 63 for pixel in range(SIZE))


@pytest.fixture(scope="module")
def rig() -> Bench:
    bench = bench_kit()
    for name in ("__init__", "spi_slave", "sensors_fast", "sensors", "edges"):
        bench.install(f"rig.{name}", FIRMWARE / "rig" / f"{name}.py")
    bench.exec(
        "from rig.sensors import Sensors\n"
        "from rig.edges import Edges\n"
        f"edges = Edges(({ENABLE},))\n"
        f"s = Sensors(18, 19, 16, {SELECTS}, {LIGHT}, {ENABLE}, tumble_count=4)\n"
        f"for i in range({SIZE}):\n"
        "    s.rest_bufs[0][i] = 7 * i & 63\n    s.rest_bufs[1][i] = 5 * i + 1 & 63\n"
        f"for i in range(4 * {SIZE}):\n    s.tumble_bufs[0][i] = i // {SIZE} + 1\n"
        "s.start()"
    )
    bench.board.pins.drive(LIGHT, True)
    bench.board.pins.drive(ENABLE, False)
    return bench


@pytest.fixture(scope="module")
def wires(rig: Bench) -> Iterator[tuple[Board, list[SpiWire]]]:
    """The product, at rest in the place where its cabinet would be."""
    built = artifacts.image(artifacts.PRODUCT)
    board = Board(built.uf2, elf=built.elf, seed=3)
    settings = wiring.load(BOARDS / artifacts.PRODUCT)
    bus = board.pins.spi(settings.numbers["optics.spi"])
    lines = []
    for side, name in enumerate(("left", "right")):
        wire = SpiWire(board, rig.board, BUS, SELECTS[side])
        bus.attach(settings.pins[f"optics.select_{name}"], wire)
        lines.append(wire)
    light = settings.pins["optics.light"]
    board.pins.quiet_pwm(light)
    board.pins.listen_pwm(light, lambda state: rig.board.pins.drive(LIGHT, state.duty > 0))
    for name in ("lid", "cabinet_door", "logic_door", "tilt"):
        board.pins.drive(settings.pins[f"switches.{name}"], False)
    board.pins.drive(settings.pins["motor.tach"], True)
    board.pins.set_analog(settings.pins["motor.current"], 0)
    board.run_until(lambda: board.ready, timeout=20 * SEC)
    yield board, lines
    board.close()


def test_the_product_sees_what_the_rig_shows(wires: tuple[Board, list[SpiWire]]) -> None:
    board, lines = wires
    with Link(lambda: SimSerial(board, board.uart), clock=SimTime(board)) as link:
        readings = {row.what: row.value for row in link.diagnostics()}
        assert readings[16] == readings[17] == 0  # both sensors answered at the self test
        assert link.picture(0).pixels == _LEFT
        assert link.picture(1).pixels == _RIGHT
        assert link.picture(0, light=False).pixels == bytes(SIZE)
    assert min(wire.word_count for wire in lines) > SIZE


def test_while_the_motor_is_on_the_frames_change(
    rig: Bench, wires: tuple[Board, list[SpiWire]]
) -> None:
    board, _ = wires
    rig.board.pins.drive(ENABLE, True)
    with Link(lambda: SimSerial(board, board.uart), clock=SimTime(board)) as link:
        shown = [set(link.picture(0).pixels) for _ in range(2)]
    rig.board.pins.drive(ENABLE, False)
    assert shown == [{1}, {2}]


def test_edges_carry_their_microsecond(rig: Bench) -> None:
    """Against the times at which the pin was driven, with the second core at work."""
    board = rig.board
    rig.exec("edges.clear()")
    rng = random.Random(8)
    pauses = [rng.randrange(40, 3_000) for _ in range(40)]
    level = False
    for pause in pauses:
        board.run_for(pause * US)
        level = not level
        board.pins.drive(ENABLE, level)
    board.run_for(MS)
    told = rig.exec("print([edges.times[i] for i in range(edges.count)], edges.lost)")
    times = [int(word) for word in told[1 : told.index("]")].split(",")]
    assert len(times) == len(pauses)
    assert told.strip().endswith(" 0")
    for before, after, pause in zip(times, times[1:], pauses[1:], strict=False):
        assert after - before == pytest.approx(pause, abs=8)
