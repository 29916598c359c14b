"""Games that are over lie together in packs: all of them are there, whatever a power cut leaves of one."""

import json
import random
import re
import shutil

import pytest
from arcana_host.virtual.host_device import HostDevice
from companion import stored_games, texts
from companion.game_folder import Folder, records
from companion.journal import RESERVE, Journal, JournalError
from companion.log import Log
from companion.screens.settings import languages
from device.test_journal import SETUP, TAGS, boot
from device.waiting import until

from shared_rules.record import Record

EVENTS = ["play 3 2", "predict miss", "end"]


def play(journal, number, over="won"):
    """Play a game of its own length; return its id and lines."""
    lines = [SETUP, *EVENTS * (1 + number % 4), f"play {number % 7 + 1} 2"]
    game = journal.start(TAGS, lines[0])
    for line in lines[1:-1]:
        journal.append(line)
    journal.append(lines[-1], over=over)
    return game, lines


def tidy(journal):
    while journal.tidy():
        pass


def fill(journal, count):
    return dict(play(journal, number) for number in range(count))


def files_in(folder):
    return {path.name: path.read_bytes() for path in (folder / "games").iterdir()}


def told(journal):
    return {game: journal.read(game) for game, _, _ in journal.games()}


@pytest.fixture
def journal(tmp_path):
    return Journal(str(tmp_path), Log(), clock=lambda: "2026-11-21 21:05")


def test_all_but_the_newest_lie_in_packs_of_16_numbers_as_their_files_were(journal, tmp_path):
    games = fill(journal, 36)
    before = records(f"{tmp_path}/games")
    assert len(files_in(tmp_path)) >= 36
    tidy(journal)
    newest = list(games)[-1]
    assert sorted(files_in(tmp_path)) == [
        "0000-0015.games",
        "0016-0031.games",
        "0032-0047.games",
        f"0036-{newest}.arcana",
    ]
    assert records(f"{tmp_path}/games") == before
    text = files_in(tmp_path)["0000-0015.games"].decode()
    first = next(iter(before))
    assert text.startswith(f"## {first} {len(before[first])}\n{before[first].decode()}## ")
    for there in (journal, boot(tmp_path)):
        assert there.games() == [(game, len(lines), True) for game, lines in games.items()]
        assert there.games(29, 4) == there.games()[29:33]
        assert told(there) == games
        assert there.entry(newest) == (len(games[newest]), True)
        assert stored_games.tags(there, first[5:13]) == [("Game", first[5:13]), *TAGS]
        assert stored_games.ended(there, first[5:13]) == "2026-11-21 21:05"


@pytest.mark.parametrize(
    ("line", "instead"),
    [(rb"^(## \S+) \d+$", rb"\1"), (rb"^(## \S+) \d+$", rb"\1 99"), (rb"^(\[Device .*)$", rb"\1\n")],
    ids=["no length", "a wrong length", "a line more"],
)
def test_games_are_found_also_where_their_lengths_do_not_help(journal, tmp_path, line, instead):
    """Older companions have written none, and somebody may have mended a game."""
    games = fill(journal, 18)
    tidy(journal)
    path = tmp_path / "games" / "0000-0015.games"
    content = re.sub(line, instead, path.read_bytes(), flags=re.MULTILINE)
    assert content != path.read_bytes()
    path.write_bytes(content)
    assert told(boot(tmp_path)) == games


def test_a_new_game_has_a_number_and_an_id_of_its_own(tmp_path):
    journal = Journal(str(tmp_path), Log(), new_id=lambda: "fffffffe")
    for number in range(4):
        play(journal, number)
        tidy(journal)
    assert [game for game, *_ in journal.games()] == ["fffffffe", "ffffffff", "00000000", "00000001"]
    # drawn before this one is removed
    stored_games.confirm(journal, "00000001", len(journal.read("00000001")))
    play(journal, 0)
    assert list(records(f"{tmp_path}/games"))[-1] == "0005-00000002.arcana"


def test_nobody_waits_for_a_look_into_the_packs_when_a_game_begins(journal, tmp_path, monkeypatch):
    fill(journal, 20)
    tidy(journal)
    for there in (journal, boot(tmp_path)):
        tidy(there)
        with monkeypatch.context() as patch:
            patch.setattr(Folder, "entries", None)
            patch.setattr(Folder, "knows", None)
            play(there, 0)
        tidy(there)
    assert len(dict.fromkeys(game for game, *_ in there.games())) == 22


