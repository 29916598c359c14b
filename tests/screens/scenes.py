"""Moments of a game: each scene gives an app whose screen is drawn; its golden picture has the same name."""

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import texts
from companion.journal import Journal, JournalFull
from memory_app import MemoryApp, enter_all
from player import Player

from shared_rules.games import NAMES
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


def at_table(setup, *events, faded=(), **settings):
    """An app in the middle of a game. faded: cards added to the faded powers, legal or not."""
    app = companion(**settings)
    app.session.begin(setup)
    press(app, "b")
    app.session.game.powers.extend(faded)
    enter_all(app.session, events)
    return app


def row_of(*cards):
    return f"setup standard doom=2 sets={_SETS} players=Ann,Bo,Cy row=" + ",".join(cards)


def press(app, *names):
    Player(app).press(*names)
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


@scene
def new_device():
    app = companion()
    app.settings.is_set = lambda key: False
    return app


@scene
def unsaved_play():
    app = at_table(BASE, "play 1 1", "end")
    app.journal.unsaved = True
    return app


@scene
def unsaved_question():
    app = at_table(BASE, "play 1 1")
    app.journal.unsaved = True
    return app


@scene
def unsaved_message():
    app = unsaved_play()
    app.say(JournalFull("unsaved"))
    return app


@scene
def title_with_a_game():
    return press(at_table(BASE, "play 1 1", "end"), "a", "a", "a", "b", "up", "up", "up", "b")


@scene
def letter_before_its_mark():
    return press(companion(names="Jo,Bo,Cy,Di,Ed"), "b", "down", "c", "c")


scenes(
    no_room=lambda: press(full(companion()), "b"),
    oldest_game=lambda: press(full(companion()), "b", "down", "b"),
    title=lambda: companion(),
    help_on_the_title=lambda: press(companion(), "up", "b"),
    game_runs_already=lambda: press(title_with_a_game(), "down", "b"),
    new_game=lambda: press(companion(), "b"),
    new_game_with_everything=lambda: press(
        companion(names="Annabelle,Bartholomew,Cy,Diana,Ed", players=5, first=1, doom=6, sets=_SETS),
        *("b", "down", "down", "down", "down", "down", "down"),
    ),
    names=lambda: press(companion(players=5), "b", "down", "c", "down"),
    name_editor=lambda: press(companion(names="Bartholomew,Bo,Cy,Di,Ed"), "b", "down", "c", "c"),
    names_beyond_ascii=lambda: press(
        companion(names="Jörg,Zoé,Łukasz,Søren,Ñandú", players=5), "b", "down", "c", "down", "down"
    ),
    name_that_was_cut=lambda: press(
        companion(names="Bartholomew,Bo,Cy,Di,Ed"), "b", "down", "c", "c", "key: ", "key:M"
    ),
    letter_with_its_mark=lambda: press(letter_before_its_mark(), "c", "c:repeat"),
    sets=lambda: press(companion(sets="base,stars"), "b", "up", "c", "down", "down", "down"),
    first_row_of_the_base_game=lambda: press(companion(), "b", "b", "c", "down", "down"),
    first_row_of_all_sets=lambda: press(companion(sets=_SETS), "b", "b", "c", "c", "down", "b", "down"),
)


# --- playing


@scene
def play():
    setup = "setup standard doom=2 sets=base players=Ann,Bo,Cy row=the-deep,the-judge,leviathan,the-key"
    events = "play 1 1|predict hit|end|play 6 3|end|play 2 2|predict hit|end|play 3 4|predict miss|end"
    events += "|play 3 2|predict hit|end|play 2 1|end"
    return press(at_table(setup, *events.split("|"), faded=("dawn", "the-mirror", "the-servant")), "c", "up")


@scene
def cursor_on_the_powers():
    faded = ("dawn", "the-servant", "the-key", "the-belltower", "the-mirror", "the-prophet", "the-lord")
    return press(at_table(BASE, "play 1 1", "end", faded=faded), "c", "c", "c")


@scene
def closed_card():
    return press(at_table(row_of("the-pallbearers", "the-thief", "the-fall", "the-ash")))


