"""The continuous health tests of a noise source in viper: see `entropy` for what they are.

Words: 0 code of the first failure, 1 last sample, 2 length of its run, 3 samples of this window,
4 ones among them, 5 the last eight samples, 6..13 by lag: how many equalled the earlier one.
"""

import micropython


@micropython.viper
def health_test(w: ptr32, x: int, samples: ptr8, size: int, repeat: int, share: int, window: int):
    """Test `size` samples; pass 0 for `x`. Codes: 1 repetition, 2 share, 3 sample, 5 pattern."""
    i = 0
    while i < size:
        x = samples[i]
        if x > 1:
            if w[0] == 0:
                w[0] = 3
            x = x & 1
        w[2] = w[2] * (1 - (x ^ w[1])) + 1
        w[1] = x
        if w[2] >= repeat and w[0] == 0:
            w[0] = 1
        w[4] = w[4] + x
        history = w[5]
        w[6] = w[6] + 1 - ((history ^ x) & 1)
        w[7] = w[7] + 1 - (((history >> 1) ^ x) & 1)
        w[8] = w[8] + 1 - (((history >> 2) ^ x) & 1)
        w[9] = w[9] + 1 - (((history >> 3) ^ x) & 1)
        w[10] = w[10] + 1 - (((history >> 4) ^ x) & 1)
        w[11] = w[11] + 1 - (((history >> 5) ^ x) & 1)
        w[12] = w[12] + 1 - (((history >> 6) ^ x) & 1)
        w[13] = w[13] + 1 - (((history >> 7) ^ x) & 1)
        w[5] = ((history << 1) | x) & 0xFF
        w[3] = w[3] + 1
        if w[3] == window:
            w[3] = 0
            lag = 4
            while lag < 14:
                if lag != 5:
                    x = w[lag]
                    w[lag] = 0
                    if x < window - x:
                        x = window - x
                    if x >= share and w[0] == 0:
                        w[0] = 2
                        if lag > 5:
                            w[0] = 5
                lag += 1
        i += 1
