"""The demo: a crowd plays at a table of the real image, every answer and record verified."""
