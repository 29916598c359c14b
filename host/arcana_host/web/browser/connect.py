"""The page that reaches a real device: identifies it, fetches games, and shows the device live.

It carries messages between the page and the device, as JSON; it must not know how the page looks.
"""

import asyncio
import gc
import json
from binascii import a2b_base64

from arcana_host.web.browser.backups import back_up, restore_file
from arcana_host.web.browser.companion_link import LOST, CompanionLink, SerialPort
from arcana_host.web.browser.connect_markup import board_choice, game_list, progress, report
from arcana_host.web.browser.install import PATIENCE, Installer, Site
from arcana_host.web.browser.prompt import Prompt, printable
from arcana_host.web.browser.result import Result
from arcana_host.web.browser.saved_games import SavedGames, fetch, safe_files
from arcana_host.web.browser.shown_games import bgstats_file, details, json_file, record_file, summary
from arcana_portable.errors import ArcanaError, DeviceFaulty, DeviceLost, FlashError
from arcana_portable.install.file_system import unknown_loss
from arcana_portable.install.image import check_image
from arcana_portable.install.steps import UNKNOWN_BOARD, about
from arcana_portable.link.device_backup import gather
from arcana_portable.link.messages import CIRCUITPYTHON, ECHO, stranger
from arcana_portable.link.offered_names import forget, forgotten, offered, to_offer
from arcana_portable.link.watching import Watching, changes_of
from arcana_portable.page.fingers import HoldRepeater
from arcana_portable.page.markup import element
from arcana_portable.page.messages import PageMessages
from arcana_portable.translation import _, choose, languages, ngettext
from companion import VERSION

from shared_rules.errors import RuleError
from shared_rules.games import FILES
from shared_rules.player_names import check_names

_COLLECT_AFTER = 1 << 20


