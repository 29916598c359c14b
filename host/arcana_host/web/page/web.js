// Runs the companion itself in the page: its firmware, on MicroPython. It joins it to the page as `socket.js` joins a
// device behind a server, and does what only this page offers: to keep games, hand them out and begin afresh.
"use strict";

const HEAP = 8 * 1024 * 1024;
const GERMAN = "german";
const GAME = /^games\/.*\.arcana$/;
const speed = Number(new URLSearchParams(location.search).get("speed")) || 1;

const find = (id) => document.getElementById(id);
let companion = null;

// until the companion says otherwise, the language of the browser
const own = (navigator.language || "").startsWith("de") ? "de" : "en";
speak(own);

// what is kept

const kept = storage(
  (trouble) => {
    for (const kind of ["blocked", "full"]) find(kind).hidden = kind !== trouble;
  },
  () => {
    find("elsewhere").hidden = false;
    ask({ plug: false });
  },
);

function listGames() {
  const files = kept.names().filter((name) => GAME.test(name)).sort().reverse();
  const before = find("game").value;
  find("game").replaceChildren(...files.map((name) => new Option(title(kept.get(name)), name)));
  if (files.includes(before) && files.length === listed) find("game").value = before;
  listed = files.length;
  for (const id of ["game", "save", "copy"]) find(id).disabled = !files.length;
}

let listed = 0;

function title(record) {
  const date = /^\[Date "(.*)"\]$/m.exec(record);
  const players = / players=(\S+)/.exec(record);
  return [date && date[1], players && players[1].replaceAll(",", ", ")].filter(Boolean).join(" · ");
}

function record() {
  return companion.record(find("game").value);
}

find("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record()], { type: "text/plain" }));
  link.download = find("game").value.replace("games/", "");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

find("copy").addEventListener("click", async () => {
  const text = record();
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyAsSelected(text);
  }
  find("copied").hidden = !done;
  find("record").hidden = done;
  find("record").value = text;
  if (!done) find("record").select();
});

// where a page has no clipboard of its own
function copyAsSelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

// panels

for (const name of ["rules", "afresh"]) {
  find(name).addEventListener("click", () => find(`${name}-panel`).showModal());
}

for (const panel of document.querySelectorAll("dialog")) {
  panel.addEventListener("click", (event) => {
    if (event.target === panel || event.target.closest(".close")) panel.close();
  });
}

find("begin").addEventListener("click", () => ask({ afresh: true }));

// the companion

function ask(message) {
  if (companion) companion.ask(JSON.stringify(message));
}

function hearMore(text) {
  const message = JSON.parse(text);
  hear(message);
  if (message.table !== undefined) listGames();
  if (message.plugged) find("elsewhere").hidden = true;
  if (message.trouble !== undefined) {
    find("failed").hidden = !message.trouble;
    find("why").textContent = message.trouble;
  }
}

async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return answer.json();
}

async function start() {
  const { loadMicroPython } = await import(new URL("micropython/micropython.mjs", document.baseURI));
  const [vm, sources] = await Promise.all([
    loadMicroPython({ heapsize: HEAP, stdout: console.log, stderr: console.error }),
    fetched("companion.json"),
  ]);
  for (const [path, source] of Object.entries(sources)) {
    vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    vm.FS.writeFile(path, source);
  }
  vm.runPython(`
import sys
sys.path.append("/lib")
import arcana_host.web.browser.hints
from arcana_host.web.browser.start import Companion
`);
  const browser = {
    kept,
    hear: hearMore,
    now: () => performance.now(),
    random: (count) => [...crypto.getRandomValues(new Uint8Array(count))],
    moment: () => {
      const now = new Date();
      return [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
    },
  };
  kept.take();
  // who reads German begins in German; the companion itself remembers what is chosen later
  if (own === "de" && kept.get("settings.json") === null) kept.set("settings.json", `{"language": "${GERMAN}"}`);
  companion = vm.globals.get("Companion")(browser, speed);
}

listen(ask);
if (location.protocol === "file:") {
  find("as-file").hidden = false;
} else {
  start().catch((error) => {
    find("failed").hidden = false;
    find("why").textContent = error.message || String(error);
  });
}
