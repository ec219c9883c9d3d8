"""Watches what a person should know of at once: each change is an event of the link.

The same values, and many more, can be asked for at any time (`diagnostics`).
"""

from shaker.app.service_commands import (
    ALARM,
    MEMORY_REBUILT,
    NOISE,
    SELF_TEST,
    SENSOR_LEFT,
    SENSOR_RIGHT,
)

_WATCHED = (SELF_TEST, NOISE, MEMORY_REBUILT, SENSOR_LEFT, SENSOR_RIGHT, ALARM)


class Watch:
    """`values` gives a value by what it is of."""

    def __init__(self, values, teller):
        self._values = values
        self._teller = teller
        self._seen = [0] * len(_WATCHED)
        self._next = 0

    def step(self):
        """Compare the next value with what was told last."""
        index = self._next
        self._next = index + 1 if index + 1 < len(_WATCHED) else 0
        value = self._values.value(_WATCHED[index])
        if value != self._seen[index]:
            self._seen[index] = value
            self._teller.diagnostic(_WATCHED[index], value)
