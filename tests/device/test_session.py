"""The game on the table and its journal stay the same when an event is refused or a write fails."""

import os
import pathlib
import random
import re

import pytest
from arcana_portable.record import without_undos
from companion import files, journal_file
from companion import journal as journal_module
from companion.files import Log
from companion.journal import Journal
from companion.session import Session
from companion.texts import DeviceError
from device.on_flash import damaged_on, games_on, lines_of

from shared_rules.shipwreck import CARDS, Game, RuleError

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


class Table:
    """A device's flash, and the session that runs on it until the plug is pulled."""

    def __init__(self, folder, noting=False):
        self.folder = str(folder)
        self.noting = noting
        self.plug_in()

    def plug_in(self):
        self.log = Log()
        self.journal = Journal(self.folder, self.log)
        self.session = Session(
            self.journal,
            self.log,
            lambda: [("Device", "e661")],
            lambda game: self.noting and game.outcome == "miss" and not game.shown,
        )
        self.heard = []
        self.session.watchers.append(self.heard.append)

    def journalled(self):
        return self.journal.lines()

    def agrees(self):
        """Whether the journal replays to exactly the game on the table."""
        return without_undos(self.journalled()) == self.session.game.events


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def play_at_random(session, chance, events, undo=0.1):
    """Enter random events that the rules allow, an undo now and then."""
    for _ in range(events):
        if session.game.result:
            return
        actions = [
            a for a in session.game.legal_actions() if a.split(" ")[0] not in ("abandon", "join", "leave")
        ]
        chance.shuffle(actions)
        back = chance.random() < undo and len(session.game.events) > 1
        session.enter("undo" if back else next(a for a in actions if a != "undo"))


def test_an_event_is_entered_stored_and_announced(table):
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    assert table.session.game.last_play == (4, 1)
    assert table.journalled() == [SETUP, "play 4 1"]
    assert '\n[Device "e661"]\n' in pathlib.Path(table.journal.path(table.journal.name)).read_text()
    assert table.heard == ["event", "event"]


def test_a_refused_event_is_nowhere(table):
    table.session.begin(SETUP)
    for text in ("play 8 1", "end", "nonsense", "undo", SETUP, "play 3 2\nend", ""):
        with pytest.raises(RuleError):
            table.session.enter(text)
    assert table.journalled() == table.session.game.events == [SETUP]
    assert table.heard == ["event"]


def test_without_a_game_nothing_can_be_entered(table):
    for ask in (lambda: table.session.enter("end"), table.session.undo):
        with pytest.raises(RuleError, match="No game is running"):
            ask()
    assert not table.session.resume()


def test_the_plug_is_pulled_at_any_moment_of_a_game(tmp_path):
    chance = random.Random(7)
    table = Table(tmp_path)
    for _ in range(6):
        table.session.begin(SETUP.replace("sets=base", "sets=base,promo,imago,stars"))
        for _ in range(8):
            play_at_random(table.session, chance, chance.randrange(12))
            game = table.session.game
            table.plug_in()
            assert table.session.resume() == (not game.result)
            if game.result:
                break
            assert table.session.game.events == game.events
            assert table.session.game.digest() == game.digest()


def test_a_finished_game_is_marked_and_can_be_taken_back(table):
    table.session.begin(SETUP)
    game = table.session.game_id
    table.session.enter("abandon")
    assert table.journal.current is None and table.session.game.result == "abandoned"
    assert games_on(table.folder) == [(game, 2, True)]
    table.session.undo()
    assert table.journal.current == game and table.session.game.result is None
    table.plug_in()
    assert table.session.resume() and table.session.game.events == [SETUP]


def test_a_new_game_abandons_the_running_one(table):
    table.session.begin(SETUP)
    table.session.enter("play 7 4")
    first = table.session.game_id
    table.plug_in()
    table.session.begin(SETUP)
    assert lines_of(table.folder, first)[-1] == "abandon"
    assert [finished for _, _, finished in games_on(table.folder)] == [True, False]


def test_a_setup_that_is_refused_leaves_the_running_game_alone(table):
    table.session.begin(SETUP)
    game = table.session.game
    with pytest.raises(RuleError):
        table.session.begin(SETUP.replace("Bo", "Ann"))
    assert table.session.game is game and table.journal.current == table.session.game_id


