"""The statistics of Spirit Island as charts: PNG, SVG, and a self-contained HTML page."""

from arcana_host.games import drawing
from arcana_host.games.drawing import drawn
from arcana_host.games.spirit_island.statistics import Statistics
from arcana_host.games.spirit_island.tables import level_table, win_rows


def html(title: str, statistics: Statistics) -> bytes:
    """Return one HTML page with the charts and the tables in it. Raises ArcanaError without matplotlib."""
    headings, *rows = level_table(statistics)
    tables = [*map(win_rows, statistics.win_tables()), (headings, rows)]
    picture = drawing.save_figure(lambda: drawn(statistics), "svg")
    return drawing.page(title, statistics.headline(), [], picture, tables)
