// The games that the device keeps, each to be saved as a file or copied. Where they come from is the business of
// whoever calls `keepRecords`.
"use strict";

const games = find("game");

let listed = 0;
let lookedBackAt = {};
let records = { list: () => [], record: () => "", review: null, puzzles: null };

// source: list() gives [name, title, what there is of it] of all games, the newest first; record(name) gives a game as
// it is exported. Both may be promises. review(name) is the address of the review of a game, puzzles that of the puzzles
// from all games; null where nobody makes any. What there is of a game: "review", "puzzles", both or none.
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
  games.replaceChildren(...all.map(([name, title]) => new Option(title, name)));
  if (!all.length) games.add(new Option(_("none here"), ""));
  if (!isNew && names.includes(chosen)) games.value = chosen;
  for (const control of [games, find("save"), find("copy")]) control.disabled = !all.length;
  linkReview();
  return names;
}

function linkReview() {
  const link = (id, isThere, href) => Object.assign(find(id), isThere ? { hidden: false, href } : { hidden: true });
  link("review", records.review && lookedBackAt[games.value]?.includes("review"), records.review?.(games.value));
  link("puzzles", records.puzzles && Object.values(lookedBackAt).flat().includes("puzzles"), records.puzzles);
}

// null for a game that another program has fetched meanwhile, or when nobody answers
async function chosenRecord() {
  const name = games.value;
  return (await listGames()).includes(name) ? records.record(name) : null;
}

function saveFile(name, content, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

games.addEventListener("change", linkReview);

find("save").addEventListener("click", async () => {
  const name = games.value;
  const text = await chosenRecord();
  if (text !== null) saveFile(name, text);
});

// where a page has no clipboard of its own, the text is shown and selected
find("copy").addEventListener("click", async () => {
  const text = await chosenRecord();
  if (text === null) return;
  const field = find("record");
  field.value = text;
  field.hidden = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
  find("copied").hidden = !field.hidden;
  if (!field.hidden) field.select();
});
