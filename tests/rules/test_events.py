"""Events and records as texts: what is read is written again to the letter."""

import unicodedata

import pytest
from arcana_portable.record import Record, without_undos
from hypothesis import given
from hypothesis import strategies as st
from rules.random_games import random_game

from shared_rules.player_names import check_names, same_name
from shared_rules.record import check_line, is_letter
from shared_rules.shipwreck import Event, RuleError
from shared_rules.shipwreck.actions import VERBS

EXAMPLES = (
    """
setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key
play 3 2|tell higher|tell not-higher|steal 4 1|steal none|inevitable yes|inevitable no
use dawn 4 yes|use the-servant no|use the-key old|use leviathan 3 2|use the-beast|use fortune
use the-prophet 3|use the-feast 5 1 4|use the-north-wind 2|use the-musicians dawn 3 1|use the-ash dawn no
use asunder 3 yes|use the-pallbearers yes
predict hit|predict miss|predict 4 hit|predict 1,2,3 miss|hidden 7|illegal|illegal 3 0|reveal Bo 4
end|deal 2 the-lord|join Cy|join Cy 1|leave Cy|abandon|undo
setup standard doom=2 sets=base players=Jörg,Zoé,Łukasz row=dawn,the-deep,the-mirror,the-key
join Søren|join Ñandú 1|reveal Țuțuianu 4|flip Œœ.A 3,5|leave ŁŁŁŁŁŁŁŁŁŁŁŁ
""".strip()
    .replace("\n", "|")
    .split("|")
)
EXAMPLES.append(
    "setup creatures doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key assist=oracle"
    " adventurers=mage,mystic"
)
OTHERS = {"flip", "meet", "strike", "avert", "ability", "assist"}


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_event_is_written_as_it_was_read(text):
    event = Event.from_text(text)
    assert str(event) == text
    assert str(Event(event.verb, event.args)) == text
    assert Event.reread(text).args == event.args


@given(st.integers(0, 10**6))
def test_every_event_of_a_random_game_is_read_and_written_alike(seed):
    for text in random_game(seed).events:
        event = Event.from_text(text)
        assert str(event) == text
        again = Event.reread(text)
        assert (again.verb, again.args) == (event.verb, event.args)


def test_every_event_is_listed_where_it_is_legal():
    assert {*VERBS, "setup"} == OTHERS | {text.split(" ")[0] for text in EXAMPLES}


NO_EVENTS = """
|sing|play|play 3|play 8 1|play 3 5|play 3  2| play 3 2|play 3 2 |play 3 2 1|play three 2|play ３ 2
steal 3 0|tell maybe|use|use saints 4 yes|use dawn yes|use the-fall
predict 9 hit|predict 1,2,3,4 hit|predict 1, hit|deal 0 dawn|deal 1 sunset
join Ann-Sophie-Marie|join ŁŁŁŁŁŁŁŁŁŁŁŁŁ|join Jo\u0308rg
join A×B|join Ωmega|join Иван|join Jörg\u200b|join Jörg\ud800
setup|setup chess
setup standard doom=7 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key
setup standard doom=7 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key assist=oracle
setup standard doom=2 sets=base players=Ann row=dawn,the-deep,the-mirror,the-key
setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key assist=
setup creatures doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key adventurers=
setup standard doom=2 sets=base players=Ann,Ann row=dawn,the-deep,the-mirror,the-key
setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror
setup standard doom=2 sets=base players=Ann,Bo row=dawn,dawn,the-mirror,the-key
setup standard doom=2 sets=base players=Ann,Bo row=dawn,iron,the-mirror,the-key
setup standard doom=2 sets=basis players=Ann,Bo row=dawn,the-deep,the-mirror,the-key
setup standard doom=2 doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key
"""


@pytest.mark.parametrize(
    "text",
    [
        "play 3 2" + " " * 120,
        *(text for line in NO_EVENTS.strip("\n").split("\n") for text in line.split("|")),
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(text):
    with pytest.raises(RuleError) as refusal:
        Event.from_text(text)
    assert str(refusal.value).endswith(".")


NAMES = "setup standard doom=2 sets=base players=%s row=dawn,the-deep,the-mirror,the-key"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (NAMES % "Ann,Maximilian-Joe", "'Maximilian-Joe' is too long: a name has at most 12 letters."),
        ("join Maximilian-Joe", "'Maximilian-Joe' is too long: a name has at most 12 letters."),
        (NAMES % "Ann,B.o", "'B.o' can't be a name: use letters, digits, '_' and '-'."),
        *(
            (f"join B{sign}o", f"'B{sign}o' can't be a name: use letters, digits, '_' and '-'.")
            for sign in "/:@[`{"
        ),
        (NAMES % "Ann,Bo,ann", "'ann' and 'Ann' differ only in capital letters."),
        (NAMES % "Jörg,JÖRG", "'JÖRG' and 'Jörg' differ only in capital letters."),
        ("  play 3 2", "A line begins with its first word: take away the space or tab before it."),
        ("\tplay 3 2", "A line begins with its first word: take away the space or tab before it."),
        ("play 3  2", "The words of an event are separated by one space, with none after the last."),
    ],
)
def test_the_sentence_says_what_to_mend(text, sentence):
    with pytest.raises(RuleError) as refusal:
        Event.from_text(text)
    assert str(refusal.value) == sentence


