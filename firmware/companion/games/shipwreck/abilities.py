"""The list of the adventurers' abilities and the faded powers, and the questions that an ability asks."""

from companion.canvas import BLACK, FULL, MOON, POWER, SMALL, WHITE
from companion.games.shipwreck.deep import titled
from companion.games.shipwreck.powers import DETAIL, Powers, draw_words, move_to
from companion.games.shipwreck.question import CARD, LYING, PLACE, Question
from companion.games.shipwreck.table_view import short_name
from companion.texts import text


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
            canvas.fill(0, y, DETAIL - 4, 16)
        ink = WHITE if chosen else BLACK
        ready = adventurer in self.game.deep.ready
        canvas.symbol(POWER if self.usable[number] else FULL if ready else MOON, 3, y + 2, ink)
        canvas.text(titled(adventurer), 18, y + 4, SMALL, ink)

    def _draw_detail(self, canvas, adventurer, may):
        if adventurer not in self.owners:
            Powers._draw_detail(self, canvas, adventurer, may)
            return
        owner = self.owners[adventurer]
        note = ""
        if adventurer not in self.game.deep.ready:
            note = text("used_up")
        elif owner != self.game.active:
            note = text("own_turn")
        elif not may:
            note = text("when_" + adventurer)
        effect = text("effect_" + adventurer)
        draw_words(canvas, titled(adventurer), text("adventurer_of", owner), effect, note)

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
        return text("ask_" + adventurer, named) if named else text("ask_" + adventurer)

    answer = (lambda item: text("do_" + adventurer), lambda item: events[item])
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
        return text("ask_skies", item[0], short_name(game.card_at(item[1])))

    answer = (lambda item: text("do_skies"), lambda item: move_to(app, start, item))
    return Question(app, question, (answer,), items, LYING)


_QUESTIONS = {"defender": _plain, "mage": _plain, "summoner": _card, "vanquisher": _place, "mystic": _move}
