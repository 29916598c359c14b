"""Moments of a game: each scene gives an app whose screen is drawn; its golden picture has the same name."""

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

from companion import texts
from companion.journal import Journal, JournalFull
from memory_app import MemoryApp, enter_all
from player import Player

from shared_rules.games import NAMES, name_of
from shared_rules.shipwreck import SETS
from shared_rules.shipwreck.cards import cards_of

BASE = "setup standard doom=2 sets=base players=Ann,Bo row=the-deep,the-engine,leviathan,the-huntress"
_SETS = ",".join(SETS)
ALL = (
    f"setup standard doom=0 sets={_SETS} players=Ann,Bo,Cy,Di,Ed "
    "row=the-pallbearers,the-north-wind,the-belltower,the-musicians"
)
SCENES = {}


class Spoken:
    """The language of the scene that is made now."""

    language = "english"


def scene(make, name=""):
    """Add a scene: a function that gives an app whose screen is to be drawn, in a language."""

    def spoken(language):
        Spoken.language = language
        try:
            return make()
        finally:
            Spoken.language = "english"

    SCENES[(name or make.__name__).replace("_", "-")] = spoken
    return make


def scenes(**makers):
    """Add scenes by their names."""
    for name, make in makers.items():
        scene(make, name)


def companion(game_name=NAMES[0], **settings):
    """An app at the title of a game."""
    return MemoryApp(game_name, language=Spoken.language, **settings)


def at_table(setup, *events, faded="", **settings):
    """An app in the middle of a game.

    events: each may be several, separated by ", ". faded: cards added to the faded powers, legal or not.
    """
    app = companion(name_of(setup), **settings)
    app.session.begin(setup)
    press(app, "b")
    if faded:
        app.session.game.powers.extend(faded.split())
    enter_all(app.session, [event for several in events for event in several.split(", ")])
    return app


def at(setup, events="", presses="", faded="", **settings):
    """A scene of a game with these events, after some presses."""
    return lambda: press(at_table(setup, *[events] * bool(events), faded=faded, **settings), presses)


def new(presses="", game_name=NAMES[0], **settings):
    """A scene before a game, after some presses from the title on."""
    return lambda: press(companion(game_name, **settings), presses)


def after(make, presses):
    """A scene that some presses make of another one."""
    return lambda: press(make(), presses)


def row_of(*cards):
    return f"setup standard doom=2 sets={_SETS} players=Ann,Bo,Cy row=" + ",".join(cards)


def press(app, *names):
    """Press buttons, such as "a up:repeat"; "=help_is" takes the line with this text in the list shown."""
    for name in " ".join(names).split():
        if name[0] == "=":
            choose(app, name[1:])
        else:
            Player(app).press(name)
    return app


def choose(app, key):
    """Take the line with this text in the menu that is shown."""
    texts.choose(Spoken.language)
    Player(app).choose_label(key)
    return app


# --- before the game


def full(app):
    """No game may begin any more."""

    def check_room():
        raise JournalFull("no-room")

    app.folder = TemporaryDirectory()
    app.journal = app.session.journal = Journal(app.folder.name, app.log, new_id=lambda: "0badcafe")
    # a game that is not the one on the table
    app.journal.start([("Date", "2026-11-21 20:15")], BASE)
    app.journal.append("abandon", over="abandoned")
    app.journal.check_room = check_room
    return app


def new_device():
    app = companion()
    app.settings.is_set = lambda key: False
    return app


def unsaved(*events):
    app = at_table(BASE, *events)
    app.journal.unsaved = True
    return app


@scene
def unsaved_message():
    app = unsaved("play 1 1, end")
    app.say(JournalFull("unsaved"))
    return app


@scene
def name_that_was_cut():
    app = press(companion(names="Bartholomew,Bo,Cy,Di,Ed"), "b down c c")
    Player(app).press("key: ", "key:M")
    return app


