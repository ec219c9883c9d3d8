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

DIGEST_AT = 4  # of a built rule book: the SHA-256 of its source, behind the mark


def is_book(number):
    """Tell whether a rule book has this number."""
    return 0 < number < len(BOOKS)
