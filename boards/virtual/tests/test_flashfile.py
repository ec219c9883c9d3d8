"""The flash in a file: kept over runs, locked, never of another size."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boards.virtual import Board, FlashFile, load_image
from boards.virtual.errors import FlashFileBusyError, FlashFileError
from boards.virtual.flash import FLASH_SIZE
from boards.virtual.tests.conftest import TEST_OFFSET

pytestmark = pytest.mark.emulator


def _board(path: Path, uf2: Path) -> Board:
    image = load_image(uf2)
    return Board(image, flash_file=FlashFile(path, image.flash()))


def test_kept_over_runs(tmp_path: Path, uf2_path: Path) -> None:
    path = tmp_path / "board.flash"
    board = _board(path, uf2_path)
    board.repl.exec("with open('/kept.txt', 'w') as f:\n    f.write('kept')")
    contents = board.flash.contents()
    board.close()
    assert path.read_bytes() == contents
    again = _board(path, uf2_path)
    assert again.repl.exec("print(open('/kept.txt').read())") == "kept\n"
    again.close()


def test_one_board_at_a_time(tmp_path: Path, uf2_path: Path) -> None:
    path = tmp_path / "board.flash"
    board = _board(path, uf2_path)
    with pytest.raises(FlashFileBusyError, match="in use"):
        _board(path, uf2_path)
    board.close()
    _board(path, uf2_path).close()


def test_a_file_of_another_size_is_refused_untouched(tmp_path: Path, uf2_path: Path) -> None:
    path = tmp_path / "board.flash"
    path.write_bytes(b"not a flash")
    with pytest.raises(FlashFileError, match="11 bytes"):
        _board(path, uf2_path)
    assert path.read_bytes() == b"not a flash"


def test_a_missing_folder_is_one_clear_line(tmp_path: Path, uf2_path: Path) -> None:
    with pytest.raises(FlashFileError, match="cannot use"):
        _board(tmp_path / "nowhere" / "board.flash", uf2_path)


def test_a_forked_copy_does_not_write(tmp_path: Path, uf2_path: Path) -> None:
    path = tmp_path / "board.flash"
    board = _board(path, uf2_path)
    board.repl.enter()
    before = path.read_bytes()
    board.in_fork(lambda copy: copy.repl.exec("open('/x', 'w').write('copy')"))
    assert path.read_bytes() == before
    board.close()


_WRITER = """
import sys
from pathlib import Path
from boards.virtual import Board, FlashFile, SEC, load_image
image = load_image(Path(sys.argv[1]))
board = Board(image, flash_file=FlashFile(Path(sys.argv[2]), image.flash()))
board.repl.exec("import rp2\\nf = rp2.Flash()\\nb = bytearray(4096)")
for value in range(1, 256):
    board.repl.exec(f"b[:] = bytes([{value}]) * 4096\\nf.writeblocks(f.ioctl(4, 0) - 5, b)")
    print(value, flush=True)
"""


def test_kill_loses_at_most_the_write_in_progress(tmp_path: Path, uf2_path: Path) -> None:
    path = tmp_path / "board.flash"
    process = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(uf2_path), str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    for _ in range(20):
        last = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.stdout.close()
    process.wait()
    last = int(rest[-1]) if rest else last
    contents = path.read_bytes()
    assert len(contents) == FLASH_SIZE
    block = contents[TEST_OFFSET:][:4096]
    assert set(block) <= {last, last + 1, 0xFF}
