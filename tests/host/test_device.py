"""The host's end of the link: asks again, finds its feet after garbage, recognises MicroPython's prompt."""

from types import SimpleNamespace

import pytest
from arcana_host.install.prompt import Prompt
from arcana_host.link import ports
from arcana_host.link.announcements import VirtualDevice
from arcana_host.link.device import Device, connect
from arcana_portable.errors import DeviceFaulty, DeviceLost, DeviceRefused, DeviceSilent, NoDevice
from arcana_portable.link.messages import request_line
from link.bench import SETUP, Bench, HostEnd

from shared_rules import protocol


class Noisy(HostEnd):
    """A cable on which things happen to what comes from the device, one after the other."""

    def __init__(self, bench, *happenings):
        super().__init__(bench)
        self.happenings = list(happenings)
        self.writes = 0

    def read(self, size):
        data = super().read(size)
        return self.happenings.pop(0)(data) if data and self.happenings else data

    def write(self, data):
        self.writes += data != b"\n"
        super().write(data)


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def device_on(end):
    return Device("noisy", timeout=0.1, opener=lambda port: end)


@pytest.mark.parametrize(
    "happening",
    [
        lambda data: b"",
        lambda data: data[:-20],
        lambda data: data[20:],
        lambda data: data.replace(b"result", b"resuLt"),
        lambda data: b"\xff\x00\x80 garbage\n" * 50,
    ],
    ids=["lost", "cut short", "beginning lost", "changed", "garbage"],
)
def test_an_event_whose_answer_is_lost_is_entered_once(bench, happening):
    bench.result("enter", event=0, text=SETUP)
    end = Noisy(bench, happening)
    answer = device_on(end).call("enter", event=1, text="play 3 1")
    assert answer["events"] == 2 and end.writes == 2
    assert bench.app.session.game.events == [SETUP, "play 3 1"]


def test_a_half_line_of_an_earlier_program_does_not_matter(bench):
    bench.send(b'{"jsonrpc": "2.0", "id"')
    assert bench.host().info()["board"] == "bench"


def test_a_refusal_is_the_device_s_own_sentence(bench):
    with pytest.raises(DeviceRefused, match=r"There is no file main\.py that a backup holds") as caught:
        bench.host().read_file("main.py")
    assert caught.value.code == protocol.REFUSED


def test_what_is_sent_never_is_a_number_of_whole_packets(bench):
    class Counting(HostEnd):
        lengths = ()

        def write(self, data):
            self.lengths += (len(data),)
            super().write(data)

    end = Counting(bench)
    device = device_on(end)
    for length in range(protocol.PACKET):
        with pytest.raises(DeviceRefused, match="There is no file"):
            device.read_file("x" * length)
    assert len(end.lengths) == 1 + protocol.PACKET
    assert [length for length in end.lengths if length % protocol.PACKET == 0] == []


def test_a_request_too_long_is_not_even_sent(bench):
    end = Noisy(bench)
    with pytest.raises(DeviceRefused, match="too long"):
        device_on(end).call("enter", event=0, text="x" * protocol.MAX_REQUEST)
    assert end.writes == 0


@pytest.mark.parametrize("virtual", [False, True])
def test_nobody_there_is_a_sentence_after_all_tries(monkeypatch, virtual):
    """A virtual device brings its own software, so nobody is sent to install any."""

    class Nobody(HostEnd):
        writes = 0

        def read(self, size):
            return b""

        def write(self, data):
            self.writes += data != b"\n"

    end = Nobody(None)
    monkeypatch.setattr("arcana_host.link.device.is_virtual", lambda port: virtual)
    with pytest.raises(DeviceSilent, match="`arcana play`" if virtual else "`arcana flash --port noisy`"):
        Device("noisy", timeout=0.01, tries=3, opener=lambda port: end).call("info")
    assert end.writes == 3


class Late(HostEnd):
    """A device that takes 6 s to answer, on a clock of its own that runs as the host reads."""

    def __init__(self, bench, first_byte=b""):
        super().__init__(bench)
        self.now = 0.0
        self.first_byte = first_byte

    def read(self, size):
        self.now += 0.05
        said, self.first_byte = self.first_byte, b""
        return super().read(size) if self.now > 6 else said


