"""Rule books of the casinos: TOML that people read, bytes that the firmware settles by."""
