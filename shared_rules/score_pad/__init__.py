"""The score pad: the points of each player, round by round, their totals, and whose deal it is.

It does not know which game is played. When somebody reaches the goal, the round is still played to its end. A
game that all begin with points ends as soon as only one player has points left.
"""

from shared_rules import errors
from shared_rules.player_names import FEWEST, SEATS, check_players
from shared_rules.record import MAX_LINE, MAX_SETUP, RecordedGame, check_line

if False:  # for the type checker only
    from collections.abc import Iterator
    from typing import Any

TITLE = "Score Pad"
MODES = ("score-pad",)
MOST, MOST_ROUNDS = 9999999, 99
"""The most points, positive or negative, in an entry, a total or a goal; and the most rounds."""
MOST_BGG = 9999999
"""The highest number of a game at BoardGameGeek."""
MAX_TITLE = 20

_FORMS = {
    "points": "name n",
    "round": "all",
    "correct": "n name n",
    "solo": "name",
    "end": "",
    "finish": "",
    "abandon": "",
}
"""The words after each verb: name, n for a number, all for a number for each player."""

_DEFAULTS = (
    ("players", ""),
    ("goal", "0"),
    ("wins", "high"),
    ("rounds", "0"),
    ("title", ""),
    ("zero", "no"),
    ("solos", "no"),
    ("bgg", "0"),
    ("start", "0"),
)
"""The words of a setup; from the fifth on, a word with its default is omitted."""


class Refusal(errors.Refusal):
    """An event that the score pad does not accept now."""

    game = "score_pad"


