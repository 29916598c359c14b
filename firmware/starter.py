"""Finds the companion that is to run: that in the folder which `start.txt` names first.

One that can't be imported is left out for good, and the one in the next folder takes its place; the second
line of `start.txt` says so then. A companion may be older or newer than this file, so all that it takes from
one is `companion.boards.wake`, `companion.app.main` and, where it has bundles, `companion.bundles.Bundles`.
An app that has shown its first picture calls `done`, and `fall_back` where what it needs after that can't be
imported.
"""

import gc
import os
import sys

# Where MicroPython finds the companion that runs
PLACE = "/a"

# What MicroPython has in itself, and looks for in all files first unless it is told so
BUILT_IN = ("array", "binascii", "collections", "io", "json", "machine", "os", "select", "time")

_FOLDER = (0x4000,) + (0,) * 9
_FILE = (0x8000,) + (0,) * 9


class Modules:
    """The folder of a companion as a file system that lists each of its folders once.

    An import asks for three names until it finds a file, and littlefs searches 2 ms for each: a third of the
    time that a start would take.

    folder: its path. Raises OSError when there is none.
    """

    def __init__(self, folder):
        self._folder = folder
        self._kinds = {"": _FOLDER, "/": _FOLDER}
        self._listed = []
        self._list("")

    def _list(self, path):
        """Learn what lies in a folder. Raises OSError when there is none."""
        for name in os.listdir(self._folder + path):
            self._kinds[path + "/" + name] = _FILE if "." in name else _FOLDER
        self._listed.append(path)

    def mount(self, readonly, make):
        """Nothing has to be done for it."""

    def umount(self):
        """Nothing has to be done for it."""

    def stat(self, path):
        """Return what says that there is a file or a folder. Raises OSError where there is neither."""
        # whole paths, as a Pico takes its time to take a text apart
        if path not in self._kinds:
            folder = path[: path.rfind("/")]
            if folder not in self._listed:
                self._list(folder)
            if path not in self._kinds:
                raise OSError(2)
        return self._kinds[path]

    def ilistdir(self, path):
        """Return what `os.listdir` makes its list of."""
        return os.ilistdir(self._folder + path)

    def open(self, path, mode):
        """Open a file. Raises OSError."""
        return open(self._folder + path, mode)


def know_the_built_in():
    """Let MicroPython find its own modules at once."""
    path = list(sys.path)
    del sys.path[:]
    for name in BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path.extend(path)


def forget_state_machines():
    """Give back the 2 KB of a module that MicroPython's own start imports on a Pico, and nobody needs."""
    if sys.modules.pop("rp2", None):
        # there main.py runs, and that start before it
        del __import__("__main__").rp2


def take(folder):
    """Let imports look into the folder of a companion first. Raises OSError when there is none."""
    global modules
    if hasattr(os, "mount"):
        give_back()
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
    """Return a file system of the companion in a folder. Raises OSError when there is none.

    What reads bundles lies beside them: how they are stored may differ from companion to companion.
    """
    sys.path.insert(0, folder)
    try:
        from companion.bundles import Bundles

        return Bundles(folder)
    except (ImportError, OSError):
        # as mip leaves it
        return Modules(folder)
    finally:
        sys.path.pop(0)
        forget_companion()


def leave():
    """Undo `take`, as far as it came, and forget what was imported."""
    if sys.path.pop(0) == PLACE:
        give_back()
    forget_companion()


def forget_companion():
    """Have the next import of a companion's module look into the files again."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("companion", "shared_rules"):
            del sys.modules[name]


def done():
    """Give back what only a start needs: from now on imports are few, and the app collects by itself."""
    if hasattr(modules, "settle"):
        modules.settle()
    else:
        sys.path[0] = folder
        for module in sys.modules.values():
            path = getattr(module, "__path__", "")
            if path.startswith(PLACE):
                module.__path__ = folder + path[len(PLACE) :]
        give_back()
    gc.threshold(-1)
    del sys.modules["starter"]


def leave_out(error):
    """Note that the companion in `folder` is not to start again, and why; return whether that is kept."""
    why = (folder, type(error).__name__, error)
    told = "the companion in %s does not start (%s: %s)" % why
    said = "%s; the one in %s runs" % (told, folders[0])
    # with its end of line whole packets, as all that the link writes: else one of its own might not fit
    print(said + " " * (-len(said) - 2 & 63))
    try:
        with open("start.txt.new", "w") as file:
            file.write("%s\n%s\n" % (" ".join(folders), told))
        os.rename("start.txt.new", "start.txt")
    except OSError:
        # On a full flash it is tried again at the next start
        return False
    return True


def fall_back(error):
    """Start again with the companion before the one that runs, if there is one, as this one can't go on."""
    if folders and leave_out(error):
        import machine

        machine.reset()


def give_back():
    """Give the place back that an earlier companion may have."""
    try:
        os.umount(PLACE)
    except OSError:
        # nobody has it
        pass


# What an import leaves behind is collected now and then, or it ends up as holes between what stays: with
# 128 KB a start takes 90 ms less, but then a long game has no piece of 7 KB left for a text.
gc.threshold(65536)

if hasattr(os, "mount"):
    know_the_built_in()
    forget_state_machines()

modules = None

with open("start.txt") as file:
    folders = file.readline().split()

while True:
    folder = folders.pop(0)
    try:
        take(folder)
        from companion import boards

        # A board that runs on a battery loses its power again where this does not come soon
        boards.wake()
        from companion.app import main as main

        break
    except Exception as error:
        if not folders:
            raise
        leave()
        leave_out(error)
