"""First half of SHA-256 over the rows of the message table, held to them by a test."""

TABLE_DIGEST = b"\xdc\x67\x6b\x6f\xea\x11\x1c\x1a\x6e\x50\xfa\x59\x65\xc5\xba\x4e"
