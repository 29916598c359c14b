"""The format of a game's file: reads one line by line and detects damage.

Such a file has tags, then events, and comments with a check: the CRC-32 of the tags and events above it, as
they are in a record. `#<check>` follows each step, `# over <result> <events> <check>` a finished game; if the
clock was set, that line continues with the time of the end and a check that includes it. `# by <version>`
names the version of the companion whose rules have accepted all events above and below. Files from older
companions have no checks and are accepted without. It must not know which files there are, nor where their
bytes are stored: a `game` here is a `GameFile` of `game_folder`.
"""

from binascii import crc32

from companion import VERSION
from shared_rules.errors import RuleError
from shared_rules.record_lines import MAX_SETUP, check_line, read_tag, write_tag

_TAIL = 2 * MAX_SETUP
_PART = 512  # bytes to read at once
_HEX = b"0123456789abcdef"
_CHECK_LENGTH = 9  # of the comment after a step

_BY = b"# by "
# what `read_lines` yields for comments: a check, and acceptance by the rules of this or another version
_CHECKED, _THIS_VERSION, _OTHER_VERSION = "#", "#1", "#0"
START = (0, 0, 0)
NO_END = "Its end is missing."


def ending(game):
    """Return (events, check, when) from the last line of a finished game, or None if the game has no end.

    events: their number. check: 8 hex digits as bytes, or None in an older file. when: the words with the
    time of the end, for `read_time`. Raises OSError.
    """
    return read_end(game)[0]


def read_end(game):
    """Return (ending, length) of a game.

    ending: as `ending` returns it. length: its bytes without a last line that a power cut left incomplete.
    Raises OSError.
    """
    game.seek(max(0, game.length - _TAIL))
    tail = game.read()
    lines = tail.split(b"\n")
    end = None if lines.pop() or not lines else read_end_mark(lines[-1])
    return end, _intact_length(tail, game.length)


def _intact_length(tail, length):
    # a last line that is longer than any event, or is not text, is damage and not torn
    if not tail.endswith(b"\n") and (b"\n" in tail or len(tail) == length):
        torn = tail[tail.rfind(b"\n") + 1 :]
        if not torn or min(torn) >= 32:
            return length - len(torn)
    return length


def read_lines(game, may_run=False, state=START):
    """Yield (text, state) for each tag, event and comment of the companion; comments begin with "#".

    may_run: whether the game may have no end. state: (offset after the line, events so far, check so far), to
    continue from it in a later call. Raises RuleError if the file is damaged, OSError.
    """
    begin, events, check = state
    ended = False
    for line, offset in _split(game, begin):
        if line.startswith(b"#"):
            ended = _check_comment(line, events, check)
            if ended or len(line) == _CHECK_LENGTH:
                yield _CHECKED, (offset, events, check)
            elif line.startswith(_BY):
                yield (
                    _THIS_VERSION if line == _BY + VERSION.encode() else _OTHER_VERSION,
                    (offset, events, check),
                )
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
    if not may_run and not ended:
        raise RuleError(NO_END)


def read_all(game, may_run=False):
    """Return (events, check, may_begin, closed, accepted) of a game; for `may_run` see `read_lines`.

    events: their texts, including undo lines. check: the CRC-32 of the tags and events. may_begin: a byte for
    each event, 1 if a step may begin with it: the first one after a check, and all before the first check.
    closed: whether the last step has its check. accepted: whether the rules of this version of the companion
    have accepted all events before, and the checks match.
    """
    events, may_begin = [], bytearray()
    check, has_checks, is_start, accepted = 0, False, 1, False
    for text, after in read_lines(game, may_run):
        check = after[2]
        if text == _CHECKED:
            has_checks, is_start = True, 1
        elif text in (_THIS_VERSION, _OTHER_VERSION):
            accepted = text == _THIS_VERSION
        elif after[1]:
            events.append(text)
            may_begin.append(is_start)
            is_start = 0 if has_checks else 1
    accepted = accepted and has_checks
    return events, check, may_begin, is_start == 1 and (accepted or not has_checks), accepted


def _check_comment(line, events, check):
    """Return whether a comment ends the game. Raises RuleError if its check does not match."""
    check = b"%08x" % check
    if line[1:] == check:
        return False
    found = read_end_mark(line)
    if found:
        agrees = found[0] == events and found[1] in (None, check)
    else:
        agrees = len(line) != _CHECK_LENGTH or line[1:].strip(_HEX)
    if not agrees:
        raise RuleError("Its lines are not as they were written, up to event %d." % events)
    return bool(found)


def read_end_mark(line):
    """Return the same as `ending` for the last line of a game, as bytes."""
    words = line.split(b" ")
    if words[:2] != [b"#", b"over"] or len(words) not in (4, 5, 8) or not words[3].isdigit():
        return None
    return int(words[3]), words[4] if len(words) > 4 else None, words[5:]


def read_time(end):
    """Return the time "YYYY-MM-DD HH:MM" in what `ending` returns, or None if there is none.

    It is also None if the time is damaged, as the game is complete without it.
    """
    try:
        day, clock, check = end[2]
        when = day + b" " + clock
        return when.decode() if check == b"%08x" % crc32(when, int(end[1], 16)) else None
    except ValueError:
        return None


def _split(game, offset):
    """Yield (line, offset after it) from an offset on. Raises RuleError for a line without an end."""
    game.seek(offset)
    rest = b""
    while True:
        # not `readline`, with which MicroPython reads the flash byte by byte
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
    """Return the text of a line. Raises RuleError if it is not valid UTF-8, or not a line of a record."""
    try:
        text = line.decode()
    except UnicodeError:
        raise RuleError("A line is not UTF-8.")
    check_line(text, MAX_SETUP)
    return text
