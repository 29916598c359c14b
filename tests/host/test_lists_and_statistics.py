"""Looking back: which games are listed, what many of them say together, and the pictures of it."""

import json
import re
import sys
from collections import Counter
from types import SimpleNamespace
from xml.etree import ElementTree

import matplotlib
import pytest
from arcana_host import vectors_folder
from arcana_host.games import drawing
from arcana_host.games.shipwreck import GAME
from arcana_host.games.statistics import Breakdown, Endings, count_wins
from arcana_host.installation import install_extra
from arcana_host.library.selection import Selection
from arcana_host.library.store import Library
from arcana_portable.errors import WordsError
from arcana_portable.library.entry import make_entry
from arcana_portable.record import Record
from arcana_portable.replay import replay
from arcana_portable.translation import speaking
from rules.random_games import random_game
from rules.vectors import vectors

from shared_rules.shipwreck import CARDS, Game


def facts_of(library, name=None):
    """The games of a library, or those of a single kind, with their facts."""
    return [(game.entry, game.facts) for game in library.stored(game=name)]


SETUP = "setup standard doom={doom} sets={sets} players={players} row=dawn,the-deep,the-mirror,the-key"


def game(id, *events, date=None, doom=0, sets="base", players="Ann,Bo"):
    tags = f'[Game "{id}"]\n' + (f'[Date "{date}"]\n' if date else "")
    setup = SETUP.format(doom=doom, sets=sets, players=players)
    return "\n".join([tags + setup, *events, ""])


LOST = ("play 4 1", "predict 2 miss")  # with doom 6
EVENINGS = [
    game("00000001", *LOST, date="2025-12-31 20:15", doom=6),
    game("00000002", *LOST, date="2026-01-01 00:05", doom=6, sets="base,imago"),
    game("00000003", "play 4 1", "predict 3 hit", "abandon", date="2026-01-17 18:00", players="Cy,Ann,Bo"),
    game("00000004", "play 4 1", "predict 3 hit", "end", date="2026-02-01 18:00", sets="base,promo"),
    game("00000005", "join Di", "leave Di", "abandon"),
]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "library"
    with Library(folder) as library:
        for record in EVENINGS:
            library.add(record)
    return folder


# choosing


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ([], "43215"),
        (["--from", "2026"], "432"),
        (["--from", "2026-01-02"], "43"),
        (["--to", "2025"], "1"),
        (["--to", "2026-01-17"], "321"),
        (["--from", "2026-01", "--to", "2026-01"], "32"),
        (["--player", "Cy"], "3"),
        (["--player", "cY"], "3"),
        (["--player", "Ann", "--player", "Bo"], "43215"),
        (["--player", "Di"], "5"),  # who left before the end
        (["--player", "Nobody"], ""),
        (["--set", "imago"], "2"),
        (["--set", "base", "--set", "promo"], "4"),
        (["--result", "lost"], "21"),
        (["--result", "unfinished"], "4"),
        (["--result", "abandoned", "--from", "2026"], "3"),
    ],
)
def test_games_are_chosen(arcana, folder, words, ids):
    status, out, _ = arcana("games", *words, "--library", folder, "--json")
    assert status == 0 and "".join(entry["id"][-1] for entry in json.loads(out)) == ids
    listed = arcana("games", *words, "--library", folder)[1]
    assert re.findall(r"^0000000(\d)", listed, re.M) == list(ids)
    assert ids or "No game in the library matches" in listed


@pytest.mark.parametrize("day", ["yesterday", "2026-13", "2026-02-30", "26-01-01", "2026-1-1", ""])
def test_what_is_no_date_is_a_sentence(arcana, folder, day):
    for option in ("--from", "--to"):
        status, out, err = arcana("games", option, day, "--library", folder)
        assert (status, out) == (2, "") and err.count("\n") == 1 and "is not a date" in err


def test_a_set_or_a_result_that_does_not_exist_is_a_sentence():
    with pytest.raises(WordsError, match="base, promo, imago, stars"):
        Selection(sets=("moon",)).validated()
    with pytest.raises(WordsError, match="won, lost, abandoned, sacrifice, finished, unfinished"):
        Selection(result="drawn").validated()