class Connect:
    """The object that the page's scripts talk to.

    browser: functions of the page: write(base64) sends to the port; close() closes it; hear(JSON) takes a
    message to the page; now() in milliseconds; moment() is the local time as YYYY-MM-DD HH:MM:SS; file(path)
    is a file of the site; saved: see SavedGames.
    """

    def __init__(self, browser, language):
        # the heap can grow, so collecting every few milliseconds is a waste
        gc.threshold(_COLLECT_AFTER)
        choose(language if language in languages() else "english")
        self._browser = browser
        self._games = SavedGames(browser.saved)
        self._site = Site(browser)
        self._port = self._link = self._mirror = None
        self._chosen = self._drive = ""
        self._result = None
        self._asked = []
        self._has_asked = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def receive(self, text):
        """Take bytes that have come, as base64."""
        if self._port:
            self._port.receive(text)

    def lose(self):
        """Note that the port is gone."""
        if self._port:
            self._port.lose()
        self._has_asked.set()

    def open(self):
        """Note that a port was opened."""
        self._port = SerialPort(self._browser)
        self.ask('{"find": true}')

    def ask(self, text):
        """Queue a message of the page, as JSON."""
        self._asked.append(json.loads(text))
        self._has_asked.set()

    async def _run(self):
        await self._do(self._list)
        while True:
            if self._asked:
                message = self._asked.pop(0)
                await self._do(self._handle, message)
            elif self._mirror and self._link:
                await self._do(self._follow)
            else:
                self._has_asked.clear()
                if self._port and not self._port.is_open:
                    self._end("bad", _(LOST))
                await self._has_asked.wait()

    async def _do(self, job, *args):
        try:
            await job(*args)
        except DeviceLost as error:
            self._end("bad", str(error))
        except (ArcanaError, RuleError) as error:
            self._say("bad", [str(error)])
        except Exception as error:
            self._say("bad", [_("A fault of this page: {error}", error=repr(error))])
            raise

    async def _handle(self, message):
        if "find" in message:
            await self._find()
        elif "leave" in message:
            self._end("good", _("Disconnected. The companion plays on."))
        elif "no_port" in message:
            self._send({"first": True})
            self._say(
                "bad",
                [
                    _(
                        "No board was chosen. If none was listed: the cable may carry no data, or the board "
                        "needs MicroPython first, see below."
                    )
                ],
            )
        elif "not_allowed" in message:
            self._say(
                "bad",
                [
                    _(
                        "The browser does not let this page reach USB devices ({error}). Allow it when the "
                        "browser asks; where this page is part of another one, open it on its own.",
                        error=message["not_allowed"],
                    )
                ],
            )
        elif "not_opened" in message:
            error = message["not_opened"]
            self._say(
                "bad", [_("The port can't be opened: another program or page has it ({error}).", error=error)]
            )
        elif "details" in message:
            self._chosen = message["details"]
            self._send(details(self._chosen, await self._games.record(self._chosen)))
            self._send({"chosen": True})
        elif "result" in message:
            try:
                self._result = Result(message["result"])
            except RuleError:
                raise RuleError(_("The link with the result is not whole: scan the code again."))
            self._send(self._result.message())
        elif "hand_out" in message:
            self._send({"file": getattr(self._result, message["hand_out"])})
        elif "save" in message:
            await self._save(message["save"])
        elif "image" in message:
            name, content = message["image"]
            await self._check_image(check_image(name, a2b_base64(content)))
        elif "copied" in message:
            self._say(*self._copied(**message["copied"]))
        elif "install" in message and self._port:
            await self._install(message["install"])
        elif not self._link:
            return
        elif "fetch" in message:
            said = await fetch(self._link, self._games, self._progress)
            await self._list()
            self._say("good", said)
        elif "empty" in message:
            await self._empty()
        elif "names" in message:
            names = [name.strip() for name in message["names"].split(",") if name.strip()]
            check_names(names)
            changes = to_offer(names, (await self._link.call("settings"))["settings"])
            settings = (await self._link.call("settings", set=changes))["settings"]
            names = ", ".join(offered(settings)[0])
            self._say("good", [_("A new game offers {playing}.", playing=names)])
        elif "forget_names" in message:
            now, games = await self._link.run(forget(self._link.companion))
            self._send({"found": {"names": ", ".join(now)}})
            self._say("good", forgotten(now, games))
        elif "clock" in message:
            clock = (await self._link.call("clock", set=self._browser.moment()))["clock"]
            self._say("good", [_("The companion's clock says {clock}.", clock=clock)])
        elif "back_up" in message:
            file, said = await back_up(self._link, self._browser.moment()[:16], self._progress)
            self._send({"file": file})
            self._say("bad" if said[1:] else "good", said)
        elif "restore" in message:
            said, left = await restore_file(self._link, *message["restore"], self._progress)
            self._say("bad" if left else "good", said + left)
        elif "mirror" in message:
            await self._show(not self._mirror)
        elif self._mirror:
            answer = await self._mirror.messages.handle(message, self._mirror.held)
            if answer:
                self._send(answer)

    # the program at the port

    async def _find(self):
        self._say_busy(_("Looking for a companion …"))
        link = CompanionLink(self._port)
        try:
            info = await link.find()
        except DeviceFaulty:
            await self._offer()
            raise
        found = stranger(link.inbox.text())
        if not info and found in (None, CIRCUITPYTHON) and (found or link.inbox.is_no_companion()):
            link, info = await self._start_again(link)
        await self._meet(link, info, [])

    async def _start_again(self, link):
        """Start the program on a board at its prompt: a companion, or a companion that reports missing files.

        Returns the CompanionLink and the `info` of a companion, or None where no companion starts. Raises
        FlashError for another Python than MicroPython.
        """
        prompt = Prompt(self._port)
        try:
            await prompt.stop_program()
        except FlashError:
            return link, None
        try:
            await prompt.do(about())
        finally:
            await prompt.soft_reset()
        started = CompanionLink(self._port)
        return started, await started.run(started.companion.await_app(PATIENCE))

    async def _install(self, board):
        installer = self._take_board(_("The companion is being installed. Leave the cable in."))
        try:
            said, info = await installer.install(board)
        except DeviceLost:
            self._end("bad", _("The connection broke. Connect and install again: what has arrived stays."))
            return
        except ArcanaError:
            await self._offer()
            raise
        await self._meet(installer.link, info, said)

    async def _empty(self):
        """Remove the companion from the board, once its games are saved in the browser and in a file."""
        file, said = await back_up(self._link, self._browser.moment()[:16], self._progress)
        self._send({"file": file})
        said += await fetch(self._link, self._games, self._progress)
        safe = await safe_files(self._link, self._games)
        await self._list()
        kept = await self._link.run(gather(self._link.companion, "", lambda done, total: None))
        safe.update({path: data for path, data in kept.files.items() if path in FILES})
        installer = self._take_board(_("The companion is being removed. Leave the cable in."))
        try:
            count = await installer.empty(safe)
        except FlashError:
            await self._offer()
            raise
        said.append(
            ngettext("{n} file was removed from the board.", "{n} files were removed from the board.", count)
        )
        self._end("good", " ".join(said))

    async def _check_image(self, image):
        """Describe an image, and its effect on the files on the connected board."""
        self._drive = image.chip.drive
        said, lost = [_("This is {image}.", image=image)], unknown_loss(image)
        if not self._port:
            said.append(lost)
            self._say("good", said)
        else:
            installer = self._take_board(_("Asking the board where it keeps files."))
            try:
                lost, info = await installer.loss(image)
            except FlashError:
                await self._offer()
                raise
            if lost:
                said += [lost, _("“Back up” saves them first, and “Restore a backup” brings them back.")]
            else:
                said.append(_("Games and settings stay."))
            await self._meet(installer.link, info, said, warns=bool(lost))
        self._send({"drive": self._drive, "lost": lost})

    def _take_board(self, why):
        """Return an Installer for the board that is connected, which ends the link to its companion."""
        self._link = self._mirror = None
        self._send({"found": None, "mirror": False, "install": False})
        self._say_busy(why)
        return Installer(self._port, self._site, self._progress, self._say_busy)

    async def _offer(self):
        """Make the page offer an installation."""
        self._send({"install": True, "#board": board_choice(await self._site.boards())})

    async def _meet(self, link, info, said, warns=False):
        """Describe the device at the port.

        info: of the companion, or None if no companion answers. said: sentences about the actions so far.
        warns: whether they warn of something.
        """
        if not info:
            self._say("bad", said + self._explain(link.inbox))
            self._send({"found": None})
            if not link.inbox.received:
                self._send({"first": True})
            elif not _is_another_device(link.inbox):
                await self._offer()
            return
        self._link = link
        if info["python"].startswith("micropython "):
            await self._offer()
        settings = (await link.call("settings"))["settings"]
        try:
            names = offered(settings)[0]
        except ArcanaError:
            # a fault that an update mends
            names = []
        self._send({"found": {"names": ", ".join(names)}})
        said += [
            _(
                "Companion {version} on {board} {device}, {python}, {free} KB free.",
                version=info["version"],
                board=info["board"],
                device=info["device"],
                python=info["python"],
                free=info["free_bytes"] // 1024,
            )
        ]
        if info["version"] != VERSION:
            said.append(_("This page brings version {version}.", version=VERSION))
        if info["board"] == UNKNOWN_BOARD:
            said.append(
                _("It can't detect its board, and drives no pin: choose the board below, and install again.")
            )
        tests = await link.call("self_test")
        if info["board"] == UNKNOWN_BOARD:
            tests.pop("panel")
        bad = [f"{part}: {tests[part]}" for part in sorted(tests) if tests[part] != "ok"]
        if info["clock"] is None:
            said.append(_("Its clock is not set."))
        self._say("bad" if warns or bad or info["board"] == UNKNOWN_BOARD else "good", said + bad)

    def _explain(self, inbox):
        """Return sentences that describe a port where no companion answers, and give advice."""
        if not inbox.received:
            return [
                _("The board says nothing."),
                _(
                    "After an interrupted update, wait half a minute and connect again. Otherwise unplug it "
                    "and plug it in again; a new Pico needs MicroPython first: see below."
                ),
            ]
        if _is_another_device(inbox):
            found = stranger(inbox.text())
            if found:
                return [_("This is {found}, and no companion: choose another port.", found=_(found))]
            return [_("This device repeats what is sent to it, and is no MicroPython: choose another port.")]
        if not inbox.at_prompt():
            return [
                _("Another program runs on this board, and it is no companion."),
                _("“Install or update” puts the companion in its place; its main.py stays as main.py.old."),
            ]
        text = ECHO.split(inbox.text())[0]
        for line in text.split(b"\n"):
            word = line.split(b":")[0].strip()
            if word.endswith(b"Error") and b" " not in word:
                return [
                    _(
                        "The installation is incomplete: the companion stopped with {error}.",
                        error=printable(line),
                    ),
                    _("“Install or update” completes it; games and settings stay."),
                ]
        return [
            _("The board is at MicroPython's prompt, and has no companion."),
            _("“Install or update” installs one."),
        ]

    def _end(self, kind, sentence):
        self._port = self._link = self._mirror = None
        self._browser.close()
        self._send({"found": None, "mirror": False, "install": False})
        self._say(kind, [sentence])

    # the saved games

    async def _list(self):
        found = []
        for name in await self._games.names():
            try:
                found.append(summary(name, await self._games.record(name)))
            except RuleError:
                continue
        self._send({"#games": game_list(found)})

    async def _save(self, what):
        """Give the page a file: all "games" or "plays", or the "record" or "play" of the chosen game."""
        names = await self._games.names() if what in ("games", "plays") else [self._chosen]
        records, left = {}, []
        for name in names:
            records[name] = await self._games.record(name)
        if what == "games":
            file = json_file(records)
        elif what == "record":
            file = record_file(names[0], records[names[0]])
        else:
            file, left = bgstats_file(records)
        if file:
            self._send({"file": file})
        if left:
            self._say("bad", left)

    def _copied(self, wrong=False, error=""):
        """Return the report on a copied image. wrong: whether it was another drive."""
        if wrong:
            return "bad", [
                _(
                    "This is not the drive {drive} of a board that the image is for. Nothing was copied.",
                    drive=self._drive,
                )
            ]
        if error:
            return "bad", [_("Copying failed ({error}): try another cable or port.", error=error)]
        return "good", [_("MicroPython was copied, and the board starts it. Connect, and choose the board.")]

    # the mirror

    async def _show(self, wanted):
        if wanted:
            self._mirror = Mirror(self._link)
            self._send({"mirror": True})
            self._send(self._mirror.messages.all())
        elif self._mirror:
            mirror, self._mirror = self._mirror, None
            self._send({"mirror": False})
            await self._link.run(mirror.watching.end())

    async def _follow(self):
        await self._mirror.step()
        news = self._mirror.messages.news()
        if news:
            self._send(news)

    def _progress(self, doing, done, total):
        self._send({"#progress": progress(doing, done, total)})

    def _say_busy(self, sentence):
        self._say("busy", [sentence])

    def _say(self, kind, sentences):
        bar = element("progress") if kind == "busy" else ""
        self._send({"busy": kind == "busy", "#report": report(kind, sentences), "#progress": bar})

    def _send(self, message):
        self._browser.hear(json.dumps(message))


