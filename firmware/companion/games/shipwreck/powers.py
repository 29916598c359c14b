"""The list of the faded powers, and the questions that each one asks when it is used."""

from companion.canvas import BLACK, FULL, MOON, POWER, WHITE, wrap
from companion.games.shipwreck.tokens import CARD, LYING, PLACE, lying, short_name, titled
from companion.screens import BACK, GameScreen, widgets
from companion.screens.question import NUMBER, Question, yes_no
from companion.texts import text, text_of
from shared_rules.shipwreck import CARDS, power_of
from shared_rules.shipwreck.event import asked_with

_PLACES = (1, 2, 3, 4)
_SYMBOL = 11  # the height of a symbol


# --- what may follow "use <card>"


def _items(game, card):
    """Return (kind, items) of the first question that a power asks, as for `Question`."""
    power = CARDS[card].power
    named = asked_with(power)
    if named == "fate":
        return NUMBER, [1, 2, 3, 4, 5, 6, 7]
    if named == "card" or power == "sails":
        return CARD, [other for other in game.powers if other != card]
    if power in ("sinners", "skies"):
        return LYING, lying(game)
    if power in ("sparrows", "scions"):
        return PLACE, list(_PLACES)
    return None, [None]


def _words(game, card, item):
    """Yield the words that may follow "use <card>" for an item of the first question, likely ones first."""
    power = CARDS[card].power
    if power in ("sorrows", "shadows"):
        yield ""
    elif power in ("sparrows", "scions"):
        yield " %d" % item
    elif power == "shells":
        yield " old"
        yield " new"
    elif power == "sinners":
        yield " %d %d" % item
    elif power == "skies":
        for place in _PLACES:
            yield " %d %d %d" % (item[0], item[1], place)
    elif power == "sails":
        for fate, place in lying(game):
            yield " %s %d %d" % (item, fate, place)
    else:
        start = "" if item is None else " %s" % item
        yield start + " yes"
        yield start + " no"


def _may(game, card, item):
    for words in _words(game, card, item):
        if game.may("use " + card + words):
            return True
    return False


def usable(game, card):
    """Return whether the power of a faded card can be used now."""
    for item in _items(game, card)[1]:
        if _may(game, card, item):
            return True
    return False


def use(app, card):
    """Return the screen with the first question of a power. card: one for which `usable` returns True."""
    game = app.session.game
    kind, items = _items(game, card)
    items = [item for item in items if _may(game, card, item)]
    power = power_of(card)
    return Question(app, lambda item: _question(game, power, kind, item), _answers(app, card), items, kind)


def _question(game, power, kind, item):
    key = "ask_" + power.id
    if kind == NUMBER:
        return text_of("use", key, item)
    if kind == CARD:
        return text_of("use", key, power_of(item).title)
    if kind == LYING:
        return text_of("use", key, item[0], short_name(game.card_at(item[1])))
    if kind == PLACE:
        return text_of("use", key, short_name(game.card_at(item)))
    return text_of("use", key)


def _answers(app, card):
    power = CARDS[card].power
    start = "use " + card

    def label(item):
        return text_of("use", "do_" + power)

    if power in ("sorrows", "shadows"):
        return ((label, lambda item: start),)
    if power in ("sparrows", "scions"):
        return ((label, lambda item: start + " %d" % item),)
    if power == "sinners":
        return ((label, lambda item: start + " %d %d" % item),)
    if power == "skies":
        return ((label, lambda item: move_to(app, start, item)),)
    if power == "sails":
        return ((label, lambda item: _sails_fate(app, start, item)),)
    if power == "shells":
        return (
            (lambda item: text_of("use", "old"), lambda item: start + " old"),
            (lambda item: text_of("use", "new"), lambda item: start + " new"),
        )
    return yes_no(lambda item, word: start + (" " if item is None else " %s " % item) + word)


