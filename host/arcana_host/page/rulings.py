"""The rulings of all games as HTML pages: all of them by game and topic, or those that a search finds.

It must not know who serves the pages.
"""

from collections.abc import Iterator
from pathlib import Path

from arcana_portable.translation import _, code, language, languages, speaking

from arcana_host.games import every
from arcana_host.games.rulings import Ruling, about_others, search
from arcana_host.html import render


def page_name(spoken: str) -> str:
    """Return the name of the page in a language."""
    return f"rulings-{spoken}"


def rulings_page(name: str, asked: str | None = None) -> str:
    """Return a page as HTML, for the folder `guide` beside `style.css`.

    name: as from `page_name`. asked: the words to search for, "" for all rulings; None for a page that can't
    search, as nobody answers it. Raises KeyError for any other name.
    """
    spoken = {page_name(each): each for each in languages()}[name]
    with speaking(spoken):
        sections = list(_found(asked) if asked else _all())
        return render(
            Path(__file__).parent, "rulings.html", language=code(spoken), asked=asked, sections=sections
        )


def _all() -> Iterator[tuple[str, list[Ruling]]]:
    for game in every():
        found = game.rulings(language())
        if found:
            yield game.shown_title, sorted(found, key=lambda ruling: (ruling.rule, ruling.topic))


def _found(asked: str) -> Iterator[tuple[str, list[Ruling]]]:
    among = [ruling for game in every() for ruling in game.rulings(language())]
    complete, others, unknown = search(among, [asked], None, None, None)
    if complete:
        yield "", complete
    if others:
        yield about_others(complete, unknown), others
    if not complete and not others:
        yield _("No ruling matches."), []
