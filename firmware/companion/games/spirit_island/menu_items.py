"""The lines of this game in the menu: less frequent events, the blight card, the ends of a game, and rulings.

It lists the rulings that this game can need in the current step, and all rulings by topic.
"""

from companion.games.spirit_island.words import in_words, shown_steps, terrain
from companion.screens import GAME, TO_MENU, item_after, open_screen
from companion.screens.menu import GameMenu, rulings_menu
from companion.screens.question import NUMBER, Question, TextPages, confirm
from companion.texts import text, text_of
from companion.texts.sections import section_texts
from shared_rules.spirit_island.components import NOWHERE, QUESTIONS, blight_card_boxes, blight_card_ids
from shared_rules.spirit_island.reminders import FULL_PANEL, entrench_due, reminders

_MOST = 8  # rulings for a step
_NUMBERS = tuple(range(1, 21))
_VITALITY = "nature-incarnate", "towering-roots-of-the-jungle"
"""The box with Vitality, and the spirit that always brings it."""


def rulings_now(app):
    """Return the menu of the rulings that matter most in this step, the adversaries' rules first.

    Rulings on a spirit, an adversary or a scenario in the game come first, then rulings for any game, then
    rulings on a box that the group has; in each part rulings for few steps first.
    """
    game = app.session.game
    own = list(game.spirits) + [game.scenario] + (["events"] if game.with_events else [])
    own += [each.split(":")[0] for each in (game.adversary, game.second) if each]
    boxes = app.settings.get("boxes").split(",")

    def rank(fields):
        steps, needs = fields[2].split(" "), fields[4].split()
        first = 0 if _any_of(own, needs) else 1 if not needs else 2 if _any_of(boxes, needs) else None
        return None if first is None or not _any_of(shown, steps) else (first, len(steps))

    shown, ids = shown_steps(game)[0], []
    for step in shown:
        ids += [id for id in reminders(game, True, step) if id not in ids]
    words = section_texts("reminders", ids)
    pages = (text("adversary_now"), lambda: TextPages(app, text("adversary_now"), words))
    return rulings_menu(app, rank, [pages] if words else [], _MOST)


def _any_of(names, needs):
    return [each for each in needs if each in names]


def menu_rows(app):
    """Return two lists of (label, action): lines that every turn may need, and all others."""
    game = app.session.game
    if game.result:
        return [], []
    looks = [(text("rulings"), lambda: open_screen("games.spirit_island.menu_items.rulings_now", app))]
    rows = []
    # before anything else, the card or the Ravage goes on
    if game.owed not in ("flip",) + QUESTIONS:
        if game.step != "setup":
            looks.append((text("menu_otherwise"), lambda: "otherwise"))
        for verb in ("fortify", "entrench"):
            if _offered(game, verb):
                looks.append((text("menu_" + verb), _choosing(app, verb)))
        if "rituals" in game.scenario_rules and game.step in ("fast", "slow"):
            ritual = "terror %d" % (game.terror + 1) if game.terror < 3 else "won scenario"
            looks.append((text("menu_ritual"), lambda: confirm(app, "ask_ritual", ritual)))
        if _has_panel(game):
            looks.append((text("menu_panel"), lambda: _ask_heal(app)))
        if game.has_tally:
            looks.append((text("menu_tally"), lambda: _ask_tally(app)))
        rows = [(text("menu_blight"), lambda: ask_blight(app))] if game.owed else []
        if not _has_panel(game):
            rows.append((text("menu_heal"), lambda: _ask_heal(app)))
        rows.append((text("menu_end"), lambda: _ends(app)))
    return looks + [(text("calculator"), lambda: "calculator")], rows


def _offered(game, verb):
    """Return the events with a verb that can happen now: Russia's card only once it has come up, and
    Fortification only with event cards.
    """
    events = list(game.legal_actions(verb))
    if verb == "entrench":
        due = entrench_due(game)
        return [event for event in events if event.split(" ")[1][0] in due]
    return events if verb != "fortify" or game.with_events else []


def _has_panel(game):
    return game.adversary_has("france-5")


def _ask_heal(app):
    """Return the question how much blight was removed: for the card or, with France 5, for its panel.

    Once the panel is full, all of it goes to the card.
    """
    game = app.session.game
    key = "ask_panel" if _has_panel(game) else "ask_heal"

    def events(number):
        there = game.tally + number
        if not _has_panel(game) or there >= FULL_PANEL * len(game.players):
            back = ("tally -%d" % game.tally,) if _has_panel(game) and game.tally else ()
            return ("heal %d" % (there if _has_panel(game) else number),) + back
        return "tally %d" % number

    answer = (lambda number: text("enter"), events)
    return Question(app, lambda number: text(key, number), (answer,), _NUMBERS, NUMBER)


