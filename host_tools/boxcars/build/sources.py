"""MicroPython's source tree: from Debian's source packages, or a checkout the user names.

Debian's next suite has the sources; the machine's own may not. A private apt configuration, made
from the machine's own entries with the suite changed, fetches them and checks the signatures
without changing anything on the system. Standard library only.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import shell, system
from boxcars.build.store import Digest, Store
from boxcars.errors import SetupError

SUITE = "trixie"
VERSION_WANTED = (1, 25)
_RECIPE = "3"  # counts up when the steps below change what the tree holds
_SOURCE_PACKAGES = ("micropython", "mbedtls")
_BINARY_PACKAGES = ("pico-sdk-source", "tinyusb-source")
_DISTS = ("bookworm", "trixie", "forky", "stable", "oldstable", "testing")
_NEEDED = ("lib/pico-sdk/src", "lib/tinyusb/src", "lib/mbedtls/library", "py", "ports/rp2")


def debian_key() -> str:
    return Digest().text("sources", SUITE, _RECIPE).hex()


def fetch(store: Store, folder: Path) -> None:
    """Fetch and assemble the tree in `folder`."""
    apt = _private_apt(folder / "apt")
    env = dict(os.environ, APT_CONFIG=str(apt), LC_ALL="C")
    down = folder / "down"
    down.mkdir()

    def call(*words: str | Path) -> None:
        shell.run(
            words,
            log=store.log("sources"),
            progress=store.progress,
            what="MicroPython sources",
            cwd=down,
            env=env,
        )

    call("apt-get", "update", "-o", "APT::Update::Error-Mode=any")
    call("apt-get", "source", "--download-only", *_SOURCE_PACKAGES)
    call("apt-get", "download", *_BINARY_PACKAGES)
    for package in sorted(down.glob("*.deb")):
        call("dpkg-deb", "--extract", package, folder / "deb")
    store.progress.now("unpacking")
    _assemble(folder, down)
    versions = sorted(path.name for path in [*down.glob("*.dsc"), *down.glob("*.deb")])
    (folder / "versions.txt").write_text("".join(f"{name}\n" for name in versions))
    for done in ("apt", "down", "deb"):
        shutil.rmtree(folder / done)


def _assemble(folder: Path, down: Path) -> None:
    tree = folder / "tree"
    _unpack(next(down.glob("micropython_*.orig.tar.*")), tree)
    check_version(tree)
    shutil.rmtree(tree / "docs")
    shutil.rmtree(tree / "tests")
    for name in ("pico-sdk", "tinyusb", "mbedtls"):
        (tree / "lib" / name).rmdir()
    shutil.move(folder / "deb/usr/src/tinyusb", tree / "lib/tinyusb")
    shutil.move(folder / "deb/usr/src/pico-sdk", tree / "lib/pico-sdk")
    _unpack(next(down.glob("mbedtls_*.orig.tar.*")), tree / "lib/mbedtls")
    inner = tree / "lib/pico-sdk/lib/tinyusb"
    inner.unlink(missing_ok=True)
    inner.symlink_to("../../tinyusb")
    # The makefiles take this file as the sign that the submodule is there; nothing in it is used.
    (tree / "lib/micropython-lib/README.md").write_text("Not part of this tree.\n")


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack a tar archive without its top folder."""
    aside = folder.with_name(folder.name + ".unpack")
    with tarfile.open(archive) as tar:
        # Python 3.11.4 brought filters, and later ones warn without; Debian 12 may be older.
        if hasattr(tarfile, "tar_filter"):
            tar.extraction_filter = tarfile.tar_filter
        tar.extractall(aside)
    (top,) = aside.iterdir()
    top.rename(folder)
    aside.rmdir()


def version(tree: Path) -> tuple[int, int, int]:
    """MicroPython's version, from its own header."""
    try:
        text = (tree / "py/mpconfig.h").read_text()
    except OSError as error:
        raise SetupError(f"{tree} is not a MicroPython checkout: no py/mpconfig.h") from error
    found = dict(re.findall(r"#define MICROPY_VERSION_(MAJOR|MINOR|MICRO) (\d+)", text))
    return int(found["MAJOR"]), int(found["MINOR"]), int(found["MICRO"])


def check_version(tree: Path) -> None:
    found = version(tree)
    if found[:2] != VERSION_WANTED:
        wanted = ".".join(map(str, VERSION_WANTED))
        shown = ".".join(map(str, found))
        raise SetupError(f"{tree} is MicroPython {shown}: this firmware is made for {wanted}")


