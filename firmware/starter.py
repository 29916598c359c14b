"""Finds and imports the companion to run: the one in the first folder that `start.txt` names.

A companion that can't be imported is removed from `start.txt` for good, and the one in the next folder takes
its place; the second line of `start.txt` then says so. A companion may be older or newer than this file, so
this uses only `companion.boards.wake`, `companion.app.main` and, if there are bundles,
`companion.bundles.Bundles`. An app that has shown its first picture calls `done`, or `fall_back` if what it
needs after that can't be imported.
"""

import gc
import os
import sys

# Where MicroPython finds the companion that runs
PLACE = "/a"

# MicroPython's own modules, for which it searches all files first unless they have been imported
BUILT_IN = ("array", "binascii", "collections", "io", "json", "machine", "os", "select", "time")

_FOLDER = (0x4000,) + (0,) * 9
_FILE = (0x8000,) + (0,) * 9


class Modules:
    """The folder of a companion as a file system that lists each folder in it once.

    An import tries three names before it finds a file, and littlefs takes 2 ms to look for each: a third of
    the time to start.

    folder: its path. Raises OSError if there is no such folder.
    """

    def __init__(self, folder):
        self._folder = folder
        self._kinds = {"": _FOLDER, "/": _FOLDER}
        self._listed = []
        self._list("")

    def _list(self, path):
        """Remember what is in a folder. Raises OSError if there is no such folder."""
        for name in os.listdir(self._folder + path):
            self._kinds[path + "/" + name] = _FILE if "." in name else _FOLDER
        self._listed.append(path)

    def mount(self, readonly, make):
        """Do nothing; the interface of a file system needs it."""

    def umount(self):
        """Do nothing; the interface of a file system needs it."""

    def stat(self, path):
        """Return the status of a file or a folder, as `os.stat` does. Raises OSError if there is neither."""
        # whole paths, as a Pico is slow to split a text
        if path not in self._kinds:
            folder = path[: path.rfind("/")]
            if folder not in self._listed:
                self._list(folder)
            if path not in self._kinds:
                raise OSError(2)
        return self._kinds[path]

    def ilistdir(self, path):
        """Return the entries of a folder, as `os.ilistdir` does."""
        return os.ilistdir(self._folder + path)

    def open(self, path, mode):
        """Open a file. Raises OSError."""
        return open(self._folder + path, mode)


def import_built_in():
    """Import MicroPython's own modules without searching the files."""
    path = list(sys.path)
    del sys.path[:]
    for name in BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path.extend(path)


def forget_rp2():
    """Free the 2 KB of the module `rp2`, which MicroPython imports when a Pico starts, and nothing needs."""
    if sys.modules.pop("rp2", None):
        # main.py runs in there, too
        del __import__("__main__").rp2


def mount(folder):
    """Have imports search the folder of a companion first. Raises OSError if there is no such folder."""
    global modules
    if hasattr(os, "mount"):
        unmount()
        sys.path.insert(0, PLACE)
        modules = files_of(folder)
        os.mount(modules, PLACE)
        for package in ("companion", "shared_rules"):
            short = PLACE + "/" + package[0]
            if is_folder(short):
                __import__(package).__path__ = short
    else:
        sys.path.insert(0, folder)


def is_folder(path):
    """Return whether there is a folder."""
    try:
        return os.stat(path)[0] == _FOLDER[0]
    except OSError:
        return False


def files_of(folder):
    """Return a file system for the companion in a folder. Raises OSError if there is no such folder.

    The code that reads bundles is stored beside them, as their format may differ from companion to companion.
    """
    sys.path.insert(0, folder)
    try:
        from companion.bundles import Bundles

        return Bundles(folder)
    except (ImportError, OSError):
        # installed by mip
        return Modules(folder)
    finally:
        sys.path.pop(0)
        forget_companion()


def undo_mount():
    """Undo `mount`, as far as it got, and forget what was imported."""
    if sys.path.pop(0) == PLACE:
        unmount()
    forget_companion()


def forget_companion():
    """Have the next import of a companion's module read its file again."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("companion", "shared_rules"):
            del sys.modules[name]


def done():
    """Free what only the start needs: from now on imports are few, and the app collects garbage itself."""
    if hasattr(modules, "settle"):
        modules.settle()
    else:
        sys.path[0] = folder
        for module in sys.modules.values():
            path = getattr(module, "__path__", "")
            if path.startswith(PLACE):
                module.__path__ = folder + path[len(PLACE) :]
        unmount()
    gc.threshold(-1)
    del sys.modules["starter"]


def remove_from_start(error):
    """Remove the companion in `folder` from `start.txt`, with the reason; return whether that worked."""
    why = (folder, type(error).__name__, error)
    reason = "the companion in %s does not start (%s: %s)" % why
    message = "%s; the one in %s runs" % (reason, folders[0])
    # whole packets including the end of the line, like everything on the link: else one of its own might not
    # fit
    print(message + " " * (-len(message) - 2 & 63))
    try:
        with open("start.txt.new", "w") as file:
            file.write("%s\n%s\n" % (" ".join(folders), reason))
        os.rename("start.txt.new", "start.txt")
    except OSError:
        # if the flash is full, the next start tries again
        return False
    return True


def fall_back(error):
    """Restart with the previous companion, if there is one, as the one that runs can't go on."""
    if folders and remove_from_start(error):
        import machine

        machine.reset()


def hold_ctrl_c(is_held):
    """Let Ctrl-C interrupt nothing, or the program again."""
    if hasattr(os, "mount"):
        import micropython

        micropython.kbd_intr(-1 if is_held else 3)


def unmount():
    """Unmount the companion that an earlier start may have mounted."""
    try:
        os.umount(PLACE)
    except OSError:
        # none is mounted
        pass


# The garbage of imports is collected now and then, or it leaves holes between what stays: with 128 KB a start
# takes 90 ms less, but then a long game has no block of 7 KB left for a text.
gc.threshold(65536)

if hasattr(os, "mount"):
    import_built_in()
    forget_rp2()

# To an import that looks for a module any exception means that there is none, even that of a Ctrl-C: the
# companion would be taken for one that can't be imported. So Ctrl-C has to wait.
hold_ctrl_c(True)

modules = None

with open("start.txt") as file:
    folders = file.readline().split()

while True:
    folder = folders.pop(0)
    try:
        mount(folder)
        from companion import boards

        # a board that runs on a battery loses its power again unless this comes soon
        boards.wake()
        from companion.app import main as main

        break
    except Exception as error:
        if not folders:
            raise
        undo_mount()
        remove_from_start(error)

hold_ctrl_c(False)
