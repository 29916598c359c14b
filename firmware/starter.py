"""Finds the companion that is to run: that in the folder which `start.txt` names first.

One that can't be imported is left out for good, and the one in the next folder takes its place; the second
line of `start.txt` says so then. A companion may be older or newer than this file, so all that it takes from
one is `companion.boards.wake` and `companion.app.main`.
"""

import gc
import os
import sys

# What an import leaves behind is collected at once, or it ends up as holes between what stays
gc.threshold(4096)

with open("start.txt") as file:
    folders = file.readline().split()

while True:
    sys.path.insert(0, folders.pop(0))
    try:
        from companion import boards

        # A board that runs on a battery loses its power again where this does not come soon
        boards.wake()
        from companion.app import main as main

        break
    except Exception as error:
        if not folders:
            raise
        why = (sys.path.pop(0), type(error).__name__, error)
        told = "the companion in %s does not start (%s: %s)" % why
        print("%s; the one in %s runs" % (told, folders[0]))
        for name in list(sys.modules):
            if name.split(".")[0] in ("companion", "shared_rules"):
                del sys.modules[name]
        try:
            with open("start.txt.new", "w") as file:
                file.write("%s\n%s\n" % (" ".join(folders), told))
            os.rename("start.txt.new", "start.txt")
        except OSError:
            # On a full flash it is tried again at the next start
            pass