@scene
def crowded_table():
    setup = row_of("the-fall", "the-ash", "leviathan", "the-imago")
    app = at_table(setup, "play 3 1", "inevitable no", "end")
    for fate in (1, 1, 2):
        app.session.game.row[0].fates.append(fate)
    app.session.game.row[3].fates.extend((7, 7))
    app.session.game.row[2].fates.extend((4, 3))
    app.session.game.row[2].attached.append("the-north-wind")
    app.session.game.row[1].attached.append("the-fall")
    return press(app, "c", "c")


@scene
def gaps_in_the_row():
    app = at_table(row_of("the-ash", "iron", "leviathan", "the-imago"))
    app.session.game.row[0] = app.session.game.row[2] = None
    app.screen.press("a", "press")
    app.screen.press("a", "press")
    return press(app, "c", "c")


@scene
def fading_with_powers_attached():
    app = at_table(row_of("the-fall", "the-ash", "the-imago", "iron"))
    row = app.session.game.row
    row[1].attached.append("the-fall")
    row[2].attached.extend(("the-north-wind", "the-fall"))
    row[2].fates.extend((1, 2, 3, 4))
    app.session.enter("play 2 1")
    return app


scenes(
    first_turn=lambda: at_table(BASE),
    turn_of_a_name_beyond_ascii=lambda: at_table(BASE.replace("Ann,Bo", "Jörg,Łukasz"), "play 1 1", "end"),
    play_that_would_fade=lambda: press(
        at_table(BASE, "play 1 1", "end", "play 2 1", "predict hit", "end", "play 4 2", "end"), "a", "down"
    ),
    play_on_the_hours=lambda: press(at_table(BASE, "play 1 1", "end"), "a", "a", "up"),
    cursor_on_the_menu=lambda: press(at_table(BASE, "play 1 1", "end"), "a", "a", "a"),
    second_play_after_the_feast=lambda: at_table(
        row_of("the-feast", "dawn", "midnight", "the-deep"), "play 6 1"
    ),
)


# --- answers


@scene
def the_thief_asks():
    setup = row_of("the-thief", "the-blind-man", "the-wish", "the-imago")
    return press(at_table(setup, "play 3 3", "steal none", "end", "play 2 4"))


scenes(
    the_chalice_asks=lambda: at_table(row_of("the-chalice", "dawn", "midnight", "the-deep"), "play 4 1"),
    the_thief_finds_nothing=lambda: at_table(
        row_of("the-thief", "the-blind-man", "the-wish", "the-imago"), "play 1 3"
    ),
    the_fall_asks=lambda: at_table(row_of("the-fall", "the-blind-man", "the-wish", "the-imago"), "play 5 1"),
)


# --- predicting


@scene
def predict_while_cards_fade():
    faded = ("dawn", "the-mirror")
    return at_table(BASE, "play 4 4", faded=faded)


@scene
def predict_twice():
    app = at_table(row_of("the-wish", "dawn", "midnight", "the-deep"), "play 4 1", faded=("the-mirror",))
    app.session.enter("use the-mirror")
    return app


@scene
def which_value_missed_before():
    app = at_table(row_of("the-wish", "dawn", "midnight", "the-deep"), "play 4 1", note=True)
    return press(app, "b", "up", "b")


scenes(
    predict=lambda: at_table(ALL, "play 2 1", "predict hit", "end", "play 5 4"),
    which_value_was_hit=lambda: press(at_table(BASE, "play 1 1", note=True), "b"),
    which_fate_was_it=lambda: press(at_table(BASE, "play 1 1", note=True), "c", "b"),
    after_a_hit_with_sails=lambda: at_table(
        BASE, "play 4 2", "predict 2 hit", faded=("the-musicians", "dawn")
    ),
)


# --- faded powers


@scene
def a_power_opens_a_card():
    setup = row_of("the-prophet", "dawn", "the-shore", "the-mirror")
    return at_table(setup, faded=("the-servant", "the-rider", "the-ghost"))


@scene
def a_power_keeps_a_card_from_fading():
    setup = row_of("the-judge", "dawn", "the-shore", "the-wish")
    faded = ("the-mirror", "dawn", "leviathan")
    return at_table(setup, "play 4 1", "end", "play 2 1", faded=faded)


