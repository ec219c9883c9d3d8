"""Signed records on the host: read, write and verify them. The layout is the firmware's own."""

from boxcars.record.findings import FindingError, FindingKind, LogBusyError
from boxcars.record.keys import PublicKey
from boxcars.record.logfile import LogReader, LogWriter, SealedRecord
from boxcars.record.verify import Summary, verify_log
from boxcars.record.view import Header, decode_body, parse_header

__all__ = [
    "FindingError",
    "FindingKind",
    "Header",
    "LogBusyError",
    "LogReader",
    "LogWriter",
    "PublicKey",
    "SealedRecord",
    "Summary",
    "decode_body",
    "parse_header",
    "verify_log",
]
