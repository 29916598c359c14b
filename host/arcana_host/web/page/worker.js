// Keeps the whole site for when there is no network. VERSION and FILES stand before this; the build writes them. A new
// version waits until no page of the old one is open, so that no page ever has files of two versions.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const requests = FILES.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)));
});

worker.addEventListener("activate", (event) => {
  /** @param {string[]} names */
  const remove = (names) => names.filter((name) => name.startsWith("arcana-") && name !== VERSION).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(remove(names))));
});

worker.addEventListener("fetch", (event) => {
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
