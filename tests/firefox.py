"""Firefox, where it is installed: how a test starts it, and what it does there by WebDriver BiDi."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
from device.waiting import PATIENCE, until

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
FLAGS = "--headless --no-remote --remote-debugging-port 0 --profile".split()


@asynccontextmanager
async def firefox():
    """The Tab of a Firefox that is new and in English; nothing of it stays."""
    with TemporaryDirectory() as home, open(f"{home}/said", "w+") as said:
        Path(home, "user.js").write_text('user_pref("intl.accept_languages", "en-GB");\n')
        command, own = [FIREFOX, *FLAGS, home], {**os.environ, "HOME": home}
        process = subprocess.Popen(command, env=own, stdout=said, stderr=said, start_new_session=True)

        def listens():
            return re.search(r"BiDi listening on (\S+)\n", Path(said.name).read_text())

        try:
            await until(lambda: listens() or process.poll() is not None)
            assert listens(), Path(said.name).read_text()
            address = listens()[1] + "/session"
            async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
                tab = Tab(socket)
                await tab.begin()
                yield tab
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Tab:
    """A tab, with two methods of Playwright's pages. faults: what its pages have reported as errors."""

    def __init__(self, socket):
        self.faults = []
        self._socket = socket
        self._answers = []
        self._functions = {}

    async def begin(self):
        """Begin to listen to Firefox."""
        self._task = asyncio.create_task(self._listen())
        await self._ask("session.new", capabilities={})
        await self._ask("session.subscribe", events=["log.entryAdded", "script.message"])
        self._context = (await self._ask("browsingContext.getTree"))["contexts"][0]["context"]

    async def goto(self, address, script):
        """Open a page; `script` runs there first."""
        await self._ask("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")
        await self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    async def evaluate(self, function, *given, channels=()):
        answer = await self._ask(
            "script.callFunction",
            functionDeclaration=f"(...channels) => ({function})(...{json.dumps(given)}, ...channels)",
            arguments=[{"type": "channel", "value": {"channel": name}} for name in channels],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer["result"].get("value")

    async def expose_function(self, name, function):
        self._functions[name] = function
        put = "(name, tell) => { window[name] = async (text) => tell(text); }"
        await self.evaluate(put, name, channels=[name])

    async def _ask(self, method, **given):
        answer = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        await self._socket.send_json({"id": len(self._answers) - 1, "method": method, "params": given})
        # wait_for of Python 3.11 may lose a cancellation that comes together with the answer
        async with asyncio.timeout(PATIENCE):
            said = await answer
        assert said["type"] == "success", said["message"]
        return said["result"]

    async def _listen(self):
        async for message in self._socket:
            said = message.json()
            if said["type"] != "event":
                # whoever asked may have been cancelled
                answer = self._answers[said["id"]]
                answer.done() or answer.set_result(said)
            elif said["method"] == "script.message":
                self._functions[said["params"]["channel"]](said["params"]["data"]["value"])
            # an error without a trace is one of Firefox's own
            elif said["params"]["level"] == "error" and "stackTrace" in said["params"]:
                self.faults.append(said["params"]["text"])
