"""The bytes of an array of words, without a copy: what moves and check sums work on."""

import micropython

if not hasattr(micropython, "heap_lock"):

    def bytes_of(words):
        """The array's own memory as bytes."""
        return memoryview(words).cast("B")  # type: ignore[attr-defined, unused-ignore]

else:
    import uctypes

    def bytes_of(words):
        """The array's own memory as bytes."""
        return uctypes.bytearray_at(uctypes.addressof(words), 4 * len(words))
