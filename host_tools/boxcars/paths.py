"""Where things are in the checkout. Standard library only."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
BOARDS = ROOT / "boards"
BUILD = ROOT / ".build"
OUT = BUILD / "out"
