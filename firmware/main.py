"""Starts the companion when the Pico gets power, and puts an update in place first if there is one.

`arcana flash` leaves an update as one file, `update`: a line `- <path>` for each file to remove, then a line
`<bytes> <path>` and that many bytes for each other one. Each file is replaced in one step, and `update` is
removed last, so what a power cut leaves undone is done when the power comes back.
"""

import os


def put_in_place(update):
    def attempt(do, *paths):
        for path in paths:
            try:
                do(path)
            except OSError:
                pass  # it is done already, or the folder is in use

    part = memoryview(bytearray(4096))
    for line in update:
        size, path = line.decode().rstrip("\n").split(" ", 1)
        folders = [path[:at] for at in range(len(path)) if path[at] == "/"]
        if size == "-":
            attempt(os.remove, path)
            attempt(os.rmdir, *reversed(folders))
            continue
        attempt(os.mkdir, *folders)
        left = int(size)
        with open(path, "wb") as file:
            while left:
                count = update.readinto(part[: min(left, 4096)])
                assert count, "update ends too early"
                left -= file.write(part[:count])


if "update" in os.listdir():
    with open("update", "rb") as update:
        put_in_place(update)
    os.remove("update")
put_in_place = None  # frees its memory

import companion.boards  # noqa: E402

companion.boards.wake()  # without it, a board that runs on a battery loses its power again

from companion.app import main  # noqa: E402

main()
