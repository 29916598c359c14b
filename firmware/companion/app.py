"""The companion as a whole: one event loop in which buttons, panel and link take turns.

It decides when and how the panel is refreshed. It must not know the content of a screen, the meaning of an
event, or the pins. It prints nothing, as standard output is the link.
"""

import gc
import os

from companion import games, modules
from companion.canvas import Canvas
from companion.files import Log
from companion.journal import Journal
from companion.platform import (
    asyncio,
    collect_every,
    const,
    folder_of,
    interrupt_with,
    ticks_add,
    ticks_diff,
)
from companion.screens import Stack
from companion.screens.widgets import draw_message
from companion.session import Session
from companion.settings import CLEAN_AFTER, DEFAULTS, Settings
from companion.texts import DeviceError, text, translate
from shared_rules.errors import RuleError

_CTRL_C = const(3)
_TICK = 0.01
_LINK_BUSY_TICK = 0.001
_LINK_LATEST_MS = const(2000)  # the longest that the link waits for the first picture
_LINK_QUIET = const(20)  # polls of the link without data after which it is polled less often
_LINK_RESTS = const(200)  # and after which the methods that are seldom called are dropped
_COLLECT_AFTER = const(160000)  # bytes allocated since the last collection of garbage
_LINK_ANSWERED = 0.2  # seconds after which an answer has been sent
_RETRY_PANEL = 5  # seconds
# after this much time without a press
_SUPPLY_MS = const(3000)  # the panel's voltages are switched off
_REST_MS = const(4000)  # a full refresh that is due disturbs nobody
_LEFT_MS = const(60000)  # or after this much time, if somebody has not finished an entry
_NAP_AFTER_MS = const(120000)  # a device on battery sleeps between looks for work
_SLEEP_MS = const(300000)  # the panel's controller goes to sleep
_DAY_MS = const(86400000)  # a picture that stays is refreshed once a day, as the maker advises
_OFF_MS = const(900000)  # a device on battery switches itself off
# number of partial refreshes after which a due full refresh comes at the end of a turn, where somebody may
# wait, and after which it comes even while somebody enters; a setup and a turn take up to some fifty
_AT_A_TURN_S_END = const(20)
_MOST_PARTIALS = const(80)
_GLANCE = const(10)  # a tenth of a full refresh, some 300 ms: nobody reads a picture in less


