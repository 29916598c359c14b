"""The questions that a power or an adventurer's ability asks when it is used."""

from companion.games.shipwreck.tokens import CARD, LYING, PLACE, lying, short_name
from companion.screens.question import NUMBER, Question, yes_no
from companion.texts import text, text_of
from shared_rules.shipwreck import CARDS, power_of
from shared_rules.shipwreck.event import asked_with

_PLACES = (1, 2, 3, 4)


def _kind_of(power):
    """Return the kind of the items of a power's first question, as for `Question`."""
    named = asked_with(power)
    if named == "fate":
        return NUMBER
    if named == "card" or power == "sails":
        return CARD
    if power in ("sinners", "skies"):
        return LYING
    return PLACE if power in ("sparrows", "scions") else None


def _item(kind, words):
    """Return the item that a use is about. words: what follows "use <card>"."""
    if kind == CARD:
        return words[0]
    if kind == LYING:
        return int(words[0]), int(words[1])
    return None if kind is None else int(words[0])


def use(app, card):
    """Return the screen with the first question of a power. card: one with a power that can be used now."""
    game = app.session.game
    power = power_of(card)
    kind, items = _kind_of(power.id), []
    for event in game.candidate_uses(card):
        item = _item(kind, event.split(" ")[2:])
        if item not in items and game.may(event):
            items.append(item)
    return Question(
        app,
        lambda item: _question(game, power, kind, item),
        _answers(app, card),
        _from_likely(game, kind, items),
        kind,
        _to_list(card),
    )


def _from_likely(game, kind, items):
    """Return the items in their order, from a likely one on: the fate in the middle of those that can be
    kept, or what lies where a card would fade.
    """
    first = items[0]
    if kind == NUMBER:
        middle = game.kept[(len(game.kept) - 1) // 2]
        first = min(items, key=lambda item: abs(item - middle))
    elif kind in (LYING, PLACE):
        fading = game.fading()
        there = [item for item in items if (item if kind == PLACE else item[1]) in fading]
        first = (there or items)[0]
    at = items.index(first)
    return items[at:] + items[:at]


def _to_list(cause):
    """Return the `leave` of a question: back to the list of powers. cause: the card or the adventurer."""
    return text("back"), lambda: "powers " + cause


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


# --- adventurers


def use_ability(app, adventurer):
    """Return the screen with the first question of an ability. adventurer: the active player's."""
    game = app.session.game
    return _QUESTIONS[adventurer](app, list(game.deep.abilities(game)))


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
        return text_of("adventurers", "ask_" + adventurer, *([named] if named else []))

    answer = (lambda item: text_of("adventurers", "do_" + adventurer), lambda item: events[item])
    return Question(app, question, (answer,), items, kind, _to_list(adventurer))


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
    return Question(app, question, (answer,), items, LYING, _to_list("mystic"))


_QUESTIONS = {"defender": _plain, "mage": _plain, "summoner": _card, "vanquisher": _place, "mystic": _move}