def move_to(app, start, lying_fate):
    """Return the screen that asks where to move a fate.

    start: the event up to the fate. lying_fate: (fate, place).
    """
    fate, source = lying_fate
    game = app.session.game
    places = [place for place in _PLACES if game.may(start + " %d %d %d" % (fate, source, place))]
    return Question(
        app,
        lambda place: text_of("use", "ask_skies_to", fate, short_name(game.card_at(place))),
        (
            (
                lambda place: text_of("use", "do_skies_to"),
                lambda place: start + " %d %d %d" % (fate, source, place),
            ),
        ),
        places,
        PLACE,
        proposed=fate,
    )


def _sails_fate(app, start, other):
    """Return the question which fate to exile.

    start: the event up to `other`, the id of the card whose power it costs.
    """
    game = app.session.game
    return Question(
        app,
        lambda item: text_of("use", "ask_sails_fate", item[0], short_name(game.card_at(item[1]))),
        (
            (
                lambda item: text_of("use", "do_sails_fate"),
                lambda item: start + " %s %d %d" % ((other,) + item),
            ),
        ),
        lying(game),
        LYING,
    )


# --- the list


class Powers(GameScreen):
    """The faded powers at the left, and at the right what the one at the cursor does."""

    title = "faded_powers"

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.cards = list(self.game.powers)
        self.usable = []
        for card in self.cards:
            # not in a comprehension, which is one more call on a Pico's stack
            self.usable.append(usable(self.game, card))
        self.number = self.usable.index(True) if True in self.usable else 0

    def draw(self, canvas):
        widgets.draw_heading(canvas, text_of("use", self.title))
        pitch = canvas.line_height
        rows = (canvas.foot - canvas.head - 2) // pitch
        first = max(0, min(self.number - rows // 2, len(self.cards) - rows))
        for number in range(first, min(first + rows, len(self.cards))):
            self._draw_row(canvas, number, canvas.head + 2 + (number - first) * pitch)
        self._draw_detail(canvas, self.cards[self.number], self.usable[self.number])
        widgets.draw_keys(canvas, text("back"), text_of("use", "use") if self.usable[self.number] else "")
        if len(self.cards) > 1:
            widgets.draw_side(canvas, " ", " ")

    def _draw_row(self, canvas, number, y):
        chosen = number == self.number
        if chosen:
            canvas.fill(0, y, canvas.detail - 4, canvas.line_height)
        ink = WHITE if chosen else BLACK
        symbol = POWER if self.usable[number] else ""
        _draw_label(canvas, symbol, power_of(self.cards[number]).title, y, ink)

    def _draw_detail(self, canvas, card, may):
        power = power_of(card)
        note = "" if may else text_of("use", "not_now", text_of("use", "when_" + power.when))
        draw_words(
            canvas,
            power.title,
            text_of("use", "by_" + power.who, power.name),
            text_of("powers", power.id),
            note,
        )

    def press(self, name, kind):
        if name in ("up", "down"):
            self.number = (self.number + (1 if name == "down" else -1)) % len(self.cards)
        elif name == "a":
            return BACK
        elif name == "b" and self.usable[self.number]:
            return self._use(self.cards[self.number])
        return None

    def _use(self, card):
        return use(self.app, card)


def _draw_label(canvas, symbol, label, y, ink):
    pitch, font = canvas.line_height, canvas.note
    if symbol:
        canvas.symbol(symbol, 3, y + (pitch - _SYMBOL) // 2, ink)
    canvas.text(label, 18, y + (pitch - font.cap) // 2, font, ink, width=canvas.detail - 22)


def draw_words(canvas, title, owner, words, note):
    """Draw the details at the right: the title, who uses it, what it does, and why it can't be used now."""
    detail, font = canvas.detail, canvas.note
    x, y = detail + 4, canvas.head + 6
    room = canvas.side - 4 - x
    canvas.fill(detail, canvas.head, 1, canvas.foot - canvas.head)
    canvas.text(title, x, y, canvas.heading, width=room)
    y = _draw_lines(canvas, wrap(owner, font, room), x, y + canvas.heading.cap + 6)
    _draw_lines(canvas, wrap(words, font, room), x, y + 2)
    lines = wrap(note, font, room)
    _draw_lines(canvas, lines, x, canvas.foot - 1 - (font.cap + 5) * len(lines))


def _draw_lines(canvas, lines, x, y):
    for line in lines:
        canvas.text(line, x, y, canvas.note)
        y += canvas.note.cap + 5
    return y


class Abilities(Powers):
    """The active player's adventurer, the faded powers, and the adventurers of the others."""

    title = "adventurers_powers"

    def __init__(self, app):
        Powers.__init__(self, app)
        game = self.game
        owners = game.deep.adventurers
        mine = [owners[game.active]] if game.active in owners else []
        others = [owners[player] for player in game.players if player in owners and player != game.active]
        self.owners = {owners[player]: player for player in owners}
        self.ways = list(game.deep.abilities(game))
        self.cards = mine + self.cards + others
        self.usable = [bool(self.ways)] * len(mine) + self.usable + [False] * len(others)
        self.number = self.usable.index(True) if True in self.usable else 0

    def _draw_row(self, canvas, number, y):
        adventurer = self.cards[number]
        if adventurer not in self.owners:
            Powers._draw_row(self, canvas, number, y)
            return
        chosen = number == self.number
        if chosen:
            canvas.fill(0, y, canvas.detail - 4, canvas.line_height)
        ready = adventurer in self.game.deep.ready
        symbol = POWER if self.usable[number] else FULL if ready else MOON
        _draw_label(canvas, symbol, titled(adventurer), y, WHITE if chosen else BLACK)

    def _draw_detail(self, canvas, adventurer, may):
        if adventurer not in self.owners:
            Powers._draw_detail(self, canvas, adventurer, may)
            return
        owner = self.owners[adventurer]
        note = ""
        if adventurer not in self.game.deep.ready:
            note = text_of("use", "used_up")
        elif owner != self.game.active:
            note = text_of("use", "own_turn")
        elif not may:
            note = text_of("use", "when_" + adventurer)
        effect = text_of("use", "effect_" + adventurer)
        draw_words(canvas, titled(adventurer), text_of("use", "adventurer_of", owner), effect, note)

    def _use(self, adventurer):
        if adventurer not in self.owners:
            return Powers._use(self, adventurer)
        return _QUESTIONS[adventurer](self.app, self.ways)


def _plain(app, ways):
    """Ask whether to use an ability without further choices. ways: the legal events that use it."""
    return _about(app, ways, (None,), None, lambda item: "")


def _card(app, ways):
    return _about(app, ways, [way.split(" ")[2] for way in ways], CARD, short_name)


def _place(app, ways):
    game = app.session.game
    places = [int(way.split(" ")[2]) for way in ways]
    return _about(app, ways, places, PLACE, lambda place: short_name(game.card_at(place)))


def _about(app, ways, items, kind, name):
    adventurer = ways[0].split(" ")[1]
    events = dict(zip(items, ways))

    def question(item):
        named = name(item)
        return text_of("use", "ask_" + adventurer, named) if named else text_of("use", "ask_" + adventurer)

    answer = (lambda item: text_of("use", "do_" + adventurer), lambda item: events[item])
    return Question(app, question, (answer,), items, kind)


def _move(app, ways):
    game = app.session.game
    start = "ability mystic"
    items = []
    for way in ways:
        item = tuple([int(word) for word in way.split(" ")[2:4]])
        if item not in items:
            items.append(item)
    # in the order of the row, on every interpreter
    items.sort(key=lambda item: (item[1], item[0]))

    def question(item):
        return text_of("use", "ask_skies", item[0], short_name(game.card_at(item[1])))

    answer = (lambda item: text_of("use", "do_skies"), lambda item: move_to(app, start, item))
    return Question(app, question, (answer,), items, LYING)


_QUESTIONS = {"defender": _plain, "mage": _plain, "summoner": _card, "vanquisher": _place, "mystic": _move}