def test_games_against_an_adversary_are_chosen_at_any_level_or_at_one(arcana, folder):
    start = "setup spirit-island players=Ann spirits=tactician boards=A adversary={} blight=card events=no"
    for number, against in enumerate(("england:6", "england:2 second=sweden:3", "sweden:6")):
        path = folder / f"{number}.arcana"
        path.write_text(f'[Game "{number}"]\n{start.format(against)}\nreveal 1J\nabandon\n')
        assert arcana("import", path, "--library", folder)[0] == 0
    for word, ids in (
        ("england", "01"),
        ("england:6", "0"),
        ("sweden:3", "1"),
        ("sweden", "12"),
        ("russia", ""),
    ):
        found = json.loads(arcana("games", "--adversary", word, "--json", "--library", folder)[1])
        assert sorted(entry["id"] for entry in found) == list(ids)
    for word in ("spain", "england:7", "england:", ""):
        status, _, err = arcana("games", "--adversary", word, "--library", folder)
        assert status == 2 and "There is no adversary" in err
    out = arcana("stats", "--adversary", "england", "--abandoned", "--library", folder)[1]
    assert "2 games" in out and "Thunderspeaker (Tactician)" in out


def test_games_of_several_kinds_are_told_apart(arcana, folder):
    for name, events, _ in vectors("score_pad")[:1]:
        path = folder / f"{name}.arcana"
        path.write_text("\n".join([f'[Game "{name}"]', *events, ""]))
        assert arcana("import", path, "--library", folder)[0] == 0
    heading, *lines = arcana("games", "--library", folder)[1].splitlines()
    assert heading.split() == ["Game", "Played", "Date", "Players", "Result", "Note", "Turns"]
    assert sum("The Shipwreck Arcana" in line for line in lines) == 5 and "Score Pad" in lines[-1]
    (only,) = json.loads(arcana("games", "--game", "score-pad", "--json", "--library", folder)[1])
    assert (only["id"], only["game"]) == (name, "score_pad")
    out = arcana("stats", "--library", folder)[1]
    assert out.index("3 games, 0 won") < out.index("Score Pad\n") < out.index("1 game\n")
    assert set(json.loads(arcana("stats", "--json", "--library", folder)[1])) == {"shipwreck", "score_pad"}
    status, _, err = arcana("review", name, "--library", folder)
    assert status == 1 and err.startswith("arcana: There is no review of Score Pad; ")
    with speaking("german"):
        for words in (["games"], ["stats"], ["show", name], ["review", name]):
            shown = "".join(arcana(*words, "--library", folder)[1:])
            assert "Punkteblock" in shown and "Score Pad" not in shown, words


@pytest.fixture
def evening_of_three(arcana, tmp_path):
    """The folder of a library with one game of each kind, that of the score pad last."""
    folder = tmp_path / "three"
    kinds = {
        "random-05": "2026-03-01",
        "spirit-island-england": "2026-03-02",
        "score-pad-hearts": "2026-03-03",
    }
    for name, day in kinds.items():
        record = (vectors_folder() / f"{name}.arcana").read_text()
        tags = re.sub(r"^\[Date .*\n", "", record, flags=re.M)
        (tmp_path / f"{name}.arcana").write_text(f'[Date "{day} 20:15"]\n{tags}')
        assert arcana("import", tmp_path / f"{name}.arcana", "--library", folder)[0] == 0
    return folder


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_a_list_fits_the_window_and_no_word_is_broken(arcana, evening_of_three, monkeypatch, width):
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = arcana("games", "--library", evening_of_three)[1]
    monkeypatch.setenv("COLUMNS", str(width))
    listed = arcana("games", "--library", evening_of_three)[1]
    assert max(map(len, listed.splitlines())) <= width
    assert set(re.findall(r"[\w-]+", listed)) <= set(
        re.findall(r"[\w-]+", wide + "Not shown as the window is narrow")
    )
    # whatever is left out: what was played, against whom, and who won
    said = ("Hearts, ", "against England", "with score", "Ann", "2026-03-03")
    assert [words for words in said if words not in " ".join(listed.split())] == []
    if width > 80:
        # a column that is left out is named
        said = listed.splitlines()[0] + listed.partition("Not shown")[2]
        assert [word for word in wide.splitlines()[0].split() if word not in said] == []