def with_power(card, *presses, events=("play 3 2", "end", "play 4 2"), others=("dawn",), find=True):
    """The first question of a power that is opened from the table."""
    app = at_table(row_of("the-blind-man", "the-wish", "the-imago", "iron"), *events, faded=(card, *others))
    player = Player(app)
    if find:
        player.choose_power(card)
    else:
        player.open_powers()
    return press(app, *presses)


@scene
def powers_list():
    others = ("dawn", "the-servant", "the-key", "the-belltower", "the-pallbearers", "the-rider", "the-thief")
    return with_power("the-mirror", others=others, find=False)


@scene
def shells():
    events = ("play 3 3", "end", "play 1 3", "end", "play 4 4")
    return with_power("the-key", events=events)


@scene
def sails():
    return press(with_power("the-musicians", events=("play 3 3", "predict 5 hit")))


scenes(
    cursor_on_a_power_that_opens_a_card=lambda: press(a_power_opens_a_card(), "c", "c", "c"),
    powers_that_help_an_oracle=lambda: with_help(
        "oracle", "play 2 3", faded=("the-servant", "the-mirror", "dawn")
    ),
    power_that_is_closed_now=lambda: with_power(
        "the-mirror", "a", "down", others=("the-prophet",), find=False
    ),
    saints=lambda: with_power("midnight"),
    secrets=lambda: with_power("the-stranger"),
    songs=lambda: with_power("the-captain"),
    spires=lambda: with_power("the-judge"),
    swords=lambda: with_power("the-lord"),
    shackles=lambda: with_power("the-pallbearers"),
    storms=lambda: with_power("asunder"),
    scythes=lambda: with_power("the-ash", "up", others=("dawn", "the-mirror")),
    sinners=lambda: with_power("leviathan"),
    sorrows=lambda: with_power("the-beast"),
    scions=lambda: with_power("the-north-wind"),
    shadows=lambda: with_power("fortune", events=()),
    sparrows=lambda: with_power("the-rider", events=()),
    skies=lambda: with_power("the-feast", events=("play 3 2", "end")),
    skies_to=lambda: with_power("the-feast", "b", "up", events=("play 3 2", "end")),
    sails_fate=lambda: press(sails(), "b"),
)


# --- fading, dealing, taking back


scenes(
    deal=lambda: press(at_table(BASE, "play 4 4", "end"), "c", "down"),
    deal_from_all_sets=lambda: at_table(
        row_of("the-blind-man", "the-wish", "the-imago", "iron"), "play 4 1", "end"
    ),
    help_on_a_play=lambda: press(at_table(BASE), "b:long", "c"),
    take_back_the_setup=lambda: press(at_table(BASE), "b:long"),
    help_on_a_prediction=lambda: press(at_table(BASE, "play 4 2"), "b:long", "c"),
    take_back_a_play=lambda: press(at_table(BASE, "play 4 2"), "b:long"),
    take_back_a_turn=lambda: press(at_table(BASE, "play 6 2", "predict miss"), "b:long"),
)


# --- the menu


@scene
def menu_before_the_play():
    return press(at_table(ALL), "a", "a", "a", "b")


@scene
def menu_after_the_play():
    return press(at_table(BASE, "play 4 2"), "up")


@scene
def reveal():
    setup = row_of("the-blind-man", "the-wish", "the-imago", "leviathan")
    app = at_table(setup, "play 7 4", "end", "play 7 3")
    return choose(press(app, "up"), "reveal")


scenes(
    illegal_play=lambda: press(choose(menu_before_the_play(), "illegal_play"), "c", "up"),
    was_it_illegal=lambda: choose(menu_after_the_play(), "was_illegal"),
    seat_of_a_new_player=lambda: press(choose(press(at_table(BASE), "a", "a", "a", "b"), "join"), "b", "up"),
    leave=lambda: press(choose(menu_before_the_play(), "leave"), "up"),
    abandon=lambda: press(menu_before_the_play(), "up", "b"),
)


def after_shadows():
    """Which of two values was predicted after Shadows."""
    app = at_table(row_of("dawn", "the-mirror", "the-judge", "the-key"), faded=("iron",), note=True)
    enter_all(app.session, ("use iron", "play 5 1"))
    return press(app, "b", "b")


scene(after_shadows)


