"""A virtual device, wherever it runs: the running firmware, its buttons, its panel, and its reset.

It must not know the game or the page.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arcana_portable.virtual.wiring import Wiring


class VirtualDevice:
    """A companion without hardware. Its subclass gives it power, and a flash.

    app: the running `companion.app.App`, None while the plug is pulled. wiring: the Wiring. panel: the model
    of the panel's controller.
    """

    wiring: Wiring
    app: Any = None

    @property
    def plugged(self) -> bool:
        """Whether the device has power."""
        return self.app is not None

    def plug_in(self) -> None:
        """Give the device power: the firmware starts with the files on its flash. Needs a running loop."""
        raise NotImplementedError

    async def pull_plug(self) -> None:
        """Cut the power: all that is not in the flash is lost."""
        raise NotImplementedError

    def press(self, name: str) -> None:
        """Push a button down ("up", "down", "a", "b", "c")."""
        self.wiring.press(name)

    def release(self, name: str) -> None:
        """Release a button."""
        self.wiring.release(name)

    @property
    def panel(self) -> Any:
        return self.wiring.panel

    @property
    def glass(self) -> bytes:
        """The panel's picture, even without power: 4,736 bytes of landscape MONO_VLSB, 1 = black."""
        return self.wiring.panel.glass

    def reset(self) -> None:
        """Start the firmware again, as `machine.reset` does."""

        async def again() -> None:
            await self.pull_plug()
            self.plug_in()

        self._resetting = asyncio.create_task(again())
