"""The links with which a phone passes a play on: to BG Stats, the app in which board gamers log their plays,
or to the hosted page, to which the play goes as a number.

The form of BG Stats' link is on the app's page *Push plays to BG Stats from other apps or websites*: a play
as JSON in an address. All fields but the names are optional; but other makers of such links found that the
app on Android needs for each player whether they won and whether they began, and for the game how it is
scored, so these come first.
It must not know any game.
"""

from shared_rules.errors import RuleError

if False:  # for the type checker only
    from collections.abc import Iterable, Iterator
    from typing import Any

    Play = tuple[str, int, bool, list[tuple[str, int | None, bool]]]

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "Arcana"
_PLAIN = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:,"


def play_link(
    play: "Play",
    id: str,
    room: int,
    roles: "dict[str, str] | None" = None,
    more: "Iterable[tuple[str, Any]]" = (),
) -> str | None:
    """Return the link for a game that is over, with as many fields as there is room for, in this order.

    The title and the names; who has won; who began; how the game is scored; the points; the number at
    BoardGameGeek; the id; the roles; the fields in `more`. None if even the title and the names have no room.

    play: from `Game.as_play`. id: of the game. room: the most bytes. roles: {name: the player's role}. more:
    (name, value) of other fields of the play.

    >>> play_link(("Skat", 0, True, [("Jörg", 3, True)]), "0badcafe", 150)[48:]
    '%7B%22game%22:%7B%22name%22:%22Skat%22%7D,%22players%22:%5B%7B%22name%22:%22J%C3%B6rg%22%7D%5D%7D'
    """
    title, number, highest, players = play
    game: list[str] = [_field("name", title)]
    rest: list[str] = []
    everybody = [([_field("name", name)], name, points, won) for name, points, won in players]
    scores = [(fields, "score", points) for fields, _, points, _ in everybody if points is not None]
    steps: list[list[tuple[list[str], str, Any]]] = [
        [],
        [(fields, "winner", won) for fields, _, _, won in everybody],
        [(fields, "startPlayer", fields is everybody[0][0]) for fields, _, _, _ in everybody],
        [(game, "highestWins", highest), (game, "noPoints", not scores)],
        scores,
        [(game, "bggId", number)] if number else [],
        [(rest, "sourceName", _SOURCE), (rest, "sourcePlayId", id)],
        [(fields, "role", roles[name]) for fields, name, _, _ in everybody if roles and name in roles],
    ]
    steps += [[(rest, key, value)] for key, value in more]
    link = None
    for step in steps:
        for fields, key, value in step:
            fields.append(_field(key, value))
        longer = _link(game, [fields for fields, _, _, _ in everybody], rest)
        if len(longer) > room:
            break
        link = longer
    return link


def _link(game: list[str], everybody: list[list[str]], rest: list[str]) -> str:
    players = "%5B" + ",".join([_object(fields) for fields in everybody]) + "%5D"
    named = [_quoted("game") + ":" + _object(game), _quoted("players") + ":" + players]
    return _ADDRESS + _object(named + rest)


def _object(fields: list[str]) -> str:
    return "%7B" + ",".join(fields) + "%7D"


def _field(key: str, value: "Any") -> str:
    if value is True or value is False:
        written = "true" if value else "false"
    else:
        written = _quoted(value) if isinstance(value, str) else str(value)
    return _quoted(key) + ":" + written


def _quoted(text: str) -> str:
    """Return a text as in JSON, as in an address.

    >>> _quoted('a "b"')
    '%22a%20%5C%22b%5C%22%22'
    """
    # no text of ours has control characters, which JSON would have to escape, too
    text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return "".join([chr(byte) if byte in _PLAIN else "%%%02X" % byte for byte in text.encode()])


# --- the play as a number, for the hosted page

MAX_PAGE = 60
"""The longest address of the hosted page, in bytes."""

_MOST_DIGITS = 2000
_DAMAGED = "The link with the result is not whole."
_CUT = "\u2026"
_BEYOND, _LAST_LETTERS = 0xC0, 0x218
_SIGNS = 292
"""How many characters a text can have: ASCII, letters as in `record.is_letter`, the sign of a cut."""
_POINTS, _NUMBERS, _CHECK = 10**7, 10**7, 997
_LENGTHS, _PLAYERS = 32, 64
_ROOMS = ((20, 12), (8, 12), (8, 9), (8, 6), (8, 4))
"""The most letters of the title and of a name, in the order in which they are tried."""