TO_THE_TITLE = "a a a b up up up b"
title_with_a_game = at(BASE, "play 1 1, end", TO_THE_TITLE)
letter_before_its_mark = new("b down c c", names="Jo,Bo,Cy,Di,Ed")

scenes(
    new_device=new_device,
    unsaved_play=lambda: unsaved("play 1 1, end"),
    unsaved_question=lambda: unsaved("play 1 1"),
    title_with_a_game=title_with_a_game,
    letter_before_its_mark=letter_before_its_mark,
    no_room=lambda: press(full(companion()), "b"),
    oldest_game=lambda: press(full(companion()), "b down b"),
    title=new(),
    help_on_the_title=new("up b"),
    game_runs_already=after(title_with_a_game, "down b"),
    new_game=new("b"),
    new_game_with_everything=new(
        "b down down down down down down",
        **{"names": "Annabelle,Bartholomew,Cy,Diana,Ed", "players": 5, "first": 1, "doom": 6, "sets": _SETS},
    ),
    names=new("b down c down", players=5),
    name_editor=new("b down c c", names="Bartholomew,Bo,Cy,Di,Ed"),
    names_beyond_ascii=new("b down c down down", names="Jörg,Zoé,Łukasz,Søren,Ñandú", players=5),
    letter_with_its_mark=after(letter_before_its_mark, "c c:repeat"),
    sets=new("b up c down down down", sets="base,stars"),
    first_row_of_the_base_game=new("b b c down down"),
    first_row_of_all_sets=new("b b c c down b down", sets=_SETS),
)


# --- playing


@scene
def crowded_table():
    setup = row_of("the-fall", "the-ash", "leviathan", "the-imago")
    app = at_table(setup, "play 3 1, inevitable no, end")
    row = app.session.game.row
    row[0].fates.extend((1, 1, 2))
    row[3].fates.extend((7, 7))
    row[2].fates.extend((4, 3))
    row[2].attached.append("the-north-wind")
    row[1].attached.append("the-fall")
    return press(app, "c c")


@scene
def gaps_in_the_row():
    app = at_table(row_of("the-ash", "iron", "leviathan", "the-imago"))
    app.session.game.row[0] = app.session.game.row[2] = None
    app.screen.press("a", "press")
    app.screen.press("a", "press")
    return press(app, "c c")


@scene
def fading_with_powers_attached():
    app = at_table(row_of("the-fall", "the-ash", "the-imago", "iron"))
    row = app.session.game.row
    row[1].attached.append("the-fall")
    row[2].attached.extend(("the-north-wind", "the-fall"))
    row[2].fates.extend((1, 2, 3, 4))
    app.session.enter("play 2 1")
    return app


closed_card = at(row_of("the-pallbearers", "the-thief", "the-fall", "the-ash"))

scenes(
    play=at(
        "setup standard doom=2 sets=base players=Ann,Bo,Cy row=the-deep,the-judge,leviathan,the-key",
        "play 1 1, predict hit, end, play 6 3, end, play 2 2, predict hit, end, play 3 4, predict miss, end, "
        "play 3 2, predict hit, end, play 2 1, end",
        "c up",
        faded="dawn the-mirror the-servant",
    ),
    cursor_on_the_powers=at(
        BASE,
        "play 1 1, end",
        "c c c",
        faded="dawn the-servant the-key the-belltower the-mirror the-prophet the-lord",
    ),
    closed_card=closed_card,
    first_turn=at(BASE),
    turn_of_a_name_beyond_ascii=at(BASE.replace("Ann,Bo", "Jörg,Łukasz"), "play 1 1, end"),
    play_that_would_fade=at(BASE, "play 1 1, end, play 2 1, predict hit, end, play 4 2, end", "a down"),
    play_on_the_hours=at(BASE, "play 1 1, end", "a a up"),
    cursor_on_the_menu=at(BASE, "play 1 1, end", "a a a"),
    second_play_after_the_feast=at(row_of("the-feast", "dawn", "midnight", "the-deep"), "play 6 1"),
)