# --- rulings


def rulings():
    """Those on the cards that lie there, and on Shadows and Shackles, which have faded."""
    row = row_of("the-fall", "dawn", "the-feast", "the-mirror")
    return choose(press(at_table(row, faded=("iron", "the-pallbearers")), "a", "a", "a", "b"), "rulings")


scenes(
    rulings=rulings,
    rulings_by_topic=lambda: press(rulings(), "up", "b"),
    ruling=lambda: press(rulings(), "b"),
)


# --- number lines and levels of assistance

HELD = ("play 5 1", "end", "play 6 2", "end", "play 2 3", "end", "play 4 4", "end")


def with_help(level, *events, faded=("the-mirror", "the-servant")):
    """A table of five, four of whom hold a fate."""
    row = "dawn,leviathan,the-shore,the-noble"
    setup = f"setup standard doom=2 sets=base players=Ann,Bartholomew,Cy,Di,Ed row={row} assist={level}"
    return at_table(setup, *HELD, *events, faded=faded)


@scene
def oracle_that_knows_the_fate():
    return with_help("oracle", "play 3 3")


@scene
def number_lines_of_all_who_hold_a_fate():
    app = with_help("number-line", "play 1 3", "flip Ed 1,2,4", "flip Ann 5,6,7", "flip Bartholomew 1")
    return press(app, "up", "b", "a", "a", "b")


@scene
def number_lines_with_the_oracle():
    app = with_help("oracle", "play 1 3", "flip Ed 2,5", "flip Ann 4")
    return press(app, "up", "b", "c")


@scene
def levels():
    return choose(press(at_table(BASE + " assist=number-line"), "a", "a", "a", "b"), "help_is")


def with_an_oracle(players, *events):
    """A table with an oracle who has watched all that happened."""
    row = "the-mirror,leviathan,the-key,midnight"
    app = at_table(f"setup standard doom=2 sets=base players={players} row={row} assist=oracle")
    app.session.game.possible()
    for event in events:
        app.session.enter(event)
        app.session.game.possible()
    return app


# Ann holds a 7, and plays a 2 where only a 1 in her hand allows it
NO_HAND = ("play 7 1", "end", "deal 1 dawn", "play 1 4", "end", "play 2 1")
# no fate of Ann's or Bo's alone forbids what Cy plays
NO_HANDS = ("play 3 1", "end", "deal 1 the-servant", "play 3 0", "end", "play 3 3")


scenes(
    number_line_before_the_play=lambda: with_help("number-line", faded=()),
    number_line_after_the_play=lambda: with_help("number-line", "play 1 3", "flip Ed 1,2,3,4"),
    oracle_after_the_play=lambda: with_help("oracle", "play 1 3", "flip Ed 2,5"),
    cursor_on_the_number_line=lambda: press(
        with_help("oracle", "play 1 3", "flip Ed 4,7", "end", "flip Ann 3,7"), "a", "a", "a", "a"
    ),
    number_line_of_one_value=lambda: press(oracle_that_knows_the_fate(), "up", "b"),
    number_line_that_nobody_else_has=lambda: press(
        at_table(BASE + " assist=number-line", "play 4 2"), "up", "b", "b", "c", "b", "c", "b"
    ),
    contradiction=lambda: with_an_oracle("Ann,Bo", *NO_HAND),
    contradiction_that_no_fate_explains=lambda: with_an_oracle("Ann,Bo,Cy", *NO_HANDS),
    does_everybody_agree=lambda: press(levels(), "down", "b"),
    take_back_a_flip=lambda: press(with_help("number-line", "play 1 3", "flip Ed 1,2,3,4"), "b:long"),
    take_back_a_level=lambda: press(with_help("oracle", "assist number-line"), "b:long"),
)


# --- the 2-player challenge

DUEL = "setup duel doom=2 sets=base players=Ann,Bartholomew row=the-deep,the-engine,leviathan,the-huntress"


@scene
def number_lines_of_a_challenge():
    events = ("play 1 1", "end", "play 2 1", "end", "play 1 1", "end", "deal 1 dawn", "play 4 2")
    app = at_table(DUEL + " assist=number-line", *events, "flip Ann.A 1,2", "flip Bartholomew.B 6")
    return press(choose(press(app, "up"), "lines_row"), "down")


