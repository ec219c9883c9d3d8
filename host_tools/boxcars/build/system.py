"""What the machine must have: a Debian, its packages, space and rights. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import shell
from boxcars.build.store import Store
from boxcars.errors import SetupError

SPACE_BYTES_MIN = 3_000_000_000
OTHER_WAYS = (
    "pass --image FILE to run a ready image, or --micropython-dir DIR with make, cmake, gcc -m32 "
    "and arm-none-eabi-gcc on the PATH"
)


@dataclass(frozen=True)
class Package:
    """A Debian package, and the program or file by which it is known to be there."""

    name: str
    probe: str
    purpose: str


BUILD_PACKAGES = (
    Package("gcc", "gcc", "compiles mpy-cross and the unix port"),
    Package("make", "make", "runs MicroPython's makefiles"),
    Package("cmake", "cmake", "configures the RP2040 image"),
    Package("gcc-multilib", "/usr/include/gnu/stubs-32.h", "32-bit unix port"),
    Package("gcc-arm-none-eabi", "arm-none-eabi-gcc", "compiles the image"),
    Package(
        "libnewlib-arm-none-eabi",
        "/usr/lib/arm-none-eabi/newlib/libc.a",
        "C library of the image",
    ),
    Package(
        "libstdc++-arm-none-eabi-newlib",
        "/usr/lib/arm-none-eabi/newlib/libstdc++.a",
        "C++ start-up code of the Pico SDK",
    ),
)
VENV_PACKAGE = Package("python3-venv", "", "makes the project's Python environment")


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
    """Whether the package's program or file is there, wherever it came from."""
    if package.probe.startswith("/"):
        return Path(package.probe).exists()
    return shutil.which(package.probe) is not None


def missing(packages: tuple[Package, ...] = BUILD_PACKAGES) -> list[Package]:
    return [package for package in packages if not present(package)]


def check_space(folder: Path) -> None:
    """Refuse before the first byte rather than in the middle."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < SPACE_BYTES_MIN:
        raise SetupError(
            f"the disk is full: {free // 10**6} MB are free here and a build takes "
            f"{SPACE_BYTES_MIN // 10**6} MB; free some and run the command again"
        )


def install(names: list[str], store: Store) -> None:
    """Install Debian packages; says what to do where that cannot be."""
    wanted = " ".join(names)
    if not debian():
        raise SetupError(f"{system_name()} is not Debian and lacks {wanted}: {OTHER_WAYS}")
    if os.geteuid() != 0:
        raise SetupError(
            f"not root: run 'sudo apt-get install --no-install-recommends {wanted}' once, "
            "or pass --image FILE to run a ready image"
        )
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    log = store.log("apt")
    with store.locked("apt"), store.progress.step(f"Debian packages: {wanted}"):

        def apt(*words: str) -> None:
            shell.run(
                words,
                log=log,
                progress=store.progress,
                what="Debian packages",
                env=env,
                outlive=True,
            )

        if _interrupted():
            apt("dpkg", "--configure", "-a")
        apt("apt-get", "update", "-o", "APT::Update::Error-Mode=any")
        apt(
            "apt-get",
            "install",
            "--yes",
            "--no-install-recommends",
            "-o",
            "DPkg::Lock::Timeout=600",
            *names,
        )


def _interrupted() -> bool:
    """Whether an earlier run of dpkg was cut short."""
    if any(Path("/var/lib/dpkg/updates").iterdir()):
        return True
    audit = subprocess.run(["dpkg", "--audit"], capture_output=True, check=False)
    return bool(audit.stdout.strip())
