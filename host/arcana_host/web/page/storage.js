// Keeps the companion's files in the browser, each under its own name in localStorage: what `set` was given is there
// when it returns, whatever happens to the page then. Where the browser keeps nothing, or has no room left, the files
// are here as long as the page is open, and that is told.
"use strict";

const PREFIX = "arcana-companion/";
const OWNER = "arcana-companion.open";

/** @typedef {"blocked" | "full" | null} Trouble null when all is kept again */

/**
 * @param {(kind: Trouble) => void} onTrouble
 * @param {() => void} onTaken called when another page has the companion
 */
function storage(onTrouble, onTaken) {
  const me = String(Math.random());
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {Map<string, string | null>} */
  const waiting = new Map();
  /** @type {Trouble} */
  let trouble = null;
  /** @type {Storage | null} */
  let local = null;
  let mine = false;

  /** @param {Trouble} kind */
  function report(kind) {
    if (kind === trouble) return;
    trouble = kind;
    onTrouble(kind);
  }

  /**
   * Keeps a text; whatever could not be kept before has its turn again.
   * @param {string} key
   * @param {string | null} value null removes
   */
  function keep(key, value) {
    if (!local) return;
    waiting.set(key, value);
    try {
      for (const [each, text] of [...waiting]) {
        if (text === null) local.removeItem(each);
        else local.setItem(each, text);
        waiting.delete(each);
      }
      report(null);
    } catch {
      report(local.length ? "full" : "blocked");
    }
  }

  /** @param {Storage} there */
  function read(there) {
    files.clear();
    for (let at = 0; at < there.length; at++) {
      const key = there.key(at) ?? "";
      if (key.startsWith(PREFIX)) files.set(key.slice(PREFIX.length), there.getItem(key) ?? "");
    }
  }

  // what still waits here would overwrite what the other page keeps
  function leave() {
    mine = false;
    waiting.clear();
    report(null);
    onTaken();
  }

  // a page that slept may not have heard that another one was opened
  function isMine() {
    if (mine && trouble === null && local?.getItem(OWNER) !== me) leave();
    return mine;
  }

  /** @param {string} name @param {string | null} text @returns {boolean} false when another page has taken over */
  function change(name, text) {
    if (!isMine()) return false;
    if (text === null) files.delete(name);
    else files.set(name, text);
    keep(PREFIX + name, text);
    return true;
  }

  try {
    local = window.localStorage;
  } catch {
    // a browser that is told to keep nothing does not even let a page ask
  }
  if (!local) report("blocked");

  window.addEventListener("storage", (event) => {
    if (mine && event.key === OWNER && event.newValue && event.newValue !== me) leave();
  });

  return {
    // the page that was opened last has the companion
    take() {
      mine = true;
      const all = trouble === null;
      keep(OWNER, me);
      if (local && all) read(local);
    },
    names: () => [...files.keys()],
    /** @param {string} name */
    get: (name) => files.get(name) ?? null,
    /** @param {string} name @param {string} text */
    set: (name, text) => change(name, text),
    /** @param {string} name */
    remove: (name) => change(name, null),
    clear() {
      for (const name of [...files.keys()]) change(name, null);
    },
  };
}
