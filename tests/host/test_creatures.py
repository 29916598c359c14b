"""The creatures in the library: none comes in half, none takes the place of another, all go to the device."""

import json
import re

import pytest
from arcana_host.games.shipwreck.bestiary import Bestiary
from arcana_host.library.store import Library
from arcana_host.link.device import connect
from arcana_portable.errors import LibraryError, RecordError
from arcana_portable.games.shipwreck.naming import condition
from hypothesis import given
from rules.test_creature import conditions

from shared_rules.protocol import UNKNOWN_METHOD, LinkError
from shared_rules.shipwreck.deep import Creature

CRAB, COW = "1:Crab:3x7", "2:Sea_Cow:run3&pips=7"
FILE_OF_TWO = f"# ours\n\n{COW}\n  {CRAB}\r\n"


@pytest.fixture
def folder(tmp_path, library):
    Bestiary(library).add(FILE_OF_TWO)
    return tmp_path / "library"


def texts(library):
    return [str(creature) for creature in Bestiary(library).creatures()]


# the library


def test_creatures_come_in_and_are_there_again_when_opened_again(library):
    taken = Bestiary(library).add(FILE_OF_TWO)
    assert [(str(creature), fresh) for creature, fresh in taken] == [(COW, True), (CRAB, True)]
    with Library(library.path.parent) as again:
        assert texts(again) == [CRAB, COW]


def test_a_file_with_bad_lines_is_refused_in_one_sentence(library):
    with pytest.raises(RecordError) as refused:
        Bestiary(library).add("3:Ray:odd3\n1:Eel:run8\n\n2:Eel\n3:Ray:odd4\n1:K\x1bk:odd1\n")
    sentence = str(refused.value)
    assert sentence.startswith("line 2: 1:Eel:run8: After 'run' comes 2 to 7")
    assert sentence.endswith(" Nothing was imported; lines 4, 5 and 6 can't be imported either.")
    assert "\x1b" not in str(refused.value) and texts(library) == []


def test_another_creature_of_the_same_name_replaces_none(library):
    Bestiary(library).add(CRAB)
    with pytest.raises(RecordError, match=f"line 2: 1:Crab:2x7: Crab is there already: {CRAB}"):
        Bestiary(library).add("3:Ray:odd3\n1:Crab:2x7")
    assert texts(library) == [CRAB]


def test_a_creature_is_removed_by_its_name_or_as_it_is_shown(library):
    Bestiary(library).add(FILE_OF_TWO)
    assert str(Bestiary(library).remove("Sea Cow")) == COW
    assert str(Bestiary(library).remove("Crab")) == CRAB
    with pytest.raises(LibraryError, match="no creature Crab"):
        Bestiary(library).remove("Crab")
    assert texts(library) == []


def test_a_damaged_creature_is_named_and_hides_no_other(library, arcana, tmp_path):
    Bestiary(library).add(CRAB + "\n1:Eel:odd1")
    with library.database() as database:
        database.execute("update custom set value = 'gone' where name = 'Eel'")
    status, out, err = arcana("creatures", "export", "--library", library.path.parent)
    assert (status, out) == (0, f"{CRAB}\n") and err.startswith('creature "gone": ')
    status, out, _ = arcana("doctor", "--library", library.path.parent)
    assert status == 1 and 'creature "gone"' in out


# words


def test_conditions_read_as_a_person_says_them():
    said = {
        "3x7": "three 7s",
        "1x7": "one 7",
        "kind3": "three of a kind",
        "run4": "a run of four",
        "odd1&even9": "one odd fate and nine even fates",
        "odd12&sum>=84": "twelve odd fates and a sum of at least 84",
        "sum=15": "some fates that add up to 15",
        "pips>=1&pips=6": "at least 1 pip and some fates with 6 pips together",
    }
    for text, words in said.items():
        assert condition(Creature(1, "Crab", text)) == words


@given(conditions)
def test_every_condition_can_be_said_with_its_numbers(text):
    words = condition(Creature(1, "Crab", text))
    assert words.count(" and ") == text.count("&") and not re.search("[{}_]|None", words)


# the command


def test_import_list_export_and_import_again(arcana, tmp_path):
    path, folder = tmp_path / "ours.txt", tmp_path / "library"
    path.write_text(FILE_OF_TWO)
    status, out, _ = arcana("creatures", "import", path, "--library", folder)
    assert status == 0 and f"Sea Cow ({COW}): added to the library." in out
    out = arcana("creatures", "list", "--library", folder)[1]
    assert "three 7s" in out and out.count("yours") == 2 and out.count("generic") == 12 + 1
    out = arcana("creatures", "export", "--library", folder)[1]
    assert out == f"{CRAB}\n{COW}\n"
    target = tmp_path / "out.txt"
    wrote = (0, "", f"{target} is written.\n")
    assert arcana("creatures", "export", target, "--library", folder) == wrote and target.read_text() == out
    status, _, err = arcana("creatures", "export", target, "--library", folder)
    assert status == 1 and "--force" in err
    out = arcana("creatures", "import", target, "--library", folder)[1]
    assert out.count("was there already") == 2
    assert arcana("creatures", "import", target, "--library", tmp_path / "new")[1].count("added") == 2


