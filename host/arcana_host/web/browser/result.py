"""The result of a game in a link from a companion's QR code: shown, and handed out as a file.

It must not know the page, or how a result is packed.
"""

from arcana_portable.errors import ArcanaError
from arcana_portable.library.bgstats import play_file
from arcana_portable.library.entry import Entry, Game
from arcana_portable.page.markup import element, text
from arcana_portable.record import Record
from arcana_portable.replay import replay
from arcana_portable.translation import _

from shared_rules.errors import RuleError
from shared_rules.play_link import play_link, unpack

_ROOM = 8000  # bytes of a link in a page


class Result:
    """A finished game, known by its result only. digits: from the link. Raises RuleError.

    game: to share, a game of the score pad with a single round. record: a file with its record, or None if
    the score pad would have other winners. play: a file for BG Stats, or None without a date.
    """

    def __init__(self, digits):
        self._play, self._id, self._date = unpack(digits)
        game = self._on_the_pad()
        self.record = self.play = None
        if game and game.played.game.as_play()[3] == self._play[3]:
            self.record = {"name": f"{self._id}.arcana", "text": game.entry.record}
        if game and self._date:
            game.played.game.as_play = lambda: self._play
            self.play = {"name": f"{self._id}.bgsplay", "text": "".join(play_file([game]))}

    def _on_the_pad(self):
        """Return the Game to share, or None if the score pad refuses the names or the title."""
        title, number, highest, players = self._play
        names = [name.replace("\u2026", "-") for name, _points, _won in players]
        given = ("players", ",".join(names)), ("wins", "high" if highest else "low"), ("rounds", 1)
        given += ("title", title.replace(" ", "_").replace("\u2026", "-")), ("bgg", number)
        points = ",".join([str(points or 0) for _name, points, _won in players])
        setup = "setup score-pad " + " ".join([f"{key}={value}" for key, value in given])
        tags = [("Game", self._id)] + ([("Date", self._date)] if self._date else [])
        try:
            played = replay(str(Record(tags, [setup, f"round {points}"])))
        except (ArcanaError, RuleError):
            return None
        fields = {"id": self._id, "game": "score_pad", "device": None, "date": self._date, "players": names}
        fields |= {"result": "finished", "turns": 0, "lines": 2, "record": str(played.record)}
        return Game(Entry(summary={}, marks=(), **fields), played, None, None)

    def message(self):
        """Return the page's data about the result."""
        title, _number, _highest, players = self._play
        counted = any([points is not None for _name, points, _won in players])
        headings = [_("Player")] + ([_("Points")] if counted else []) + [_("Won")]
        rows = [element("tr", *[element("th", text(each), scope="col") for each in headings])]
        for name, points, won in players:
            cells = [name] + ([points] if counted else []) + [_("yes") if won else _("no")]
            rows.append(element("tr", *[element("td", text("" if each is None else each)) for each in cells]))
        more = [("playDate", self._date + ":00")] if self._date else []
        link = play_link(self._play, self._id, _ROOM, None, more)
        return {
            "#result-name": text(", ".join(filter(None, [title, self._date]))),
            "#result-table": element("table", *rows, class_="scores"),
            "#result-link": element("a", text(_("Log it in BG Stats")), class_="switch", href=link),
            "result": {"record": self.record is not None, "play": self.play is not None},
        }
