"""The rule books of this image by number; a number that was given out is never given again."""

from shaker.profiles import clearwater_etg, division, home_game, mbs_2020, rws_2013

BOOKS = (
    b"",
    rws_2013.RULES,
    clearwater_etg.RULES,
    mbs_2020.RULES,
    division.RULES,
    home_game.RULES,
)
NAMES = ("", "rws-2013", "clearwater-etg", "mbs-2020", "division", "home-game")

# CRC-32 of each, low byte first: the self test finds a byte that has changed in flash.
SUMS = (
    b"\x00\x00\x00\x00"
    b"\x13\x37\xba\xcd"
    b"\x76\x0e\xc2\xf6"
    b"\x2c\xe9\x35\x70"
    b"\x30\xae\x70\xe3"
    b"\x1a\x25\x4e\xd8"
)
SHOOTS = b"\x00\x01\x00\x01\x01\x00"  # 1: a table may ask for a shooter with a line bet

DIGEST_AT = 4  # of a built rule book: the SHA-256 of its source, behind the mark


def is_book(number):
    """Tell whether a rule book has this number."""
    return 0 < number < len(BOOKS)
