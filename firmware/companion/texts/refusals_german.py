"""Why the rules refuse something, in German, by the keys of `Refusal`: what the buttons can lead to.

What only the link or a file can lead to stays in the words of `shared_rules.shipwreck.sentences`.
"""

_SENTENCES = """
all-seen=Alle drei %den liegen offen oder sind aus dem Spiel.
no-card=Auf Platz %d liegt keine Karte.
feast=The Feast nimmt nur ein Schicksal je Runde; spielt woanders aus.
hours=Mit einer %d kann man immer bei einer Karte der Reihe ausspielen.
no-play=Eine %d passt nicht zu %s, welches Schicksal man auch behält.
no-answer=Das kann nicht die Antwort sein, welches Schicksal man auch behält.
over=Das Spiel ist zu Ende.
setup=Ein Spiel läuft schon.
deal=Erst braucht der leere Platz seine Karte.
no-deal=Kein Platz wartet auf eine Karte.
taken=Es gibt schon jemanden namens %s.
same-name='%s' und '%s' unterscheiden sich nur in großen und kleinen Buchstaben.
five=Höchstens fünf Spieler.
mid-turn=Ein- und aussteigen kann man zwischen den Runden.
two=Es braucht zwei Spieler; brecht das Spiel sonst ab.
one-power=In jeder Runde darf nur eine Kraft eingesetzt werden.
too-soon=Die Runde endet erst, wenn ein Schicksal ausgespielt ist.
freed=Das freie Schicksal kann keine %d sein.
no-fates=Der Vanquisher tauscht nur eine Karte ohne Schicksale aus.
creature-name=Der Name einer Kreatur hat 1 bis %d Zeichen aus A-Z a-z 0-9 _ -.
condition-long=So viele Bedingungen auf einmal gehen nicht: höchstens %d Zeichen.
condition-twice='%s' steht schon in der Bedingung.
never-met='%s' ist nie zu erfüllen: Es gibt von jeder 1 bis 7 drei Schicksale.
need-number=Nach '%s' kommt %d bis %d: Es gibt von jeder 1 bis 7 drei Schicksale.
"""


def sentence(key, *values):
    """Return the sentence of a key with the values in it, None of a key that has none here."""
    start = _SENTENCES.find("\n" + key + "=")
    if start < 0:
        return None
    start += len(key) + 2
    return _SENTENCES[start : _SENTENCES.find("\n", start)] % values
