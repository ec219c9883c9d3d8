"""A key that is not the one of the journal, or a journal that is not the one of the key.

The board says so at every start and signs nothing: a second chain with the same key, or one chain
with two keys, would make every record of the board doubtful.
"""

import pytest

from boxcars.link import RefusedError
from firmware.tests.controller_rig import Cabinet
from shaker.app import book, faults
from shaker.link import codes
from shaker.seal import record

_SECTOR = 4096
_KEY = slice(0, 2 * _SECTOR)
_RING_AT = 6 * _SECTOR


@pytest.fixture(scope="module")
def provisioned():
    """What is on the flash of a board with its first records."""
    cabinet = Cabinet()
    cabinet.provision()
    assert cabinet.board.ledger.book[book.SEQUENCE] >= 1
    return bytes(cabinet.flash.data), cabinet.board.public


def _started(data):
    """A board on that flash, started for the second time or more."""
    cabinet = Cabinet()
    cabinet.flash.data[:] = data
    cabinet.start()
    return cabinet


def _is_refused(cabinet):
    """It has latched, gives nothing a signature, and is not provisioned again."""
    board = cabinet.board
    sequence = board.ledger.book[book.SEQUENCE]
    link = cabinet.technician()
    assert link.state().fault == faults.DAMAGED
    assert not link.key().provisioned
    with pytest.raises(RefusedError):
        link.provision()
    with pytest.raises(RefusedError):
        link.clear_fault(faults.DAMAGED)
    cabinet.clock.sleep(1.0)
    link.close()
    return board.ledger.book[book.SEQUENCE] == sequence


def test_a_sound_board_starts_again(provisioned):
    data, public = provisioned
    cabinet = _started(data)
    assert cabinet.board.public == public
    assert cabinet.board.round.fault == faults.NONE


@pytest.mark.parametrize("page", [bytes(2 * _SECTOR), b"\xff" * 2 * _SECTOR], ids=["0", "blank"])
def test_a_key_that_is_gone_is_not_a_board_without_one(provisioned, page):
    data = bytearray(provisioned[0])
    data[_KEY] = page
    for _ in range(2):
        cabinet = _started(data)
        assert _is_refused(cabinet)
        data = bytearray(cabinet.flash.data)


def test_the_key_of_another_board(provisioned):
    other = Cabinet()
    other.boot_count = 7  # other noise
    other.start()
    other.provision()
    assert other.board.public != provisioned[1]
    data = bytearray(provisioned[0])
    data[_KEY] = other.flash.data[_KEY]
    assert _is_refused(_started(data))


def test_a_key_whose_journal_is_gone_begins_no_second_chain(provisioned):
    data = bytearray(provisioned[0])
    data[_RING_AT:] = b"\xff" * (len(data) - _RING_AT)
    for _ in range(3):
        cabinet = _started(data)
        assert _is_refused(cabinet)
        data = bytearray(cabinet.flash.data)
    assert data[_KEY] == provisioned[0][_KEY]


def test_a_record_that_was_captured_before_the_key_was_gone_waits(provisioned):
    """Nothing is raised in the loop over it, again and again."""
    cabinet = _started(provisioned[0])
    board = cabinet.board
    assert board.registrar.capture_event(0, record.KIND_DOOR, 0, 0) == 0
    data = bytearray(cabinet.flash.data)
    data[_KEY] = bytes(2 * _SECTOR)
    cabinet = _started(data)
    board = cabinet.board
    for _ in range(20):
        board.step()
    assert board.ledger.pending
    assert board.round.fault == faults.DAMAGED


def test_a_key_sector_that_cannot_be_erased_is_no_key():
    cabinet = Cabinet()
    cabinet.flash.data[:] = b"\xff" * len(cabinet.flash.data)
    cabinet.flash.data[100] = 0
    cabinet.flash.stuck[100] = (0xFF, 0)  # reads 0 for ever
    cabinet.start()
    assert not cabinet.board.keys.is_empty()
    assert cabinet.board.round.fault == faults.NONE
    cabinet.provision()
    assert cabinet.board.public


def test_no_key_is_made_in_a_start_that_could_not_be_counted():
    cabinet = Cabinet()
    board = cabinet.board
    board.ledger.book[book.BOOT] = 0
    board.scribe.guard.keep()
    with cabinet.technician() as link, pytest.raises(RefusedError) as refusal:
        link.provision()
    assert refusal.value.code == codes.E_FLASH
    assert board.keys.is_empty()