@scene
def reveal_of_a_line():
    row = "the-key,the-mirror,leviathan,the-stranger"
    app = at_table(DUEL.split(" row=")[0] + " row=" + row, "play 7 3", "end", "play 1 1", "end", "play 7 3")
    return choose(press(app, "up"), "reveal")


@scene
def reveal_of_one_of_two():
    events = ("play 3 1", "end", "play 1 4", "end", "play 1 4", "end", "play 2 1", "end", "play 4 2")
    row = "the-imago,leviathan,the-key,midnight"
    setup = DUEL.replace("sets=base", "sets=base,imago").split(" row=")[0]
    app = at_table(f"{setup} row={row}", *events)
    return press(choose(press(app, "up"), "reveal"), "up", "up", "up")


@scene
def the_bag_has_too_few_fates():
    row = "row=the-fall,the-feast,dawn,midnight"
    app = at_table(f"setup standard doom=0 sets=base,promo,stars players=Ann,Bo {row}")
    app.session.game.exiled = [fate for fate in range(1, 8) for _ in range(3)][1:]
    app.screen.press("a", "press")
    return press(app, "c")


@scene
def take_back_a_reveal_of_a_line():
    app = reveal_of_a_line()
    return press(app, "b", "b:long")


@scene
def challenge_won():
    app = at_table(DUEL)
    app.session.game.score = 6
    for event in ("play 1 1", "predict hit"):
        app.session.enter(event)
    return app


@scene
def new_challenge():
    app = companion(mode="restless-duel", assist="oracle")
    return press(app, "b", "down", "down", "down")


def restless_hours(faded):
    """The Restless Hours when a card has to be dealt. faded: how many cards of the base game have faded."""
    row = ["dawn", "midnight", "the-stranger", "the-judge"]
    others = [card for card in cards_of(("base",)) if card not in row]
    setup = f"setup restless doom=0 sets=base players=Ann,Bo row={','.join(row)}"
    return at_table(setup, "play 5 1", "end", "play 6 1", "predict 2 hit", "end", faded=others[:faded])


scenes(
    title_with_a_challenge=lambda: press(
        at_table(DUEL, "play 1 1", "end"), "a", "a", "a", "b", "up", "up", "up", "b"
    ),
    deck_of_the_restless_hours=lambda: press(restless_hours(10), "b"),
    last_card_of_the_restless_hours=lambda: press(restless_hours(14), "b"),
    play_of_a_line=lambda: at_table(DUEL, "play 1 1", "end", "play 6 3", "end"),
    predict_the_fate_of_a_line=lambda: at_table(
        DUEL + " assist=number-line", "play 1 1", "end", "play 4 3", "flip Bartholomew.A 3"
    ),
)


# --- Creatures from the Deep

FLASH = TemporaryDirectory()
OWN = "1:Hermit_Crab:3x7 1:Moon_Jelly:kind2&sum>=8 2:Moray_Eel:run4&sum=15 3:Kraken_of_Norway:pips>=14&odd3"
SEA = (
    "setup creatures doom=2 sets=base players=Ann,Bo,Cy row=dawn,midnight,the-stranger,the-judge"
    " adventurers=mystic,defender,vanquisher"
)
CRAB, RAY, SERPENT = "meet 1:Crab:sum>=9", "meet 2:Manta_Ray:odd2&even1", "meet 3:Sea_Serpent:run3&kind2"
ONE_HIT = (CRAB, RAY, "play 1 2", "predict 4 hit", "strike 1 4", "end")


def with_own_creatures():
    """An app at a table that has entered some creatures."""
    Path(FLASH.name, "creatures.txt").write_text(OWN.replace(" ", "\n"))
    app = companion()
    app.board.folder = FLASH.name
    return app


def with_creatures(*events, setup=SEA, **words):
    return at_table(setup, *events, **words)


@scene
def meet():
    app = with_own_creatures()
    app.session.begin(SEA)
    return press(app, "b", "down")


@scene
def meet_a_new_one():
    return press(meet(), "up", "up")


@scene
def condition_of_a_creature():
    app = press(meet_a_new_one(), "b", "c", "c", "c", "b", "c", "down")
    return press(app, "c", "c", "up", "c", "a", "a", "up")


