"""The players' creatures on a device: which there are, and those of a backup brought back."""

from collections.abc import Callable, Container, Mapping
from typing import Any

from arcana_host.errors import DeviceRefused
from arcana_host.link.device import Device
from arcana_host.translation import _
from shared_rules.shipwreck.deep import FILE, Creature


def on_device(device: Device) -> list[Creature]:
    """Return the creatures that a device keeps. Raises DeviceLost, DeviceSilent."""
    return [Creature.from_text(text) for page in device.pages("creatures") for text in page["creatures"]]


def bring(
    device: Device, files: Mapping[str, bytes], there: Container[str], put: Callable[[str, bytes], Any]
) -> tuple[int, list[str]]:
    """Restore creatures; see `DesktopGame.restore_custom`."""
    content = files.get(FILE, b"")
    if content.strip() and FILE not in there:
        put(FILE, content)
        return len(on_device(device)), []
    lines = [line.strip() for line in content.decode("ascii", errors="replace").splitlines()]
    kept = device.read_file(FILE).decode(errors="replace").splitlines() if lines else []
    fresh, left = 0, []
    for line in lines:
        if line and not line.startswith("#") and line not in kept:
            try:
                fresh += device.call("creature", text=line)["changed"]
            except DeviceRefused as error:
                left.append(_("The creature {line} was not restored: {error}", line=line, error=error))
    return fresh, left
