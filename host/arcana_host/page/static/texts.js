// What the page itself says, in the languages of the companion. What stands in the page stands there in all of them,
// each marked with its `data-lang`; a name that is only read out has its key in `data-name`.
"use strict";

const TEXTS = {
  en: {
    panel: "The panel", side: "Buttons at the side", below: "Buttons below the panel", up: "Up", down: "Down",
    pull: "Pull the plug", plug: "Plug it in", noGames: "none here",
    of: (number) => `of ${number}`,
    place: (number) => `Place ${number}: `,
    empty: "Empty",
    attached: (power) => `, with ${power}`,
    fates: (values) => `Fates ${values}`,
    noFates: "No fates",
    moons: (full, all) => `moons ${full} of ${all}`,
    fades: "Fades at the end of the turn",
    level: (number) => `level ${number}`,
    lines: "Number lines", player: "Player",
    "open": "open", "flipped": "flipped", "struck out": "struck out",
  },
  de: {
    panel: "Das Display", side: "Tasten an der Seite", below: "Tasten unter dem Display", up: "Auf", down: "Ab",
    pull: "Stecker ziehen", plug: "Einstecken", noGames: "keine hier",
    of: (number) => `von ${number}`,
    place: (number) => `Platz ${number}: `,
    empty: "Leer",
    attached: (power) => `, mit ${power}`,
    fates: (values) => `Schicksale ${values}`,
    noFates: "Keine Schicksale",
    moons: (full, all) => `Monde ${full} von ${all}`,
    fades: "Verblasst am Ende der Runde",
    level: (number) => `Stufe ${number}`,
    lines: "Zahlensteine", player: "Spieler",
    "open": "offen", "flipped": "umgedreht", "struck out": "ausgeschlossen",
  },
};

let texts = TEXTS.en;

// language: "en" or "de", as HTML has it
function speak(language) {
  texts = TEXTS[language];
  document.documentElement.lang = language;
  document.querySelectorAll("[data-lang]").forEach((each) => { each.hidden = each.dataset.lang !== language; });
  document.querySelectorAll("[data-name]").forEach((each) => {
    each.setAttribute("aria-label", texts[each.dataset.name]);
  });
}
