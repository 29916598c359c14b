"""The device's end of the link: reads requests and writes answers without blocking the app.

It knows lines and when not to send; `methods` knows what a method does. It must not know the rules, the
screens or the hardware behind the stream.
"""

from companion.platform import const
from shared_rules import protocol

# Bytes: room for a page of the picture at once, and a limit on memory if the host does not read.
MAX_WAITING = protocol.MAX_ANSWER + protocol.MAX_REQUEST

STALLED = 10000
"""Polls, a millisecond each, after which a host that does not read an answer in many lines counts as gone."""

_IN_BULK = const(512)  # bytes in one write; a Pico's USB buffer takes 256 at once


class Link:
    """Answers the requests that arrive on a stream.

    stream: `read()` returns the bytes that are available (b"" for none); `write(data)` writes as many bytes
    as it can and returns their number (None for all). Neither may block.
    methods: `call(name, params)` returns a result or raises LinkError. Instead of a result it may return a
    callable(id of the request), which returns an iterator of the lines of the answer; requests that come
    before the last of them wait. `may_be_slow(name)` returns whether a method may take a while,
    `next_notification()` the next notification object for a host that watches, or None. `log_fault(doing,
    error)` logs an exception.
    """

    def __init__(self, stream, methods):
        self._stream = stream
        self._methods = methods
        self._line = bytearray(protocol.MAX_REQUEST)
        self._reset()

    def poll(self):
        """Answer the requests that have arrived and send what can be sent. Call it often.

        It never blocks and never raises. Returns whether there was anything to read or to send in bulk.
        """
        came = False
        try:
            if not self.bulk:
                chunk = self._unread or self._stream.read()
                self._unread = b""
                came = len(chunk) > 0
                self._receive(chunk)
            notification = None if self.waiting else self._methods.next_notification()
            if notification is not None:
                self.post(notification)
            if self.bulk:
                came = True
                self._queue_bulk()
            self._send()
        except OSError:
            # the host is gone; it repeats requests without an answer
            self._reset()
        except Exception as error:
            self._methods.log_fault("the link", error)
            self._reset()
        return came

    def put(self, line, limit=MAX_WAITING):
        """Queue a line of whole packets, or drop it if more than `limit` bytes would then be in the queue."""
        if self.waiting_bytes + len(line) <= limit:
            self.waiting.append(memoryview(line))
            self.waiting_bytes += len(line)

    def _receive(self, chunk):
        at = 0
        while at < len(chunk):
            if self.bulk:
                self._unread = chunk[at:]
                return
            end = chunk.find(b"\n", at)
            if end < 0:
                self._collect(chunk, at, len(chunk))
                return
            self._collect(chunk, at, end)
            self._end_line()
            at = end + 1

    def _collect(self, chunk, start, end):
        length = self._length + end - start
        if self._skipping or length >= len(self._line):
            self._skipping = True
            return
        self._line[self._length : length] = chunk[start:end]
        self._length = length

    def _end_line(self):
        if self._skipping:
            self._refuse(protocol.LinkError(protocol.DAMAGED, "the line is too long"))
        else:
            line = bytes(memoryview(self._line)[: self._length]).strip()
            if line:
                self._serve(line)
        self._length = 0
        self._skipping = False

    def _serve(self, line):
        try:
            id, name, params = protocol.read_request(line)
        except protocol.LinkError as error:
            self._refuse(error)
            return
        if self._methods.may_be_slow(name):
            # before the method runs
            self.post(protocol.notification("busy", {}))
            self._send()
        message = self._answer(id, name, params)
        if message:
            try:
                self.post(message)
            except MemoryError as error:
                # without an answer, the host would take the request for lost
                message = None
                self.post(self._failed(id, name, error))

    def _answer(self, id, name, params):
        try:
            result = self._methods.call(name, params)
            if isinstance(result, dict):
                return protocol.answer(id, result)
            self.bulk, self._bulk_for, self._stalled = result(id), (id, name), 0
        except protocol.LinkError as error:
            error.id = id
            return protocol.refusal(error)
        except Exception as error:
            return self._failed(id, name, error)

    def _queue_bulk(self):
        """Queue the next line of an answer in many lines, once the host has read those before."""
        if len(self.waiting) > 1:
            self._stalled += 1
            if self._stalled > STALLED:
                self.bulk = None
            return
        self._stalled = 0
        try:
            # not `next` with a default, which MicroPython 1.24 lacks
            for line in self.bulk:
                self.put(line, 2 * protocol.MAX_ANSWER)
                return
        except Exception as error:
            # without an answer, the host would wait
            self.post(self._failed(*self._bulk_for, error))
        self.bulk = None

    def _failed(self, id, name, error):
        """Log an unexpected exception; return the answer that reports it."""
        self._methods.log_fault(name, error)
        return protocol.refusal(protocol.LinkError(protocol.FAULT, "%s failed: %r" % (name, error), id))

    def _refuse(self, error):
        # one answer at a time to invalid lines, so that the answer to a valid request among them finds room
        if error.id is not None or not self.waiting:
            self.post(protocol.refusal(error))

    def post(self, message):
        """Queue a JSON-RPC message as a line if there is room for it."""
        line = protocol.encode(message, protocol.PACKET)
        if len(line) > protocol.MAX_ANSWER:
            error = protocol.LinkError(protocol.FAULT, "the answer is too long for a line", message.get("id"))
            line = protocol.encode(protocol.refusal(error), protocol.PACKET)
        self.put(line)

    def _send(self):
        while self.waiting:
            line = self.waiting[0]
            # a host that has asked for bulk data reads it
            most = _IN_BULK if self.bulk else protocol.PACKET
            packet = line[self._sent : self._sent + most]
            taken = self._stream.write(packet)
            if taken is None:
                taken = len(packet)
            self._sent += taken
            if self._sent == len(line):
                self.waiting.pop(0)
                self.waiting_bytes -= len(line)
                self._sent = 0
            if taken < len(packet):
                return

    def _reset(self):
        self.bulk = None
        self._unread = b""
        self.waiting = []
        self.waiting_bytes = 0
        self._sent = 0
        self._length = 0
        self._skipping = False