class Game(RecordedGame):
    """A score pad. All attributes are read only; `apply` changes them.

    players: names in the order in which they deal. goal: the points at which the game ends after the round, 0
    for no goal. wins: "high" or "low", the total that wins. rounds: how many are played, 0 for no limit.
    turn: the number of the round, from 1. active: the player who deals, None before the setup.
    title: of the game that is played, with "_" for spaces; "" if nobody said. bgg: its number at
    BoardGameGeek, 0 if nobody said. start: the points of each player at the beginning; from 1 on, the last
    player with points wins. zero: whether the points of a round are to add up to 0. solos: the names of the
    players who have had their solo, None in a game that does not track solos.
    phase: None before the setup, "round" while the game runs, "over" after it.
    entries: for each round a list of each player's points, None until entered; the last round of a running
    game is open. totals: each player's total. result: None, "finished" or "abandoned".

    >>> game = Game.replay(["setup score-pad players=Ann,Bo goal=100 wins=high rounds=0", "round 12,-5"])
    >>> game.totals, game.turn, game.dealer
    ([12, -5], 2, 'Bo')
    """

    NAME = "score_pad"
    FOLLOWING = ("end",)

    def _clear(self) -> None:
        self.players: list[str] = []
        self.goal, self.rounds, self.wins = 0, 0, "high"
        self.title, self.bgg, self.zero, self.start = "", 0, False, 0
        self.solos: list[str] | Any = None
        self.entries: list[list[int | None]] = []
        self.totals: list[int] = []
        self.result: str | None = None

    @property
    def turn(self) -> int:
        """The number of the round, from 1."""
        return max(1, len(self.entries))

    @property
    def dealer(self) -> str | None:
        """The player who deals this round, None before the setup; the players who are not out take turns."""
        count = len(self.players)
        seats = [(self.turn - 1 + step) % count for step in range(count)]
        return (
            self.players[([seat for seat in seats if not self.is_out(seat)] or seats)[0]] if seats else None
        )

    # every game's name for the player of the turn
    active = dealer

    @property
    def phase(self) -> str | None:
        """None before the setup, then "round", then "over"."""
        return ("over" if self.result else "round") if self.players else None

    @property
    def fresh(self) -> bool:
        """Whether nobody has points in this round yet."""
        return not [points for points in self.entries[-1] if points is not None]

    @property
    def balance(self) -> int:
        """The sum of the points of the last round."""
        return sum([points or 0 for points in self.entries[-1]])

    def ranks(self) -> list[int]:
        """Return each player's rank, 1 for the best; equal totals share a rank, and so do all who are out."""
        sign = 1 if self.wins == "high" else -1
        totals = [max(total, 0) for total in self.totals] if self.start else self.totals
        return [1 + len([other for other in totals if sign * (other - own) > 0]) for own in totals]

    def is_out(self, seat: int) -> bool:
        """Return whether a player has lost the points of the start. seat: the index of the player."""
        return self.start > 0 and self.totals[seat] <= 0

    def winners(self) -> list[str]:
        """Return the names of the winners of a finished game, several if their totals are equal; else []."""
        ranks = self.ranks() if self.result == "finished" else []
        return [self.players[seat] for seat, rank in enumerate(ranks) if rank == 1 and not self.is_out(seat)]

    def as_play(self) -> tuple[str, int, bool, list[tuple[str, int | None, bool]]]:
        """Return the title, its number, whether the highest total wins, and each player's total."""
        winners = self.winners()
        players: list[tuple[str, int | None, bool]] = [
            (name, total, name in winners) for name, total in zip(self.players, self.totals)
        ]
        return self.title.replace("_", " ") or TITLE, self.bgg, self.wins == "high", players

    def waiting(self) -> list[int]:
        """Return the seats of the players without points in the round, except players who are out."""
        row = self.entries[-1]
        return [seat for seat, points in enumerate(row) if points is None and not self.is_out(seat)]

    def follows(self) -> str | None:
        """Return "end" once everybody has points in the round, and they add up to 0 where they are to."""
        open_ = self.result or not self.players or self.waiting() or (self.zero and self.balance)
        return None if open_ else "end"

    def legal_actions(self, verb: str | None = None) -> "Iterator[str]":
        """Yield the texts of all events that are legal now, with 1 for every number of points, or 0 in a
        round that is to add up to 0.

        verb: only events that begin with this word.
        """
        names = self.players
        texts = ["round " + ",".join(("0" if self.zero else "1") * len(names))]
        texts += ["points %s 1" % name for name in names] + ["solo " + name for name in names]
        texts += ["correct %d %s 1" % (turn + 1, name) for turn in range(self.turn) for name in names]
        for text in texts + ["end", "finish", "abandon", "undo"]:
            if verb in (None, text.split(" ")[0]) and self.may(text):
                yield text

    def state(self) -> dict:
        """Return the state as docs/record.md defines it: a dict of numbers, texts and lists."""
        state = {key: getattr(self, key) for key in "turn active phase result goal wins rounds".split(" ")}
        state.update(mode=MODES[0] if self.players else None, ranks=self.ranks(), totals=list(self.totals))
        state.update(players=list(self.players), entries=[list(row) for row in self.entries])
        solos = None if self.solos is None else list(self.solos)
        state.update(title=self.title, bgg=self.bgg, zero=self.zero, solos=solos, start=self.start)
        return state

    def position(self) -> str:
        """Return the whole state as one line of text."""
        # seats, as MicroPython writes the letters of a name in a list differently
        solos = self.solos and [self.players.index(name) for name in self.solos]
        numbers: list[Any] = [self.goal, self.wins, self.rounds, self.result, self.entries, self.zero, solos]
        numbers += [self.start] if self.start else []
        return "%s %s" % (",".join(self.players), " ".join([str(number) for number in numbers]))

    # --- overrides of RecordedGame

    def _read(self, event: str) -> str:
        check_line(event, MAX_SETUP if event.startswith("setup") else MAX_LINE)
        verb, *words = event.split(" ")
        if verb == "setup":
            return _read_setup(words)
        slots = _FORMS.get(verb, "none").split()
        if len(slots) != len(words):
            raise Refusal(verb if verb in _FORMS else "usage")
        for slot, word in zip(slots, words):
            for number in word.split(",") if slot == "all" else [word]:
                if slot != "name" and not _is_number(number, -MOST, MOST):
                    raise Refusal("number", MOST, MOST)
        return event

    def _refusal_now(self, event: str) -> Refusal | None:
        verb, *words = event.split(" ")
        if verb == "setup" or not self.players:
            return None if verb == "setup" and not self.players else Refusal("setup")
        if self.result:
            return Refusal("over")
        if verb == "finish" and self.turn == 1 and self.fresh:
            return Refusal("nothing")
        if verb == "round" and not self.fresh:
            return Refusal("begun")
        if verb == "round" and words[0].count(",") + 1 != len(self.players):
            return Refusal("everybody", len(self.players))
        if verb == "round" and self.zero:
            uneven = sum([int(word) for word in words[0].split(",")])
            if uneven:
                return Refusal("sum", uneven)
        if verb == "correct" and not 1 <= int(words[0]) <= self.turn:
            return Refusal("no-round", int(words[0]))
        named = {"points": 0, "correct": 1, "solo": 0}.get(verb)
        if named is not None and words[named] not in self.players:
            return Refusal("unknown", words[named])
        if verb == "solo" and self.solos is None:
            return Refusal("no-solos")
        if verb == "solo" and words[0] in self.solos:
            return Refusal("had-solo", words[0])
        for name, total, more in zip(self.players, self.totals, self._more(verb, words)):
            if abs(total + (more or 0)) > MOST:
                return Refusal("too-many", name, MOST)
        return None

    def _more(self, verb: str, words: list[str]) -> list[int | None]:
        """Return the points that an event adds to each player's total, None for a player it omits."""
        if verb == "round":
            return [int(word) for word in words[0].split(",")]
        more: list[int | None] = [None for name in self.players]
        if verb in ("points", "correct"):
            seat, points = self.players.index(words[-2]), int(words[-1])
            if verb == "correct":
                points -= self.entries[int(words[0]) - 1][seat] or 0
            more[seat] = points
        return more

    def _carry_out(self, event: str) -> None:
        verb, *words = event.split(" ")
        if verb == "setup":
            given = dict([word.split("=") for word in words[1:]])
            self.players, self.wins = given["players"].split(","), given["wins"]
            self.goal, self.rounds = int(given["goal"]), int(given["rounds"])
            self.title, self.bgg = given.get("title", ""), int(given.get("bgg", 0))
            self.zero, self.solos = "zero" in given, [] if "solos" in given else None
            self.start = int(given.get("start", 0))
            self.totals = [self.start for name in self.players]
            self.entries = [[None for name in self.players]]
        elif verb in ("finish", "abandon"):
            self._stop("finished" if verb == "finish" else "abandoned")
        elif verb == "solo":
            self.solos.append(words[0])
        else:
            row = self.entries[int(words[0]) - 1 if verb == "correct" else -1]
            for seat, more in enumerate(self._more(verb, words)):
                if more is not None:
                    row[seat] = (row[seat] or 0) + more
                    self.totals[seat] += more
            alone = len([seat for seat in range(len(row)) if not self.is_out(seat)]) < 2
            if self.start and alone and verb != "end":
                self._stop("finished", begun=verb != "correct")
            elif verb in ("end", "round") or (verb == "correct" and self.fresh):
                self._go_on(verb != "correct")

    def _go_on(self, ended: bool) -> None:
        """End the game if the goal is reached or the last round has ended, else begin the next round.

        ended: whether the round has ended; a correction does not end it.
        """
        if (self.goal and max(self.totals) >= self.goal) or (ended and self.turn == self.rounds):
            self._stop("finished", begun=ended)
        elif ended:
            self.entries.append([None for name in self.players])

    def _stop(self, result: str, begun: bool = False) -> None:
        self.result = result
        if self.fresh and self.turn > 1 and not begun:
            self.entries.pop()