def test_the_names_of_the_next_game_are_drawn_as_soon_as_one_is_over(journal, tmp_path):
    fill(journal, 20)
    tidy(journal)
    journal.start(TAGS, SETUP)
    there = boot(tmp_path)
    tidy(there)
    while not there.tail:
        there.append("play 3 2")
    there.append("abandon", over="abandoned")
    tidy(there)
    assert there.next_names


def test_one_pack_is_looked_into_at_a_time_and_what_changes_meanwhile_counts(journal, tmp_path, monkeypatch):
    fill(journal, 40)
    tidy(journal)
    there, looks = boot(tmp_path), []
    knows = Folder.knows
    monkeypatch.setattr(Folder, "knows", lambda self, *what: looks.append(what) or knows(self, *what))
    steps = []
    while there.tidy():
        steps.append(len(looks) - sum(steps))
        if len(steps) == 2:
            stored_games.confirm(there, *there.games()[-1][:2])
    assert set(steps) == {1} and len(looks) > len(there.games()) // 16
    last = there.games()[-1][0]
    play(there, 0)
    assert there.games()[-2][0] == last and len({game for game, *_ in there.games()}) == 40


def test_games_leave_their_pack_one_by_one_and_with_the_last_one_the_pack(journal, tmp_path):
    games = fill(journal, 6)
    tidy(journal)
    *older, newest = games
    for number, game in enumerate(older):
        before = files_in(tmp_path)["0000-0015.games"]
        with pytest.raises(JournalError, match="lines, not 1"):
            stored_games.confirm(journal, game, 1)
        with pytest.raises(JournalError, match="differs"):
            stored_games.confirm(journal, game, len(games[game]), "00000000")
        record = records(f"{tmp_path}/games")[f"{number + 1:04}-{game}.arcana"].decode()
        check = Record.from_text(record).check()
        assert stored_games.confirm(journal, game, len(games[game]), check)
        assert not stored_games.confirm(journal, game, len(games[game]), check)
        left = list(games)[number + 1 :]
        for there in (journal, boot(tmp_path)):
            assert [game for game, *_ in there.games()] == left
        if left == [newest]:
            assert list(files_in(tmp_path)) == [f"0006-{newest}.arcana"]
        else:
            # nothing was rewritten
            assert files_in(tmp_path)["0000-0015.games"] == before
    with pytest.raises(JournalError, match="no game"):
        journal.read(older[0])


@pytest.mark.parametrize("number", ["0001", "0002", "0004"])
def test_a_game_that_came_back_after_it_was_removed_is_there_again(journal, tmp_path, number):
    games = fill(journal, 5)
    before = records(f"{tmp_path}/games")
    tidy(journal)
    (name, record), *others = before.items()
    stored_games.confirm(journal, name[5:13], len(games[name[5:13]]))
    (tmp_path / "games" / f"{number}{name[4:]}").write_bytes(record)
    again = boot(tmp_path)
    tidy(again)
    assert records(f"{tmp_path}/games") == {f"{number}{name[4:]}": record, **dict(others)}
    assert told(again) == games and len(again.games()) == 5
    assert [file for file in files_in(tmp_path) if name[4:] in file] == []


@pytest.mark.parametrize("there", [0, 3])
def test_a_cut_at_any_byte_of_a_pack_that_is_written_loses_nothing(tmp_path, there):
    flash = tmp_path / "flash"
    flash.mkdir()
    journal = boot(flash)
    games = fill(journal, there + 1)
    tidy(journal)
    begun = len(files_in(flash).get("0000-0015.games", b""))
    games.update(fill(journal, 3))
    before = files_in(flash)
    tidy(journal)
    after = files_in(flash)
    pack = after["0000-0015.games"]
    for cut in range(begun, len(pack) + 1):
        for name, content in {**before, "0000-0015.games": pack[:cut]}.items():
            (flash / "games" / name).write_bytes(content)
        again = boot(flash)
        assert told(again) == games, cut
        tidy(again)
        assert files_in(flash) == after, cut


