"""Retells a recorded game turn by turn: turns events, and the states between them, into sentences.

It runs on CPython and, in the browser, on MicroPython. It must not know files or terminals.
"""

from collections.abc import Callable

from arcana_portable.games.chapter import Chapter
from arcana_portable.games.shipwreck.about import SETS, figures
from arcana_portable.games.shipwreck.naming import (
    LEVELS,
    MODES,
    RESULTS,
    card_name,
    condition,
    difficulty,
    player_name,
    power_name,
    power_title,
)
from arcana_portable.replay import Played, Step
from arcana_portable.translation import N_, _, ngettext
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.deep import Creature


def story(played: Played) -> list[Chapter]:
    """Return the chapters of a game: the setup, every turn, and how it ended."""
    chapters: list[Chapter] = []
    before: dict = {}
    turn = None
    cited: set[str] = set()
    for step in played.steps:
        # cards are dealt after the turn has passed on, but belong to the turn before
        own_turn = turn if step.text.startswith("deal ") and turn is not None else step.turn
        if not chapters or own_turn != turn:
            heading = _("Turn {turn}: {player}", turn=step.turn, player=player_name(step.active))
            number = step.turn if before else 0
            chapters.append(Chapter(heading if before else _("The table"), [], [], number))
        turn = None if step.text.startswith("setup ") else own_turn
        chapters[-1].sentences += _sentences(step, before, cited)
        chapters[-1].figures = figures(step.state)
        before = step.state
    result = before["result"]
    if result:
        chapters.append(Chapter(_(RESULTS[result]), [], figures(before)))
    return chapters


def _sentences(step: Step, before: dict, cited: set[str]) -> list[str]:
    """Return the events as sentences; a ruling is named where it first counts.

    cited: the rulings named so far.
    """
    verb, *words = step.text.split(" ")
    sentences = _SENTENCES[verb](words, step, before)
    said = [sentences] if isinstance(sentences, str) else sentences
    if len(step.state.get("contradictions", ())) > len(before.get("contradictions", ())):
        said = said + [_("That contradicts what was said before.")]
    ruling = _ruling(verb, words, before)
    if said and ruling and ruling not in cited:
        cited.add(ruling)
        said[-1] = f"{said[-1]} {_('See ruling {id}.', id=ruling)}"
    return said


_RULED = {"reveal": "R5", "illegal": "002-59", "shackles": "R19", "sails": "000-39", "scythes": "R18"}


def _ruling(verb: str, words: list[str], before: dict) -> str:
    """Return the id of the ruling by which an event was settled, "" where the rules are plain."""
    if verb == "play" and words[1] == "0":
        return "R2"
    if verb == "predict" and "+" in words[0]:
        return "000-26"
    if verb == "predict" and "," in words[0]:
        return "000-15" if words[1] == "hit" else "R1"
    if verb == "end" and before["phase"] == "before-play":
        return "R8"
    return _RULED.get(CARDS[words[0]].power if verb == "use" else verb, "")


def _setup(words: list[str], step: Step, before: dict) -> str:
    named = dict(word.split("=", 1) for word in words if "=" in word)
    players = named["players"].split(",")
    sentences = [] if words[0] == "standard" else [f"{_(MODES[words[0]])}."]
    sentences.append(
        _(
            "{players} play; card sets: {sets}; doom begins at {doom}.",
            players=_list(players),
            sets=_list([_(SETS.get(name, name)) for name in named["sets"].split(",")]),
            doom=difficulty(int(named["doom"])),
        )
    )
    sentences.append(_("The row: {cards}.", cards=", ".join(map(card_name, named["row"].split(",")))))
    if "adventurers" in named:
        who = zip(players, named["adventurers"].split(","))
        sentences.append(f"{_list([_is_adventurer(player, adventurer) for player, adventurer in who])}.")
    return " ".join(sentences)


def _is_adventurer(player: str, adventurer: str) -> str:
    return _("{player} is the {adventurer}", player=player, adventurer=_capital(adventurer))


def _capital(word: str) -> str:
    # MicroPython has no `title`
    return word[:1].upper() + word[1:]