def is_page(address: str) -> bool:
    """Return whether a text is a valid address of the hosted page, with https and a host, or "" for no page.

    >>> is_page("https://example.org/arcana/"), is_page("https://"), is_page("https://example.org/#1")
    (True, False, False)
    """
    host = address[8:9]
    known = address.startswith("https://") and (host.isalpha() or host.isdigit())
    plain = not [sign for sign in address if not "!" <= sign <= "~" or sign in '#<>"\\']
    return not address or (known and plain and len(address) <= MAX_PAGE)


def packed_plays(play: "Play", id: str, date: str | None) -> "Iterator[str]":
    """Yield a play that is over as digits, whole at first, then with title and names cut shorter and shorter.

    play: from `Game.as_play`. id: of the game. date: "YYYY-MM-DD HH:MM", or None. The inverse is `unpack`.

    >>> unpack(next(packed_plays(("Skat", 0, True, [("Jörg", 3, True)]), "0badcafe", "2026-11-21 20:15")))
    (('Skat', 0, True, [('Jörg', 3, True)]), '0badcafe', '2026-11-21 20:15')
    """
    title, number, highest, players = play
    for title_room, name_room in _ROOMS:
        # each with how many values it can have
        fields = [(int(id, 16), 1 << 32)] + _date_fields(date or "2000-00-00 00:00")
        fields += [(number, _NUMBERS), (int(highest), 2)] + _text_fields(title, title_room)
        fields.append((len(players), _PLAYERS))
        for name, points, won in players:
            fields += _text_fields(name, name_room)
            fields += [(0 if points is None else points + _POINTS, 2 * _POINTS), (int(won), 2)]
        packed = 1
        for value, count in reversed(fields):
            packed = packed * count + value
        yield str(packed * _CHECK + packed % _CHECK)


def unpack(digits: str) -> "tuple[Play, str, str | None]":
    """Return the play, the id and the date in the digits of `packed_plays`. Raises RuleError."""
    if not digits or len(digits) > _MOST_DIGITS or digits.strip("0123456789"):
        raise RuleError(_DAMAGED)
    packed, check = divmod(int(digits), _CHECK)
    if packed % _CHECK != check:
        raise RuleError(_DAMAGED)
    rest = [packed]

    def take(count: int) -> int:
        rest[0], value = divmod(rest[0], count)
        return value

    def take_text() -> str:
        return "".join([_letter(take(_SIGNS)) for _ in range(take(_LENGTHS))])

    id = "%08x" % take(1 << 32)
    year, month, day, hour, minute = [take(count) for count in _DATE_COUNTS]
    date = "20%02d-%02d-%02d %02d:%02d" % (year, month, day, hour, minute) if month and day else None
    number, highest, title = take(_NUMBERS), take(2) == 1, take_text()
    players: list[tuple[str, int | None, bool]] = []
    for _ in range(take(_PLAYERS)):
        name, points = take_text(), take(2 * _POINTS)
        players.append((name, points - _POINTS if points else None, take(2) == 1))
    if rest[0] != 1 or not players or not title or not all([name for name, _, _ in players]):
        raise RuleError(_DAMAGED)
    return (title, number, highest, players), id, date


_DATE_COUNTS = (100, 13, 32, 24, 60)


def _date_fields(date: str) -> "list[tuple[int, int]]":
    parts = [int(date[at : at + 2]) for at in (2, 5, 8, 11, 14)]
    return list(zip(parts, _DATE_COUNTS))


def _text_fields(text: str, room: int) -> "list[tuple[int, int]]":
    if len(text) > room:
        text = text[: room - 1] + _CUT
    return [(len(text), _LENGTHS)] + [(_code(letter), _SIGNS) for letter in text]


def _code(letter: str) -> int:
    code = ord(letter)
    if letter == _CUT:
        return _SIGNS - 1
    if code < 127:
        return code - 32
    return code - _BEYOND + 95 if code < _LAST_LETTERS else code - _LAST_LETTERS + 287


def _letter(code: int) -> str:
    if code == _SIGNS - 1:
        return _CUT
    if code < 95:
        return chr(code + 32)
    return chr(code - 95 + _BEYOND if code < 287 else code - 287 + _LAST_LETTERS)
