"""Which board the tests talk to, what they may ask of it, and what a run leaves behind.

pytest hil_tests                                  a virtual cabinet for each worker
pytest hil_tests --target serial --port PORT      a board on a desk
pytest hil_tests --rig hil_tests/rigs/NAME.toml   a board in a rig
pytest hil_tests --target wired                   the same, of two emulated boards
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxcars.build import artifacts
from boxcars.errors import HostError
from boxcars.paths import BUILD
from boxcars.rig.hands import RigRestartedError
from hil_tests import isolation, page, preflight, reporting, rigfile
from hil_tests.bench import CAPABILITIES, Bench
from hil_tests.serial_bench import HANDS, SerialBench
from hil_tests.virtual_bench import VirtualBench
from hil_tests.wired_bench import WiredBench

RIG_FAULT_EXIT = 3
_DESK = ("usb",)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("boxcars", "tests in the loop")
    group.addoption("--target", choices=("virtual", "serial", "wired"), default="virtual")
    group.addoption("--port", help="UART of a real board, for --target serial")
    group.addoption("--usb-port", default="", help="its USB port, if it is connected")
    group.addoption("--rig", type=Path, help="a rig's file: ports, board, image, what it can do")
    group.addoption("--board", choices=artifacts.SHAKERS, help="which board that is")
    group.addoption(
        "--require-rig", action="store_true", help="a test that the bench has no hands for fails"
    )
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
    target, rig = config.getoption("--target"), config.getoption("--rig")
    serial = target == "serial"
    if serial and not config.getoption("--port"):
        raise pytest.UsageError("--target serial needs --port")
    if target != "virtual" and rig:
        raise pytest.UsageError("--rig names its ports itself: leave --target out")
    for name in ("--port", "--usb-port", "--board"):
        if config.getoption(name) and not serial:
            better = "leave it out" if rig else "say so by --target serial"
            raise pytest.UsageError(f"{name} is of a board on a port: {better}")
    workers = getattr(config.option, "numprocesses", None) or 0
    if (serial or rig) and workers > 1:
        raise pytest.UsageError("a port has one user at a time: leave -n out")


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
        if not missing:
            continue
        alone = [name for name in missing if name not in HANDS]
        if alone and (config.getoption("--rig") or config.getoption("--target") == "wired"):
            text = f"no rig can {CAPABILITIES[alone[0]]}: the virtual cabinet does"
            item.add_marker(pytest.mark.skip(reason=text))
        elif config.getoption("--require-rig"):
            item.stash[_MISSING] = f"this bench cannot {CAPABILITIES[missing[0]]}"
        else:
            reason = f"this bench cannot {CAPABILITIES[missing[0]]}"
            item.add_marker(pytest.mark.skip(reason=reason))


_MISSING = pytest.StashKey[str]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if _MISSING in item.stash:
        pytest.fail(f"{item.stash[_MISSING]}, and --require-rig was given", pytrace=False)


def _capabilities(config: pytest.Config) -> frozenset[str]:
    if config.getoption("--rig"):
        return _rig_file(config).capabilities
    if config.getoption("--target") == "wired":
        return HANDS
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
    board = config.getoption("--board") or artifacts.PRODUCT
    can = _capabilities(config)
    return rigfile.RigFile("desk", board, None, "built", config.getoption("--port"), usb, "", can)


@pytest.fixture(scope="session")
def shared_bench(pytestconfig: pytest.Config) -> Iterator[Bench]:
    """The bench of this worker, made once; a rig fault ends the run before any test is blamed."""
    seed = pytestconfig.getoption("--seed")
    if pytestconfig.getoption("--rig") or pytestconfig.getoption("--target") != "virtual":
        try:
            bench = _ports(pytestconfig, seed)
        except HostError as error:
            pytest.exit(str(error), returncode=error.exit_code)
        try:
            _stop_at(preflight.take_hands(bench))
            _stop_at(preflight.check_line(bench, bench.expected_image))
            _stop_at(preflight.begin(bench))
            _stop_at(preflight.check_hands(bench))
            yield bench
        finally:
            bench.end()
        return
    virtual = VirtualBench(seed)
    virtual.begin()
    yield virtual
    virtual.end()


def _ports(config: pytest.Config, seed: int) -> SerialBench:
    """The bench behind ports, be they of two emulated boards."""
    if config.getoption("--target") == "wired":
        return WiredBench(seed)
    return SerialBench(_rig_file(config), seed)


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
        _settle_down(shared_bench, request)
    welcome = shared_bench.link.welcome
    proves = [str(name) for mark in request.node.iter_markers("proves") for name in mark.args]
    request.node.user_properties += [
        ("board", shared_bench.board),
        ("device", welcome.device.hex()),
        ("image", welcome.image.hex()),
        ("rig", shared_bench.rig),
        ("target", shared_bench.target),
        ("seed", str(shared_bench.seed)),
        ("turn", str(_turn(request.node))),
        ("proves", " ".join(proves)),
    ]
    return shared_bench


def _settle_down(bench: SerialBench, request: pytest.FixtureRequest) -> None:
    """To where every test begins. If that cannot be reached nothing that follows means anything:
    the run ends, and what the preflight says of the rig is said first."""
    try:
        bench.settle_down()
    except (HostError, AssertionError) as error:
        if isinstance(error, RigRestartedError):
            _stop_at(preflight.Finding(preflight.RIG, "restarted", str(error)))
        path = reporting.bundle_path(request.config.getoption("--hil-report"), request.node.nodeid)
        bench.bundle(request.node.nodeid, f"before the test: {error}").write(path)
        request.session.shouldfail = f"the board does not come to where a test begins: {error}"
        with contextlib.suppress(HostError):
            bench.link.close()
        _stop_at(preflight.check_line(bench, bench.expected_image))
        raise


def _turn(item: pytest.Item) -> int:
    callspec = getattr(item, "callspec", None)
    return int(callspec.params.get("turn", 0)) if callspec else 0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    bench = pyfuncitem.funcargs.get("bench") or pyfuncitem.funcargs.get("wired")
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


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A rig fault ends the run without a summary; what was run before it has its page as well."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == RIG_FAULT_EXIT and reporter is not None:
        pytest_terminal_summary(reporter, session.config)


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
    board, image = artifacts.PRODUCT, "built"
    if pytestconfig.getoption("--rig") or pytestconfig.getoption("--target") == "serial":
        rig = _rig_file(pytestconfig)
        board, image = rig.board, rig.image
    manifest: dict[str, object] = json.loads(artifacts.image(board).manifest.read_text())
    if image not in ("built", manifest["image"]["sha256"]):  # type: ignore[index]
        pytest.skip("the image that the rig expects is not the one that was built here")
    return manifest