def _read_setup(words: list[str]) -> str:
    """Return the setup with defaults for omitted words. Raises RuleError."""
    given = dict(_DEFAULTS)
    for word in words[1:]:
        key, _, given[key] = word.partition("=")
    names = given["players"].split(",")
    yes = given["zero"] in ("yes", "no") and given["solos"] in ("yes", "no")
    if (
        words[:1] != list(MODES)
        or len(given) > len(_DEFAULTS)
        or given["wins"] not in ("high", "low")
        or not yes
    ):
        raise Refusal("form")
    if given["start"] != "0" and given["wins"] == "low":
        raise Refusal("start-low")
    if not FEWEST <= len(names) <= SEATS:
        raise Refusal("players", FEWEST, SEATS)
    check_players(names)
    for key, most in (("goal", MOST), ("rounds", MOST_ROUNDS), ("bgg", MOST_BGG), ("start", MOST)):
        if not _is_number(given[key], 0, most):
            raise Refusal(key, most)
    # totals mostly fall from the start: the first round would end the game
    if 0 < int(given["goal"]) <= int(given["start"]):
        raise Refusal("start-goal", int(given["start"]))
    title = given["title"]
    if len(title) > MAX_TITLE or [sign for sign in ",;=" if sign in title]:
        raise Refusal("title", MAX_TITLE)
    pairs = [
        "%s=%s" % (key, given[key])
        for number, (key, default) in enumerate(_DEFAULTS)
        if number < 4 or given[key] != default
    ]
    return " ".join(["setup", words[0]] + pairs)


