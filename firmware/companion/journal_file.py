"""One game's file as it lies on the flash: read line by line, with damage told from play.

Such a file has tags, then events, and comments that hold a check: the CRC-32 of the tags and events above, as
a record writes them. `#<check>` stands behind each step, `# over <result> <events> <check>` behind a finished
game, and behind that, where the clock was set, the time of its end and the check that goes on over it. `# by
<version>` says which version of the companion has asked the rules about all events above and below. What an
older companion wrote has no checks, and is taken as it is. It must not know which files there are, nor where
their bytes lie: a `game` here is a `GameFile` of `game_folder`.
"""

from binascii import crc32

from companion import VERSION
from shared_rules.errors import RuleError
from shared_rules.record_lines import MAX_SETUP, check_line, read_tag, write_tag

_TAIL = 2 * MAX_SETUP
_PART = 512  # bytes that are read at once
_HEX = b"0123456789abcdef"
_CHECK = 9  # the length of the line behind a step

_BY = b"# by "
# what `read_lines` gives for comments: a check, and that this version or another one asked the rules
_CHECKED, _OURS, _OTHERS = "#", "#1", "#0"
START = (0, 0, 0)
NO_END = "Its end is missing."


def ending(game):
    """Return (events, check, when) as a finished game's last line has them, None for a game without one.

    check: 8 hex digits as bytes, or None in an older file. when: the time of its end, for `read_time`.
    Raises OSError.
    """
    return look(game)[0]


def look(game):
    """Return (ending, whole) of a game.

    ending: as `ending` returns it. whole: how many bytes it has before a last line that a power cut tore off.
    Raises OSError.
    """
    game.seek(max(0, game.length - _TAIL))
    tail = game.read()
    lines = tail.split(b"\n")
    end = None if lines.pop() or not lines else read_end_mark(lines[-1])
    return end, _whole_bytes(tail, game.length)


def _whole_bytes(tail, length):
    # a line that fills the whole tail is no torn one, but damage, as is one that is no text
    if not tail.endswith(b"\n") and (b"\n" in tail or len(tail) == length):
        torn = tail[tail.rfind(b"\n") + 1 :]
        if not torn or min(torn) >= 32:
            return length - len(torn)
    return length


def read_lines(game, goes_on=False, state=START):
    """Yield (text, state) of each tag and event, with a text that begins with "#" for a companion's comments.

    Reading can go on from a state.
    goes_on: whether the game may have no end.
    state: (offset behind the line, events so far, check so far).
    Raises RuleError where the file is damaged, OSError.
    """
    begin, events, check = state
    ended = False
    for line, offset in _split(game, begin):
        if line.startswith(b"#"):
            ended = _compare(line, events, check)
            if ended or len(line) == _CHECK:
                yield _CHECKED, (offset, events, check)
            elif line.startswith(_BY):
                yield _OURS if line == _BY + VERSION.encode() else _OTHERS, (offset, events, check)
        elif line:
            text = _text(line)
            ended = False
            if not text.startswith("["):
                events += 1
            elif events:
                raise RuleError("A tag stands behind the first event.")
            else:
                line = write_tag(*read_tag(text)).encode()
            check = crc32(b"\n", crc32(line, check))
            yield text, (offset, events, check)
    if not goes_on and not ended:
        raise RuleError(NO_END)


def read_all(game, goes_on=False):
    """Return (events, check, begins, closed, ours) of a game; for `goes_on` see `read_lines`.

    events: their texts, undo lines included. check: the one behind the last. begins: a byte for each event, 1
    where a step may begin with it: one behind a check, or any before the first check. closed: whether nothing
    is missing behind the last event that belongs there. ours: whether this version of the companion has found
    all of them to be as the rules want them, and the checks agree.
    """
    events, begins = [], bytearray()
    check, told, apart, ours = 0, False, 1, False
    for text, after in read_lines(game, goes_on):
        check = after[2]
        if text == _CHECKED:
            told, apart = True, 1
        elif text in (_OURS, _OTHERS):
            ours = text == _OURS
        elif after[1]:
            events.append(text)
            begins.append(apart)
            apart = 0 if told else 1
    ours = ours and told
    return events, check, begins, apart == 1 and (ours or not told), ours


def _compare(line, events, check):
    """Return whether a comment ends the game. Raises RuleError when it was written behind other lines."""
    check = b"%08x" % check
    if line[1:] == check:
        return False
    found = read_end_mark(line)
    if found:
        agrees = found[0] == events and found[1] in (None, check)
    else:
        agrees = len(line) != _CHECK or line[1:].strip(_HEX)
    if not agrees:
        raise RuleError("Its lines are not as they were written, up to event %d." % events)
    return bool(found)


def read_end_mark(line):
    """Return what `ending` returns of the last line of a game, as bytes."""
    words = line.split(b" ")
    if words[:2] != [b"#", b"over"] or len(words) not in (4, 5, 8) or not words[3].isdigit():
        return None
    return int(words[3]), words[4] if len(words) > 4 else None, words[5:]


def read_time(end):
    """Return the time in what `ending` returns as a text, None where there is none.

    It is None where it is damaged, too: a game is whole without it.
    """
    try:
        day, clock, check = end[2]
        when = day + b" " + clock
        return when.decode() if check == b"%08x" % crc32(when, int(end[1], 16)) else None
    except ValueError:
        return None


def _split(game, offset):
    """Yield (line, offset behind it) from an offset on."""
    game.seek(offset)
    rest = b""
    while True:
        # line by line, MicroPython would ask the flash for every single byte
        part = game.read(_PART)
        lines = (rest + part).split(b"\n")
        rest = lines.pop()
        for line in lines:
            offset += len(line) + 1
            yield line, offset
        if len(rest) > MAX_SETUP or (rest and not part):
            raise RuleError("A line is too long or has no end.")
        if not part:
            return


def _text(line):
    """Return the text of a line. Raises RuleError when it can't be one."""
    try:
        text = line.decode()
    except UnicodeError:
        raise RuleError("A line is not UTF-8.")
    check_line(text, MAX_SETUP)
    return text
