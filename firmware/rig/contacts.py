"""The switches and the supply of the board under test, as a rig closes and opens them."""

from machine import Pin


class Contact:
    """A switch to ground: closed it pulls low, open it lets go, as a real one does."""

    def __init__(self, gpio):
        self._pin = Pin(gpio, Pin.OUT, value=0)

    def open(self, is_open):
        if is_open:
            self._pin.init(Pin.IN)
        else:
            self._pin.init(Pin.OUT, value=0)


class Contacts:
    """Lid, doors and tilt, in the order of `messages.SWITCH_WORDS`; all closed to begin with."""

    def __init__(self, settings):
        gpios = (
            settings.SWITCHES_LID,
            settings.SWITCHES_CABINET_DOOR,
            settings.SWITCHES_LOGIC_DOOR,
            settings.SWITCHES_TILT,
        )
        self._contacts = [Contact(gpio) for gpio in gpios]
        self.opened = 0  # a bit each

    def set(self, opened):
        """Open those whose bit is set, close the others."""
        for index, contact in enumerate(self._contacts):
            if (opened ^ self.opened) >> index & 1:
                contact.open(opened >> index & 1)
        self.opened = opened


class Supply:
    """High feeds the board under test. Off to begin with."""

    def __init__(self, settings):
        self._pin = Pin(settings.SUPPLY_SWITCH, Pin.OUT, value=0)
        self.is_on = 0

    def set(self, on):
        self._pin.value(on)
        self.is_on = on
