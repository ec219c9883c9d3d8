"""The host side of the serial link: see firmware/PROTOCOL.md."""
