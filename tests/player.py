"""A player at the five buttons: turns the events of a record into the presses that enter them.

    for event, presses in presses_for(events): ...

`Player` works on any app with the companion's `screen`; `presses_for` uses a small app of its own, so it
returns the presses for a device of which only the buttons can be reached. A press is the name of a button, or
"b:long". It knows the screens like a player who sees where the cursor is; it must not enter anything in
another way.
"""

from collections import deque

from companion.games.shipwreck.bestiary import CreatureChoice
from companion.games.shipwreck.deep import AVERT
from companion.games.shipwreck.play import EXIT, LINES, MENU, POWERS_STRIP, Predict
from companion.games.shipwreck.prediction import AfterPrediction, HiddenFate, PredictedValue, WhichValue
from companion.games.shipwreck.result import Result
from companion.screens import Turn
from companion.screens.names import LETTERS, accents_of, table_names
from companion.screens.question import Question
from companion.screens.settings import Language
from companion.screens.title import Title
from companion.texts import find, text
from memory_app import MemoryApp

from shared_rules.shipwreck.cards import LEVELS, SETS
from shared_rules.shipwreck.deep import Creature


def presses_for(events, **settings):
    """Yield (event, presses) for the events of a game, its setup first; undo lines must be folded away.

    settings: those of the device that differ from `MemoryApp`. Events that follow automatically have no
    presses. The presses start at the title with no game running.
    """
    yield from Player(MemoryApp(**settings)).play(events)


