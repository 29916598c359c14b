// The map of a game: the land that is chosen there, and its form. What they show comes as markup from `land_markup.py`.
"use strict";

const boards = find("boards");
const landForm = find("land");
let chosenLand = null;
// the entry of what lies there that was changed last: its answer may not have come when another entry changes
let lastPiece = null;

// whether there is a map; it has lands, or asks for what is in none of them
function showMap(there) {
  if (!there) find("lands-panel").close();
  const lands = [...boards.querySelectorAll("[data-land]")].map((each) => each.dataset.land);
  if (there && (lands.includes(chosenLand) || !lands.length)) chooseLand(lands.length ? chosenLand : "");
  else landForm.hidden = true;
}

function chooseLand(name) {
  const isNew = name !== chosenLand || landForm.hidden;
  chosenLand = name;
  for (const each of boards.querySelectorAll("[data-land]")) each.setAttribute("aria-pressed", each.dataset.land === name);
  landForm.hidden = false;
  if (isNew) lastPiece = null;
  sendLand("choose", isNew ? {} : undefined);
}

// by: what happened to the form: a verb, or the name of the entry that was changed
function sendLand(by, land = Object.fromEntries(new FormData(landForm))) {
  send({ name: chosenLand, by, land });
}

function fillLand(values) {
  // of a land that was just chosen; now the form is as high as it will be
  if (values.holds !== undefined) landForm.scrollIntoView({ block: "nearest" });
  for (const [name, value] of Object.entries(values)) landForm.elements[name].value = value;
}

boards.addEventListener("click", (event) => {
  const land = event.target.closest("[data-land]");
  if (land) chooseLand(land.dataset.land);
});
for (const [kind, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]]) {
  boards.addEventListener(kind, (event) => {
    const near = event.target.closest("[data-land]")?.dataset.near.split(" ") ?? [];
    for (const name of near) boards.querySelector(`[data-land="${name}"]`)?.classList.toggle("near", on);
  });
}
landForm.addEventListener("input", ({ target: { name } }) => {
  if (!["holds", "cascade"].includes(name)) lastPiece = name;
  sendLand(lastPiece ?? name);
});
landForm.addEventListener("submit", () => sendLand("keep"));
find("land-verbs").addEventListener("click", (event) => {
  const verb = event.target.closest("[data-by]");
  if (verb) sendLand(verb.dataset.by);
});
