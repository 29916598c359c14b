"""A card says otherwise: the cards of the group's boxes that change the invader board, and the operations.

The cards are the lines of `[cards]`, which is never in memory as a whole: name, boxes and kind, and their
effects: choices, joined by ";", each with its label and "=" if there are several; a choice is events, joined
by ",". "/" stands between alternatives; the first possible event happens. In an event, "*2" is twice the
players, "#" the boards, "%" the pool of Invaders Find the Land; "?", "~", "@build", "@discard", "@top",
"@ordinary", "+" and "-" at its end are asked for: a number, a terrain, a card, a board.
"""

from companion.games.spirit_island.result import describe
from companion.games.spirit_island.table import Table, no_explore
from companion.games.spirit_island.words import card_id, printed_name, shown_steps, terrain
from companion.screens import GAME
from companion.screens.menu import GameMenu
from companion.screens.question import NUMBER, Question
from companion.texts import ENGLISH, find, text, text_of
from companion.texts.sections import section_lines
from shared_rules.spirit_island.components import (
    BOARD_NAMES,
    CODES,
    THEMATIC,
    deck_cards,
    deck_text,
    single_cards,
    stage_of,
)

_KINDS = {"fear": "f", "event": "e", "growth": "p", "fast": "p", "slow": "p", "blighted": "b"}
"""The kind of card that a step is about."""

_NUMBERS = tuple(range(1, 21))
_MANY = "skip again as hold pin unpin top bottom drop insert shuffle extra accelerate".split(" ")
_COUNTED = (
    "fear -",
    "earned ",
    "earned -",
    "fear-deck ",
    "fear-deck -",
    "card-blight ",
    "card-blight -",
    "pool ",
)
_SLOTS = ("extra", "ravage", "build", "explore", "discard")
_CARDS = tuple([code for stage in "123L" for code in CODES[stage].split(" ")])


def _say(key, *values):
    """Return a text of this list's own section, as `text` does."""
    return text_of("otherwise", key, *values)


def cards_now(app):
    """Return the menu of the cards: the kind that belongs to this step, the other kinds, all others."""
    now = _KINDS.get(shown_steps(app.session.game)[0][-1])
    rows = _cards(app, now)
    if app.session.game.owed == "reveal" or no_explore(app.session.game):
        label = _say("another_card" if app.session.game.owed else "card_anyway")
        rows.insert(0, (label, lambda: _surprise(app)))
    there = [kind for _, _, kind in _cards_there(app)]
    for kind in "fepb":
        if kind != now and kind in there:
            rows.append((_say("cards_" + kind), _showing(app, kind)))
    return GameMenu(app, text("menu_otherwise"), rows + [(_say("something_else"), lambda: _operations(app))])


def _showing(app, kind):
    return lambda: GameMenu(app, _say("cards_" + kind), _cards(app, kind))


def _cards(app, kind):
    """Return the rows of the cards of a kind in the group's boxes that change something now."""
    game, rows = app.session.game, []
    for offset, name, its in _cards_there(app):
        if its == kind and _possible(game, name, _choices(offset)):
            rows.append((name, _picking(app, offset, name)))
    return rows


def _cards_there(app):
    """Yield (offset of its line, name, kind) of each card in the group's boxes."""
    boxes = [box[:1] for box in app.settings.get("boxes").split(",")]
    for offset, line in section_lines("cards", language=ENGLISH):
        name, there, _ = line.decode().split("|")
        if [box for box in boxes if box in there[:-1]]:
            yield offset, name, there[-1]


def _choices(offset):
    _, line = next(section_lines("cards", offset, ENGLISH))
    return line.decode().split("|")[2].split(";")


def _picking(app, offset, name):
    return lambda: _choose(app, name, _choices(offset))


def _choose(app, name, choices):
    """Return the place to which the choice of a card leads: a list of its choices, or its effect at once."""
    possible = _possible(app.session.game, name, choices)
    if choices[0][1:2] != "=" and len(possible) == 1:
        return _act(app, name, possible[0].rpartition("=")[2])
    labels = [choice.partition("=")[0] for choice in possible]
    rows = [(_label(choice), _acting(app, name, choice)) for choice in possible]
    level = str(app.session.game.terror)
    return GameMenu(app, name, rows, labels.index(level) if level in labels else 0)


