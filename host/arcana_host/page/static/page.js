// The page shows what the glass shows and tells when a button goes down or up. It knows nothing of presses,
// repeats or the game, nor whether the device is a virtual one: what it offers, it says itself. How the two
// reach each other is the business of whoever calls `listen`, `hear` and `lose`.
"use strict";

const PAPER = [230, 227, 216];
const INK = [27, 28, 30];
const UNDO = "undo";
const KEYS = {
  a: "a", b: "b", c: "c",
  ArrowLeft: "a", ArrowRight: "c", ArrowUp: "up", ArrowDown: "down", Enter: "b",
  u: UNDO,
};

const root = document.documentElement;
const sheet = find("sheet");
const device = find("device");
const canvas = find("panel");
const status = find("status");
const flicker = find("flicker");
const nameField = find("name");
const points = find("points");
const context = canvas.getContext("2d");
const down = new Set();

let send = () => {};
let offers = [];
let ended = "Nothing answers.";
let command = "arcana";
let image = context.createImageData(canvas.width, canvas.height);
let shown = new Uint8Array(canvas.width * canvas.height / 8);
let flickering = null;
let writing = false;
let shownName = "";
let entry = null;

// the glass

function paint(isInk) {
  const { width, height } = image;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      image.data.set(isInk(x, y) ? INK : PAPER, at);
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}

function resize([width, height]) {
  canvas.width = width;
  canvas.height = height;
  image = context.createImageData(width, height);
  shown = new Uint8Array(width * Math.ceil(height / 8));
  root.style.setProperty("--panel-width", `calc(${width}px * var(--scale))`);
  root.style.setProperty("--panel-height", `calc(${height}px * var(--scale))`);
  fit();
}

function bit(picture, x, y) {
  return picture[(y >> 3) * image.width + x] >> (y & 7) & 1;
}

function show() {
  stopFlicker();
  paint((x, y) => bit(shown, x, y));
}

// a full refresh turns the whole glass over until the controller is done and the new picture comes
function startFlicker() {
  if (!flicker.checked) return;
  const picture = shown;
  const looks = [(x, y) => !bit(picture, x, y), () => true, () => false];
  let step = 0;
  stopFlicker();
  flickering = setInterval(() => paint(looks[step++ % looks.length]), 260);
  paint(looks[step++]);
}

function stopFlicker() {
  clearInterval(flickering);
  flickering = null;
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

// the device

// the device listens to what the page tells it
function listen(toMessage) {
  send = toMessage;
}

// what `messages.py` says; what begins with "#" is the markup of the element with that id
function hear(message) {
  const focused = document.activeElement;
  for (const [key, markup] of Object.entries(message)) if (key.startsWith("#")) find(key.slice(1)).innerHTML = markup;
  if (focused && !focused.isConnected) document.querySelector(sameAs(focused))?.focus();
  if (message.offers !== undefined) showOffers(message.offers);
  if (message.ended !== undefined) ended = message.ended;
  if (message.command !== undefined) showCommand(message.command);
  if (message.size) resize(message.size);
  if (message.picture !== undefined) {
    shown = bytes(message.picture);
    show();
  }
  if (message.flicker) startFlicker();
  if (message.flicker === false) show();
  if (message.language !== undefined) say(message.language);
  if (message["#lying"] !== undefined) showNewest();
  if (message.entry !== undefined) askPoints(message.entry);
  if (message.map !== undefined) showMap(message.map);
  if (message.form !== undefined) fillLand(message.form);
  if (message.does !== undefined) showMeanings(message.does);
  if (message.name !== undefined) showWriting(message.name);
  if (message.plugged !== undefined) device.classList.toggle("unplugged", !message.plugged);
}

// what has taken the place of an element that had the focus
function sameAs({ name, dataset: { land, by } }) {
  return land ? `[data-land="${land}"]` : by ? `[data-by="${by}"]` : `[name="${name}"]`;
}

// what is clicked or submitted names the message it sends
document.addEventListener("click", (event) => {
  const message = event.target.closest("[data-send]")?.dataset.send;
  if (message) send(JSON.parse(message));
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.dataset.sends) send({ [form.dataset.sends]: form.querySelector("input, select").value.normalize("NFC") });
});

