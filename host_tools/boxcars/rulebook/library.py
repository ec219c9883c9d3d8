"""The rule books of the checkout: where they are, and the modules generated from them."""

from __future__ import annotations

from pathlib import Path

from boxcars.errors import UsageError
from boxcars.paths import FIRMWARE
from boxcars.rulebook.book import Book
from boxcars.rulebook.encode import module_text
from boxcars.rulebook.parse import load
from boxcars.rulebook.rows import RuleError

RULES = FIRMWARE / "rules"
PROFILES = FIRMWARE / "shaker" / "profiles"


def rule_files(folder: Path = RULES) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def load_all(folder: Path = RULES) -> dict[str, Book]:
    """Every book of a folder by profile name; file and profile name must agree."""
    books: dict[str, Book] = {}
    for path in rule_files(folder):
        book = load(path)
        if path.stem != module_name(book.profile):
            wanted = f"{module_name(book.profile)}.toml"
            raise RuleError(f"{path.name} [casino]: profile '{book.profile}' belongs in {wanted}")
        books[book.profile] = book
    return books


def module_name(profile: str) -> str:
    return profile.replace("-", "_")


def load_profile(profile: str, folder: Path = RULES) -> Book:
    """One book by profile name."""
    path = folder / f"{module_name(profile)}.toml"
    known = [file.stem.replace("_", "-") for file in rule_files(folder)]
    if profile not in known:
        raise UsageError(f"no profile '{profile}': there are {', '.join(known)}")
    return load(path)


def build(rules: Path = RULES, profiles: Path = PROFILES) -> list[Path]:
    """Write the module of every book; return those that changed."""
    texts = {
        profiles / f"{module_name(book.profile)}.py": module_text(book, book.source.file)
        for book in load_all(rules).values()
    }
    changed = []
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="ascii") != text:
            path.write_text(text, encoding="ascii")
            changed.append(path)
    return changed
