"""The one place that chooses: viper kernels on MicroPython, their plain twins on CPython."""

import micropython

if not hasattr(micropython, "heap_lock"):  # the stand-in on CPython has `const` alone
    from shaker.dice.lattice_plain import (
        discs,
        judge,
        look,
        refine,
        sample,
        search,
        stamp,
        tones,
        weigh,
    )
    from shaker.dice.mask_plain import cut, dead, floor_step, lift, ring, smooth, split
    from shaker.dice.outline_plain import blobs, edges, flood, level, rough, sides, turn, yaw
    from shaker.dice.pips_plain import (
        beyond,
        centroids,
        drift,
        farthest,
        fields,
        hollow,
        peak,
        rims,
        trace,
    )
else:
    from shaker.dice.lattice_fast import (
        discs,
        judge,
        look,
        refine,
        sample,
        search,
        stamp,
        tones,
        weigh,
    )
    from shaker.dice.mask_fast import cut, dead, floor_step, lift, ring, smooth, split
    from shaker.dice.outline_fast import blobs, edges, flood, level, rough, sides, turn, yaw
    from shaker.dice.pips_fast import (
        beyond,
        centroids,
        drift,
        farthest,
        fields,
        hollow,
        peak,
        rims,
        trace,
    )

__all__ = (
    "beyond",
    "blobs",
    "centroids",
    "cut",
    "dead",
    "discs",
    "drift",
    "edges",
    "farthest",
    "fields",
    "flood",
    "floor_step",
    "hollow",
    "judge",
    "level",
    "lift",
    "look",
    "peak",
    "refine",
    "rims",
    "ring",
    "rough",
    "sample",
    "search",
    "sides",
    "smooth",
    "split",
    "stamp",
    "tones",
    "trace",
    "turn",
    "weigh",
    "yaw",
)
