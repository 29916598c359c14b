// The page that reaches a real device: joins what people click, the serial port, what the browser keeps, and the
// program in MicroPython that speaks with the device. It knows no protocol and no game.

import { fetched, fetchedBytes, startMicroPython } from "./interpreter.js";
import { offerInstallation } from "./install.js";
import { canConnect, choosePort, Transport } from "./transport.js";
import { persist, saved } from "./saved.js";

/** @param {string} id @returns {any} */
const find = (id) => document.getElementById(id);

const LARGEST = 4 * 1024 * 1024;

/** @type {Transport | null} */
let transport = null;
/** @type {any} */
let program = null;
/** @type {string[]} */
let names = [];
let chosen = "";

/** @param {object} message */
function ask(message) {
  program?.ask(JSON.stringify(message));
}

// base64 for the program, whose own bytes would have to be copied one by one

/** @param {Uint8Array} data */
const toText = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** @param {Blob} file @returns {Promise<string>} its content up to what any backup or image can have, and a byte more */
const readBase64 = (file) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file.slice(0, LARGEST + 1));
});

// the port

find("plug-in").addEventListener("click", async () => {
  const port = await choosePort();
  if (!port) {
    find("first").open = true;
    report({ kind: "bad", sentences: [_("No board was chosen. If none was listed: the cable may carry no data, or the board needs MicroPython first, see below.")] });
    return;
  }
  transport = new Transport(
    port,
    (data) => {
      for (let at = 0; at < data.length; at += 4096) program.receive(toText(data.subarray(at, at + 4096)));
    },
    () => {
      transport = null;
      program.lose();
    },
  );
  try {
    await transport.open();
  } catch (error) {
    transport = null;
    report({ kind: "bad", sentences: [_("The port can't be opened: another program or page has it ({error}).", { error })] });
    return;
  }
  showPort();
  program.open();
});

find("unplug").addEventListener("click", () => ask({ leave: true }));

async function close() {
  const open = transport;
  transport = null;
  await open?.close();
  showPort();
}

function showPort() {
  find("plug-in").hidden = transport !== null;
  find("unplug").hidden = transport === null;
}

find("fetch").addEventListener("click", async () => {
  // asked while a click is handled, as some browsers show a question
  await persist();
  ask({ fetch: true });
});
find("set-clock").addEventListener("click", () => ask({ clock: true }));
find("back-up").addEventListener("click", () => ask({ back_up: true }));
find("restore").addEventListener("click", () => {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: ".zip" });
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (file) ask({ restore: [file.name, await readBase64(file)] });
  });
  chooser.click();
});
find("follow").addEventListener("click", () => ask({ mirror: document.querySelector("main.apart") !== null }));
find("names").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  ask({ names: find("players").value.normalize("NFC") });
});
find("save-all").addEventListener("click", () => ask({ export: "json", names }));
find("save-plays").addEventListener("click", () => ask({ export: "bgsplay", names }));
find("save-one").addEventListener("click", () => ask({ export: "record", names: [chosen] }));
find("save-play").addEventListener("click", () => ask({ export: "bgsplay", names: [chosen] }));

// what the program says

/** @param {any} message */
function take(message) {
  if (message.found !== undefined) showFound(message.found);
  if (message.report) report(message.report);
  if (message.progress) showProgress(message.progress);
  if (message.games) showGames(message.games);
  if (message.details) showGame(message);
  if (message.file) save(message.file);
  if (message.mirror !== undefined) showMirror(message.mirror);
  installation(message);
  if (message.details || message.games || message.report) return;
  hear(message);
}

const installation = offerInstallation(ask, report, readBase64);

/** @param {{names: string} | null} found */
function showFound(found) {
  for (const each of document.querySelectorAll("[data-found]")) /** @type {HTMLElement} */ (each).hidden = !found;
  if (found) find("players").value = found.names;
}

/** @param {{kind: string, sentences: string[]}} told */
function report({ kind, sentences }) {
  const box = find("report");
  box.className = `always ${kind}`;
  box.replaceChildren(...sentences.map((sentence) => made("p", sentence)));
  find("progress").hidden = find("doing").hidden = kind !== "busy";
  find("unplug").disabled = kind === "busy";
  find("doing").textContent = "";
}