class Player:
    """Enters the events of a record by pressing buttons.

    app: the one whose `screen` it reads. press: a callable(name, kind), None for `screen.press`.
    """

    def __init__(self, app, press=None):
        self.app = app
        self._press = press or app.screen.press
        self.pressed = []

    @property
    def game(self):
        return self.app.session.game

    @property
    def top(self):
        """The screen that a player sees: the one on top, or in a game the one that it asks for."""
        top = self.app.screen.top
        return top.stage if isinstance(top, Turn) else top

    def press(self, *names):
        for name in names:
            self.pressed.append(name)
            button, _, kind = name.partition(":")
            self._press(button, kind or "press")

    def play(self, events, resume=False):
        """Yield (event, presses) for the events of a game, each once its presses are done.

        resume: whether some of them have already happened in the game on the table.
        """
        for number, event in enumerate(events):
            self.pressed = []
            happened = len(self.game.events) if self.game and (number or resume) else 0
            if happened <= number:
                enter = getattr(self, "enter_" + event.split(" ")[0])
                enter(event, events[number + 1 :])
            assert self.game.events[: number + 1] == events[: number + 1], (event, self.game.events[-3:])
            yield event, self.pressed

    # --- moving about

    def turn(self, items, item, wanted, up="up", down="down"):
        """Go from one item of a ring to another, the shorter way."""
        steps = (items.index(wanted) - items.index(item)) % len(items)
        back = len(items) - steps
        self.press(*([up] * steps if steps <= back else [down] * back))

    def choose(self, number):
        """Choose a line of the menu that is shown, or change it if it is a list of things to change."""
        menu = self.top
        self.turn(list(range(len(menu.rows))), menu.number, number, "down", "up")
        self.press("c" if menu.change_text else "b")

    def choose_label(self, key):
        labels = [label if isinstance(label, str) else label() for label, _ in self.top.rows]
        # a list of its own has its own section
        words = find(key, ("otherwise",)) or text(key)
        wanted = words if "%" not in words else None
        start = words.partition("%")[0]
        self.choose(
            [label == wanted or (wanted is None and label.startswith(start)) for label in labels].index(True)
        )

    def open_menu(self):
        top = self.top
        if hasattr(top, "ring"):
            self.turn(top.ring, top.cursor, MENU, "c", "a")
            self.press("b")
        elif isinstance(top, (Question, CreatureChoice)):
            self.press("a")
        elif hasattr(top, "grid"):
            self.to_card(top.grid, None)
            self.press("b")
        else:
            self.press("c" if isinstance(top, HiddenFate) else "up")

    def open_lines(self):
        top = self.top
        if hasattr(top, "ring"):
            self.turn(top.ring, top.cursor, LINES, "c", "a")
            self.press("b")
        else:
            self.open_menu()
            self.choose_label("lines_row")

    def open_powers(self):
        top = self.top
        if hasattr(top, "ring"):
            self.turn(top.ring, top.cursor, POWERS_STRIP, "c", "a")
            self.press("b")
        else:
            self.press("down" if isinstance(top, Predict) else "b")

    def choose_power(self, card):
        """Open the question of a power or an adventurer, from the list unless it is the only one."""
        self.open_powers()
        if not isinstance(self.top, Question):
            powers = self.top
            self.turn(powers.cards, powers.cards[powers.number], card, "down", "up")
            self.press("b")

    def to_card(self, grid, card):
        """Move the cursor of a grid to a card (None for the symbol in the heading), the shortest way."""
        start, wanted = grid.at, EXIT if card is None else grid.cards.index(card)
        ways, reached = deque([(start, ())]), {start}
        while ways:
            at, presses = ways.popleft()
            if at == wanted:
                break
            for name in ("up", "down", "a", "c"):
                grid.at = at
                grid.move(name)
                if grid.at not in reached:
                    reached.add(grid.at)
                    ways.append((grid.at, (*presses, name)))
        grid.at = start
        self.press(*presses)

    def answer(self, event):
        """Answer the question that is shown, and those after it, so that they enter an event."""
        ask = self.top
        for number, item in enumerate(ask.items):
            for button, (_, means) in zip("bc", ask.answers, strict=False):
                meant = means(item)
                if meant == event or (isinstance(meant, Question) and leads_to(meant, event)):
                    self.turn(list(range(len(ask.items))), ask.number, number)
                    self.press(button)
                    if meant != event:
                        self.answer(event)
                    return
        raise AssertionError(f"{event} can't be answered here")

    # --- the events

    def enter_setup(self, event, after):
        mode = event.split(" ")[1]
        words = dict(word.split("=") for word in event.split(" ")[2:])
        while not isinstance(self.top, Title):
            # the first language, where the settings were lost
            self.press("b" if isinstance(self.top, (Language, Result)) else "a")
        self.choose_label("new_game")
        self.set_up_players(words["players"].split(","))
        form = self.top
        self.set_up("difficulty", lambda: self.app.settings.get("doom") == int(words["doom"]))
        self.set_up_sets(words["sets"].split(","))
        self.set_up("mode", lambda: form.mode() == mode)
        self.set_up("help", lambda: self.app.settings.get("assist") == words.get("assist", "keeper"))
        assert form.players() == words["players"].split(",")
        self.press("b")
        if "adventurers" in words:
            self.set_up_adventurers(words["adventurers"].split(","))
        for card in words["row"].split(","):
            self.to_card(self.top.grid, card)
            self.press("b")

    def to_line(self, key):
        """Go to a line of the form for a new game."""
        form = self.top
        keys = [key for key, _, _ in form.lines]
        self.turn(keys, keys[form.line], key, "down", "up")

    def set_up(self, key, done):
        """Change a line of the form until `done()` returns True."""
        if not done():
            self.to_line(key)
        while not done():
            self.press("c")

    def set_up_players(self, players):
        get = self.app.settings.get
        self.set_up("players", lambda: get("players") == len(players))
        if self.top.players() == players:
            return
        self.set_up("begins", lambda: get("first") % len(players) == 0)
        self.to_line("names")
        self.press("c")
        for seat, name in enumerate(players):
            if table_names(self.app)[seat] != name:
                self.choose(seat)
                self.write(name)
        self.press("a")

    def set_up_adventurers(self, adventurers):
        chooser = self.top
        for number, adventurer in enumerate(adventurers):
            lines = list(range(len(adventurers)))
            self.turn(lines, chooser.line, number, "down", "up")
            while chooser.dealt[number] != adventurer:
                self.press("c")
        self.press("b")

    def write(self, name):
        editor = getattr(self.top, "step", self.top)
        while not name.startswith(editor.name):
            self.press("a")
        if editor.name:
            name = name[len(editor.name) :]
        for letter in name:
            self.press("c")
            ring = accents_of(letter)
            self.turn(LETTERS, editor.name[-1], letter if letter in LETTERS else ring[0])
            if letter not in LETTERS:
                # holding C begins with one more letter
                self.press("c", "c:repeat")
                self.turn(ring, editor.name[-1], letter)
        assert len(editor.name) <= editor.longest
        self.press("b")

    def set_up_sets(self, sets):
        chosen = self.app.settings.get("sets").split(",")
        if chosen == sets:
            return
        self.to_line("cards")
        self.press("c")
        # first add, then remove, so that the deck is never too small
        for number in [SETS.index(name) for name in sets if name not in chosen] + [
            SETS.index(name) for name in chosen if name not in sets
        ]:
            self.choose(number)
        self.press("a")

    def enter_play(self, event, after):
        play = self.top
        fate, place = (int(word) for word in event.split(" ")[1:])
        self.turn(play.ring, play.cursor, place, "c", "a")
        self.turn(play.allowed(), play.fate, fate)
        self.press("b")

    def enter_tell(self, event, after):
        self.answer(event)

    enter_steal = enter_inevitable = enter_tell

    def enter_use(self, event, after):
        self.choose_power(event.split(" ")[1])
        self.answer(event)

    enter_ability = enter_use

    def enter_meet(self, event, after):
        meet = self.top
        assert isinstance(meet, CreatureChoice)
        creature = event.split(" ")[1]
        known = [line for line, _ in meet.creatures]
        if creature in known:
            self.choose(known.index(creature))
            return
        self.choose(len(known))
        self.enter_creature(creature)

    def enter_creature(self, creature):
        creature = Creature.from_text(creature)
        entering = self.top
        self.write(creature.name)
        asking = entering.step
        for number, need in enumerate(creature.needs):
            if number:
                self.to_field(asking, None)
                self.press("up")
            self.to_field(asking, (number, 0))
            self.turn(asking.kinds, asking.needs[number][0], need[0])
            for part in (1, 2)[: len([word for word in need[1:] if word])]:
                self.to_field(asking, (number, part))
                low, high = asking.limits[need[0]][1:] if part == 1 else (1, 7)
                self.turn(list(range(low, high + 1)), asking.needs[number][part], need[part])
        assert asking.condition() == creature.condition
        self.press("b")

    def to_field(self, asking, field):
        """Move to a field of a creature's condition."""
        steps = asking.fields().index(field) - asking.at
        self.press(*(["c"] * steps if steps > 0 else ["a"] * -steps))

    def enter_strike(self, event, after):
        words = event.split(" ")
        spoils = self.top
        self.turn(spoils.choices, spoils.fate, int(words[-1]))
        cursor = AVERT if words[0] == "avert" else int(words[1])
        self.turn(spoils.ring, spoils.cursor, cursor, "c", "a")
        self.press("b")

    enter_avert = enter_strike

    def enter_predict(self, event, after):
        words = event.split(" ")
        values = words[1].split(",") if len(words) == 3 else []
        # if the companion asks which fate missed, something else can happen before the turn ends
        waits = bool(after) and after[0].split(" ")[0] in ("hidden", "assist", "flip")
        hit = words[-1] == "hit"
        notes = bool(values) or waits
        if notes != self.app.settings.get("note") and (notes or (hit and self.only_value())):
            self.open_menu()
            self.choose_label("note")
            self.press("a")
        if hit and values and self.only_value():
            del values[-1]
        self.press("b" if hit else "c")
        if hit:
            # the right value is asked for first
            values = values[-1:] + values[:-1]
        for value in values:
            named = self.top
            if isinstance(named, PredictedValue):
                self.turn(named.choices, named.value, int(value))
                self.press("b")
            if isinstance(self.top, WhichValue):
                self.press("c" if value[0] == "+" else "b")
        if isinstance(self.top, PredictedValue):
            self.press("a")

    def only_value(self):
        """Return whether only one value can be right, so that the companion does not ask for it."""
        return [self.game.may(f"predict {value} hit") for value in range(1, 9)].count(True) == 1

    def enter_hidden(self, event, after):
        if isinstance(self.top, AfterPrediction):
            self.press("c" if self.top.powers else "b")
        hidden = self.top
        assert isinstance(hidden, HiddenFate)
        self.turn(hidden.choices, hidden.value, int(event.split(" ")[1]))
        self.press("b")

    def enter_flip(self, event, after):
        _, player, tokens = event.split(" ")
        self.open_lines()
        lines = self.top
        while lines.player != player:
            self.press("down")
        for token in tokens.split(","):
            self.turn([1, 2, 3, 4, 5, 6, 7], lines.token, int(token), "c", "a")
            self.press("b")
        self.press("up")

    def enter_assist(self, event, after):
        self.open_menu()
        self.choose_label("help_is")
        self.choose(LEVELS.index(event.split(" ")[1]))
        if event.endswith("agreed"):
            self.press("b")

    def enter_end(self, event, after):
        # whoever can't draw passes where another one plays
        self.press("b" if hasattr(self.top, "ring") else "a")

    def enter_illegal(self, event, after):
        self.open_menu()
        if event == "illegal":
            self.choose_label("was_illegal")
            self.press("b")
        else:
            self.choose_label("illegal_play")
            self.enter_play(event, after)

    def enter_reveal(self, event, after):
        self.open_menu()
        self.choose_label("reveal")
        self.answer(event)

    def enter_join(self, event, after):
        self.open_menu()
        self.choose_label("join")
        self.write(event.split(" ")[1])
        self.answer(event)

    def enter_leave(self, event, after):
        self.open_menu()
        self.choose_label("leave")
        self.answer(event)

    def enter_abandon(self, event, after):
        self.open_menu()
        self.choose_label("abandon")
        self.press("b")

    def enter_deal(self, event, after):
        self.to_card(self.top.grid, event.split(" ")[2])
        self.press("b")


def leads_to(ask, event):
    """Return whether answers to a question, and to those after it, can enter an event."""
    for item in ask.items:
        for _, means in ask.answers:
            meant = means(item)
            if meant == event or (isinstance(meant, Question) and leads_to(meant, event)):
                return True
    return False
