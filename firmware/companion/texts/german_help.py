"""Wozu jeder Bildschirm da ist: as english_help.py, in German."""

HELP = """
Title=Das Gerät liegt anstelle von The Hours und führt Fortschritt, Untergang, Verblassen und \
Kräfte.|AUF und AB wandern, B wählt.|B halten erklärt jeden Bildschirm; im Spiel nimmt es den letzten \
Schritt zurück.
NewGame=Wer spielt und was.|AUF und AB wandern, C ändert die Zeile, B geht weiter zur ersten Reihe. \
Alles wird fürs nächste Mal gemerkt.
Names=Die Namen am Tisch in der Reihenfolge der Runde.|AUF und AB wandern, C schreibt einen Namen neu, B \
ist fertig.
Sets=Die Karten in eurem Stapel.|AUF und AB wandern, C nimmt ein Set dazu oder heraus, B ist fertig.
NameEditor=Ein Name, Buchstabe für Buchstabe.|AUF und AB drehen den letzten, C fügt einen an, A nimmt \
einen weg, B ist fertig.|C eine Sekunde halten macht aus dem letzten einen Umlaut oder gibt ihm einen \
Akzent; AUF und AB drehen dann durch alle.
FirstRow=Die vier Karten der Reihe, von links nach rechts.|AUF und AB wandern durch die Namen, A und C \
von Spalte zu Spalte, B nimmt die Karte.
Adventurers=Wer welchen Abenteurer bekommen hat.|AUF und AB wandern, C ändert den Abenteurer, B geht \
weiter.
Play=Der aktive Spieler zieht und spielt ein Schicksal bei einer Karte aus.|A und C wandern über Menü, \
Karten, Kräfte und Steine, AUF und AB drehen das Schicksal, B spielt es aus. Angeboten wird nur \
Erlaubtes.
IllegalPlay=Ein Schicksal wurde falsch abgelegt; es bleibt liegen, und es gibt keine Vorhersage.|A und C \
wandern, AUF und AB drehen das Schicksal, B trägt es ein.
Predict=Die Gruppe darf das geheime Schicksal vorhersagen.|A: keine Vorhersage. B: richtig. C: \
falsch.|AUF öffnet das Menü, AB die Kräfte. Markierte Karten verblassen am Ende der Runde.
Named=Der vorhergesagte Wert, für euer Protokoll.|AUF und AB drehen ihn, B notiert ihn, A notiert \
nichts, C geht zurück.
Hidden=Das Schicksal, das in den Beutel ging, falls alle es sahen.|AUF und AB drehen es, B notiert es, A \
geht so weiter.
Predicted=Nach der Vorhersage kann noch etwas eingesetzt werden.|A beendet die Runde, B und C tun, was \
daneben steht, AUF öffnet das Menü.
Ask=Eine Frage zum Tisch.|AUF und AB drehen, worum es geht, B und C antworten, A tut, was daneben steht.
Deal=Eine Karte verblasste oder wurde ausgetauscht: welche kam vom Stapel?|AUF und AB wandern durch die \
Namen, A und C von Spalte zu Spalte, B nimmt die Karte.
GameMenu=Was jetzt außer Ausspielen möglich ist.|AUF und AB wandern, B wählt, A geht zurück zum \
Tisch.|B halten nimmt auch ohne Menü zurück.
Levels=Wie viel das Gerät hilft. Weniger Hilfe geht immer, für mehr müssen alle einverstanden sein.|AUF \
und AB wandern, B wählt, A geht zurück.
Lines=Die Zahlensteine, wie die Gruppe sie umgedreht hat.|A und C wandern, B dreht einen Stein um, AB \
geht zum nächsten Spieler, AUF zurück; was umgedreht ist, bleibt es.
Powers=Alle verblassten Kräfte: was jede tut und wann.|AUF und AB wandern, B setzt die Kraft ein, A geht \
zurück. Nur eine Kraft je Runde.
Abilities=Abenteurer und verblasste Kräfte: was jede tut und wann.|AUF und AB wandern, B setzt sie ein, \
A geht zurück.
Undo=Der letzte Schritt kann zurückgenommen werden, dann der davor, und so fort.|B nimmt zurück, A lässt \
alles, wie es ist.|Kürzer: auf jedem Bildschirm eines Spiels B eine Sekunde halten.
Result=Das Spiel ist zu Ende und bleibt hier, bis ein Computer es holt.|A nimmt den letzten Schritt zurück, \
und das Spiel geht weiter. B geht zum Titel.
Menu=Eine Liste zum Wählen.|AUF und AB wandern, B nimmt die Zeile, A geht zurück.
Clock=Datum und Uhrzeit, die zu einem Spiel notiert werden.|A und C wandern, AUF und AB drehen die Zahl, \
B stellt die Uhr.
Device=Was man wissen will, wenn etwas nicht stimmt.|A geht zurück.
Spoils=Das vorhergesagte Schicksal trifft eine Kreatur oder nimmt Untergang zurück.|A und C wandern über \
Untergang und Kreaturen, AUF und AB drehen das Schicksal, B tut es.
Look=Die Kreaturen, und wie weit jede erfüllt ist.|A geht zurück.
Meet=Eine Kreatur zeigt sich: wählt die gezogene Karte.|AUF und AB wandern, B nimmt sie; die letzte \
Zeile gibt eine neue ein.
Own=Die Kreaturen, die ihr eingegeben habt.|AUF und AB wandern, B tut, was daneben steht, A geht zurück.
NewCreature=Eine eigene Kreatur.|AUF und AB drehen das Markierte, A und C wandern, B ist fertig.
"""
