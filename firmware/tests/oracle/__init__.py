"""An independent oracle for settlement, in exact fractions, written from the rule text alone."""

from firmware.tests.oracle.script import Oracle, run

__all__ = ["Oracle", "run"]
