"""MicroPython's raw prompt at the other end of a serial port of the browser, for the steps of `install`.

It works like `arcana_host.install.prompt` on the desktop, for a program that waits with `await`. It must not
know which files make up the companion.
"""

import time

from arcana_portable.errors import ArcanaError, DeviceLost, FlashError
from arcana_portable.install.steps import unlike
from arcana_portable.translation import _

TRIES, SILENT_TRIES = 5, 2
"""How often a program is interrupted, and how often if the board sends nothing at all."""
ENTER_WAIT = 6.0  # seconds for each step on the way to the prompt
ANSWER_WAIT = 60.0  # seconds that a board may be silent while it works
MOST = 1 << 16  # bytes that a board may send before the expected bytes
_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_INTERRUPT, _RAW, _FRIENDLY, _END = b"\r\x03\x03", b"\r\x01", b"\r\x02", b"\x04"
_PASTE, _PASTES, _MORE = b"\x05A\x01", b"R\x01", b"\x01"


class Prompt:
    """A board that waits for code, once `stop_program` has stopped its program. port: a SerialPort.

    `async with` stops it, and starts it again after any error but DeviceLost.
    All methods raise FlashError, and DeviceLost when the port is gone.
    """

    def __init__(self, port):
        self._port = port
        self._came = b""
        self._received = 0

    async def __aenter__(self):
        await self.stop_program()
        return self

    async def __aexit__(self, kind, error, _trace):
        if isinstance(error, Exception) and not isinstance(error, DeviceLost):
            await self.restore_program()

    async def stop_program(self):
        """Stop the running program on the board, and free its memory."""
        for attempt in range(TRIES):
            try:
                await self._port.send(_INTERRUPT)
                await self._port.send(_RAW)
                await self._until(_PROMPT, ENTER_WAIT, ENTER_WAIT)
                await self._port.send(_END)
                await self._until(b"soft reboot\r\n", ENTER_WAIT, ENTER_WAIT)
                await self._until(_PROMPT, ENTER_WAIT, ENTER_WAIT)
                return
            except FlashError:
                self._came = b""
                if not self._received and attempt + 1 >= SILENT_TRIES:
                    break
        raise FlashError(
            _(
                "No MicroPython answers: unplug the board and plug it in again. A new Pico needs MicroPython "
                "first: see below."
            )
        )

    async def do(self, steps):
        """Execute the steps of a generator of `arcana_portable.install.steps`, and return its result."""
        answer = failure = None
        while True:
            try:
                step = steps.throw(failure) if failure else steps.send(answer)
            except StopIteration as end:
                return end.value
            answer = failure = None
            try:
                answer = await getattr(self, step[0])(*step[1:])
            except FlashError as error:
                failure = error

    async def run(self, code, typed=b""):
        """Run code on the board and return its output. Raises FlashError with the board's message.

        typed: what the code reads from `sys.stdin`.
        """
        await self._paste(code.encode())
        if typed:
            await self._port.send(typed)
        out, err = await self._end()
        if err:
            raise FlashError(_("The board said: {line}.", line=_last_line(err)))
        try:
            return out.decode()
        except UnicodeError:
            raise unlike() from None

    async def soft_reset(self):
        """Do a soft reset, after which MicroPython runs `main.py`."""
        await self._port.send(_FRIENDLY)
        await self._until(b">>> ", ENTER_WAIT)
        await self._port.send(_END)

    async def restore_program(self):
        """Start the installed program again, if the board still answers."""
        try:
            # the board may still be waiting for the rest of a command
            await self._port.send(_INTERRUPT)
            await self.soft_reset()
        except ArcanaError:
            pass

    async def _paste(self, code):
        """Make the board run code that comes in raw-paste mode, which all supported MicroPythons have."""
        await self._port.send(_PASTE)
        if await self._next(2) != _PASTES:
            raise unlike()
        window = int.from_bytes(await self._next(2), "little")
        for start in range(0, len(code), window):
            if start and await self._next(1) != _MORE:
                raise unlike()
            await self._port.send(code[start : start + window])
        await self._port.send(_END)
        await self._until(_END, ANSWER_WAIT)

    async def _end(self):
        """Return output and error of the running code, once it has ended."""
        out = await self._until(_END, ANSWER_WAIT)
        err = await self._until(_END, ANSWER_WAIT)
        await self._until(b">", ANSWER_WAIT)
        return out[:-1], err[:-1]

    async def _next(self, count):
        """Return the next `count` bytes."""
        while len(self._came) < count:
            await self._wait(ANSWER_WAIT)
        found, self._came = self._came[:count], self._came[count:]
        return found

    async def _until(self, end, silent, seconds=None):
        """Return the bytes up to and including `end`.

        silent: seconds in which nothing may come. seconds: the maximum time, None for no limit.
        """
        begun = time.ticks_ms()
        while end not in self._came:
            if len(self._came) > MOST or (seconds and _since(begun) > seconds):
                raise unlike()
            await self._wait(silent)
        at = self._came.index(end) + len(end)
        found, self._came = self._came[:at], self._came[at:]
        return found

    async def _wait(self, seconds):
        came = await self._port.wait(seconds)
        if not came:
            raise unlike()
        self._received += len(came)
        self._came += came


def _since(begun):
    return time.ticks_diff(time.ticks_ms(), begun) / 1000


def printable(data):
    """Return the printable ASCII characters of a line from a board."""
    return "".join([chr(byte) for byte in data.strip() if 0x20 <= byte < 0x7F])


def _last_line(err):
    return printable(err.strip().split(b"\n")[-1])
