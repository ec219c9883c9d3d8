"""Frames of dice on the host: drawn, read, shown, recorded."""
