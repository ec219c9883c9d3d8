"""`python -m boxcars.sealgen [--check]`: write the generated modules, or say which are stale."""

from __future__ import annotations

import sys

from boxcars.sealgen import stale, write


def main() -> int:
    if "--check" in sys.argv[1:]:
        names = stale()
        print("\n".join(f"stale: {name}" for name in names) or "up to date")
        return 1 if names else 0
    print("\n".join(f"wrote {name}" for name in write()) or "up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
