"""The companion on a static page: the firmware on MicroPython in the browser."""
