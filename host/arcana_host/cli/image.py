"""`arcana image`: one file with MicroPython and the companion, for the drive of a new board."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import ALL_GAMES, ForceOption, GamesOption, JsonOption, check_board

if TYPE_CHECKING:
    from arcana_portable.install.image import Image


def image(
    target: Annotated[Path, typer.Argument(metavar="COMPANION.uf2", help=_("The file to write."))],
    micropython: Annotated[
        Path, typer.Option(metavar="IMAGE.uf2", help=_("The MicroPython image for the board."))
    ],
    board: Annotated[
        str, typer.Option(metavar="NAME", help=_("The board, as for `arcana flash`."), show_default=False)
    ],
    games: GamesOption = ALL_GAMES,
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help=_("The language in which it begins, such as de."), show_default=_("it asks")
        ),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help=_("The names that a new game offers, separated by commas.")),
    ] = None,
    files_only: Annotated[
        bool, typer.Option("--files-only", help=_("Leave MicroPython out, for a board that has this one."))
    ] = False,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write one file that makes a companion of a new board; games on a board are lost."""
    from arcana_host.cli.options import named_games, print_json
    from arcana_host.files import check_place, write_bytes
    from arcana_host.install.uf2 import read_image
    from arcana_host.install.whole_image import companion_image

    check_board(board)
    settings = _settings(language, names)
    wanted = named_games(games)
    check_place(target, force)
    found = read_image(micropython)
    content = companion_image(found, board, wanted, settings, files_only)
    write_bytes(target, content, force)
    if as_json:
        print_json({"file": str(target), "bytes": len(content), "micropython": found.version, "board": board})
        return
    typer.echo(_what_it_is(target, len(content), found, files_only))


def _settings(language: str | None, names: str | None) -> dict[str, Any]:
    """Return the requested settings with which a device begins, or {}. Raises WordsError."""
    from importlib import import_module

    from arcana_portable.errors import WordsError
    from arcana_portable.firmware import use_firmware
    from arcana_portable.link.offered_names import to_offer
    from arcana_portable.translation import code, languages

    from arcana_host.cli.names import read_names

    settings: dict[str, Any] = {}
    if language:
        known = {code(each): each for each in languages()}
        if language not in known:
            raise WordsError(
                _(
                    "There is no language {language}: --language takes {known}.",
                    language=language,
                    known=", ".join(known),
                )
            )
        settings["language"] = known[language]
    if names:
        use_firmware()
        settings |= to_offer(read_names([names]), import_module("companion.settings").DEFAULTS)
    return settings


def _what_it_is(target: Path, size: int, image: "Image", files_only: bool) -> str:
    from arcana_portable.wording import file_size

    what = _("the companion, for a board with {image}") if files_only else _("{image} and the companion")
    return _(
        "{file} ({size}) has {what}. Hold BOOTSEL while you plug the board in, and drop the file on the "
        "drive that appears.\nIt erases all games and settings on that board: to update a companion, use "
        "`arcana flash`.",
        file=target,
        size=file_size(size),
        what=what.format(image=image),
    )
