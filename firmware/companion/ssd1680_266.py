"""Driver for a 2.66" black and white panel of 296 x 152 pixels with an SSD1680 (native 152 wide, 296 high).

The picture of 128 rows is slightly above the middle, as rows are addressed by eights: 8 white rows above, 16
below.
"""

from companion.platform import const
from companion.ssd1680 import SSD1680

_RAM_X_COUNTER = const(0x4E)
_RAM_Y_COUNTER = const(0x4F)

_MARGINS = b"\x12\x01\x00"  # RAM X of the pages around the picture


class SSD1680_266(SSD1680):
    """The panel with this controller and size."""

    _TOP = 17

    async def _wake(self):
        await super()._wake()
        self.send(b"\x44\x02\x12\x00")  # RAM X window: 19 bytes
        # after a reset the margins are undefined; a refresh keeps them
        blank = bytes(self.width)
        for column in _MARGINS:
            for command in self._NEW + self._SHOWN:
                self._command(_RAM_X_COUNTER, bytes((column,)))
                self._command(_RAM_Y_COUNTER, b"\x00\x00")
                self._command(command, blank)
