// The table as text, from the table sheet. It knows how a table is laid out, not its rules.
"use strict";

const FULL = "◆";
const EMPTY = "◇";

// playable: whether the page has the buttons of the device
function layTable(table, playable) {
  document.getElementById("lying").replaceChildren(
    ...(!table.game && playable ? [beginning()] : []),
    ...(table.tracks.length ? [element("div", "tracks", ...table.tracks.map(track))] : []),
    ...(table.creatures.length ? [list("creatures", table.creatures.map(creature))] : []),
    ...(table.row.length ? [list("row", table.row.map(place))] : []),
    ...(table.table.length ? [element("div", "wide-rows", rows(table.table))] : []),
    ...(table.lines.length ? [lines(table.lines)] : []),
    ...(table.rest.length ? [element("dl", "rest", ...table.rest.map(pile))] : []),
  );
  // the last columns have what is new, and the totals
  for (const wide of document.querySelectorAll("#lying .wide-rows")) {
    wide.scrollLeft = wide.scrollWidth;
    wide.classList.toggle("scrolled", wide.scrollLeft > 0);
  }
}

// how a game begins, beside an empty table
function beginning() {
  return element("ol", "beginning", ...[
    _("▲ and ▼ move the bar on the panel. Choose the game, such as “Play Spirit Island”, with B."),
    _("Choose “New game”, and say who plays. The line at the bottom says what A, B and C do."),
    _("Then play with your own cards and tokens, and enter here what happens."),
  ].map((text) => element("li", "", text)));
}

function element(tag, name, ...content) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...content);
  return made;
}

function list(name, items) {
  const made = element("ul", name, ...items);
  // without its marks some screen readers take it for none
  made.setAttribute("role", "list");
  return made;
}

// signs that only repeat what words beside them say
function signs(text) {
  const made = element("span", "signs", text);
  made.setAttribute("aria-hidden", "true");
  return made;
}

function track({ kind, name, value, of }) {
  return element("p", `track ${kind}`,
    element("span", "name", `${name} `),
    signs("●".repeat(value) + "○".repeat(of - value)),
    element("span", "value", ` ${value} `, element("span", "unseen", _("of {number}", { number: of }))));
}

function place(it, index) {
  const number = element("span", "unseen", _("Place {number}: ", { number: index + 1 }));
  if (!it) return element("li", "card", element("p", "ability", number, _("Empty")));
  const card = element("li", it.fades ? "card fades" : "card",
    element("p", "name", number, it.name),
    element("p", "ability", it.attached ? it.ability + _(", with {power}", { power: it.attached }) : it.ability),
    fates(it.fates));
  if (it.moons !== null) {
    const full = Math.min(it.pips, it.moons);
    card.append(element("p", "moons", signs(FULL.repeat(full) + EMPTY.repeat(it.moons - full)),
      " ", element("span", "value", _("moons {full} of {all}", { full, all: it.moons }))));
  }
  if (it.fades) card.append(element("p", "warning", _("Fades at the end of the turn")));
  return card;
}

function fates(values) {
  return element("p", "fates", values.length ? _("Fates {values}", { values: values.join(", ") }) : _("No fates"));
}

function creature({ name, level, condition, fates: values }) {
  return element("li", "card",
    element("p", "name", name, element("span", "ability", ` ${_("level {number}", { number: level })}`)),
    element("p", "", condition), fates(values));
}

const MARKS = { "open": "", "flipped": "·", "struck out": "×" };

function lines(all) {
  const table = element("table", "lines", element("caption", "", _("Number lines")));
  const heads = all[0].tokens.map(([value]) => cell("th", "col", String(value)));
  table.append(element("thead", "", element("tr", "", cell("th", "col", _("Player")), ...heads)));
  table.append(element("tbody", "", ...all.map(({ player, tokens }) =>
    element("tr", "", cell("th", "row", player), ...tokens.map(token)))));
  return table;
}

function rows([headings, ...others]) {
  const table = element("table", "lines");
  table.append(element("thead", "", element("tr", "", ...headings.map((text) => cell("th", "col", text)))));
  table.append(element("tbody", "", ...others.map(([name, ...cells]) =>
    element("tr", "", cell("th", "row", name), ...cells.map((text) => element("td", "", text))))));
  return table;
}

function cell(tag, scope, text) {
  const made = element(tag, "", text);
  made.scope = scope;
  return made;
}

function token([value, mark]) {
  const made = element("td", mark.replace(" ", "-"));
  if (MARKS[mark]) made.append(signs(MARKS[mark]), element("span", "unseen", _(mark)));
  else made.append(String(value));
  return made;
}

function pile([heading, text]) {
  return element("div", "", element("dt", "", heading), element("dd", "", text));
}