def setup_words(given: "dict[str, Any]") -> str:
    """Return a setup's words from the goal on, with the defaults of words not given.

    >>> setup_words({"goal": 100, "title": "Hearts"})
    'goal=100 wins=high rounds=0 title=Hearts zero=no solos=no bgg=0'
    """
    words = ["%s=%s" % (key, given.get(key, default)) for key, default in _DEFAULTS[1:]]
    return " ".join([word for word in words if word != "start=0"])


def _is_number(word: str, low: int, high: int) -> bool:
    """Return whether a word is a whole number from low to high, without leading zeros or a plus sign."""
    digits = word[1:] if word.startswith("-") else word
    if not 1 <= len(digits) <= 7 or digits.strip("0123456789"):
        return False
    return str(int(word)) == word and low <= int(word) <= high


# --- games that people play for points, with the words of their setups: a line for each, and how it ends

# Each line: the words that differ from the defaults of a setup. Rounds by the number of players are separated
# by commas, each after its number of players. Above it, who says how the game ends.
_PRESETS = (
    # Microsoft's and hearts-online.org's rules: over when somebody has 100 points or more; the fewest win
    "goal=100 wins=low title=Hearts",
    # Skatverband: a series is 48 games at a table of four, 36 at a table of three
    "rounds=3:36,4:48 title=Skat",
    # Doppelkopf-Verband, Turnier-Spielregeln 7.2, 8.5, 8.6: 24 games that add up to 0, with a solo for each
    "rounds=4:24 title=Doppelkopf zero=yes solos=yes",
    # Amigo's rules: 60 cards, a card more in each round, until all are dealt; the highest total wins
    "rounds=3:20,4:15,5:12,6:10 title=Wizard bgg=1465",
    # Pagat, 500 Rum: over when somebody has 500 points or more; the highest total wins
    "goal=500 title=Rummy_500",
    # Hasbro's rules: over when the bag and a rack are empty, or all pass: finished from the menu
    "title=Scrabble bgg=320",
    # Mattel's rules: who goes out scores the cards of the others; the first to reach 500 points wins
    "goal=500 title=Uno bgg=2223",
    # Magic's comprehensive rules 103.4, 704.5a, 104.2a: 20 life, out at 0, the last player wins; 903.7: 40
    "title=Magic start=20",
    "title=Commander start=40",
    # Days of Wonder, Repos: counted at the end, when somebody's trains run out and after the third age
    "rounds=1 title=Ticket_to_Ride bgg=9209",
    "rounds=1 title=7_Wonders bgg=68448",
)


def presets(players: int) -> list[str]:
    """Return the words of the setup for each game, as `setup_words` does. players: how many play.

    >>> presets(4)[3]
    'goal=0 wins=high rounds=15 title=Wizard zero=no solos=no bgg=1465'
    """
    found = []
    for line in _PRESETS:
        given = dict([word.split("=") for word in line.split(" ")])
        if ":" in given.get("rounds", ""):
            by_players = dict([each.split(":") for each in given["rounds"].split(",")])
            given["rounds"] = by_players.get(str(players), "0")
        found.append(setup_words(given))
    return found


def rounds_of(title: str, players: int) -> int | None:
    """Return the number of rounds of a game, or None unless the number of players decides it.

    >>> rounds_of("Wizard", 6), rounds_of("Skat", 3), rounds_of("Hearts", 4)
    (10, 36, None)
    """
    for line in _PRESETS:
        if ":" in line and " title=" + title + " " in line + " ":
            words = presets(players)[_PRESETS.index(line)]
            return int(words.split(" rounds=")[1].split(" ")[0])
    return None
