"""Which rules of adversaries and scenarios matter now. Their texts are in `[reminders]` of each language.

A reminder is a text, "id=phase:moments?condition", such as "england-6=before:extra?no-fear".

The moments are steps, or "accelerate", the discard of an adversary's setup; "entrench", while an invader
card of the fear deck is due; "reminder", when a reminder card is revealed, to the end of that step; "flag",
when a card that may escalate is first resolved; "advanced", the step in which the invader cards have just
moved on; "no-ravage" and "no-build", the step after that step was passed over for lack of a card; "always".

The phase is the rule's place in the step, as in PHASES, "each" if it is left out. The condition, if any, is
"2" or "3": a card with one terrain of stage II, or any of stage III, is resolved; "no-fear": no fear card
was resolved in this phase; "later": it is turn 2 or later; "two": there are two adversaries; "last": all fear
cards are earned; "empty": a card is owed from an empty deck; "odd": it is Explore in an odd turn. "!" at the
end marks a rule that is always so, or that players set up once.

Source of moments and phases: the adversaries' panels and the publisher's FAQ.
"""

from shared_rules.spirit_island.components import find_blight_card

if False:  # for the type checker only
    from shared_rules.spirit_island.game import Game

PHASES = tuple("now before lands damage blight each then land card deck after any".split(" "))
"""When a rule applies: at once, before a step; as a change of its lands, their damage and their blight; in
each land, then there, and after each land; after each card; in the invader deck; after the step, and at any
time."""

GENERAL = (
    "blight-card-at-once",
    "warning-heal",
    "warning-tally",
    "warning-panel",
    "event-first",
    "entrenched",
    "command-2",
    "command-3",
)
"""The ids of the reminders that belong to no adversary and no scenario: a blight card that has an immediate
effect, more blight returned than left the card, one more on a counter loses, France has to return what it
keeps, turn 1 discards an event card, a card from the fear deck escalates in Build, and a Command the Beasts
comes before the first card of stage II or III.
"""

FULL_PANEL = 3
"""How much blight France keeps for each player before it returns."""


def read_reminder(text: str) -> tuple[str, str, list[str], str, bool]:
    """Return (id, phase, moments, condition, whether the table leaves it out).

    >>> read_reminder("england-6=before:extra?no-fear"), read_reminder("prussia-1=setup!")
    (('england-6', 'before', ['extra'], 'no-fear', False), ('prussia-1', 'each', ['setup'], '', True))
    """
    id, _, rest = text.rstrip("!").partition("=")
    rest, _, condition = rest.partition("?")
    phase, colon, moments = rest.rpartition(":")
    return id, phase if colon else "each", moments.split(","), condition, text[-1] == "!"


def reminders(game: "Game", known: bool = False, step: str | None = None) -> list[str]:
    """Return the ids of the rules that matter now, in the order in which they are carried out.

    Warnings come first; within a phase, the leading adversary's rules do. known: whether to include rules
    that the table does not show. step: a coming step, None for the current step.
    """
    if game.result:
        return []
    step = step or game.step
    now, escalates = moments(game, step), False
    # Ravage rules apply where Build cards ravage, too
    mines = step == "build" and game.adversary_has("habsburg-mining-1")
    found: list[list[str]] = [[] for _ in PHASES]
    for each in game.reminders:
        # most need not be read, and a Pico creates texts slowly
        if not (mines or [moment for moment in now if moment in each]):
            continue
        id, phase, its, condition, always = read_reminder(each)
        is_now = [moment for moment in its if moment in now]
        if mines and "ravage" in its and phase in ("damage", "blight", "each"):
            is_now = ["ravage"]
        its_phase = found[PHASES.index(phase)]
        if is_now and id not in its_phase and (known or not always) and _holds(game, step, phase, condition):
            its_phase.append(id)
            escalates = escalates or condition in ("2", "3")
    if escalates and step == "build":
        found[0].insert(0, "entrenched")
    return _warnings(game, step) + [id for ids in found for id in ids]


def _warnings(game: "Game", step: str) -> list[str]:
    last = game.events[-1].split(" ") if game.events else [""]
    found = []
    if last[0] == "flip" and find_blight_card(last[1])[1]:
        found.append("blight-card-at-once")
    if last[0] in ("heal", "remove", "replace") and game.blight_off < 0:
        found.append("warning-heal")
    is_at_stake = step in ("growth", "fast", "ravage")
    if is_at_stake and game.adversary_has("habsburg-livestock-0") and game.tally == len(game.players):
        found.append("warning-tally")
    if game.adversary_has("france-5") and game.tally >= FULL_PANEL * len(game.players):
        found.append("warning-panel")
    if game.with_events and (game.turn, step) == (1, "fast"):
        found.append("event-first")
    if game.with_tokens and not game.with_events and game.owed == "reveal":
        # a corrected board may leave no card
        stages = [code[0] for code in game.codes()]
        there = [code[0] for code in game.extra + game.ravage + game.build + game.explore + game.discard]
        if stages and stages[0] in "23" and stages[0] not in there:
            found.append("command-" + stages[0])
    return found


def moments(game: "Game", step: str | None = None) -> list[str]:
    """Return the names of the moments that it is now in a game, as listed above, the step first.

    step: a coming step, None for the current step.
    """
    step = step or game.step
    found = [step, "always"] + (["build"] if game.fortified else [])
    if step == "explore" and not game.explore and not game.owed:
        # no card is explored
        found = ["always"]
    is_first = (game.turn, step) == (1, "growth")
    if step == "explore" or is_first or (step == "build" and game.entrenched):
        found.append("flag")
    if step == ("time" if "all-fast" in game.scenario_rules else "slow") or is_first:
        found.append("advanced")
    if step == "explore" and not game.build:
        found.append("no-build")
    if not game.ravage and (step == "build" or found[-1] == "no-build"):
        found.append("no-ravage")
    if game.owed == "accelerate":
        found.append("accelerate")
    if entrench_due(game):
        found.append("entrench")
    at = len(game.events) - 1
    while at > 0 and game.events[at] not in ("next", "reveal reminder"):
        at -= 1
    if game.events[at] == "reveal reminder" or (game.deck[:1] == "R" and game.owed == "reveal"):
        found.append("reminder")
    return found


def _holds(game: "Game", step: str, phase: str, condition: str) -> bool:
    if condition == "two":
        return game.second is not None
    if condition == "no-fear":
        return not game.fear_cards_resolved
    if condition == "later":
        return game.turn > 1
    if condition == "last":
        return not any(game.fear_cards_left)
    if condition == "odd":
        return step == "explore" and game.turn % 2 == 1
    if condition == "empty":
        return game.owed == "reveal" and not game.deck
    cards = game.build
    if step == "explore":
        cards = game.explore_cards()
        # the others have escalated before
        cards = cards if phase == "after" else cards[-1:]
    elif step == "build":
        # Sweden looks at explored lands
        cards = [code for code in cards if code in game.entrenched and phase != "land"]
    stages = [code[0] for code in cards if code[0] == "3" or code in ("2J", "2M", "2S", "2W")]
    return not condition or condition in stages


def entrench_due(game: "Game") -> str:
    """Return the stages, such as "23", whose invader card is on top of the fear deck and not entered yet."""
    if not game.adversary_has("russia-5"):
        return ""
    come = [code[0] for code in game.entrenched]
    # a fear card that came on top, or left, moves it
    earned = game.fear_cards_earned - game.fear_deck_change
    return "".join([stage for stage, above in (("2", 3), ("3", 7)) if earned >= above and stage not in come])
