"""Exceptions to the ordinary turn by fear cards, events, powers, scenarios and adversaries.

The module is imported for such an event, and unloaded after it. `Game.said` has the exceptions that still
hold, as texts: "skip explore", "skip 1W" (a card), "hold 1M", "pin 2L", "again explore", "again build 1W",
"as ravage build", "box 2S" or "box 2" (a card that left the game, seen or not), "note ravage quarantine",
which becomes due in the next such step ("later ravage quarantine" while that step is not over), and "terror"
while fear cards wait for a ritual.
Events are refused only where they are impossible.
"""

from shared_rules.record import MAX_LINE, check_line
from shared_rules.spirit_island.components import (
    CODES,
    STEPS,
    TERRAINS,
    Refusal,
    deck_cards,
    deck_text,
    grouped,
    is_card,
    read_event,
    single_cards,
    stage_of,
    without,
)

if False:  # for the type checker only
    from collections.abc import Iterable

    from shared_rules.spirit_island.game import Game

SLOTS = ("extra", "ravage", "build", "explore")
_PILES = SLOTS + ("discard", "box", "deck")
_STAGES = "123"

_FORMS = {
    "skip": "explore|build|ravage numbered?=skip build 1W",
    "again": "explore|build|ravage numbered?=again build 1W",
    "as": "ravage|build build|ravage=as ravage build",
    "hold": "numbered=hold 1M",
    "pin": "numbered=pin 2L",
    "unpin": "numbered=unpin 2L",
    "top": "numbered=top 1J",
    "bottom": "numbered=bottom 2S",
    "drop": "1|2|3|top|numbered box?=drop 2 box",
    "insert": "numbered extra|ravage|build|explore=insert 2J ravage",
    "shuffle": "number=shuffle 2",
    "earned": "change=earned -2",
    "fear-deck": "change=fear-deck 1",
    "card-blight": "change=card-blight -1",
    "boards": "boards=boards A,C",
    "terror": "1|2|3=terror 2",
    "note": "|".join(STEPS) + " id=note ravage visions-out-of-time",
}
_BOARD = "board ravage=2J,1S build= deck=22-3333"


def read(event: str) -> str:
    """Return the text of an event as it is written in a record. Raises Refusal if it is not an event."""
    verb, *words = event.split(" ")
    if verb == "board":
        check_line(event, MAX_LINE)
        _read_board(words)
        return event
    event = read_event(event, _FORMS)
    if verb == "as" and words[0] == words[1]:
        raise Refusal("reads", verb, "as ravage build")
    if verb == "again" and (words[0] == "explore") == (len(words) > 1 and words[1][:3] != "by="):
        raise Refusal("reads", verb, "again build 1W")
    return event


def _read_board(words: list[str]) -> dict[str, list[str]]:
    """Return {pile: cards} of a `board`. Raises Refusal if it can't be read or names a card twice."""
    given: dict[str, list[str]] = {}
    seen: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if key not in _PILES or key in given or not equals:
            raise Refusal("reads", "board", _BOARD)
        cards = deck_cards(value) if key == "deck" else value.split(",") if value else []
        if key == "deck" and "".join(cards) != value.replace("-", ""):
            raise Refusal("reads", "board", _BOARD)
        given[key] = cards
        for card in single_cards(cards) if key == "deck" else cards:
            is_known = key == "deck" and card[0] in "[CL"
            code = _face(card) if is_known else card
            if is_known or len(code) > 1:
                if not is_card(code):
                    raise Refusal("reads", "board", _BOARD)
                if code in seen:
                    raise Refusal("card-twice", code)
                seen.append(code)
            elif code not in tuple(TERRAINS if key in SLOTS else _STAGES):
                raise Refusal("reads", "board", _BOARD)
    if not given:
        raise Refusal("reads", "board", _BOARD)
    return given


def _face(card: str) -> str:
    """Return the code of a card whose face is known in the deck, such as "[1J]" and "C"."""
    return {"C": "2C", "L": "2L"}.get(card) or card[1:-1]


# --- whether it is possible now


def refusal(game: "Game", verb: str, words: list[str]) -> Refusal | None:
    """Return the Refusal of an event that is impossible now, None if it is legal. words: without "by="."""
    code = words[-1] if is_card(words[-1]) else words[0]
    if verb in ("again", "hold", "pin") and is_card(code) and not _lies(game, code, SLOTS):
        return Refusal("not-there-card", code)
    # England's slot builds, too
    slots = ("extra", "build") if words[0] == "build" else words[:1]
    if verb == "skip" and is_card(code) and not _lies(game, code, slots):
        return Refusal("not-in-slot", code)
    if verb == "unpin" and code not in game.standing("pin"):
        return Refusal("not-pinned", code)
    if verb in ("top", "bottom") and not (_lies(game, code) or _is_known(game.deck, code)):
        return Refusal("not-there-card", code)
    if verb == "insert" and _lies(game, code, SLOTS):
        return Refusal("lies-there", code)
    if verb == "drop" and not _may_drop(game, words[0], "box" in words):
        return Refusal("not-in-deck", code)
    if verb == "shuffle" and not 2 <= int(words[0]) <= len(single_cards(deck_cards(game.deck))):
        return Refusal("shuffle")
    if verb == "earned" and game.fear_cards_waiting + int(words[0]) < 0:
        return Refusal("no-card")
    if verb == "fear-deck" and not game.terror_level and sum(game.fear_cards_left) + int(words[0]) < 0:
        return Refusal("no-fear-card")
    if verb == "terror" and not game.terror_level:
        return Refusal("no-terror")
    return None


