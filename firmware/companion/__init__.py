"""The companion beside the board: what lives on the Pico."""

VERSION = "0.1.0"
