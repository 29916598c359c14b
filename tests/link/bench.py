"""A device on the bench: the real journal, session, link and methods, without panel and screens."""

import binascii

from arcana_host.link.device import Device
from arcana_host.virtual.cable import Cable
from arcana_portable.link.answers import RESULTS, check_result
from companion.link import Link
from link.bare_app import App

from shared_rules import protocol

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


def method_names():
    return [line.split(" ")[0] for line in protocol.METHODS.split("\n") if line]


class Bench:
    """The device, a cable, and access to both of its ends."""

    def __init__(self, folder):
        self.cable = Cable()
        self.folder = str(folder)
        self._heard = []
        self.power_on()

    def power_on(self):
        self.app = App(self.folder)
        self.app.session.resume()
        self.link = Link(self.cable, self.app.methods)

    def pretend(self, method, change):
        """Change the device's result of a method. change: a function of its own result."""
        call = self.app.methods.call

        def answer(name, params):
            if name != method:
                return call(name, params)
            try:
                result = call(name, params)
            except AttributeError:
                # of a panel that it does not have
                result = None
            return change(result)

        self.app.methods.call = answer

    def poll(self, times=1):
        for _ in range(times):
            self.link.poll()

    def send(self, data):
        """Send bytes through the cable and let the device process all of them."""
        for start in range(0, len(data), 200):
            self.cable.send(data[start : start + 200])
            self.poll()
        self.poll()

    def lines(self):
        return [protocol.decode(line) for line in self.cable.receive().splitlines()]

    def ask(self, method, **params):
        """Return the answer to one request; notifications before it wait for `heard`."""
        self.send(protocol.encode(protocol.request(7, method, params)))
        lines = self.lines()
        self._heard += [(line["method"], line["params"]) for line in lines if "method" in line]
        answers = [line for line in lines if line.get("id") == 7]
        assert answers, f"{method} has no answer that is a message"
        return answers[0]

    def heard(self):
        """Return the notifications since the last call, as [(method, params)]."""
        self.poll(40)
        heard, self._heard = self._heard, []
        return heard + [(line["method"], line["params"]) for line in self.lines() if "method" in line]

    def result(self, method, **params):
        """Return the result of a request, which has to be as `answers.RESULTS` says."""
        answer = self.ask(method, **params)
        assert "result" in answer, f"{method} failed: {answer['error']['message']}"
        result = answer["result"]
        assert RESULTS.get(method, True) or not result, f"RESULTS has no parts for {method}: {result}"
        return check_result(method, params, result)

    def error(self, method, **params):
        return self.ask(method, **params)["error"]

    def host(self, **options):
        """Return the host's Device at the other end of the cable."""
        return Device("bench", opener=lambda port: HostEnd(self), **{"timeout": 0.2, **options})


class HostEnd:
    """The host's end of the cable, with pyserial's interface; the device runs whenever the host reads."""

    def __init__(self, bench):
        self.bench = bench
        self.in_waiting = 0

    def read(self, size):
        self.bench.poll()
        return self.bench.cable.receive()

    def write(self, data):
        self.bench.cable.send(data)

    def close(self):
        pass


def checked(body):
    """Return a line of the link with any bytes and a correct checksum."""
    body += b" "
    return body + b"*%08x\n" % binascii.crc32(body)
