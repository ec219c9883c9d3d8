"""The calls of technicians, operators and stations: look, exercise, calibrate, provision."""

from __future__ import annotations

from boxcars.link.answers import (
    Calibrated,
    Identity,
    KeyInfo,
    KnownKey,
    LinkErrors,
    LogEntry,
    Meter,
    Picture,
    Reading,
    RecalledStep,
)
from boxcars.link.authority import Signer
from boxcars.link.calls import Calls
from boxcars.link.schema import ENTRIES
from shaker.link import messages

METER_LIMB_BITS = 20


class ServiceCalls(Calls):
    """Each method is one message, or all the parts of one thing."""

    # -- looking -----------------------------------------------------------------------------

    def identity(self) -> Identity:
        values = self.ask("identity")
        for name in ("version", "board"):
            values[name] = values[name].rstrip(b"\0").decode()
        return Identity(**values)

    def measure(self, nonce: bytes) -> bytes:
        """SHA-256 over the nonce and the image that the board runs."""
        return bytes(self.ask("measure", nonce=nonce)["digest"])

    def key(self) -> KeyInfo:
        return KeyInfo(**self.ask("key"))

    def link_errors(self, port: int) -> LinkErrors:
        return LinkErrors(**self.ask("link-errors", port=port))

    def meters(self) -> list[Meter]:
        rows: list[Meter] = []
        while True:
            values = self.ask("meters", index=len(rows))
            entries = ENTRIES[messages.METERS, "meters"].unpack_all(values["meters"])
            for entry in entries:
                value = (entry["high"] << METER_LIMB_BITS) + entry["low"]
                rows.append(Meter(entry["meter"], value))
            if len(rows) >= values["count"] or not entries:
                return rows

    def diagnostics(self) -> list[Reading]:
        rows: list[Reading] = []
        while True:
            values = self.ask("diagnostics", index=len(rows))
            entries = ENTRIES[messages.DIAGNOSTICS, "values"].unpack_all(values["values"])
            rows += [Reading(**entry) for entry in entries]
            if len(rows) >= values["count"] or not entries:
                return rows

    def recall(self, round_number: int) -> list[RecalledStep]:
        """Every step of a round that is still kept."""
        steps = [RecalledStep(**self.ask("recall", round=round_number, step=0))]
        while len(steps) < steps[0].steps:
            step = len(steps)
            steps.append(RecalledStep(**self.ask("recall", round=round_number, step=step)))
        return steps

    def log(self, log: int) -> list[LogEntry]:
        """A log of the board (doors, faults, program changes, power losses ...), oldest first."""
        entries: list[LogEntry] = []
        while True:
            entry = LogEntry(**self.ask("log", log=log, index=len(entries)))
            if entry.index >= entry.count:
                return entries
            entries.append(entry)

    def picture(self, chamber: int, *, light: bool = True) -> Picture:
        """What the sensor of a chamber sees now."""
        values = self.ask("picture", chamber=chamber, light=int(light))
        return Picture(
            values["width"], values["height"], self.part(messages.PART_PICTURE, chamber)
        )

    def part(self, what: int, index: int = 0) -> bytes:
        """All of something that comes in parts: a picture, a motor trace, a golden frame."""
        data = bytearray()
        while True:
            values = self.ask("part", what=what, index=index, offset=len(data))
            data += values["part"]
            if len(data) >= values["size"] or not values["part"]:
                return bytes(data)

    def keys(self) -> list[KnownKey]:
        rows: list[KnownKey] = []
        while True:
            values = self.ask("keys", index=len(rows))
            entries = ENTRIES[messages.KEYS, "keys"].unpack_all(values["keys"])
            rows += [KnownKey(**entry) for entry in entries]
            if len(rows) >= values["count"] or not entries:
                return rows

    def read_setting(self, setting: int) -> bytes:
        return bytes(self.ask("setting-read", setting=setting)["value"])

    # -- acting ------------------------------------------------------------------------------

    def clear_fault(self, code: int, signer: Signer | None = None) -> None:
        self.command("clear-fault", signer, code=code)

    def self_test(self, signer: Signer | None = None) -> int:
        """Run the self test; a bit for each part that failed."""
        return int(self.command("self-test", signer)["failed"])

    def exercise(
        self, mode: int, time_ms: int, duty_permille: int, signer: Signer | None = None
    ) -> None:
        self.command("exercise", signer, mode=mode, time_ms=time_ms, duty_permille=duty_permille)

    def calibrate(self, chamber: int, step: int, signer: Signer | None = None) -> Calibrated:
        """Let the board take golden frames: `step` 0 of the empty chamber, 1 of a die in it."""
        return Calibrated(**self.command("calibrate", signer, chamber=chamber, step=step))

    def set_clock(self, time_s: int, time_ms: int, signer: Signer | None = None) -> None:
        """Seconds since 2020-01-01T00:00:00Z."""
        self.command("clock", signer, time_s=time_s, time_ms=time_ms)

    def dice_set(self, number: int, signer: Signer | None = None) -> int:
        """A new set of dice lies in the chambers: its number, not its faces."""
        return int(self.command("dice-set", signer, set=number)["set"])

    def reboot(self, mode: int, signer: Signer | None = None) -> None:
        self.command("reboot", signer, mode=mode)

    def provision(self, signer: Signer | None = None) -> bytes:
        """Let the board make its key pair; the public key."""
        return bytes(self.command("provision", signer)["public"])

    def write_setting(self, setting: int, value: bytes, signer: Signer | None = None) -> None:
        self.command("setting", signer, setting=setting, value=value)

    def add_key(self, authority: int, public: bytes, signer: Signer | None = None) -> int:
        return int(self.command("key-add", signer, authority=authority, public=public)["slot"])

    def revoke_key(self, key_id: bytes, signer: Signer | None = None) -> int:
        return int(self.command("key-revoke", signer, key=key_id)["slot"])

    def lock(self, signer: Signer | None = None) -> None:
        self.command("lock", signer)

    def retire(self, signer: Signer | None = None) -> int:
        """The sequence of the board's last record."""
        return int(self.command("retire", signer)["sequence"])
