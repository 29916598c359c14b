"""Opens the user's own editor on a text."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from arcana_portable.errors import ArcanaError
from arcana_portable.translation import _

from arcana_host.files import decode, read_bytes

FALLBACKS = ("sensible-editor", "nano", "vi", "notepad")


def find_editor() -> list[str]:
    """Return the command of the editor: $VISUAL, $EDITOR, or else an installed one.

    Raises ArcanaError if there is no editor.
    """
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    try:
        words = shlex.split(named) if named else []
    except ValueError as error:
        raise ArcanaError(
            _(
                "The editor in $VISUAL or $EDITOR can't be started: {named} ({error}).",
                named=named,
                error=error,
            )
        ) from error
    found = words or [name for name in FALLBACKS if shutil.which(name)][:1]
    if not found:
        raise ArcanaError(_("No editor is set: choose one with EDITOR, such as EDITOR=nano."))
    return found


def edit(file: Path) -> str:
    """Open a file in the editor, wait until that is closed, and return the text.

    Raises ArcanaError when the editor fails or leaves no file, RecordError when the file is not text.
    """
    editor = find_editor()
    try:
        status = subprocess.run([*editor, str(file)]).returncode
    except OSError as error:
        raise ArcanaError(
            _("The editor {editor} can't be started: {error}.", editor=editor[0], error=error.strerror)
        ) from error
    if status:
        raise ArcanaError(
            _(
                "The editor {editor} failed (status {status}), so nothing was changed.",
                editor=editor[0],
                status=status,
            )
        )
    if not file.is_file():
        raise ArcanaError(_("The editor left no file; nothing was changed."))
    return decode(read_bytes(str(file)))
