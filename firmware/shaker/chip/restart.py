"""Why the processor has started. MicroPython calls every restart by the watchdog one that hung.

The SDK marks a watchdog that is to catch a hang with a word in its scratch register 4; a restart
that was asked for (`machine.reset`, BOOTSEL, the boot ROM behind a UF2) clears that word.
"""

import machine

from micropython import const

WATCHDOG = const(3)  # as `machine.reset_cause` has it: here it means a program that hung
ASKED = const(4)  # a command, or a new program
_SCRATCH_4 = const(0x4005801C)
_CATCHES_HANGS = const(0x6AB73121)


def cause():
    """1 for power, `WATCHDOG`, or `ASKED`."""
    found = machine.reset_cause()
    if found == WATCHDOG and machine.mem32[_SCRATCH_4] != _CATCHES_HANGS:
        return ASKED
    return found
