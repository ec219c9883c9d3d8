"""Which board the tests talk to, what they may ask of it, and what a run leaves behind.

pytest hil_tests                                  a virtual cabinet for each worker
pytest hil_tests --target serial --port PORT      a board on a desk
pytest hil_tests --rig hil_tests/rigs/NAME.toml   a board in a rig
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxcars.build import artifacts
from boxcars.errors import HostError
from boxcars.paths import BUILD
from hil_tests import isolation, page, preflight, reporting, rigfile
from hil_tests.bench import CAPABILITIES, Bench
from hil_tests.serial_bench import SerialBench
from hil_tests.virtual_bench import VirtualBench

RIG_FAULT_EXIT = 3
_DESK = ("usb",)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("boxcars", "tests in the loop")
    group.addoption("--target", choices=("virtual", "serial"), default="virtual")
    group.addoption("--port", help="UART of a real board, for --target serial")
    group.addoption("--usb-port", default="", help="its USB port, if it is connected")
    group.addoption("--rig", type=Path, help="a rig's file: ports, board, image, what it can do")
    group.addoption("--board", choices=artifacts.SHAKERS, default=artifacts.PRODUCT)
    group.addoption("--require-rig", action="store_true", help="a test that cannot run fails")
    group.addoption("--count", type=int, default=1, help="run each test so often")
    group.addoption("--rounds", type=int, default=3, help="rounds of the endurance test")
    group.addoption("--sessions", type=int, default=0, help="worked sessions to settle, of 40")
    group.addoption("--seed", type=int, default=1, help="of the virtual board and of all chance")
    group.addoption("--hil-report", type=Path, default=BUILD / "hil", help="folder of the report")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--count") < 1 or config.getoption("--rounds") < 1:
        raise pytest.UsageError("--count and --rounds begin with 1")
    if config.getoption("--sessions") < 0:
        raise pytest.UsageError("--sessions begins with 0")
    if config.getoption("--target") == "serial":
        if not config.getoption("--port"):
            raise pytest.UsageError("--target serial needs --port")
        if config.getoption("--rig"):
            raise pytest.UsageError("--rig names its ports itself: leave --target out")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    count = metafunc.config.getoption("--count")
    if count > 1 and "bench" in metafunc.fixturenames:
        metafunc.fixturenames.append("turn")
        metafunc.parametrize("turn", range(count), ids=[f"turn{turn}" for turn in range(count)])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    can = _capabilities(config)
    for item in items:
        if not item.path.is_relative_to(Path(__file__).parent):
            continue
        needed = [name for mark in item.iter_markers("needs") for name in mark.args]
        unknown = [name for name in needed if name not in CAPABILITIES]
        if unknown:
            known = ", ".join(CAPABILITIES)
            raise pytest.UsageError(f"{item.nodeid} needs {unknown[0]!r}, not one of {known}")
        missing = [name for name in needed if name not in can]
        if missing:
            text = f"this bench cannot {CAPABILITIES[missing[0]]}"
            item.stash[_MISSING] = text
            if not config.getoption("--require-rig"):
                item.add_marker(pytest.mark.skip(reason=text))


_MISSING = pytest.StashKey[str]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.getoption("--require-rig") and _MISSING in item.stash:
        pytest.fail(f"{item.stash[_MISSING]}, and --require-rig was given", pytrace=False)


def _capabilities(config: pytest.Config) -> frozenset[str]:
    if config.getoption("--rig"):
        return _rig_file(config).capabilities
    if config.getoption("--target") == "serial":
        return frozenset(_DESK if config.getoption("--usb-port") else ())
    return frozenset(CAPABILITIES)


def _rig_file(config: pytest.Config) -> rigfile.RigFile:
    path = config.getoption("--rig")
    try:
        if path:
            return rigfile.load(path)
    except HostError as error:
        raise pytest.UsageError(str(error)) from error
    usb = config.getoption("--usb-port")
    board = config.getoption("--board")
    can = _capabilities(config)
    return rigfile.RigFile("desk", board, None, "built", config.getoption("--port"), usb, "", can)


@pytest.fixture(scope="session")
def shared_bench(pytestconfig: pytest.Config) -> Iterator[Bench]:
    """The bench of this worker, made once; a rig fault ends the run before any test is blamed."""
    seed = pytestconfig.getoption("--seed")
    if pytestconfig.getoption("--rig") or pytestconfig.getoption("--target") == "serial":
        try:
            bench = SerialBench(_rig_file(pytestconfig), seed)
        except HostError as error:
            pytest.exit(str(error), returncode=error.exit_code)
        try:
            _stop_at(preflight.take_hands(bench))
            _stop_at(preflight.check_line(bench, bench.expected_image))
            bench.begin()
            _stop_at(preflight.check_hands(bench))
            yield bench
        finally:
            bench.end()
        return
    virtual = VirtualBench(seed)
    virtual.begin()
    yield virtual
    virtual.end()


def _stop_at(finding: preflight.Finding | None) -> None:
    if finding is None:
        return
    if finding.side == preflight.RIG:
        pytest.exit(str(finding), returncode=RIG_FAULT_EXIT)
    pytest.fail(str(finding), pytrace=False)


@pytest.fixture
def bench(shared_bench: Bench, request: pytest.FixtureRequest) -> Bench:
    """The board under test, from a known state."""
    if isinstance(shared_bench, SerialBench):
        shared_bench.settle_down()
    welcome = shared_bench.link.welcome
    proves = [str(name) for mark in request.node.iter_markers("proves") for name in mark.args]
    request.node.user_properties += [
        ("board", shared_bench.board),
        ("device", welcome.device.hex()),
        ("image", welcome.image.hex()),
        ("rig", shared_bench.rig),
        ("target", shared_bench.target),
        ("seed", str(shared_bench.seed + _turn(request.node))),
        ("proves", " ".join(proves)),
    ]
    return shared_bench


def _turn(item: pytest.Item) -> int:
    callspec = getattr(item, "callspec", None)
    return int(callspec.params.get("turn", 0)) if callspec else 0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    bench = pyfuncitem.funcargs.get("bench")
    if not isinstance(bench, Bench):
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    values = {name: pyfuncitem.funcargs[name] for name in wanted}
    folder = pyfuncitem.config.getoption("--hil-report")
    path = reporting.bundle_path(folder, pyfuncitem.nodeid)
    seconds = isolation.run(
        bench, lambda: pyfuncitem.obj(**values), pyfuncitem.nodeid, _turn(pyfuncitem), path
    )
    pyfuncitem.user_properties.append(("board_seconds", f"{seconds:.3f}"))
    return True


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The page and the flake rate; on a worker of xdist there is no terminal and no summary."""
    reports = [
        report
        for outcome in ("passed", "failed", "error", "skipped")
        for report in terminalreporter.stats.get(outcome, [])
        if isinstance(report, pytest.TestReport)
    ]
    folder = config.getoption("--hil-report")
    rows = reporting.rows(reports, folder)
    if rows:
        page.write(folder / "index.html", reporting.facts(reports), rows)
        terminalreporter.write_line(f"tests in the loop: {folder / 'index.html'}")
    for line in reporting.flake_lines(reports):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def built_image(pytestconfig: pytest.Config) -> dict[str, object]:
    """The manifest of the image that was built for this board."""
    board = pytestconfig.getoption("--board")
    manifest: dict[str, object] = json.loads(artifacts.image(board).manifest.read_text())
    return manifest
