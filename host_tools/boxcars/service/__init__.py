"""What a technician asks of a board: its state in parts, its last rounds, its records."""
