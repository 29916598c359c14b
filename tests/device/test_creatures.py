"""The players' own creatures on the flash: no line of the file is lost, valid or not."""

import os

import pytest
from companion import files
from companion.files import Log
from companion.games.shipwreck.creatures import FILE, LONGEST_FILE, MOST, Creatures
from companion.games.shipwreck.deep import in_words
from companion.texts import DeviceError, choose
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.errors import RuleError
from shared_rules.shipwreck.deep import Creature, generic_creatures

CRAB, EEL = "1:Crab:3x7", "2:Moray_Eel:run4&sum=15"


@pytest.fixture
def log():
    return Log()


@pytest.fixture
def creatures(tmp_path, log):
    return Creatures(str(tmp_path), log)


def own(creatures):
    return [str(creature) for creature in creatures.own()]


def no_room(*_):
    raise OSError(28, "No space left on device")


def test_what_is_entered_is_there_after_the_plug_was_pulled(creatures, tmp_path, log):
    assert own(creatures) == [] and os.listdir(tmp_path) == []
    assert creatures.add(CRAB) and creatures.add(EEL)
    assert own(Creatures(str(tmp_path), log)) == [CRAB, EEL]
    written = (tmp_path / FILE).read_text().splitlines()
    assert written[:2] == [CRAB, EEL] and written[2][0] == "#" and log.lines() == []


def test_a_creature_is_taken_out_again(creatures):
    creatures.add(CRAB)
    creatures.add(EEL)
    assert creatures.remove(CRAB) and own(creatures) == [EEL]
    assert not creatures.remove(CRAB) and not creatures.remove("2:Moray_Eel:run4") and own(creatures) == [EEL]
    assert creatures.remove(EEL) and own(creatures) == []


def test_the_generic_ones_come_last_and_marked(creatures):
    creatures.add(EEL)
    listed = list(creatures.listed())
    assert [generic for _, generic in listed] == [False] + [True] * 12
    assert [creature for creature, _ in listed] == [Creature.from_text(EEL), *generic_creatures()]
    assert [creature.level for creature, _ in creatures.listed(2)] == [2] * 5
    assert [generic for _, generic in creatures.listed(1)] == [True] * 4


def test_a_file_may_be_written_by_hand(creatures, tmp_path, log):
    (tmp_path / FILE).write_bytes(f"# ours\r\n\r\n  {CRAB} \r\n{EEL}".encode())
    assert own(creatures) == [CRAB, EEL] and log.lines() == []
    creatures.add("3:Whale:pips>=10")
    creatures.remove(CRAB)
    assert own(creatures) == [EEL, "3:Whale:pips>=10"]
    assert (tmp_path / FILE).read_bytes().startswith(b"# ours\r\n\r\n2:Moray")


def test_bad_lines_are_left_out_said_once_and_kept(creatures, tmp_path, log):
    bad = [b"\xff\xfe\x00", b"1:Crab:9x9", b"1:Crab:2x7", b"x" * 500]
    (tmp_path / FILE).write_bytes(b"\n".join([CRAB.encode(), *bad, EEL.encode()]) + b"\n")
    for _ in range(3):
        assert own(creatures) == [CRAB, EEL]
    assert len(log.lines()) == 1
    assert log.lines()[0].endswith(
        "Left out of creatures.txt: 4 lines, the first is line 2: It is not plain ASCII."
    )
    creatures.add("3:Whale:pips>=10")
    assert [line for line in (tmp_path / FILE).read_bytes().split(b"\n") if line in bad] == bad


@given(st.binary(max_size=6000))
def test_no_file_does_harm(tmp_path_factory, content):
    folder, log = tmp_path_factory.mktemp("flash"), Log()
    (folder / FILE).write_bytes(content)
    creatures = Creatures(str(folder), log)
    assert len(list(creatures.listed())) >= 12
    try:
        creatures.add(CRAB)
        assert CRAB in own(creatures) and (folder / FILE).read_bytes().startswith(content.rstrip(b"\n"))
    except (RuleError, DeviceError):
        assert (folder / FILE).read_bytes() == content


def test_of_a_file_that_is_too_long_the_beginning_counts_and_nothing_changes(creatures, tmp_path, log):
    content = f"{CRAB}\n" + "# and so on\n" * (LONGEST_FILE // 12) + f"{EEL}\n"
    (tmp_path / FILE).write_text(content)
    assert own(creatures) == [CRAB] and "its end is left out" in log.lines()[0]
    for change in (creatures.add, creatures.remove):
        with pytest.raises(DeviceError, match="too long"):
            change(EEL)
    assert (tmp_path / FILE).read_text() == content


def test_a_creature_that_the_end_of_the_reading_cuts_is_not_mistaken_for_another(creatures, tmp_path):
    comment = "#" * (LONGEST_FILE - len("\n2:Eel:sum>=1")) + "\n"
    (tmp_path / FILE).write_text(comment + "2:Eel:sum>=15\n")
    assert own(creatures) == []


def test_there_is_room_for_so_many_and_no_more(creatures):
    longest = "3:" + "C" * 14 + "%02d:1x1&1x2&1x3&1x4&1x5&odd3"
    for number in range(MOST):
        assert creatures.add(longest % number)
    with pytest.raises(DeviceError, match=f"no more than {MOST}"):
        creatures.add(CRAB)
    assert not creatures.add(longest % 3) and len(creatures.own()) == MOST


def test_a_full_flash_keeps_what_was_there(creatures, tmp_path, monkeypatch):
    creatures.add(CRAB)
    monkeypatch.setattr(files, "replace", no_room)
    for change, text in ((creatures.add, EEL), (creatures.remove, CRAB)):
        with pytest.raises(DeviceError, match="flash failed"):
            change(text)
    assert own(creatures) == [CRAB] and os.listdir(tmp_path) == [FILE]


def test_what_is_no_file_is_kept_aside_and_named(creatures, tmp_path, log):
    (tmp_path / FILE / "x").mkdir(parents=True)
    assert own(creatures) == [] and f"{FILE}.damaged" in str(log.reports[0])
    assert creatures.add(CRAB) and own(creatures) == [CRAB]
    assert (tmp_path / f"{FILE}.damaged" / "x").is_dir() and len(log.reports) == 1


def test_conditions_read_short_on_the_panel():
    choose("english", "shipwreck")
    words = {
        "3x7": "3 × 7",
        "kind3&run4": "3 of a kind, a run of 4",
        "odd2&even1": "2 odd, 1 even",
        "sum>=15&sum=9": "sum 15 or more, some add up to 9",
        "pips>=6&pips=4": "6 pips or more, some total 4 pips",
    }
    for condition, said in words.items():
        assert in_words(Creature(1, "Crab", condition)) == said
