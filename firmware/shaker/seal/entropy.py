"""Random bytes from a noise source that is tested all the time.

The source gives raw samples of one bit. Each passes the two continuous health tests of NIST SP
800-90B, 4.4: a failure is latched and nothing more comes out. What passed is conditioned by
SHA-512. We credit a sample with a quarter of a bit of min-entropy. The cut-offs at a false alarm
rate of 2**-30 are then 1 + 30 / 0.25 repetitions and, in a window of 1024, one more than the
critical value of the binomial distribution with p = 2**-0.25. A block of 64 bytes takes 4096
samples, 1024 credited bits.

Two things go beyond the standard. The proportion test counts both values, since the first of a
window may be the rare one. And a sample is compared with the eight before it: a source that can be
foretold from them, a pattern of short period, fails the same cut-off; so does one that gives the
same 128 samples twice running.
"""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.seal.kernels import health_test
from shaker.seal.sha512 import Sha512

READY = const(0)
E_REPETITION = const(1)  # the source repeats one value
E_PROPORTION = const(2)  # the source prefers one value
E_SAMPLE = const(3)  # a sample is neither 0 nor 1
E_NOT_STARTED = const(4)  # the start-up test has not run
E_PATTERN = const(5)  # the source repeats or inverts what came shortly before

REPETITION_CUTOFF = const(121)
PROPORTION_WINDOW = const(1024)
PROPORTION_CUTOFF = const(928)
START_SAMPLES = const(1024)
BLOCK_SAMPLES = const(4096)
_CHUNK = const(128)
_HEALTH_WORDS = const(14)


class EntropySource:
    """`sample_into(buf, size)` fills a buffer with raw samples, one 0 or 1 a byte."""

    def __init__(self, sample_into):
        self._sample_into = sample_into
        self._hash = Sha512()
        self._samples_buf = bytearray(_CHUNK)
        self._before_buf = bytearray(_CHUNK)
        self._words = bytearray(4 * _HEALTH_WORDS)
        self._code = E_NOT_STARTED

    @property
    def code(self):
        """READY, or why nothing comes out."""
        return self._code

    def start(self):
        """Test the source before its first use; the samples are thrown away. READY or a code."""
        if self._code != E_NOT_STARTED:
            return self._code
        self._code = READY
        self._collect(START_SAMPLES)
        return self._code

    def draw_into(self, out, at):
        """Write 64 conditioned bytes; READY, or a code and no byte."""
        if self._code != READY:
            return self._code
        self._hash.start()
        self._collect(BLOCK_SAMPLES)
        if self._code == READY:
            self._hash.finish_into(out, at)
        self._hash.wipe()
        return self._code

    def _collect(self, count):
        while count > 0 and self._code == READY:
            move(self._before_buf, 0, self._samples_buf, 0, _CHUNK)
            fill(self._samples_buf, 0, _CHUNK, 2)  # a source that does not fill is found
            self._sample_into(self._samples_buf, _CHUNK)
            self._test()
            if self._is_chunk_again():
                self._fail(E_PATTERN)
            self._hash.update(self._samples_buf, 0, _CHUNK)
            count -= _CHUNK

    def _test(self):
        words = self._words
        window = PROPORTION_WINDOW
        health_test(
            words, 0, self._samples_buf, _CHUNK, REPETITION_CUTOFF, PROPORTION_CUTOFF, window
        )
        if words[0]:
            self._fail(words[0])

    def _is_chunk_again(self):
        for i in range(_CHUNK):  # noqa: SIM110 (a generator allocates)
            if self._samples_buf[i] != self._before_buf[i]:
                return False
        return True

    def _fail(self, code):
        if self._code == READY:
            self._code = code
