"""A whole table for the host tools: a board in its cabinet, and the link to it."""