// the device is gone
function lose() {
  down.clear();
  status.textContent = ended;
  device.classList.add("unplugged");
}

function showOffers(offered) {
  offers = offered;
  document.querySelectorAll("[data-offer]").forEach((element) => {
    element.hidden = !offers.includes(element.dataset.offer);
  });
  fit();
}

function showCommand(typed) {
  command = typed;
  document.querySelectorAll(".arcana").forEach((element) => { element.textContent = command; });
}

function say({ code, texts }) {
  speak(code, texts);
  showCommand(command);
}

function showMeanings(does) {
  for (const button of document.querySelectorAll("[data-button]")) button.title = does[button.dataset.button] ?? "";
}

// the last columns have what is new, and the totals
function showNewest() {
  for (const wide of document.querySelectorAll(".wide-rows")) {
    wide.scrollLeft = wide.scrollWidth;
    wide.classList.toggle("scrolled", wide.scrollLeft > 0);
  }
  listGames();
}

// what is typed: a name, in a field that shows it as the panel does, or null
function showWriting(written) {
  const begins = !writing && written !== null;
  shownName = written ?? "";
  writing = written !== null;
  find("naming").hidden = !writing || !offers.includes("buttons");
  nameField.value = written ?? "";
  if (begins && !window.matchMedia("(hover: none)").matches) nameField.focus();
}

// the event that enters somebody's points, null where nobody's are asked for
function askPoints(event) {
  entry = event;
  find("entry").hidden = !entry;
  points.value = "";
}

// the buttons

function press(name) {
  if (down.has(name) || !offers.includes("buttons")) return;
  // B enters the points that are typed, not those on the panel
  if (name === "b" && points.value && entry) {
    find("entry").requestSubmit();
    return;
  }
  down.add(name);
  key(name).classList.add("down");
  send({ down: name });
}

function release(name) {
  if (!down.delete(name)) return;
  key(name).classList.remove("down");
  send({ up: name });
}

function key(name) {
  return document.querySelector(`[data-button="${name}"]`);
}

