"""Installs the companion on a board behind a port, or brings it up to date.

The changes and their order are in `steps`.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from arcana_portable.errors import FlashError
from arcana_portable.install.confirm import program
from arcana_portable.install.file_system import find_file_system, loss, refuse_other_chip
from arcana_portable.install.image import Image
from arcana_portable.install.micropython import MicroPython
from arcana_portable.install.steps import BOARD, MAIN, Change, compare, empty, file_of, install, look, starter
from arcana_portable.translation import _

from arcana_host.install.build import device_files
from arcana_host.install.prompt import Prompt
from arcana_host.link.device import Device, Say
from arcana_host.link.ports import is_virtual
from shared_rules.games import NAMES

PEEK = 0.7  # seconds in which a companion on this computer answers
FOUND_WAIT = 3.0  # seconds in which a companion on a board answers
PATIENCE = 180.0
"""Seconds for the app to start. If it fails, the prompt appears long before; on an emulated board it may take
a hundred seconds."""

Progress = Callable[[str, int, int], None]


class Installed(NamedTuple):
    """The result of an installation.

    sent, removed: paths. kept: the number of files that were up to date. compiled: whether modules were sent
    compiled. info: the app's answer to the method `info`. advice: a sentence that recommends a newer
    MicroPython, or None.
    """

    sent: list[str]
    removed: list[str]
    kept: int
    compiled: bool
    info: dict
    advice: str | None = None


def flash(
    port: str,
    on_progress: Progress | None = None,
    patience: float = PATIENCE,
    board: str | None = None,
    say: Say = lambda sentence: None,
    games: Collection[str] = NAMES,
) -> Installed:
    """Install the companion on the board behind `port` and wait until it answers.

    on_progress: called with (the current step, done so far, of how many); bytes while they are sent.
    patience: seconds to wait for the app after the restart.
    board: the name of the board, "" to find it automatically; None to keep the setting.
    say: called with a sentence when a wait lasts. games: the names of the games to install.
    Raises FlashError, DeviceLost, DeviceSilent, DeviceFaulty.
    """
    show = on_progress or (lambda doing, done, total: None)
    show(_("Stopping the app"), 0, 1)
    _refuse_virtual(port, say)
    with Prompt(port) as prompt:
        about = _check_board(prompt)
        files = {**starter(prompt.machine), **device_files(prompt.mpy_version, games)}
        if board:
            files = {BOARD: f"{board}\n".encode(), **files}
        show(_("Comparing"), 0, 1)
        found = prompt.do(look())
        listed = [file_of(path, content) for path, content in files.items()]
        sent, removed = compare(listed, found, forgets_board=board == "")
        change = Change([(path, files[path]) for path in sent], removed)
        prompt.do(install(found, change, files[MAIN], show, say))
        show(_("Starting the app"), 0, 1)
        stream = prompt.soft_reset()
    # over the same connection, so that the output of a failing start is not lost
    with Device(port, opener=lambda port: stream) as device:
        info = device.await_app(patience)
    show(_("Starting the app"), 1, 1)
    compiled = any(path.endswith(".mpy") for path in files)
    return Installed(sent, removed, len(files) - len(sent), compiled, info, about.advice)


def remove(
    port: str, save: Callable[[Device], dict[str, bytes]], on_progress: Progress, say: Say = lambda _: None
) -> list[str]:
    """Remove the companion with its games and settings from the board behind `port`; return the paths.

    save: called with the Device before anything is removed, if a companion answers; returns {path: content}
    of the files that it has saved and read back. on_progress, say: as for `flash`. Raises ArcanaError,
    DeviceError, and FlashError for games that were not saved; then nothing is removed.
    """
    _refuse_virtual(port, say)
    with Device(port, say=say) as device:
        saved = save(device) if device.peek(FOUND_WAIT) else {}
    with Prompt(port) as prompt:
        _check_board(prompt)
        removed = prompt.do(empty(saved, device_files(prompt.mpy_version)[MAIN], on_progress))
        prompt.soft_reset().close()
    return removed


def enter_boot_loader(port: str, image: Image, agrees: Callable[[str], bool]) -> None:
    """Start the boot loader of the board behind a port, so that its drive takes an image.

    agrees: called with a sentence if the image erases files there; returns whether that is wanted. Raises
    FlashError if not, or if the image is for another chip; the board's program runs on then. Raises
    DeviceLost.
    """
    with Prompt(port) as prompt:
        refuse_other_chip(image, prompt.machine)
        lost = loss(image, prompt.machine, prompt.do(find_file_system()))
        if lost and not agrees(lost):
            raise FlashError(_("Nothing was copied."))
        prompt.enter_boot_loader()


def _refuse_virtual(port: str, say: Say) -> None:
    """Raise FlashError if the port belongs to a virtual companion on this computer."""
    if not is_virtual(port):
        return
    with Device(port, say=say) as device:
        info = device.peek(PEEK)
    if info and not info["python"].startswith("micropython "):
        raise FlashError(
            _(
                "On {port} is the virtual companion, which runs on this computer: it has the newest "
                "software when it starts, and nothing to install or to remove.",
                port=port,
            )
        )


def _check_board(prompt: Prompt) -> MicroPython:
    board = MicroPython(prompt.version, prompt.machine)
    if board.unfit:
        raise FlashError(
            _("There is {board} on {port}. {why}.", board=board, port=prompt.port, why=board.unfit)
        )
    return board


def confirm(port: str, buttons: Sequence[int], pressed: int) -> bool:
    """Wait for the press of a board's button A behind a port, and start its companion again.

    buttons, pressed: as for `confirm.program`. Returns whether the press came. Raises FlashError, DeviceLost.
    """
    with Prompt(port) as prompt:
        is_pressed = prompt.run(program(buttons, pressed)).strip() == "True"
        prompt.restore_program()
    return is_pressed
