"""Games that people play for points, with the words of their setups: a line for each, and how it ends.

It is imported only where somebody chooses a game. It must not know how a choice looks.
"""

from shared_rules.score_pad.game import setup_words

# Each line: the words that differ from the defaults of a setup. Rounds by the number of players are separated
# by commas, each after its number of players. Above it, who says how the game ends.
_LINES = (
    # Microsoft's and hearts-online.org's rules: over when somebody has 100 points or more; the fewest win
    "goal=100 wins=low title=Hearts",
    # Skatverband: a series is 48 games at a table of four and 36 at one of three
    "rounds=3:36,4:48 title=Skat",
    # Doppelkopf-Verband, Turnier-Spielregeln 7.2, 8.5, 8.6: 24 games that add up to 0, with a solo for each
    "rounds=4:24 title=Doppelkopf zero=yes solos=yes",
    # Amigo's rules: 60 cards, a card more in each round, until all are dealt; the highest total wins
    "rounds=3:20,4:15,5:12,6:10 title=Wizard bgg=1465",
    # Pagat, 500 Rum: over when somebody has 500 points or more; the highest total wins
    "goal=500 title=Rummy_500",
    # Hasbro's rules: over when the bag and a rack are empty, or all pass: finished from the menu
    "title=Scrabble bgg=320",
    # Mattel's rules: who goes out scores the cards of the others; the first to reach 500 points wins
    "goal=500 title=Uno bgg=2223",
    # Magic's comprehensive rules 103.4, 704.5a, 104.2a: 20 life, out at 0, the last player wins; 903.7: 40
    "title=Magic start=20",
    "title=Commander start=40",
    # Days of Wonder, Repos: counted at the end, when somebody's trains run out and after the third age
    "rounds=1 title=Ticket_to_Ride bgg=9209",
    "rounds=1 title=7_Wonders bgg=68448",
)


def presets(players: int) -> list[str]:
    """Return the words of the setup for each game, as `setup_words` does. players: how many play.

    >>> presets(4)[3]
    'goal=0 wins=high rounds=15 title=Wizard zero=no solos=no bgg=1465'
    """
    found = []
    for line in _LINES:
        given = dict([word.split("=") for word in line.split(" ")])
        if ":" in given.get("rounds", ""):
            by_players = dict([each.split(":") for each in given["rounds"].split(",")])
            given["rounds"] = by_players.get(str(players), "0")
        found.append(setup_words(given))
    return found


def rounds_of(title: str, players: int) -> int | None:
    """Return how many rounds a game has with so many players, None unless their number decides it.

    >>> rounds_of("Wizard", 6), rounds_of("Skat", 3), rounds_of("Hearts", 4)
    (10, 36, None)
    """
    for line in _LINES:
        if ":" in line and " title=" + title + " " in line + " ":
            words = presets(players)[_LINES.index(line)]
            return int(words.split(" rounds=")[1].split(" ")[0])
    return None
