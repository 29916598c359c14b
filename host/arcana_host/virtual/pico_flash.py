"""The flash of an emulated Pico: how long erasing and programming take, what a power cut leaves, and its
files.

It knows littlefs, but must not know what the files mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from operator import and_
from random import Random

from arcana_host.translation import _

from .pico_chip import FLASH_SIZE, Chip, PicoUnavailable

# The file system of the MicroPython images for the Pico (RPI_PICO)
FILES_START = 0xA0000
BLOCK_SIZE = 4096
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
_DIGITS = 8
# MicroPython before 1.22 cannot mount a newer one, and newer ones can still mount this one
_DISK_VERSION = 0x00020000
# As in MicroPython: files up to the size of the cache are stored inline, in their folder's blocks
_CACHE = 1024
_LOOKAHEAD = 32


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


def filesystem(files: Mapping[str, bytes]) -> bytes:
    """Return a littlefs image that MicroPython mounts.

    files: path -> content; folders are made as the paths need them.
    Raises ValueError when they do not fit.
    """
    littlefs = _littlefs()
    disk = _open(littlefs, bytearray(b"\xff" * (BLOCK_SIZE * BLOCK_COUNT)), disk_version=_DISK_VERSION)
    disk.format()
    disk.mount()
    return _write_files(littlefs, disk, files)


def with_files(flash: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return a whole flash after writing these files to its file system; files: see `filesystem`.

    Bits are programmed as littlefs does it, without extra erases.
    Raises ValueError when there is no file system, or when they do not fit.
    """
    littlefs = _littlefs()
    disk = _open(littlefs, _region(flash))
    try:
        disk.mount()
    except littlefs.LittleFSError as error:
        raise ValueError(_("There is no file system in the flash: {error}", error=error)) from error
    region = _write_files(littlefs, disk, files)
    return flash[:FILES_START] + region + flash[FILES_START + len(region) :]


def _write_files(littlefs, disk, files: Mapping[str, bytes]) -> bytes:
    try:
        for path, content in files.items():
            folder = path.rpartition("/")[0]
            if folder:
                disk.makedirs(folder, exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(content)
    except littlefs.LittleFSError as error:
        raise ValueError(_("The files do not fit into the Pico's flash: {error}", error=error)) from error
    finally:
        disk.unmount()
    return bytes(disk.context.buffer)


def _region(flash: bytes) -> bytearray:
    return bytearray(flash[FILES_START : FILES_START + BLOCK_SIZE * BLOCK_COUNT])


def files_in(flash: bytes) -> dict[str, bytes]:
    """Return {path: content} of all files in a whole flash; {} when there is no file system.

    flash: 2 MiB, as from FlashChip.snapshot().
    """
    littlefs = _littlefs()
    disk = _open(littlefs, _region(flash))
    try:
        disk.mount()
    except littlefs.LittleFSError:
        return {}
    found = {}
    for folder, __, names in disk.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    disk.unmount()
    return found


def _littlefs():
    try:
        import littlefs
    except ImportError as error:
        from arcana_host.installation import install_extra

        raise PicoUnavailable(
            _(
                "Reading and writing the emulated Pico's files needs the package littlefs-python: "
                "`{command}` adds it.",
                command=install_extra("pico"),
            )
        ) from error
    return littlefs


def _open(littlefs, region: bytearray, **version):
    return littlefs.LittleFS(
        context=_memory(littlefs, region),
        mount=False,
        block_size=BLOCK_SIZE,
        block_count=BLOCK_COUNT,
        read_size=32,
        prog_size=PAGE_SIZE,
        cache_size=_CACHE,
        lookahead_size=_LOOKAHEAD,
        **version,
    )


def _memory(littlefs, region: bytearray):
    class Memory(littlefs.UserContext):
        # the inherited methods log every call
        def read(self, cfg, block: int, off: int, size: int) -> bytearray:
            start = block * cfg.block_size + off
            return self.buffer[start : start + size]

        def prog(self, cfg, block: int, off: int, data: bytes) -> int:
            start = block * cfg.block_size + off
            place = slice(start, start + len(data))
            self.buffer[place] = bytes(map(and_, self.buffer[place], data))
            return 0

    memory = Memory(buffsize=len(region))
    memory.buffer = region
    return memory
