"""Settings and key under power cuts at every operation, torn, and with bad sectors."""

import pytest

from firmware.tests.micropython.fake_flash import FakeFlash, PowerCut
from shaker.journal.codes import DONE, E_SIZE, E_STORE
from shaker.journal.keystore import KeyStore
from shaker.journal.record import SECTOR_SIZE
from shaker.journal.settings import Settings
from shaker.limits import KEY_SECTORS, SETTINGS_SECTORS, SETTINGS_SIZE_MAX
from shaker.seal import keymaker
from shaker.seal.entropy import READY

_SHARES = (0, 3, 60, 128, 200, 253, 256)


def _cuts(flash, action):
    """Copies of the flash, each cut in one operation of the action, with each of the shares."""
    whole = flash.copy()
    action(whole)
    assert whole.ops > 0
    for nth in range(1, whole.ops + 1):
        for share in _SHARES:
            copy = flash.copy()
            copy.cut(nth, share, nth * 31 + share)
            with pytest.raises(PowerCut):
                action(copy)
            copy.power_on()
            yield copy


# -- settings --------------------------------------------------------------------------------


def _settings(flash):
    return Settings(flash, 0, SETTINGS_SECTORS)


def _read(store):
    data = bytearray(store.size)
    assert store.read_into(data, 0, 0, store.size) == store.size
    return store.version, bytes(data)


def test_settings_come_back():
    flash = FakeFlash(SETTINGS_SECTORS * SECTOR_SIZE)
    store = _settings(flash)
    assert (store.generation, _read(store)) == (0, (0, b""))
    for number in range(1, 12):
        data = bytes([number]) * (number * 349)
        assert store.store(number, b"--" + data, 2, len(data)) == DONE
        assert _read(store) == _read(_settings(flash)) == (number, data)
        assert _settings(flash).generation == number
    assert max(flash.erases) - min(flash.erases) <= 1
    assert store.store(1, bytes(9999), 0, SETTINGS_SIZE_MAX + 1) == E_SIZE
    part = bytearray(4)
    assert store.read_into(part, 1, store.size - 2, 50) == 2
    assert store.read_into(part, 0, store.size, 50) == 0


def test_settings_after_a_cut_are_the_old_or_the_new():
    flash = FakeFlash(SETTINGS_SECTORS * SECTOR_SIZE)
    for number in range(1, 6):
        assert _settings(flash).store(number, bytes([number]) * 600, 0, 600) == DONE
    old, new = (5, b"\x05" * 600), (6, b"\xa6" * 700)

    def change(copy):
        assert _settings(copy).store(6, new[1], 0, 700) == DONE

    seen = set()
    for copy in _cuts(flash, change):
        store = _settings(copy)
        assert _read(store) in (old, new)
        seen.add(_read(store))
        change(copy)
        assert _read(_settings(copy)) == new
    assert seen == {old, new}


def test_settings_with_bad_banks():
    flash = FakeFlash(SETTINGS_SECTORS * SECTOR_SIZE)
    assert _settings(flash).store(1, b"one", 0, 3) == DONE
    flash.dead[1] = True
    flash.data[SECTOR_SIZE] = 0
    flash.stick(2 * SECTOR_SIZE + 300, high=0xFF)
    store = _settings(flash)
    assert store.store(2, bytes(200), 0, 200) == DONE
    assert _read(_settings(flash)) == (2, bytes(200))
    for bank in range(SETTINGS_SECTORS):
        flash.dead[bank] = True
    for bank in range(SETTINGS_SECTORS - 1):
        flash.data[bank * SECTOR_SIZE + 9] = 0
    assert store.store(3, b"three", 0, 5) == E_STORE
    assert _read(store) == _read(_settings(flash)) == (2, bytes(200))


# -- key -------------------------------------------------------------------------------------


class Entropy:
    """Stands for a started source: counts up."""

    def __init__(self, number=0):
        self.number = number

    def draw_into(self, block, at):
        self.number += 1
        for i in range(64):
            block[at + i] = (self.number * 7 + i) & 0xFF
        return READY


def _keys(flash):
    store = KeyStore(flash, 0)
    assert store.settle() == DONE
    return store


def _public(flash):
    signer = keymaker.load(_keys(flash))
    return None if signer is None else bytes(signer.public)


def _made(number=0):
    flash = FakeFlash(KEY_SECTORS * SECTOR_SIZE)
    assert keymaker.make(Entropy(number), _keys(flash)) == keymaker.MADE
    return flash


def _seeds_in(flash, number):
    seed = bytes(((number + 1) * 7 + i) & 0xFF for i in range(32))
    return bytes(flash.data).count(seed)


