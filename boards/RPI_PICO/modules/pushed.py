"""Sources that `boxcars push` has put on the bench kit stand for frozen modules of their names.

A package on the file system would hide the frozen one as a whole. So a pushed module lies flat in
`/push`, as `pNNN__shaker__app__round.py`, and takes its place before anything else is imported;
NNN is an order in which none comes before what it imports.
"""

import os
import sys

_FOLDER = "/push"


def load():
    """Take every pushed module into use; one that fails says why, and the frozen one stays."""
    try:
        names = sorted(os.listdir(_FOLDER))
    except OSError:
        return
    sys.path.insert(0, _FOLDER)
    for name in names:
        if name.endswith(".py"):
            try:
                _load(name[:-3])
            except Exception as error:
                sys.print_exception(error)
    sys.path.remove(_FOLDER)


def _load(flat):
    parts = flat.split("__")[1:]
    parent = ".".join(parts[:-1])
    __import__(parent)
    module = __import__(flat)
    sys.modules[".".join(parts)] = module
    setattr(sys.modules[parent], parts[-1], module)
