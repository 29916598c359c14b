"""A game of the score pad as CSV: a line for each round, a column for each player."""

import csv
import io

from shared_rules.score_pad import Game


def rounds(game: Game) -> bytes:
    """Return the points of each round, and the totals in the last line. Nothing stands for no points."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["round", "dealer", *game.players])
    for number, row in enumerate(game.entries):
        dealer = game.players[number % len(game.players)]
        writer.writerow([number + 1, dealer, *("" if points is None else points for points in row)])
    writer.writerow(["total", "", *game.totals])
    table = text.getvalue()
    # without the byte order mark, spreadsheets expect the local encoding
    return table.encode() if table.isascii() else table.encode("utf-8-sig")
