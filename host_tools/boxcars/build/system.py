"""What the machine must have: a Debian, its packages, space and rights. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import shell
from boxcars.build.store import Store
from boxcars.errors import SetupError

SPACE_BYTES_MIN = 2_000_000_000  # compilers, Python packages, sources, builds
COMPILE_BYTES_MIN = 300_000_000
_LOCK_WAIT_S = 600
_LOCK_RETRY_S = 2
OTHER_WAYS = (
    "pass --image FILE to run a ready image, or --micropython-dir DIR with make, cmake, gcc -m32 "
    "and arm-none-eabi-gcc on the PATH"
)


@dataclass(frozen=True)
class Package:
    """A Debian package, and how it is known to be there, wherever it came from.

    `probe` is a program to find, and, where given, a file that this program must know of.
    """

    name: str
    purpose: str
    probe: tuple[str, ...]


BUILD_PACKAGES = (
    Package("gcc", "compiles mpy-cross and the unix port", ("gcc",)),
    Package("make", "runs MicroPython's makefiles", ("make",)),
    Package("cmake", "configures the RP2040 image", ("cmake",)),
    Package("gcc-multilib", "32-bit unix port", ("gcc", "-m32", "-print-file-name=crt1.o")),
    Package("gcc-arm-none-eabi", "compiles the image", ("arm-none-eabi-gcc",)),
    Package(
        "libnewlib-arm-none-eabi",
        "C library of the image",
        ("arm-none-eabi-gcc", "-print-file-name=libc.a"),
    ),
    Package(
        "libstdc++-arm-none-eabi-newlib",
        "C++ start-up code of the Pico SDK",
        ("arm-none-eabi-gcc", "-print-file-name=libstdc++.a"),
    ),
)
VENV_PACKAGE = "python3-venv"


def debian() -> bool:
    """Whether Debian's package tools manage this machine."""
    return shutil.which("apt-get") is not None and _os_release().get("ID") == "debian"


def system_name() -> str:
    return _os_release().get("PRETTY_NAME", os.uname().sysname)


def _os_release() -> dict[str, str]:
    try:
        lines = Path("/etc/os-release").read_text().splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {name: value.strip('"') for name, _, value in pairs}


def present(package: Package) -> bool:
    """Whether the package's program is there and, if asked, knows where its file is."""
    if shutil.which(package.probe[0]) is None:
        return False
    if len(package.probe) == 1:
        return True
    # A compiler answers with the path of a file that it knows, else with the bare name.
    said = subprocess.run(package.probe, capture_output=True, text=True, check=False)
    return "/" in said.stdout


def missing(packages: tuple[Package, ...] = BUILD_PACKAGES) -> list[Package]:
    return [package for package in packages if not present(package)]


def check_machine() -> None:
    """Refuse a processor that cannot run the 32-bit unix port."""
    machine = os.uname().machine
    if machine not in ("x86_64", "i686"):
        raise SetupError(
            f"building needs an x86 machine, and this is {machine}: pass --image FILE"
        )


def check_space(folder: Path, needed: int = SPACE_BYTES_MIN) -> None:
    """Refuse before the first byte rather than in the middle."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise SetupError(
            f"the disk is full: {free // 10**6} MB are free here and this takes "
            f"{needed // 10**6} MB; free some and run the command again"
        )


def unfinished(store: Store) -> bool:
    """Whether a run was cut short while it installed packages."""
    return _mark(store).exists()


def _mark(store: Store) -> Path:
    return store.folder / "installing"


def install(names: list[str], store: Store) -> None:
    """Install Debian packages, or finish what was cut short; says what to do where it cannot."""
    wanted = " ".join(names) or "finishing an earlier run"
    if not debian():
        raise SetupError(f"{system_name()} is not Debian and lacks {wanted}: {OTHER_WAYS}")
    if os.geteuid() != 0:
        raise SetupError(
            f"not root: run 'sudo apt-get install --no-install-recommends {wanted}' once, "
            "or pass --image FILE to run a ready image"
        )
    with store.locked("apt"), store.progress.step(f"Debian packages: {wanted}"):
        mark = _mark(store)
        mark.touch()
        if _interrupted():
            _patiently(store, "dpkg", "--configure", "-a")
        if names:
            _patiently(store, "apt-get", "update", "-o", "APT::Update::Error-Mode=any")
            options = ("--yes", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600")
            _patiently(store, "apt-get", "install", *options, *names)
        mark.unlink()


def _patiently(store: Store, *words: str) -> None:
    """Run a package tool to its end; wait for another one that holds the lock."""
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    deadline = time.monotonic() + _LOCK_WAIT_S
    while True:
        try:
            shell.run(
                words,
                log=store.log("apt"),
                progress=store.progress,
                what="Debian packages",
                env=env,
                outlive=True,
            )
            return
        except shell.BusyError:
            if time.monotonic() > deadline:
                raise
            store.progress.now("waiting for another package manager")
            time.sleep(_LOCK_RETRY_S)


def _interrupted() -> bool:
    """Whether an earlier run of dpkg was cut short."""
    if any(Path("/var/lib/dpkg/updates").iterdir()):
        return True
    audit = subprocess.run(["dpkg", "--audit"], capture_output=True, check=False)
    return bool(audit.stdout.strip())