def _play(words: list[str], step: Step, before: dict) -> str:
    return _("{player} plays a {fate} on {card}.", **_played(words, step, before))


def _played(words: list[str], step: Step, before: dict) -> dict[str, str]:
    return {"player": player_name(step.active), "fate": words[0], "card": _at(words[1], before)}


def _tell(words: list[str], step: Step, before: dict) -> str:
    if words[0] == "higher":
        sentence = _("The Chalice: {player}'s other fate is higher.")
    else:
        sentence = _("The Chalice: {player}'s other fate is not higher.")
    return sentence.format(player=player_name(step.active))


def _steal(words: list[str], step: Step, before: dict) -> str:
    if words[0] == "none":
        return _("The Thief takes nothing.")
    return _("The Thief takes the {fate} from {card}.", fate=words[0], card=_at(words[1], before))


def _inevitable(words: list[str], step: Step, before: dict) -> str:
    will = _("{player} says The Fall will fade.")
    sentence = will if words[0] == "yes" else _("{player} says The Fall will not fade.")
    return sentence.format(player=player_name(step.active))


def _use(words: list[str], step: Step, before: dict) -> str:
    card, *rest = words
    power = POWERS[CARDS[card].power]
    # an answer, or which of the two fates is meant
    said = [_(_ANSWERS.get(word, word)) for word in rest]
    places = [_at(word, before) if word in "1234" else "" for word in rest]
    names = [power_name(word) for word in rest]
    sentence = _(_USED.get(power.id, "{0}.")).format(
        *said, **_numbered("at", places), **_numbered("power", names)
    )
    return f"{power_title(power.id)}: {sentence}"


def _numbered(name: str, words: list[str]) -> dict[str, str]:
    """Return {name with a number: word}, as MicroPython's `format` takes no index."""
    return {f"{name}{number}": word for number, word in enumerate(words)}


def _predict(words: list[str], step: Step, before: dict) -> str:
    hit = words[-1] == "hit"
    if len(words) == 1:
        return _("The group predicts and is right.") if hit else _("The group predicts and is wrong.")
    sentence = (
        _("The group predicts {fates} and is right.")
        if hit
        else _("The group predicts {fates} and is wrong.")
    )
    return sentence.format(fates=_list(predicted_values(words[0])))


def predicted_values(said: str) -> list[str]:
    """Return the values of a prediction in words, such as "3,+5" in the record."""
    return [_("{fate} with Shadows", fate=each[1:]) if each[0] == "+" else each for each in said.split(",")]


def _illegal(words: list[str], step: Step, before: dict) -> str:
    if words:
        return _("{player} puts a {fate} on {card}, which is not allowed.", **_played(words, step, before))
    return _("The play was not allowed; the other fate goes to the bag.")


def _meet(words: list[str], step: Step, before: dict) -> str:
    creature = Creature.from_text(words[0])
    return _(
        "{creature} appears, level {level}. It takes {condition} to beat it.",
        creature=creature.title,
        level=creature.level,
        condition=condition(creature),
    )


def _strike(words: list[str], step: Step, before: dict) -> str:
    name = next(it["name"] for it in before["creatures"] if it["level"] == int(words[0])).replace("_", " ")
    sentence = _("The freed {fate} strikes {creature}.")
    if step.state["defeats"] > before["defeats"]:
        sentence = _("The freed {fate} strikes {creature}, which is beaten.")
    return sentence.format(fate=words[1], creature=name)


def _avert(words: list[str], step: Step, before: dict) -> str:
    return _("The freed {fate} lowers doom to {doom}.", fate=words[0], doom=step.state["doom"])


def _ability(words: list[str], step: Step, before: dict) -> str:
    adventurer, *rest = words
    places = [_at(word, before) if word in "1234" else card_name(word) for word in rest]
    return _(_ABILITIES[adventurer]).format(*rest, **_numbered("at", places))


def _flip(words: list[str], step: Step, before: dict) -> str:
    player = player_name(words[0])
    return _(
        "On {player}'s number line the group flips {fates}.", player=player, fates=_list(words[1].split(","))
    )


