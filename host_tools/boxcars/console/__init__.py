"""What every command has in common: its options, its JSON, its way of ending."""
