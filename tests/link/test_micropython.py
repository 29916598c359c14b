"""The device's end of the link on the MicroPython virtual machine: the same answers as on CPython."""

import random
from pathlib import Path

from link.bench import SETUP
from link.scene import play
from vm import COMPANION, RULES, needs_vm, on_vm

from shared_rules import protocol

HERE = Path(__file__).resolve().parent

pytestmark = needs_vm

LARGE = (2147483647, 1 << 30, (1 << 30) - 1, 1 << 40, 10**300)
"""Numbers at the ends of what a Pico counts with."""

REQUESTS = [
    ("enter", {"event": 0, "text": SETUP}),
    ("enter", {"event": 0, "text": SETUP}),
    ("enter", {"event": 1, "text": "play 3 1"}),
    ("enter", {"event": 1, "text": "play 3 1"}),
    ("enter", {"event": 1, "text": "play 4 1"}),
    ("enter", {"event": 2, "text": "fly \x7f"}),
    ("scratch", {"number": 0, "text": SETUP, "state": True}),
    ("scratch", {"number": 1, "text": "play 7 1", "state": True}),
    ("scratch", {"number": 0, "text": "close"}),
    ("settings", {"set": {"language": "de"}}),
    ("settings", {"set": {"language": 3}}),
    ("forget_names", {}),
    ("clock", {"set": "2026-11-21 20:15:00"}),
    ("clock", {"set": "soon"}),
    ("press", {"button": "a", "number": 0}),
    ("press", {"button": "a", "number": 0}),
    ("remove", {"name": "games/0001-00000001.arcana", "check": "00000000"}),
    ("remove", {"name": "games/0001-0badcafe.arcana", "check": "00000000"}),
    ("remove", {"name": "settings.json", "check": "00000000"}),
    ("read", {"names": ["games/0001-00000001.arcana", "games/0001-0badcafe.arcana", "log.txt"]}),
    ("read", {"names": []}),
    ("read", {"names": ["log.txt", 1]}),
    ("read", {"names": {"log.txt": 1}}),
    ("creature", {"text": "1:Crab:3x7"}),
    ("creature", {"text": "1:Crab:3x7"}),
    ("creature", {"text": "1:Crab:2x7"}),
    ("creature", {"text": "2:Eel:run4&sum=15"}),
    ("creature", {"text": "1:Crab:3x7", "remove": True}),
    ("creatures", {}),
    ("self_test", {}),
    ("log", {"first": True}),
    *[(method, {"first": first}) for method in ("log", "list", "creatures") for first in LARGE],
    *[("put", {"first": first, "data": "AAAA"}) for first in LARGE],
    *[
        ("put", {"first": 0, "data": data})
        for data in ("\xe9", "A", "AA=A", "====", "AAA\x00", "\u20ac\u20ac", "")
    ],
    *[
        ("keep", {"name": name, "check": "00000000"})
        for name in ("games/\xb2-abcdefgh.damaged", "../../x", "")
    ],
    *[("settings", {"set": values}) for values in ({"": 1}, {"language": [[]]}, {"assist": None})],
    ("fly", {}),
]


def chunks():
    dice = random.Random(7)
    sent = []
    for id, (method, params) in enumerate(REQUESTS):
        line = protocol.encode(protocol.request(id, method, params))
        garbage = bytes(dice.randrange(256) for _ in range(dice.randrange(400)))
        sent += [garbage, b"x" * 3000, b"\n", line[: dice.randrange(len(line) - 1)] + b"\n", line]
    return [chunk.decode("latin-1") for chunk in sent]


def test_parts_name_a_request_whose_id_is_not_ascii():
    asked = [
        ("1", "enter", {"event": 0, "text": SETUP}),
        ("2", "enter", {"event": 1, "text": "abandon"}),
        ("\u017b\u00e9", "read", {"names": ["games/0001-00000001.arcana"]}),
    ]
    sent = [protocol.encode(protocol.request(*request)).decode() for request in asked]
    # as many polls as they need
    lines = on_vm(HERE / "scene.py", RULES, COMPANION, HERE, value=[*sent, "\n" * 4096])
    found = [protocol.decode(line.encode()) for line in lines]
    parts = [message["params"]["of"] for message in found if message.get("method") == "part"]
    assert parts and set(parts) == {"\u017b\u00e9"}


def messages(lines):
    """Return what lines say; of an error that names no request, only the code."""
    found = [message for message in map(protocol.decode, lines) if "method" not in message]
    return [message if message.get("id") is not None else message["error"]["code"] for message in found]


def test_micropython_answers_as_cpython_does(tmp_path):
    sent = chunks()
    there = messages(line.encode() for line in on_vm(HERE / "scene.py", RULES, COMPANION, HERE, value=sent))
    assert there == messages(play(sent, str(tmp_path)).splitlines())
    assert [message["id"] for message in there if isinstance(message, dict)] == list(range(len(REQUESTS)))
    faults = [message for message in there if isinstance(message, dict) and "error" in message]
    assert protocol.FAULT not in [message["error"]["code"] for message in faults]
