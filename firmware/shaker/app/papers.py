"""Digests that records carry, as they are now and as they were before the last change."""

from micropython import const

IMAGE = const(0)
IMAGE_BEFORE = const(32)
RULE_BOOK = const(64)
RULE_BOOK_BEFORE = const(96)
LIMITS = const(128)
LIMITS_BEFORE = const(160)
TABLE = const(192)
TABLE_BEFORE = const(224)
KEY = const(256)  # public key of the board
PAPERS_SIZE = const(288)