def _ask_tally(app):
    """Return the question for the number that the counter shows; C resets it, and returns France's blight."""
    game = app.session.game
    back = (("heal %d" % game.tally,) if _has_panel(game) else ()) + ("tally -%d" % game.tally,)
    answers = (
        (lambda number: text("enter"), lambda number: "tally %d" % (number - game.tally)),
        (lambda number: text("to_zero"), lambda number: back),
    )
    items = tuple(range(max(_NUMBERS[-1], game.tally) + 1))
    ask = Question(app, lambda number: text("ask_tally", number), answers, items, NUMBER)
    ask.number = game.tally
    return ask


def ask_blight(app):
    """Return the question how much blight is added; B enters it, or asks how much of it Vitality stops."""
    box, spirit = _VITALITY
    asks = spirit in app.session.game.spirits
    key = "ask_rest" if box in app.settings.get("boxes").split(",") and not asks else "ask_blight"

    def entered(blight):
        return Vitality(app, blight) if asks else "blight %d" % blight

    answers = (
        (lambda blight: text("enter"), entered),
        (lambda blight: text("calculate"), lambda blight: None),
    )
    return BlightQuestion(app, lambda blight: text(key, blight), answers, _NUMBERS, NUMBER)


class BlightQuestion(Question):
    """Asks how much blight is added; C opens the calculator, which works that out."""

    def press(self, name, kind):
        return "calculator" if name == "c" else Question.press(self, name, kind)


class Vitality(Question):
    """Asks how much of the blight Vitality stops; the rest is entered, if there is any."""

    def __init__(self, app, blight):
        answer = (lambda stopped: text("enter"), lambda stopped: "blight %d" % (blight - stopped))
        items = tuple(range(blight + 1))
        Question.__init__(
            self, app, lambda stopped: text("ask_vitality", blight, stopped), (answer,), items, NUMBER
        )

    def open(self, number):
        """Return whether an answer is possible; stopping everything always is."""
        return number == 0 and (self.item == self.items[-1] or Question.open(self, number))

    def press(self, name, kind):
        all_stopped = name == "b" and self.item == self.items[-1]
        return GAME if all_stopped else Question.press(self, name, kind)


def _choosing(app, verb, answer_text="enter"):
    """Return an action that asks for the card or terrain of an event."""

    def ask():
        events = tuple(_offered(app.session.game, verb))
        answer = (lambda event: text(answer_text), lambda event: event)
        return Question(
            app, lambda event: text("ask_" + verb, terrain(event.split(" ")[1])), (answer,), events
        )

    return ask


def ask_lost(app):
    """Return the question whether the adversary's counter has lost the game."""
    game = app.session.game

    def play_on():
        game.played_on = game.tally
        return GAME

    answer = (lambda item: text("yes"), lambda item: "lost adversary")
    return Question(app, lambda item: text("ask_tally_lost"), (answer,), leave=(text("no"), play_on))


def ask_towns(app):
    """Return the question whether France has lost its last town, before the Build ends."""
    answers = (
        (lambda item: text("no"), lambda item: "next"),
        (lambda item: text("lost_it"), lambda item: "lost adversary"),
    )
    return Question(app, lambda item: text("ask_towns"), answers)


def _ends(app):
    """Return the menu of the ends that only the players can see."""
    game = app.session.game
    events = [event for verb in ("won", "lost", "sacrifice") for event in game.legal_actions(verb)]
    rows = [(_end_label(game, event), _confirming(app, event)) for event in events if game.may(event)]
    return GameMenu(app, text("menu_end"), rows)


def _end_label(game, event):
    key = event.replace(" ", "_")
    return text(key, game.terror) if key == "won" else text(key)


def _confirming(app, event):
    return lambda: confirm(app, "ask_" + event.split(" ")[0], event)


class Owed(GameMenu):
    """The input that the game needs to go on. It can't be left, so A opens the menu."""

    def _enter(self, event):
        def enter():
            self.app.session.enter(event)
            return GAME

        return enter

    def leave(self):
        """Return the label of A, which opens the menu."""
        return text("menu")

    def press(self, name, kind):
        return TO_MENU if name == "a" else GameMenu.press(self, name, kind)