# --- answers

THIEF = row_of("the-thief", "the-blind-man", "the-wish", "the-imago")

scenes(
    the_thief_asks=at(THIEF, "play 3 3, steal none, end, play 2 4"),
    the_chalice_asks=at(row_of("the-chalice", "dawn", "midnight", "the-deep"), "play 4 1"),
    the_thief_finds_nothing=at(THIEF, "play 1 3"),
    the_fall_asks=at(THIEF.replace("thief", "fall"), "play 5 1"),
    the_fall_asks_anew=at(
        row_of("the-fall", "dawn", "midnight", "the-key"),
        "illegal 1 1, end, play 7 1, inevitable yes, use the-belltower 1 1",
        faded="the-belltower",
    ),
)


# --- predicting

WISH = row_of("the-wish", "dawn", "midnight", "the-deep")

scenes(
    predict_while_cards_fade=at(BASE, "play 4 4", faded="dawn the-mirror"),
    predict_twice=at(WISH, "play 4 1, use the-mirror", faded="the-mirror"),
    which_value_missed_before=at(WISH, "play 4 1", "b up b", note=True),
    predict=at(ALL, "play 2 1, predict hit, end, play 5 4"),
    which_value_was_hit=at(BASE, "play 1 1", "b", note=True),
    which_fate_was_it=at(BASE, "play 1 1", "c b", note=True),
    after_a_hit_with_sails=at(BASE, "play 4 2, predict 2 hit", faded="the-musicians dawn"),
)


# --- faded powers

FOUR = row_of("the-blind-man", "the-wish", "the-imago", "iron")


def with_power(card, presses="", events="play 3 2, end, play 4 2", others="dawn", find=True):
    """A scene of the first question of a power that is opened from the table."""

    def make():
        app = at_table(FOUR, *[events] * bool(events), faded=f"{card} {others}")
        player = Player(app)
        if find:
            player.choose_power(card)
        else:
            player.open_powers()
        return press(app, presses)

    return make


a_power_opens_a_card = at(
    row_of("the-prophet", "dawn", "the-shore", "the-mirror"), faded="the-servant the-rider the-ghost"
)
sails = with_power("the-musicians", events="play 3 3, predict 5 hit")

scenes(
    a_power_opens_a_card=a_power_opens_a_card,
    a_power_keeps_a_card_from_fading=at(
        row_of("the-judge", "dawn", "the-shore", "the-wish"),
        "play 4 1, end, play 2 1",
        faded="the-mirror dawn leviathan",
    ),
    powers_list=with_power(
        "the-mirror",
        others="dawn the-servant the-key the-belltower the-pallbearers the-rider the-thief",
        find=False,
    ),
    cursor_on_a_power_that_opens_a_card=after(a_power_opens_a_card, "c c c"),
    powers_that_help_an_oracle=lambda: with_help("oracle", "play 2 3", faded="the-servant the-mirror dawn"),
    power_that_is_closed_now=with_power("the-mirror", "a down", others="the-prophet", find=False),
    # no visible fate is lower than a kept fate that is lower than the 6
    power_without_a_target=at(
        row_of("dawn", "the-judge", "the-shore", "the-wish"), "play 6 1", "down", faded="leviathan"
    ),
    saints=with_power("midnight"),
    secrets=with_power("the-stranger"),
    shells=with_power("the-key", events="play 3 3, end, play 1 3, end, play 4 4"),
    songs=with_power("the-captain"),
    spires=with_power("the-judge"),
    swords=with_power("the-lord"),
    shackles=with_power("the-pallbearers"),
    storms=with_power("asunder"),
    scythes=with_power("the-ash", "up", others="dawn the-mirror"),
    sinners=with_power("leviathan"),
    sorrows=with_power("the-beast"),
    scions=with_power("the-north-wind"),
    shadows=with_power("fortune", events=""),
    sparrows=with_power("the-rider", events=""),
    skies=with_power("the-feast", events="play 3 2, end"),
    skies_to=with_power("the-feast", "b up", events="play 3 2, end"),
    sails=sails,
    sails_fate=after(sails, "b"),
)


