"""The device's end of the link: after any input the app goes on, and the next good request is answered."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from link.bench import SETUP, Bench, checked, method_names

from shared_rules import protocol
from shared_rules.protocol import LinkError, decode, encode, read_request, request

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


def test_a_poll_says_whether_there_may_be_more_to_come(bench):
    bench.cable.send(protocol.encode(protocol.request(1, "info")))
    assert bench.link.poll() is True
    assert bench.link.poll() is False


# lines: what is written is read back, what is damaged is told apart

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), json_values, max_size=5), st.sampled_from([1, 64]))
def test_every_object_comes_back_as_it_was(message, multiple):
    assert decode(encode(message, multiple)) == message


@given(st.dictionaries(st.text(), json_values, max_size=5), st.sampled_from([1, 64]))
def test_a_line_holds_printable_ascii_and_one_newline(message, multiple):
    line = encode(message, multiple)
    assert line.endswith(b"\n") and len(line) % multiple == 0
    assert [byte for byte in line[:-1] if not 0x20 <= byte < 0x7F] == []


@given(st.data())
def test_a_changed_byte_never_passes(data):
    line = encode(request(3, "enter", {"event": 4, "text": "play 3 2"}))
    at = data.draw(st.integers(0, len(line) - 2))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    with pytest.raises(LinkError):
        decode(line[:at] + bytes([other]) + line[at + 1 :])


@given(st.data())
def test_a_cut_line_never_passes(data):
    line = encode(request(3, "keep", {"name": "log.txt", "check": "00000000"}))
    start = data.draw(st.integers(0, len(line) - 2))
    end = data.draw(st.integers(start, len(line) - 2))
    with pytest.raises(LinkError):
        decode(line[start:end])


def test_a_terminal_s_carriage_return_is_forgiven():
    line = encode(request(1, "info"))
    assert decode(line[:-1] + b"\r\n") == request(1, "info")


@pytest.mark.parametrize(
    "body", [b"{", b"nonsense", b'{"a": }', b"[" * 900, b'{"id": 1', b"", b'{"a": "\x03"}']
)
def test_a_right_checksum_does_not_make_json(body):
    with pytest.raises(LinkError) as caught:
        decode(checked(body))
    assert caught.value.code == protocol.DAMAGED


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b'"info"'])
def test_other_json_is_not_a_message(body):
    with pytest.raises(LinkError) as caught:
        decode(checked(body))
    assert caught.value.code == protocol.NOT_A_REQUEST


@pytest.mark.parametrize("id", [None, True, -1, 1.5, "x" * 33, [], {}, 2**40])
def test_a_request_needs_an_id_that_can_be_given_back(id):
    with pytest.raises(LinkError) as caught:
        read_request(encode(request(id, "info")))
    assert (caught.value.code, caught.value.id) == (protocol.NOT_A_REQUEST, None)


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("fly", {}, protocol.UNKNOWN_METHOD),
        ("files", {}, protocol.UNKNOWN_METHOD),
        ("games first:number?", {}, protocol.UNKNOWN_METHOD),
        ("_enter", {}, protocol.UNKNOWN_METHOD),
        ("enter", {}, protocol.WRONG_PARAMETERS),
        ("enter", {"event": "4", "text": "end"}, protocol.WRONG_PARAMETERS),
        ("enter", {"event": True, "text": "end"}, protocol.WRONG_PARAMETERS),
        ("enter", {"event": 4, "text": "end", "force": True}, protocol.WRONG_PARAMETERS),
        ("watch", {"picture": 1}, protocol.WRONG_PARAMETERS),
        ("settings", {"set": [1]}, protocol.WRONG_PARAMETERS),
        ("info", [], protocol.NOT_A_REQUEST),
    ],
)
def test_a_request_that_fits_no_method_keeps_its_id(method, params, code):
    with pytest.raises(LinkError) as caught:
        read_request(encode({"jsonrpc": "2.0", "id": 5, "method": method, "params": params}))
    assert (caught.value.code, caught.value.id) == (code, 5)


def test_what_a_request_leaves_out_is_none():
    assert read_request(encode(request("a", "press", {"button": "b", "number": 0}))) == (
        "a",
        "press",
        {"button": "b", "kind": None, "number": 0},
    )
