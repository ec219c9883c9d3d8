"""What a shake was, for the record, and which refusals shaking again cannot mend."""

from shaker.dice import reasons

# Only a person can mend these; shaking again cannot.
_FAULTS = (
    reasons.SENSOR_FAULT,
    reasons.SENSOR_SWAPPED,
    reasons.OVER_CURRENT,
    reasons.MOTOR_OPEN,
    reasons.MOTOR_TIMEOUT,
)


def needs_person(reason):
    """Is it a fault of the machine, and not just a roll that does not count?"""
    return reason in _FAULTS


class Evidence:
    """What a shake was, in the fields of the record's header."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.face_a = 0
        self.face_b = 0
        self.margin_a = 0
        self.margin_b = 0
        self.spin_up_ms = 0
        self.tumble_ms = 0
        self.soft_stop_ms = 0
        self.brake_ms = 0
        self.settle_ms = 0
        self.tach_count = 0
        self.motor_work_mj = 0
        self.frame_count = 0
        self.reason = reasons.NONE
        self.chamber = 0  # 1 or 2: the chamber that the reason is about
