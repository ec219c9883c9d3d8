"""`python3 -m host_tools COMMAND`: set up what the command needs, then hand over to `boxcars`.

Standard library only: this is what runs on a machine that has nothing yet.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11) or os.name != "posix":
    print("boxcars: this needs Python 3.11 or newer on Linux or macOS", file=sys.stderr)
    sys.exit(3)
sys.path.insert(0, str(Path(__file__).resolve().parent))

from boxcars.build import doctor, venv
from boxcars.build.plan import Plan
from boxcars.build.progress import Progress
from boxcars.build.store import Store
from boxcars.console.documents import emit_rows
from boxcars.errors import HostError, UsageError
from boxcars.paths import BUILD

# Commands that run something which was built; the rest need the Python environment alone.
_NEED_BUILD = frozenset({"demo", "test", "virtual", "bench", "settle"})
_TAKE_IMAGE = frozenset({"demo", "virtual"})
_USAGE = "usage: python3 -m host_tools [--micropython-dir DIR] [--image FILE] COMMAND [ARGUMENTS]"
_HELP = f"""{_USAGE}

Sets up what is missing (Python environment, Debian packages, MicroPython, the images), then runs
'boxcars COMMAND'. Nothing is done twice: a second run starts at once.

  demo                     a virtual board plays rounds, every result verified live
  test                     every test that needs no hardware
  build                    set up and build only
  doctor                   what is there, what is missing, and the line that mends it
  COMMAND --help           any other command of boxcars, and its options

  --micropython-dir DIR    build from this MicroPython checkout instead of Debian's sources
  --image FILE             run this ready UF2 and build nothing

Exit codes: 0 fine, 1 failed check, 2 usage, 3 something outside the project is missing.
"""


def main(arguments: list[str]) -> int:
    try:
        return _run(arguments)
    except HostError as error:
        print(f"boxcars: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("boxcars: interrupted; the next run goes on from here", file=sys.stderr)
        return 130


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_HELP, end="")
        return 0 if arguments else UsageError.exit_code
    micropython_dir, words = _take(arguments, "--micropython-dir")
    image, words = _take(words, "--image")
    if not words or words[0].startswith("-"):
        raise UsageError(_USAGE)
    if words[0] not in _commands():
        raise UsageError(f"no command '{words[0]}': there are {', '.join(sorted(_commands()))}")
    if image is not None and words[0] not in _TAKE_IMAGE:
        raise UsageError(f"--image goes with {' and '.join(sorted(_TAKE_IMAGE))}")
    if words[0] == "doctor" and not venv.ready():
        return _doctor(as_json="--json" in words)
    venv.ensure(Store(BUILD, Progress()))
    if words[0] == "build":  # it builds by itself, and takes the option
        words += ["--micropython-dir", micropython_dir] if micropython_dir else []
    elif words[0] in _NEED_BUILD and image is None and not {"-h", "--help"} & set(words):
        Plan(Path(micropython_dir) if micropython_dir else None).build()
    if image is not None:
        words += ["--image", image]
    return os.execv(venv.COMMAND, [str(venv.COMMAND), *words])


def _commands() -> set[str]:
    folder = Path(__file__).with_name("boxcars") / "commands"
    return {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}


def _take(words: list[str], option: str) -> tuple[str | None, list[str]]:
    """Take an option and its value out of the words, wherever it stands."""
    kept: list[str] = []
    value = None
    rest = iter(words)
    for word in rest:
        if word == option:
            value = next(rest, None)
            if value is None:
                raise UsageError(f"{option} needs a value")
        elif word.startswith(option + "="):
            value = word.partition("=")[2]
        else:
            kept.append(word)
    return value, kept


def _doctor(as_json: bool) -> int:
    """Before anything is installed there is no table but this one."""
    findings = doctor.examine()
    if as_json:
        emit_rows("doctor/1", (finding.as_dict() for finding in findings))
    else:
        print(doctor.table(findings))
    return 0 if all(finding.ok for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
