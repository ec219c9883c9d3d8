"""What can be wrong with a machine ends in one line and exit code 3, nothing half-done left."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import pytest

from boxcars.build import doctor, shell, sources, system
from boxcars.build.plan import Plan
from boxcars.build.progress import Progress
from boxcars.build.store import Store
from boxcars.errors import SetupError
from boxcars.paths import ROOT

# A port on which nothing listens: every connection is refused at once.
DEAD_PROXY = "http://127.0.0.1:9"
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "build", Progress())


def test_another_system_says_what_else_works(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "debian", lambda: False)
    monkeypatch.setattr(system, "system_name", lambda: "Fedora 43")
    with pytest.raises(SetupError, match=r"Fedora 43 is not Debian.*--image FILE") as caught:
        Plan(store=store).tree()
    assert caught.value.exit_code == 3
    assert not (store.folder / "store").exists()


def test_without_root_the_line_to_run_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "debian", lambda: True)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SetupError, match=r"sudo apt-get install .* cmake gcc-multilib"):
        system.install(["cmake", "gcc-multilib"], store)


def test_a_disk_too_full_is_refused_before_the_first_byte(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**10, 10**10, 5_000_000))
    with pytest.raises(SetupError, match="disk is full: 5 MB are free"):
        Plan(store=store).tree()
    assert not store.folder.exists()


@pytest.mark.skipif(not system.debian(), reason="asks Debian's own apt-get")
def test_no_network_is_told_by_the_real_apt(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, DEAD_PROXY)
    with pytest.raises(SetupError, match="registry cannot be reached"):
        Plan(store=store).tree()
    assert not list((store.folder / "work").iterdir())
    assert not store.has("sources", sources.debian_key())


def test_no_network_is_told_by_the_real_pip(tmp_path: Path) -> None:
    log = tmp_path / "pip.log"
    command = [sys.executable, "-m", "pip", "install", "--isolated", "--target", str(tmp_path)]
    command += ["--retries", "0", "--index-url", DEAD_PROXY, "hatchling==1.27.0"]
    with pytest.raises(SetupError, match="registry cannot be reached"):
        shell.run(command, log=log, progress=Progress(), what="Python environment")


def test_a_tool_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no-such-tool is not installed"):
        shell.run(["no-such-tool"], log=tmp_path / "log", progress=Progress(), what="this")


def test_a_failing_tool_is_named_with_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(SetupError, match=f"'false' ended with code 1 .*{log}"):
        shell.run(["false"], log=log, progress=Progress(), what="this")


def test_a_full_disk_in_the_middle_is_told(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="disk is full"):
        shell.run(
            ["cp", "/etc/hostname", "/dev/full"],
            log=tmp_path / "log",
            progress=Progress(),
            what="this",
        )


@pytest.mark.parametrize(
    ("made", "says"),
    [
        pytest.param({}, "not a MicroPython checkout", id="empty"),
        pytest.param({"py/mpconfig.h": (1, 24, 1)}, "made for 1.25", id="older"),
        pytest.param({"py/mpconfig.h": (1, 25, 0)}, "lacks lib/pico-sdk", id="no-submodules"),
    ],
)
def test_a_checkout_that_will_not_do(
    tmp_path: Path, made: dict[str, tuple[int, int, int]], says: str
) -> None:
    for name, numbers in made.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        parts = zip(("MAJOR", "MINOR", "MICRO"), numbers, strict=True)
        file.write_text("".join(f"#define MICROPY_VERSION_{k} {v}\n" for k, v in parts))
    with pytest.raises(SetupError, match=says):
        sources.checkout(tmp_path)


ENTRIES = [
    pytest.param(
        "Types: deb\n# mirror\nURIs: http://a.example/debian\nSuites: bookworm bookworm-updates\n"
        "Components: main\nSigned-By: /usr/share/keyrings/k.gpg\n",
        "Types: deb deb-src\nURIs: http://a.example/debian\nSuites: trixie\nComponents: main\n"
        "Signed-By: /usr/share/keyrings/k.gpg\n",
        id="main-archive",
    ),
    pytest.param(
        "URIs: http://a\nSuites: bookworm-security\nComponents: main\n", "", id="security"
    ),
    pytest.param(
        "Enabled: no\nURIs: http://a\nSuites: bookworm\nComponents: main\n", "", id="off"
    ),
    pytest.param("URIs: http://a\nSuites: bookworm\nComponents: contrib\n", "", id="no-main"),
    pytest.param("", "", id="empty"),
]


@pytest.mark.parametrize(("stanza", "entry"), ENTRIES)
def test_the_private_entry_is_made_from_the_machines_own(stanza: str, entry: str) -> None:
    assert sources._from_stanza(stanza) == entry


def test_a_cut_installation_is_finished_though_nothing_is_missing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(system, "missing", list)
    monkeypatch.setattr(system, "debian", lambda: True)
    monkeypatch.setattr(system, "_interrupted", lambda: True)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shell, "run", lambda words, **_: ran.append(list(words)))
    plan = Plan(store=store)
    plan.packages()
    assert ran == []
    store.folder.mkdir()
    (store.folder / "installing").touch()
    plan.packages()
    assert ran == [["dpkg", "--configure", "-a"]]
    assert not system.unfinished(store)


def test_another_package_manager_is_waited_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def busy_twice(words: tuple[str, ...], **_: object) -> None:
        tries.append(words[0])
        if len(tries) < 3:
            raise shell.BusyError("busy")

    monkeypatch.setattr(shell, "run", busy_twice)
    monkeypatch.setattr(system, "_LOCK_RETRY_S", 0)
    system._patiently(store, "apt-get", "update")
    assert tries == ["apt-get"] * 3


def test_a_held_lock_is_told_from_other_failures(tmp_path: Path) -> None:
    text = "dpkg: error: dpkg frontend lock was locked by another process with pid 1"
    with pytest.raises(shell.BusyError):
        shell.run(
            ["sh", "-c", f"echo '{text}'; exit 2"],
            log=tmp_path / "log",
            progress=Progress(),
            what="this",
        )


def test_what_may_outlive_us_does(tmp_path: Path) -> None:
    """The parent is killed; the child goes on printing into the log and comes to its end."""
    code = (
        "import sys; from pathlib import Path; from boxcars.build import shell;"
        "from boxcars.build.progress import Progress; tmp = Path(sys.argv[1]);"
        "shell.run(['sh', '-c', f'echo up > {tmp}/up; sleep 1; echo a; sleep 1; echo b > "
        "{tmp}/end'], log=tmp / 'log', progress=Progress(), what='this', outlive=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "host_tools")},
        stderr=subprocess.DEVNULL,
    ) as parent:
        wait_for(tmp_path / "up")
        parent.kill()
    wait_for(tmp_path / "end")
    assert (tmp_path / "log").read_text().endswith("a\n")


def wait_for(path: Path) -> None:
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.1)
    pytest.fail(f"{path.name} never came")


def test_a_one_line_entry_is_read_too() -> None:
    line = "deb [arch=amd64 signed-by=/k.gpg] http://a.example/debian bookworm main contrib"
    assert "Suites: trixie\nComponents: main\nSigned-By: /k.gpg\n" in sources._from_line(line)
    assert sources._from_line("deb http://a.example/debian bookworm-updates main") == ""
    assert sources._from_line("# deb http://a.example/debian bookworm main") == ""


def test_the_doctor_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "present", lambda package: package.name != "cmake")
    findings = {finding.part: finding for finding in doctor.examine()}
    assert not findings["cmake"].ok
    assert findings["cmake"].mend == "apt-get install --no-install-recommends cmake"
    assert findings["make"].ok
    assert "MISSING  cmake" in doctor.table(list(findings.values()))


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        pytest.param([], 2, "usage:", id="nothing"),
        pytest.param(["--help"], 0, "--micropython-dir DIR", id="help"),
        pytest.param(["--image"], 2, "--image needs a value", id="no-value"),
        pytest.param(["--image", "x.uf2"], 2, "usage:", id="no-command"),
        pytest.param(["demo", "--micropython-dir", "/no"], 3, "not a MicroPython", id="no-dir"),
        pytest.param(["--image", "x.uf2", "test"], 2, "goes with demo and virtual", id="no-image"),
        pytest.param(
            ["bogus"], 2, "no command 'bogus': there are bench, build", id="no-command-name"
        ),
    ],
)
def test_the_bootstraps_own_words(words: list[str], code: int, says: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host_tools", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert says in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
