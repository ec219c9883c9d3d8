"""The host side of the serial link: see firmware/PROTOCOL.md."""

from boxcars.link.answers import BoardMemory, Event, EventsLost, Record
from boxcars.link.authority import AUTHORITIES, KeySigner, Signer
from boxcars.link.client import Link
from boxcars.link.connection import Expectation
from boxcars.link.errors import LinkError, RefusedError

__all__ = [
    "AUTHORITIES",
    "BoardMemory",
    "Event",
    "EventsLost",
    "Expectation",
    "KeySigner",
    "Link",
    "LinkError",
    "Record",
    "RefusedError",
    "Signer",
]