class LastFear(Owed):
    """Asks how the last fear card ended a game that it does not win."""

    def __init__(self, app):
        rows = [(text(end), self._enter(end.replace("_", " "))) for end in ("won_scenario", "lost_scenario")]
        GameMenu.__init__(self, app, text("ask_last"), rows)


class BlightCard(Owed):
    """The names of the blight cards in the boxes that the group has, then numbers of blight per player."""

    def __init__(self, app):
        GameMenu.__init__(self, app, text("which_blight_card"), [])
        there = app.settings.get("boxes").split(",")
        own = [id for box, ids in blight_card_boxes() if box in there for id in ids]
        ids = own + [id for id in blight_card_ids() if len(id) == 1]
        self.rows = [
            (_label(id), self._enter("flip " + id)) for id in ids if app.session.game.may("flip " + id)
        ]


_CHANGED_BY_CARDS = "E T C D P blight badlands beasts disease vitality".split(" ")
_CHANGES = (0, 1, 2, 3, -1, -2)


class CardEffect(Owed):
    """Asks what a blight card that flipped in a Ravage has changed in its land; B goes on with the Ravage."""

    change_text = "change"
    finish_text = "go_on"

    def __init__(self, app):
        GameMenu.__init__(self, app, "", [])
        game = app.session.game
        card, self._place = in_words(game.flipped[-1]), game.island.place
        self.title = text("card_in", card, self._place) if self._place != NOWHERE else card
        self._changes = {}
        self.rows = [(self._labelled(name), self._changing(name)) for name in _CHANGED_BY_CARDS]

    def _labelled(self, name):
        return lambda: "%s: %+d" % (text_of("lands", "field_" + name), self._changes.get(name, 0))

    def _changing(self, name):
        def change():
            self._changes[name] = item_after(_CHANGES, self._changes.get(name, 0), 1)

        return change

    def press(self, name, kind):
        if name != "b":
            return Owed.press(self, name, kind)
        # all or nothing; if the card's own blight asks something, this screen comes again after the answer
        events = self._in_words()
        if not [event for event in events if event.endswith("?")]:
            events.append("done")
        self.app.session.enter(*events)
        return GAME

    def _in_words(self):
        events = []
        for verb, sign in (("remove", -1), ("add", 1)):
            words = []
            for name in _CHANGED_BY_CARDS:
                number = sign * self._changes.get(name, 0)
                if number > 0:
                    words.append(("%s=%d" if len(name) > 1 else "%s%d") % (name, number))
            # options come last
            if sign > 0 and self._changes.get("blight", 0) > 0:
                words.append("cascade=?")
            if words:
                events.append(" ".join([verb, self._place] + words))
        return events


class Answers(Owed):
    """Asks where blight cascades or an explorer is pushed in a Ravage, or whether a cascade counts."""

    def __init__(self, app):
        GameMenu.__init__(self, app, "", [])
        island = app.session.game.island
        verb, land = island.asked
        key = "ask_" + verb
        self.title = text(key, land) if land != NOWHERE else text(key + "_here")
        if verb == "runoff":
            self.rows = [(text(answer), self._enter("runoff " + answer)) for answer in ("yes", "no")]
            return
        events = island.answers()
        lands = []
        for event in events:
            place = event.split(" ")[1]
            if place not in lands:
                lands.append(place)
        for place in lands:
            chosen = [event for event in events if event.split(" ")[1] == place]
            label = place if place != NOWHERE else text("another_land")
            if place in island.lands and place != NOWHERE:
                from companion.games.spirit_island.lands import lying

                label += ": " + lying(island.lands[place])
            action = self._enter(chosen[0]) if len(chosen) == 1 else self._asking(label, chosen)
            self.rows.append((label, action))

    def _asking(self, label, events):
        """Return an action that asks for the conditions in a land that nobody has entered."""
        if self.app.session.game.adversary_has("russia-1"):
            events = events + [event + " beasts=1" for event in events[:2]]
        rows = []
        for event in events:
            words = [word.split("=")[0] for word in event.split(" ")[2:]]
            named = " + ".join([text_of("lands", "field_" + word) for word in words])
            rows.append((text("there_is", named) if named else text("no_blight_there"), self._enter(event)))
        return lambda: GameMenu(self.app, text("what_lies", label), rows)


def _label(id):
    return text("blight_number", int(id)) if len(id) == 1 else in_words(id)
