// Runs the companion itself in the page: its firmware, on MicroPython. It joins it to the page as `socket.js` joins a
// device behind a server, and does what only this page offers: to keep games, hand them out and start over.
"use strict";

const speed = Number(new URLSearchParams(location.search).get("speed")) || 1;

/** @param {string} id @returns {any} */
const find = (id) => document.getElementById(id);
/** @type {any} */
let companion = null;

/**
 * Until the companion says otherwise, the language of the browser, and what the page says in it.
 * @type {{language: string, texts: Record<string, string>} | null}
 */
let own = null;

// a module, which a page that is opened as a file can't have
const interpreter = () => import(String(new URL("interpreter.js", document.baseURI)));

async function speakOwn() {
  const { fetched } = await interpreter();
  const code = (navigator.language || "en").slice(0, 2);
  own = (await fetched("texts.json"))[code] ?? null;
  if (own) speak(code, own.texts);
}

// what is kept

const kept = storage(
  (trouble) => {
    for (const kind of ["blocked", "full"]) find(kind).hidden = kind !== trouble;
  },
  () => {
    find("elsewhere").hidden = false;
    tellCompanion({ plug: false });
  },
);

find("begin").addEventListener("click", () => tellCompanion({ afresh: true }));

// the companion

/** @param {object} message */
function tellCompanion(message) {
  if (companion) companion.ask(JSON.stringify(message));
}

/** @param {string} text */
function hearMore(text) {
  const message = JSON.parse(text);
  hear(message);
  if (message.plugged) find("elsewhere").hidden = true;
  if (message.trouble !== undefined) {
    find("failed").hidden = !message.trouble;
    find("why").textContent = message.trouble;
  }
}

async function start() {
  const { startMicroPython } = await interpreter();
  const vm = await startMicroPython(
    ["companion.json"],
    "from arcana_host.web.browser.start import Companion",
  );
  const browser = {
    kept,
    hear: hearMore,
    now: () => performance.now(),
    random: (/** @type {number} */ count) => [...crypto.getRandomValues(new Uint8Array(count))],
    moment: () => {
      const now = new Date();
      return [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
    },
  };
  kept.take();
  // the companion begins in it and need not ask; later it has its own setting
  if (own && kept.get("settings.json") === null) kept.set("settings.json", JSON.stringify({ language: own.language }));
  companion = vm.globals.get("Companion")(browser, speed);
}

listen(tellCompanion);
keepRecords({
  list: () => (companion ? JSON.parse(companion.records()).sort().reverse() : []),
  record: (/** @type {string} */ name) => companion.record(name),
});
if (location.protocol === "file:") {
  find("as-file").hidden = false;
} else {
  speakOwn().then(start).catch((error) => {
    find("failed").hidden = false;
    find("why").textContent = error.message || String(error);
  });
}