# --- fading, dealing, taking back

scenes(
    deal=at(BASE, "play 4 4, end", "c down"),
    deal_from_all_sets=at(FOUR, "play 4 1, end"),
    help_on_a_play=at(BASE, presses="b:long c"),
    take_back_the_setup=at(BASE, presses="b:long"),
    help_on_a_prediction=at(BASE, "play 4 2", "b:long c"),
    take_back_a_play=at(BASE, "play 4 2", "b:long"),
    take_back_a_turn=at(BASE, "play 6 2, predict miss", "b:long"),
)


# --- the menu

MENU = "a a a b"

scenes(
    menu_before_the_play=at(ALL, presses=MENU),
    menu_after_the_play=at(BASE, "play 4 2", "up"),
    reveal=at(FOUR.replace("iron", "leviathan"), "play 7 4, end, play 7 3", "up =reveal"),
    illegal_play=at(ALL, presses=f"{MENU} =illegal_play c up"),
    was_it_illegal=at(BASE, "play 4 2", "up =was_illegal"),
    seat_of_a_new_player=at(BASE, presses=f"{MENU} =join b up"),
    leave=at(ALL, presses=f"{MENU} =leave up"),
    abandon=at(ALL, presses=f"{MENU} up b"),
    # which of two values was predicted
    after_shadows=at(
        row_of("dawn", "the-mirror", "the-judge", "the-key"),
        "use iron, play 5 1",
        "b b",
        faded="iron",
        note=True,
    ),
)


# --- rulings

# on the cards that lie there, and on Shadows and Shackles, which have faded
rulings = at(
    row_of("the-fall", "dawn", "the-feast", "the-mirror"),
    presses=f"{MENU} =rulings",
    faded="iron the-pallbearers",
)

scenes(rulings=rulings, rulings_by_topic=after(rulings, "up b"), ruling=after(rulings, "b"))


# --- number lines and levels of assistance

HELD = "play 5 1, end, play 6 2, end, play 2 3, end, play 4 4, end"


def with_help(level, *events, faded="the-mirror the-servant"):
    """A table of five, four of whom hold a fate."""
    row = "dawn,leviathan,the-shore,the-noble"
    setup = f"setup standard doom=2 sets=base players=Ann,Bartholomew,Cy,Di,Ed row={row} assist={level}"
    return at_table(setup, HELD, *events, faded=faded)


def helped(level, events="", presses="", **words):
    """A scene at that table."""
    return lambda: press(with_help(level, *[events] * bool(events), **words), presses)


def with_an_oracle(players, events):
    """A scene with an oracle who has watched all that happened."""

    def make():
        row = "the-mirror,leviathan,the-key,midnight"
        app = at_table(f"setup standard doom=2 sets=base players={players} row={row} assist=oracle")
        app.session.game.possible()
        for event in events.split(", "):
            app.session.enter(event)
            app.session.game.possible()
        return app

    return make


LINE = BASE + " assist=number-line"
FLIPPED = "play 1 3, flip Ed 1,2,3,4"
levels = at(LINE, presses=f"{MENU} =help_is")

