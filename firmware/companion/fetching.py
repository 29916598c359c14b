"""The games that are over as one stream for a host that fetches them in bulk: the method `fetch` of the link.

It makes whole lines, as the link sends them: what `json` takes for a line would be longer than the rest of a
sync. The link asks for the next one while the one before it is on its way.
"""

import json
from binascii import b2a_base64

from companion.game_stream import GameStream
from companion.platform import forget
from shared_rules import protocol

BYTES = 2880
"""Bytes of the stream in a line: as base64 they leave room for the names of the place behind them."""

STUCK = 10000
"""Looks at the link, a millisecond each, after which nobody is there any more who takes the rest."""

_HEAD = (
    '{"jsonrpc": "2.0", "method": "part", "params": '
    '{"of": %s, "number": %d, "game": "%s", "first": %d, "data": "'
)
_TAIL = b'"}}'


class Fetching:
    """One stream on its way over a link, which calls it at every look.

    app: has `journal` and `methods`. game, first: the place at which the stream begins. id: of the request.
    """

    def __init__(self, app, game, first, id):
        self._app, self._id, self._number = app, id, 0
        self._stream = GameStream(app.journal, game or "", first or 0)
        self._data = bytearray(BYTES)
        self._stuck = 0

    def __call__(self, link):
        if len(link.waiting) > 1:
            # the next line is at hand while the one before it is on its way
            self._stuck += 1
            if self._stuck > STUCK:
                self._end(link)
            return
        self._stuck = 0
        try:
            count = self._stream.read_into(self._data)
        except Exception as error:
            self._app.methods.fault("fetch", error)
            refusal = protocol.LinkError(protocol.FAULT, "The games can't be read: %r" % error, self._id)
            self._end(link, protocol.refusal(refusal))
            return
        if count:
            link.put(self._line(memoryview(self._data)[:count]))
        else:
            place = {"game": self._stream.name, "first": self._stream.at}
            self._end(link, protocol.answer(self._id, place))

    def _line(self, data):
        head = _HEAD % (json.dumps(self._id), self._number, self._stream.name, self._stream.at)
        self._number += 1
        return _whole(head.encode(), b2a_base64(data))

    def _end(self, link, message=None):
        link.bulk = None
        if message:
            link.post(message)
        self._stream.close()
        forget("companion.game_stream")
        forget(__name__)


def _whole(head, data):
    """Return the line for what stands before the data and the data, with a newline behind it."""
    line = bytearray(protocol.MAX_ANSWER)
    end = len(head) + len(data) - 1
    line[: len(head)] = head
    line[len(head) : end] = memoryview(data)[:-1]
    line[end : end + len(_TAIL)] = _TAIL
    return protocol.seal(line, end + len(_TAIL))
