// Keeps texts in the browser's database, each under its own name. It knows no page, and not what the texts are.

const DATABASE = "arcana-games";
const STORE = "games";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>} what the request gave, once the transaction is complete
 */
async function transact(mode, act) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  } finally {
    // so that what is read back comes from the disk, not from an open transaction
    database.close();
  }
}

/** Asks the browser not to clear what is saved when it needs room. */
export function persist() {
  navigator.storage?.persist?.();
}

export const saved = {
  /** @param {string} name @param {string} text */
  put: (name, text) => transact("readwrite", (store) => store.put(text, name)),
  /** @param {string} name @returns {Promise<string | undefined>} */
  get: (name) => transact("readonly", (store) => store.get(name)),
  /** @param {string} name */
  remove: (name) => transact("readwrite", (store) => store.delete(name)),
  /** @returns {Promise<string[]>} */
  names: async () => (await transact("readonly", (store) => store.getAllKeys())).map(String),
};
