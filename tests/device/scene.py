"""A scene that runs on CPython and on MicroPython; on both it prints what is on the flash.

It runs as a script: its first argument is the folder to use, /flash if there are no arguments.
"""

import os
import sys

from companion.files import Log
from companion.games.shipwreck.creatures import Creatures
from companion.journal import Journal
from companion.session import Session
from companion.settings import Settings
from companion.texts import DeviceError

from shared_rules import games
from shared_rules.errors import RuleError

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


class Ids:
    """Ids that are the same everywhere."""

    def __init__(self):
        self.given = 0

    def __call__(self):
        self.given += 1
        return ("0000000" + str(self.given))[-8:]


def boot(folder):
    log = Log(folder + "/log.txt")
    journal = Journal(folder, log, None, Ids())
    return journal, Session(journal, log, lambda: [("Device", "e661")]), log


def look(folder, journal, log):
    print(journal.names(), journal.current, journal.last)
    for line in log.lines():
        print(line)
    for name in sorted(os.listdir(folder + "/games")):
        with open(folder + "/games/" + name, "rb") as stream:
            print(name, stream.read())


def tear(folder, name, end):
    with open(folder + "/games/" + name, "ab") as stream:
        stream.write(end)


def play(folder):
    journal, session, log = boot(folder)
    session.begin(SETUP)
    for text in ("play 4 1", "undo", "play 7 4", "play 9 9", "predict miss", "end"):
        try:
            session.enter(text)
        except RuleError as error:
            print(error)
    look(folder, journal, log)
    tear(folder, "0001-00000001.arcana", b"deal 4 the")

    journal, session, log = boot(folder)
    print(session.resume(), session.game.digest(), session.game.phase)
    session.enter("deal 4 the-rider")
    session.enter("abandon")
    session.undo()
    session.begin(SETUP)
    look(folder, journal, log)
    for check in ("00000000", None):
        try:
            print(journal.remove("0001-00000001.arcana", check))
        except DeviceError as error:
            print(error)
    print(journal.lines(), journal.events)
    session.enter("play 4 1")
    tear(folder, "0002-00000002.arcana", b"pl\xffy 3 2\nend\n")

    journal, session, log = boot(folder)
    print(session.resume())
    look(folder, journal, log)

    # its rules are left out here
    games._GAMES += (("tic_tac_toe", ("tic-tac-toe",), ()),)
    journal.start([], "setup tic-tac-toe players=Ann,Bo")
    journal, session, log = boot(folder)
    for doing in (session.resume, lambda: session.begin(SETUP)):
        try:
            doing()
        except DeviceError as error:
            print(error)
    look(folder, journal, log)
    Settings(folder + "/settings.json", log).set("doom", 4)
    print(sorted(Settings(folder + "/settings.json", log, {"sets": "base"}).all().items()))

    with open(folder + "/creatures.txt", "wb") as stream:
        stream.write(b"# ours\r\n1:Crab:3x7\n\xff\xfe\n1:Crab:2x7\n2:Eel:run9")
    creatures = Creatures(folder, log)
    print(creatures.add("3:Sea_Serpent:run3&sum=12"), creatures.remove("1:Crab:3x7"), log.lines()[-1])
    print([str(creature) for creature, _ in creatures.listed(3)])
    with open(folder + "/creatures.txt", "rb") as stream:
        print(stream.read())
    print(sorted(os.listdir(folder)))


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "/flash"
    os.mkdir(folder)
    play(folder)