@scene
def another_need_of_a_creature():
    return press(condition_of_a_creature(), "c", "c", "up", "up", "up")


@scene
def own_creatures():
    return press(with_own_creatures(), "down", "b", *["down"] * 5, "b")


@scene
def creatures_table():
    return with_creatures(*ONE_HIT, faded=("the-mirror",))


@scene
def creatures_table_with_a_number_line():
    events = (*ONE_HIT, "play 3 1", "flip Bo 4,5")
    return with_creatures(*events, setup=SEA.replace(" adv", " assist=number-line adv"))


@scene
def strike_that_beats():
    return press(with_creatures(*ONE_HIT, "play 5 3", "predict hit"), "up")


@scene
def strike_with_many_fates():
    app = with_creatures("meet 1:Shoal:pips=11&odd3&even4", "meet 2:Leviathan_Junior:run7&kind3&odd9&3x7&2x1")
    deep = app.session.game.deep
    deep.fates[1].extend([2, 2, 4, 6, 1, 3, 5])
    deep.fates[2].extend([3] * 2)
    for event in ("play 1 2", "predict 4 hit"):
        app.session.enter(event)
    return press(app, "c")


@scene
def one_creature_left():
    app = with_creatures(*ONE_HIT, "play 5 3", "predict 6 hit", "strike 1 6", SERPENT)
    app.session.game.deep.creatures.pop(0)
    app.session.game.deep.fates.pop(2)
    app.session.game.deep.defeats = 2
    app.session.game.deep.fates[3].extend([2, 2, 6])
    return press(app, "a", "a", "a")


@scene
def abilities():
    app = with_creatures(CRAB, RAY, "play 5 1", faded=("the-mirror", "the-servant"))
    return press(app, "down", "up")


@scene
def ability_that_is_used():
    app = with_creatures(CRAB, RAY, "play 5 1", "ability mystic 5 1 3")
    return press(app, "down")


@scene
def mystic():
    return press(abilities(), "b")


@scene
def defender():
    row = "row=the-deep,leviathan,the-noble,the-mirror"
    setup = SEA.replace("row=dawn,midnight,the-stranger,the-judge", row)
    setup = setup.replace("mystic,defender", "defender,mystic")
    return press(with_creatures(CRAB, RAY, "play 6 0", setup=setup), "down")


@scene
def vanquisher():
    setup = SEA.replace("mystic,defender,vanquisher", "vanquisher,defender,mystic")
    return press(with_creatures(CRAB, RAY, setup=setup), "c", "c", "c", "b", "up")


@scene
def mage():
    setup = SEA.replace("mystic,defender,vanquisher", "mage,defender,mystic")
    return press(with_creatures(CRAB, RAY, setup=setup), "c", "c", "c", "b")


@scene
def summoner():
    setup = SEA.replace("mystic,defender,vanquisher", "summoner,defender,mystic")
    app = with_creatures(CRAB, RAY, "play 1 2", setup=setup, faded=("the-mirror",))
    app.session.enter("use the-mirror")
    return press(app, "down")


@scene
def menu_with_creatures():
    return press(with_creatures(CRAB, RAY, "play 5 1"), "up")


@scene
def take_back_a_strike():
    app = press(with_creatures(CRAB, RAY, "play 1 2", "end", "play 5 1", "predict 4 hit"), "b")
    return press(app, "b:long")


@scene
def take_back_a_creature():
    app = press(strike_that_beats(), "b")
    app.session.enter(SERPENT)
    return press(app, "b:long")


@scene
def take_back_doom_taken_back():
    app = press(with_creatures(CRAB, RAY, "play 1 2", "end", "play 5 1", "predict 4 hit"), "a", "b")
    return press(app, "b:long")


@scene
def who_joins_draws_an_adventurer():
    app = with_creatures(CRAB, RAY)
    player = Player(app)
    player.open_menu()
    player.choose_label("join")
    player.write("Maximilian")
    return press(app, "b")


@scene
def the_fall_asks_anew():
    app = at_table(row_of("the-fall", "dawn", "midnight", "the-key"), "illegal 1 1", "end")
    for event in ("play 7 1", "inevitable yes"):
        app.session.enter(event)
    app.session.game.powers.append("the-belltower")
    app.session.enter("use the-belltower 1 1")
    return app