class FailingFlash:
    """A flash on which operations fail from one of them on, or only that one; reading works.

    at: the number of the operation, from 0. lasts: whether all later ones fail, too. part: how much of the
    data a failing write leaves, from 0 to 1. failed: how many operations did.
    """

    def __init__(self, monkeypatch, at, lasts, part):
        self.at, self.lasts, self.part = at, lasts, part
        self.count = self.failed = 0
        for module in (journal_module, journal_file):
            monkeypatch.setattr(module, "open", self.open, raising=False)
        monkeypatch.setattr(files, "open", self.open, raising=False)
        monkeypatch.setattr(journal_file, "open", self.open, raising=False)
        for name in ("remove", "rename", "replace"):
            monkeypatch.setattr(os, name, self.failing(getattr(os, name)))
        monkeypatch.setattr(files, "replace", os.replace)

    def fails(self):
        now = self.count
        self.count += 1
        fails = now == self.at or (self.lasts and now > self.at)
        self.failed += fails
        return fails

    def failing(self, real):
        def operation(*paths):
            if self.fails():
                raise OSError(5, "Input/output error")
            return real(*paths)

        return operation

    def open(self, path, mode="r"):
        if mode[0] not in "aw":
            return open(path, mode)
        if self.fails():
            raise OSError(28, "No space left on device")
        stream = open(path, mode)
        write = stream.write

        def failing_write(data):
            if self.fails():
                write(data[: int(len(data) * self.part)])
                stream.flush()
                raise OSError(5, "Input/output error")
            return write(data)

        return _Written(stream, failing_write)


class _Written:
    def __init__(self, stream, write):
        self.stream, self.write = stream, write

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.stream.close()


@pytest.mark.parametrize("part", [0, 0.5, 1])
@pytest.mark.parametrize("lasts", [False, True])
def test_a_new_game_that_can_not_be_written_leaves_the_running_one(tmp_path, lasts, part):
    refused = began = 0
    for at in range(12):
        (tmp_path / f"{at}").mkdir()
        table = Table(tmp_path / f"{at}")
        table.session.begin(SETUP)
        table.session.enter("play 4 1")
        first, game = table.session.game_id, table.session.game
        played = list(game.events)
        with pytest.MonkeyPatch.context() as monkeypatch:
            flash = FailingFlash(monkeypatch, at, lasts, part)
            try:
                table.session.begin(SETUP)
                began += 1
                assert table.session.game is not game
            except DeviceError:
                refused += 1
                assert table.session.game is game and game.events == played and not game.result
                assert table.journal.current == first
            if not flash.failed:
                break
        resumed = table.session.game_id
        table.plug_in()
        table.session.resume()
        ended = lines_of(table.folder, first)[-1] == "abandon"
        if resumed != first:
            assert table.session.game_id == resumed and ended
        elif ended:
            # the flash reported a fault although it had the end, and took no correction before the power cut
            assert lasts and part and lines_of(table.folder, first) == [*played, "abandon"]
        else:
            assert table.session.game_id == first and table.session.game.events == played
            table.session.enter("predict miss")
            table.plug_in()
            assert table.session.resume() and table.session.game_id == first and table.agrees()
    assert refused >= 2 and began >= 1 and not flash.failed


def test_a_power_cut_between_the_new_game_and_the_end_of_the_old_one_resumes_the_old_one(
    tmp_path, monkeypatch
):
    table = Table(tmp_path)
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    first = table.session.game_id

    def cut(*events, over=None):
        raise KeyboardInterrupt

    monkeypatch.setattr(table.journal, "append", cut)
    with pytest.raises(KeyboardInterrupt):
        table.session.begin(SETUP)
    newer = max((tmp_path / "games").iterdir())
    content = newer.read_bytes()
    table.plug_in()
    assert table.session.resume() and table.session.game_id == first
    assert table.session.game.events == [SETUP, "play 4 1"]
    assert newer.with_suffix(".damaged").read_bytes() == content and not newer.exists()
    assert newer.name[5:13] in str(table.journal.trouble) and "cut off as it began" in str(
        table.journal.trouble
    )


def test_a_game_that_is_cut_off_inside_its_setup_is_renamed_and_named(table):
    table.session.begin(SETUP)
    (path,) = (pathlib.Path(table.folder) / "games").iterdir()
    whole = path.read_bytes()
    for at in range(1, whole.index(b"\n", whole.index(b"setup"))):
        path.write_bytes(whole[:at])
        table.plug_in()
        assert not table.session.resume()
        aside = path.with_suffix(".damaged")
        assert aside.read_bytes() == whole[:at] and not path.exists(), at
        assert aside.name in str(table.journal.trouble), at
        aside.unlink()


