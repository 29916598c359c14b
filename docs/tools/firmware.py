"""The companion's screens for makers of their pictures: where they are, and a canvas as an image."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def reach():
    """Let the firmware, and the tests' small app that runs its screens, be imported."""
    for folder in ("tests", "firmware", "host", "host/arcana_portable/virtual/standins"):
        if str(ROOT / folder) not in sys.path:
            sys.path.append(str(ROOT / folder))


def image(canvas):
    """Return a canvas of the companion as an image, black on white."""
    from arcana_portable.virtual.panel import inverted, picture

    return picture(inverted(bytes(canvas.buffer)), canvas.width).convert("1")
