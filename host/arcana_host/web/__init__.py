"""The companion on a page that needs no server: the firmware on MicroPython in the browser."""
