"""How long refreshes keep each panel busy, as known from real panels.

`arcana test` measures devices against it, and the tests measure the models.
"""

from typing import NamedTuple

from arcana_portable.firmware import use_firmware

use_firmware()

from companion import waveform  # noqa: E402

# Milliseconds: the shortest and the longest busy time of a full refresh, with power on and off, and how long
# switching the voltages on takes. The author of GxEPD2 measured the SSD1680's, the longest on GDEM029T94, the
# shortest on the later glass GDEY029T94; Pimoroni gives the UC8151's for the Badger 2040.
_KNOWN = {"SSD1680": (1500, 4000, 96), "SSD1683": (1000, 4000, 96), "UC8151": (3500, 5500, 40)}
_OWN = {"SSD1683": (250, 460)}
"""The same of a partial refresh with the controller's own waveform."""

_TABLES = {"partial": "", "quick": "_QUICK"}


class BusyTime(NamedTuple):
    """How long a refresh keeps BUSY active, in milliseconds.

    least: with the voltages on already. most: with switching them on. frames: how many the loaded waveform
    has, 0 for the controller's own. frame_ms: the length of a frame.
    """

    least: int
    most: int
    frames: int = 0
    frame_ms: int = 0


def expected_busy_times(driver: str) -> dict[str, BusyTime]:
    """Return the expected times of "full", "partial" and "quick" refreshes.

    driver: the name of a driver's class. Raises KeyError for an unknown driver.
    """
    # a driver may add how its glass is mounted
    driver = driver.partition("_")[0]
    least, most, on = _KNOWN[driver]
    times = {"full": BusyTime(least, most)}
    for refresh, table in _TABLES.items():
        if driver in _OWN:
            times[refresh] = BusyTime(*_OWN[driver])
            continue
        frames = sum(count * repeats for count, repeats, _ in getattr(waveform, driver + table))
        frame_ms = getattr(waveform, driver + "_FRAME_MS")
        times[refresh] = BusyTime(frames * frame_ms, frames * frame_ms + on, frames, frame_ms)
    return times
