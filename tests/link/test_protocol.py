"""Lines of the link: what is written is read back, what is damaged is told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from link.bench import checked

from shared_rules import protocol
from shared_rules.protocol import LinkError, decode, encode, read_request, request

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