document.querySelectorAll("[data-button]").forEach((element) => {
  const name = element.dataset.button;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    press(name);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(end, () => release(name));
  }
  // what a screen reader does in the place of a finger
  element.addEventListener("click", (event) => {
    if (event.detail === 0) {
      press(name);
      release(name);
    }
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  // Space on a focused button; Enter is B wherever the focus is, as on every other spot of the page
  element.addEventListener("keydown", (event) => {
    if (event.key === " ") {
      event.preventDefault();
      press(name);
    }
  });
  element.addEventListener("keyup", (event) => {
    if (event.key === " ") {
      event.preventDefault();
      release(name);
    }
  });
});

function keyName(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  // a dialog has the keys for itself, and Enter does what has the focus
  if (document.querySelector("dialog[open]") || event.target.closest("select, textarea")) return undefined;
  if (event.target === points && event.key !== "ArrowUp" && event.key !== "ArrowDown" && !/^[abcu]$/i.test(event.key)) return undefined;
  if (event.key === "Enter" && event.target !== nameField && event.target.closest("a, input, button:not([data-button], [data-closed])")) return undefined;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

// what is typed takes the place of the name that is there
nameField.addEventListener("focus", () => nameField.select());

// what comes without a key: from the keyboard of a phone, or pasted; the panel then says what it took of it
nameField.addEventListener("input", () => {
  let same = 0;
  while (same < shownName.length && nameField.value[same] === shownName[same]) same++;
  const letters = [...nameField.value.slice(same)];
  for (const letter of [...Array(shownName.length - same).fill("\b"), ...letters]) send({ type: letter });
  shownName = nameField.value;
});

// what a key types at the end of the field for the name: a letter, or "\b" which takes the last one away
function typed(event) {
  if (!writing || document.activeElement !== nameField || event.repeat) return undefined;
  // a key that replaces what is selected, or writes before it, changes the field
  if (nameField.selectionStart < nameField.value.length) return undefined;
  if (document.querySelector("dialog[open]") || event.target.closest("select, textarea")) return undefined;
  const made = event.getModifierState("AltGraph") || event.key > "~";
  if (event.metaKey || ((event.ctrlKey || event.altKey) && !made)) return undefined;
  if (event.key === "Backspace") return "\b";
  return /^[\p{L}\d _-]$/u.test(event.key) ? event.key : undefined;
}

document.addEventListener("keydown", (event) => {
  const letter = typed(event);
  if (letter) {
    event.preventDefault();
    send({ type: letter });
    return;
  }
  // a button that a key holds down as the name comes up is let go by that key
  if (writing && document.activeElement === nameField && event.key.length === 1) return;
  // a digit begins the points
  if (entry && /^[\d-]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      && !event.target.closest("input, select, textarea") && !document.querySelector("dialog[open]")) points.focus();
  const name = keyName(event);
  if (name && name !== UNDO && offers.includes("buttons")) {
    event.preventDefault();
    if (!event.repeat) press(name);
  } else if (name === UNDO && !event.repeat) {
    points.value = "";
    send({ long: "b" });
  }
});

document.addEventListener("keyup", (event) => {
  const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (name) release(name);
});

window.addEventListener("blur", () => [...down].forEach(release));
find("plug").addEventListener("click", () => send({ plug: device.classList.contains("unplugged") }));

// the panel takes the room there is

// what the table needs in most turns, in its own em: at the side of the device, or below it, where a wide one has
// its four cards in a row
const BESIDE = { width: 17, height: 31 };
const BELOW = { wide: 36, height: 24, narrowHeight: 30 };

// whole pixels of the screen for every pixel of the panel, as many as leave room for the table
function fit() {
  const ratio = window.devicePixelRatio || 1;
  for (let pixels = Math.floor(root.clientWidth / canvas.width * ratio); pixels >= ratio; pixels--) {
    if (fits(pixels / ratio, false) || fits(pixels / ratio, true)) return;
  }
  // a panel smaller than the real one would be too small to read: rather some uneven pixels, and a page that scrolls
  lay(1, false);
  lay(Math.min(1, 1 + (device.parentElement.clientWidth - device.offsetWidth) / canvas.width), false);
}

function fits(scale, beside) {
  lay(scale, beside);
  if (device.offsetLeft < 0 || device.offsetLeft + device.offsetWidth > root.clientWidth) return false;
  const em = parseFloat(getComputedStyle(sheet).fontSize);
  if (beside) {
    return sheet.clientWidth >= BESIDE.width * em && Math.max(device.offsetHeight, BESIDE.height * em) <= root.clientHeight;
  }
  const below = sheet.clientWidth >= BELOW.wide * em ? BELOW.height : BELOW.narrowHeight;
  return device.offsetHeight + below * em + barHeight() <= root.clientHeight;
}

// on a phone the buttons are in a bar at the bottom of the screen
function barHeight() {
  const bar = document.querySelector(".below");
  return getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
}

function lay(scale, beside) {
  root.style.setProperty("--scale", scale);
  root.classList.toggle("beside", beside);
  canvas.classList.toggle("uneven", scale < 1);
}

window.addEventListener("resize", fit);
// other programs fetch games meanwhile
window.addEventListener("focus", listGames);
if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) flicker.checked = false;
find("in-words").addEventListener("change", ({ target }) => find("words").classList.toggle("unseen", !target.checked));
fit();
show();
