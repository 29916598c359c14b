"""Formats numbers and quotations for sentences, tables and charts.

It must not know the meaning of the numbers.
"""

from arcana_portable.translation import _


def percent(share: float | None) -> str:
    """Return a share from 0 to 1 in whole percent, or a dash for None.

    >>> percent(0.256), percent(None)
    ('26%', '–')
    """
    return "–" if share is None else _("{number}%", number=f"{share * 100:.0f}")


def decimal(number: float, places: int = 2) -> str:
    """Return a number with `places` decimal places.

    >>> decimal(1.256)
    '1.26'
    """
    # the decimal mark
    return f"{number:.{places}f}".replace(".", _("."))


def length(minutes: int) -> str:
    """Return a number of minutes as hours and minutes.

    >>> length(47), length(135)
    ('47 min', '2 h 15 min')
    """
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def file_size(count: int) -> str:
    """Return a number of bytes in KB or MB.

    >>> file_size(64 << 10), file_size(2 << 20)
    ('64 KB', '2 MB')
    """
    return f"{count >> 10} KB" if count < 1 << 20 else f"{count >> 20} MB"


def quoted(line: str) -> str:
    r"""Return a line as a quotation for a sentence: escaped if necessary, and shortened.

    >>> quoted("play 4 1"), quoted("play\t4 1")
    ('play 4 1', "'play\\t4 1'")
    """
    # the command line imports this module, and loads the rules only when it needs them
    from shared_rules.record import is_letter

    plain = all(" " <= character <= "~" or is_letter(character) for character in line)
    text = line if plain else ascii(line)
    return text if len(text) <= 130 else text[:127] + "..."
