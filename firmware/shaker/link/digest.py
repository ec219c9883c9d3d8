"""First half of SHA-256 over the rows of the message table, held to them by a test."""

TABLE_DIGEST = b"\x06\x1e\xf1\xbb\x8f\x38\x1f\xd0\x7b\x7d\xd8\x30\xde\x72\xfc\x88"
