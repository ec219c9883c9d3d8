"""The rig's image on an emulated board, wired to the product on another: what it is told to show,
the product sees, and what the product's motor lines do, it stamps.

A whole round of the two is in `hil_tests/test_wired_rig.py`.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator

import pytest

from boards.virtual import MS, SEC, US, Board
from boards.virtual.simserial import SimSerial, SimTime
from boards.virtual.wired import WiredRig
from boxcars.build import artifacts, wiring
from boxcars.link import Link, RefusedError
from boxcars.paths import BOARDS
from boxcars.rig.link import RigLink, unwrapped
from shaker.app import identity
from shaker.link import codes

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_SIZE = 900
_LEFT = bytes(7 * pixel & 63 for pixel in range(_SIZE))
_RIGHT = bytes(5 * pixel + 1 & 63 for pixel in range(_SIZE))
_PINS = wiring.load(BOARDS / artifacts.RIG).pins
_PWM_NS = 45_454  # of 22 kHz


@pytest.fixture(scope="module")
def pair() -> Iterator[WiredRig]:
    product, rig = artifacts.image(artifacts.PRODUCT), artifacts.image(artifacts.RIG)
    wired = WiredRig(
        Board(product.uf2, seed=3, elf=product.elf, powered=False),
        Board(rig.uf2, seed=4, elf=rig.elf, powered=False),
        wiring.load(BOARDS / artifacts.PRODUCT),
        wiring.load(BOARDS / artifacts.RIG),
    )
    wired.run_until(lambda: wired.rig.ready, 20 * SEC)
    yield wired
    wired.close()


@pytest.fixture(scope="module")
def link(pair: WiredRig) -> Iterator[RigLink]:
    """The rig's link; it shows two pictures, and two more while the motor is on."""
    clock = SimTime(pair.product)
    with RigLink(lambda: SimSerial(pair.product, pair.rig.cdc), clock=clock) as told:
        frames = [bytes(_SIZE), _LEFT, _RIGHT, *(bytes([level]) * _SIZE for level in (1, 2))]
        for slot, frame in enumerate(frames):
            told.put_frame(slot, frame)
        told.show(1, 2)
        told.tumble(3, 3, 2)
        yield told


def test_it_says_who_it_is(pair: WiredRig, link: RigLink) -> None:
    image = artifacts.image(artifacts.RIG).bin.read_bytes()
    digest = hashlib.sha256(image).hexdigest()
    said = link.identity()
    assert (said.board, said.build, said.image.hex()) == (artifacts.RIG, 2, digest)
    nonce = bytes(range(32))
    assert link.ask("measure", nonce=nonce)["digest"] == identity.digest(image, nonce)
    assert pair.product.state == "off"


def test_a_value_out_of_its_range_is_refused_and_changes_nothing(link: RigLink) -> None:
    before = link.state()
    for name, values in (
        ("supply", {"on": 2}),
        ("switches", {"open": 16}),
        ("frame", {"slot": before.slots, "offset": 0, "pixels": b"\1"}),
        ("frame", {"slot": 0, "offset": _SIZE, "pixels": b"\1"}),
        ("show", {"left": 0, "right": before.slots}),
        ("tumble", {"left": 0, "right": before.slots - 1, "count": 2}),
        ("motor", {"tach_hz": 1, "current": 0, "idle": 0}),
        ("motor", {"tach_hz": 100, "current": 4096, "idle": 0}),
    ):
        with pytest.raises(RefusedError) as refusal:
            link.perform(name, **values)
        assert refusal.value.code == codes.E_VALUE
    assert link.state() == before


def test_the_product_sees_what_the_rig_shows(pair: WiredRig, link: RigLink) -> None:
    link.supply(True)
    pair.run_until(lambda: pair.product.ready, 20 * SEC)
    with Link(
        lambda: SimSerial(pair.product, pair.product.uart), clock=SimTime(pair.product)
    ) as it:
        readings = {row.what: row.value for row in it.diagnostics()}
        assert readings[16] == readings[17] == 0  # both sensors answered at the self test
        assert it.picture(0).pixels == _LEFT
        assert it.picture(1).pixels == _RIGHT
        assert it.picture(0, light=False).pixels == bytes(_SIZE)
    state = link.state()
    assert (state.left_captures, state.right_captures) == (2, 1)


