"""Moments of a game: each scene gives an app whose screen is drawn; its golden picture has the same name."""

from player import MemoryApp, Player

BASE = "setup standard doom=2 sets=base players=Ann,Bo row=the-deep,the-engine,leviathan,the-huntress"
ALL = (
    "setup standard doom=0 sets=base,promo,imago,stars players=Ann,Bo,Cy,Di,Ed "
    "row=the-pallbearers,the-north-wind,the-belltower,the-musicians"
)
SCENES = {}


def scene(make):
    """A function of this module that gives an app whose screen is to be drawn."""
    SCENES[make.__name__.replace("_", "-")] = make
    return make


def at_table(setup, *events, faded=(), **settings):
    """An app in the middle of a game. faded: cards put among the faded powers without a game's leave."""
    app = MemoryApp(**settings)
    app.session.begin(setup)
    press(app, "b")
    app.session.game.powers.extend(faded)
    for event in events:
        app.session.enter(event)
    return app


def row_of(*cards):
    """A setup of all sets with this row."""
    return "setup standard doom=2 sets=base,promo,imago,stars players=Ann,Bo,Cy row=" + ",".join(cards)


def press(app, *names):
    Player(app).press(*names)
    return app


# --- before the game


@scene
def title():
    return MemoryApp()


@scene
def title_with_a_game():
    return press(at_table(BASE, "play 1 1", "end"), "a", "a", "a", "b", "up", "up", "b")


@scene
def game_runs_already():
    return press(title_with_a_game(), "down", "b")


@scene
def new_game():
    return press(MemoryApp(), "b")


@scene
def new_game_with_everything():
    return press(
        MemoryApp(
            names="Annabelle,Bartholomew,Cy,Diana,Ed",
            players=5,
            first=1,
            doom=6,
            sets="base,promo,imago,stars",
        ),
        *("b", "down", "down", "down", "down", "down", "down"),
    )


@scene
def names():
    return press(MemoryApp(players=5), "b", "down", "c", "down")


@scene
def name_editor():
    return press(MemoryApp(names="Bartholomew,Bo,Cy,Di,Ed"), "b", "down", "c", "b")


@scene
def sets():
    return press(MemoryApp(sets="base,stars"), "b", "up", "c", "down", "down", "down")


@scene
def first_row_of_the_base_game():
    return press(MemoryApp(), "b", "b", "c", "down", "down")


@scene
def first_row_of_all_sets():
    return press(MemoryApp(sets="base,promo,imago,stars"), "b", "b", "c", "c", "down", "b", "up", "a")


# --- playing


@scene
def first_turn():
    return at_table(BASE)


@scene
def play():
    setup = "setup standard doom=2 sets=base players=Ann,Bo,Cy row=the-deep,the-judge,leviathan,the-key"
    events = "play 1 1|predict hit|end|play 6 3|end|play 2 2|predict hit|end|play 3 4|predict miss|end"
    events += "|play 3 2|predict hit|end|play 2 1|end"
    return press(at_table(setup, *events.split("|"), faded=("dawn", "the-mirror", "the-servant")), "c", "up")


@scene
def play_that_would_fade():
    return press(
        at_table(BASE, "play 1 1", "end", "play 2 1", "predict hit", "end", "play 4 2", "end"), "a", "down"
    )


@scene
def play_on_the_hours():
    return press(at_table(BASE, "play 1 1", "end"), "a", "a", "up")


@scene
def cursor_on_the_menu():
    return press(at_table(BASE, "play 1 1", "end"), "a", "a", "a")


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


@scene
def second_play_after_the_feast():
    return at_table(row_of("the-feast", "dawn", "midnight", "the-deep"), "play 6 1")


# --- answers


@scene
def the_chalice_asks():
    return at_table(row_of("the-chalice", "dawn", "midnight", "the-deep"), "play 4 1")


@scene
def the_thief_asks():
    setup = row_of("the-thief", "the-blind-man", "the-wish", "the-imago")
    return press(at_table(setup, "play 3 3", "steal none", "end", "play 2 4"))


@scene
def the_thief_finds_nothing():
    return at_table(row_of("the-thief", "the-blind-man", "the-wish", "the-imago"), "play 1 3")


