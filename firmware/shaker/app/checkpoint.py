"""A checkpoint: book, logs, replies, papers, last record of the chain, words of the table.

Layout: version (2), words of the book (2), book, logs, replies, papers, sealed record (320),
entries (2), then an entry for each word of the table that is not 0: index (2), value (4). Taken
only while bets are taken or a result waits for its ack, with nothing pending.
"""

from micropython import const
from shaker.app import book, logbook, papers
from shaker.core.state import STATE_WORDS
from shaker.octets.kernels import move
from shaker.octets.words import get_i32, get_u16, put_i32, put_u16
from shaker.seal import record

VERSION = const(3)
_AT_WORDS = const(2)
_AT_BOOK = const(4)
_AT_LOGS = const(388)  # _AT_BOOK + 4 * BOOK_WORDS
_AT_REPLIES = const(1372)  # _AT_LOGS + 4 * LOGBOOK_WORDS
_AT_PAPERS = const(1624)  # _AT_REPLIES + 4 * REPLIES_WORDS
_AT_SEALED = const(1912)  # _AT_PAPERS + PAPERS_SIZE
_AT_COUNT = const(2232)
_AT_ENTRIES = const(2234)
_ENTRY_SIZE = const(6)
SIZE_MAX = const(7262)  # _AT_ENTRIES + 6 * STATE_WORDS

assert _AT_LOGS == _AT_BOOK + 4 * book.BOOK_WORDS
assert _AT_REPLIES == _AT_LOGS + 4 * logbook.LOGBOOK_WORDS
assert _AT_PAPERS == _AT_REPLIES + 4 * book.REPLIES_WORDS
assert _AT_SEALED == _AT_PAPERS + papers.PAPERS_SIZE
assert _AT_COUNT == _AT_SEALED + record.SEALED_SIZE
assert SIZE_MAX == _AT_ENTRIES + _ENTRY_SIZE * STATE_WORDS


def encode(source, buf):
    """Write the checkpoint of a ledger; its size."""
    assert not source.pending
    put_u16(buf, 0, VERSION)
    put_u16(buf, _AT_WORDS, book.BOOK_WORDS)
    _put_words(buf, _AT_BOOK, source.book)
    _put_words(buf, _AT_LOGS, source.logs)
    _put_words(buf, _AT_REPLIES, source.reply_words)
    move(buf, _AT_PAPERS, source.papers, 0, papers.PAPERS_SIZE)
    move(buf, _AT_SEALED, source.sealed, 0, record.SEALED_SIZE)
    end = _put_entries(buf, _AT_ENTRIES, source.table.state)
    put_u16(buf, _AT_COUNT, (end - _AT_ENTRIES) // _ENTRY_SIZE)
    return end


def _put_words(buf, at, words):
    for index in range(len(words)):
        put_i32(buf, at, words[index])
        at += 4


def _put_entries(buf, at, state):
    """An entry for each word that is not 0; where they end."""
    for index in range(STATE_WORDS):
        if state[index]:
            put_u16(buf, at, index)
            put_i32(buf, at + 2, state[index])
            at += _ENTRY_SIZE
    return at


def decode(target, buf, at):
    """Make a ledger what it was; False if the bytes are no checkpoint of this layout."""
    if get_u16(buf, at) != VERSION or get_u16(buf, at + _AT_WORDS) != book.BOOK_WORDS:
        return False
    _get_words(target.book, buf, at + _AT_BOOK)
    _get_words(target.logs, buf, at + _AT_LOGS)
    _get_words(target.reply_words, buf, at + _AT_REPLIES)
    move(target.papers, 0, buf, at + _AT_PAPERS, papers.PAPERS_SIZE)
    move(target.sealed, 0, buf, at + _AT_SEALED, record.SEALED_SIZE)
    _get_entries(target.table.state, buf, at)
    target.pending = False
    target.closing.forget()
    target.choose_rules()
    return True


def _get_words(words, buf, at):
    for index in range(len(words)):
        words[index] = get_i32(buf, at)
        at += 4


def _get_entries(state, buf, at):
    for index in range(STATE_WORDS):
        state[index] = 0
    end = at + _AT_ENTRIES + _ENTRY_SIZE * get_u16(buf, at + _AT_COUNT)
    at += _AT_ENTRIES
    while at < end:
        state[get_u16(buf, at)] = get_i32(buf, at + 2)
        at += _ENTRY_SIZE


def word_of(buf, index):
    """A word of the book out of an encoded checkpoint."""
    return get_i32(buf, _AT_BOOK + 4 * index)
