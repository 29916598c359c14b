// The games that the device keeps, each to be saved as a file or copied. Where they come from is the business of
// whoever calls `keepRecords`.
"use strict";

const games = document.getElementById("game");
const save = document.getElementById("save");
const copy = document.getElementById("copy");
const review = document.getElementById("review");
const puzzles = document.getElementById("puzzles");

let listed = 0;
let lookedBackAt = {};
let records = { list: () => [], record: () => "", review: null, puzzles: null };

// source: list() gives [name, beginning of the record, what there is of it] of all games, the newest first; record(name)
// gives a game as it is exported. Both may be promises. review(name) is the address of the review of a game, puzzles that
// of the puzzles from all games; null where nobody makes any. What there is of a game: "review", "puzzles", both or none.
function keepRecords(source) {
  records = source;
}

// Returns the names of all games, none when nobody answers.
async function listGames() {
  const all = await Promise.resolve(records.list()).catch(() => []);
  const names = all.map(([name]) => name);
  const chosen = games.value;
  const isNew = all.length > listed;
  listed = all.length;
  lookedBackAt = Object.fromEntries(all.map(([name, , there]) => [name, there ?? []]));
  games.replaceChildren(...all.map(([name, record]) => new Option(title(record), name)));
  if (!all.length) games.add(new Option(_("none here"), ""));
  if (!isNew && names.includes(chosen)) games.value = chosen;
  for (const control of [games, save, copy]) control.disabled = !all.length;
  linkReview();
  return names;
}

function linkReview() {
  review.hidden = !records.review || !lookedBackAt[games.value]?.includes("review");
  if (!review.hidden) review.href = records.review(games.value);
  puzzles.hidden = !records.puzzles || !Object.values(lookedBackAt).some((there) => there.includes("puzzles"));
  if (!puzzles.hidden) puzzles.href = records.puzzles;
}

games.addEventListener("change", linkReview);

function title(record) {
  const date = /^\[Date "(.*)"\]$/m.exec(record);
  const players = / players=(\S+)/.exec(record);
  return [date && date[1], players && players[1].replaceAll(",", ", ")].filter(Boolean).join(" · ");
}

// null for a game that another program has fetched meanwhile, or when nobody answers
async function chosenRecord() {
  const name = games.value;
  return (await listGames()).includes(name) ? records.record(name) : null;
}

save.addEventListener("click", async () => {
  const name = games.value;
  const text = await chosenRecord();
  if (text === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

copy.addEventListener("click", async () => {
  const text = await chosenRecord();
  if (text === null) return;
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyAsSelected(text);
  }
  const field = document.getElementById("record");
  document.getElementById("copied").hidden = !done;
  field.hidden = done;
  field.value = text;
  if (!done) field.select();
});

// where a page has no clipboard of its own
function copyAsSelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