def _end(words: list[str], step: Step, before: dict) -> list[str]:
    faded = []
    for old, new in zip(before["row"], step.state["row"]):
        if old and not new:
            faded.append(card_name(old["card"]))
    if not faded:
        if before["phase"] == "before-play":
            return [_("{player} can't draw a fate, and passes.", player=player_name(before["active"]))]
        return []
    doom, cards = step.state["doom"] - before["doom"], _list(faded)
    if not doom:
        return [
            ngettext(
                "{cards} fades, doom does not rise.",
                "{cards} fade, doom does not rise.",
                len(faded),
                cards=cards,
            )
        ]
    return [
        ngettext(
            "{cards} fades, doom rises by {doom}.",
            "{cards} fade, doom rises by {doom}.",
            len(faded),
            cards=cards,
            doom=doom,
        )
    ]


def _deal(words: list[str], step: Step, before: dict) -> str:
    return _("{card} comes to place {place}.", card=card_name(words[1]), place=words[0])


def _join(words: list[str], step: Step, before: dict) -> str:
    drawn = [_capital(word) for word in words[1:] if not word.isdigit()]
    if drawn:
        return _("{player} joins the table as the {adventurer}.", player=words[0], adventurer=drawn[0])
    return _("{player} joins the table.", player=words[0])


def _reveal(words: list[str], step: Step, before: dict) -> str:
    sentence = _("{player} gives up the last {fate}.")
    others = [who for who in before["possible"] if who not in (words[0], before["active"])]
    if before["unseen"][words[1]] - [before["possible"][who] for who in others].count([int(words[1])]) == 2:
        sentence = _("{player} gives up a {fate}, and holds the other one in the second line.")
    return sentence.format(player=player_name(words[0]), fate=words[1])


_SENTENCES: dict[str, Callable[[list[str], Step, dict], str | list[str]]] = {
    "setup": _setup,
    "play": _play,
    "tell": _tell,
    "steal": _steal,
    "inevitable": _inevitable,
    "use": _use,
    "predict": _predict,
    "hidden": lambda words, step, before: _("It was a {fate}.", fate=words[0]),
    "illegal": _illegal,
    "reveal": _reveal,
    "meet": _meet,
    "strike": _strike,
    "avert": _avert,
    "ability": _ability,
    "flip": _flip,
    "assist": lambda words, step, before: _("Help from here on: {level}.", level=_(LEVELS[words[0]])),
    "end": _end,
    "deal": _deal,
    "join": _join,
    "leave": lambda words, step, before: _("{player} leaves the table.", player=words[0]),
    "abandon": lambda words, step, before: [],
}


_ABILITIES = {
    "defender": N_("The Defender holds off 1 doom of this turn."),
    "mage": N_("The Mage puts back the fates just drawn and draws again."),
    "mystic": N_("The Mystic moves the {0} from {at1} to {at2}."),
    "summoner": N_("The Summoner calls {at0} back from the bottom of the deck."),
    "vanquisher": N_("The Vanquisher sends {at0} to the bottom of the deck."),
}

# By power; {0}, {1}: the words after the card, {at1}: such a word as a place, {power0}: as another power.
# A power that is not here asks with its title.
_USED = {
    "saints": N_("is the fate higher than {0}? {1}."),
    "storms": N_("is the fate the same as a {0} on the table? {1}."),
    "scythes": N_("{1}. {power0} is spent for it."),
    "shells": N_("the fate played is the {0} one."),
    "sinners": N_("the {0} on {at1} goes to the bag."),
    "sorrows": N_("one more prediction this turn."),
    "shadows": N_("the fate kept counts 1 higher this turn."),
    "sparrows": N_("{at0} is replaced."),
    "skies": N_("the {0} moves from {at1} to {at2}."),
    "scions": N_("on {at0} every fate counts 1 pip from now on."),
    "sails": N_("the {1} on {at2} is exiled. {power0} is spent for it."),
}
_ANSWERS = {"yes": N_("yes"), "no": N_("no"), "old": N_("old"), "new": N_("new")}


def _at(place: str, before: dict) -> str:
    if place == "0":
        return _("The Hours")
    card = before["row"][int(place) - 1]
    return card_name(card["card"]) if card else _("the empty place {place}", place=place)


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + _(" and ") + words[-1]
