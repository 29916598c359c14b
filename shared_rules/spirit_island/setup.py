"""The setup, a game's first event: what it may contain, and how it starts a game. Imported only then."""

from shared_rules.player_names import check_players
from shared_rules.spirit_island.adversaries import WITH_A_TALLY, Adversary
from shared_rules.spirit_island.boards import NAMES, THEMATIC
from shared_rules.spirit_island.deck_setup import build_deck
from shared_rules.spirit_island.invader_deck import count
from shared_rules.spirit_island.refusal import Refusal
from shared_rules.spirit_island.scenarios import find

if False:  # for the type checker only
    from typing import Any

MOST_PLAYERS = 6
_FEAR_A_PLAYER = 4
_FEAR_CARDS = 3  # of each stage
_KEYS = ("players", "spirits", "boards", "adversary", "second", "scenario", "blight", "events")
_NEEDED = ("players", "spirits", "boards", "blight", "events")


def check_setup(words: list[str]) -> None:
    """Raise RuleError unless these words form a valid setup. words: those after "setup"."""
    given = _read(words)
    for key in _NEEDED:
        if key not in given:
            raise Refusal("setup-form")
    players = given["players"].split(",")
    if len(players) > MOST_PLAYERS:
        raise Refusal("players", MOST_PLAYERS)
    check_players(players)
    _check_spirits(given["spirits"].split(","), len(players))
    _check_boards(given["boards"].split(","), len(players))
    for key in ("adversary", "second"):
        if key in given:
            _adversary(given[key])
    if "second" in given and given["second"].split(":")[0] == given.get("adversary", "").split(":")[0]:
        raise Refusal("second-same")
    if "second" in given and "adversary" not in given:
        raise Refusal("second-alone")
    if "scenario" in given and not find(given["scenario"]):
        raise Refusal("scenario", given["scenario"])
    if given["blight"] not in ("card", "none"):
        raise Refusal("blight-key")
    if given["events"] not in ("yes", "no"):
        raise Refusal("events-key")


def begin(game: "Any", words: list[str]) -> None:
    """Set the attributes of a Game that its setup decides. words: as accepted by `check_setup`."""
    given = _read(words)
    game.players, game.spirits = given["players"].split(","), given["spirits"].split(",")
    game.boards = given["boards"].split(",")
    game.adversary, game.second = given.get("adversary"), given.get("second")
    game.scenario, game.with_events = given.get("scenario"), given["events"] == "yes"
    adversaries = [Adversary(text) for text in (game.adversary, game.second) if text]
    difficulty, fear = find(given.get("scenario", "")) or (0, [0, 0, 0])
    game.double_difficulty = _double_difficulty(adversaries) + 2 * (
        difficulty + THEMATIC.get(game.boards[0], 0)
    )
    game.fear_cards_left = [_FEAR_CARDS + more for more in fear]
    game.fear_pool = _FEAR_A_PLAYER * len(game.players)
    for adversary in adversaries:
        game.fear_cards_left = [
            cards + each - _FEAR_CARDS for cards, each in zip(game.fear_cards_left, adversary.fear)
        ]
        game.fear_pool += len(game.players) if adversary.has("england-6") else 0
        game.slot_level = adversary.level if adversary.has("england-3") else game.slot_level
        game.has_tally = game.has_tally or adversary.has(*WITH_A_TALLY)
        game.accelerates = game.accelerates or adversary.has("sweden-4")
        # the leading adversary escalates with stage II, a second one with stage III
        stage = "stage2" if adversary is adversaries[0] else "stage3"
        game.reminders += [each.replace("stage2", stage) for each in adversary.reminders]
    game.deck = build_deck(adversaries)
    game.deck_size = count(game.deck)
    game.step = "setup"
    game.side = "healthy" if given["blight"] == "card" else "none"
    game.blight_on_card = (2 if given["blight"] == "card" else 5) * len(game.boards) + 1


def _read(words: list[str]) -> dict[str, str]:
    """Return {key: value} for the words of a setup. Raises Refusal, also if the keys are out of order."""
    given = {}  # type: dict[str, str]
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


def _check_spirits(spirits: list[str], players: int) -> None:
    from shared_rules.spirit_island.spirits import names

    known = names()
    if len(spirits) != players:
        raise Refusal("one-spirit")
    for number, spirit in enumerate(spirits):
        if spirit not in known:
            raise Refusal("spirit", spirit)
        if spirit in spirits[:number]:
            raise Refusal("spirit-twice", spirit)


def _check_boards(boards: list[str], players: int) -> None:
    if len(boards) != players:
        raise Refusal("one-board")
    for number, board in enumerate(boards):
        if board not in NAMES:
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
    """Return twice the difficulty: that of the harder adversary and half of the other's.

    Source: rulebook of Jagged Earth, "Combining Adversaries".
    """
    found = sorted([adversary.difficulty for adversary in adversaries])
    return 2 * found.pop() + sum(found) if found else 0
