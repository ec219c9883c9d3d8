"""First half of SHA-256 over the rows of the message table, held to them by a test."""

TABLE_DIGEST = b"\xbd\x19\x0e\xe6\x33\x39\x45\x37\x84\x39\x93\xa4\x53\xc6\xad\x2b"
