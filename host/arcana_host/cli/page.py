"""`arcana page`: the hosted page to which the QR codes of the device lead."""

from typing import Annotated

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption, PortOption


def page(
    address: Annotated[
        str | None,
        typer.Argument(metavar="ADDRESS", help=_("Where somebody hosts the folder of `make web`.")),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help=_("Lead to no page any longer."))] = False,
    port: PortOption = None,
    as_json: JsonOption = False,
) -> None:
    """Set the page to which QR codes lead where the link of BG Stats has no room, or show it."""
    from arcana_portable.errors import WordsError

    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.link.device import connect
    from shared_rules.play_link import MAX_PAGE, is_page

    if address is not None and (remove or not address or not is_page(address)):
        raise WordsError(
            _(
                "Give an address of at most {most} characters with https, such as "
                "https://example.org/arcana/, or --remove.",
                most=MAX_PAGE,
            )
        )
    changes = {"set": {"page": address or ""}} if address or remove else {}
    with connect(port, say=status_printer(as_json)) as device:
        stored = device.call("settings", **changes)["settings"].get("page", "")
    if as_json:
        print_json({"page": stored})
    elif stored:
        print(_("QR codes lead to {page} where the link of BG Stats has no room.", page=stored))
    else:
        print(_("QR codes lead to BG Stats only."))
