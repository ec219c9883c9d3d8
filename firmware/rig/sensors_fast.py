"""Two ADNS-3080s behind the SPI slaves of PIO0, machines 0 and 1: registers and frame bursts.

A byte of a burst must be there 10 us after the one before, so this loop does nothing else: it has
the second core to itself, and sleeps only while neither chip select is low. What it shows is
chosen when the board under test asks for a frame: the dark one if its light is off, the next of
the tumbling ones while its motor is on, else the one at rest. Viper, as bytecode takes longer for
one word than the bus gives it; there is no plain twin, because there is nothing but register
access in it.
"""
# mypy: disable-error-code="name-defined"

from micropython import const
from rig.rest import until_event

# ---- words of the control block; the block of a sensor follows, twice
RUN = const(0)
LIGHT_MASK = const(1)
MOTOR_MASK = const(2)
FRAME_SIZE = const(3)
TUMBLE_COUNT = const(4)
DARK = const(5)  # address of the frame without light
SELECT_MASK = const(6)  # of both
SENSOR = const(16)
SENSOR_WORDS = const(16)
CONTROL_WORDS = const(48)

# ---- words of a sensor
STATE = const(0)
ADDRESS = const(1)
INDEX = const(2)  # next pixel of a burst
FRAME = const(3)  # address of the frame that was captured
TUMBLING = const(4)  # address of the first tumbling frame
NEXT = const(5)  # of them
REST = const(6)  # address of the frame at rest
CAPTURES = const(7)
REGISTERS = const(8)  # address of 128 bytes
SELECT = const(9)  # mask of its chip select

_AT_ADDRESS = const(0)
_AT_VALUE = const(1)
_AT_ANSWER = const(2)
_AT_BURST = const(3)


@micropython.viper
def pump(control_buf):
    control = ptr32(control_buf)
    pio = ptr32(0x50200000)
    sio = ptr32(int(0xD0000000))  # noqa: RUF046 -- it does not fit a small int
    ppb = ptr32(int(0xE000E000))  # noqa: RUF046
    size = control[3]
    both = control[6]
    pio[78] = 0x300  # flags 0 and 1, of the watchers, raise the second interrupt of PIO0
    ppb[836] = 16  # which nobody has enabled: SEVONPEND, it wakes this core and no more
    while control[0]:
        if sio[1] & both == both:
            control[16] = 0
            control[32] = 0
            pio[12] = 3
            ppb[160] = 1 << 8  # it waits no longer: so it can begin to
            if sio[1] & both == both:
                until_event()
            continue
        sensor = 0
        while sensor < 2:
            at = 16 + 16 * sensor
            state = control[at]
            if pio[1] >> (8 + sensor) & 1:  # no word has come
                if sio[1] & control[at + 9]:
                    control[at] = 0
                sensor += 1
                continue
            word = pio[8 + sensor] & 0xFF
            registers = ptr8(control[at + 8])
            if state == 3:
                index = control[at + 2]
                pixel = 0
                if index < size:
                    pixel = ptr8(control[at + 3])[index]
                    control[at + 2] = index + 1
                pio[4 + sensor] = pixel << 24
            elif state == 0:
                if word == 0x40:
                    pio[4 + sensor] = (ptr8(control[at + 3])[0] | 0x40) << 24
                    control[at + 2] = 1
                    control[at] = 3
                elif word & 0x80:
                    control[at + 1] = word & 0x7F
                    control[at] = 1
                else:
                    pio[4 + sensor] = registers[word] << 24
                    control[at] = 2
            else:
                control[at] = 0
                if state == 1:
                    registers[control[at + 1]] = word
                    if control[at + 1] == 0x13 and word == 0x83:
                        control[at + 7] += 1
                        lit = 0
                        look = 0
                        while look < 64:  # longer than a period of the light's PWM
                            lit = lit | (sio[1] & control[1])
                            look += 1
                        if not lit:
                            control[at + 3] = control[5]
                        elif sio[1] & control[2]:
                            turn = control[at + 5]
                            if turn >= control[4]:
                                turn = 0
                            control[at + 3] = control[at + 4] + turn * size
                            control[at + 5] = turn + 1
                        else:
                            control[at + 3] = control[at + 6]
            sensor += 1
