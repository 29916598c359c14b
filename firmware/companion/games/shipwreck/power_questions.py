"""The questions that a power or an adventurer's ability asks when it is used."""

from companion.games.shipwreck.tokens import CARD, LYING, PLACE, lying, short_name
from companion.screens.question import NUMBER, Question, yes_no
from companion.texts import text, text_of
from shared_rules.shipwreck import power_of

_PLACES = (1, 2, 3, 4)

_KINDS = (("fate spot", LYING), ("fate", NUMBER), ("card", CARD), ("spot", PLACE))
"""The kind of a question's items, as for `Question`, by how the form of a power's use begins."""


def _item(kind, words):
    """Return the item that a use is about. words: the words after "use <card>"."""
    if kind == CARD:
        return words[0]
    if kind == LYING:
        return int(words[0]), int(words[1])
    return None if kind is None else int(words[0])


def use(app, card):
    """Return the screen with the first question of a power. card: a card with a usable power."""
    game = app.session.game
    power = power_of(card)
    form, items = power.form, []
    kind = ([kind for start, kind in _KINDS if form.startswith(start)] + [None])[0]
    for event in game.candidate_uses(card):
        item = _item(kind, event.split(" ")[2:])
        if item not in items and game.may(event):
            items.append(item)
    return Question(
        app,
        lambda item: _question(game, power, kind, item),
        _answers(app, card, power),
        _from_likely(game, kind, items),
        kind,
        _to_list(card),
    )


def _from_likely(game, kind, items):
    """Return the items in their order, from a likely item on: the middle of the fates that can be kept, or an
    item where a card would fade.
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


def _answers(app, card, power):
    """Return the answers of a power's first question, by the form of its use."""
    start = "use " + card
    if "yes" in power.form:
        return yes_no(lambda item, word: _event(start, item, word))
    if "old" in power.form:
        return _one_word(start, "old"), _one_word(start, "new")

    def means(item):
        if power.form == "fate spot spot":
            return move_to(app, start, item)
        event = _event(start, item)
        return _fate_too(app, event, power) if power.form == "card fate spot" else event

    return ((lambda item: text_of("use", "do_" + power.id), means),)


def _one_word(start, word):
    return (lambda item: text_of("use", word), lambda item: start + " " + word)


def _event(start, item, *words):
    """Return an event about an item. start: its first words. words: its last words."""
    named = item if isinstance(item, tuple) else () if item is None else (item,)
    return " ".join([start] + [str(word) for word in named + words])


def move_to(app, start, lying_fate):
    """Return the screen that asks where to move a fate.

    start: the event up to the fate. lying_fate: (fate, place).
    """
    fate, source = lying_fate
    game = app.session.game
    places = [place for place in _PLACES if game.may(_event(start, (fate, source, place)))]
    return Question(
        app,
        lambda place: text_of("use", "ask_skies_to", fate, short_name(game.card_at(place))),
        ((lambda place: text_of("use", "do_skies_to"), lambda place: _event(start, (fate, source, place))),),
        places,
        PLACE,
        proposed=fate,
    )


def _fate_too(app, start, power):
    """Return the question which fate on the table is the object of a power whose cost is another card.

    start: the event up to the other card.
    """
    game = app.session.game
    key = power.id + "_fate"
    return Question(
        app,
        lambda item: text_of("use", "ask_" + key, item[0], short_name(game.card_at(item[1]))),
        ((lambda item: text_of("use", "do_" + key), lambda item: _event(start, item)),),
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
