"""The sentences of the card, in the languages of the companion.

`[A]`, `[UP]` and so on are buttons; `*…*` is bold; `{hit}` is the device's text `hit`, and `{goal}` the end
of its tracks.
"""

ENGLISH = {
    "code": "en",
    "language": "English",
    "title": "The companion beside the board",
    "game": "for The Shipwreck Arcana",
    "buttons": "Buttons",
    "buttons_are": (
        "[A] [B] [C]  The bottom line says what they do now.",
        "[UP] [DOWN]  UP and DOWN change the fate or move through a list.",
        "*Hold* [UP] [DOWN] [A] [C] to repeat quickly.",
        "*Hold* [B] for a second to *take back* the last step, as often as you like. "
        "Where there is nothing to take back, it explains the screen.",
        "[B] *{closed}* says why a card takes no fate now.",
        "Pull the plug whenever you like: the game is kept.",
    ),
    "turn": "A turn in about five presses",
    "steps": (
        "[A] [C]  Go to the card.",
        "[UP] [DOWN]  Choose the fate that was played.",
        "[B]  Play it there. A card that would fade says *{fades}* first.",
        "The group talks. [A] *{none}*, [B] *{hit}* or [C] *{miss}*.",
        "Did a card fade? Find the new one, then [B].",
    ),
    "turn_is": (
        "Score, doom, fading and the next player follow automatically.",
        "No card takes it? Play it on *{the_hours}*, left of the row.",
    ),
    "menu": "Menu",
    "menu_is": "Before a play it is left of The Hours. At a prediction [UP] opens it:",
    "signs": "Signs on the panel",
    "signs_are": {
        "score": "score: you win at {goal}",
        "doom": "doom: you lose at {goal}",
        "moon": "an hour that the card still has",
        "full": "taken by a pip",
        "filling": "would be taken by the fate at the cursor",
        "pips_1": "take one moon each",
        "pips_2": "two moons each",
        "pips_3": "three moons",
        "proposed": "the fate at the cursor",
        "would_fade": "would fade, if you play this",
        "fades": "fades at the end of the turn",
        "power": "faded or attached power",
        "open": "may be",
        "flipped": "flipped: the group says no",
        "out": "struck out by the oracle",
        "both": "flipped and struck out",
        "known": "it is this one",
    },
    "powers": "Faded powers: one a turn",
    "powers_are": "[DOWN] at a prediction, or below the row.",
    "who": {"group": "The group", "active": "The active player", "automatic": "By itself"},
    "when": {
        "before-predict": "before predicting",
        "after-correct": "after a hit",
        "after-play": "after the play",
        "before-play": "before the play",
        "on-fade": "when its card fades",
    },
}

GERMAN = {
    "code": "de",
    "language": "Deutsch",
    "title": "Das Gerät neben dem Spiel",
    "game": "für The Shipwreck Arcana",
    "buttons": "Tasten",
    "buttons_are": (
        "[A] [B] [C]  Die unterste Zeile sagt, was sie jetzt tun.",
        "[UP] [DOWN]  AUF und AB ändern das Schicksal oder gehen durch eine Liste.",
        "[UP] [DOWN] [A] [C] *gedrückt halten*: Es geht schnell weiter.",
        "[B] eine Sekunde *gedrückt halten*: Der letzte Schritt wird *zurückgenommen*, so oft ihr wollt. "
        "Gibt es nichts zurückzunehmen, wird der Bildschirm erklärt.",
        "[B] *{closed}* sagt, warum zu einer Karte nichts passt.",
        "Zieht den Stecker, wann ihr wollt: Das Spiel bleibt erhalten.",
    ),
    "turn": "Eine Runde: etwa fünf Tastendrücke",
    "steps": (
        "[A] [C]  Geht zur Karte.",
        "[UP] [DOWN]  Wählt das ausgespielte Schicksal.",
        "[B]  Spielt es dort aus. Würde die Karte verblassen, steht schon vorher *{fades}* da.",
        "Die Gruppe redet. [A] *{none}*, [B] *{hit}* oder [C] *{miss}*.",
        "Eine Karte ist verblasst? Sucht die neue, dann [B].",
    ),
    "turn_is": (
        "Fortschritt, Untergang, Verblassen und der nächste Spieler folgen von selbst.",
        "Es passt zu keiner Karte? Spielt es bei *{the_hours}* aus, links von der Reihe.",
    ),
    "menu": "Menü",
    "menu_is": "Vor dem Ausspielen liegt es links von The Hours. Bei der Vorhersage öffnet es [UP]:",
    "signs": "Zeichen auf dem Display",
    "signs_are": {
        "score": "Fortschritt: bei {goal} gewonnen",
        "doom": "Untergang: bei {goal} verloren",
        "moon": "eine Stunde, die der Karte bleibt",
        "full": "verbraucht",
        "filling": "würde das Schicksal an der Markierung verbrauchen",
        "pips_1": "verbrauchen je einen Mond",
        "pips_2": "je zwei Monde",
        "pips_3": "drei Monde",
        "proposed": "das Schicksal an der Markierung",
        "would_fade": "würde damit verblassen",
        "fades": "verblasst am Ende der Runde",
        "power": "verblasste oder angelegte Kraft",
        "open": "kann es sein",
        "flipped": "umgedreht: die Gruppe sagt nein",
        "out": "vom Orakel ausgeschlossen",
        "both": "umgedreht und ausgeschlossen",
        "known": "dieses ist es",
    },
    "powers": "Verblasste Kräfte: eine in jeder Runde",
    "powers_are": "[DOWN] bei der Vorhersage, oder unter der Reihe.",
    "who": {"group": "Die Gruppe", "active": "Der aktive Spieler", "automatic": "Von selbst"},
    "when": {
        "before-predict": "vor der Vorhersage",
        "after-correct": "nach einer richtigen Vorhersage",
        "after-play": "nach dem Ausspielen",
        "before-play": "vor dem Ausspielen",
        "on-fade": "wenn die Karte verblasst",
    },
}

WORDS = {"english": ENGLISH, "german": GERMAN}

NAMES = {language: f"companion-card-{language}" for language in WORDS}
"""The files, without their endings."""