def test_a_name_has_letters_of_either_case_digits_and_two_signs():
    for name in ("A0", "Z9", "a5", "z2", "_-", "Łukasz"):
        assert Event.from_text(f"join {name}").args[0] == name


def test_two_to_eight_names_fit_at_one_table():
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ida", "Jo"]
    for count in range(10):
        if 2 <= count <= 8:
            check_names(names[:count])
        else:
            with pytest.raises(RuleError, match="Give 2 to 8 names"):
                check_names(names[:count])


def test_two_players_have_two_names():
    with pytest.raises(RuleError, match="'Ann' is there twice: give each player a name of"):
        check_names(["Ann", "Bo", "Ann"])


def test_a_setup_has_at_most_280_bytes():
    adventurers = "adventurers=mage,mystic,defender,summoner,vanquisher"
    row = "row=the-pallbearers,the-north-wind,the-blind-man,the-belltower"
    names = ",".join(letter * 12 for letter in "öäüéó")
    text = f"setup creatures doom=2 sets=base,promo,stars players={names} {row} {adventurers}"
    # two bytes for each of these letters, and one for another
    more = len(text.encode()) - 280
    longest, too_long = (text.replace("ö", "o", 12).replace("ä", "a", n - 12) for n in (more, more - 1))
    assert len(longest.encode()) == 280 and str(Event.from_text(longest)) == longest
    with pytest.raises(RuleError, match="at most 280 bytes"):
        Event.from_text(too_long)


def test_names_that_differ_in_capital_letters_alone_are_the_same():
    letters = [chr(code) for code in range(0x21C) if chr(code).isascii() or is_letter(chr(code))]
    for letter in letters:
        same = [other for other in letters if same_name(letter, [other])]
        assert same == [other for other in letters if other.lower() == letter.lower()]


@given(st.text(max_size=130))
def test_any_text_is_read_or_refused(text):
    try:
        event = Event.from_text(text)
    except RuleError:
        return
    assert str(event) == text


def test_the_longest_setup_fits():
    names = ",".join(letter * 12 for letter in "ÀÑŁŒȚ")
    text = (
        f"setup restless doom=2 sets=base,promo,imago,stars players={names} "
        "row=the-pallbearers,the-north-wind,the-belltower,the-musicians assist=number-line"
    )
    assert len(text.encode()) > len(text)
    assert str(Event.from_text(text)) == text
    assert Record.from_text(text).events == [text]


def test_a_letter_beyond_ascii_is_one_of_the_latin_blocks():
    latin = [chr(code) for code in (*range(0xC0, 0x180), *range(0x218, 0x21C))]
    wanted = {character for character in latin if unicodedata.category(character).startswith("L")}
    assert {character for character in map(chr, range(0x80, 0x11000)) if is_letter(character)} == wanted
    assert [letter for letter in wanted if unicodedata.normalize("NFC", letter) != letter] == []


@pytest.mark.parametrize(("line", "limit"), [("join " + "ö" * 58, 120), ("ö" * 141, 280)])
def test_a_line_is_measured_in_bytes(line, limit):
    with pytest.raises(RuleError, match=f"at most {limit} bytes here; this one has {len(line.encode())}"):
        check_line(line, limit)
    check_line(line[:-1], limit)


def test_a_record_keeps_its_tags_and_leaves_out_comments():
    text = '[Date "2026-11-21"]\r\n# a game\n\n[Mood "\\"grim\\" \\\\"]\nsetup x\nend\n'
    record = Record.from_text(text)
    assert record.tags == [("Date", "2026-11-21"), ("Mood", '"grim" \\')]
    assert record.events == ["setup x", "end"]
    assert Record.from_text(str(record)).tags == record.tags


tag_values = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)


@given(st.lists(tag_values, max_size=4))
def test_tags_come_back_whatever_they_hold(values):
    record = Record([("Note", value) for value in values], ["setup x"])
    assert Record.from_text(str(record)).tags == record.tags


@pytest.mark.parametrize(
    "text",
    [
        *(" play 3 2", '\t[Date "x"]', "[Date]", '[Date "x]', "[", '[ "x"]', 'setup x\n[Late "tag"]'),
        *("setup x\nplay ×", "s\n" + "x" * 121),
    ],
)
def test_a_bad_line_is_named_by_its_number(text):
    with pytest.raises(RuleError, match=r"line [12]: "):
        Record.from_text(text)


def test_an_exported_record_has_no_undo():
    record = Record([], ["setup x", "play 1 1", "undo", "play 2 1", "end", "undo", "undo", "play 3 1"])
    assert record.without_undos().events == ["setup x", "play 3 1"]
    with pytest.raises(RuleError):
        without_undos(["setup x", "undo", "undo"])