def test_what_list_and_import_say_in_json(arcana, tmp_path):
    path = tmp_path / "ours.txt"
    path.write_text(CRAB)
    crab = {"level": 1, "name": "Crab", "condition": "3x7", "text": CRAB}
    words = ("--library", tmp_path, "--json")
    assert json.loads(arcana("creatures", "import", path, *words)[1]) == [{**crab, "fresh": True}]
    own, *generic = json.loads(arcana("creatures", "list", *words)[1])
    assert own == {**crab, "generic": False} and [one["generic"] for one in generic] == [True] * 12
    assert json.loads(arcana("creatures", "export", *words)[1]) == [crab]
    assert json.loads(arcana("creatures", "remove", "Crab", *words)[1]) == crab
    assert json.loads(arcana("creatures", "export", *words)[1]) == []


def test_import_of_a_bad_file_says_which_and_takes_nothing(arcana, tmp_path):
    path = tmp_path / "bad.txt"
    for content in (f"{CRAB}\n1:Eel:run8\n".encode(), b"\x01\n1:Eel\n"):
        path.write_bytes(content)
        status, out, err = arcana("creatures", "import", path, "--library", tmp_path)
        assert (status, out) == (2, "") and err.startswith(f"arcana: {path}: line ")
        assert "Nothing was imported" in err and err.count("\n") == 1
    status, _, err = arcana("creatures", "import", tmp_path / "none", "--library", tmp_path)
    assert status == 2 and "can't be read" in err
    assert arcana("creatures", "export", "--library", tmp_path)[1] == ""


def test_an_empty_file_is_said_to_be_one(arcana, tmp_path):
    path = tmp_path / "empty.txt"
    path.write_text("# nothing yet\n")
    status, out, _ = arcana("creatures", "import", path, "--library", tmp_path)
    assert status == 0 and "no creature in" in out


def test_removing_what_is_not_there_is_a_sentence(arcana, library):
    status, _, err = arcana("creatures", "remove", "Shrimp", "--library", library.path.parent)
    assert status == 1 and err.count("\n") == 1 and "no creature Shrimp" in err


# the device


def test_send_gives_the_device_what_it_lacks(arcana, board, folder):
    words = ("creatures", "send", "--port", board.path, "--library", folder)
    status, out, _ = arcana(*words)
    assert status == 0 and out.count(": sent.") == 2
    assert arcana(*words)[1].count("was there already") == 2
    with connect(board.path) as device:
        assert device.call("creatures")["creatures"] == [CRAB, COW]


def test_send_leaves_a_creature_here_whose_name_the_device_has_otherwise(arcana, board, folder):
    with connect(board.path) as device:
        device.call("creature", text="1:Crab:2x7")
    words = ("creatures", "send", "--port", board.path, "--library", folder)
    status, out, err = arcana(*words)
    assert status == 1 and f"{COW}): sent." in out
    assert "1:Crab:3x7 stays here" in err and "remove Crab --on-device" in err
    status, out, _ = arcana("creatures", "remove", "Crab", "--on-device", "--port", board.path)
    assert status == 0 and "1:Crab:2x7): removed from the device" in out
    assert arcana(*words)[0] == 0
    data = json.loads(arcana(*words, "--json")[1])
    assert [(one["text"], one["fresh"]) for one in data["creatures"]] == [(CRAB, False), (COW, False)]
    assert data["left"] == []


def test_what_does_not_fit_on_the_device_stays_here(arcana, board, tmp_path):
    with Library(tmp_path) as library:
        Bestiary(library).add("\n".join(f"1:Crab{number}:odd2" for number in range(49)))
    status, out, err = arcana("creatures", "send", "--port", board.path, "--library", tmp_path)
    assert status == 1 and out.count(": sent.") == 48
    assert err.count("\n") == 1 and "stays here: There is room for no more than 48" in err


def test_removing_what_the_device_does_not_have_names_what_it_has(arcana, board, folder):
    words = ("creatures", "remove", "Eel", "--on-device", "--port", board.path)
    status, _, err = arcana(*words)
    assert status == 1 and "are there: none." in err
    arcana("creatures", "send", "--port", board.path, "--library", folder)
    assert "are there: Crab, Sea_Cow." in arcana(*words)[2]


def test_sending_nothing_says_what_to_do(arcana, library):
    status, out, _ = arcana("creatures", "send", "--library", library.path.parent)
    assert status == 0 and "arcana creatures import" in out


def test_a_companion_that_knows_no_creatures_is_a_sentence(arcana, board, folder, monkeypatch):
    from companion.games.shipwreck import creatures

    def unknown(app, first):
        raise LinkError(UNKNOWN_METHOD, "there is no method of this name")

    monkeypatch.setattr(creatures, "creatures", unknown)
    status, _, err = arcana("creatures", "send", "--port", board.path, "--library", folder)
    assert status == 1 and "arcana flash" in err and err.count("\n") == 1
