"""The companion beside the board: everything that runs on the Pico."""

VERSION = "0.1.0"

VERSION_LINE = ("# by %s\n" % VERSION).encode()
"""The comment in a game's file that names the version whose rules have accepted its events."""
