// Runs the companion itself in the page: its firmware, on MicroPython. It joins it to the page as `socket.js` joins a
// device behind a server, and does what only this page offers: to keep games, hand them out and start over.
"use strict";

const speed = Number(new URLSearchParams(location.search).get("speed")) || 1;

/** @type {any} */
let companion = null;

// a module, which a page that is opened as a file can't have
const interpreter = () => import(String(new URL("interpreter.js", document.baseURI)));

/** Until the companion says otherwise, the page speaks the language of the browser. @returns {Promise<string>} its name */
async function speakOwn() {
  const { fetched } = await interpreter();
  const code = (navigator.language || "en").slice(0, 2);
  const own = (await fetched("texts.json"))[code];
  if (own) speak(code, own.texts);
  return own?.language ?? "";
}

/** @returns {Storage | null} null where a browser is told to keep nothing, and does not even let a page ask */
function local() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

// a failure of the browser would end the companion
/** @param {string} key @param {string | null} text null removes @returns {boolean} whether the browser keeps that */
function store(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {object} message */
function sendToCompanion(message) {
  companion?.ask(JSON.stringify(message));
}

/** @param {string} text */
function hearMore(text) {
  const message = JSON.parse(text);
  hear(message);
  if (message.storage !== undefined) for (const kind of ["blocked", "full"]) find(kind).hidden = kind !== message.storage;
  if (message.elsewhere) find("elsewhere").hidden = false;
  if (message.plugged) find("elsewhere").hidden = true;
  if (message.trouble !== undefined) {
    find("failed").hidden = !message.trouble;
    find("why").textContent = message.trouble;
  }
}

/** @param {string} language in which the companion begins */
async function start(language) {
  const { startMicroPython } = await interpreter();
  const vm = await startMicroPython(
    "companion.json",
    "from arcana_host.web.browser.start import Companion",
  );
  const browser = {
    local: local(),
    store,
    hear: hearMore,
    now: () => performance.now(),
    random: (/** @type {number} */ count) => [...crypto.getRandomValues(new Uint8Array(count))],
    moment: () => {
      const now = new Date();
      return [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
    },
  };
  companion = vm.globals.get("Companion")(browser, speed, language);
}

window.addEventListener("storage", ({ key, newValue }) => companion?.changed(key, newValue));
listen(sendToCompanion);
keepRecords({
  list: () => (companion ? JSON.parse(companion.records()) : []),
  record: (/** @type {string} */ name) => companion.record(name),
});
if (location.hash.length > 1) {
  // a QR code of a companion leads here, with the result of a game
  location.replace(`connect.html${location.hash}`);
} else if (location.protocol === "file:") {
  find("as-file").hidden = false;
} else {
  speakOwn().then(start).catch((error) => {
    find("failed").hidden = false;
    find("why").textContent = error.message || String(error);
  });
}