scenes(
    oracle_that_knows_the_fate=helped("oracle", "play 3 3"),
    number_lines_of_all_who_hold_a_fate=helped(
        "number-line", "play 1 3, flip Ed 1,2,4, flip Ann 5,6,7, flip Bartholomew 1", "up b a a b"
    ),
    number_lines_with_the_oracle=helped("oracle", "play 1 3, flip Ed 2,5, flip Ann 4", "up b c"),
    levels=levels,
    number_line_before_the_play=helped("number-line", faded=""),
    number_line_after_the_play=helped("number-line", FLIPPED),
    oracle_after_the_play=helped("oracle", "play 1 3, flip Ed 2,5"),
    cursor_on_the_number_line=helped("oracle", "play 1 3, flip Ed 4,7, end, flip Ann 3,7", "a a a a"),
    number_line_of_one_value=helped("oracle", "play 3 3", "up b"),
    number_line_that_nobody_else_has=at(LINE, "play 4 2", "up b b c b c b"),
    # Ann holds a 7, and plays a 2 where only a 1 in her hand allows it
    contradiction=with_an_oracle("Ann,Bo", "play 7 1, end, deal 1 dawn, play 1 4, end, play 2 1"),
    # no fate of Ann's or Bo's alone forbids what Cy plays
    contradiction_that_no_fate_explains=with_an_oracle(
        "Ann,Bo,Cy", "play 3 1, end, deal 1 the-servant, play 3 0, end, play 3 3"
    ),
    does_everybody_agree=after(levels, "down b"),
    take_back_a_flip=helped("number-line", FLIPPED, "b:long"),
    take_back_a_level=helped("oracle", "assist number-line", "b:long"),
)


# --- the 2-player challenge

PAIR = "setup duel doom=2 sets=base players=Ann,Bartholomew"
DUEL = f"{PAIR} row=the-deep,the-engine,leviathan,the-huntress"


@scene
def the_bag_has_too_few_fates():
    row = "row=the-fall,the-feast,dawn,midnight"
    app = at_table(f"setup standard doom=0 sets=base,promo,stars players=Ann,Bo {row}")
    app.session.game.exiled = [fate for fate in range(1, 8) for _ in range(3)][1:]
    app.screen.press("a", "press")
    return press(app, "c")


@scene
def challenge_won():
    app = at_table(DUEL)
    app.session.game.score = 6
    enter_all(app.session, ("play 1 1", "predict hit"))
    return app


def restless_hours(faded):
    """A scene of The Restless Hours when a card has to be dealt. faded: how many cards have faded."""
    row = ["dawn", "midnight", "the-stranger", "the-judge"]
    others = [card for card in cards_of(("base",)) if card not in row]
    setup = f"setup restless doom=0 sets=base players=Ann,Bo row={','.join(row)}"
    return at(setup, "play 5 1, end, play 6 1, predict 2 hit, end", "b", faded=" ".join(others[:faded]))


reveal_of_a_line = at(
    f"{PAIR} row=the-key,the-mirror,leviathan,the-stranger",
    "play 7 3, end, play 1 1, end, play 7 3",
    "up =reveal",
)

scenes(
    number_lines_of_a_challenge=at(
        DUEL + " assist=number-line",
        "play 1 1, end, play 2 1, end, play 1 1, end, deal 1 dawn, play 4 2, flip Ann.A 1,2, "
        "flip Bartholomew.B 6",
        "up =lines_row down",
    ),
    reveal_of_a_line=reveal_of_a_line,
    reveal_of_one_of_two=at(
        PAIR.replace("base", "base,imago") + " row=the-imago,leviathan,the-key,midnight",
        "play 3 1, end, play 1 4, end, play 1 4, end, play 2 1, end, play 4 2",
        "up =reveal up up up",
    ),
    take_back_a_reveal_of_a_line=after(reveal_of_a_line, "b b:long"),
    new_challenge=new("b down down down", mode="restless-duel", assist="oracle"),
    title_with_a_challenge=at(DUEL, "play 1 1, end", TO_THE_TITLE),
    deck_of_the_restless_hours=restless_hours(10),
    last_card_of_the_restless_hours=restless_hours(14),
    play_of_a_line=at(DUEL, "play 1 1, end, play 6 3, end"),
    predict_the_fate_of_a_line=at(
        DUEL + " assist=number-line", "play 1 1, end, play 4 3, flip Bartholomew.A 3"
    ),
)


# --- Creatures from the Deep

