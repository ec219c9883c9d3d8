"""First half of SHA-256 over the rows of the message table, held to them by a test."""

TABLE_DIGEST = b"\x60\xe4\xba\x28\x48\x26\x65\x12\x03\x3e\xc7\x7e\xf0\x63\xf1\x90"
