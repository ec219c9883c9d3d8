"""Which rule books are ours: the digests inside the built profiles of the firmware."""

from __future__ import annotations

import importlib
import pkgutil

import shaker.profiles

_AT_DIGEST = 4  # after the magic of a built rule book
_DIGEST_SIZE = 32


def known_rule_books() -> dict[bytes, str]:
    """Digest to name of every profile that is built into this checkout."""
    found = {}
    for module in pkgutil.iter_modules(shaker.profiles.__path__):
        rules = getattr(importlib.import_module(f"shaker.profiles.{module.name}"), "RULES", b"")
        if len(rules) >= _AT_DIGEST + _DIGEST_SIZE:
            found[bytes(rules[_AT_DIGEST : _AT_DIGEST + _DIGEST_SIZE])] = module.name
    return found
