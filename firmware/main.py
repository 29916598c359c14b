"""Starts the companion when the Pico gets power."""

import gc

# What an import leaves behind is collected at once, or it ends up as holes between what stays
gc.threshold(4096)

from companion import boards  # noqa: E402

# A board that runs on a battery loses its power again where this does not come soon
boards.wake()
del boards

from companion.app import main  # noqa: E402

# From here on the app collects while the glass is busy; in the middle of an event it would only cost time
gc.threshold(-1)
main()