def _is_another_device(inbox):
    """Return whether nothing can be installed at a port where no companion answers and none was started."""
    return stranger(inbox.text()) is not None or (inbox.is_repeated() and not inbox.at_prompt())


class Mirror:
    """A `page_device.PageDevice`: the device that the page shows. held: the buttons that the page holds."""

    def __init__(self, link):
        self.offers = ("words", "buttons", "map")
        self.command = "arcana"
        self.ended = ""
        self.held = set()
        self._link = link
        self._queue = []
        self._fingers = HoldRepeater(lambda name, kind: self._queue.append((name, kind)))
        self.watching = Watching(link.companion, True, True, True)
        self._look = {"picture": b"", "plugged": True, "note": None, "state": None, "setup": ""}
        self.messages = PageMessages(self)

    def look(self):
        return dict(self._look)

    async def press(self, name):
        self._fingers.down(name)

    async def release(self, name):
        self._fingers.up(name)

    async def inject(self, name, kind):
        self._queue.append((name, kind))

    async def plug(self, wanted):
        """Do nothing: no page can pull a real plug."""

    async def enter(self, events):
        """Enter events into the game until an event is refused. Returns why that is refused, or ""."""
        return await self._link.run(self._link.companion.enter(events))

    async def step(self):
        """Send a press that waits, or take an update. Raises DeviceError."""
        if self._queue:
            await self._link.run(self._link.companion.press(*self._queue.pop(0)))
        update = await self._link.run(self.watching.next(0.05))
        if update:
            self._look.update(changes_of(update))