HIGHER = {
    "half a setup": lambda path: path.write_bytes(b"[Game"),
    "garbage": lambda path: path.write_bytes(b"\xff" * 700),
    "a flipped event of a finished game": lambda path: path.write_bytes(
        f'[Game "{path.name[5:13]}"]\n{SETUP}\nplay 4 2\nabandon\n# over abandoned 3 0badcafe\n'.encode()
    ),
    "events that no rules accept": lambda path: path.write_bytes(
        f'[Game "{path.name[5:13]}"]\n{SETUP}\nsteal 7 1\n'.encode()
    ),
    "the rules of no game": lambda path: path.write_bytes(
        f'[Game "{path.name[5:13]}"]\nsetup chess\nplay 4 1\n'.encode()
    ),
}


@pytest.mark.parametrize("damage", HIGHER.values(), ids=HIGHER)
def test_damaged_files_of_higher_numbers_do_not_keep_an_intact_game_from_resuming(table, damage):
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    first = table.session.game_id
    for name in ("0002-aaaaaaaa.arcana", "0003-bbbbbbbb.arcana"):
        damage(pathlib.Path(table.folder) / "games" / name)
    table.plug_in()
    assert table.session.resume() and table.session.game_id == first and table.agrees()
    assert table.journal.trouble
    for id in ("aaaaaaaa", "bbbbbbbb"):
        assert any(id in line for line in table.log.lines())
        assert [path for path in (pathlib.Path(table.folder) / "games").iterdir() if id in path.name]


def test_an_empty_file_goes_and_does_not_keep_it_either(table):
    table.session.begin(SETUP)
    first = table.session.game_id
    path = pathlib.Path(table.folder) / "games" / "0002-aaaaaaaa.arcana"
    path.write_bytes(b"")
    table.plug_in()
    assert table.session.resume() and table.session.game_id == first
    assert not path.exists() and table.journal.trouble is None and path.name in table.log.lines()[0]


def test_damaged_files_that_can_not_be_renamed_do_not_keep_it_either(table, monkeypatch):
    table.session.begin(SETUP)
    first = table.session.game_id
    for name, damage in (
        ("0002-aaaaaaaa.arcana", "garbage"),
        ("0003-bbbbbbbb.arcana", "events that no rules accept"),
    ):
        HIGHER[damage](pathlib.Path(table.folder) / "games" / name)
    FailingFlash(monkeypatch, 0, True, 0)
    table.plug_in()
    assert table.session.resume() and table.session.game_id == first


def test_a_newer_file_that_can_not_be_read_does_not_keep_it_either(table, monkeypatch):
    table.session.begin(SETUP)
    first = table.session.game_id
    path = pathlib.Path(table.folder) / "games" / "0002-aaaaaaaa.arcana"
    HIGHER["garbage"](path)

    def unreadable(asked, mode="r"):
        if asked == str(path):
            raise OSError(5, "Input/output error")
        return open(asked, mode)

    monkeypatch.setattr(journal_file, "open", unreadable, raising=False)
    table.plug_in()
    assert table.session.resume() and table.session.game_id == first
    assert path.exists() and path.name in str(table.journal.trouble)


def known_deal(table, monkeypatch):
    """Bring the game to a miss that the end of the turn and the deal of a known card follow.

    Returns the events before it.
    """
    table.session.begin(SETUP)
    monkeypatch.setattr(Game, "deck_next", lambda game: "the-rider" if game.phase == "deal" else None)
    table.session.enter("play 7 4")
    return list(table.session.game.events)


FOLLOWED = ["predict miss", "end", "deal 4 the-rider"]


def test_the_end_of_a_turn_and_a_card_that_is_known_follow_by_themselves(table, monkeypatch):
    before = known_deal(table, monkeypatch)
    table.session.enter("predict miss")
    assert table.session.game.phase == "before-play"
    assert table.journalled() == before + FOLLOWED and table.session.last_step() == FOLLOWED


def test_undo_takes_back_what_followed_by_itself(table, monkeypatch):
    before = known_deal(table, monkeypatch)
    table.session.enter("predict miss")
    table.session.undo()
    assert table.session.game.events == before
    assert table.journalled() == before + FOLLOWED + ["undo"] * 3


def sails(table):
    """Bring a game to a hit after which Sails may be used; return the events before the hit."""
    row = "row=the-huntress,the-mirror,dawn,the-key"
    table.session.begin(re.sub("row=.*", row, SETUP).replace("sets=base", "sets=base,promo,imago,stars"))
    table.session.enter("play 4 3")
    table.session.game.powers.extend(card for card in CARDS if CARDS[card].power in ("sails", "saints"))
    return list(table.session.game.events)


