"""Spirit Island in words: its steps, and the rows of invader cards.

It must not know any screen.
"""

from companion.texts import ENGLISH, text
from companion.texts.sections import section_lines
from shared_rules.spirit_island.components import matching_lands

_TOGETHER = ("growth", "fast", "blighted", "event"), ("slow", "time")
"""Steps that B ends at once, with the rules of each."""


def shown_steps(game):
    """Return the steps that B ends at once, the current step first, and [ids of the reminders] for each.

    Steps of a phase of the spirits belong together. Other steps do if the later step has nothing to say or to
    ask, while no lands are known in which it would be resolved.
    """
    # unloaded while the table is hidden
    from shared_rules.spirit_island.reminders import reminders

    steps, ids = [game.step], [reminders(game)]
    stands = [each for each in game.said if each[:4] not in ("pin ", "box ")]
    if game.step == "setup" or stands or game.owed or game.may("card") or "rituals" in game.scenario_rules:
        return steps, ids
    said = list(ids[0])
    for step in game.coming():
        new = [id for id in reminders(game, step=step) if id not in said]
        asks = step == "build" and game.turn > 2 and game.adversary_has("france-0")
        if not [each for each in _TOGETHER if steps[-1] in each and step in each]:
            asks = asks or step in ("fear", "extra", "explore") or (step == "build" and game.island)
            # Fortification comes in a step of its own
            asks = asks or (step in _TOGETHER[1] and game.with_events)
            if new or asks or steps[-1] in _TOGETHER[0]:
                break
        steps.append(step)
        ids.append(new)
        said += new
    return steps, ids


def card_rows(game, proposed):
    """Return (step, terrain, lands, number of lands) for each slot of invader cards to show.

    proposed: the code of the card at the cursor that may come next, or None.
    """
    rows = []
    for step in ("extra", "ravage", "build", "explore"):
        codes = getattr(game, step) + ([proposed] if proposed and step == "explore" else [])
        codes = codes + [
            each.split(" ")[1] for each in game.standing("again") if each[: len(step)] == step != each
        ]
        # the extra slot is over by Explore, and the slot of Explore matters only then
        if step == "extra" and (game.step == "explore" or not codes):
            continue
        if step == "explore" != game.step and (len(rows) > 2 or step not in game.standing("skip")):
            continue
        words, count = [], 0
        for code in codes:
            lands = matching_lands(game.boards, code)
            if game.skips(step, code):
                words.append(text("skipped"))
            elif code == "2L":
                words.append(text("salt_ravage" if step == "ravage" else "salt_other"))
            else:
                words.append(listed(lands))
                count += len(lands)
        if not codes and step in game.standing("skip"):
            words.append(text("skipped"))
        letters = len("".join([code.lstrip("123") for code in codes]))
        if len(codes) < 3 and letters < 4:
            names = [terrain(code) for code in codes]
        else:
            names = [short_terrain(code, 9 if letters < 5 else 1) for code in codes]
        rows.append((step, ", ".join(names), " / ".join(words), count))
    if game.fortified:
        # the extra slot has been built in by now
        built = [land for ground in game.fortified for land in matching_lands(game.boards, ground)]
        named = ", ".join([terrain(ground) for ground in game.fortified])
        rows = [("event", named, listed(built), len(built))] + [row for row in rows if row[0] != "extra"]
    return [] if game.step == "setup" else rows


def terrain(code):
    """Return the terrain of an invader card or an extra step, such as "Jungle" or "Jungle + Sands".

    code: such as "2J", "3JS" or "J".
    """
    return " + ".join([text("terrain_" + letter) for letter in code.lstrip("123")])


def short_terrain(code, most=9):
    """Return the same in short, such as "Jungle" or "Jung.+Sands". most: letters of each of two terrains."""
    letters = code.lstrip("123")
    if len(letters) < 2:
        return terrain(code)
    return "+".join([text("short_" + letter)[:most] for letter in letters])


def listed(lands):
    """Return lands as one line, board by board: "A3 A8 D2 D6", or "A3,8 D2,6" for more than six."""
    if len(lands) <= 6:
        return " ".join(lands)
    words, board = [], " "
    for land in lands:
        if land.startswith(board):
            words += [",", land[1:]]
        else:
            board = land[0]
            words += [" ", land]
    return "".join(words[1:])


def in_words(id):
    """Return the name of a blight card from its id; a number stays as it is."""
    small = ("a", "as", "for", "from", "in", "of", "on", "the", "to", "upon", "and", "its", "is")
    words = [word if word in small else word[0].upper() + word[1:] for word in id.split("-")]
    return words[0][0].upper() + " ".join(words)[1:]


def card_id(name):
    """Return the id of a card that says otherwise, from its printed name."""
    return name.lower().replace("'", "").replace(" ", "-")


def printed_name(id):
    """Return the name of a card that says otherwise, or the words of an id that the list of cards lacks."""
    for _, line in section_lines("cards", language=ENGLISH):
        name = line.decode().split("|")[0]
        if card_id(name) == id:
            return name
    return in_words(id)