def test_a_title_of_the_score_pad_selects_its_games(arcana, evening_of_three):
    place = ("--library", evening_of_three)
    for words in ("games", "stats", "export --all --as json"):
        for title in ("Hearts", "hearts"):
            status, out, _ = arcana(*words.split(), "--game", title, "--json", *place)[:3]
            assert (status, "Hearts" in out, "England" in out) == (0, True, False), words
        status, out, err = arcana(*words.split(), "--game", "herts", *place)
        assert status == 2 and "There is no game herts: the games are" in err, words


@pytest.mark.parametrize(
    "words", ["games", "rulings blight", "review --puzzles", "creatures list", "show", "review", "stats"]
)
def test_json_is_one_line(arcana, evening_of_three, words):
    place = [] if "rulings" in words else ["--library", evening_of_three]
    status, out, err = arcana(*words.split(), "--json", *place)
    assert (status, err, out.count("\n")) == (0, "", 1) and isinstance(json.loads(out), list | dict)


def test_each_game_of_a_mixed_library_has_its_charts(arcana, evening_of_three, tmp_path):
    status, out, _ = arcana("stats", "--png", tmp_path / "all.png", "--library", evening_of_three)
    files = sorted(path.name for path in tmp_path.glob("all*"))
    assert status == 0 and files == ["all-score-pad.png", "all-shipwreck.png", "all-spirit-island.png"]
    assert [name for name in files if name not in out] == []
    words = ("stats", "--game", "score-pad", "--png", tmp_path / "pad.png", "--library", evening_of_three)
    assert arcana(*words)[0] == 0 and (tmp_path / "pad.png").exists()


@pytest.mark.parametrize("command", ["stats --png", "stats --svg", "stats --html", "review latest --html"])
@pytest.mark.parametrize("name", ["foo", "foo.gif"])
def test_the_ending_of_a_file_is_that_of_its_format(arcana, evening_of_three, tmp_path, command, name):
    ending = command.rpartition("--")[2]
    words = (*command.split(), tmp_path / name, "--library", evening_of_three)
    status, out, err = arcana(*words)
    assert (status, out) == (2, "") and f"The file of --{ending} has to end in .{ending}; " in err
    assert list(tmp_path.glob("foo*")) == []


def test_the_latest_game_that_has_a_review_is_reviewed(arcana, evening_of_three, tmp_path):
    assert arcana("review", "--library", evening_of_three)[1].splitlines()[0].endswith("2026-03-02 20:15")
    status, _, err = arcana("review", "latest", "--library", evening_of_three)
    assert status == 1 and "no review of Score Pad" in err
    assert "arcana sync" in arcana("review", "--library", tmp_path / "new")[2]


def test_a_duel_is_played_by_two_people(arcana, tmp_path):
    setup = SETUP.format(doom=0, sets="base", players="Ann,Bo").replace("standard", "duel")
    with Library(tmp_path) as library:
        entry, _ = library.add("\n".join([setup, "play 4 1", "predict 3 hit", "abandon"]))
        (game,) = library.stored()
    assert entry.players == ["Ann", "Bo"] == game.facts["players"] and game.facts["predictions"] == "Ann+"
    counted = json.loads(arcana("stats", "--abandoned", "--library", tmp_path, "--json")[1])["shipwreck"]
    assert counted["by_mode"]["duel"]["games"] == 1


# adding up


def test_a_few_evenings_are_added_up(arcana, folder):
    data = json.loads(arcana("stats", "--abandoned", "--library", folder, "--json")[1])["shipwreck"]
    tally = {"games": 5, "won": 0, "lost": 2, "abandoned": 2, "unfinished": 1, "rate": 0.0}
    assert data["games"] == tally
    assert (data["by_difficulty"]["6"]["lost"], data["by_difficulty"]["0"]["rate"]) == (2, None)
    assert {key: one["games"] for key, one in data["by_set"].items()} == {"base": 5, "imago": 1, "promo": 1}
    assert {key: one["games"] for key, one in data["by_player"].items()} == {
        "Ann": 5,
        "Bo": 5,
        "Cy": 1,
        "Di": 1,
    }
    assert data["predictions"] == {"hits": 2, "misses": 2, "rate": 0.5}
    assert data["predictions_by_player"]["Cy"] == {"hits": 1, "misses": 0, "rate": 1.0}
    assert data["cards"]["dawn"] == {"laid": 5, "faded": 0, "rate": 0.0, "used": 0}
    assert (data["doom"]["from_misses"], data["doom"]["by_turn"][0]) == (2, [0.4, 5])
    assert data["streaks"] == {"won": 0, "lost": 2, "now": ["lost", 2], "hits": 1}


