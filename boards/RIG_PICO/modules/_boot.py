"""First Python of a rig: nothing but what is frozen into the image can be imported.

MicroPython looks at a file system before frozen code. So none is mounted, whatever lies in flash,
and the search path has one entry.
"""

import sys

sys.path[:] = [".frozen"]
