"""The message table of a rig's board."""

from __future__ import annotations

from boxcars.link.schema import Table
from rig import messages

RIG = Table(messages)
