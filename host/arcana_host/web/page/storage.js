// Keeps the companion's files in the browser, each under its own name in localStorage: what `set` was given is there
// when it returns, whatever happens to the page then. Where the browser keeps nothing, or has no room left, the files
// are here as long as the page is open, and `trouble` says so.
"use strict";

const PREFIX = "shipwreck-companion/";
const OWNER = "shipwreck-companion.open";

// onTrouble(kind): "blocked", "full", or null when all is kept again. onTaken(): another page has the companion now.
export function storage(onTrouble, onTaken) {
  const me = String(Math.random());
  const files = new Map();
  const unkept = new Set();
  let trouble = null;
  let kept = null;
  let mine = false;

  function report(kind) {
    if (kind === trouble) return;
    trouble = kind;
    onTrouble(kind);
  }

  function read() {
    files.clear();
    for (let at = 0; at < kept.length; at++) {
      const name = kept.key(at);
      if (name.startsWith(PREFIX)) files.set(name.slice(PREFIX.length), kept.getItem(name));
    }
  }

  // a page that slept may not have heard that another one was opened
  function isMine() {
    if (mine && trouble === null && kept.getItem(OWNER) !== me) leave();
    return mine;
  }

  function leave() {
    mine = false;
    onTaken();
  }

  // whatever could not be kept before has its turn again
  function keep(name) {
    if (!kept) return;
    unkept.add(name);
    try {
      for (const each of [...unkept]) {
        if (files.has(each)) kept.setItem(PREFIX + each, files.get(each));
        else kept.removeItem(PREFIX + each);
        unkept.delete(each);
      }
      report(null);
    } catch {
      report(kept.length ? "full" : "blocked");
    }
  }

  try {
    kept = window.localStorage;
  } catch {
    // a browser that is told to keep nothing does not even let a page ask
  }
  if (!kept) report("blocked");

  window.addEventListener("storage", (event) => {
    if (mine && event.key === OWNER && event.newValue && event.newValue !== me) leave();
  });

  return {
    // the page that was opened last has the companion
    take() {
      mine = true;
      if (trouble !== null) return;
      try {
        kept.setItem(OWNER, me);
        read();
      } catch {
        report(kept.length ? "full" : "blocked");
      }
    },
    names: () => [...files.keys()],
    get: (name) => files.has(name) ? files.get(name) : null,
    set(name, text) {
      if (!isMine()) return false;
      files.set(name, text);
      keep(name);
      return true;
    },
    remove(name) {
      if (!isMine()) return false;
      files.delete(name);
      keep(name);
      return true;
    },
    clear() {
      for (const name of [...files.keys()]) {
        files.delete(name);
        keep(name);
      }
    },
  };
}
