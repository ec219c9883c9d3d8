"""Named measurements. One module per group; `registry.py` lists the groups."""
