"""The link with which a phone opens BG Stats, the app in which board gamers log their plays, with a play.

Its form is on the app's page *Push plays to BG Stats from other apps or websites*: a play as JSON in an
address. Fields may be missing, except the names; but others who make such links found that the app on Android
wants to know of everybody who has won and who began, and of the game how it is scored, so these come first.
It must not know any game.
"""

if False:  # for the type checker only
    from collections.abc import Iterable
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
    BoardGameGeek; the id; the roles; what else there is. None if even the title and the names have no room.

    play: from `Game.as_play`. id: of the game. room: the most bytes. roles: {name: what the player was}.
    more: (name, value) of other fields of the play.

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
