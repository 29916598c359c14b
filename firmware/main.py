"""Starts the companion when the Pico gets power."""

import gc
import sys

from starter import main

# A game can do without this code
del sys.modules["starter"]
# From here on the app collects while the glass is busy; in the middle of an event it would only cost time
gc.threshold(-1)
main()
