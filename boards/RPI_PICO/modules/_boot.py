"""First Python of the bench kit: mount its file system, and make one where there is none."""

import rp2
import vfs
import wiring

_files = rp2.Flash(start=0, len=wiring.FLASH_FILES_BYTES)  # type: ignore[call-arg]
try:
    _fs = vfs.VfsLfs2(_files, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(_files, progsize=256)
    _fs = vfs.VfsLfs2(_files, progsize=256)
vfs.mount(_fs, "/")
