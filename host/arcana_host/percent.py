"""How a share is written, wherever one is: in tables, charts and reviews."""


def percent(share: float | None) -> str:
    """Return a share from 0 to 1 in whole percent, a dash for one that is not known.

    >>> percent(0.256), percent(None)
    ('26%', '–')
    """
    return "–" if share is None else f"{share:.0%}"
