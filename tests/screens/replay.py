"""Plays whole games with the buttons on MicroPython; its `replay` also runs on CPython.

/input: a JSON object {"app": source of tests/memory_app.py, "games": [[language, chords, [[press]]]]}, where
chords says whether the board has three buttons, and the presses are grouped by event. It prints for each game
a JSON list of its events, and the checksums of picture and words after each.
"""

import gc
import json
from binascii import crc32


def replay(make_app, canvas, language, chords, game):
    """Return the events of a game entered with the buttons, and the checksums of the pictures."""
    from companion.screen_reader import words
    from companion.screens import widgets

    app = make_app(language=language)
    widgets.set_chords(chords)
    pictures = []
    for presses in game:
        for press in presses:
            name, _, kind = press.partition(":")
            app.screen.press(name, kind or "press")
        app.draw(canvas)
        read = words(app)
        said = [read["title"], str(read["at"])] + read["lines"]
        said += [key + read["keys"][key] for key in sorted(read["keys"])]
        pictures.append([crc32(canvas.buffer), crc32("\n".join(said).encode())])
    return [app.session.game.events, pictures]


def main():
    """Replay the games of /input."""
    with open("/input") as file:
        given = json.load(file)
    with open("/memory_app.py", "w") as file:
        file.write(given["app"])
    from companion.canvas import Canvas
    from memory_app import MemoryApp

    canvas = Canvas()
    for language, chords, game in given["games"]:
        canvas.clear()
        print(json.dumps(replay(MemoryApp, canvas, language, chords, game)))
        gc.collect()


if __name__ == "__main__":
    main()
