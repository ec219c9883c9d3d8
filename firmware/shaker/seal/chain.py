"""The chain: gives each record its place, seals it, and never goes back."""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.octets.words import get_u32, put_u32
from shaker.seal import record
from shaker.seal.record import AT_BOOT, AT_KIND, AT_PREVIOUS, AT_SEQUENCE
from shaker.seal.sha512 import DIGEST_SIZE, Sha512

SEALED = const(0)
E_SELF_TEST = const(1)  # the self test has not run or has failed
E_SEQUENCE = const(2)  # the header is not the next record of this chain
E_BOOT = const(3)  # its boot counter is less than that of the record before
E_RETIRED = const(4)  # the chain has ended
E_LAYOUT = const(5)  # magic, version, kind, build or reserved bytes are not as laid out
E_DEVICE = const(6)  # the header is of another board


class Chain:
    """One board's records. Sealing does not move the chain on; `commit` does, from flash."""

    def __init__(self, signer, tested, device, image, build):
        """`tested` is what `selftest.run()` returned: only 0 lets the chain seal."""
        assert len(device) == record.DEVICE_SIZE
        assert len(image) == record.DIGEST_SIZE
        assert build in (record.BUILD_BENCH, record.BUILD_PRODUCT)
        self._signer = signer
        self._tested = tested
        self._device = device
        self._image = image
        self._build = build
        self._hash = Sha512()
        self._wide_buf = bytearray(DIGEST_SIZE)
        self._head_buf = bytearray(record.DIGEST_SIZE)
        self._sequence = 0
        self._boot = 0
        self._retired = False

    def judge(self, tested):
        """What a later self test returned: once it fails, nothing more is sealed."""
        self._tested = tested

    @property
    def sequence(self):
        """Sequence of the next record."""
        return self._sequence

    def head_into(self, out, at):
        """Write the digest of the last committed record, zeros before the first."""
        move(out, at, self._head_buf, 0, record.DIGEST_SIZE)

    def begin(self, header, kind, boot):
        """Lay out an empty record of a kind as the next of the chain."""
        assert record.KIND_GENESIS <= kind <= record.KIND_RETIRE
        assert len(header) >= record.HEADER_SIZE
        fill(header, 0, record.HEADER_SIZE, 0)
        move(header, record.AT_MAGIC, record.MAGIC, 0, 4)
        header[record.AT_VERSION] = record.VERSION
        header[AT_KIND] = kind
        header[record.AT_BUILD] = self._build
        move(header, record.AT_DEVICE, self._device, 0, record.DEVICE_SIZE)
        move(header, record.AT_IMAGE, self._image, 0, record.DIGEST_SIZE)
        put_u32(header, AT_BOOT, boot)
        put_u32(header, AT_SEQUENCE, self._sequence)
        move(header, AT_PREVIOUS, self._head_buf, 0, record.DIGEST_SIZE)

    def seal_into(self, signature, header):
        """Sign a header laid out by `begin`; SEALED, or why not. Same header, same signature.

        A header captured before a cut is sealed as it was captured, the image of that time in it.
        """
        code = self._check(header)
        if code == SEALED:
            self._signer.sign_into(signature, header, record.HEADER_SIZE)
        return code

    def commit(self, header, signature):
        """Move on: the record is on flash. Also replays the journal's last records at start."""
        code = self._check_identity(header)
        if code == SEALED:
            code = self._check_place(header)
        if code == SEALED:
            self._adopt(header, signature)
        return code

    def resume(self, header, signature):
        """Continue after the journal's last record, whose signature the journal has checked.

        SEALED, or a code and the chain has not moved: the page holds no record of this board.
        """
        assert self._sequence == 0
        code = self._check_identity(header)
        if code != SEALED:
            return code
        sequence = get_u32(header, AT_SEQUENCE)
        if sequence < 0 or (header[AT_KIND] == record.KIND_GENESIS) != (sequence == 0):
            return E_SEQUENCE
        if get_u32(header, AT_BOOT) < 0:
            return E_BOOT
        self._adopt(header, signature)
        return SEALED

    def _adopt(self, header, signature):
        self._hash.start()
        self._hash.update(header, 0, record.HEADER_SIZE)
        self._hash.update(signature, 0, record.SIGNATURE_SIZE)
        self._hash.finish_into(self._wide_buf, 0)
        move(self._head_buf, 0, self._wide_buf, 0, record.DIGEST_SIZE)
        self._sequence = get_u32(header, AT_SEQUENCE) + 1
        self._boot = get_u32(header, AT_BOOT)
        self._retired = header[AT_KIND] == record.KIND_RETIRE

    def _check(self, header):
        if self._tested != 0:
            return E_SELF_TEST
        code = self._check_identity(header)
        return self._check_place(header) if code == SEALED else code

    def _check_identity(self, header):
        if not _is_laid_out(header):
            return E_LAYOUT
        for i in range(record.DEVICE_SIZE):
            if header[record.AT_DEVICE + i] != self._device[i]:
                return E_DEVICE
        return SEALED

    def _check_place(self, header):
        if self._retired:
            return E_RETIRED
        if get_u32(header, AT_SEQUENCE) != self._sequence:
            return E_SEQUENCE
        for i in range(record.DIGEST_SIZE):
            if header[AT_PREVIOUS + i] != self._head_buf[i]:
                return E_SEQUENCE
        if (header[AT_KIND] == record.KIND_GENESIS) != (self._sequence == 0):
            return E_SEQUENCE
        if get_u32(header, AT_BOOT) < self._boot:
            return E_BOOT
        return SEALED


def _is_laid_out(header):
    for i in range(4):
        if header[i] != record.MAGIC[i]:
            return False
    if header[record.AT_VERSION] != record.VERSION:
        return False
    if not record.KIND_GENESIS <= header[AT_KIND] <= record.KIND_RETIRE:
        return False
    if header[record.AT_BUILD] > record.BUILD_PRODUCT:
        return False
    for i in range(record.AT_RESERVED, record.AT_BODY):  # noqa: SIM110 (a generator allocates)
        if header[i]:
            return False
    return True
