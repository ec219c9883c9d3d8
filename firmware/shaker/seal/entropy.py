"""Random bytes from a noise source that is tested all the time.

The source gives raw samples of one bit. Each passes the two continuous health tests of NIST SP
800-90B, 4.4: a failure is latched and nothing more comes out. What passed is conditioned by
SHA-512. We credit a sample with a quarter of a bit of min-entropy. The cut-offs at a false alarm
rate of 2**-30 are then 1 + 30 / 0.25 repetitions and, in a window of 1024, one more than the
critical value of the binomial distribution with p = 2**-0.25. A block of 64 bytes takes 4096
samples, 1024 credited bits.
"""

from micropython import const

from shaker.seal.kernels import fill
from shaker.seal.sha512 import Sha512

READY = const(0)
E_REPETITION = const(1)  # the source repeats one value
E_PROPORTION = const(2)  # the source prefers one value
E_SAMPLE = const(3)  # a sample is neither 0 nor 1
E_NOT_STARTED = const(4)  # the start-up test has not run

REPETITION_CUTOFF = const(121)
PROPORTION_WINDOW = const(1024)
PROPORTION_CUTOFF = const(928)
START_SAMPLES = const(1024)
BLOCK_SAMPLES = const(4096)
_CHUNK = const(128)


class EntropySource:
    """`sample_into(buf, size)` fills a buffer with raw samples, one 0 or 1 a byte."""

    def __init__(self, sample_into):
        self._sample_into = sample_into
        self._hash = Sha512()
        self._samples_buf = bytearray(_CHUNK)
        self._code = E_NOT_STARTED
        self._last = 2  # no sample yet
        self._run = 0
        self._reference = 0
        self._window = 0
        self._same = 0

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
        self._hash.start()
        fill(self._samples_buf, 0, _CHUNK, 0)
        return self._code

    def _collect(self, count):
        while count > 0 and self._code == READY:
            fill(self._samples_buf, 0, _CHUNK, 2)  # a source that does not fill is found
            self._sample_into(self._samples_buf, _CHUNK)
            for i in range(_CHUNK):
                self._test(self._samples_buf[i])
            self._hash.update(self._samples_buf, 0, _CHUNK)
            count -= _CHUNK

    def _test(self, sample):
        if sample > 1:
            self._fail(E_SAMPLE)
            return
        if sample == self._last:
            self._run += 1
            if self._run >= REPETITION_CUTOFF:
                self._fail(E_REPETITION)
        else:
            self._last = sample
            self._run = 1
        if self._window == 0:
            self._reference = sample
            self._same = 0
        if sample == self._reference:
            self._same += 1
            if self._same >= PROPORTION_CUTOFF:
                self._fail(E_PROPORTION)
        self._window = (self._window + 1) % PROPORTION_WINDOW

    def _fail(self, code):
        if self._code == READY:
            self._code = code