@pytest.mark.parametrize(
    ("first_byte", "virtual", "waits"),
    [(b"", False, False), (b"x", False, True), (b"", True, True)],
    ids=["nothing is heard", "something is heard", "it is still starting"],
)
def test_what_is_dead_is_given_up_soon_and_what_is_slow_is_not(
    bench, monkeypatch, first_byte, virtual, waits
):
    end, said = Late(bench, first_byte), []
    clock = SimpleNamespace(monotonic=lambda: end.now, sleep=lambda seconds: None)
    monkeypatch.setattr("arcana_host.link.device.time", clock)
    monkeypatch.setattr("arcana_host.link.device.is_virtual", lambda port: virtual)
    device = Device("late", opener=lambda port: end, say=lambda sentence: said.append((end.now, sentence)))
    if waits:
        assert device.find_companion()["board"] == "bench"
    else:
        with pytest.raises(DeviceSilent, match="Nothing on late answers"):
            device.find_companion()
        assert end.now < 4.5
    ((when, sentence),) = said
    assert when < 1 and sentence == "Waiting for an answer on late …"


def test_a_device_that_hangs_in_the_middle_is_given_up_soon(bench, monkeypatch):
    end = Late(bench)
    monkeypatch.setattr(
        "arcana_host.link.device.time", SimpleNamespace(monotonic=lambda: end.now, sleep=lambda seconds: None)
    )
    monkeypatch.setattr(end, "read", lambda size: setattr(end, "now", end.now + 0.05) or b"")
    device = Device("late", opener=lambda port: end)
    with pytest.raises(DeviceSilent):
        device.read_files(["log.txt"] * 100)
    assert end.now < 13


class Working(Late):
    """A device that is busy for a while, on the same clock. says: its output before."""

    def __init__(self, bench, seconds, says):
        super().__init__(bench)
        self.seconds, self.says, self.writes = seconds, says, 0

    def write(self, data):
        self.writes += data != b"\n"
        super().write(data)

    def read(self, size):
        self.now += 0.05
        said, self.says = (self.says, b"") if self.writes else (b"", self.says)
        return HostEnd.read(self, size) if self.now > self.seconds else said


BUSY = protocol.encode(protocol.notification("busy", {}))


@pytest.mark.parametrize(
    ("seconds", "says", "waits"), [(50, BUSY, True), (50, b"", False), (500, BUSY, False)]
)
def test_a_device_that_says_it_is_at_work_is_waited_for(bench, monkeypatch, seconds, says, waits):
    end, said = Working(bench, seconds, says), []
    clock = SimpleNamespace(monotonic=lambda: end.now, sleep=lambda seconds: None)
    monkeypatch.setattr("arcana_host.link.device.time", clock)
    device = Device("working", opener=lambda port: end, say=said.append)
    if waits:
        assert device.call("state")["events"] == 0 and end.writes == 1
        assert said == ["The companion on working is at work; waiting for its answer …"]
    else:
        with pytest.raises(DeviceSilent):
            device.call("state")
        assert end.now < 80


@pytest.mark.parametrize(("seconds", "waits"), [(50, True), (500, False)])
def test_a_device_that_has_answered_is_waited_for_however_slow_it_is(bench, monkeypatch, seconds, waits):
    end = Working(bench, 0, b"")
    clock = SimpleNamespace(monotonic=lambda: end.now, sleep=lambda seconds: None)
    monkeypatch.setattr("arcana_host.link.device.time", clock)
    device = Device("working", opener=lambda port: end)
    device.find_companion()
    end.seconds = end.now + seconds
    if waits:
        assert device.call("state")["events"] == 0
    else:
        with pytest.raises(DeviceSilent):
            device.call("state")
        assert end.now < 80


def test_a_cable_pulled_out_is_a_sentence(bench):
    class Pulled(HostEnd):
        def read(self, size):
            raise OSError(5, "Input/output error")

    with pytest.raises(DeviceLost, match="check the cable"):
        device_on(Pulled(bench)).call("info")


def test_a_companion_of_another_version_is_recognized(bench):
    bench.pretend("info", lambda info: {**info, "protocol": protocol.VERSION + 1, "board": 7})
    with pytest.raises(DeviceFaulty, match="arcana flash"):
        bench.host().info()


def test_a_device_that_restarts_is_watched_again(bench, monkeypatch):
    monkeypatch.setattr("arcana_portable.link.watching.RENEW_AFTER", 0.0)
    device = bench.host()
    notifications = device.updates()
    assert next(notifications)[0] == "state"
    bench.power_on()
    kind, news = next(filter(None, notifications))
    assert kind == "state" and news["state"] is None


# a real pseudo-terminal


# how mpremote or somebody's typing leaves the prompt; what would do harm if it ran
LEFT_BEHIND = {
    "friendly": b"\x03",
    "raw": b"\x03\x01",
    "raw, half a program": b"\x03\x01harm(1)",
    "half a line": b"\x03harm(1);",
    "half a block": b"\x03for harm in range(3):\r    harm(1);",
    "paste mode": b"\x03\x05",
    "half pasted": b"\x03\x05harm(1)\rharm(2)",
}


