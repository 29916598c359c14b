"""The sentences of `english_troubles` in German, by the same keys."""

TROUBLES = """
no-game=Auf diesem Gerät gibt es kein Spiel %s.
no-file=Dieses Spiel ist nicht mehr auf dem Gerät; vielleicht hat ein Computer es abgeholt.
running=Ein Spiel läuft noch: Spielt es zu Ende oder brecht es ab.
unfinished=Das Spiel %s ist nicht zu Ende; es bleibt auf dem Gerät.
other-length=Das Spiel %s hat %d Zeilen, nicht %d; es bleibt auf dem Gerät.
other-lines=Das Spiel %s ist anders als auf dem Computer; es bleibt auf dem Gerät.
damaged=Das Spiel %s ist beschädigt. Seine Datei bleibt als games/%s, und ein neues Spiel kann beginnen.
damaged-there=Das Spiel %s ist beschädigt, und seine Datei liegt noch im Weg. Ein neues Spiel kann beginnen.
damaged-runs=Die Datei des Spiels %s ist beschädigt. Es geht weiter, kann aber nicht abgeholt werden.
no-number=Für ein neues Spiel ist keine Nummer mehr frei: Holt die Spiele mit `arcana sync` ab.
no-folder=Was anstelle der Spiele dalag, heißt jetzt %s. Spiele gibt es jetzt keine.
full=Der Speicher ist voll; das wurde nicht eingetragen. Holt die Spiele mit `arcana sync` ab.
failed=Der Speicher hat das nicht angenommen; es wurde nicht eingetragen (%r).
no-room=Der Speicher ist voll: Holt die Spiele mit `arcana sync` ab. Bis dahin kann kein neues beginnen.
little-room=Der Speicher ist fast voll (noch %d KB): Holt die Spiele mit `arcana sync` ab.
unkept=Der Speicher nimmt nichts mehr an. Das Spiel geht weiter, aber ohne Strom ist verloren, was jetzt \
kommt. `arcana sync` rettet es.
settings=Die Einstellungen waren beschädigt. Sie wurden zurückgesetzt.
settings-long=Für die Einstellungen ist Platz für %d Zeichen und nicht mehr.
creatures-long=%s ist zu lang, um hier geändert zu werden: Kürzt die Datei am Computer.
not-read=Der Speicher hat %s nicht hergegeben (%r).
creature-there=Es gibt schon eine Kreatur namens %s: %s.
creatures-most=Mehr als %d Kreaturen passen nicht hinein.
creature-failed=Der Speicher hat die Kreatur nicht angenommen (%r).
button=Die Taste %s klemmt; die anderen gehen.
"""
