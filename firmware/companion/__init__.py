"""The companion beside the board: everything that runs on the Pico."""

VERSION = "0.1.0"
