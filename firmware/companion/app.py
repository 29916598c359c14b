"""The companion as a whole: one loop in which buttons, panel and link take turns.

It brings the parts together and decides when and how the glass is refreshed. It must not know what a screen
shows, what an event means or which pins there are. It prints nothing: standard output is the link.
"""

import gc
import sys

from companion import games
from companion.canvas import Canvas
from companion.journal import Journal, JournalError
from companion.log import Log
from companion.platform import asyncio, const, interrupt_with, ticks_diff
from companion.screens.stack import Stack
from companion.session import Session
from companion.settings import DEFAULTS, Settings
from companion.texts import text, translate
from shared_rules.errors import RuleError

_CTRL_C = const(3)
_TICK = 0.01
_LINK_TICK = 0.02
_LINK_BUSY_TICK = 0.001
_LINK_LATEST_MS = const(2000)  # so long the link waits for the first picture, which comes before it
_LINK_QUIET = const(20)  # looks in vain at the link, after which it is looked at less often
_LINK_ANSWERED = 0.2  # so long it takes at most until an answer is on its way
_RETRY_PANEL = 5
_SUPPLY_MS = const(3000)  # without a press for so long, the panel's voltages go off
_REST_MS = const(4000)  # without a press for so long, a full refresh that is due disturbs nobody,
_LEFT_MS = const(60000)  # or for so long, where a turn was begun
_SLEEP_MS = const(300000)  # without a press for so long, the panel's controller goes to sleep
_OFF_MS = const(900000)  # and for so long, a battery is not used any more
_MANY_GAMES = const(8)  # to be put in order, so that players are told
_GAMES_A_SECOND = const(25)