FLASH = TemporaryDirectory()
OWN = "1:Hermit_Crab:3x7 1:Moon_Jelly:kind2&sum>=8 2:Moray_Eel:run4&sum=15 3:Kraken_of_Norway:pips>=14&odd3"
ROW = "row=dawn,midnight,the-stranger,the-judge"
SEA = f"setup creatures doom=2 sets=base players=Ann,Bo,Cy {ROW} adventurers=mystic,defender,vanquisher"
MET = "meet 1:Crab:sum>=9, meet 2:Manta_Ray:odd2&even1"
SERPENT = "meet 3:Sea_Serpent:run3&kind2"
ONE_HIT = f"{MET}, play 1 2, predict 4 hit, strike 1 4, end"
TWO_TURNS = f"{MET}, play 1 2, end, play 5 1, predict 4 hit"


def with_own_creatures(setup="", presses=""):
    """A scene of an app that has entered some creatures, in a game that begins, or at the title."""

    def make():
        Path(FLASH.name, "creatures.txt").write_text(OWN.replace(" ", "\n"))
        app = companion()
        app.board.folder = FLASH.name
        if setup:
            app.session.begin(setup)
        return press(app, presses)

    return make


def sea_of(adventurers, row=ROW):
    return SEA.replace("mystic,defender,vanquisher", adventurers).replace(ROW, row)


@scene
def strike_with_many_fates():
    app = at_table(SEA, "meet 1:Shoal:pips=11&odd3&even4, meet 2:Leviathan_Junior:run7&kind3&odd9&3x7&2x1")
    deep = app.session.game.deep
    deep.fates[1].extend([2, 2, 4, 6, 1, 3, 5])
    deep.fates[2].extend([3] * 2)
    enter_all(app.session, ("play 1 2", "predict 4 hit"))
    return press(app, "c")


@scene
def one_creature_left():
    app = at_table(SEA, ONE_HIT, "play 5 3, predict 6 hit, strike 1 6", SERPENT)
    deep = app.session.game.deep
    deep.creatures.pop(0)
    deep.fates.pop(2)
    deep.defeats = 2
    deep.fates[3].extend([2, 2, 6])
    return press(app, "a a a")


@scene
def take_back_a_creature():
    app = press(strike_that_beats(), "b")
    app.session.enter(SERPENT)
    return press(app, "b:long")


@scene
def who_joins_draws_an_adventurer():
    app = at_table(SEA, MET)
    player = Player(app)
    player.open_menu()
    player.choose_label("join")
    player.write("Maximilian")
    return press(app, "b")


@scene
def creatures_beaten():
    app = strike_that_beats()
    # as if two had been beaten before
    app.session.game.deep.defeats, app.session.game.deep._met = 2, 3
    return press(app, "b")


meet = with_own_creatures(SEA, "b down")
meet_a_new_one = after(meet, "up up")
another_need = "b c c c b c down c c up c a a up c c up up up"
own_creatures = with_own_creatures(presses="down b down down down down down b")
creatures_table = at(SEA, ONE_HIT, faded="the-mirror")
strike_that_beats = at(SEA, f"{ONE_HIT}, play 5 3, predict hit", "up")
abilities = at(SEA, f"{MET}, play 5 1", "down up", faded="the-mirror the-servant")
five_with_creatures = {"mode": "creatures", "players": 5}

