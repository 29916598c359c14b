"""Starts the companion when the Pico gets power."""

import gc

# What an import leaves behind is collected at once, or it ends up as holes between what stays
gc.threshold(4096)

from companion.app import main  # noqa: E402

gc.threshold(16384)
main()
