"""Which boards there are: on real USB ports, in BOOTSEL, and virtual ones on this machine."""