scenes(
    meet=meet,
    meet_a_new_one=meet_a_new_one,
    condition_of_a_creature=after(meet_a_new_one, another_need.removesuffix(" c c up up up")),
    another_need_of_a_creature=after(meet_a_new_one, another_need),
    own_creatures=own_creatures,
    creatures_table=creatures_table,
    creatures_table_with_a_number_line=at(
        SEA.replace(" adv", " assist=number-line adv"), f"{ONE_HIT}, play 3 1, flip Bo 4,5"
    ),
    strike_that_beats=strike_that_beats,
    abilities=abilities,
    ability_that_is_used=at(SEA, f"{MET}, play 5 1, ability mystic 5 1 3", "down"),
    mystic=after(abilities, "b"),
    defender=at(
        sea_of("defender,mystic,vanquisher", "row=the-deep,leviathan,the-noble,the-mirror"),
        f"{MET}, play 6 0",
        "down",
    ),
    vanquisher=at(sea_of("vanquisher,defender,mystic"), MET, "c c c b up"),
    mage=at(sea_of("mage,defender,mystic"), MET, "c c c b"),
    summoner=at(
        sea_of("summoner,defender,mystic"), f"{MET}, play 1 2, use the-mirror", "down", faded="the-mirror"
    ),
    menu_with_creatures=at(SEA, f"{MET}, play 5 1", "up"),
    take_back_a_strike=at(SEA, TWO_TURNS, "b b:long"),
    take_back_doom_taken_back=at(SEA, TWO_TURNS, "a b b:long"),
    new_game_with_creatures=new("b down down down", **five_with_creatures),
    adventurers=new("b b down c", **five_with_creatures),
    meet_a_generic_one=after(meet, "down down down"),
    name_of_a_creature=after(meet_a_new_one, "b" + 16 * " c"),
    condition_that_is_none=after(meet_a_new_one, f"{another_need} a a a a down"),
    menu_while_a_creature_shows_itself=after(meet, "a"),
    remove_a_creature=after(own_creatures, "down b"),
    creatures_in_sight=after(creatures_table, "a a a"),
    cursor_on_the_adventurer=after(creatures_table, "a a a a a"),
    strike=at(SEA, f"{ONE_HIT}, play 5 1, predict 2 hit"),
    doom_taken_back=at(SEA, f"{ONE_HIT}, play 5 3, predict hit", "a"),
    third_creature=at(SEA, f"{ONE_HIT}, play 5 3, predict 6 hit, strike 1 6"),
    ability_of_another=after(abilities, "up"),
    mystic_to=after(abilities, "b b up"),
    after_a_hit_with_the_mystic=at(SEA, f"{MET}, play 1 2, predict 4 hit, strike 1 4"),
    after_a_miss_with_the_mystic=at(SEA, f"{MET}, play 1 2, predict 4 miss"),
    creatures_from_the_menu=at(SEA, f"{MET}, play 5 1", "up =in_sight"),
    take_back_an_ability=at(SEA, f"{MET}, play 5 1, ability mystic 5 1 3", "b:long"),
)


# --- the end


@scene
def won():
    app = at_table(row_of("the-fall", "leviathan", "iron", "the-shore"))
    app.session.game.score = 6
    app.session.game.turn = 15
    enter_all(app.session, ("play 6 2", "predict hit"))
    return app


@scene
def title_with_the_last_game():
    app = companion()
    app.journal.last = "0badcafe"
    return press(app, "down")


lost = at(BASE.replace("doom=2", "doom=6"), "play 4 2, predict miss")
abandoned = at(BASE, "play 1 1, end, abandon")

scenes(
    lost=lost,
    abandoned=abandoned,
    title_after_a_game=after(lost, "b"),
    take_back_the_end=after(lost, "a"),
    result_code=after(lost, "c"),
)


# --- settings and messages

DEVICE = "down b up b"


def supplied(app, volts, low):
    """An app whose supply was measured."""
    app.board.power = SimpleNamespace(volts=volts, low=low)
    return app


scenes(
    settings=new("down b"),
    device=new(DEVICE),
    device_with_a_supply=lambda: supplied(new(DEVICE)(), 3.87, False),
    device_without_a_supply=lambda: supplied(new(DEVICE)(), None, False),
    low_battery=lambda: supplied(at_table(BASE), 3.28, True),
    message=after(closed_card, "b"),
    clock=new("down b down down b c"),
    clean_between_turns=new("down b up up up", clean_after=20),
    device_with_a_finished_game=after(abandoned, f"b {DEVICE}"),
)


# --- the scenes of the other games

for path in sorted((Path(__file__).parent.parent / "games").glob("*_scenes.py")):
    import_module("games." + path.stem)