def test_while_the_motor_is_on_the_frames_change(pair: WiredRig, link: RigLink) -> None:
    """And a fall that waits is shown once it is off."""
    assert link.fall(2, 1) == 1
    pair.rig.pins.drive(_PINS["motor.enable"], True)
    with Link(
        lambda: SimSerial(pair.product, pair.product.uart), clock=SimTime(pair.product)
    ) as it:
        assert [set(it.picture(0).pixels) for _ in range(2)] == [{1}, {2}]
        pair.rig.pins.drive(_PINS["motor.enable"], False)
        assert it.picture(0).pixels == _RIGHT
    assert link.state().waiting == 0


def test_edges_carry_their_microsecond(pair: WiredRig, link: RigLink) -> None:
    """Against the times at which the pin was driven, with the second core in use."""
    first = link.clear_edges()
    rng = random.Random(8)
    pauses = [rng.randrange(60, 3_000) for _ in range(40)]
    level = False
    for pause in pauses:
        pair.run_for(pause * US)
        pair.catch_up()
        level = not level
        pair.rig.pins.drive(_PINS["motor.brake"], level)
    pair.run_for(MS)
    stamps, after = link.edges(first)
    assert after - first == len(stamps) == len(pauses)
    assert {line for _, line, _ in stamps} == {"brake"}
    times = [edge.us for edge in unwrapped(stamps)]
    for before, now, pause in zip(times, times[1:], pauses[1:], strict=False):
        assert now - before == pytest.approx(pause, abs=20)


def test_an_edge_within_the_note_of_a_duty_is_kept(pair: WiredRig, link: RigLink) -> None:
    """As at the end of a soft stop: the duty moves at every look while the brake comes."""
    first = link.clear_edges()
    rng = random.Random(9)
    pauses = [rng.randrange(100, 1_500) for _ in range(240)]
    level = False
    for number, pause in enumerate(pauses):
        pair.rig.pins.set_analog(_PINS["motor.duty"], (1024, 2048)[number & 1])
        pair.run_for(pause * US)
        pair.catch_up()
        level = not level
        pair.rig.pins.drive(_PINS["motor.brake"], level)
    pair.rig.pins.set_analog(_PINS["motor.duty"], 0)
    pair.run_for(20 * MS)
    stamps, after = link.edges(first)
    assert after - first == len(stamps)
    brakes = [stamp for stamp in stamps if stamp[1] == "brake"]
    assert [level for _, _, level in brakes] == len(pauses) // 2 * [1000, 0]
    times = [edge.us for edge in unwrapped(brakes)]
    for before, now, pause in zip(times, times[1:], pauses[1:], strict=False):
        assert now - before == pytest.approx(pause, abs=60)
    assert len({us for us, _, _ in stamps}) > len(pauses)


def test_of_a_pwm_the_first_edge_is_stamped_alone(pair: WiredRig, link: RigLink) -> None:
    """Driven edge by edge here, as on real wires: forty thousand a second would stop the rig."""
    first = link.clear_edges()
    for _ in range(2):
        pair.rig.pins.set_analog(_PINS["motor.duty"], 2048)
        for _ in range(200):
            for level in (True, False):
                pair.rig.pins.drive(_PINS["motor.pwm"], level)
                pair.run_for(_PWM_NS // 2)
                pair.catch_up()
        pair.rig.pins.set_analog(_PINS["motor.duty"], 0)
        pair.run_for(20 * MS)
    told = [(line, level) for _, line, level in link.edges(first)[0]]
    assert told == 2 * [("drive", 1000), ("pwm", 500), ("pwm", 0), ("drive", 0)]
