"""The island as it begins, for the map: symbols, tokens, the adversary, the spirits, then the first Explore.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from arcana_portable.translation import ENGLISH, device_texts
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import GROUNDS, is_coastal, matching_lands
from shared_rules.spirit_island.lands.land import Land, as_it_begins, neighbours, read_land, varies

_SPIRITS = {
    "lightnings-swift-strike": ("P2 last S",),
    "river-surges-in-sunlight": ("P1 last W",),
    "vital-strength-of-the-earth": ("P2 last M", "P1 last J"),
    "shadows-flicker-like-flame": ("P2 last J", "P1 only 5"),
    "a-spread-of-rampant-green": ("P1 last W", "P1 only J D<1"),
    "bringer-of-dreams-and-nightmares": ("P2 last S",),
    "sharp-fangs-behind-the-leaves": ("P1,beasts=1 last J", "?"),
    "keeper-of-the-forbidden-wilds": ("P1,wilds=1 last J",),
    "heart-of-the-wildfire": ("P3,blight=2 last S",),
    "serpent-slumbering-beneath-the-island": ("P1 only 5",),
    "stones-unyielding-defiance": ("P1 first M D<1", "?"),
    "shifting-memory-of-ages": ("P2 last SM",),
    "grinning-trickster-stirs-up-trouble": ("P1 last D>0", "P1 only 4"),
    "lure-of-the-deep-wilderness": ("P2,beasts=1 only 8", "P1 only 7"),
    "many-minds-move-as-one": ("P1,beasts=1 only beasts>0",),
    "shroud-of-silent-mist": ("P1 last M", "P1 last W"),
    "vengeance-as-a-burning-plague": ("P1 only blight>0", "P1 only W D<1"),
    "starlight-seeks-its-form": ("P1 only blight>0",),
    "fractured-days-split-the-sky": ("P1 first D>0 D<2", "P2 last D<1"),
    "downpour-drenches-the-world": ("P1 first W",),
    "finder-of-paths-unseen": ("P1 only 3", "?"),
    "hearth-vigil": ("P1,D1 last D>0", "P2,D1 first D>1"),
    "towering-roots-of-the-jungle": ("P1 last J blight<1", "P1 last M", "P1 last W"),
    "ember-eyed-behemoth": ("P2 last W next-to-J",),
    "wandering-voice-keens-delirium": ("P1 only 6", "P1 only 7"),
    "wounded-waters-bleeding": ("P2 only blight>0", "P2,blight=1 last town-symbol"),
    "breath-of-darkness-down-your-spine": ("P1 first J", "P1 last J"),
    "devouring-teeth-lurk-underfoot": ("P1 only 5",),
    "eyes-watch-from-the-trees": ("P2 last J",),
    "fathomless-mud-of-the-swamp": ("P2 first W",),
    "rising-heat-of-stone-and-sand": ("P2 last S",),
    "sun-bright-whirlwind": ("P1 last S", "P2 first M"),
}
"""The additions of each spirit to its board, a line for each land: pieces and tokens; "first" or "last", the
lowest or the highest number of the lands that match, or "only", if a single land matches; the conditions: a
number, a terrain, how much lies there. "?" is a land of the players' choice. Other spirits, and all aspects,
which may change it, are up to the players. Source: the setup on the spirits' panels.
"""


def island_after_setup(game: Game) -> dict[str, Land]:
    """Return {land: its contents} after the setup of boards and adversaries, {} on the thematic map."""
    lines = device_texts("spirit_island", ENGLISH, "beginning")
    return {name: as_it_begins(lines, game, name) for name in matching_lands(game.boards, GROUNDS)}


def island_as_it_begins(setup: str, first_card: str) -> tuple[dict[str, str], list[str]]:
    """Return ({land: its contents}, the ids of spirits that the players have yet to place).

    No lands where they are not known. setup: the first event of the game. first_card: the code of the card
    that explores after the setup.
    """
    game = Game.replay([setup])
    lands = island_after_setup(game)
    if not any([str(land) for land in lands.values()]):
        return {}, []
    lines = device_texts("spirit_island", ENGLISH, "beginning")
    printed = [line for line in lines if line.startswith("board ")]
    with_symbol = [name for name in lands if as_it_begins(printed, game, name).of("T")]
    left = []
    # all look at the island before any spirit is there, as their lands do not depend on each other
    added = []
    for seat, spirit in enumerate(game.spirits):
        own = [name for name in sorted(lands) if name[0] == game.boards[seat]]
        found = [_place(line, own, lands, with_symbol) for line in _lines(spirit, own, lands)]
        if None in found:
            left.append(spirit)
        added += [each for each in found if each]
    for name, adds in added:
        for word in adds.split(","):
            _add(lands[name], word)
    _explore(lands, first_card, game)
    return {name: str(land) for name, land in lands.items()}, left


def _lines(spirit: str, own: list[str], lands: dict[str, Land]) -> tuple[str, ...]:
    """Return the lines of a spirit on a board. own: the lands of the board."""
    if spirit == "thunderspeaker":
        # the two lands with most dahan, if there are just two
        most = sorted([len(lands[name].of("D")) for name in own])
        above = [name[1] for name in own if len(lands[name].of("D")) > most[-3]]
        return tuple(["P1 only " + number for number in above]) if len(above) == 2 else ("?",)
    if spirit == "finder-of-paths-unseen" and len(own) == len(lands):
        return ("P1 only 3", "P1 only 1")
    return _SPIRITS.get(spirit, ("?",))


def _place(
    line: str, own: list[str], lands: dict[str, Land], with_symbol: list[str]
) -> tuple[str, str] | None:
    """Return (land, the additions), or None where the players decide."""
    if line == "?":
        return None
    adds, which, *needs = line.split(" ")
    found = [name for name in own if all([_fits(name, need, lands[name], with_symbol) for need in needs])]
    if not found or (which == "only" and len(found) > 1):
        return None
    return found[0 if which == "first" else -1], adds


def _fits(name: str, need: str, land: Land, with_symbol: list[str]) -> bool:
    """Return whether a land meets a line's conditions."""
    if need == "town-symbol":
        return name in with_symbol
    if need == "next-to-J":
        return any([near in matching_lands([name[0]], "J") for near in neighbours(name)])
    if need[0] <= "9":
        return name[1] == need
    for sign in "<>":
        what, found, number = need.partition(sign)
        if found:
            lying = len(land.of(what)) if len(what) == 1 else land.count(what)
            return lying < int(number) if sign == "<" else lying > int(number)
    return name in matching_lands([name[0]], need)


def _add(land: Land, words: str) -> None:
    """Add pieces and tokens to a land."""
    more = read_land(words)
    land.pieces += more.pieces
    for token, number in more.tokens.items():
        land.add_tokens(token, number)


def _explore(lands: dict[str, Land], card: str, game: Game) -> None:
    """Explore as the first card does, which no adversary changes but the Mining Expedition at level 6."""
    for name in matching_lands(game.boards, card):
        sources = [near for near in neighbours(name) if lands[near].of("TC")]
        if not sources and not lands[name].of("TC") and not is_coastal(name):
            continue
        if lands[name].count("wilds"):
            lands[name].add_tokens("wilds", -1)
        else:
            _add(lands[name], "E2" if varies(game, name, "M") else "E1")
