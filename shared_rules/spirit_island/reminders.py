"""Which rules of the adversaries matter now. Their texts are in `reminders.txt` of each language.

A moment is a step, or one of these: "setup", also while an adversary's setup is not finished;
"extra-no-fear", an extra Build if no fear card was resolved this turn; "ravage-later", a Ravage from turn 2
on; "stage2" and "stage3", an Explore whose card shows a terrain of that stage; "reminder", when a reminder
card is revealed.
"""

from shared_rules.spirit_island.components import find_blight_card

if False:  # for the type checker only
    from shared_rules.spirit_island.game import Game

WARNINGS = ("warning-heal", "warning-tally")
"""The ids of the warnings that more blight is returned than left the card, and that one more loses."""

FIRST_EVENT = "event-first"
"""The id of the reminder that turn 1 discards an event card."""

AT_ONCE = "blight-card-at-once"
"""The id of the reminder that the blight card that just flipped has an immediate effect."""


def reminders(game: "Game") -> list[str]:
    """Return the ids of the rules that matter now, those of the leading adversary first."""
    if game.result:
        return []
    last = game.events[-1].split(" ") if game.events else [""]
    found = [AT_ONCE] if last[0] == "flip" and _acts_at_once(last[1]) else []
    if last[0] in ("heal", "remove", "replace") and game.blight_off < 0:
        found.append(WARNINGS[0])
    if game.adversary_has("habsburg-livestock-0") and game.tally == len(game.players):
        found.append(WARNINGS[1])
    if game.with_events and (game.turn, game.step) == (1, "fast"):
        found.append(FIRST_EVENT)
    now = moments(game)
    for each in game.reminders:
        id, _, when = each.partition("=")
        if [moment for moment in when.split(",") if moment in now]:
            found.append(id)
    return found


def moments(game: "Game") -> list[str]:
    """Return the names of the moments that it is now in a game, as listed above."""
    if game.owed == "accelerate":
        return ["setup"]
    found = [game.step] + (["build"] if game.fortified else [])
    if game.step == "extra" and not game.fear_cards_resolved:
        found.append("extra-no-fear")
    if game.step == "ravage" and game.turn > 1:
        found.append("ravage-later")
    if (game.deck[:1] == "R" and game.owed == "reveal") or game.events[-1] == "reveal reminder":
        found.append("reminder")
    if game.step == "explore":
        for code in game.explore:
            if code[0] == "3" or code in ("2J", "2M", "2S", "2W"):
                found.append("stage" + code[0])
    return found


def _acts_at_once(card: str) -> bool:
    return find_blight_card(card)[1]
