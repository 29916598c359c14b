// What the panel says, as text: the heading, the lines with the one at the cursor, and what the buttons do now.
// It knows nothing of what that means. `panel_words.py` has made the words.
"use strict";

const inWords = document.getElementById("in-words");

function layWords({ title, lines, at, keys, language }) {
  const written = document.getElementById("written");
  const said = lines.map((line, number) => {
    const made = element("li", number === at ? "chosen" : "", line);
    if (number === at) made.setAttribute("aria-current", "true");
    return made;
  });
  written.lang = language;
  written.replaceChildren(
    ...(title ? [element("p", "title", title)] : []),
    ...(said.length ? [list("said", said)] : []),
    ...(keys.length ? [element("p", "means", keys.map(([, name, does]) => `${name}: ${does}`).join(" · "))] : []),
  );
  document.getElementById("now").replaceChildren(...meanings(keys));
  const does = new Map(keys.map(([button, , what]) => [button, what]));
  document.querySelectorAll("[data-button]").forEach((button) => {
    button.title = does.get(button.dataset.button) ?? "";
  });
}

const ARROWS = { up: "▲", down: "▼" };

// what the buttons do now, those beside each other that do the same together; a line breaks only between two meanings
function meanings(keys) {
  const all = [];
  let signs = [];
  keys.forEach(([button, name, does], at) => {
    signs.push(element("kbd", "", ARROWS[button] ?? name), " ");
    if (does === keys[at + 1]?.[2]) return;
    all.push(element("span", "meaning", ...signs, does), at + 1 < keys.length ? " · " : "");
    signs = [];
  });
  return all;
}

function sayWords(text, language) {
  const said = document.getElementById("said");
  said.lang = language;
  said.textContent = text;
}

inWords.addEventListener("change", () => {
  document.getElementById("words").classList.toggle("unseen", !inWords.checked);
});
