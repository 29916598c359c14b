"""Starts the companion when the Pico gets power, and puts an update in place first if there is one.

`arcana flash` leaves an update as one file, `update`: for each file a line `<bytes> <path>` and that many bytes,
or a line `- <path>` for a file to remove. Each file is replaced in one step and `update` is removed last, so what
a power cut leaves undone is done when the power comes back.
"""

import os


def put_in_place(update):
    part = memoryview(bytearray(4096))
    for line in iter(update.readline, b""):
        size, path = line.decode().split()
        folders = [path[:at] for at in range(len(path)) if path[at] == "/"]
        if size == "-":
            for do, name in [(os.remove, path)] + [(os.rmdir, folder) for folder in reversed(folders)]:
                try:
                    do(name)
                except OSError:
                    # it is gone already, or has something else in it
                    break
            continue
        for folder in folders:
            try:
                os.mkdir(folder)
            except OSError:
                # it is there
                pass
        left = int(size)
        with open(path, "wb") as file:
            while left:
                left -= file.write(part[: update.readinto(part[: min(left, 4096)])])


if "update" in os.listdir():
    with open("update", "rb") as update:
        put_in_place(update)
    os.remove("update")

from companion import boards  # noqa: E402

# a board that runs on a battery loses its power again unless this comes soon
boards.wake()

from companion.app import main  # noqa: E402

main()
