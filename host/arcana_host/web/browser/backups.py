"""Backs a companion up to a file that the browser saves, and restores one: as `arcana backup` and `restore`.

It must not know the page.
"""

from binascii import a2b_base64, b2a_base64

from arcana_host.errors import ArcanaError
from arcana_host.link.device_backup import LARGEST_ZIP, MANIFEST, from_archive, gather, manifest
from arcana_host.link.restore import restore
from arcana_host.translation import _, ngettext
from arcana_host.web.browser.zip import Archive, pack
from companion import VERSION


async def back_up(link, when, tell):
    """Return a file with the backup of a companion, read back before anybody gets it, and its sentences.

    link: a CompanionLink. when: it is. tell: called with (what is done, done so far, of how many).
    Raises ArcanaError.
    """
    kept = await gather(link, when, lambda done, total: tell(_("Backing up"), done, total))
    files = [(MANIFEST, manifest(kept, VERSION).encode())]
    files += [(name, kept.files[name]) for name in sorted(kept.files)]
    data = pack(files)
    name = f"companion-{kept.info['device']}-{when[:10]}.zip"
    if not read(name, data).is_same(kept):
        raise ArcanaError(
            _("{path} was not written: read back, it was not what had been written.", path=name)
        )
    said = list(kept.left)
    said.insert(
        0,
        ngettext(
            "Device {device} with {n} game in {file}.",
            "Device {device} with {n} games in {file}.",
            kept.games(),
            device=kept.info["device"],
            file=name,
        ),
    )
    return {"name": name, "base64": b2a_base64(data).decode().strip()}, said


async def restore_file(link, name, text, tell):
    """Add what a companion lacks of a backup. Returns sentences, and those about what was not restored.

    link: a CompanionLink. name, text: of the file, its content as base64. tell: as in `back_up`.
    Raises ArcanaError.
    """
    kept = read(name, a2b_base64(text))
    done = await restore(link, kept, lambda done, total: tell(_("Restoring"), done, total))
    return done.sentences(), done.left


def read(name, data):
    """Return the backup in a file. name: of the file. data: its bytes. Raises ArcanaError."""
    try:
        if len(data) > LARGEST_ZIP:
            raise ValueError("too long")
        archive = Archive(data)
        return from_archive(archive.names, archive.unpack)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ArcanaError(
            _("{file} is damaged, or not the backup of a device; nothing was restored from it.", file=name)
        )
