"""A rig's own board, from the host: its messages, its link, the pictures that it shows."""
