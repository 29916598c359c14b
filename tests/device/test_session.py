"""The game on the table and its journal stay the same, whatever is refused and whatever fails."""

import pathlib
import random

import pytest
from companion.journal import Journal, JournalError
from companion.log import Log
from companion.session import Session

from shared_rules.lines import fold
from shared_rules.shipwreck import Game, RuleError

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


class Table:
    """A device's flash, and the session that runs on it until the plug is pulled."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.plug_in()

    def plug_in(self):
        self.log = Log()
        self.journal = Journal(self.folder, self.log)
        self.session = Session(self.journal, self.log, lambda: [("Device", "e661")])
        self.told = []
        self.session.watchers.append(self.told.append)

    def journalled(self):
        return self.journal.read(self.session.game_id)

    def agrees(self):
        """Whether the journal replays to exactly what is on the table."""
        return fold(self.journalled()) == self.session.game.events


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def play_at_random(session, chance, events):
    """Enter random events that the rules allow, an undo now and then."""
    for _ in range(events):
        if session.game.result:
            return
        actions = [
            a for a in session.game.legal_actions() if a.split(" ")[0] not in ("abandon", "join", "leave")
        ]
        chance.shuffle(actions)
        undo = chance.random() < 0.1 and len(session.game.events) > 1
        session.enter("undo" if undo else next(a for a in actions if a != "undo"))


def test_an_event_is_entered_kept_and_told(table):
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    assert table.session.game.last_play == (4, 1)
    assert table.journalled() == [SETUP, "play 4 1"]
    assert table.journal.tags(table.session.game_id)[1] == ("Device", "e661")
    assert table.told == ["event", "event"]


def test_a_refused_event_is_nowhere(table):
    table.session.begin(SETUP)
    for text in ("play 8 1", "end", "nonsense", "undo", SETUP, "play 3 2\nend", ""):
        with pytest.raises(RuleError):
            table.session.enter(text)
    assert table.journalled() == table.session.game.events == [SETUP]
    assert table.told == ["event"]


def test_without_a_game_nothing_can_be_entered(table):
    for ask in (lambda: table.session.enter("end"), table.session.undo):
        with pytest.raises(RuleError, match="No game is running"):
            ask()
    assert not table.session.resume()


def test_an_undo_is_kept_too(table):
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    table.session.enter("undo")
    assert table.session.game.events == [SETUP]
    assert table.journalled() == [SETUP, "play 4 1", "undo"]


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
    assert table.journal.games() == [(game, 2, True)]
    table.session.undo()
    assert table.journal.current == game and table.session.game.result is None
    table.plug_in()
    assert table.session.resume() and table.session.game.events == [SETUP]


def test_a_new_game_abandons_the_running_one(table):
    table.session.begin(SETUP)
    first = table.session.game_id
    table.plug_in()
    table.session.begin(SETUP)
    assert table.journal.read(first)[-1] == "abandon"
    assert [finished for _, _, finished in table.journal.games()] == [True, False]


def test_a_setup_that_is_refused_leaves_the_running_game_alone(table):
    table.session.begin(SETUP)
    game = table.session.game
    with pytest.raises(RuleError):
        table.session.begin(SETUP.replace("Bo", "Ann"))
    assert table.session.game is game and table.journal.current == table.session.game_id


def known_deal(table, monkeypatch):
    """Bring the game to an `end` that a deal of a known card follows, and return the events so far."""
    table.session.begin(SETUP)
    monkeypatch.setattr(Game, "deck_next", lambda game: "the-rider" if game.phase == "deal" else None)
    for text in ("play 7 4", "predict miss"):
        table.session.enter(text)
    return list(table.session.game.events)


def test_a_card_that_is_known_is_dealt_by_itself(table, monkeypatch):
    before = known_deal(table, monkeypatch)
    table.session.enter("end")
    assert table.session.game.phase == "before-play"
    assert table.journalled() == [*before, "end", "deal 4 the-rider"]


def test_undo_takes_back_what_followed_by_itself(table, monkeypatch):
    before = known_deal(table, monkeypatch)
    table.session.enter("end")
    table.session.undo()
    assert table.session.game.events == before
    assert table.journalled() == [*before, "end", "deal 4 the-rider", "undo", "undo"]


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
    """Abandon a game and pull the plug."""
    table.session.begin(SETUP)
    table.session.enter("play 4 1")
    table.session.enter("abandon")
    table.plug_in()
    assert not table.session.resume() and table.session.game is None
    return table.journal.last


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
    assert table.journalled() == [SETUP, "play 4 1", "abandon", "undo", "predict miss"]


def test_only_the_last_game_that_is_on_the_flash_comes_back(table):
    game = finished(table)
    assert table.journal.confirm(game, 3)
    assert table.journal.last is None
    with pytest.raises(JournalError, match="no longer on the device"):
        table.session.reopen()
    finished(table)
    table.session.begin(SETUP)
    assert table.journal.last is None and table.session.game.result is None


def test_a_last_game_that_is_damaged_is_set_aside_when_it_is_asked_for(table):
    game = finished(table)
    path = pathlib.Path(table.folder) / "games" / f"0001-{game}.arcana"
    path.write_bytes(path.read_bytes().replace(b"play 4 1", b"play 4 2"))
    with pytest.raises(JournalError, match="damaged"):
        table.session.reopen()
    assert table.session.game is None and len(table.journal.damaged()) == 1
    table.session.begin(SETUP)
    assert table.agrees()


def test_a_deal_that_the_power_cut_prevented_follows_at_boot(table, monkeypatch):
    before = known_deal(table, monkeypatch)
    table.journal.append("end")
    table.plug_in()
    table.session.resume()
    assert table.journalled() == [*before, "end", "deal 4 the-rider"] and table.agrees()


def test_a_game_whose_end_was_not_marked_is_marked_at_boot(table):
    table.session.begin(SETUP)
    table.journal.append("abandon")
    table.plug_in()
    assert table.session.resume() and table.session.game.result == "abandoned"
    assert table.journal.current is None


def test_a_journal_that_makes_no_sense_is_kept_aside(table):
    table.session.begin(SETUP)
    game = table.session.game_id
    table.journal.append("predict 3 hit")
    table.plug_in()
    assert not table.session.resume() and table.session.game is None
    assert table.journal.damaged() == [f"0001-{game}.damaged"]
    assert game in table.log.lines()[-1]
    table.session.begin(SETUP)


class FailingJournal:
    """Lets every so-many-th write fail, as a flash that is full now and then."""

    def __init__(self, journal, chance):
        self.append_for_real = journal.append
        self.chance = chance

    def __call__(self, *events, over=None):
        if self.chance.random() < 0.3:
            raise JournalError("The flash did not take this.")
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
        before, told = table.session.game.digest(), len(table.told)
        try:
            play_at_random(table.session, chance, 1)
        except JournalError:
            failed += 1
            assert table.session.game.digest() == before and len(table.told) == told
        assert table.agrees()
    assert failed > 5


def test_a_watcher_that_fails_harms_nobody(table):
    def broken(kind):
        raise RuntimeError("no")

    table.session.watchers.insert(0, broken)
    table.session.begin(SETUP)
    assert table.told == ["event"]
    assert "A watcher failed" in table.log.lines()[0]
