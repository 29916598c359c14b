"""Installs the companion on the board at the browser's port, from the files that lie in the site.

Order and checks are the same as in `arcana flash`. It must not know how the page looks.
"""

import json
from binascii import a2b_base64

from arcana_host.web.browser.companion_link import CompanionLink
from arcana_host.web.browser.prompt import Prompt
from arcana_portable.errors import FlashError
from arcana_portable.install.confirm import NO_PRESS, doubt, program, request
from arcana_portable.install.file_system import find_file_system, loss, refuse_other_chip
from arcana_portable.install.micropython import MicroPython
from arcana_portable.install.steps import (
    BOARD,
    CONFIRMED,
    UNKNOWN_BOARD,
    Change,
    File,
    about,
    compare,
    empty,
    file_of,
    install,
    look,
    starter,
)
from arcana_portable.translation import N_, _, ngettext

KEEP, DETECT = "keep", "auto"
"""The page's words instead of a board's name: that `board.txt` stays as it is, and that it goes."""
PATIENCE = 180.0
"""Seconds for the companion to start; if it fails, the prompt appears long before."""
_LIST = "device.json"
_GET_NEWER = N_(
    "install the image for this board, see below, from {where_from}; those for other boards keep files "
    "elsewhere, and so erase games and settings"
)
_BACK_UP = N_("“Back up”")


class Site:
    """The files of a device that lie in the site. browser: file(path) is a promise of a file, in base64."""

    def __init__(self, browser):
        self._browser = browser
        self._list = None

    async def boards(self):
        """Return {name: description} of the boards."""
        return {name: board["words"] for name, board in (await self._listed("boards")).items()}

    async def buttons(self, board):
        """Return the GPIO numbers of a board's buttons, and the level of a pressed button."""
        found = (await self._listed("boards"))[board]
        return found["buttons"], found["pressed"]

    async def mpy_version(self):
        """Return the version of the compiled modules, or None for sources."""
        return await self._listed("mpy")

    async def files(self):
        """Return a File for each file, in the order of the installation."""
        return [File(*each) for each in await self._listed("files")]

    async def content(self, file):
        """Return the content of a file. Raises FlashError if it differs from the site's list."""
        content = await self._read(f"device/{file.path}")
        if file_of(file.path, content) != file:
            raise _incomplete(file.path)
        return content

    async def _listed(self, part):
        if self._list is None:
            try:
                self._list = json.loads(await self._read(_LIST))
            except ValueError:
                raise _incomplete(_LIST) from None
        return self._list[part]

    async def _read(self, path):
        return a2b_base64(await self._browser.file(path))


class Installer:
    """Installs a companion at a port.

    port: a SerialPort. site: a Site. progress: called with (the current step, done so far, of how many). say:
    called with a sentence while something goes on.
    """

    def __init__(self, port, site, progress, say):
        self._port, self._site = port, site
        self._progress, self._say = progress, say
        self.link = None

    async def install(self, board):
        """Install the companion. board: its name, KEEP or DETECT.

        Returns sentences about the actions, and the `info` of the companion, or None if it does not start.
        `link` is a CompanionLink then. Raises FlashError, DeviceLost, DeviceFaulty.
        """
        said, info = await self._put({KEEP: None, DETECT: ""}.get(board, board))
        if info and info["board"] == UNKNOWN_BOARD and board not in (KEEP, DETECT):
            if not await self._is_confirmed(board):
                said.append(_(NO_PRESS))
                return said, await self._await_app()
            _said, info = await self._put(board + CONFIRMED)
        return said, info

    async def loss(self, image):
        """Ask the board which files it loses with an image, and start its companion again.

        Returns the result of `file_system.loss`, and the `info` of the companion, or None if it does not
        start. `link` is a CompanionLink then. Raises FlashError, also if the image is for another chip.
        """
        async with Prompt(self._port) as prompt:
            _version, machine, _mpy = await prompt.do(about())
            refuse_other_chip(image, machine)
            lost = loss(image, machine, await prompt.do(find_file_system()))
        await prompt.soft_reset()
        return lost, await self._await_app()

    async def empty(self, saved):
        """Remove the companion with its games and settings; return the number of files.

        saved: {path: content} of the files that were read back from where they are kept now. Raises
        FlashError, before any change, for games that are not among it, and DeviceLost.
        """
        async with Prompt(self._port) as prompt:
            main = await self._site.content((await self._site.files())[-1])
            removed = await prompt.do(empty(saved, main, self._progress))
        await prompt.soft_reset()
        return len(removed)

    async def _put(self, board):
        """Bring a board up to date and start it. board: for `board.txt`, "" to remove it, None to keep it."""
        self._progress(_("Stopping the app"), 0, 1)
        async with Prompt(self._port) as prompt:
            there = await self._check(prompt)
            own = starter(there.machine)
            if board:
                own[BOARD] = f"{board}\n".encode()
            sent, removed = await self._change(prompt, own, forgets_board=board == "")
        await prompt.soft_reset()
        return _sentences(sent, removed, there.advice), await self._await_app()

    async def _check(self, prompt):
        """Return the board's MicroPython. Raises FlashError if it is unfit."""
        version, machine, mpy = await prompt.do(about())
        board = MicroPython(version, machine, _GET_NEWER, _BACK_UP)
        if board.unfit:
            raise FlashError(_("There is {board}. {why}.", board=board, why=board.unfit))
        if await self._site.mpy_version() not in (None, mpy and mpy & 0xFF):
            raise FlashError(
                _(
                    "{board} does not import the modules of this page: install with `arcana flash`.",
                    board=board,
                )
            )
        return board

    async def _change(self, prompt, own, forgets_board):
        """Send the files that differ. own: {path: content} of the files that do not lie in the site."""
        self._progress(_("Comparing"), 0, 1)
        listed = await self._site.files()
        main = await self._site.content(listed[-1])
        files = [file_of(path, data) for path, data in own.items()] + listed
        found = await prompt.do(look())
        sent, removed = compare(files, found, forgets_board)
        content = []
        for file in files:
            if file.path in sent:
                data = own[file.path] if file.path in own else await self._site.content(file)
                content.append((file.path, data))
        change = Change(content, removed)
        await prompt.do(install(found, change, main, self._progress, self._say))
        return sent, removed

    async def _await_app(self):
        self._progress(_("Starting the app"), 0, 1)
        self.link = CompanionLink(self._port)
        return await self.link.run(self.link.companion.await_app(PATIENCE))

    async def _is_confirmed(self, board):
        """Ask for a press that only this board can give; return whether it came."""
        self._say(f"{doubt(board)} {request()}")
        buttons, pressed = await self._site.buttons(board)
        async with Prompt(self._port) as prompt:
            is_pressed = (await prompt.run(program(buttons, pressed))).strip() == "True"
        await prompt.restore_program()
        return is_pressed


def _sentences(sent, removed, advice):
    files = ngettext("{n} file sent", "{n} files sent", len(sent)) if sent else _("Everything was up to date")
    if removed:
        files += ngettext(", {n} old file removed", ", {n} old files removed", len(removed))
    return [f"{files}."] + ([f"{advice}."] if advice else [])


def _incomplete(path):
    return FlashError(_("{path} did not come whole from this page's server: load the page again.", path=path))