def test_the_newest_games_are_listed_and_the_others_counted(arcana, tmp_path):
    setup = SETUP.format(doom=2, sets="base", players="Ann,Bo")
    with Library(tmp_path) as library:
        for number in range(53):
            library.add(f'[Game "{number:08x}"]\n[Date "20{number + 10}-01-02"]\n{setup}\n', is_original=True)

    def listed(*words):
        status, out, err = arcana("games", *words, "--library", tmp_path)
        assert (status, err) == (0, "")
        lines = out.splitlines()
        return [line[:8] for line in lines if line.startswith("0")], lines[-1]

    ids = [f"{number:08x}" for number in reversed(range(53))]
    assert listed() == (ids[:50], "3 more games: --all lists them.")
    assert listed("--limit", 2, "--to", "2059") == (ids[3:5], "48 more games: --all lists them.")
    assert listed("--all")[0] == ids
    for words, many in (((), 53), (("--limit", 9), 9)):
        out = arcana("games", *words, "--json", "--library", tmp_path)[1]
        assert [game["id"] for game in json.loads(out)] == ids[:many]
    assert arcana("games", "--all", "--limit", 2, "--library", tmp_path)[0] == 2


def test_what_is_counted_by_a_number_is_in_the_order_of_the_numbers_each_game_once():
    by_doom = Breakdown("by_doom", "Doom", "Games by doom", lambda entry, facts: [facts, facts])
    games = [(None, doom) for doom in ("10", "2", "Ann", "0", "2")]
    endings = Endings([by_doom], lambda entry, facts: "won")
    for game in games:
        endings.add(*game)
    counted = endings.tallies(Counter.total)["by_doom"]
    assert list(counted.items()) == [("0", 1), ("2", 2), ("10", 1), ("Ann", 1)]


def test_many_games_are_added_up_as_playing_them_again_adds_up(tmp_path):
    """Everything once more from the games themselves, without the facts."""
    tables = [random_game(seed) for seed in range(150)]
    with Library(tmp_path) as library:
        for number, table in enumerate(tables):
            library.add(f'[Game "{number:08x}"]\n' + "\n".join(table.events))
        statistics = GAME.statistics(facts_of(library))
    games = [table.game for table in tables]
    assert statistics.games.won == sum(game.result == "won" for game in games)
    assert statistics.games.lost == sum(game.result == "lost" for game in games)
    assert statistics.doom.turns == sum(game.turn for game in games)
    lines = [event for game in games for event in game.events]
    assert statistics.predictions.hits == sum(bool(re.match("predict.*hit", line)) for line in lines)
    dealt = [line.split()[2] for line in lines if line.startswith("deal ")]
    first = [card for line in lines if line.startswith("setup") for card in line.split("row=")[1].split(",")]
    assert {card: one.laid for card, one in statistics.cards.items()} == {
        card: (dealt + first).count(card) for card in set(dealt + first)
    }
    assert sum(one.faded for one in statistics.cards.values()) == sum(map(fades, games))


def fades(game):
    """How many cards faded: each lay there before an `end` and not after it."""
    again, count = Game(), 0
    for event in game.events:
        before = sum(place is not None for place in again.row)
        again.apply(event)
        if event == "end":
            count += before - sum(place is not None for place in again.row)
    return count


def test_doom_that_creatures_take_away_is_told_apart(tmp_path):
    """Doom gained less doom averted is the final doom, in games of every mode."""
    averting = 0
    with Library(tmp_path) as library:
        for path in vectors_folder().glob("*.arcana"):
            library.add(path.read_text())
            averting += "\navert " in path.read_text()
        games = facts_of(library, GAME.name)
    doom = GAME.statistics(games).doom
    risen = sum(entry.summary["doom"] - facts["difficulty"] for entry, facts in games)
    others = [game for game in games if game[0].summary["mode"] != "creatures"]
    assert averting and doom.averted > 0 and doom.from_misses + doom.from_fading - doom.averted == risen
    assert GAME.statistics(others).doom.averted == 0


