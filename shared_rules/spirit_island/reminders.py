"""Which rules of the adversaries matter now. Their texts are in `[reminders]` of each language.

A moment is a step, or one at which a rule is easily forgotten: "accelerate", the discard of an adversary's
setup; "entrench", while an invader card of the fear deck is due; "extra-no-fear", an extra Build if no fear
card was resolved this turn; "ravage-later", a Ravage from turn 2 on; "reminder", when a reminder card is
revealed, to the end of that step; "stage2" and "stage3", an Explore whose card shows a terrain of that stage;
"stage2-later" and "stage3-later", the step after that.
"known" stands after the moments of a rule that is always so, or that players set up once.
"""

from shared_rules.spirit_island.components import find_blight_card

if False:  # for the type checker only
    from shared_rules.spirit_island.game import Game

WARNINGS = ("warning-heal", "warning-tally", "warning-panel")
"""The ids of the warnings that more blight is returned than left the card, that one more loses, and that
France has to return what it keeps.
"""

_ON_THE_PANEL = 3
"""How much blight France keeps for each player before it returns."""

FIRST_EVENT = "event-first"
"""The id of the reminder that turn 1 discards an event card."""

AT_ONCE = "blight-card-at-once"
"""The id of the reminder that the blight card that just flipped has an immediate effect."""

KNOWN = "known"
"""The mark of a rule that is not shown on the table."""


def reminders(game: "Game", known: bool = False) -> list[str]:
    """Return the ids of the rules that matter now.

    Warnings and the rules that depend on this moment come first, then what escalates, then the other rules of
    the step; in each part those of the leading adversary first. known: whether to end with those that the
    table does not show.
    """
    if game.result:
        return []
    last = game.events[-1].split(" ") if game.events else [""]
    # by rank: what depends on this moment, what escalates, the step's other rules, and what is known
    ranks: list[list[str]] = [[], [], [], []]
    if last[0] == "flip" and _acts_at_once(last[1]):
        ranks[0].append(AT_ONCE)
    if last[0] in ("heal", "remove", "replace") and game.blight_off < 0:
        ranks[0].append(WARNINGS[0])
    if game.adversary_has("habsburg-livestock-0") and game.tally == len(game.players):
        ranks[0].append(WARNINGS[1])
    if game.adversary_has("france-5") and game.tally >= _ON_THE_PANEL * len(game.players):
        ranks[0].append(WARNINGS[2])
    if game.with_events and (game.turn, game.step) == (1, "fast"):
        ranks[0].append(FIRST_EVENT)
    now = moments(game)
    for each in game.reminders:
        id, _, when = each.partition("=")
        its = when.split(",")
        there = [moment for moment in now if moment in its]
        if there and its[-1] == KNOWN:
            ranks[3].append(id)
        elif there:
            ranks[1 if there[-1][:5] == "stage" else 2 if there == now[:1] else 0].append(id)
    return ranks[0] + ranks[1] + ranks[2] + (ranks[3] if known else [])


def moments(game: "Game") -> list[str]:
    """Return the names of the moments that it is now in a game, as listed above, the step first."""
    found = [game.step] + (["build"] if game.fortified else [])
    if game.owed == "accelerate":
        found.append("accelerate")
    if entrench_due(game, 0 if game.step == "fear" else 1):
        found.append("entrench")
    if game.step == "extra" and not game.fear_cards_resolved:
        found.append("extra-no-fear")
    if game.step == "ravage" and game.turn > 1:
        found.append("ravage-later")
    at = len(game.events) - 1
    while at > 0 and game.events[at] not in ("next", "reveal reminder"):
        at -= 1
    if game.events[at] == "reveal reminder" or (game.deck[:1] == "R" and game.owed == "reveal"):
        found.append("reminder")
    later = game.step == "slow"
    if later or game.step == "explore":
        for code in game.build if later else game.explore:
            if code[0] == "3" or code in ("2J", "2M", "2S", "2W"):
                found.append("stage" + code[0] + ("-later" if later else ""))
    return found


def entrench_due(game: "Game", more: int = 0) -> str:
    """Return the stages, such as "23", whose invader card is due from the fear deck and not entered yet.

    more: how many fear cards have been earned since it was on top.
    """
    if not game.adversary_has("russia-5"):
        return ""
    come = [code[0] for code in game.entrenched]
    earned = game.fear_cards_earned - more
    return "".join([stage for stage, above in (("2", 3), ("3", 7)) if earned >= above and stage not in come])


def _acts_at_once(card: str) -> bool:
    return find_blight_card(card)[1]
