"""The score of a finished game and the parts that it consists of. Source: rulebook, "Scoring"."""

from shared_rules.spirit_island.invader_deck import count

if False:  # for the type checker only
    from shared_rules.spirit_island.game import Game


def parts(game: "Game") -> list[tuple[str, int]]:
    """Return (name, points) for each part: "difficulty", "victory", "deck", "dahan" and "blight".

    game: one whose dahan and blight are counted. A sacrifice scores as a victory; the sources disagree on it.
    """
    left, players = count(game.deck), len(game.players)
    if game.result == "lost":
        found = [("difficulty", game.double_difficulty), ("deck", game.deck_size - left)]
    else:
        found = [("difficulty", 5 * game.double_difficulty // 2), ("victory", 10), ("deck", 2 * left)]
    return found + [("dahan", game.dahan // players), ("blight", -(game.blight // players))]