def test_streaks_follow_the_dates(tmp_path):
    won = next(table for seed in range(1000) if (table := random_game(seed)).game.result == "won")
    lost = next(table for seed in range(1000) if (table := random_game(seed)).game.result == "lost")
    order = "wwlwwwl"
    with Library(tmp_path) as library:
        for day, letter in reversed(list(enumerate(order, 1))):
            table = won if letter == "w" else lost
            tags = [("Game", f"0000000{day}"), ("Date", f"2026-01-0{day} 20:00")]
            library.add(str(Record(tags, table.events)))
        streaks = GAME.statistics(facts_of(library)).streaks
    assert (streaks.won, streaks.lost, streaks.now) == (3, 1, ("lost", 1))


def test_stats_prints_the_same_for_people(arcana, folder):
    status, out, _ = arcana("stats", "--abandoned", "--library", folder)
    assert status == 0
    for shown in (
        "5 games, 0 won, 2 lost, 2 abandoned, 1 not finished",
        "4 predictions, 2 of them right (50%).",
        "0 won, 2 lost; the last 2 games lost",
        "The Mirror",
    ):
        assert shown in out
    assert (
        "1 game, 0 won, 0 lost"
        in arcana("stats", "--result", "abandoned", "--player", "Cy", "--library", folder)[1]
    )
    # nothing has faded yet
    assert "Power" not in out


def test_a_result_that_is_neither_won_nor_lost_counts_for_nobody():
    ends = [(SimpleNamespace(result=result), result == "won") for result in ("won", "lost", "drawn", None)]
    games = [(entry, {"players": ["Ann"], "winners": ["Ann"] * won}) for entry, won in ends]
    wins = count_wins(games, cooperative=True, undecided=("drawn",))
    assert wins.as_json() == {
        "games": 4,
        "won": 1,
        "lost": 1,
        "drawn": 1,
        "unfinished": 1,
        "players": {"Ann": {"games": 2, "won": 1}},
    }
    assert wins.headline() == "4 games, 1 won, 1 lost, 1 drawn, 1 not finished"


def test_no_games_are_no_statistics(arcana, tmp_path, folder):
    with Library(tmp_path / "new"):
        pass
    assert "arcana sync" in arcana("stats", "--library", tmp_path / "new")[1]
    assert "matches" in arcana("stats", "--player", "Zoe", "--library", folder)[1]
    assert json.loads(arcana("stats", "--library", tmp_path / "new", "--json")[1]) == {}
    picture = tmp_path / "none.png"
    status, _, err = arcana("stats", "--library", tmp_path / "new", "--png", picture)
    assert status == 1 and "arcana sync" in err and not picture.exists()


def test_stats_say_which_games_have_no_rules_here(arcana, folder, monkeypatch):
    monkeypatch.setattr("arcana_host.games.NAMES", ("score_pad",))
    status, out, err = arcana("stats", "--library", folder)
    assert (status, out, err.count("\n")) == (1, "", 1) and "games of shipwreck are left out" in err


# pictures


@pytest.fixture(scope="module")
def statistics(tmp_path_factory):
    with Library(tmp_path_factory.mktemp("charts")) as library:
        for seed in range(30):
            library.add(f'[Date "2026-01-{seed + 1:02}"]\n' + "\n".join(random_game(seed).events))
        return GAME.statistics(facts_of(library))


def without_ids(drawing):
    return re.sub(r"\bp[0-9a-f]{10}\b", "", drawing)