@scene
def creatures_beaten():
    app = strike_that_beats()
    # as if two had been beaten before
    app.session.game.deep.defeats, app.session.game.deep._met = 2, 3
    return press(app, "b")


scenes(
    new_game_with_creatures=lambda: press(
        companion(mode="creatures", players=5), "b", "down", "down", "down"
    ),
    adventurers=lambda: press(companion(mode="creatures", players=5), "b", "b", "down", "c"),
    meet_a_generic_one=lambda: press(meet(), "down", "down", "down"),
    name_of_a_creature=lambda: press(meet_a_new_one(), "b", *["c"] * 16),
    condition_that_is_none=lambda: press(another_need_of_a_creature(), "a", "a", "a", "a", "down"),
    menu_while_a_creature_shows_itself=lambda: press(meet(), "a"),
    remove_a_creature=lambda: press(own_creatures(), "down", "b"),
    creatures_in_sight=lambda: press(creatures_table(), "a", "a", "a"),
    cursor_on_the_adventurer=lambda: press(creatures_table(), "a", "a", "a", "a", "a"),
    strike=lambda: with_creatures(*ONE_HIT, "play 5 1", "predict 2 hit"),
    doom_taken_back=lambda: press(with_creatures(*ONE_HIT, "play 5 3", "predict hit"), "a"),
    third_creature=lambda: with_creatures(*ONE_HIT, "play 5 3", "predict 6 hit", "strike 1 6"),
    ability_of_another=lambda: press(abilities(), "up"),
    mystic_to=lambda: press(mystic(), "b", "up"),
    after_a_hit_with_the_mystic=lambda: with_creatures(CRAB, RAY, "play 1 2", "predict 4 hit", "strike 1 4"),
    after_a_miss_with_the_mystic=lambda: with_creatures(CRAB, RAY, "play 1 2", "predict 4 miss"),
    creatures_from_the_menu=lambda: choose(menu_with_creatures(), "in_sight"),
    take_back_an_ability=lambda: press(
        with_creatures(CRAB, RAY, "play 5 1", "ability mystic 5 1 3"), "b:long"
    ),
)


# --- the end


@scene
def won():
    app = at_table(row_of("the-fall", "leviathan", "iron", "the-shore"))
    app.session.game.score = 6
    app.session.game.turn = 15
    for event in ("play 6 2", "predict hit"):
        app.session.enter(event)
    return app


@scene
def lost():
    return at_table(BASE.replace("doom=2", "doom=6"), "play 4 2", "predict miss")


@scene
def abandoned():
    return at_table(BASE, "play 1 1", "end", "abandon")


@scene
def title_with_the_last_game():
    app = companion()
    app.journal.last = "0badcafe"
    return press(app, "down")


scenes(
    title_after_a_game=lambda: press(lost(), "b"),
    take_back_the_end=lambda: press(lost(), "a"),
    result_code=lambda: press(lost(), "c"),
)


# --- settings and messages


@scene
def settings():
    return press(companion(), "down", "b")


@scene
def device():
    return press(settings(), "up", "b")


class Supply:
    """A Power that was measured. volts, low: as it has them."""

    def __init__(self, volts, low):
        self.volts = volts
        self.low = low


@scene
def device_with_a_supply():
    app = device()
    app.board.power = Supply(3.87, False)
    return app


@scene
def device_without_a_supply():
    app = device()
    app.board.power = Supply(None, False)
    return app


@scene
def low_battery():
    app = at_table(BASE)
    app.board.power = Supply(3.28, True)
    return app


@scene
def message():
    app = press(closed_card(), "b")
    return app


scenes(
    clock=lambda: press(settings(), "down", "down", "b", "c"),
    clean_between_turns=lambda: press(companion(clean_after=20), "down", "b", "up", "up", "up"),
    device_with_a_finished_game=lambda: press(abandoned(), "b", "down", "b", "up", "b"),
)


# --- the scenes of the other games

for path in sorted((Path(__file__).parent.parent / "games").glob("*_scenes.py")):
    import_module("games." + path.stem)
