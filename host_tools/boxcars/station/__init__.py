"""The maker's line: a plan of the table, the board's key, the station's register, the lock."""
