"""The contents of the page that reaches a real device: reports, saved games, and installable versions.

It must not know where they come from.
"""

import json

from arcana_portable.page.markup import element, text
from arcana_portable.translation import _


def report(kind, sentences):
    """Return sentences. kind: "good", "bad" or "busy"."""
    return element("div", *[element("p", text(sentence)) for sentence in sentences], class_=kind)


def progress(doing, done, total):
    """Return how far something has come. total: 1 for a single step."""
    words = f"{doing}: {done} / {total}" if total > 1 else f"{doing} …"
    bar = element("progress", value=done, max=total or 1, aria_labelledby="doing")
    return bar + element("p", text(words), id="doing")


def game_list(games):
    """Return the table of saved games. games: [the results of `shown_games.summary`], the newest first."""
    if not games:
        return element("p", text(_("None yet.")))
    headings = [
        element("th", text(each), scope="col") for each in (_("Date"), _("Game"), _("Players"), _("Result"))
    ]
    rows = []
    for game in games:
        cells = [_button(game["date"] or _("no date"), {"details": game["name"]})]
        cells += [text(game[part]) for part in ("title", "players", "result")]
        rows.append(element("tr", *[element("td", cell) for cell in cells]))
    head, body = element("thead", element("tr", *headings)), element("tbody", *rows, id="rows")
    saving = [
        _button(_("Save all games as a file"), {"save": "games"}),
        _button(_("Save all for BG Stats"), {"save": "plays"}),
    ]
    return element("table", head, body, class_="games") + element("div", *saving, class_="desk")


def board_choice(boards):
    """Return the boards to choose from, and to leave that to the companion. boards: {name: description}."""
    choices = [("keep", _("as set before, or detected")), ("auto", _("detected anew"))]
    return "".join(
        [element("option", text(words), value=name) for name, words in choices + list(boards.items())]
    )


def story(chapters):
    """Return the chapters of a game."""
    parts = []
    for chapter in chapters:
        parts.append(element("h3", text(chapter.heading)))
        parts += [element("p", text(sentence)) for sentence in chapter.sentences]
        if chapter.standing():
            parts.append(element("p", text(chapter.standing())))
    return "".join(parts)


def _button(label, message):
    return element("button", text(label), class_="switch", type="button", data_send=json.dumps(message))
