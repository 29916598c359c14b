// The page that reaches a real device: joins what people click, the serial port, what the browser keeps, and the
// program in MicroPython that speaks with the device. It knows no protocol and no game.

import { fetched, fetchedBytes, startMicroPython } from "./interpreter.js";
import { offerImage, showImage } from "./install.js";
import { canConnect, choosePort, Transport } from "./transport.js";
import { persist, saved } from "./saved.js";

const LARGEST = 4 * 1024 * 1024;

/** @type {Transport | null} */
let transport = null;
/** @type {any} */
let program = null;

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
const readBase64 = async (file) => toText(new Uint8Array(await file.slice(0, LARGEST + 1).arrayBuffer()));

// the port

find("plug-in").addEventListener("click", async () => {
  let port = null;
  try {
    port = await choosePort();
  } catch (error) {
    return ask({ not_allowed: String(error) });
  }
  if (!port) return ask({ no_port: true });
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
    return ask({ not_opened: String(error) });
  }
  showPort();
  program.open();
});

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

// asked while a click is handled, as some browsers show a question; the games come whatever the answer is
find("fetch").addEventListener("click", persist);
find("restore").addEventListener("click", () => {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: ".zip" });
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (file) ask({ restore: [file.name, await readBase64(file)] });
  });
  chooser.click();
});

// what the program says

/** @param {any} message */
function take(message) {
  hear(message);
  if (message.found !== undefined) showFound(message.found);
  if (message.busy !== undefined) find("unplug").disabled = message.busy;
  if (message.install !== undefined) find("install").hidden = !message.install;
  if (message.first) /** @type {HTMLDetailsElement} */ (document.querySelector("#drop, #first")).open = true;
  if (message.drive) showImage(message.drive, message.lost);
  if (message.file) save(message.file);
  if (message.result) showResult(message.result);
  if (message.mirror !== undefined) showMirror(message.mirror);
  if (message.chosen) {
    find("chosen").hidden = false;
    find("chosen-name").focus();
  }
}

/** @param {{names: string} | null} found */
function showFound(found) {
  for (const each of document.querySelectorAll("[data-found]")) /** @type {HTMLElement} */ (each).hidden = !found;
  if (found) find("players").value = found.names;
}

/** @param {{record: boolean, play: boolean}} has the files that there are of the result */
function showResult(has) {
  find("connect").classList.add("of-a-result");
  find("result").hidden = false;
  find("result-record").hidden = !has.record;
  find("result-play").hidden = !has.play;
  find("result-name").focus();
}

function askForResult() {
  if (location.hash.length > 1) ask({ result: location.hash.slice(1) });
}

/** @param {{name: string, text?: string, base64?: string}} file */
function save({ name, text, base64 }) {
  if (base64) saveFile(name, toBytes(base64), "application/zip");
  else saveFile(name, text ?? "");
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
    "companion.json",
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
  askForResult();
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
window.addEventListener("hashchange", askForResult);
offerImage(ask, readBase64);
start().then(keepSite).catch((error) => {
  find("failed").hidden = false;
  find("why").textContent = error.message || String(error);
});
