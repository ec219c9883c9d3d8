"""From a running board to another program on it, verified; safe to cut and to repeat."""