def _lies(game: "Game", code: str, piles: "Iterable[str]" = SLOTS + ("discard", "box")) -> bool:
    """Return whether a card lies face up in one of these places."""
    return len([pile for pile in piles if code in _pile(game, pile)]) > 0


def _pile(game: "Game", name: str) -> list[str]:
    return game.standing("box") if name == "box" else getattr(game, name)


def _is_known(deck: str, code: str) -> bool:
    """Return whether a card is known to be in the deck."""
    return "[%s]" % code in deck or {"2C": "C", "2L": "L"}.get(code, "-") in deck_cards(deck)


def _may_drop(game: "Game", what: str, to_box: bool) -> bool:
    stages = [stage_of(card) for card in single_cards(deck_cards(game.deck))]
    if not is_card(what):
        return len(stages) > 0 if what == "top" else what in stages
    if _lies(game, what):
        return not _lies(game, what, ("discard", "box")[0 if not to_box else 1 :])
    return _is_known(game.deck, what) or (what != "2L" and what[0] in stages)


def candidates(game: "Game", verb: str) -> list[str]:
    """Return texts with a verb that may be legal, with and without the name of a card."""
    cards = [code for name in CODES for code in CODES[name].split(" ") if name != "C"]
    named = ["%s %s" % (verb, code) for code in cards]
    if verb == "drop":
        return ["drop top"] + ["drop " + stage for stage in _STAGES] + named
    if verb == "insert":
        return [each + " " + slot for each in named for slot in SLOTS]
    if verb in ("skip", "again"):
        named = ["%s %s %s" % (verb, step, code) for step in ("ravage", "build") for code in cards]
        return (["skip ravage", "skip build"] if verb == "skip" else []) + [verb + " explore"] + named
    if verb == "as":
        return ["as ravage build", "as build ravage"]
    form, _, example = _FORMS.get(verb, "=" + _BOARD).partition("=")
    return named if form == "numbered" else [verb + " -1", verb + " 1", verb + " 2", example]


# --- effects


def carry_out(game: "Game", verb: str, words: list[str]) -> None:
    """Carry out an event that `refusal` allows. words: without "by="."""
    code = words[0]
    if verb == "skip":
        _skip(game, words)
    elif verb == "again":
        game.said.append(" ".join(["again"] + words))
        if code == game.step == "explore":
            game.add_explores(1)
    elif verb == "as":
        game.said.append("as %s %s" % (code, words[1]))
    elif verb in ("hold", "pin"):
        if code not in game.standing(verb):
            game.said.append("%s %s" % (verb, code))
    elif verb == "unpin":
        game.said.remove("pin " + code)
    elif verb in ("top", "bottom"):
        _take(game, code, _is_known(game.deck, code))
        cards, there = deck_cards(game.deck), ["[%s]" % code]
        game.deck = deck_text(there + cards if verb == "top" else cards + there)
    elif verb == "drop":
        _drop(game, code, "box" in words)
    elif verb == "insert":
        _take(game, code)
        getattr(game, words[1]).append(code)
    elif verb == "shuffle":
        game.deck = _shuffled(game.deck, int(code))
    elif verb == "board":
        _board(game, _read_board(words))
    elif verb == "note":
        game.said.append("%s %s %s" % ("later" if code == game.step else "note", code, words[1]))
    elif verb == "boards":
        game.boards = code.split(",")
    else:
        _change_number(game, verb, int(code))
    if verb in ("top", "bottom", "drop", "insert", "board"):
        _tidy(game)


def _change_number(game: "Game", verb: str, number: int) -> None:
    if verb == "earned" and number < 0:
        game.fear_cards_waiting += number
    elif verb == "earned":
        for _ in range(number):
            game.earn()
    elif verb == "fear-deck":
        game.fear_deck_change += number
        for _ in range(abs(number)):
            game.change_fear_deck(1 if number > 0 else -1)
    elif verb == "terror":
        game.terror_level = number
        game.said.append("terror")
    elif number > 0:
        game.blight_on_card += number
    else:
        game.empty_card(-number)


