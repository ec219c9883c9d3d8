"""What the groups of calls need of the link."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from boxcars.link.authority import Signer


class Calls(ABC):
    """Asks and performs by the names of the message table."""

    @abstractmethod
    def ask(self, name: str, /, **values: int | bytes) -> dict[str, Any]: ...
    @abstractmethod
    def perform(self, name: str, /, **values: int | bytes) -> dict[str, Any]: ...
    @abstractmethod
    def command(
        self, name: str, signer: Signer | None = None, /, **values: int | bytes
    ) -> dict[str, Any]: ...
