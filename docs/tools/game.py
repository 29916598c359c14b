"""The animation of the README: a whole game, entered with the buttons, as the panel shows it.

    python -m docs.tools.game

plays docs/game.arcana and writes docs/pictures/game.gif. The first two turns go press by press, the others by
their predictions. The companion's own screens are shown; only the pace is from here.
"""

from typing import NamedTuple

from PIL import Image

from docs.tools.firmware import ROOT, image, reach
from docs.tools.frame import draw_device

RECORD = ROOT / "docs" / "game.arcana"
FILE = ROOT / "docs" / "pictures" / "game.gif"
COLOURS = 24

PRESS, GLANCE, SEEN, THOUGHT, LAST = 120, 240, 400, 900, 2200
"""How long a frame is shown, in ms: a cap that is held, a passing screen, a screen to look at, a screen to
think about, the end."""
SLOW_TURNS = 2


class Frame(NamedTuple):
    """A picture of the panel, the button that is held, and for how long (ms)."""

    panel: Image.Image
    pressed: str | None
    lasts: int


def frames():
    """Return the Frames of the game, one after the other; each differs from the frame before it."""
    shown = PageDevice(recorded_events())
    shown.play()
    return shown.frames


def recorded_events():
    """Return the events of the game, as they are entered."""
    lines = RECORD.read_text(encoding="ascii").splitlines()
    events = [line for line in lines if not line.startswith("[")]
    # a table that does not note its values presses less
    return [" ".join(word for word in event.split(" ") if not _value(event, word)) for event in events]


def _value(event, word):
    return event.startswith("predict") and word.isdigit()


class PageDevice:
    """A game while it is played and looked at. events: the events of its record."""

    def __init__(self, events):
        reach()
        from companion.canvas import Canvas
        from memory_app import MemoryApp
        from player import Player

        self.events = events
        self.frames = []
        self.app = MemoryApp(players=3)
        self.canvas = Canvas()
        self.player = Player(self.app, self.press)

    def play(self):
        """Enter the events."""
        for _ in self.player.play(self.events):
            pass
        self.show(LAST)

    def press(self, name, kind):
        """Press a button as the player does; the screen before the press was looked at."""
        game = self.app.session.game
        phase = game.phase if game else "setup"
        enters = name == "b" or phase == "after-play"
        if phase in ("setup", "deal"):
            if enters:
                self.show(SEEN)
        elif game.turn > SLOW_TURNS:
            if enters and phase != "before-play":
                self.show(GLANCE)
        else:
            self.show(THOUGHT if enters else SEEN)
            self.frames.append(self.frames[-1]._replace(pressed=name, lasts=PRESS))
        self.app.screen.press(name, kind)

    def show(self, lasts):
        """Add the panel's picture."""
        self.app.draw(self.canvas)
        self.frames.append(Frame(image(self.canvas), None, lasts))


def main():
    """Write the animation."""
    played = frames()
    pictures = [draw_device(frame.panel, {frame.pressed} - {None}) for frame in played]
    palette = pictures[0].convert("RGB").quantize(COLOURS)
    flat = [_flat(picture, palette) for picture in pictures]
    FILE.parent.mkdir(exist_ok=True)
    durations = [frame.lasts for frame in played]
    flat[0].save(
        FILE,
        save_all=True,
        append_images=flat[1:],
        duration=durations,
        loop=0,
        transparency=COLOURS,
        disposal=1,
    )
    print(f"{FILE}: {len(flat)} frames, {sum(durations) / 1000:.1f} s, {FILE.stat().st_size // 1024} KB")


def _flat(picture, palette):
    """Return a picture in the colours of a palette, with one more colour for the space outside the case."""
    flat = picture.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
    outside = picture.getchannel("A").point(lambda alpha: 255 * (alpha < 128))
    flat.paste(COLOURS, mask=outside)
    return flat


if __name__ == "__main__":
    main()