def test_a_step_is_what_was_entered_once(table):
    """With Sails at hand a hit and the end of the turn are two presses, and so two steps."""
    before = sails(table)
    table.session.enter("predict hit")
    assert table.session.game.phase == "after-predict"
    table.session.enter("end")
    table.session.undo()
    assert table.session.game.events == [*before, "predict hit"]
    table.session.undo()
    assert table.session.game.events == before


@pytest.mark.parametrize("noting, text", [(True, "predict miss"), (False, "predict 5 miss")])
def test_whoever_notes_details_is_not_overtaken_by_the_end(tmp_path, noting, text):
    table = Table(tmp_path, noting)
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    table.session.enter(text)
    table.plug_in()
    table.session.resume()
    assert table.session.game.phase == "after-predict"
    table.session.enter("hidden 3")
    assert table.session.last_step() == ["hidden 3", "end"]
    table.session.undo()
    assert table.session.game.events[-1] == text and table.agrees()


def steps(session):
    """Take back all steps, the last one first, and return what each of them was; the game is over then."""
    found = []
    while session.last_step():
        found.insert(0, session.last_step())
        session.undo()
    return found


def test_steps_survive_a_power_cut_the_end_of_a_game_and_what_was_taken_back(tmp_path):
    chance = random.Random(3)
    for number in range(4):
        (tmp_path / str(number)).mkdir()
        table = Table(tmp_path / str(number))
        table.session.begin(SETUP.replace("sets=base", "sets=base,promo,imago,stars"))
        entered = []
        while not table.session.game.result and len(entered) < 60:
            taken = len(entered) > 0 and chance.random() < 0.2
            if taken:
                assert table.session.last_step() == entered.pop()
                table.session.undo()
                continue
            before = len(table.session.game.events)
            play_at_random(table.session, chance, 1, undo=0)
            entered.append(table.session.game.events[before:])
        if not table.session.game.result:
            table.session.enter("abandon")
            entered.append(["abandon"])
        table.plug_in()
        table.session.reopen()
        assert steps(table.session) == entered
        table.plug_in()
        assert table.session.resume() and not table.session.last_step() and table.agrees()


def test_what_follows_by_itself_is_no_step_of_its_own_where_a_host_entered_it(table):
    table.session.begin(SETUP)
    events = ["play 4 1", "predict 3 hit", "end", "play 2 2", "predict 2 miss", "hidden 3", "end"]
    for event in [*events, "play 1 2", "undo"]:
        table.journal.append(event)
    table.plug_in()
    table.session.resume()
    table.session.enter("play 7 4")
    table.plug_in()
    table.session.resume()
    assert steps(table.session) == [
        ["play 4 1"],
        ["predict 3 hit", "end"],
        ["play 2 2"],
        ["predict 2 miss"],
        ["hidden 3", "end"],
        ["play 7 4"],
    ]


def test_a_power_cut_anywhere_in_a_step_keeps_the_steps_around_it_apart(tmp_path, monkeypatch):
    table = Table(tmp_path)
    before = known_deal(table, monkeypatch)
    (path,) = (tmp_path / "games").iterdir()
    start = len(path.read_bytes())
    table.session.enter("predict miss")
    data = path.read_bytes()
    for at in range(start, len(data)):
        path.write_bytes(data[:at])
        table.plug_in()
        table.session.resume()
        table.session.enter(next(table.session.game.legal_actions("play"), "predict miss"))
        table.plug_in()
        table.session.resume()
        last = table.session.last_step()
        assert last == FOLLOWED or last[0].startswith("play")
        table.session.undo()
        assert table.session.game.events in (before, before + FOLLOWED)
        assert table.session.last_step() in (["play 7 4"], FOLLOWED)


def test_the_only_answer_to_the_chalice_follows_by_itself_and_goes_with_its_play(table):
    setup = SETUP.replace("the-mirror", "the-chalice")
    table.session.begin(setup)
    table.session.enter("play 6 3")
    assert table.session.game.owed == ["tell"], "a 7 would be higher"
    table.session.undo()
    table.session.enter("play 7 3")
    assert table.session.game.events == [setup, "play 7 3", "tell not-higher"] and table.agrees()
    table.session.undo()
    assert table.session.game.events == [setup] and table.agrees()


def finished(table):
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    table.session.enter("abandon")
    table.plug_in()
    assert not table.session.resume() and table.session.game is None
    return table.journal.last[5:13]


