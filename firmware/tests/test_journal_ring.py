"""The ring: full, wrapped, broken, fuzzed, and how much it reads at start."""

import random

import pytest

from firmware.tests.micropython.fake_flash import FakeFlash, PowerCut
from shaker.journal import record
from shaker.journal.codes import DAMAGED, E_BUSY, E_FULL, E_SIZE, E_WORN, EMPTY, ERASED, RECOVERED
from shaker.journal.reader import Reader
from shaker.journal.recover import recover
from shaker.journal.ring import Ring
from shaker.journal.space import BAD
from shaker.journal.wear import Wear, scaled
from shaker.limits import SMALL_INT_MAX

_SECTOR = record.SECTOR_SIZE


class Kept:
    def __init__(self):
        self.records = []

    def replay(self, kind, buf, at, size, position):
        self.records.append((kind, bytes(buf[at : at + size]), position))


def _start(flash, expected=RECOVERED):
    ring, kept = Ring(flash, 0, flash.size), Kept()
    assert recover(ring, kept) == expected
    return ring, kept.records


def _fresh(sectors=10):
    flash = FakeFlash(sectors * _SECTOR)
    return flash, _start(flash, EMPTY)[0]


def _all(ring):
    reader, found = Reader(ring), []
    reader.open_at(ring.oldest)
    while reader.next() >= 0:
        data = bytearray(reader.size)
        reader.read_into(data, 0, 0, reader.size)
        found.append((reader.kind, bytes(data), reader.position))
    return found


def _append(ring, kind, data, may_erase=True):
    position = ring.append(kind, data, 0, len(data), may_erase)
    return (kind, bytes(data), position)


def test_an_empty_flash_is_an_empty_journal():
    flash, ring = _fresh()
    assert ring.sequence == 1
    assert flash.ops == 0
    assert _all(ring) == []
    assert ring.append(2, b"x", 0, 1) == E_BUSY
    assert ring.step(True) == ERASED
    assert ring.append(2, b"x", 0, 1) > 0


def test_recovery_writes_nothing():
    flash, ring = _fresh()
    for number in range(300):
        _append(ring, 2, bytes(number % 90))
    flash.cut(1, 100)
    with pytest.raises(PowerCut):
        ring.append(2, bytes(300), 0, 300, True)
    flash.power_on()
    before = (flash.ops, bytes(flash.data))
    _start(flash)
    assert (flash.ops, bytes(flash.data)) == before


def test_the_ring_wraps_many_times_and_keeps_the_newest():
    flash, ring = _fresh(8)
    written = []
    for number in range(2600):
        written.append(_append(ring, 2 + number % 5, number.to_bytes(4, "little") * (number % 40)))
        assert written[-1][2] > 0
        if number % 311 == 0:
            ring, _ = _start(flash)
    assert ring.space.head > 40
    found = _all(ring)
    assert len(found) > 100
    assert found == written[-len(found) :]
    spread = max(flash.erases) - min(flash.erases)
    assert spread <= 1  # wear is even


