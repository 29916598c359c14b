"""Backs a companion up to a file for the browser, and restores it, like `arcana backup` and `restore`.

It must not know the page.
"""

from binascii import a2b_base64, b2a_base64

from arcana_host.web.browser.zip import Zip, zip_bytes
from arcana_portable.errors import ArcanaError
from arcana_portable.link.device_backup import LARGEST_ZIP, MANIFEST, gather, manifest, unpacked_backup
from arcana_portable.link.restore import restore
from arcana_portable.translation import _, ngettext
from companion import VERSION


async def back_up(link, when, progress):
    """Return a file with the backup of a companion, read back before anybody gets it, and its sentences.

    link: a CompanionLink. when: it is. progress: called with (the current step, done so far, of how many).
    Raises ArcanaError.
    """
    backup = await link.run(
        gather(link.companion, when, lambda done, total: progress(_("Backing up"), done, total))
    )
    files = [(MANIFEST, manifest(backup, VERSION).encode())]
    files += [(name, backup.files[name]) for name in sorted(backup.files)]
    data = zip_bytes(files)
    name = f"companion-{backup.info['device']}-{when[:10]}.zip"
    if not read(name, data).is_same(backup):
        raise ArcanaError(
            _("{path} was not written: read back, it was not what had been written.", path=name)
        )
    said = list(backup.left)
    said.insert(
        0,
        ngettext(
            "Device {device} with {n} game in {file}.",
            "Device {device} with {n} games in {file}.",
            backup.games(),
            device=backup.info["device"],
            file=name,
        ),
    )
    return {"name": name, "base64": b2a_base64(data).decode().strip()}, said


async def restore_file(link, name, text, progress):
    """Add the parts of a backup that a companion lacks.

    Returns sentences, and sentences about the parts that were not restored.
    link: a CompanionLink. name, text: of the file, its content as base64. progress: as in `back_up`.
    Raises ArcanaError.
    """
    backup = read(name, a2b_base64(text))
    done = await link.run(
        restore(link.companion, backup, lambda done, total: progress(_("Restoring"), done, total))
    )
    return done.sentences(), done.left


def read(name, data):
    """Return the backup in a file. name: of the file. data: its bytes. Raises ArcanaError."""
    try:
        if len(data) > LARGEST_ZIP:
            raise ValueError("too long")
        zipped = Zip(data)
        return unpacked_backup(zipped.names, zipped.unpack)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ArcanaError(
            _("{file} is damaged, or not the backup of a device; nothing was restored from it.", file=name)
        )
