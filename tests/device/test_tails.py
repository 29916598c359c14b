"""The newest lines of a long game lie in a file of their own: no power cut, no damage there loses others."""

import pytest
from companion import stored_games
from companion.game_folder import records
from companion.journal import Journal
from companion.log import Log
from device.test_journal import SETUP, TAGS, boot, make_failing
from device.test_packs import files_in

LINES = [f"play {number % 7 + 1} {number % 5}" for number in range(60)]
SHORT = 512


@pytest.fixture
def journal(tmp_path):
    return boot(tmp_path)


def play_on(journal, first, end):
    for line in LINES[first:end]:
        journal.append(line)


def until_there_is_a_tail(journal):
    """Play until some lines lie in a tail; return how many were played."""
    count = 0
    while not journal.tail or journal.tail[1] < 120:
        play_on(journal, count, count + 1)
        count += 1
    return count


def test_no_line_is_written_behind_a_long_file_until_somebody_has_time(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    sizes = set()
    for number, line in enumerate(LINES):
        before = files_in(tmp_path)
        journal.append(line)
        after = files_in(tmp_path)
        (grown,) = [name for name in after if after[name] != before.get(name)][-1:]
        sizes.add(len(after[grown]))
        assert boot(tmp_path).read(game) == [SETUP, *LINES[: number + 1]]
        if number % 8 == 7:
            journal.tidy()
            assert boot(tmp_path).read(game) == [SETUP, *LINES[: number + 1]]
    assert max(sizes) <= SHORT
    whole = records(f"{tmp_path}/games")
    journal.merge_tail()
    assert files_in(tmp_path) == whole == records(f"{tmp_path}/games")


def test_a_tail_that_nobody_moved_is_moved_before_it_grows_long(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    play_on(journal, 0, 60)
    assert max(len(content) for name, content in files_in(tmp_path).items() if "tail" in name) <= SHORT
    assert journal.read(game) == boot(tmp_path).read(game) == [SETUP, *LINES]
    assert journal.read(game, 50, 5) == LINES[49:54]


def test_a_cut_at_any_byte_of_a_tail_leaves_all_whole_lines(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    count = until_there_is_a_tail(journal)
    own, tail = sorted((tmp_path / "games").iterdir())
    begun, whole = own.read_bytes(), tail.read_bytes()
    there = begun.count(b"\nplay")
    for cut in range(len(whole) + 1):
        own.write_bytes(begun)
        tail.write_bytes(whole[:cut])
        log = Log()
        again = boot(tmp_path, log)
        kept = there + sum(line[:4] == b"play" for line in whole[:cut].split(b"\n")[:-1])
        assert again.read(game) == [SETUP, *LINES[:kept]], cut
        again.append("end")
        assert boot(tmp_path).read(game) == [SETUP, *LINES[:kept], "end"], cut
    assert kept == count


def test_a_cut_while_a_tail_is_moved_loses_and_doubles_nothing(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    count = until_there_is_a_tail(journal)
    before = files_in(tmp_path)
    journal.merge_tail()
    (moved,) = files_in(tmp_path).values()
    own, tail = sorted(before)
    for cut in range(len(before[own]), len(moved) + 1):
        for left in ({own: moved[:cut], tail: before[tail]}, {own: moved}):
            for name in before:
                (tmp_path / "games" / name).unlink(missing_ok=True)
            for name, content in left.items():
                (tmp_path / "games" / name).write_bytes(content)
            again = boot(tmp_path)
            assert again.read(game) == [SETUP, *LINES[:count]], cut
            again.append("end")
            again.merge_tail()
            assert boot(tmp_path).read(game) == [SETUP, *LINES[:count], "end"], cut
            assert len(files_in(tmp_path)) == 1


@pytest.mark.parametrize("damage", [b"# from byte 9\n", b"# from byte 99999\n", b"# from\n", b"\xff\n"])
def test_a_tail_that_belongs_elsewhere_sets_its_game_aside_with_all_that_there_is(journal, tmp_path, damage):
    game = journal.start(TAGS, SETUP)
    until_there_is_a_tail(journal)
    before = files_in(tmp_path)
    own, tail = sorted(before)
    (tmp_path / "games" / tail).write_bytes(damage + before[tail].partition(b"\n")[2])
    again = boot(tmp_path)
    assert again.games() == [] and again.current is None
    aside = [(tmp_path / "games" / name).read_bytes() for name in stored_games.damaged(again)]
    assert before[own] in aside
    assert any(before[tail].partition(b"\n")[2] in content for content in aside)
    assert again.start([], SETUP) != game


def test_what_the_flash_took_half_of_is_cut_off_wherever_it_lies(tmp_path, monkeypatch):
    journal = Journal(str(tmp_path), Log())
    game = journal.start(TAGS, SETUP)
    count = until_there_is_a_tail(journal)
    with pytest.MonkeyPatch.context() as monkeypatch:
        make_failing(monkeypatch, [True, True])
        play_on(journal, count, count + 1)
        assert journal.unsaved
    assert journal.read(game) == [SETUP, *LINES[: count + 1]]
    play_on(journal, count + 1, count + 2)
    assert not journal.unsaved
    assert journal.read(game) == boot(tmp_path).read(game) == [SETUP, *LINES[: count + 2]]
    with pytest.MonkeyPatch.context() as monkeypatch:
        make_failing(monkeypatch, [True])
        with pytest.raises(OSError):
            journal.merge_tail()
    journal.merge_tail()
    assert boot(tmp_path).read(game) == [SETUP, *LINES[: count + 2]]


def test_a_finished_game_with_a_tail_goes_into_a_pack_as_a_whole(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    play_on(journal, 0, 30)
    journal.append("abandon", over="abandoned")
    assert journal.tail
    second = journal.start(TAGS, SETUP)
    while journal.tidy():
        pass
    for there in (journal, boot(tmp_path)):
        assert there.games() == [(game, 32, True), (second, 1, False)]
        assert there.read(game) == [SETUP, *LINES[:30], "abandon"]
    assert sorted(files_in(tmp_path)) == ["0000-0015.games", f"0002-{second}.arcana"]


def test_a_finished_game_that_lost_its_power_at_once_goes_into_a_pack_as_a_whole(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    play_on(journal, 0, 30)
    journal.append("abandon", over="abandoned")
    again = boot(tmp_path)
    assert again.current is None and again.last == game
    again.start(TAGS, SETUP)
    while again.tidy():
        pass
    assert boot(tmp_path).read(game) == [SETUP, *LINES[:30], "abandon"]
    assert not [name for name in files_in(tmp_path) if game in name]
    assert stored_games.damaged(boot(tmp_path)) == []


def test_a_fetched_game_takes_its_tail_along(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    play_on(journal, 0, 30)
    journal.append("abandon", over="abandoned")
    assert journal.tail
    again = boot(tmp_path)
    assert stored_games.confirm(again, game, 32)
    assert files_in(tmp_path) == {}