def _possible(game, name, choices):
    """Return the choices of a card that enter anything now."""
    found = []
    for choice in choices:
        effect = choice.rpartition("=")[2]
        # a reminder is always possible, and most cards are only that
        if effect[:5] == "note " or _first_events(game, name, effect):
            found.append(choice)
    return found


def _first_events(game, name, effect):
    """Return the events of a card's effect for the first item that it leaves open."""
    items, _ = _open_items(game, effect)
    return [] if items == [] else _events(game, name, effect.split(","), items[0] if items else "")


def _label(choice):
    words = choice.partition("=")[0]
    return (
        _say("card_level", int(words))
        if words < ":" and len(words) == 1
        else find("choice_" + words, ("otherwise",))
        or find("choice_" + words, ("otherwise",), ENGLISH)
        or words
    )


def _acting(app, name, choice):
    return lambda: _act(app, name, choice.partition("=")[2])


def _act(app, name, effect):
    """Enter the effect of a card, or return the question that it leaves open."""
    items, kind = _open_items(app.session.game, effect)
    if items and len(items) > 1:
        return Effect(app, name, effect.split(","), items, kind)
    return _enter(app, _first_events(app.session.game, name, effect))


def _enter(app, events):
    """Enter events as one step, and say what they do where the table does not show it."""
    game, before = app.session.game, _seen(app)
    app.session.enter(*events)
    if not game.result and game.asks is None:
        now = _seen(app)
        # a reminder may come in a later step, or on another page
        unseen = [
            describe(game, each)
            for each in events
            if now == before or (each[:5] == "note " and printed_name(each.split(" ")[2]) not in now[0])
        ]
        if unseen:
            app.say(_capitalize("; ".join(unseen)) + ".")
    return GAME


def _seen(app):
    """Return what the table shows: the words of its lines, its rows, fear and blight, the deck."""
    table = Table(app)
    table.look()
    deck, lines = table.deck(), [line for _, page in table.pages for line in page]
    # it is in the heading, or among the lines for lack of room
    deck = "" if deck in lines else deck
    return " ".join(table.pages[table.page][1]), table.rows, table.fear_now(), table.blight_now(), deck


def _open_items(game, effect):
    """Return (items to choose from, kind of the question); (None, None) if a card leaves nothing open.

    There are no items if what the card needs is not there.
    """
    if "?" in effect:
        return _NUMBERS, NUMBER
    if "~" in effect:
        return [ground for ground in "JMSW" if ground not in "".join(game.shown())], None
    if "@build" in effect:
        return [code for code in game.build if len(code) > 1][:1] or None, None
    if "@discard" in effect:
        there = [int(stage_of(card)) for card in single_cards(deck_cards(game.deck))[:1]]
        codes = [code for code in game.discard if len(code) > 1]
        return [code for code in codes if there and abs(int(code[0]) - there[0]) < 2], None
    if "@ordinary" in effect:
        return _ordinary(game.deck), None
    if "@top" in effect:
        return [] if game.deck[:1] in ("", "R") else game.codes(), None
    if "boards +" in effect:
        return _unused_boards(game), None
    if "boards -" in effect:
        return game.boards if len(game.boards) > 1 else [], None
    return None, None


def _ordinary(deck):
    """Return ["top"], or the stage of the topmost card that no adversary has put into its place."""
    cards = single_cards(deck_cards(deck))
    for at, card in enumerate(cards):
        later = [stage_of(each) for each in cards[at + 1 :]]
        if card not in "CL" and not [stage for stage in later if stage < stage_of(card)]:
            return [stage_of(card) if at else "top"]
    return []


def _unused_boards(game):
    return [name for name in BOARD_NAMES if name not in game.boards and name not in THEMATIC]