def checkout(folder: Path) -> Path:
    """A MicroPython checkout named by the user, once it has all that a build needs."""
    tree = folder.resolve()
    check_version(tree)
    for needed in _NEEDED:
        if not any((tree / needed).glob("*")):
            raise SetupError(
                f"{tree} lacks {needed}: run 'make -C ports/rp2 BOARD=RPI_PICO submodules' in it"
            )
    return tree


def checkout_key(tree: Path) -> str:
    """The digest of a checkout, by the size and time of its files: reading all would take long."""
    digest = Digest().text("checkout", str(tree))
    parts = ("py", "extmod", "shared", "drivers", "lib", "tools", "mpy-cross")
    for part in (*parts, "ports/rp2", "ports/unix"):
        for top, folders, names in os.walk(tree / part):
            folders[:] = sorted(
                name for name in folders if not name.startswith(("build", "__", ".git"))
            )
            for name in sorted(names):
                status = os.lstat(os.path.join(top, name))
                digest.text(top, name, str(status.st_size), str(status.st_mtime_ns))
    return digest.hex()


@dataclass(frozen=True)
class Tree:
    """MicroPython's sources: where they are, the digest that stands for them, what they are."""

    folder: Path
    key: str
    provenance: tuple[str, ...]


def from_store(kept: Path) -> Tree:
    """The tree that `fetch` assembled."""
    names = (kept / "versions.txt").read_text().split()
    return Tree(kept / "tree", debian_key(), tuple(names))


def from_checkout(folder: Path) -> Tree:
    """A user's checkout, with the revision that git knows of it."""
    tree = checkout(folder)
    said = subprocess.run(
        ["git", "-C", tree, "describe", "--always", "--dirty"],
        capture_output=True,
        text=True,
        check=False,
    )
    return Tree(tree, checkout_key(tree), (f"checkout {said.stdout.strip() or 'without git'}",))


def _private_apt(folder: Path) -> Path:
    """Write an apt configuration that knows `SUITE` alone; return its path."""
    for part in ("lists/partial", "cache/archives/partial", "parts"):
        (folder / part).mkdir(parents=True)
    (folder / "suite.sources").write_text(_sources_entry())
    config = folder / "apt.conf"
    config.write_text(
        f'Dir::State::lists "{folder}/lists";\n'
        f'Dir::Cache "{folder}/cache";\n'
        f'Dir::Etc::sourcelist "{folder}/suite.sources";\n'
        f'Dir::Etc::sourceparts "{folder}/parts";\n'
        'APT::Sandbox::User "root";\n'
        'Acquire::Languages "none";\n'
    )
    return config


def _sources_entry() -> str:
    """The machine's own Debian archive, as a deb822 entry for `SUITE` with sources."""
    etc = Path("/etc/apt")
    for path in sorted(etc.glob("sources.list.d/*.sources")):
        for stanza in re.split(r"\n\s*\n", path.read_text()):
            entry = _from_stanza(stanza)
            if entry:
                return entry
    for path in [etc / "sources.list", *sorted(etc.glob("sources.list.d/*.list"))]:
        if path.exists():
            for line in path.read_text().splitlines():
                entry = _from_line(line)
                if entry:
                    return entry
    raise SetupError(
        "no Debian archive in /etc/apt: MicroPython's sources come from it; " + system.OTHER_WAYS
    )


def _entry(uri: str, signed_by: str) -> str:
    lines = ["Types: deb deb-src", f"URIs: {uri}", f"Suites: {SUITE}", "Components: main"]
    if signed_by:
        lines.append(f"Signed-By: {signed_by}")
    return "\n".join(lines) + "\n"


def _from_stanza(stanza: str) -> str:
    """A deb822 stanza of the main Debian archive, turned to `SUITE`; empty if it is another."""
    text = "\n".join(line for line in stanza.splitlines() if not line.startswith("#"))
    text = re.sub(r"\n[ \t]+", " ", text)
    fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*)$", text, re.MULTILINE))
    if fields.get("Enabled", "yes").strip() == "no":
        return ""
    if not set(fields.get("Suites", "").split()) & set(_DISTS):
        return ""
    if "main" not in fields.get("Components", "").split():
        return ""
    return _entry(fields["URIs"].split()[0], fields.get("Signed-By", "").strip())


def _from_line(line: str) -> str:
    """A one-line entry of the main Debian archive, turned to `SUITE`; empty if it is another."""
    found = re.match(r"^deb\s+(?:\[(.*?)\]\s+)?(\S+)\s+(\S+)\s+(.*)$", line)
    if not found or found[3] not in _DISTS or "main" not in found[4].split():
        return ""
    options = dict(part.split("=", 1) for part in (found[1] or "").split() if "=" in part)
    return _entry(found[2], options.get("signed-by", ""))
