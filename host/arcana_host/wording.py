"""How figures and texts from elsewhere are written in sentences, tables and charts, wherever that is.

It must not know what they are figures of.
"""

from arcana_host.translation import _


def percent(share: float | None) -> str:
    """Return a share from 0 to 1 in whole percent, a dash for one that is not known.

    >>> percent(0.256), percent(None)
    ('26%', '–')
    """
    return "–" if share is None else _("{number}%", number=f"{share * 100:.0f}")


def decimal(number: float, places: int = 2) -> str:
    """Return a number with so many places.

    >>> decimal(1.256)
    '1.26'
    """
    # the decimal mark
    return f"{number:.{places}f}".replace(".", _("."))


def length(minutes: int) -> str:
    """Return a number of minutes as people say it.

    >>> length(47), length(135)
    ('47 min', '2 h 15 min')
    """
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def file_size(count: int) -> str:
    """Return a number of bytes as people say it.

    >>> file_size(64 << 10), file_size(2 << 20)
    ('64 KB', '2 MB')
    """
    return f"{count >> 10} KB" if count < 1 << 20 else f"{count >> 20} MB"


def quoted(line: str) -> str:
    r"""Return a line as it can stand in a sentence, whatever is in it and however long it is.

    >>> quoted("play 4 1"), quoted("play\t4 1")
    ('play 4 1', "'play\\t4 1'")
    """
    # the command line knows this module, and starts without the rules
    from shared_rules.record_lines import is_letter

    plain = all(" " <= character <= "~" or is_letter(character) for character in line)
    text = line if plain else ascii(line)
    return text if len(text) <= 130 else text[:127] + "..."
