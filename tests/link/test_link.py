"""The device's end of the link: whatever arrives, the app goes on and the next good request is answered."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from link.bench import SETUP, Bench, checked, method_names

from shared_rules import protocol

GOOD = protocol.encode(protocol.request("good", "info"))

WORDS = st.text(max_size=9)

hostile = st.one_of(
    st.binary(max_size=3000),
    st.binary(max_size=300).map(checked),
    st.integers(0, len(GOOD) - 2).map(lambda cut: GOOD[:cut] + b"\n"),
    st.integers(0, len(GOOD) - 2).map(lambda cut: GOOD[cut:-1]),
    st.text(max_size=40).map(lambda name: protocol.encode(protocol.request(1, name))),
    st.dictionaries(st.text(max_size=9), st.integers() | st.text(max_size=9), max_size=4).map(
        protocol.encode
    ),
    st.sampled_from(method_names()).flatmap(
        lambda name: st.fixed_dictionaries(
            {},
            optional={
                param: st.none()
                | st.integers()
                | st.text(max_size=9)
                | st.lists(st.text(max_size=9), max_size=3)
                for param, _ in protocol.parameters(name)
            },
        ).map(lambda params: protocol.encode(protocol.request(2, name, params)))
    ),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chunks=st.lists(hostile, max_size=6))
@example([protocol.encode(protocol.request(2, "read", {"names": ["", ""]}))])
def test_hostile_bytes_leave_the_game_alone_and_the_next_request_is_answered(tmp_path_factory, chunks):
    bench = Bench(tmp_path_factory.mktemp("flash"))
    bench.result("enter", event=0, text=SETUP)
    before = bench.app.session.game.digest()
    for chunk in chunks:
        bench.send(chunk)
    # an answer in many lines takes a poll for each, and what comes after it waits
    bench.poll(40)
    bench.cable.receive()
    bench.send(b"\n" + GOOD)
    assert [message for message in bench.lines() if message.get("id") == "good" and "result" in message]
    assert bench.app.session.game.digest() == before
    assert bench.app.journal.lines() == [SETUP]


def test_a_megabyte_without_a_newline_is_skipped(bench):
    memory = len(bench.link._line)
    bench.send(b"x" * 1_000_000)
    assert len(bench.link._line) == memory and bench.cable.receive() == b""
    bench.send(b"\n" + GOOD)
    assert [message["id"] for message in bench.lines()] == [None, "good"]


def test_an_answer_for_which_there_is_no_room_is_no_silence(bench, monkeypatch):
    encode = protocol.encode

    def crowded(message, multiple=1):
        if "result" in message:
            raise MemoryError("memory allocation failed, allocating 1448 bytes")
        return encode(message, multiple)

    request = encode(protocol.request("crowded", "info"))
    monkeypatch.setattr(protocol, "encode", crowded)
    bench.send(request)
    (refused,) = bench.lines()
    assert refused["id"] == "crowded" and "info failed: MemoryError" in refused["error"]["message"]


@pytest.mark.parametrize("length", range(protocol.MAX_REQUEST - 4, protocol.MAX_REQUEST + 5))
def test_lines_around_the_greatest_length(bench, length):
    bench.send(b"x" * length + b"\n" + GOOD)
    assert [message["id"] for message in bench.lines()] == [None, "good"]


def test_a_request_in_single_bytes_is_one_request(bench):
    for byte in GOOD:
        bench.send(bytes([byte]))
    assert [message["id"] for message in bench.lines()] == ["good"]


def test_several_requests_at_once_are_all_answered(bench):
    asked = b"".join(protocol.encode(protocol.request(id, "state")) for id in (1, 2, 3))
    bench.cable.send(asked)
    bench.poll(3)
    assert [message["id"] for message in bench.lines()] == [1, 2, 3]


def test_blank_lines_get_no_answer(bench):
    bench.send(b"\n\r\n\n")
    assert bench.lines() == []


class Deaf:
    """A cable whose host never reads: it takes `room` bytes and then none."""

    def __init__(self, room):
        self.room = room
        self.coming = b""
        self.taken = b""

    def read(self):
        data, self.coming = self.coming[:256], self.coming[256:]
        return data

    def write(self, data):
        taken = data[: self.room - len(self.taken)]
        self.taken += taken
        return len(taken)


@pytest.mark.parametrize("room", [0, 1, 64, 100, 320])
def test_a_host_that_does_not_read_costs_bounded_memory_and_is_served_once_it_does(bench, room):
    deaf = Deaf(room)
    bench.link._stream = deaf
    for _ in range(200):
        deaf.coming += GOOD
        bench.poll()
    assert bench.link.waiting_bytes <= protocol.MAX_ANSWER + protocol.MAX_REQUEST
    deaf.room = 1_000_000
    bench.poll()
    deaf.coming += protocol.encode(protocol.request("later", "info"))
    bench.poll(2)
    answers = [protocol.decode(line) for line in deaf.taken.splitlines()]
    assert answers[-1]["id"] == "later" and all(answer["id"] in ("good", "later") for answer in answers)


def test_a_stream_that_breaks_is_survived(bench):
    class Broken:
        def read(self):
            raise OSError(5)

    whole = bench.link._stream
    bench.link._stream = Broken()
    bench.poll(3)
    bench.link._stream = whole
    assert bench.result("info")["board"] == "bench"


def test_a_method_that_fails_is_answered_and_noted(bench):
    bench.app.board.free_bytes = lambda: 1 // 0
    assert bench.error("info")["code"] == protocol.FAULT
    assert "ZeroDivisionError" in " ".join(bench.app.log.lines())
    assert bench.result("state")["state"] is None


def test_an_answer_too_long_for_a_line_says_so(bench, monkeypatch):
    monkeypatch.setattr(bench.app.settings, "all", lambda: {"language": "x" * protocol.MAX_ANSWER})
    assert bench.error("settings")["code"] == protocol.FAULT


def test_a_poll_tells_whether_there_may_be_more_to_come(bench):
    bench.cable.send(protocol.encode(protocol.request(1, "info")))
    assert bench.link.poll() is True
    assert bench.link.poll() is False