def test_a_key_is_made_once_and_lies_there_twice():
    flash = _made()
    public = _public(flash)
    assert public is not None
    assert _seeds_in(flash, 0) == 2
    assert keymaker.make(Entropy(5), _keys(flash)) == keymaker.E_EXISTS
    assert _public(flash) == public


def test_after_a_cut_there_is_no_key_or_the_whole_key():
    flash = FakeFlash(KEY_SECTORS * SECTOR_SIZE)
    expected = {None, _public(_made(0))}

    def make(copy):
        assert keymaker.make(Entropy(0), _keys(copy)) == keymaker.MADE

    seen = set()
    for copy in _cuts(flash, make):
        public = _public(copy)
        seen.add(public)
        assert public in expected
        if public is None:
            assert keymaker.make(Entropy(3), _keys(copy)) == keymaker.MADE
            assert _seeds_in(copy, 0) == 0
            assert _seeds_in(copy, 3) == 2
        else:
            assert _seeds_in(copy, 0) == 2  # the second copy was made good
    assert seen == expected


def test_a_replaced_page_is_the_old_or_the_new_after_a_cut():
    flash = _made(0)
    old, new = _public(flash), _public(_made(1))
    page = bytearray(256)
    KeyStore(_made(1), 0).read_page_into(page)

    def replace(copy):
        assert KeyStore(copy, 0).write_page(page) == DONE

    seen = set()
    for copy in _cuts(flash, replace):
        public = _public(copy)
        seen.add(public)
        assert public in (old, new)
        assert (_seeds_in(copy, 0), _seeds_in(copy, 1)) == ((2, 0) if public == old else (0, 2))
    assert seen == {old, new}


def test_a_wipe_really_erases_and_is_ended_after_a_cut():
    flash = _made()
    public = _public(flash)

    def wipe(copy):
        assert KeyStore(copy, 0).wipe() == DONE
        assert copy.data == b"\xff" * copy.size

    seen = set()
    for copy in _cuts(flash, wipe):
        before = bytes(copy.data)
        seen.add(_public(copy))  # settles
        if _public(copy) is None:
            assert copy.data == b"\xff" * copy.size
            assert keymaker.make(Entropy(9), _keys(copy)) == keymaker.MADE
        else:
            assert _public(copy) == public
            assert before != b"\xff" * copy.size
            wipe(copy)
            assert _public(copy) is None
    assert seen == {None, public}


def test_a_second_cut_while_the_wipe_is_ended():
    flash = _made()
    flash.cut(3, 128, 5)
    with pytest.raises(PowerCut):
        KeyStore(flash, 0).wipe()
    flash.power_on()
    for copy in _cuts(flash, lambda c: KeyStore(c, 0).settle()):
        page = bytearray(256)
        KeyStore(copy, 0).read_page_into(page)
        assert page == b"\xff" * 256
        assert _public(copy) is None
        assert _seeds_in(copy, 0) == 0


@pytest.mark.parametrize("sector", [0, 1])
def test_one_rotten_copy_is_made_good(sector):
    flash = _made()
    public = _public(flash)
    for at in (10, 256 + 9):
        copy = flash.copy()
        copy.data[sector * SECTOR_SIZE + at] ^= 8
        assert _public(copy) == public
        assert _seeds_in(copy, 0) == 2


def test_two_rotten_copies_are_damage_and_not_written_over():
    flash = _made()
    for sector in range(KEY_SECTORS):
        flash.data[sector * SECTOR_SIZE + 10] ^= 8
    store = KeyStore(flash, 0)
    assert keymaker.load(store) is None
    assert keymaker.make(Entropy(2), store) == keymaker.E_DAMAGED


@pytest.mark.parametrize("sector", [0, 1])
def test_a_bad_sector_still_leaves_one(sector):
    flash = FakeFlash(KEY_SECTORS * SECTOR_SIZE)
    flash.dead[sector] = True
    flash.data[sector * SECTOR_SIZE + 2000] = 0
    store = KeyStore(flash, 0)
    assert keymaker.make(Entropy(), store) == keymaker.MADE
    assert keymaker.load(store) is not None
    assert store.wipe() == E_STORE  # told, because one sector does not erase
    assert keymaker.load(store) is None
    assert _seeds_in(flash, 0) == 0


def test_no_secret_stays_in_the_buffers_of_the_store():
    flash = _made()
    store = _keys(flash)
    page = bytearray(256)
    store.read_page_into(page)
    store.write_page(page)
    seed = bytes(page[8:40])
    buffers = [store._key_buf, store._mark_buf, store._sectors.page_buf, store._sectors._seen_buf]
    assert all(seed[:8] not in bytes(buf) for buf in buffers)
