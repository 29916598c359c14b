// The map of a game: what lies in each land, entered and resolved there. It knows lands, fields and verbs as `map` of
// the game names them, and not what they mean; the rules answer and refuse.
"use strict";

const boards = document.getElementById("boards");
const landForm = document.getElementById("land");
const landText = document.getElementById("land-text");
const landHolds = document.getElementById("land-holds");
const landCascade = document.getElementById("land-cascade");
const landFields = document.getElementById("land-fields");
const eventText = document.getElementById("event-text");

// what is asked where no land is known
const NOWHERE = { name: "", lying: null, near: [] };

let map = null;
let chosenLand = null;

// as `map` of a game gives it, null for none
function layMap(given) {
  map = given;
  document.getElementById("lands").hidden = !map;
  if (!map) {
    document.getElementById("lands-panel").close();
    return;
  }
  const focused = document.activeElement?.dataset?.land;
  boards.replaceChildren(...map.boards.map(board));
  if (map.asked) {
    boards.prepend(element("p", "warning", map.asked.label),
      ...map.asked.answers.map(([event, label]) => button(label, () => enter([event]))));
  }
  if (map.begin) {
    boards.prepend(button(map.begin.label, () => enter(map.begin.events)),
      ...(map.begin.note ? [element("p", "ability", map.begin.note)] : []));
  }
  if (map.step) boards.append(button(_("{verb} in all lands of this step", { verb: map.step.label }), () => enter(map.step.events)));
  const land = map.boards.length ? findLand(chosenLand) : NOWHERE;
  if (land) chooseLand(land.name);
  else landForm.hidden = true;
  if (focused) boards.querySelector(`[data-land="${focused}"]`)?.focus();
}

function board({ name, note, lands }) {
  return element("section", "board", element("h3", "", name), element("p", "ability", note), list("lands", lands.map(land)));
}

function land({ name, terrain, kind, lying, holds, near, now }) {
  const made = button("", () => chooseLand(name));
  made.className = `land terrain-${kind}${now ? " now" : ""}`;
  made.dataset.land = name;
  made.setAttribute("aria-pressed", String(name === chosenLand));
  made.append(element("span", "name", `${name} `), element("span", "ability", terrain),
    element("span", lying ? "lying" : "", lying === null ? _("not entered") : lying || _("nothing here")),
    ...(holds ? [element("span", "lying", holds)] : []),
    element("span", "ability", _("next to {lands}", { lands: near.join(" ") })));
  for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]]) {
    made.addEventListener(event, () => markNear(near, on));
  }
  return element("li", "", made);
}

function markNear(near, on) {
  for (const name of near) boards.querySelector(`[data-land="${name}"]`)?.classList.toggle("near", on);
}

function button(text, does) {
  const made = element("button", "switch", text);
  made.type = "button";
  made.addEventListener("click", does);
  return made;
}

function findLand(name) {
  return map.boards.flatMap(({ lands }) => lands).find((each) => each.name === name);
}

function chooseLand(name) {
  const { lying, near } = findLand(name) ?? NOWHERE;
  const isNew = name !== chosenLand || landForm.hidden;
  chosenLand = name;
  for (const each of boards.querySelectorAll("[data-land]")) {
    each.setAttribute("aria-pressed", String(each.dataset.land === name));
  }
  landForm.hidden = false;
  document.getElementById("land-name").textContent = name;
  // what somebody is writing there is not taken away
  if (isNew || landText.dataset.lying !== (lying ?? "")) {
    landText.value = landText.dataset.lying = lying ?? "";
  }
  if (isNew) {
    landHolds.value = "";
    landCascade.replaceChildren(new Option(_("asked when it happens"), "?"), ...near.map((each) => new Option(each, each)));
  }
  layFields();
  document.getElementById("land-verbs").replaceChildren(
    ...(map.verbs.length ? [button(_("Keep what lies there"), () => enter([keeping()]))] : []),
    ...map.verbs.map(([verb, label]) => button(label, () => resolve(verb))));
  if (isNew) landForm.scrollIntoView({ block: "nearest" });
  ask();
}

function keeping() {
  return `land ${chosenLand} ${landText.value.trim()}`.trim();
}

// what was changed and not kept yet lies there when something is resolved
function resolve(verb) {
  const lying = findLand(chosenLand).lying;
  const cascade = landCascade.value && verb === map.verbs[0][0] ? ` cascade=${landCascade.value}` : "";
  const holds = verb === map.verbs[0][0] && landHolds.value.trim() ? ` ${landHolds.value.trim()}` : "";
  enter([...(lying === landText.value.trim() ? [] : [keeping()]), `${verb} ${chosenLand}${holds}${cascade}`]);
}

// a number for each field; pieces with strife or damage stand in the text alone
function layFields() {
  const words = landText.value.trim().split(/\s+/);
  landFields.replaceChildren(...map.fields.map(([name, label]) => {
    const field = document.createElement("input");
    field.type = "number";
    field.min = 0;
    field.max = 30;
    field.value = words.map((word) => pattern(name).exec(word)).find(Boolean)?.[1] ?? 0;
    field.addEventListener("input", () => setField(name, Number(field.value)));
    return element("label", "field", element("span", "", label), field);
  }));
}

function pattern(name) {
  return name.length === 1 ? new RegExp(`^${name}(\\d+)$`) : new RegExp(`^${name}=(\\d+)$`);
}

function setField(name, number) {
  const others = landText.value.trim().split(/\s+/).filter((word) => word && !pattern(name).test(word));
  const word = number ? [name.length === 1 ? `${name}${number}` : `${name}=${number}`] : [];
  landText.value = (name.length === 1 ? [...word, ...others] : [...others, ...word]).join(" ");
  ask();
}

function ask() {
  tell({ ask: `${landText.value} ${landHolds.value}`.trim(), about: chosenLand });
}

function enter(events) {
  tell({ enter: events });
}

function showAnswer({ lines = [], steps = [], refused = "" }) {
  const order = element("ol", "", ...steps.map((step) => element("li", "", step)));
  document.getElementById("land-answer").replaceChildren(
    ...(refused ? [element("p", "warning", refused)] : lines.map((line) => element("p", "", line))),
    ...(steps.length ? [order] : []));
}

function showRefused(refused) {
  document.getElementById("map-refused").textContent = refused;
  // it was used; until then it stays, whenever the map with the entered land arrives
  if (!refused) landCascade.value = "?";
}

landText.addEventListener("input", () => {
  layFields();
  ask();
});
landHolds.addEventListener("input", ask);
landForm.addEventListener("submit", (event) => {
  event.preventDefault();
  if (map.verbs.length) enter([keeping()]);
});
document.getElementById("land-event").addEventListener("submit", (event) => {
  event.preventDefault();
  enter([eventText.value.trim()]);
});
