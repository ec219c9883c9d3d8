"""First half of SHA-256 over the rows of the message table, held to them by a test."""

TABLE_DIGEST = b"\x2c\xaa\x91\x8a\x06\x1e\x89\x1b\x57\xc7\x63\x0d\x6b\x4d\xd7\x56"
