"""How long refreshes keep each panel busy, as known from real panels.

`arcana test` measures devices against it, and the tests measure the models.
"""

from typing import NamedTuple

from . import use_firmware

use_firmware()

from companion import waveform  # noqa: E402

# Milliseconds that the controller is busy with a full refresh, least and most, power on and off included, and
# those of switching its voltages on. The SSD1680's were measured by the author of GxEPD2, the most on
# GDEM029T94, the least on the later glass GDEY029T94; the UC8151's are what Pimoroni says of the Badger 2040.
_KNOWN = {"SSD1680": (1500, 4000, 96), "UC8151": (3500, 5500, 40)}

_TABLES = {"partial": "", "quick": "_QUICK"}


class Busy(NamedTuple):
    """How long BUSY lasts, in milliseconds: `least`, with the voltages on already, and `most`.

    frames: how many the waveform has that we load, 0 where it is the controller's own. frame_ms: what one of
    them takes.
    """

    least: int
    most: int
    frames: int = 0
    frame_ms: int = 0


def expected(driver: str) -> dict[str, Busy]:
    """Return what is expected of "full", "partial" and "quick" refreshes.

    driver: the name of a driver's class. Raises KeyError for one of which nothing is known.
    """
    # what comes after the name of the controller is a size
    driver = driver.partition("_")[0]
    least, most, on = _KNOWN[driver]
    times = {"full": Busy(least, most)}
    for refresh, table in _TABLES.items():
        frames = sum(count * repeats for count, repeats, _ in getattr(waveform, driver + table))
        frame_ms = getattr(waveform, driver + "_FRAME_MS")
        times[refresh] = Busy(frames * frame_ms, frames * frame_ms + on, frames, frame_ms)
    return times