@scene
def the_fall_asks():
    return at_table(row_of("the-fall", "the-blind-man", "the-wish", "the-imago"), "play 5 1")


# --- predicting


@scene
def predict():
    return at_table(ALL, "play 2 1", "predict hit", "end", "play 5 4")


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
def which_value_was_hit():
    return press(at_table(BASE, "play 1 1", note=True), "b")


@scene
def which_value_missed_before():
    app = at_table(row_of("the-wish", "dawn", "midnight", "the-deep"), "play 4 1", note=True)
    return press(app, "b", "up", "b")


@scene
def which_fate_was_it():
    return press(at_table(BASE, "play 1 1", note=True), "c", "b")


@scene
def after_a_hit_with_sails():
    return at_table(BASE, "play 4 2", "predict 2 hit", faded=("the-musicians", "dawn"))


# --- faded powers


def with_power(card, *presses, events=("play 3 2", "end", "play 4 2"), others=("dawn",), find=True):
    """The first question of a power that is opened from the table."""
    app = at_table(row_of("the-blind-man", "the-wish", "the-imago", "iron"), *events, faded=(card, *others))
    player = Player(app)
    player.open_powers()
    if find:
        powers = player.top
        player.turn(powers.cards, powers.cards[powers.number], card, "down", "up")
        player.press("b")
    return press(app, *presses)


@scene
def powers_list():
    others = ("dawn", "the-servant", "the-key", "the-belltower", "the-pallbearers", "the-rider", "the-thief")
    return with_power("the-mirror", "down", "down", "down", others=others, find=False)


@scene
def power_that_is_closed_now():
    return with_power("the-mirror", "down", others=("the-prophet",), find=False)


@scene
def power_that_attaches_itself():
    return with_power("the-mirror", "down", others=("the-fall",), find=False)


@scene
def saints():
    return with_power("midnight", "up", "up", "up")


@scene
def secrets():
    return with_power("the-stranger")


@scene
def storms():
    return with_power("asunder", "up")


@scene
def scythes():
    return with_power("the-ash", "up", others=("dawn", "the-mirror"))


@scene
def shells():
    events = ("play 3 3", "end", "play 1 3", "end", "play 4 4")
    return with_power("the-key", events=events)


@scene
def sinners():
    return with_power("leviathan")


@scene
def sorrows():
    return with_power("the-beast")


@scene
def scions():
    return with_power("the-north-wind", "up")


@scene
def shadows():
    return with_power("fortune", events=())


@scene
def sparrows():
    return with_power("the-rider", events=())


@scene
def skies():
    return with_power("the-feast", events=("play 3 2", "end"))


@scene
def skies_to():
    return with_power("the-feast", "b", "up", events=("play 3 2", "end"))


@scene
def sails():
    return press(with_power("the-musicians", events=("play 3 3", "predict 5 hit")))


@scene
def sails_fate():
    return press(sails(), "b")


# --- fading, dealing, taking back


@scene
def deal():
    return press(at_table(BASE, "play 4 4", "end"), "c", "down")


@scene
def deal_from_all_sets():
    return at_table(row_of("the-blind-man", "the-wish", "the-imago", "iron"), "play 4 1", "end")


@scene
def take_back_a_play():
    return press(at_table(BASE, "play 4 2"), "b:long")


@scene
def take_back_a_turn():
    return press(at_table(BASE, "play 6 2", "predict 2 miss", "hidden 3", "end"), "b:long")


# --- the menu


@scene
def menu_before_the_play():
    return press(at_table(ALL), "a", "a", "a", "b")


@scene
def menu_after_the_play():
    return press(at_table(BASE, "play 4 2"), "up")


@scene
def illegal_play():
    return press(menu_before_the_play(), "b", "c", "up")


@scene
def was_it_illegal():
    return press(menu_after_the_play(), "b")


@scene
def reveal():
    setup = row_of("the-blind-man", "the-wish", "the-imago", "leviathan")
    app = at_table(setup, "play 7 4", "end", "play 7 3")
    return press(app, "up", "down", "b")


@scene
def seat_of_a_new_player():
    return press(at_table(BASE), "a", "a", "a", "b", "down", "b", "b", "up")


