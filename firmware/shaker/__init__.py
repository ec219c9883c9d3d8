"""Firmware of the Boxcars dice-shaker controller."""
