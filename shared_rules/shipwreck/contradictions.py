"""What can't be true of any hands together: at which events, and why.

A device imports this only after an event that contradicts what was said before.
"""

if False:  # for the type checker only
    from shared_rules.shipwreck.game import Game


def reason(game: "Game") -> tuple[str, list[int]] | None:
    """Return (player, values) of a held fate that alone, with the tokens that lie open, can't agree with the
    latest contradiction; of several the fate that could have the fewest values, None if there is none.

    game: a Game that is `doubted`.
    """
    before, note, players = game.before_contradiction()
    found = None
    for seat, values in before.values().items():
        fewer = len(values) < (len(found[1]) if found else 7)
        if fewer and not before.knowing_only(seat).take(note):
            found = players[seat], values
    return found


def contradictions(game: "Game") -> list[int]:
    """Return the numbers of the events that contradict those before them; the setup is 1."""
    game.possible()
    ends = game.reading().contradicting
    numbers: list[int] = []
    if ends:
        again = type(game)()
        for number, text in enumerate(game.events):
            size = again.note_size()
            again.accept(text)
            if [end for end in ends if size < end <= again.note_size()]:
                numbers.append(number + 1)
    return numbers
