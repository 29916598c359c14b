"""What is said of a table, by keys, in the languages of the companion: `{}` is filled in by `table_sheet`.

Cards, powers and adventurers are called what is printed on them in either language.
"""

ENGLISH = "english"
GERMAN = "german"

TEXTS = {
    ENGLISH: {
        "no_game": "No game is on the table.",
        "won": "The group has won.",
        "lost": "The group has lost.",
        "abandoned": "The game was abandoned.",
        "before-play": "{} plays a fate.",
        "after-play": "{} has played.",
        "after-predict": "The prediction is made; {} ends the turn.",
        "deal": "A card is dealt.",
        "head": "Turn {}. {} {}, {} {}. {}",
        "score": "Score",
        "defeats": "Defeats",
        "doom": "Doom",
        "doom_within": "doom",
        "empty": "Place {}: empty.",
        "place": "Place {}: {}{} ({}), {}{}.",
        "attached": " with {}",
        "fates": "fates {}",
        "no_fates": "no fates",
        "moons": ", moons {} of {}",
        "fades": ", moons {} of {}: it fades at the end of the turn",
        "adventurer": "{} the {}",
        "ready": "Ready",
        "nobody": "nobody",
        "powers": "Faded powers",
        "exiled": "Exiled",
        "unseen": "Unseen fates",
        "line": "Number line of {}: {}.",
        "open": "open",
        "flipped": "flipped",
        "struck out": "struck out",
    },
    GERMAN: {
        "no_game": "Es ist kein Spiel im Gang.",
        "won": "Die Gruppe hat gewonnen.",
        "lost": "Die Gruppe hat verloren.",
        "abandoned": "Das Spiel wurde abgebrochen.",
        "before-play": "{} spielt ein Schicksal aus.",
        "after-play": "{} hat ausgespielt.",
        "after-predict": "Die Vorhersage ist getroffen; {} beendet die Runde.",
        "deal": "Eine Karte wird aufgedeckt.",
        "head": "Runde {}. {} {}, {} {}. {}",
        "score": "Fortschritt",
        "defeats": "Siege",
        "doom": "Untergang",
        "doom_within": "Untergang",
        "empty": "Platz {}: leer.",
        "place": "Platz {}: {}{} ({}), {}{}.",
        "attached": " mit {}",
        "fates": "Schicksale {}",
        "no_fates": "keine Schicksale",
        "moons": ", Monde {} von {}",
        "fades": ", Monde {} von {}: sie verblasst am Ende der Runde",
        "adventurer": "{}, {}",
        "ready": "Bereit",
        "nobody": "niemand",
        "powers": "Verblasste Kräfte",
        "exiled": "Verbannt",
        "unseen": "Nicht sichtbare Schicksale",
        "line": "Zahlensteine von {}: {}.",
        "open": "offen",
        "flipped": "umgedreht",
        "struck out": "ausgeschlossen",
    },
}

NEEDS = {
    ENGLISH: {
        "value": "{word} {value}{s}",
        "kind": "{word} of a kind",
        "run": "a run of {word}",
        "odd": "{word} odd fate{s}",
        "even": "{word} even fate{s}",
        "sum": "a sum of at least {number}",
        "sum-exactly": "some fates that add up to {number}",
        "pips": "at least {number} pip{s}",
        "pips-exactly": "some fates with {number} pip{s} together",
        "and": " and ",
    },
    GERMAN: {
        "value": "{number} × {value}",
        "kind": "{number} gleiche",
        "run": "{number} in Folge",
        "odd": "{number} ungerade",
        "even": "{number} gerade",
        "sum": "eine Summe ab {number}",
        "sum-exactly": "einige Schicksale, die {number} ergeben",
        "pips": "mindestens {number} Stunden",
        "pips-exactly": "einige Schicksale mit zusammen {number} Stunden",
        "and": " und ",
    },
}
"""What a creature needs, by the kinds of `Creature.needs`."""

NOTES = {
    ENGLISH: {},
    GERMAN: {"The plug is pulled.": "Der Stecker ist gezogen."},
}
"""Notes of a `Shown`, by what they are in English; those that are left out stay so."""
