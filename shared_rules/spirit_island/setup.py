"""The setup, a game's first event: its valid content, and how it starts a game. Imported only then.

`build_deck` changes the invader deck as the adversaries want it. With two of them, the second adversary
changes it first, level by level; then the leading adversary changes the result. Source: rulebook of Jagged
Earth, "Combining Adversaries".
"""

from shared_rules.record import MAX_SETUP, check_line
from shared_rules.spirit_island.components import BOARD_NAMES, THEMATIC, Refusal, count_cards, deck_text
from shared_rules.spirit_island.tables import (
    WITH_A_TALLY,
    Adversary,
    find_scenario,
    find_spirits,
    with_aspects,
)

if False:  # for the type checker only
    from collections.abc import Iterable
    from typing import Any

MOST_PLAYERS = 6
_FEAR_A_PLAYER = 4
_FEAR_CARDS = 3  # of each stage
_KEYS = tuple("players spirits boards extra archipelago adversary second scenario blight events".split(" "))
_NEEDED = ("players", "spirits", "boards", "blight", "events")

_BEFORE_THE_REMINDER = 5
"""Numbered cards above the reminder card of the Livestock Colony."""


def check_setup(text: str) -> None:
    """Raise RuleError unless a text is a valid setup."""
    # a game that is replayed has been checked before
    from shared_rules.player_names import check_players

    check_line(text, MAX_SETUP)
    given = _read(text.split(" ")[1:])
    for key in _NEEDED:
        if key not in given:
            raise Refusal("setup-form")
    players = given["players"].split(",")
    if len(players) > MOST_PLAYERS:
        raise Refusal("players", MOST_PLAYERS)
    check_players(players)
    _check_spirits(given["spirits"].split(","), len(players))
    _check_boards(given["boards"].split(","), len(players))
    if "extra" in given:
        _check_boards(_boards(given), len(players) + 1)
    for key in ("adversary", "second"):
        if key in given:
            _adversary(given[key])
    if "second" in given and given["second"].split(":")[0] == given.get("adversary", "").split(":")[0]:
        raise Refusal("second-same")
    if "second" in given and "adversary" not in given:
        raise Refusal("second-alone")
    if "scenario" in given and not find_scenario(given["scenario"]):
        raise Refusal("scenario", given["scenario"])
    if given.get("archipelago", "yes") != "yes":
        raise Refusal("archipelago-key")
    if given["blight"] not in ("card", "none"):
        raise Refusal("blight-key")
    if given["events"] not in ("yes", "tokens", "no"):
        raise Refusal("events-key")


def begin(game: "Any", words: list[str]) -> None:
    """Set the attributes of a Game that its setup decides. words: the words after "setup"."""
    given = _read(words)
    game.players = given["players"].split(",")
    spirits = given["spirits"].split(",")
    game.spirits = [id or word for id, word in zip(find_spirits(spirits), spirits)]
    game.boards, game.archipelago = _boards(given), "archipelago" in given
    game.adversary, game.second = given.get("adversary"), given.get("second")
    game.scenario, game.with_events = given.get("scenario"), given["events"] == "yes"
    game.with_tokens = given["events"] != "no"
    adversaries = [Adversary(text) for text in (game.adversary, game.second) if text]
    difficulty, fear, rules, reminders = find_scenario(given.get("scenario", "")) or (0, [0, 0, 0], [], [])
    game.double_difficulty = _double_difficulty(adversaries) + 2 * (
        difficulty + THEMATIC.get(game.boards[0], 0)
    )
    if "extra" in given:
        more = game.double_difficulty // 6 + 2
        game.double_difficulty += more if game.boards[0] in THEMATIC else 2 * more
    game.fear_cards_left = [_FEAR_CARDS + more for more in fear]
    # Command the Beasts takes the place of events
    game.fear_cards_left[1] += given["events"] == "tokens"
    game.fear_pool = (_FEAR_A_PLAYER + ("extra" in given)) * len(game.players)
    for adversary in adversaries:
        game.fear_cards_left = [
            cards + each - _FEAR_CARDS for cards, each in zip(game.fear_cards_left, adversary.fear)
        ]
        game.fear_pool += len(game.players) if adversary.has("england-6") else 0
        game.slot_level = adversary.level if adversary.has("england-3") else game.slot_level
        game.has_tally = game.has_tally or adversary.has(*WITH_A_TALLY)
        game.accelerates = game.accelerates or adversary.has("sweden-4")
    game.reminders, game.scenario_rules = _reminders(adversaries) + reminders, rules
    game.surges = int(rules[0][-1]) if rules and rules[0][:7] == "surges=" else 0
    game.terror_level = 1 if "rituals" in rules else 0
    game.deck = build_deck(adversaries)
    game.deck_size = count_cards(game.deck)
    game.step = "setup"
    game.side = "healthy" if given["blight"] == "card" else "none"
    a_board = (3 if "more-blight" in rules else 2) if game.side == "healthy" else 5
    game.blight_on_card = a_board * len(game.boards) + 1