/** @param {[string, number, number]} told */
function showProgress([doing, done, total]) {
  find("doing").textContent = total > 1 ? `${doing}: ${done} / ${total}` : `${doing} …`;
  Object.assign(find("progress"), { value: done, max: total || 1 });
  find("progress").hidden = find("doing").hidden = false;
}

/** @param {{name: string, date: string, title: string, players: string, result: string}[]} games */
function showGames(games) {
  names = games.map(({ name }) => name);
  find("none").hidden = games.length > 0;
  for (const id of ["saved", "save-all", "save-plays"]) find(id).hidden = !games.length;
  find("rows").replaceChildren(...games.map((game) => {
    const open = document.createElement("button");
    open.type = "button";
    open.className = "switch";
    open.textContent = game.date || _("no date");
    open.addEventListener("click", () => ask({ details: game.name }));
    const row = document.createElement("tr");
    for (const content of [open, game.title, game.players, game.result]) {
      const cell = document.createElement("td");
      cell.append(content);
      row.append(cell);
    }
    return row;
  }));
}

/**
 * @param {string} tag
 * @param {string} text
 */
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

/** @param {{details: string, heading: string, table: object, story: {heading: string, standing: string, sentences: string[]}[], record: string}} game */
function showGame({ details, heading, table, story, record }) {
  chosen = details;
  // the page lays one table, of the device; this one is moved to the game
  layTable(table, false);
  find("end").replaceChildren(...find("lying").childNodes);
  find("chosen").hidden = false;
  find("chosen-name").textContent = heading;
  find("story").replaceChildren(...story.flatMap(({ heading, standing, sentences }) => [
    made("h3", heading), ...[...sentences, standing].filter(Boolean).map((sentence) => made("p", sentence)),
  ]));
  find("text").textContent = record;
  find("chosen-name").focus();
}

/** @param {{name: string, text?: string, base64?: string}} file */
function save({ name, text, base64 }) {
  const content = base64 ? toBytes(base64) : text ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (content)], { type: base64 ? "application/zip" : "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** @param {boolean} shown */
function showMirror(shown) {
  document.querySelector("main")?.classList.toggle("apart", !shown);
  find("follow").setAttribute("aria-pressed", String(shown));
  fit();
}

// the program

async function start() {
  const code = (navigator.language || "en").slice(0, 2);
  const own = (await fetched("texts.json"))[code];
  if (own) speak(code, own.texts);
  const vm = await startMicroPython(
    ["companion.json", "connect.json"],
    "from arcana_host.web.browser.connect import Connect",
  );
  const browser = {
    write: (/** @type {string} */ text) => void transport?.write(toBytes(text)),
    close,
    hear: (/** @type {string} */ text) => take(JSON.parse(text)),
    now: () => performance.now(),
    moment: () => {
      const now = new Date();
      return new Date(now.getTime() - 60000 * now.getTimezoneOffset()).toISOString().slice(0, 19).replace("T", " ");
    },
    // what can't be fetched is too short for the program
    file: async (/** @type {string} */ path) => toText(await fetchedBytes(path).catch(() => new Uint8Array())),
    saved: { ...saved, names: async () => JSON.stringify(await saved.names()) },
  };
  program = vm.globals.get("Connect")(browser, own?.language ?? "english");
  find("image").disabled = false;
  find("plug-in").disabled = !canConnect();
  find("no-serial").hidden = canConnect();
}

// without a network

async function keepSite() {
  // no browser has it for a page without https
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("worker.js");
  await navigator.serviceWorker.ready;
  const version = (await caches.keys()).find((name) => name.startsWith("arcana-"))?.replace("arcana-", "");
  find("offline").textContent = _("This page also works without a network (version {version}).", { version });
}

listen(ask);
start().then(keepSite).catch((error) => {
  find("failed").hidden = false;
  find("why").textContent = error.message || String(error);
});
