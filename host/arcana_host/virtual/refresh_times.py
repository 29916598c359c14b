"""How long refreshes keep each panel busy, by what is known of real glass; tests hold the models to it."""

from . import use_firmware

use_firmware()

from companion import waveform  # noqa: E402

# Milliseconds that the controller is busy with a full refresh, least and most, power on and off included, and
# those of switching its voltages on. The SSD1680's were measured by the author of GxEPD2, the most on
# GDEM029T94, the least on the later glass GDEY029T94; the UC8151's are what Pimoroni says of the Badger 2040.
_KNOWN = {"SSD1680": (1500, 4000, 96), "UC8151": (3500, 5500, 40)}


def expected(driver: str, quick: bool = False) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return (least, most) milliseconds that BUSY takes for a full refresh, and the same for a partial one.

    driver: the name of a driver's class. quick: whether the partial one is a quick one. The least that it
    takes is with the voltages on already.
    """
    least, most, on = _KNOWN[driver]
    groups = getattr(waveform, driver + "_QUICK" if quick else driver)
    drive = getattr(waveform, driver + "_FRAME_MS") * sum(frames * times for frames, times, _ in groups)
    return (least, most), (drive, drive + on)