@pytest.mark.parametrize("left", LEFT_BEHIND)
def test_a_board_at_the_prompt_is_only_asked(board, left):
    board.type(LEFT_BEHIND[left])
    board.received = b""
    # the raw prompt has no echo
    said = (
        "Nothing on" if left.startswith("raw") else "MicroPython's prompt, as mpremote leaves it, or another"
    )
    with pytest.raises(DeviceSilent, match=f"{said}.*`arcana doctor --port {board.path}`"):
        connect(board.path, timeout=1.0)
    assert (
        b"info" in board.received and [byte for byte in board.received if byte < 0x20 and byte != 0x0A] == []
    )
    assert board.ran == [] and board.starts == 1


def test_a_board_at_the_prompt_is_recognised_soon(bare):
    with pytest.raises(DeviceSilent, match="repeats what is sent to it"):
        connect(bare.path, timeout=1.0)
    assert bare.received.count(b"info") == 1


def test_a_running_app_is_left_running(board):
    connect(board.path).close()
    connect(board.path).close()
    assert board.starts == 1


def test_a_port_that_another_program_has_is_reported(board):
    with connect(board.path), pytest.raises(DeviceLost, match="Another program"):
        connect(board.path)


# finding ports


class Plugged:
    def __init__(self, device, vid=0x2E8A, pid=0x0005, serial_number="E66"):
        self.device, self.vid, self.pid, self.serial_number = device, vid, pid, serial_number


def plug(monkeypatch, *plugged):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: list(plugged))


def test_the_only_pico_is_taken_among_other_ports(monkeypatch):
    plug(
        monkeypatch,
        Plugged("/dev/ttyS0", None, None),
        Plugged("/dev/ttyACM1"),
        Plugged("/dev/ttyUSB0", 0x0403),
    )
    assert ports.choose_port(None) == "/dev/ttyACM1"


def test_a_badger_2350_with_its_maker_s_micropython_is_found(monkeypatch):
    plug(monkeypatch, Plugged("/dev/ttyUSB0", 0x0403), Plugged("/dev/ttyACM1", pid=0x1100))
    assert ports.choose_port(None) == "/dev/ttyACM1"


def test_no_pico_and_several_are_sentences(monkeypatch):
    plug(monkeypatch)
    with pytest.raises(NoDevice, match="plug it in"):
        ports.choose_port(None)
    plug(
        monkeypatch, Plugged("/dev/ttyACM1", serial_number="E2"), Plugged("/dev/ttyACM0", serial_number="E1")
    )
    with pytest.raises(NoDevice, match=r"/dev/ttyACM0 \(E1\), /dev/ttyACM1 \(E2\). Choose one with --port"):
        ports.choose_port(None)


def test_a_board_and_a_virtual_device_are_told_apart(monkeypatch):
    plug(monkeypatch, Plugged("/dev/ttyACM0", serial_number="E1"))
    virtual = VirtualDevice("/dev/pts/7", "5a5a", "badger2040")
    monkeypatch.setattr(ports, "find_virtual_devices", lambda: [virtual])
    assert ports.choose_ports(None) == ["/dev/ttyACM0", "/dev/pts/7"]
    with pytest.raises(NoDevice, match=r"/dev/ttyACM0 \(E1\), /dev/pts/7 \(virtual, 5a5a\). Choose one"):
        ports.choose_port(None)


# many files at once


def test_a_missing_file_keeps_no_other_from_coming(bench):
    bench.result("settings", set={"language": "de"})
    found = bench.host().read_files(["x", "settings.json"])
    assert isinstance(found["x"], DeviceRefused) and b'"de"' in found["settings.json"]


@pytest.mark.parametrize("text", ["", "Ann & Bo", 'a "b" \\ c', "\x7f\x01\n", "é €", "\U0001f0a1"])
def test_a_shortened_line_says_the_same(text):
    params = {"event": 0, "text": text}
    message = protocol.request(7, "enter", params)
    line = request_line(7, "enter", params)
    assert protocol.decode(line) == message and len(line) < len(protocol.encode(message))


# a start that fails


def test_a_start_that_fails_behind_a_request_is_quoted_at_once(bare, little_patience):
    bare.give_companion()
    bare.fails_to_start = True
    with Prompt(bare.path) as prompt:
        stream = prompt.soft_reset()
    with Device(bare.path, timeout=0.3, opener=lambda port: stream) as device:
        # it lands at the prompt, which takes it for the beginning of a line
        with pytest.raises(DeviceSilent, match="stopped with ImportError: no module named 'companion'"):
            device.await_app(patience=600)