class App:
    """One running companion.

    board: the Board it runs on. Screens and link use `board`, `log`, `settings`, `journal`, `session`,
    `canvas`, `screen` (which is drawn and gets the presses), `message` (the sentence shown over it, or None),
    `games` (the names of the installed games), `game_name` (the played game) and `game_package` (its package
    in `companion.games`).
    """

    def __init__(self, board):
        self.board = board
        self._stale = True
        self._pictured = False
        base = board.folder.rstrip("/")
        self.log = Log(base + "/log.txt", board.clock)
        self.settings = Settings(
            base + "/settings.json", self.log, DEFAULTS, self._accepts, self.redraw, games.settings
        )
        self.journal = Journal(board.folder, self.log, board.free_bytes, clock=board.clock)
        self.session = Session(self.journal, self.log, self._tags, self._notes)
        self.canvas = Canvas(*board.panel.size)
        self.session.watchers.append(self._on_change)
        self.methods = None
        self.link = None
        self.games = []
        self.game_name = ""
        self.game_package = None
        self.screen = None
        self.message = None
        self._link_rests = False
        self._restarts = False
        self._resumes = False
        self._full = True
        # the screen on the panel; whether a full refresh is bringing another screen, and when that can be
        # read
        self._seen = None
        self._unseen = False
        self._seen_at = None
        self._turn = (None, 0)
        self._turn_ended = False
        self._entering = False
        self._only_moved = False
        self._unsaved = False
        self._flash_check_is_due = True
        self.panel_trouble = None
        self._last_press = self._last_full = board.ticks_ms()
        self._idle_action = self._soon = None
        self._has_said_only_full = False

    async def run(self):
        """Run until cancelled."""
        self._set_up()
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._connect())]
        try:
            await self._draw()
        finally:
            for task in tasks:
                task.cancel()

    def close(self):
        """Stop everything, and switch the panel's voltages off; the game is safe in any case."""
        self.board.close()

    # for screens and methods of the link

    def say(self, sentence):
        """Show a message until the next press."""
        self.message = translate(sentence)
        self.redraw()

    def redraw(self, quick=False):
        """Schedule a redraw. quick: whether a quick refresh is enough."""
        self._only_moved = quick
        self._stale = True

    def refresh(self):
        """Schedule a full refresh, which removes all ghosts from the panel."""
        self._full = True
        self.redraw()

    def choose(self, name):
        """Play another installed game from now on, which restarts the device. name: one of `games`."""
        self.settings.set("game", name)
        self._restarts = True

    def resume_soon(self):
        """Resume the game that a host has restored before the host's next request.

        During this request a Pico's stack is too small to import the rules.
        """
        self._resumes = True

    def when_idle(self, action):
        """Call `action` once nobody has pressed a button for four seconds; a later call replaces it."""
        self._idle_action = action

    def soon(self, action):
        """Call action(app) from the event loop, before the next picture and the next press.

        It is for work that needs the memory of the screen that was just left: on a Pico, what calls have left
        on the stack still counts as a reference to it.
        """
        self._soon = action

    # buttons

    async def _listen(self):
        while True:
            try:
                press = self.board.buttons.get()
                while press:
                    # a host may read the words instead of the panel
                    if len(press) == 3 or not self._rejects_stale_press(*press):
                        self._press(press[0], press[1])
                    press = None if self._soon else self.board.buttons.get()
                if self._soon:
                    await asyncio.sleep(_TICK)
                    self._do_soon()
                if self._idle_action and self._idle_for(_REST_MS):
                    action, self._idle_action = self._idle_action, None
                    self.redraw()
                    try:
                        action()
                    except Exception as error:
                        self._report("A pause", error)
                if self.board.buttons.stuck:
                    stuck = DeviceError("button", self.board.buttons.stuck.upper())
                    self.log.note(stuck)
                    self.say(stuck)
                    self.board.buttons.stuck = None
                if self.link and self.log.reports:
                    self._name_reports()
            except Exception as error:
                self._log_error("A button", error)
            await asyncio.sleep(_TICK)

    def _do_soon(self):
        action, self._soon = self._soon, None
        try:
            action(self)
        except Exception as error:
            self._report("Work after a press", error)

    def _rejects_stale_press(self, name, kind):
        """Drop a press that would confirm or begin something on a screen that nobody has seen yet.

        Returns whether it did; the panel says so then.
        """
        if self._unseen and self._seen_at is not None:
            self._unseen = ticks_diff(self._seen_at, self.board.ticks_ms()) > 0
        if self._unseen or (self._full and not self.panel_trouble and self._shown() != self._seen):
            if self.message is not None or (name in "abc" and name not in self.screen.shown.cursor_keys):
                if self.methods:
                    self.methods.pressed(name, kind)
                self.screen.dropped = self._stale = True
                return True
        return False

    def _shown(self):
        """Return the number of the screen that is on top."""
        return self.screen.shown.serial

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
        # its number, as a screen that is referred to keeps its modules in memory
        top = self.screen.top.serial
        # called from here, as a screen may need all of a Pico's stack
        try:
            self.screen.press(name, kind)
        except Exception as error:
            self._report("Pressing " + name, error)
        if self.screen.top.serial != top:
            self.redraw()

    def _report(self, doing, error):
        if isinstance(error, (RuleError, DeviceError)):
            self.say(error)
        else:
            self._go_to_title(doing, error)

    def _go_to_title(self, doing, error):
        """Go to the title after a fault, so that nobody is stuck on the screen that failed."""
        # the log may need the memory of the screens
        self.screen.leave_all()
        self.screen = Stack(self)
        self._log_error(doing, error)
        self.say(text("went_wrong", error))

    # panel

    async def _draw(self):
        while True:
            if self._restarts:
                await self._restart()
            elif self._soon:
                # before the picture
                pass
            elif self._stale or (self._full_is_due() and self._nobody_is_entering()):
                await self._use_panel(self._show)
            elif self.board.power and self.board.power.empty:
                await self._use_panel(self._wait_for_a_cable)
            elif self.board.panel.powered:
                if self._idle_for(_SUPPLY_MS):
                    await self._use_panel(self.board.panel.power_off)
                else:
                    self.board.panel.feed_guard()
            elif self._save_power():
                # the others have waited
                await asyncio.sleep(0)
                continue
            await asyncio.sleep(_TICK)

    def _save_power(self):
        """Spare panel and battery while nobody presses; return whether the processor has slept."""
        asleep = self._idle_for(_SLEEP_MS) and self.board.panel.sleep()
        power = self.board.power
        if power and asleep and self._idle_for(_OFF_MS):
            power.off()
        if power and self._idle_for(_NAP_AFTER_MS) and power.may_nap():
            self.board.nap()
            return True
        return self._link_rests and self.board.doze()

    async def _wait_for_a_cable(self):
        # a board that measures nothing does not load this module
        from companion.battery import wait_for_a_cable

        await wait_for_a_cable(self)

    async def _restart(self):
        """Restart once the host has its answer, so that there are never two games in memory."""
        await asyncio.sleep(_LINK_ANSWERED)
        self._restarts = False
        self.board.restart()

    async def _use_panel(self, do):
        try:
            await do()
            if self.panel_trouble:
                self.panel_trouble = None
                self.log.note("The panel answers again.")
        except Exception as error:
            self.board.panel.stop()
            self._unseen = False
            if str(error) != self.panel_trouble:
                self.panel_trouble = str(error)
                self._log_error("The panel", error)
            await asyncio.sleep(_RETRY_PANEL)
            self.refresh()

    async def _show(self):
        panel = self.board.panel
        await panel.idle()
        # not before, so that the picture includes presses made while the panel was busy
        self._stale = False
        quick = self._only_moved or self.settings.get("quick")
        self._only_moved = True
        self._paint()
        full, shown = self._needs_full_refresh(), self._shown()
        if (full or panel.needs_full) and shown != self._seen and not self.panel_trouble:
            self._unseen, self._seen_at = True, None
        moved = await panel.show(self.canvas.buffer, full, quick)
        self._pictured = True
        self.screen.tidy()
        self._look_again()
        if moved:
            if not panel.partials:
                self._last_full = self.board.ticks_ms()
            self.session.notify("screen")
            self._look_at_power()
            gc.collect()
            if self._flash_check_is_due:
                self._flash_check_is_due = False
                self._warn_of_full_flash()
            await panel.idle()
            if panel.only_full and not self._has_said_only_full and not self.screen.top.is_bare:
                self._has_said_only_full = True
                self.say(text("only_full", panel.celsius))
        self._seen = shown
        if self._seen_at is None:
            self._seen_at = ticks_add(self.board.ticks_ms(), (panel.took or 0) // _GLANCE)

    def _look_at_power(self):
        # the panel is busy for longer than this takes
        if self.board.power and self.board.power.look():
            self.refresh()

    def _paint(self):
        # called from here, as a screen may need all of a Pico's stack
        try:
            self.screen.draw(self.canvas)
        except Exception as error:
            self._go_to_title("Drawing", error)
            self._stale = False
            self.canvas.invalidate()
            self.screen.draw(self.canvas)
        if self.message is not None:
            draw_message(self.canvas, self.message)

    def _look_again(self):
        # where each refresh is a full one, nobody waits for a second picture
        if self.board.panel.only_full:
            return
        try:
            if self.screen.look_again() and not self._stale:
                self.redraw(quick=True)
        except Exception as error:
            # the picture lacks only what it can do without
            self._log_error("Looking again", error)

    def _needs_full_refresh(self):
        partials = self.board.panel.partials
        between = self._turn_ended and partials >= _AT_A_TURN_S_END
        full = self._full or partials >= _MOST_PARTIALS
        full = full or (self._full_is_due() and (between or self._nobody_is_entering()))
        self._full = self._turn_ended = False
        return full

    def _nobody_is_entering(self):
        return self._idle_for(_LEFT_MS if self._entering else _REST_MS)

    def _full_is_due(self):
        if self.screen.top.is_bare:
            # a host decides
            return False
        a_day = ticks_diff(self.board.ticks_ms(), self._last_full) >= _DAY_MS
        return a_day or self.board.panel.partials >= self.settings.get("clean_after")

    def _idle_for(self, milliseconds):
        return ticks_diff(self.board.ticks_ms(), self._last_press) >= milliseconds

    # link

    async def _connect(self):
        # at power-on, the game has to be visible first
        while not (self._pictured or self.panel_trouble or self._idle_for(_LINK_LATEST_MS)):
            await asyncio.sleep(_TICK)
        try:
            self.board.find_power()
            self._look_at_power()
            self._open_link()
            # most of what stays in memory is there now; a collection takes 25 ms, and would fall into most
            # presses
            collect_every(_COLLECT_AFTER)
            self._report_troubles()
        except Exception as error:
            self._log_error("Waking up", error)
        # a game goes on without it
        if self.link:
            await self._serve()

    async def _serve(self):
        quiet = _LINK_QUIET
        while True:
            quiet = 0 if self.link.poll() else quiet + 1
            self._link_rests = quiet >= _LINK_QUIET
            if quiet == _LINK_RESTS:
                self.methods.unload()
            if self._resumes:
                self._resumes = False
                sentence = self._resume()
                if sentence:
                    self.say(sentence)
            # a busy host sends its next request soon
            await asyncio.sleep(_TICK if self._link_rests else _LINK_BUSY_TICK)

    def _open_link(self):
        from companion.link import Link, Methods

        self.methods = Methods(self)
        self.link = Link(self.board.link, self.methods)

    # start, and changes of the game

    def _set_up(self):
        self.journal.trouble = self._resume() or self.journal.trouble
        self._choose_game()
        # collect the garbage of the replay, so that the screens lie in one block and not in its gaps
        gc.collect()
        self.screen = Stack(self, True)

    def _resume(self):
        """Resume the running game; return None, or the DeviceError with the reason if that is impossible."""
        try:
            self.session.resume()
        except DeviceError as error:
            self.log.note(error)
            return error
        except Exception as error:
            self._log_error("Resuming the game", error)
        finally:
            # the game has been read
            modules.leave("reading")

    def _choose_game(self):
        """Choose the game to play: the game on the table, else the game in the settings."""
        game = self.session.game
        self.games = games.installed()
        name = game.NAME if game else self.settings.get("game")
        self.game_name = name if name in self.games else self.games[0]
        self.game_package = games.load(self.game_name)
        self.settings.learn(self.game_package.SETTINGS, self.game_package.accepts)

    def _accepts(self, key, value):
        """Return whether a setting that belongs to no game can have a value of its type."""
        if key == "language":
            return value + ".txt" in os.listdir(folder_of("companion.texts"))
        if key == "game":
            return value in games.installed()
        if key == "clean_after":
            return value in CLEAN_AFTER
        if key == "page":
            from shared_rules.play_link import is_page

            return is_page(value)
        if key == "names":
            from shared_rules.player_names import check_players

            try:
                check_players(value.split(","))
            except RuleError:
                return False
        return True

    def _report_troubles(self):
        if self.board.trouble:
            self.log.note(self.board.trouble)
        if self.journal.trouble:
            self.log.reports.insert(0, self.journal.trouble)
        if self.log.reports:
            self._name_reports()

    def _name_reports(self):
        """Show the new reports in the log."""
        self.say(" ".join([translate(each) for each in self.log.reports]))
        self.log.reports = []

    def _warn_of_full_flash(self):
        """Show a message if the flash is nearly full; finding that out takes a while."""
        sentence = self.journal.warning()
        if sentence:
            self.say(sentence)

    def _on_change(self, kind):
        if kind != "event":
            return
        turn = (self.session.game_id, self.session.game.turn)
        if self.journal.unsaved and not self._unsaved:
            self.say(DeviceError("unsaved"))
        self._unsaved = self.journal.unsaved
        if turn[0] != self._turn[0]:
            self._full = True
            self._flash_check_is_due = True
            # a host may begin another game than the loaded game
            self._restarts = self.game_package is not None and self.session.game.NAME != self.game_name
        elif turn[1] > self._turn[1]:
            self._turn_ended = True
        self._turn = turn
        self._entering = False
        # a host's entries are no pause either
        self._last_press = self.board.ticks_ms()
        self.redraw()

    def _log_error(self, doing, error):
        self.log.error(doing, error)
        gc.collect()

    def _notes(self, game):
        """Return whether the players of a Game may still note facts that its rules do not ask for."""
        return (self.game_package or games.load(game.NAME)).notes(self.settings, game)

    def _tags(self):
        tags = [("Device", self.board.unique_id)]
        clock = self.board.clock()
        if clock:
            tags.append(("Date", clock))
        return tags


def main():
    """Run the companion on this board; Ctrl-C ends it and leaves a clean prompt."""
    app = None
    try:
        app = App(_board())
        asyncio.run(app.run())
    except KeyboardInterrupt:
        # mpremote or a user wants the prompt
        pass
    finally:
        # another Ctrl-C would leave this half done
        interrupt_with(-1)
        if app:
            app.close()
        # MicroPython would run the unfinished tasks in the next loop
        asyncio.new_event_loop()
        interrupt_with(_CTRL_C)


def _board():
    # here, so that no variable of `main` keeps the module
    from companion import boards

    return boards.make()
