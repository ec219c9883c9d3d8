"""One request on its way to the handler, and the answer that it writes."""

from shaker.link.fields import Reader, Writer
from shaker.link.sizes import KEY_ID_SIZE


class Request:
    """Filled by the session for each request; the handler reads it and writes `reply`.

    `fields` gives the fields in the order of the table, `reply` takes those of the answer; what is
    written counts only if the handler returns 0. `authority` is the bit of the authority that
    signed the request, 0 if it was not signed, and `key_buf` the id of the key that did.
    """

    def __init__(self, place):
        self.place = place
        self.message = 0
        self.number = 0
        self.authority = 0
        self.key_buf = bytearray(KEY_ID_SIZE)
        self.fields = Reader()
        self.reply = Writer()
