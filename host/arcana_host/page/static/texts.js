// What the page itself says: English texts, which are the keys of their translations. Where one stands in the page, its
// element is marked `data-text`, and `data-label` where it is the label for those who hear the page.
"use strict";

const find = (id) => document.getElementById(id);
let translations = {};
const texts = [...document.querySelectorAll("[data-text]")].map((each) => [each, each.innerHTML.replace(/\s+/g, " ").trim()]);
const labels = [...document.querySelectorAll("[data-label]")].map((each) => [each, each.getAttribute("aria-label")]);

// Returns an English text in the language of the page, with {name} filled in from values.
function _(english, values = {}) {
  return (translations[english] ?? english).replace(/\{(\w+)\}/g, (mark, name) => values[name] ?? mark);
}

// code: of the language, as HTML has it. translated: {English text: its translation}, where there is one.
function speak(code, translated) {
  translations = translated;
  document.documentElement.lang = code;
  for (const [element, english] of texts) element.innerHTML = _(english);
  for (const [element, english] of labels) element.setAttribute("aria-label", _(english));
  find("guide").href = _("guide/player.html");
  find("rulings").href = _("guide/rulings-english.html");
}