def _reminders(adversaries: list[Adversary]) -> list[str]:
    """Return the reminders of the adversaries, the leading adversary's first except for changes of the deck.

    The leading adversary escalates with stage II, a second adversary with stage III.
    """
    found = [each for adversary in adversaries[::-1] for each in adversary.reminders if "=deck:" in each]
    for adversary in adversaries:
        for each in [each for each in adversary.reminders if "=deck:" not in each]:
            if adversary is not adversaries[0]:
                found.append(each.replace("?2", "?3"))
            elif "?3" not in each:
                found.append(each)
    return found


def _read(words: list[str]) -> dict[str, str]:
    """Return {key: value} for the words of a setup. Raises Refusal, also if the keys are out of order."""
    given: dict[str, str] = {}
    at = 0
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in _KEYS[at:]:
            raise Refusal("setup-form")
        at = _KEYS.index(key) + 1
        given[key] = value
    if words[:1] != ["spirit-island"]:
        raise Refusal("setup-form")
    return given


def _boards(given: dict[str, str]) -> list[str]:
    """Return the boards in play: the players' boards, then the extra board."""
    return given["boards"].split(",") + ([given["extra"]] if "extra" in given else [])


def _check_spirits(spirits: list[str], players: int) -> None:
    if len(spirits) != players:
        raise Refusal("one-spirit")
    seen: list[str] = []
    for spirit, id in zip(spirits, find_spirits(spirits)):
        if not id:
            raise Refusal("spirit", spirit)
        ids = with_aspects(id)
        # its aspects are the same spirit
        if ids[0] in seen:
            raise Refusal("spirit-twice", spirit)
        seen.append(ids[0])


def _check_boards(boards: list[str], players: int) -> None:
    if len(boards) != players:
        raise Refusal("one-board")
    for number, board in enumerate(boards):
        if board not in BOARD_NAMES:
            raise Refusal("board", board)
        if board in boards[:number] and board not in THEMATIC:
            raise Refusal("board-twice", board)
        if board != boards[0] and (board in THEMATIC or boards[0] in THEMATIC):
            raise Refusal("thematic")


def _adversary(text: str) -> Adversary:
    try:
        return Adversary(text)
    except ValueError:
        raise Refusal("adversary-level", text)


def _double_difficulty(adversaries: list[Adversary]) -> int:
    """Return twice the difficulty: the harder adversary's and half of the other's.

    Source: rulebook of Jagged Earth, "Combining Adversaries".
    """
    found = sorted([adversary.difficulty for adversary in adversaries])
    return 2 * found.pop() + sum(found) if found else 0


def build_deck(adversaries: "Iterable[Adversary]") -> str:
    """Return the deck at the start of a game. adversaries: the leading adversary first.

    >>> build_deck([])
    '111-2222-33333'
    """
    cards = list("111222233333")
    reminder = False
    for adversary in reversed(list(adversaries)):
        for level in range(1, adversary.level + 1):
            change = _CHANGES.get("%s-%d" % (adversary.id, level))
            if change:
                change(cards)
        reminder = reminder or adversary.has("habsburg-livestock-5")
    if reminder:
        cards.insert(_BEFORE_THE_REMINDER, "R")
    return deck_text(cards)


def _last(cards: list[str], card: str) -> int:
    return len(cards) - 1 - cards[::-1].index(card)


def _third_stage_early(cards: list[str]) -> None:
    """Move the bottom stage III card to just below the last stage I card."""
    cards.pop(_last(cards, "3"))
    cards.insert(_last(cards, "1") + 1 if "1" in cards else 0, "3")


def _one_less(cards: list[str]) -> None:
    if "1" in cards:
        cards.remove("1")


def _two_less(cards: list[str]) -> None:
    if "2" in cards:
        cards.remove("2")


def _no_first_stage(cards: list[str]) -> None:
    while "1" in cards:
        cards.remove("1")


def _weave(cards: list[str]) -> None:
    """Move a stage III card from the bottom to just below each stage II card."""
    at = 0
    while at < len(cards):
        if cards[at] in ("2", "C", "L") and cards[-1] == "3" and at < len(cards) - 1:
            cards.insert(at + 1, cards.pop())
            at += 1
        at += 1


def _coast_third(cards: list[str]) -> None:
    """Make the third stage II card the Coastal card, and move the two cards above it up by one."""
    places = [at for at, card in enumerate(cards) if card in ("2", "L")]
    if len(places) > 2:
        cards[places[2]] = "C"
    for at in places[:2]:
        if at:
            cards[at - 1], cards[at] = cards[at], cards[at - 1]


def _third_for_first(cards: list[str]) -> None:
    """Replace the bottom stage I card with the bottom stage III card."""
    if "1" in cards:
        cards.pop(_last(cards, "3"))
        cards[_last(cards, "1")] = "3"


def _salt_second(cards: list[str]) -> None:
    """Make the second stage II card the salt card; a Coastal card that another adversary placed stays.

    Without one, its places are those of the terrains: none is drawn at random.
    """
    places = [at for at, card in enumerate(cards) if card in ("2", "C")]
    if len(places) > 1:
        cards[places[1]] = "L"


_CHANGES = {
    "prussia-2": _third_stage_early,
    "prussia-3": _one_less,
    "prussia-4": _two_less,
    "prussia-5": _one_less,
    "prussia-6": _no_first_stage,
    "habsburg-livestock-3": _one_less,
    "russia-4": _weave,
    "scotland-2": _coast_third,
    "scotland-4": _third_for_first,
    "habsburg-mining-4": _salt_second,
}
