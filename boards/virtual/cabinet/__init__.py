"""The cabinet round a virtual board: motor, dice, optics, switches, and faults to order."""

from boards.virtual.cabinet.cabinet import Cabinet
from boards.virtual.cabinet.faults import Fault, FaultError, parse_faults

__all__ = ["Cabinet", "Fault", "FaultError", "parse_faults"]
