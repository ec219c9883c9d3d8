"""Keep what was made under the digest of what it was made from.

A folder in the store is either whole or absent: it is made aside and renamed into place. One lock
per step lets two runs share the work, and a run that was killed leaves nothing but a folder aside,
which the next run of that step removes. Standard library only.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from boxcars.build.progress import Progress
from boxcars.errors import SetupError

Make = Callable[[Path], None]
_KEPT_COUNT = 3  # of a step: what it was made into lately, for going back and forth


class Digest:
    """SHA-256 over named parts, so that no two lists of parts give the same bytes."""

    def __init__(self) -> None:
        self._sha = hashlib.sha256()

    def text(self, *parts: str) -> Digest:
        for part in parts:
            data = part.encode()
            self._sha.update(len(data).to_bytes(8, "little") + data)
        return self

    def files(self, root: Path, paths: Iterable[Path]) -> Digest:
        """Add files by their path below `root` and their content."""
        for path in sorted(paths):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            self.text(str(path.relative_to(root)), content)
        return self

    def hex(self) -> str:
        return self._sha.hexdigest()


def source_files(folder: Path) -> list[Path]:
    """The files of a source folder, without what Python leaves beside them."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    ]


class Store:
    """The folder of everything fetched and built, with its locks, logs and work in progress."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self.folder = folder
        self.progress = progress

    def log(self, name: str) -> Path:
        return self.folder / "log" / f"{name}.log"

    def has(self, name: str, key: str) -> bool:
        return self._kept(name, key).is_dir()

    def ensure(self, name: str, key: str, title: str, make: Make) -> Path:
        """Return the folder of `name` made from `key`, making it first where it is missing."""
        kept = self._kept(name, key)
        if not kept.is_dir():
            with self.locked(name):
                if not kept.is_dir():
                    self._make(name, kept, title, make)
        self._show(name, kept)
        return kept

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Hold the lock of a step; another run waits for it."""
        with _full_disk():
            (self.folder / "lock").mkdir(parents=True, exist_ok=True)
            with (self.folder / "lock" / name).open("w") as lock:
                os.set_inheritable(lock.fileno(), True)  # children hold it too, see `shell.run`
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    self.progress.note(f"waiting for another run that makes {name}")
                    fcntl.flock(lock, fcntl.LOCK_EX)
                yield

    @contextmanager
    def workshop(self, name: str, key: str) -> Iterator[Path]:
        """A folder of objects that outlives the step: as the last step with `key` left it.

        One that was left in the middle, or belongs to another key, is emptied first. The caller
        holds the lock of `name`.
        """
        folder = self.folder / "objects" / name
        stamp = folder / "stamp"
        if not stamp.is_file() or stamp.read_text() != key:
            shutil.rmtree(folder, ignore_errors=True)
        work = folder / "work"
        work.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        yield work
        stamp.write_text(key)

    def _kept(self, name: str, key: str) -> Path:
        return self.folder / "store" / f"{name}-{key[:20]}"

    def _make(self, name: str, kept: Path, title: str, make: Make) -> None:
        work = self.folder / "work"
        for stale in work.glob(f"{name}.*"):
            shutil.rmtree(stale, ignore_errors=True)
        work.mkdir(parents=True, exist_ok=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        self.log(name).unlink(missing_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=work))
        try:
            with self.progress.step(title):
                make(aside)
            aside.chmod(0o755)
            os.rename(aside, kept)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
        earlier = sorted(kept.parent.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime)
        for old in earlier[:-_KEPT_COUNT]:
            shutil.rmtree(old, ignore_errors=True)

    def _show(self, name: str, kept: Path) -> None:
        """Point `out/NAME` at the folder just asked for, in one step."""
        out = self.folder / "out"
        target = os.path.relpath(kept, out)
        link = out / name
        if link.is_symlink() and os.readlink(link) == target:
            return
        with _full_disk():
            out.mkdir(parents=True, exist_ok=True)
            fresh = out / f".{name}.{os.getpid()}"
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(target)
            os.replace(fresh, link)


@contextmanager
def _full_disk() -> Iterator[None]:
    """A full or read-only disk is the user's to mend, not a bug."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise SetupError("the disk is full: free 2 GB and run the command again") from error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise SetupError(f"cannot write {error.filename}: {error.strerror}") from error
        raise
