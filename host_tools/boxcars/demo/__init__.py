"""The demo: a crowd plays at a table that the emulated board settles, every answer verified."""
