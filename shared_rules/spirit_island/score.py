"""The score of a game that is over, with the sum that makes it. Source: rulebook, "Scoring"."""

from shared_rules.spirit_island.invader_deck import count

if False:  # for the type checker alone
    from shared_rules.spirit_island.game import Game


def parts(game: "Game") -> list[tuple[str, int]]:
    """Return (what for, points) of each part: "difficulty", "victory", "deck", "dahan" and "blight".

    A sacrifice scores as a victory, as the sources disagree on it.
    """
    left, players = count(game.deck), len(game.players)
    if game.result == "lost":
        found = [("difficulty", game.halves), ("deck", game.cards - left)]
    else:
        found = [("difficulty", 5 * game.halves // 2), ("victory", 10), ("deck", 2 * left)]
    return found + [("dahan", game.dahan // players), ("blight", -(game.blight // players))]