class App:
    """One running companion.

    board: the Board it runs on. For screens and link: `board`, `log`, `settings`, `journal`, `session`,
    `canvas`, `screen`, which is drawn and gets the presses, `message`, what lies over it or None,
    `games`, the names of those installed, `game_name`, which of them is played, and `chosen`, its package in
    `companion.games`.
    """

    def __init__(self, board):
        self.board = board
        self._stale = True
        self._pictured = False
        base = board.folder.rstrip("/")
        self.log = Log(base + "/log.txt", board.clock)
        self.settings = Settings(base + "/settings.json", self.log, DEFAULTS, self.redraw, games.settings)
        self.journal = Journal(board.folder, self.log, board.free_bytes, clock=board.clock)
        self.session = Session(self.journal, self.log, self._tags, self._noting)
        self.canvas = Canvas()
        self.session.watchers.append(self._happened)
        self.methods = None
        self.link = None
        self.games = []
        self.game_name = ""
        self.game_package = None
        self.screen = None
        self.message = None
        self._restarts = False
        self._resumes = False
        self._full = True
        self._turn = (None, 0)
        self._turn_ended = False
        self._entering = False
        self._only_moved = False
        self._unkept = False
        self._room_is_due = True
        self._announced = None
        self.panel_trouble = None
        self._last_press = board.ticks_ms()
        self._resting = None
        self._told_only_full = False

    async def run(self):
        """Run until cancelled."""
        self._wake_up()
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._connect())]
        try:
            await self._draw()
        finally:
            for task in tasks:
                task.cancel()

    def close(self):
        """Leave nothing running and no voltage on the glass; the game is safe in any case."""
        self.board.close()

    # what screens and methods ask for

    def say(self, sentence):
        """Show a message until the next press."""
        self.message = translate(sentence)
        self.redraw()

    def redraw(self, quick=False):
        """Have the picture drawn again soon. quick: whether a quick refresh is enough for it."""
        self._only_moved = quick
        self._stale = True

    def refresh(self):
        """Have the picture drawn again with a full refresh, which takes all ghosts off the glass."""
        self._full = True
        self.redraw()

    def choose(self, name):
        """Play another installed game from now on, for which the device starts again. name: its name."""
        self.settings.set("game", name)
        self._restarts = True

    def resume_soon(self):
        """Put the game on the table that a host has brought, before its next request.

        Within this one a Pico's stack has no room for reading the rules.
        """
        self._resumes = True

    def when_rests(self, action):
        """Call something once nobody has pressed a button for four seconds; the last that was asked for."""
        self._resting = action

    # buttons

    async def _listen(self):
        while True:
            try:
                press = self.board.buttons.get()
                while press:
                    self._press(press[0], press[1])
                    press = self.board.buttons.get()
                if self._resting and self._rests(_REST_MS):
                    action, self._resting = self._resting, None
                    self.redraw()
                    try:
                        action()
                    except Exception as error:
                        self._not_done("A pause", error)
                if self.board.buttons.stuck:
                    self.say(self._tell(JournalError("button", self.board.buttons.stuck.upper())))
                    self.board.buttons.stuck = None
            except Exception as error:
                self._failed("A button", error)
            await asyncio.sleep(_TICK)

    def _press(self, name, kind):
        self._last_press = self.board.ticks_ms()
        self._entering = True
        if self.methods:
            self.methods.pressed(name, kind)
        self._stale = True
        if self.message is not None:
            if kind != "repeat":
                self.message = None
                self.redraw()
            return
        top = getattr(self.screen, "top", None)
        # called from here, as a screen needs what a Pico has for calls that are under way
        try:
            self.screen.press(name, kind)
        except Exception as error:
            self._not_done("Pressing " + name, error)
        if getattr(self.screen, "top", None) is not top:
            self.redraw()

    def _not_done(self, doing, error):
        if isinstance(error, (RuleError, JournalError)):
            self.say(error)
        else:
            self._screen_failed(doing, error)

    def _screen_failed(self, doing, error):
        """Begin again with the first screen, so that nobody is stuck in the one that failed."""
        self._failed(doing, error)
        self.screen = Stack(self)
        self.say(text("went_wrong", error))

    # panel

    async def _draw(self):
        while True:
            if self._restarts:
                await self._restart()
            elif self._stale or (self._full_is_due() and self._nobody_enters()):
                await self._with_panel(self._show)
            elif self.board.panel.powered and self._rests(_SUPPLY_MS):
                await self._with_panel(self.board.panel.rest)
            elif self._rests(_SLEEP_MS) and self.board.panel.sleep():
                if self.board.power and self._rests(_OFF_MS):
                    self.board.power.off()
            await asyncio.sleep(_TICK)

    async def _restart(self):
        """Start again, so that never two games are in memory, once what a host asked for is answered."""
        await asyncio.sleep(_LINK_ANSWERED)
        self._restarts = False
        self.board.restart()

    async def _with_panel(self, do):
        try:
            await do()
            if self.panel_trouble:
                self.panel_trouble = None
                self._tell("The panel answers again.")
        except Exception as error:
            self.board.panel.stop()
            if str(error) != self.panel_trouble:
                self.panel_trouble = str(error)
                self._failed("The panel", error)
                self._remark(self.panel_trouble)
            await asyncio.sleep(_RETRY_PANEL)
            self.refresh()

    async def _show(self):
        panel = self.board.panel
        await panel.idle()
        # Only now, so that what was pressed while the glass was busy is in the picture
        self._stale = False
        quick = self._only_moved or self.settings.get("quick")
        self._only_moved = True
        self._paint()
        moved = await panel.show(self.canvas.buffer, self._wants_full(), quick)
        self._pictured = True
        self.screen.tidy()
        if moved:
            self.session.notify("screen")
            # the glass is busy now for longer than this takes
            gc.collect()
            if self._room_is_due:
                self._room_is_due = False
                self._look_at_room()
            await self._tidy()
            await panel.idle()
            if panel.only_full and not self._told_only_full and not getattr(self.screen, "bare", False):
                self._told_only_full = True
                self.say(text("only_full", panel.celsius))

    async def _tidy(self):
        """Put the games in order, or announce it where that takes long: what an older companion left."""
        games = self.journal.loose
        if games >= _MANY_GAMES and self._announced is None:
            self.say(text("packing", games, 1 + games // _GAMES_A_SECOND))
            self._announced = self.message
            return
        while self.journal.tidy():
            await asyncio.sleep(0)
        if self._announced is not None:
            if self.message is self._announced:
                self.message = None
            self._announced = None
            self.redraw()

    def _paint(self):
        try:
            self._paint_screen()
        except Exception as error:
            self._screen_failed("Drawing", error)
            self._stale = False
            self.canvas.invalidate()
            self._paint_screen()

    def _paint_screen(self):
        self.screen.draw(self.canvas)
        if self.message is not None:
            from companion.screens.message import draw_message

            draw_message(self.canvas, self.message)

    def _wants_full(self):
        partials = self.board.panel.partials
        every = self.board.panel.FULL_EVERY
        # No entry takes as many pictures as lie between the two
        full = self._full or partials >= 2 * every
        full = full or (self._full_is_due() and (self._turn_ended or self._nobody_enters()))
        self._full = self._turn_ended = False
        return full

    def _nobody_enters(self):
        return self._rests(_LEFT_MS if self._entering else _REST_MS)

    def _full_is_due(self):
        return self.board.panel.partials >= self.board.panel.FULL_EVERY

    def _rests(self, milliseconds):
        return ticks_diff(self.board.ticks_ms(), self._last_press) >= milliseconds

    # link

    async def _connect(self):
        # whoever switches a device on wants to see the game first
        while not (self._pictured or self.panel_trouble or self._rests(_LINK_LATEST_MS)):
            await asyncio.sleep(_TICK)
        try:
            self._open_link()
            self._look_around()
        except Exception as error:
            self._failed("Waking up", error)
        # a game goes on without it
        if self.link:
            await self._serve()

    async def _serve(self):
        quiet = _LINK_QUIET
        while True:
            quiet = 0 if self.link.poll() else quiet + 1
            if self._resumes:
                self._resumes = False
                sentence = self._resume()
                if sentence:
                    self.say(sentence)
            # a host that asks for much has its next request under way
            await asyncio.sleep(_LINK_TICK if quiet >= _LINK_QUIET else _LINK_BUSY_TICK)

    def _open_link(self):
        starter = sys.modules.get("starter")
        if starter:
            starter.done()
        try:
            from companion.link import Link
            from companion.methods import Methods
        except Exception as error:
            if starter:
                starter.fall_back(error)
            raise
        self.methods = Methods(self)
        self.link = Link(self.board.link, self.methods)

    def _remark(self, sentence):
        if self.link:
            self.link.remark(sentence)

    # what happens

    def _wake_up(self):
        self.journal.trouble = self._resume() or self.journal.trouble
        self._choose_game()
        self.screen = Stack(self, True)

    def _resume(self):
        """Put the running game on the table; return the JournalError that tells why it can't, or None."""
        try:
            self.session.resume()
        except JournalError as error:
            return self._tell(error)
        except Exception as error:
            self._failed("Resuming the game", error)

    def _choose_game(self):
        """Play the game that is on the table, else the one that was chosen."""
        game = self.session.game
        self.games = games.installed()
        name = _name_of(game) if game else self.settings.get("game")
        self.game_name = name if name in self.games else self.games[0]
        self.game_package = games.load(self.game_name)
        self.settings.learn(self.game_package.SETTINGS)

    def _look_around(self):
        if self.board.trouble:
            self._tell(self.board.trouble)
        self._look_at_battery()
        sentence = self.journal.trouble or self.settings.trouble
        if sentence:
            self.say(sentence)

    def _look_at_room(self):
        """Announce a full flash; asking the flash takes a while."""
        sentence = self.journal.warning()
        if sentence:
            self.say(sentence)

    def _look_at_battery(self):
        if self.board.power and self.board.power.warns():
            self.say(text("battery_low"))

    def _happened(self, kind):
        if kind != "event":
            return
        turn = (self.session.game_id, self.session.game.turn)
        if self.journal.unkept and not self._unkept:
            self.say(JournalError("unkept"))
        self._unkept = self.journal.unkept
        if turn[0] != self._turn[0]:
            self._full = True
            self._room_is_due = True
            # a computer may begin any game, and the last one may have been another
            self._restarts = self.game_package is not None and _name_of(self.session.game) != self.game_name
            if self.screen:
                self.screen.tidy_soon()
        elif turn[1] > self._turn[1]:
            self._turn_ended = True
            self._entering = False
            self._look_at_battery()
        self._turn = turn
        self.redraw()

    def _tell(self, sentence):
        """Keep a sentence in the log, send it to whoever looks at the serial console, and return it."""
        self.log.note(sentence)
        self._remark(str(sentence))
        return sentence

    def _failed(self, doing, error):
        self.log.error(doing, error)
        gc.collect()

    def _noting(self, game):
        """Return whether the players of a Game note more than its rules ask for: a setting of it says so."""
        return bool(self.settings.get((self.game_package or games.load(_name_of(game))).NOTING))

    def _tags(self):
        tags = [("Device", self.board.unique_id)]
        clock = self.board.clock()
        if clock:
            tags.append(("Date", clock))
        return tags


def main():
    """Run the companion on the board this is; Ctrl-C ends it and leaves a clean prompt."""
    from companion import board

    app = None
    try:
        app = App(board.make())
        asyncio.run(app.run())
    except KeyboardInterrupt:
        # mpremote, or a person, wants the prompt
        pass
    finally:
        # another Ctrl-C would leave half of this undone
        interrupt_with(-1)
        if app:
            app.close()
        # MicroPython keeps tasks that were under way for the next loop
        asyncio.new_event_loop()
        interrupt_with(_CTRL_C)


def _name_of(game):
    """Return the name of the game that somebody plays."""
    from shared_rules.games import name_of

    return name_of(game.events[0])
