"""Debian's Chromium, where it is installed: how tests start it, and what they read off the page's canvas."""

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
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
