"""The twin of `health_fast` in plain Python; a test holds the two equal."""

from shaker.seal.limbs_plain import _set_word, _word

_LAGS = 8


def health_test(words, _unused, samples, size, repeat, share, window):
    """Test `size` samples. Codes: 1 repetition, 2 proportion, 3 sample, 5 pattern."""
    code, last, run, seen, ones, history = (_word(words, i) for i in range(6))
    agreed = [_word(words, 6 + lag) for lag in range(_LAGS)]
    for i in range(size):
        sample = samples[i] & 1
        if samples[i] > 1:
            code = code or 3
        run = run + 1 if sample == last else 1
        last = sample
        if run >= repeat:
            code = code or 1
        ones += sample
        for lag in range(_LAGS):
            agreed[lag] += (history >> lag & 1) == sample
        history = (history << 1 | sample) & 0xFF
        seen += 1
        if seen == window:
            if max(ones, window - ones) >= share:
                code = code or 2
            if any(max(count, window - count) >= share for count in agreed):
                code = code or 5
            seen = ones = 0
            agreed = [0] * _LAGS
    for i, value in enumerate([code, last, run, seen, ones, history] + agreed):
        _set_word(words, i, value)