def test_a_cut_while_the_files_are_removed_loses_nothing(tmp_path):
    flash = tmp_path / "flash"
    flash.mkdir()
    journal = boot(flash)
    games = fill(journal, 5)
    before = files_in(flash)
    tidy(journal)
    after = files_in(flash)
    own = sorted(before.keys() - after.keys())
    for count in range(len(own) + 1):
        shutil.rmtree(flash / "games")
        (flash / "games").mkdir()
        for name, content in {**before, **after}.items():
            if name not in own[:count]:
                (flash / "games" / name).write_bytes(content)
        assert len(boot(flash).games()) == 5
        assert told(boot(flash)) == games
        again = boot(flash)
        tidy(again)
        assert files_in(flash) == after


def test_a_game_that_leaves_a_full_flash_gives_its_room_back(tmp_path):
    free = [100_000]
    journal = Journal(str(tmp_path), Log(), lambda: free[0])
    games = fill(journal, 6)
    tidy(journal)
    ids = list(games)
    stored_games.confirm(journal, ids[0], len(games[ids[0]]))
    before = files_in(tmp_path)
    free[0] = RESERVE - 1
    stored_games.confirm(journal, ids[2], len(games[ids[2]]))
    after = files_in(tmp_path)
    assert "0000-0015.gone" in before and "0000-0015.gone" not in after
    pack = after["0000-0015.games"]
    assert len(pack) < len(before["0000-0015.games"]) and ids[0].encode() not in pack
    left = {game: lines for game, lines in games.items() if game not in (ids[0], ids[2])}
    assert told(journal) == told(boot(tmp_path)) == left


def test_no_bit_that_flips_in_a_pack_makes_another_game_of_one(journal, tmp_path, soak):
    games = fill(journal, 4)
    tidy(journal)
    path = tmp_path / "games" / "0000-0015.games"
    pack, kept, dice = path.read_bytes(), files_in(tmp_path), random.Random(5)
    for _ in range(2000 if soak else 200):
        shutil.rmtree(tmp_path / "games")
        (tmp_path / "games").mkdir()
        for name, content in kept.items():
            (tmp_path / "games" / name).write_bytes(content)
        at = dice.randrange(len(pack))
        data = bytearray(pack)
        data[at] ^= 1 << dice.randrange(8)
        path.write_bytes(data)
        again = boot(tmp_path)
        found = {}
        for game, _, _ in again.games():
            try:
                found[game] = again.read(game)
            except JournalError:
                continue
        assert all(lines in games.values() for lines in found.values()), at
        lost = [game for game, lines in games.items() if lines not in found.values()]
        assert len(lost) <= 1 or pack[at] == ord("\n"), at
        aside = b"".join((tmp_path / "games" / name).read_bytes() for name in stored_games.damaged(again))
        for game in lost:
            lines = [line for line in aside.split(b"\n") if line[:1] not in (b"[", b"#")]
            assert len(lines) >= len(games[game]), "it is kept for somebody who mends it"


def test_an_older_layout_is_taken_over_and_what_is_damaged_stays_by_itself(tmp_path, journal):
    games = fill(journal, 5)
    kept = records(f"{tmp_path}/games")
    third = list(kept)[2]
    (tmp_path / "games" / third).write_bytes(kept[third][:-9])
    log = Log()
    again = boot(tmp_path, log)
    tidy(again)
    del games[third[5:13]]
    assert told(again) == games
    assert stored_games.damaged(again) == [third.replace(".arcana", ".damaged")]
    assert "end is missing" in log.lines()[-1]


@pytest.mark.parametrize("language", languages())
async def test_at_the_first_start_the_panel_says_how_long_it_takes_to_move_the_games(
    tmp_path, monkeypatch, language
):
    games = fill(boot(tmp_path), 60)
    kept = records(f"{tmp_path}/games")
    (tmp_path / "settings.json").write_text(json.dumps({"language": language}))
    said, tidy = [], Journal.tidy
    async with HostDevice(tmp_path, speed=1000) as device:

        def told_tidy(journal):
            said.append(device.app.message)
            return tidy(journal)

        monkeypatch.setattr(Journal, "tidy", told_tidy)
        await until(lambda: device.app.journal.unpacked == 0 and device.app.message is None)
        assert told(device.app.journal) == games
    texts.choose(language)
    # while each of four packs is written, and then looked into for the id of the next game
    assert [sentence for sentence in said if sentence] == [texts.text("packing", 59, 3)] * 8
    texts.choose("english")
    assert records(f"{tmp_path}/games") == kept
    assert len(files_in(tmp_path)) == 5
