"""Starts the companion when the Pico gets power, and first applies an update if there is one.

`arcana flash` leaves it as one file, `update`: a line `- <CRC-32 of the rest>`, a line `- <path>` for each
file to remove, then a line `<bytes> <path>` and that many bytes for each other file. `update` is removed
last, so an update that a power cut interrupts is completed at the next start. A damaged `update` is not used,
and the log says so if it can; the companion starts all the same.
"""

import gc
import os
from binascii import crc32


def mount_without_times():
    """Let no file get the time of its last change: nobody reads it, and each import would read past it."""
    try:
        import rp2
        import vfs

        flash = vfs.VfsLfs2(rp2.Flash(), progsize=256, mtime=False)  # type: ignore[abstract]
    except (ImportError, OSError):
        return  # another file system
    if [entry[0] for entry in flash.ilistdir("/")] == os.listdir("/"):
        vfs.umount("/")
        vfs.mount(flash, "/")


def apply_update(update):
    part, check, heading = memoryview(bytearray(4096)), 0, update.read(11)
    try:
        while count := update.readinto(part):
            check = crc32(part[:count], check)
    except OSError:
        heading = None  # a block of it can't be read
    if heading != b"- %08x\n" % check:
        try:
            with open("log.txt", "a") as log:
                log.write("---------- The update was damaged: `arcana flash` sends it again.\n")
        except OSError:
            pass  # the flash may be full
        return
    update.seek(len(heading))
    for line in update:
        size, path = line.decode().rstrip("\n").split(" ", 1)
        folders = [path[:at] for at in range(len(path)) if path[at] == "/"]
        made = [(os.mkdir, folder) for folder in folders]
        removals = [(os.remove, path)] + [(os.rmdir, folder) for folder in reversed(folders)]
        for do, place in removals if size == "-" else made:
            try:
                do(place)
            except OSError:
                pass  # it is done already, or the folder is in use
        if size != "-":
            with open(path, "wb") as file:
                for left in range(int(size), 0, -4096):
                    file.write(part[: update.readinto(part[: min(left, 4096)])])


if "update" in os.listdir():
    mount_without_times()
    with open("update", "rb") as update:
        apply_update(update)
    os.remove("update")
apply_update = mount_without_times = None
gc.collect()  # what is free now lies below all modules, and not between them

import companion.boards  # noqa: E402

companion.boards.wake()  # without it, a board that runs on a battery loses its power again

from companion.app import main  # noqa: E402

main()
