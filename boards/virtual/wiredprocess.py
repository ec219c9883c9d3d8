"""Two wired boards as a process: the product's two ports, and the rig's."""

from __future__ import annotations

from boards.virtual.drive import BootselDrive
from boards.virtual.ports import Port
from boards.virtual.process import BoardProcess, Options
from boards.virtual.ptyport import PtyPort
from boards.virtual.wired import WiredRig


class WiredProcess(BoardProcess):
    """Ready when the rig can be talked to: it has the product's supply in its hands."""

    def __init__(self, pair: WiredRig, drive: BootselDrive, options: Options) -> None:
        super().__init__(pair.product, drive, options)
        self.rig_pty = PtyPort()
        self._pair = pair
        pair.rig.cdc.set_open(False)
        pair.rig.cdc.listeners.append(self._from_rig)

    def _can_be_talked_to(self) -> bool:
        return self._pair.rig.ready

    def _wants_wall_time(self) -> bool:
        return super()._wants_wall_time() or self.rig_pty.is_open

    def _lines(self) -> tuple[tuple[PtyPort, Port], ...]:
        return (*super()._lines(), (self.rig_pty, self._pair.rig.cdc))

    def _serve_clients(self) -> None:
        if self.rig_pty.look():
            self._pair.rig.cdc.set_open(self.rig_pty.is_open)
        super()._serve_clients()

    def _close(self) -> None:
        super()._close()
        self.rig_pty.close()
        self._pair.rig.close()

    def _from_rig(self, data: bytes) -> None:
        self._pair.rig.cdc.take()
        self._note_bytes(usb=False)
        self.rig_pty.write(data)