@scene
def leave():
    return press(menu_before_the_play(), "down", "b", "up")


@scene
def abandon():
    return press(menu_before_the_play(), "up", "b")


# --- number lines and levels of assistance

HELD = ("play 5 1", "end", "play 6 2", "end", "play 2 3", "end", "play 4 4", "end")


def with_help(level, *events, faded=("the-mirror", "the-servant")):
    """A table of five, four of whom hold a fate."""
    row = "dawn,leviathan,the-shore,the-noble"
    setup = f"setup standard doom=2 sets=base players=Ann,Bartholomew,Cy,Di,Ed row={row} assist={level}"
    return at_table(setup, *HELD, *events, faded=faded)


@scene
def number_line_before_the_play():
    return with_help("number-line", faded=())


@scene
def number_line_after_the_play():
    return with_help("number-line", "play 1 3", "flip Ed 1,2,3,4")


@scene
def oracle_after_the_play():
    return with_help("oracle", "play 1 3", "flip Ed 2,5")


@scene
def oracle_that_knows_the_fate():
    return with_help("oracle", "play 3 3")


@scene
def cursor_on_the_number_line():
    return press(with_help("oracle", "play 1 3", "flip Ed 4,7", "end", "flip Ann 3,7"), "a", "a", "a", "a")


@scene
def number_lines_of_all_who_hold_a_fate():
    app = with_help("number-line", "play 1 3", "flip Ed 1,2,4", "flip Ann 5,6,7", "flip Bartholomew 1")
    return press(app, "up", "b", "a", "a", "b")


@scene
def number_lines_with_the_oracle():
    app = with_help("oracle", "play 1 3", "flip Ed 2,5", "flip Ann 4")
    return press(app, "up", "b", "c")


@scene
def number_line_of_one_value():
    return press(oracle_that_knows_the_fate(), "up", "b")


@scene
def number_line_that_nobody_else_has():
    return press(at_table(BASE + " assist=number-line", "play 4 2"), "up", "b", "b", "c", "b", "c", "b")


@scene
def levels():
    return press(at_table(BASE + " assist=number-line"), "a", "a", "a", "b", "up", "up", "up", "up", "b")


@scene
def does_everybody_agree():
    return press(levels(), "down", "b")


@scene
def take_back_a_flip():
    return press(with_help("number-line", "play 1 3", "flip Ed 1,2,3,4"), "b:long")


@scene
def take_back_a_level():
    return press(with_help("oracle", "assist number-line"), "b:long")


# --- the 2-player challenge

DUEL = "setup duel doom=2 sets=base players=Ann,Bartholomew row=the-deep,the-engine,leviathan,the-huntress"


@scene
def title_with_a_challenge():
    return press(at_table(DUEL, "play 1 1", "end"), "a", "a", "a", "b", "up", "up", "b")


@scene
def play_of_a_line():
    return at_table(DUEL, "play 1 1", "end", "play 6 3", "end")


@scene
def predict_the_fate_of_a_line():
    return at_table(DUEL + " assist=number-line", "play 1 1", "end", "play 4 3", "flip Bartholomew.A 3")


@scene
def number_lines_of_a_challenge():
    events = ("play 1 1", "end", "play 2 1", "end", "play 1 1", "end", "deal 1 dawn", "play 4 2")
    app = at_table(DUEL + " assist=number-line", *events, "flip Ann.A 1,2", "flip Bartholomew.B 6")
    return press(app, "up", "b", "down")


@scene
def reveal_of_a_line():
    row = "the-key,the-mirror,leviathan,the-stranger"
    app = at_table(DUEL.split(" row=")[0] + " row=" + row, "play 7 3", "end", "play 1 1", "end", "play 7 3")
    return press(app, "up", "down", "b")


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
    app = MemoryApp(mode="restless-duel", assist="oracle")
    return press(app, "b", "down", "down", "down")


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


# --- settings and messages


@scene
def settings():
    return press(MemoryApp(), "down", "b")


@scene
def clock():
    return press(settings(), "down", "down", "b", "c")


@scene
def device():
    return press(settings(), "up", "b")


@scene
def message():
    app = press(closed_card(), "b")
    return app
