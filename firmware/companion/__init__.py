"""The companion beside the board: what lives on the Pico."""
