"""First half of SHA-256 over the rows of the message table, held to them by a test."""

TABLE_DIGEST = b"\xab\x81\x26\x11\x01\x17\x67\x36\xcb\xf3\xe8\xe7\xc3\xc4\x7f\xf3"