def test_positions_open_records_at_random():
    _, ring = _fresh()
    written = [_append(ring, 3, bytes([n % 256]) * (n * 37 % 700)) for n in range(150)]
    reader = Reader(ring)
    oldest = [row for row in written if row[2] >= ring.oldest]
    assert len(oldest) > 50
    for kind, data, position in random.Random(4).sample(oldest, 50):
        assert reader.read_at(position) == len(data)
        assert reader.kind == kind
        part = bytearray(9)
        assert reader.read_into(part, 2, len(data) // 2, 5) == min(5, len(data) - len(data) // 2)
        assert part[2:7].rstrip(b"\0") == data[len(data) // 2 :][:5].rstrip(b"\0")
    assert reader.read_at(oldest[0][2] + 1) == -1 or len(oldest[0][1]) <= record.PAYLOAD_SIZE
    assert reader.read_at(ring.end) == -1
    assert reader.read_at(3) == -1


# -- room ------------------------------------------------------------------------------------


def test_the_floor_is_never_crossed():
    flash, ring = _fresh()
    written = [_append(ring, 2, bytes(200)) for _ in range(40)]
    ring.set_floor(written[10][2])
    while True:
        assert ring.free_bytes() >= 0
        row = _append(ring, 2, bytes(200))
        if row[2] < 0:
            break
        written.append(row)
    assert row[2] == E_FULL
    assert ring.free_bytes() == 0
    assert ring.step(True) in (E_FULL, 0)
    assert _all(ring)[-len(written[10:]) :] == written[10:]
    ring, _ = _start(flash)
    assert ring.floor == written[10][2]  # over a restart as well
    assert _append(ring, 2, bytes(200))[2] == E_FULL
    assert _all(ring)[-len(written[10:]) :] == written[10:]
    ring.set_floor(written[-5][2])
    assert _append(ring, 2, bytes(200))[2] > 0


def test_the_last_checkpoint_is_protected_and_a_new_one_frees():
    _, ring = _fresh()
    _append(ring, record.KIND_CHECKPOINT, bytes(5000))
    while _append(ring, 2, bytes(500))[2] >= 0:
        pass
    reader = Reader(ring)
    assert reader.read_at(ring.checkpoint) == 5000
    assert ring.free_bytes() == 0
    _, ring = _fresh()
    _append(ring, record.KIND_CHECKPOINT, bytes(5000))
    while ring.free_slots() > record.slots_of(5000):
        assert _append(ring, 2, bytes(500))[2] > 0
    assert _append(ring, record.KIND_CHECKPOINT, bytes(5000))[2] > 0
    assert ring.free_bytes() > 4 * _SECTOR
    assert ring.bytes_since_checkpoint() < 3 * _SECTOR


def test_what_free_bytes_promises_is_kept():
    for size in (0, 20, 21, 320, 5000):
        _, ring = _fresh()
        ring.set_floor(0)
        first = _append(ring, 2, b"floor")[2]
        ring.set_floor(first)
        while ring.free_slots() >= record.slots_of(size):
            assert _append(ring, 2, bytes(size))[2] > 0


def test_nothing_is_erased_unless_allowed():
    flash, ring = _fresh()
    while ring.step(True) == ERASED:
        pass
    seen = []
    flash.watch = lambda what, at: seen.append(what)
    code = 1
    while code > 0:
        code = ring.append(2, bytes(100), 0, 100)
        assert ring.step(False) in (0, E_BUSY)
    assert code == E_BUSY
    assert "erase" not in seen
    assert ring.sequence > 2 * record.SLOTS_FREE // record.slots_of(100)


def test_codes_of_what_is_too_long_and_of_numbers_that_end():
    _, ring = _fresh()
    assert ring.append(2, bytes(9000), 0, 8193, True) == E_SIZE
    assert ring.append(2, bytes(9000), 0, 8192, True) > 0
    ring.sequence = record.RECORD_SEQUENCE_MAX + 1
    assert ring.append(2, b"", 0, 0, True) == E_WORN
    _, ring = _fresh()
    ring.space.head = record.SECTOR_SEQUENCE_MAX
    ring.space.oldest = ring.space.head + 1
    ring.space.set_live(ring.space.head, 0)
    assert ring.append(2, b"", 0, 0, True) == E_WORN


# -- defects ---------------------------------------------------------------------------------


def test_bad_sectors_and_bad_places_lose_nothing():
    flash, ring = _fresh(12)
    rng = random.Random(8)
    flash.dead[3] = flash.dead[7] = True
    for sector in (1, 5, 9):
        flash.stick(sector * _SECTOR + rng.randrange(_SECTOR), high=0xFF)
    flash.stick(4 * _SECTOR + 1000, low=0x01)
    flash.data[3 * _SECTOR] = flash.data[7 * _SECTOR] = 0  # what does not go away
    written = []
    for number in range(1500):
        written.append(_append(ring, 2, bytes([number % 251]) * rng.choice((5, 20, 60, 320, 900))))
        assert written[-1][2] > 0
        if number % 97 == 0:
            ring, _ = _start(flash)
    found = _all(ring)
    assert found == written[-len(found) :]
    assert ring.space.bad == 3
    assert [p for p in range(12) if ring.space.states[p] == BAD] == [3, 4, 7]
    assert ring.space.head > 20
    sequences = [row[2] for row in found]
    assert sequences == sorted(set(sequences))


def test_a_record_that_rots_is_counted_and_costs_no_other():
    flash, ring = _fresh()
    written = [_append(ring, 2, bytes([n]) * (n * 7 % 90)) for n in range(60)]
    reader = Reader(ring)
    assert reader.read_at(written[30][2]) >= 0
    place = ring.space.place_of(written[30][2] >> record.SLOT_BITS)
    flash.data[place * _SECTOR + written[30][2] % record.SLOTS * record.SLOT_SIZE + 9] ^= 4
    ring, found = _start(flash, DAMAGED)
    assert ring.lost == 1
    assert found == written[:30] + written[31:]
    assert ring.sequence == 61
    assert _append(ring, 2, b"on")[2] > written[-1][2]


def test_a_checkpoint_that_rots_falls_back_to_the_one_before():
    flash, ring = _fresh()
    written = []
    for number in range(30):
        kind = record.KIND_CHECKPOINT if number % 10 == 5 else 2
        written.append(_append(ring, kind, bytes([number]) * 900))
    spoiled = written[15]
    place = ring.space.place_of(spoiled[2] >> record.SLOT_BITS)
    flash.data[place * _SECTOR + spoiled[2] % record.SLOTS * record.SLOT_SIZE + 9] ^= 4
    last = written[25]
    place = ring.space.place_of(last[2] >> record.SLOT_BITS)
    flash.data[place * _SECTOR + last[2] % record.SLOTS * record.SLOT_SIZE + 9] ^= 4
    ring, found = _start(flash, DAMAGED)
    kept = [row for row in written[5:] if row not in (spoiled, last)]
    assert found == kept
    assert ring.checkpoint == written[5][2]


def test_a_checkpoint_may_go_when_the_head_has_a_newer_one():
    """The head's header still names the one that is gone."""
    flash, ring = _fresh(8)
    _append(ring, record.KIND_CHECKPOINT, b"old")
    for _ in range(5):
        _append(ring, 2, bytes(3900))
    newer = _append(ring, record.KIND_CHECKPOINT, b"new")
    while ring.oldest == record.SLOTS:
        assert ring.space.erase_next(True) == 0
    assert ring.space.head == newer[2] >> record.SLOT_BITS
    ring, found = _start(flash)
    assert found == [newer]
    assert ring.checkpoint == newer[2]


def test_a_head_whose_header_rots_is_noticed():
    flash, ring = _fresh()
    for _ in range(200):
        _append(ring, 2, bytes(20))
    assert ring.space.head == 2
    flash.data[ring.space.place_of(2) * _SECTOR + record.HEADER_AT + 20] ^= 1
    _start(flash, DAMAGED)


# -- the scan --------------------------------------------------------------------------------


def test_the_scan_reads_one_header_a_sector_and_the_tail():
    flash, ring = _fresh(64)
    for number in range(64 * 13):
        _append(ring, record.KIND_CHECKPOINT if number % 20 == 0 else 2, bytes(300))
    assert ring.oldest > record.SLOTS  # full, and round once
    tail = ring.bytes_since_checkpoint()
    flash.reads = flash.read_bytes = 0
    _, found = _start(flash)
    assert 0 < len(found) <= 20
    headers = 64 * record.PREFIX_SIZE
    # The tail is read to find its end, once more to replay it, with heads, commits and copies; a
    # sector's rest and the sectors ahead are looked through for being blank.
    assert flash.read_bytes < headers + 8 * tail + 5 * _SECTOR + 4096
    assert flash.reads < 64 + 1000
    assert headers + 8 * tail + 5 * _SECTOR + 4096 < flash.size // 2


def test_find_reads_few_headers():
    flash, ring = _fresh(64)
    for number in range(64 * 13):
        ring.set_mark((number // 10).to_bytes(4, "little") + bytes(8) + b"\x09\0\0\0")
        _append(ring, 2, number.to_bytes(2, "little") * 150)
    flash.reads = 0
    position = ring.find(70)
    assert flash.reads <= 7
    reader = Reader(ring)
    reader.open_at(position)
    numbers, data = [], bytearray(2)
    while reader.next() >= 0:
        reader.read_into(data, 0, 0, 2)
        numbers.append(int.from_bytes(data, "little"))
    assert numbers[0] <= 700 <= numbers[-1]
    assert 700 - numbers[0] < 40
    assert ring.find(0) == ring.oldest
    assert ring.find(1, 3) == ring.oldest
    with pytest.raises(AssertionError):
        ring.set_mark(bytes(16))  # goes back


# -- fuzz ------------------------------------------------------------------------------------


def _good_flash():
    flash, ring = _fresh(8)
    rows = [_append(ring, 1 + n % 9, bytes([n % 256]) * (n * 61 % 800)) for n in range(130)]
    return flash, rows


@pytest.mark.parametrize("seed", range(60))
def test_any_bytes_at_all_give_no_crash_and_no_invented_record(seed):
    rng = random.Random(seed)
    if seed % 3 == 0:
        fill = rng.choice((b"\x00", b"\xff", b"\x01", b"B"))
        data = rng.randbytes(8 * _SECTOR) if seed % 2 else fill * (8 * _SECTOR)
        flash, rows = FakeFlash(8 * _SECTOR, data), []
    else:
        flash, rows = _good_flash()
        for _ in range(rng.randrange(1, 60)):
            at, size = rng.randrange(flash.size), rng.choice((1, 4, 32, 300, 4096))
            if rng.random() < 0.5:
                other = rng.randrange(flash.size)
                piece = flash.data[other : other + size]  # from elsewhere, good in itself
                flash.data[at : at + len(piece)] = piece
            else:
                flash.data[at : at + size] = rng.randbytes(size)
            del flash.data[flash.size :]
    ring, kept = Ring(flash, 0, flash.size), Kept()
    assert recover(ring, kept) in (RECOVERED, EMPTY, DAMAGED)
    contents = {(kind, data) for kind, data, _ in rows}
    found = _all(ring)
    assert all((kind, data) in contents for kind, data, _ in kept.records + found)
    for number in range(40):
        kind, data, position = _append(ring, 2, bytes([number]) * 200)
        assert position > 0 or position == E_FULL
        if position > 0:
            assert _all(ring)[-1] == (kind, data, position)


# -- wear ------------------------------------------------------------------------------------


def test_wear_counts_what_was_erased():
    flash, ring = _fresh(8)
    for _ in range(1000):
        _append(ring, 2, bytes(100))
    wear = Wear(ring)
    wear.survey()
    assert (wear.erases_min, wear.erases_max) == (min(flash.erases), max(flash.erases))
    assert wear.erases_total == sum(flash.erases)
    assert wear.sectors_left() == 8 * 100_000 - sum(flash.erases)
    assert wear.used_permille() == 0
    assert wear.left_of(1000) == pytest.approx(
        wear.sectors_left() * 1000 // ring.space.head, abs=9
    )


@pytest.mark.parametrize(
    ("value", "by", "over", "result"),
    [
        (10, 3, 4, 7),
        (0, 5, 1, 0),
        (7, 0, 9, 0),
        (SMALL_INT_MAX, SMALL_INT_MAX, 1, SMALL_INT_MAX),
        (SMALL_INT_MAX, SMALL_INT_MAX, SMALL_INT_MAX, SMALL_INT_MAX),
        (5, SMALL_INT_MAX, SMALL_INT_MAX, 5),
    ],
)
def test_scaled_stays_a_small_int(value, by, over, result):
    assert abs(scaled(value, by, over) - result) <= result // 2 + 2
    assert 0 <= scaled(value, by, over) <= SMALL_INT_MAX