def _events(game, name, effects, item):
    """Return the events of a card's effects. item: the chosen item, or "" if nothing was asked."""
    id, players, found = card_id(name), len(game.players), []
    pool = (players, players * 3 // 2, 2 * players)[game.terror - 1]
    for effect in effects:
        for each in effect.split("/"):
            event = each.replace("#", str(len(game.boards))).replace("%", str(pool))
            start, star, times = event.partition("*")
            event = start + str(int(times) * players) if star else event
            if event in ("boards +", "boards -"):
                left = [board for board in game.boards if board != item]
                event = "boards " + ",".join(left + [item] * (event[-1] == "+"))
            for mark in ("?", "~", "@build", "@discard", "@top", "@ordinary"):
                event = event.replace(mark, str(item))
            event += (" " if event[:5] == "note " else " by=") + id
            # a card that is not in the deck can't leave it
            if game.may(event) or (found and event.split(" ")[0] in ("top", "bottom")):
                found.append(event)
                break
    return found


class _Entry(Question):
    """A Question whose answers are entered by `_enter`."""

    def press(self, name, kind):
        number = "bc".find(name)
        if number < 0 or not self.open(number):
            return Question.press(self, name, kind)
        events = self.answers[number][1](self.item)
        return _enter(self.app, [events] if isinstance(events, str) else events)


class Effect(_Entry):
    """Asks for the open part of a card, such as a number or a card; B enters the effect."""

    def __init__(self, app, name, effects, items, kind):
        def heading(item):
            known = kind == NUMBER or len(item) > 3 or item in BOARD_NAMES
            return _say("effect_of", name, str(item) if known else card(item))

        answer = (lambda item: text("enter"), lambda item: _events(self.game, name, effects, item))
        Question.__init__(self, app, heading, (answer,), items, kind)


# --- all else


def _operations(app):
    game = app.session.game
    rows = []
    for verb in _MANY:
        for _ in game.legal_actions(verb):
            # the first event is enough
            rows.append((_say("op_" + verb), _among(app, verb)))
            break
    rows.append((_say("op_board"), lambda: InvaderBoard(app)))
    for start in _COUNTED:
        if game.may(start + "1"):
            rows.append((_say("op_" + start.strip().replace(" -", "_less")), _counting(app, start)))
    more = [game.boards + [name] for name in _unused_boards(game)]
    fewer = [
        [board for board in game.boards if board != name] for name in game.boards if len(game.boards) > 1
    ]
    for key, boards in (("op_boards+", more), ("op_boards-", fewer)):
        events = ["boards " + ",".join(each) for each in boards]
        if events and game.may(events[0]):
            rows.append((_say(key), _among(app, "boards", events)))
    return GameMenu(app, _say("something_else"), rows)


def _capitalize(words):
    return words[0].upper() + words[1:]


def _among(app, verb, events=None):
    """Return an action that asks for an event with a verb, by default among all possible events."""

    def ask():
        game = app.session.game
        answers = [(lambda event: text("enter"), lambda event: event)]
        if verb == "drop":
            answers.append((lambda event: _say("to_box"), lambda event: event + " box"))
        found = events or list(game.legal_actions(verb))
        now = [event for event in found if game.step in event]
        items = now + [event for event in found if event not in now]
        return _Entry(app, lambda event: _capitalize(describe(game, event)) + "?", answers, items)

    return ask


def _counting(app, start):
    def ask():
        answer = (lambda number: text("enter"), lambda number: "%s%d" % (start, number))
        title = _say("op_" + start.strip().replace(" -", "_less"))
        return _Entry(app, lambda number: _say("effect_of", title, str(number)), (answer,), _NUMBERS, NUMBER)

    return ask


def _surprise(app):
    """Return the question for a card that the table does not offer. If the deck should not give the card, the
    next question confirms it.
    """
    game = app.session.game
    codes = [code for code in _CARDS + ("reminder",) if game.may("reveal %s surely" % code)]
    expected = game.codes()
    if game.owed:
        codes = [code for code in codes if code not in expected]
    answer = (
        lambda code: text("choose"),
        lambda code: "reveal " + code if code in expected else _is_so(app, code, expected),
    )
    return Question(app, lambda code: _say("turned_up", card(code)), (answer,), codes)


def _is_so(app, code, expected):
    """Return the event of a card, or the question that comes first where the deck should give other cards."""
    event = "reveal %s surely" % code
    if not expected:
        return event
    what = card(expected[0]) if len(expected) == 1 else _say("card_of_stage", "I" * int(expected[0][0]))
    answer = (lambda item: _say("it_moved"), lambda item: event)
    leave = (_say("typed_wrongly"), lambda: "back")
    return Question(app, lambda item: _say("deck_should", what), (answer,), leave=leave)


def _slot(slot):
    return _say("slot_discard") if slot == "discard" else text("slot_" + slot)


def card(code):
    """Return an invader card with its stage, such as "Jungle II", a terrain, or the reminder card."""
    if code == "reminder":
        return text("did_reminder")
    return "%s %s" % (terrain(code), "I" * int(code[0])) if code[0] in "123" else terrain(code)


class InvaderBoard(GameMenu):
    """The arrangement of the invader board: C changes a slot or the deck, B enters it all as one step."""

    change_text = "change"
    finish_text = "enter"

    def __init__(self, app):
        GameMenu.__init__(self, app, _say("op_board"), [])
        game, self.piles = app.session.game, {}
        for slot in _SLOTS[0 if game.slot_level else 1 :]:
            self.piles[slot] = list(getattr(game, slot))
            self.rows.append((self._named(slot), self._changing(slot)))
        self.deck = game.deck
        self.rows.append((lambda: text("deck_left", self.deck), lambda: DeckStages(app, self)))

    def _named(self, slot):
        return lambda: "%s: %s" % (_slot(slot), ", ".join(map(card, self.piles[slot])) or "–")

    def _changing(self, slot):
        return lambda: SlotCards(self.app, self, slot)

    def move(self, slot, code):
        """Put a card into a slot, out of any other slot, or take it out of this slot."""
        was_there = code in self.piles[slot]
        for pile in self.piles.values():
            if code in pile:
                pile.remove(code)
        if not was_there:
            self.piles[slot].append(code)

    def press(self, name, kind):
        if name != "b":
            return GameMenu.press(self, name, kind)
        game = self.app.session.game
        words = [
            "%s=%s" % (slot, ",".join(self.piles[slot]))
            for slot in _SLOTS
            if slot in self.piles and self.piles[slot] != getattr(game, slot)
        ]
        if self.deck != game.deck:
            words.append("deck=" + self.deck)
        return _enter(self.app, [" ".join(["board"] + words)]) if words else GAME


class SlotCards(GameMenu):
    """The cards in a slot: C adds a card or takes it away, B is done."""

    change_text = "switch"

    def __init__(self, app, board, slot):
        rows = [(self._named(code), self._moving(code)) for code in _CARDS]
        GameMenu.__init__(self, app, _slot(slot), rows)
        self.board, self.slot = board, slot

    def _named(self, code):
        return lambda: ("+ " if code in self.board.piles[self.slot] else "–  ") + card(code)

    def _moving(self, code):
        return lambda: self.board.move(self.slot, code)


class DeckStages(GameMenu):
    """How many cards of each stage are face down: C adds a card, or takes a card away, B is done."""

    change_text = "change"

    def __init__(self, app, board):
        rows = [
            (self._named(stage, change), self._changing(stage, change)) for stage in "123" for change in "+-"
        ]
        GameMenu.__init__(self, app, "", rows)
        self.board = board

    def draw(self, canvas):
        self.title = _capitalize(text("deck_left", self.board.deck))
        GameMenu.draw(self, canvas)

    def _named(self, stage, change):
        return _say("deck_more" if change == "+" else "deck_less", "I" * int(stage))

    def _changing(self, stage, change):
        def change_deck():
            cards = deck_cards(self.board.deck)
            if change == "+":
                later = [
                    at for at, each in enumerate(cards) if each[0] not in "R(" and stage_of(each) >= stage
                ]
                cards.insert(later[0] if later else len(cards), stage)
            elif stage in cards:
                cards.remove(stage)
            self.board.deck = deck_text(cards)

        return change_deck
