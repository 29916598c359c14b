"""The result of a game that comes with the link in a companion's QR code: shown, and passed on."""

import json
from urllib.parse import unquote

import pytest
from arcana_host.web.browser.result import Result
from arcana_portable.library.bgstats import play_file
from arcana_portable.library.entry import Game, make_entry
from arcana_portable.replay import replay
from web.pages import reads

from shared_rules.errors import RuleError
from shared_rules.play_link import packed_plays

HEARTS = ("Hearts", 0, False, [("Ann", 100, False), ("Jörg", 26, True), ("Zoë", 30, False)])
LOST = ("The Shipwreck Arcana", 220517, True, [("Ann", None, False), ("Bo", None, False)])
DATE = "2026-11-21 20:15"


def packed(play, date=DATE):
    return next(packed_plays(play, "0badcafe", date))


def test_a_result_is_a_record_of_the_score_pad_where_that_has_the_same_winners():
    played = replay(Result(packed(HEARTS)).record["text"])
    assert (played.game.title, played.game.as_play()) == ("Hearts", HEARTS)
    assert played.record.tag("Date") == DATE and played.record.tag("Game") == "0badcafe"
    assert Result(packed(LOST)).record is None


def test_the_play_for_bg_stats_is_that_of_the_desktop():
    record = (
        f'[Game "0badcafe"]\n[Date "{DATE}"]\nsetup score-pad players=Ann,Jörg,Zoë wins=low title=Hearts\n'
    )
    played = replay(record + "round 100,26,30\nfinish\n")
    (wanted,) = json.loads(
        "".join(play_file([Game(make_entry("0badcafe", None, played), played, None, None)]))
    )["plays"]
    (play,) = json.loads(Result(packed(HEARTS)).play["text"])["plays"]
    # how many rounds there were, the link does not say
    assert play == wanted | {"rounds": 0}
    assert Result(packed(HEARTS, None)).play is None
    lost = json.loads(Result(packed(LOST)).play["text"])
    assert [(game["name"], game["cooperative"], game["noPoints"]) for game in lost["games"]] == [
        (LOST[0], True, True)
    ]
    assert [one["winner"] for one in lost["plays"][0]["playerScores"]] == [False, False]


def test_names_that_were_cut_make_a_play_and_no_record():
    play = ("Hearts", 0, True, [("Maximilianus", 3, True)] * 2)
    *_, shortest = packed_plays(play, "0badcafe", DATE)
    with pytest.raises(RuleError):
        Result(shortest[:-1])
    assert Result(shortest).record is None and "Max…" in Result(shortest).message()["#result-table"]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_page_shows_it_and_passes_it_on(page, address):
    await page.goto(f"{address}#{packed(HEARTS)}")
    await page.wait_for_url("**/connect.html#*")
    result = page.locator("#result")
    await result.get_by_text("Hearts, 2026-11-21 20:15").wait_for()
    assert [await row.inner_text() for row in await result.locator("tr").all()][2].split() == [
        "Jörg",
        "26",
        "yes",
    ]
    assert await page.get_by_role("button", name="Connect").is_hidden()
    link = await result.get_by_role("link").get_attribute("href")
    play = json.loads(unquote(link.partition("?data=")[2]))
    assert [one["name"] for one in play["players"] if one["winner"]] == ["Jörg"]
    assert play["playDate"] == DATE + ":00" and play["sourcePlayId"] == "0badcafe"
    # MicroPython has its own order of keys
    for name, wanted, read in (("Save the record", "record", str), ("Save for BG Stats", "play", json.loads)):
        async with page.expect_download() as download:
            await result.get_by_role("button", name=name).click()
        text = open(await (await download.value).path(), encoding="utf-8").read()
        assert read(text) == read(getattr(Result(packed(HEARTS)), wanted)["text"])
    await page.evaluate("location.hash = '123'")
    await reads(page, "The link with the result is not whole: scan the code again.")
