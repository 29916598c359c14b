"""The players' creatures on a device: lists them, and restores the creatures of a backup.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.errors import DeviceRefused
from arcana_portable.link.game_file import decoded
from arcana_portable.translation import _
from shared_rules.shipwreck.deep import FILE, Creature

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from arcana_portable.drivers import Steps
    from arcana_portable.games.interface import Put
    from arcana_portable.link.companion import Companion


def on_device(link: Companion) -> Steps[list[Creature]]:
    """Return the creatures that a device keeps. Raises DeviceLost, DeviceSilent."""
    texts = yield from link.pages("creatures", "creatures")
    return [Creature.from_text(text) for text in texts]


def bring(
    link: Companion, files: Mapping[str, bytes], there: Container[str], put: Put
) -> Steps[tuple[int, list[str]]]:
    """Restore creatures; see `PortableGame.restore_custom`."""
    content = files.get(FILE, b"")
    if content.strip() and FILE not in there:
        yield from put(FILE, content)
        there_now = yield from on_device(link)
        return len(there_now), []
    lines = [line.strip() for line in decoded(content).split("\n")]
    stored = decoded((yield from link.read_file(FILE))).split("\n") if any(lines) else []
    fresh, left = 0, []
    for line in lines:
        if line and not line.startswith("#") and line not in stored:
            try:
                fresh += (yield from link.call("creature", text=line))["changed"]
            except DeviceRefused as error:
                left.append(_("The creature {line} was not restored: {error}", line=line, error=error))
    return fresh, left
