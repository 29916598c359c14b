"""The flash of an emulated Pico: how long erasing and programming take, what a power cut leaves, and its
files.

It knows littlefs, but must not know what the files mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

from arcana_host.install.disk import BLOCK_SIZE, open_disk, write_files
from arcana_portable.install.steps import PACKAGES
from littlefs import LittleFSError

from .chip import FLASH_SIZE, Chip

# The file system of the MicroPython images for the Pico (RPI_PICO)
FILES_START = 0xA0000
BLOCK_COUNT = 352

_PROGRAM, _ERASE_SECTOR, _ERASE_BLOCK, _READ_STATUS, _READ_UNIQUE_ID = 0x02, 0x20, 0xD8, 0x05, 0x4B
# the command and four dummy bytes
_BEFORE_ID = 5
PAGE_SIZE = 256
# W25Q16JV, typical: command -> (bytes, nanoseconds)
_OPERATIONS = {
    _PROGRAM: (PAGE_SIZE, 400_000),
    _ERASE_SECTOR: (4096, 45_000_000),
    _ERASE_BLOCK: (65536, 150_000_000),
}
_BUSY = 0x01
_TIME = 1
_DIGITS = 8


class FlashChip:
    """Gives the emulated flash the timing of real flash, and a unique id.

    chip: the Chip that it belongs to. unique_id: eight bytes, which `machine.unique_id` returns.

    on_operation: called whenever erasing or programming begins, with the milliseconds that it takes; it must
    not run the Pico. erased: how often each sector of 4 KB was erased, by its number. programmed: how many
    pages were. busy_ms: how many milliseconds both have taken.
    """

    def __init__(self, chip: Chip, unique_id: bytes):
        self._unique_id = unique_id
        self._clock = chip.clock
        self._memory = chip.mcu.flash
        self._ssi = chip.mcu.ssi
        self._apply = self._ssi._apply_command
        self._shift = self._ssi._shift_byte
        self._ssi._apply_command = self._command
        self._ssi._shift_byte = self._exchange
        self._began = self._ready = 0.0
        self._current: tuple[int, bytes] = (0, b"")
        self.programmed = 0
        self.busy_ms = 0.0
        self.erased: Counter[int] = Counter()
        self.on_operation: Callable[[float], None] = lambda ms: None

    @property
    def busy(self) -> bool:
        """Whether it is erasing or programming; the program then waits with its interrupts off."""
        return self._clock.nanos < self._ready

    def snapshot(self, scatter: Random | None = None) -> bytes:
        """Return the flash as a power cut at this moment would leave it.

        An operation that is under way is done in proportion to its time so far: the first bytes are, or, with
        `scatter`, as many bits at random places.
        """
        content = bytes(self._memory[:FLASH_SIZE])
        start, before = self._current
        if not self.busy:
            return content
        share = (self._clock.nanos - self._began) / (self._ready - self._began)
        after = content[start : start + len(before)]
        if scatter:
            torn = _scattered(before, after, share, scatter)
        else:
            done = int(len(before) * share)
            torn = after[:done] + before[done:]
        return content[:start] + torn + content[start + len(before) :]

    def _command(self) -> None:
        sent = self._ssi._tx_buffer
        command = sent[0] if sent else 0
        if command not in _OPERATIONS or len(sent) < 4 or not self._ssi._write_enabled:
            self._apply()
            return
        size, nanos = _OPERATIONS[command]
        start = int.from_bytes(sent[1:4], "big") & ~(size - 1)
        self._current = (start, bytes(self._memory[start : start + size]))
        self._began = self._clock.nanos
        self._ready = self._began + nanos
        self._apply()
        if command == _PROGRAM:
            self.programmed += 1
        else:
            self.erased.update(range(start // BLOCK_SIZE, (start + size) // BLOCK_SIZE))
        self.busy_ms += nanos / 1e6
        self.on_operation(nanos / 1e6)

    def _exchange(self, sent: int) -> int:
        answer = self._shift(sent)
        command, place = self._ssi._tx_buffer[0], len(self._ssi._tx_buffer) - 1 - _BEFORE_ID
        if command == _READ_UNIQUE_ID and 0 <= place < len(self._unique_id):
            return self._unique_id[place]
        if command != _READ_STATUS or not self.busy:
            return answer
        # The chip polls with its interrupts off: skip to the end, or to the next alarm.
        left = self._ready - self._clock.nanos
        self._clock.tick(
            min(left, self._clock.nanos_to_next_alarm) if self._clock.has_scheduled_alarm else left
        )
        return answer | _BUSY


def _scattered(before: bytes, after: bytes, share: float, chance: Random) -> bytes:
    """Return `before` with that share of its bits, at random places, as they are in `after`."""
    bits = len(before) * 8
    done = 0
    # each binary digit of the share, from the lowest, halves what is done or what is left
    for digit in range(_DIGITS):
        word = chance.getrandbits(bits)
        done = done | word if int(share * 2**_DIGITS) >> digit & 1 else done & word
    old, new = int.from_bytes(before, "big"), int.from_bytes(after, "big")
    return (old & ~done | new & done).to_bytes(len(before), "big")


def with_times(region: bytes) -> bytes:
    """Return a littlefs in which files have the time of their last change as after `arcana flash` and games.

    region: its bytes. The time, here 0, is an attribute (extmod/vfs_lfs.h) that MicroPython writes. It makes
    folders longer, so that each import takes longer; so files of the companion get none.
    """
    disk = open_disk(bytearray(region))
    disk.mount()
    for folder, __, names in disk.walk("/"):
        for name in names if folder.split("/")[1] not in PACKAGES else ():
            path = folder.rstrip("/") + "/" + name
            disk.setattr(path, _TIME, bytes(8))
    disk.unmount()
    return bytes(disk.context.buffer)


def with_files(flash: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return a whole flash after writing these files to its file system; files: see `make_disk`.

    Bits are programmed as littlefs does it, without extra erases.
    Raises ValueError when they do not fit.
    """
    region = with_times(write_files(open_disk(_region(flash)), files))
    return flash[:FILES_START] + region + flash[FILES_START + len(region) :]


def _region(flash: bytes) -> bytearray:
    return bytearray(flash[FILES_START : FILES_START + BLOCK_SIZE * BLOCK_COUNT])


def timed_in(flash: bytes) -> list[str]:
    """Return the paths of the files in a whole flash that have the time of their last change."""
    disk = open_disk(_region(flash))
    disk.mount()
    found = []
    for folder, __, names in disk.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with suppress(LittleFSError):
                disk.getattr(path, _TIME)
                found.append(path)
    disk.unmount()
    return found


def files_in(flash: bytes) -> dict[str, bytes]:
    """Return {path: content} of all files in a whole flash; {} when there is no file system.

    flash: 2 MiB, as from FlashChip.snapshot().
    """
    disk = open_disk(_region(flash))
    try:
        disk.mount()
    except LittleFSError:
        return {}
    found = {}
    for folder, __, names in disk.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    disk.unmount()
    return found