def test_the_drawing_on_the_page_is_the_same_each_time_and_needs_nothing_from_elsewhere(statistics):
    svg, page = (GAME.chart(statistics, kind).decode() for kind in ("svg", "html"))
    drawn = ElementTree.fromstring(svg)
    words = "".join(drawn.itertext())
    assert drawn.tag.endswith("svg") and "30 games" in words and "The Deep" in words
    # but for ids, which matplotlib makes of the last bits of what it clips
    assert without_ids(GAME.chart(statistics, "svg").decode()) == without_ids(svg)
    assert "<table" in page and "30 games" in page
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\((?!#)', page) == []


def library_of(folder, count):
    """Statistics of some random games of all modes, of people with long names and names beyond ASCII."""
    modes = ("standard", "duel", "restless", "restless-duel", "creatures")
    with Library(folder) as library:
        for seed in range(count):
            library.add("\n".join(random_game(seed, mode=modes[seed % len(modes)], hit_rate=0.9).events))
        statistics = GAME.statistics(facts_of(library))
    names = ("Jörg", "Zoé", "Bartholomew", "WWWWWWWWWWWW", "$x^2$")
    players = statistics.counted["by_player"]
    players.update(zip(names, list(players.values()), strict=False))
    return statistics


@pytest.fixture(scope="module", params=[5, 60])
def drawn(request, tmp_path_factory):
    statistics = library_of(tmp_path_factory.mktemp("drawn"), request.param)
    with matplotlib.rc_context(drawing.STYLE):
        figure = drawing.drawn("The Shipwreck Arcana", statistics)
        figure.draw_without_rendering()
        yield statistics, figure


def test_the_legend_says_which_part_of_a_bar_is_which(drawn):
    statistics, figure = drawn
    hits, cards, powers = (
        list(each.values())
        for each in (statistics.predictions_by_player, statistics.cards, statistics.powers)
    )
    faded, used = sum(one.faded for one in cards), sum(one.used for one in powers)
    counted = {
        "Predictions by whose fate it was": {
            "hit": sum(one.hits for one in hits),
            "missed": sum(one.misses for one in hits),
        },
        "Cards dealt to the row": {"faded": faded, "stayed": sum(one.laid for one in cards) - faded},
        "Faded powers": {"used": used, "not used": sum(max(one.faded, one.used) for one in powers) - used},
    }
    tally = statistics.games
    games = {"won": tally.won, "lost": tally.lost, "not finished": tally.abandoned + tally.unfinished}
    counted["Games by mode"] = {key: count for key, count in games.items() if count or key != "not finished"}
    shown = {}
    for axes in figure.axes:
        legend, lengths = axes.get_legend(), {}
        for bar in axes.patches:
            lengths[bar.get_facecolor()] = lengths.get(bar.get_facecolor(), 0) + bar.get_width()
        if legend:
            signs = zip(legend.get_texts(), legend.get_patches(), strict=True)
            shown[axes.get_title("left")] = {
                text.get_text(): lengths[sign.get_facecolor()] for text, sign in signs
            }
    named = {title: parts for title, parts in shown.items() if title in counted}
    assert named == {title: parts for title, parts in counted.items() if sum(parts.values())}


def test_the_power_of_three_cards_is_counted_together(statistics):
    for power, use in statistics.powers.items():
        cards = [one for card, one in statistics.cards.items() if CARDS[card].power == power]
        assert (use.faded, use.used) == (sum(one.faded for one in cards), sum(one.used for one in cards))
    assert any(use.faded for use in statistics.powers.values())


def test_the_power_that_nobody_uses_as_it_attaches_itself_is_not_counted():
    played = [replay("\n".join(events)) for _, events, _ in vectors("shipwreck")]
    found = GAME.statistics([(make_entry("", None, one), GAME.facts(one)) for one in played])
    assert found.cards["the-fall"].faded and "sands" not in found.powers


def test_stats_writes_them(arcana, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(
        drawing, "chart", lambda title, statistics, kind: f"{kind}: {statistics.games}".encode()
    )
    files = [tmp_path / name for name in ("a.png", "a.svg", "a.html")]
    options = [word for file in files for word in (f"--{file.suffix[1:]}", file)]
    status, out, _ = arcana("stats", "--library", folder, *options)
    assert status == 0 and all(str(file) in out for file in files)
    assert [file.read_text().partition(": Tally(games=3")[0] for file in files] == ["png", "svg", "html"]
    status, _, err = arcana("stats", "--library", folder, *options)
    assert status == 1 and "--force" in err


def test_without_matplotlib_there_is_a_sentence(arcana, folder, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, err = arcana("stats", "--library", folder, "--png", tmp_path / "a.png")
    assert status == 1 and err.count("\n") == 1 and install_extra("charts") in err
    assert arcana("stats", "--library", folder)[0] == 0


@pytest.mark.parametrize("words", [("show",), ("review",)])
def test_long_sentences_wrap_with_a_hanging_indent(arcana, folder, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "40")
    out = arcana(*words, "--library", folder)[1]
    lines = out.splitlines()
    indents = {len(line) - len(line.lstrip()) for line in lines if line.strip()}
    assert indents == {0, 2, 4} and max(map(len, lines)) <= 40
    # a line that is further in goes on with the one before it
    assert all(lines[at - 1].startswith("  ") for at, line in enumerate(lines) if line.startswith("    "))
