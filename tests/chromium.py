"""Chromium, where it is installed: how tests start it, press keys, and read the page's canvas."""

import shutil
from pathlib import Path

# the first one has no window to keep, and needs a quarter of the processor's time for a page
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
AXE = Path(__file__).parent / "wasm" / "node_modules" / "axe-core" / "axe.min.js"
PICTURE = """() => {
    const canvas = document.getElementById("panel");
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const picture = new Uint8Array(canvas.width * canvas.height / 8);
    for (let y = 0; y < canvas.height; y++)
        for (let x = 0; x < canvas.width; x++)
            if (pixels[(y * canvas.width + x) * 4] < 128)
                picture[(y >> 3) * canvas.width + x] |= 1 << (y & 7);
    return btoa(String.fromCharCode(...picture));
}"""

PATIENCE = 60_000
"""Milliseconds that a page may take; only a failing test waits that long."""

_PRESS = """async (key) => {
    // any sooner it would count as a bounce
    const since = performance.now() - (window.lastPress ?? -Infinity);
    if (since < 25) await new Promise((go) => setTimeout(go, 25 - since));
    for (const kind of ["keydown", "keyup"])
        document.activeElement.dispatchEvent(
            new KeyboardEvent(kind, { key, bubbles: true, cancelable: true }));
    window.lastPress = performance.now();
}"""


async def press(page, key):
    """Press and release a key in one step of the page: on a busy machine two steps would be a long press."""
    await page.evaluate(_PRESS, key)
