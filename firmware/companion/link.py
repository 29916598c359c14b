"""The device's end of the link: reads requests and writes answers without holding up the app.

It knows lines and when to stay silent; what a method does is `methods`' business. It must not know the rules,
the screens or what the bytes travel through.
"""

from companion.platform import const
from shared_rules import protocol

# A host that reads gets a picture page in one go; one that does not costs no more than this much memory.
WAITING_AT_MOST = protocol.MAX_ANSWER + protocol.MAX_REQUEST

_IN_BULK = const(512)  # bytes; a Pico's USB takes 256 at once, and with them the next ones soon


class Link:
    """Answers the requests that come in over a stream.

    stream: `read()` gives the bytes that are there now (b"" when none), `write(data)` takes what it can take
    now and returns how many bytes that were (None: all). Neither may block.
    methods: `call(name, params)` gives a result or raises LinkError; where it gives a function instead, that
    makes, of the id of the request, what is called with the link at every look until it sets `bulk` to None.
    `lasts(name)` says whether it may take a while, `notice()` gives the next notification object for a host
    that watches, or None.
    """

    def __init__(self, stream, methods):
        self._stream = stream
        self._methods = methods
        self._line = bytearray(protocol.MAX_REQUEST)
        self._forget()

    def poll(self):
        """Serve what has come in and send what can be sent. Never blocks, never raises; call it often.

        Returns whether anything had come in, or goes out in bulk.
        """
        came = False
        try:
            chunk = self._stream.read()
            came = len(chunk) > 0
            self._take(chunk)
            notice = None if self.waiting else self._methods.notice()
            if notice is not None:
                self.post(notice)
            if self.bulk:
                came = True
                self.bulk(self)
            self._send()
        except OSError:
            # the other end is gone; what it did not get it asks for again
            self._forget()
        except Exception as error:
            self._methods.fault("the link", error)
            self._forget()
        return came

    def remark(self, sentence):
        """Send a sentence to whoever looks at the serial console; a host passes over it."""
        if not self.waiting:
            line = sentence.encode()
            self.put(line + b" " * (-(len(line) + 1) % protocol.PACKET) + b"\n")

    def put(self, line, most=WAITING_AT_MOST):
        """Send a line, bytes of whole packets, unless more than `most` bytes would wait to be sent then."""
        if self.waiting_bytes + len(line) <= most:
            self.waiting.append(memoryview(line))
            self.waiting_bytes += len(line)

    def _take(self, chunk):
        at = 0
        while at < len(chunk):
            end = chunk.find(b"\n", at)
            if end < 0:
                self._gather(chunk, at, len(chunk))
                return
            self._gather(chunk, at, end)
            self._end_line()
            at = end + 1

    def _gather(self, chunk, start, end):
        length = self._length + end - start
        if self._skipping or length >= len(self._line):
            self._skipping = True
            return
        self._line[self._length : length] = chunk[start:end]
        self._length = length

    def _end_line(self):
        if self._skipping:
            self._complain(protocol.LinkError(protocol.DAMAGED, "the line is too long"))
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
            self._complain(error)
            return
        if self._methods.lasts(name):
            # at once, as it has to be known while the answer is worked on
            self.post(protocol.notification("busy", {}))
            self._send()
        message = self._answer(id, name, params)
        if message:
            try:
                self.post(message)
            except MemoryError as error:
                # a host must not take an answer for which there is no room for silence
                message = None
                self.post(self._failed(id, name, error))

    def _answer(self, id, name, params):
        try:
            result = self._methods.call(name, params)
            if isinstance(result, dict):
                return protocol.answer(id, result)
            self.bulk = result(id)
        except protocol.LinkError as error:
            error.id = id
            return protocol.refusal(error)
        except Exception as error:
            return self._failed(id, name, error)

    def _failed(self, id, name, error):
        """Note what must not have happened; return the answer that says so."""
        self._methods.fault(name, error)
        return protocol.refusal(protocol.LinkError(protocol.FAULT, "%s failed: %r" % (name, error), id))

    def _complain(self, error):
        # A flood of garbage gets one complaint at a time, so that a good request among it finds room.
        if error.id is not None or not self.waiting:
            self.post(protocol.refusal(error))

    def post(self, message):
        """Send a message, if there is room for it."""
        line = protocol.encode(message, protocol.PACKET)
        if len(line) > protocol.MAX_ANSWER:
            error = protocol.LinkError(protocol.FAULT, "the answer is too long for a line", message.get("id"))
            line = protocol.encode(protocol.refusal(error), protocol.PACKET)
        self.put(line)

    def _send(self):
        while self.waiting:
            line = self.waiting[0]
            # whoever has asked for much reads it, so it goes as fast as it can
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

    def _forget(self):
        self.bulk = None
        self.waiting = []
        self.waiting_bytes = 0
        self._sent = 0
        self._length = 0
        self._skipping = False
