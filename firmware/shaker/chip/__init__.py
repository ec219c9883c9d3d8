"""The RP2040's own parts that need more than a `machine` object."""