def leave_step(game: "Game") -> None:
    """Drop the exceptions for the cards of the step that ends; exceptions that wait for a card stay."""
    step, ended = game.step, []
    cards = [code for code in _pile(game, step) if len(code) > 1] if step in SLOTS else []
    for code in cards:
        # each card takes its own exception, or else the exception for the first card that comes
        ended.append("skip " + (code if "skip " + code in game.said or step == "explore" else step))
    if step == "explore":
        ended.append("skip explore")
    if cards:
        ended += [each for each in game.said if each.startswith("as %s " % step)]
    kept = []
    for each in game.said:
        what, _, rest = each.partition(" ")
        if each in ended:
            ended.remove(each)
        elif what == "later":
            kept.append("note " + rest)
        elif each == "terror":
            # the fear cards that waited for the ritual are resolved
            kept += [each] if game.fear_cards_waiting else []
        elif not (what in ("again", "note") and rest.split(" ")[0] == step):
            kept.append(each)
    game.said = kept


def _skip(game: "Game", words: list[str]) -> None:
    slot, what = words[0], words[-1]
    if what == "explore":
        game.said = [each for each in game.said if each != "again explore"]
        if game.step == "explore":
            game.add_explores(-99)
    elif len(words) == 1 and not _is_over(game, slot):
        again = [each for each in game.standing("again") if each.startswith(slot)]
        there, skipped = _pile(game, slot), game.standing("skip")
        cards = [code for code in there if len(code) > 1 and code not in skipped]
        if cards and len(there + again) > 1:
            what = cards[0]
    game.said.append("skip " + what)


def _is_over(game: "Game", slot: str) -> bool:
    return game.step != "setup" and STEPS.index(game.step) > STEPS.index(slot)


def _take(game: "Game", code: str, from_deck: bool = True) -> None:
    """Take a card from its place; a card that lies nowhere comes from the deck."""
    if _lies(game, code):
        for pile in SLOTS + ("discard",):
            if code in _pile(game, pile):
                getattr(game, pile).remove(code)
        game.said = [each for each in game.said if each != "box " + code]
    elif from_deck:
        game.deck = without(game.deck, code)


def _drop(game: "Game", what: str, to_box: bool) -> None:
    code = what
    if is_card(what):
        _take(game, what)
    else:
        singles = single_cards(deck_cards(game.deck))
        card = singles[0] if what == "top" else [each for each in singles if stage_of(each) == what][-1]
        code = _face(card) if card[0] in "[CL" else card
        game.deck = without(game.deck, code) if len(code) > 1 else _without_unseen(game.deck, card, what)
    if to_box:
        game.said.append("box " + code)
    else:
        game.discard.append(code)


def _shuffled(deck: str, number: int) -> str:
    """Return the deck with the order of its top cards unknown; a reminder card stays above."""
    above: list[str] = []
    mixed: list[str] = []
    rest = deck_cards(deck)
    while len(mixed) < number:
        card = rest.pop(0)
        if card == "R":
            above.append(card)
        mixed += single_cards([card])
    return deck_text(above + grouped(mixed) + rest)


def _without_unseen(deck: str, card: str, what: str) -> str:
    """Return the deck without its topmost unseen card, or without the bottommost card of a stage."""
    cards = deck_cards(deck)
    places = [at for at in range(len(cards)) if card in single_cards([cards[at]])]
    at = places[0 if what == "top" else -1]
    singles = single_cards([cards[at]])
    singles.remove(card)
    return deck_text(cards[:at] + grouped(singles) + cards[at + 1 :])


def _board(game: "Game", given: dict[str, list[str]]) -> None:
    """Replace the piles that are given; a card named there leaves where it was, or comes from the deck."""
    deck = given.pop("deck", None)
    before = [code for pile in given for code in _pile(game, pile) if code not in TERRAINS]
    named = [code for pile in given for code in given[pile] if code not in TERRAINS]
    if deck is not None:
        named += [_face(card) for card in single_cards(deck) if card[0] in "[CL"]
    for code in named:
        if _lies(game, code):
            before.append(code)
            _take(game, code)
    gone = [code for code in before if code not in named]
    for pile in given:
        if pile == "box":
            game.said = [each for each in game.said if each[:4] != "box "]
            game.said += ["box " + code for code in given["box"]]
        else:
            getattr(game, pile)[:] = given[pile]
    if deck is not None:
        game.deck = deck_text(deck)
    else:
        for code in named:
            same = [each for each in gone if each[0] == code[0]]
            if code in before:
                continue
            if same and not _is_known(game.deck, code):
                # the card that lay here was this card all along
                gone.remove(same[0])
            else:
                game.deck = without(game.deck, code)


def _tidy(game: "Game") -> None:
    """Drop the exceptions for cards no longer in a slot; the salt card is pinned where it ravages."""
    kept = []
    for each in game.said:
        what, _, code = each.partition(" ")
        if what not in ("skip", "hold", "pin") or not is_card(code) or _lies(game, code, SLOTS):
            kept.append(each)
    if "2L" in game.ravage and "pin 2L" not in kept:
        kept.append("pin 2L")
    game.said = kept