def test_after_a_power_cut_the_last_game_can_still_be_taken_back(table):
    game = finished(table)
    data = (pathlib.Path(table.folder) / "games" / f"0001-{game}.arcana").read_bytes()
    table.session.reopen()
    assert table.session.game.result == "abandoned" and table.journal.current is None
    table.plug_in()
    table.session.reopen()
    assert (pathlib.Path(table.folder) / "games" / f"0001-{game}.arcana").read_bytes() == data
    table.session.undo()
    assert table.session.game.events == [SETUP, "play 4 1"] and table.journal.current == game
    table.plug_in()
    assert table.session.resume() and table.agrees() and table.journal.last is None
    table.session.enter("predict miss")
    assert table.journalled() == [SETUP, "play 4 1", "abandon", "undo", "predict miss", "end"]


def test_only_the_last_game_that_is_on_the_flash_comes_back(table):
    game = finished(table)
    assert table.journal.remove(f"0001-{game}.arcana")
    assert table.journal.last is None
    with pytest.raises(DeviceError, match="no longer on the device"):
        table.session.reopen()
    finished(table)
    table.session.begin(SETUP)
    assert table.journal.last is None and table.session.game.result is None


def test_a_last_game_that_is_damaged_stays_as_it_is_when_it_is_asked_for(table):
    game = finished(table)
    path = pathlib.Path(table.folder) / "games" / f"0001-{game}.arcana"
    path.write_bytes(path.read_bytes().replace(b"play 4 1", b"play 4 2"))
    damaged = path.read_bytes()
    with pytest.raises(DeviceError, match="damaged"):
        table.session.reopen()
    assert table.session.game is None and path.read_bytes() == damaged
    table.session.begin(SETUP)
    assert table.agrees()


@pytest.mark.parametrize("count", [1, 2])
def test_what_the_power_cut_kept_from_following_follows_at_boot(table, monkeypatch, count):
    before = known_deal(table, monkeypatch)
    table.journal.append(*FOLLOWED[:count])
    table.plug_in()
    table.session.resume()
    assert table.journalled() == before + FOLLOWED and table.agrees()
    assert table.session.last_step() == FOLLOWED


def test_a_game_whose_end_was_not_marked_is_marked_at_boot(table):
    table.session.begin(SETUP)
    table.journal.append("abandon")
    table.plug_in()
    assert table.session.resume() and table.session.game.result == "abandoned"
    assert table.journal.current is None


def other_version(table):
    """Mark the newest journal as written by another version of the companion."""
    path = max((pathlib.Path(table.folder) / "games").iterdir())
    path.write_bytes(re.sub(rb"(?m)^# by .*$", b"# by 0.0.1", path.read_bytes()))
    table.plug_in()


def test_a_journal_that_makes_no_sense_is_kept_aside(table):
    table.session.begin(SETUP)
    game = table.session.game_id
    table.journal.append("predict 3 hit")
    other_version(table)
    assert not table.session.resume() and table.session.game is None
    assert damaged_on(table.folder) == [f"0001-{game}.damaged"]
    assert game in table.log.lines()[-1]
    table.session.begin(SETUP)


def test_a_journal_of_this_version_that_can_not_be_settled_is_kept_aside(table):
    """The version was not raised with the rules, or somebody wrote into the file."""
    table.session.begin(SETUP)
    table.journal.append("steal 7 1")
    table.plug_in()
    assert not table.session.resume() and len(damaged_on(table.folder)) == 1


class FailingJournal:
    """Lets every so-many-th write fail, as a flash that is full now and then."""

    def __init__(self, journal, chance):
        self.append_for_real = journal.append
        self.chance = chance

    def __call__(self, *events, over=None):
        if self.chance.random() < 0.3:
            raise DeviceError("The flash did not take this.")
        self.append_for_real(*events, over=over)


@pytest.mark.parametrize("seed", range(8))
def test_what_could_not_be_kept_is_not_shown(tmp_path, seed):
    chance = random.Random(seed)
    table = Table(tmp_path)
    table.journal.append = FailingJournal(table.journal, chance)
    failed = 0
    for _ in range(60):
        if table.journal.current is None:
            table.session.begin(SETUP.replace("sets=base", "sets=base,promo,imago,stars"))
        before, heard = table.session.game.digest(), len(table.heard)
        try:
            play_at_random(table.session, chance, 1)
        except DeviceError:
            failed += 1
            assert table.session.game.digest() == before and len(table.heard) == heard
        assert table.agrees()
    assert failed > 5


def test_a_watcher_that_fails_harms_nobody(table):
    def broken(kind):
        raise RuntimeError("no")

    table.session.watchers.insert(0, broken)
    table.session.begin(SETUP)
    assert table.heard == ["event"]
    assert "A watcher failed" in table.log.lines()[0]
