// The service worker: caches the page's files, so that the game starts without a network. This script must be
// beside index.html. It contains no game rules.
//
// A page runs one version from start to end. The list below defines a version: a file is cached only if its
// hash is the listed one, and pages receive listed files only from this worker. Hosts may add lines to index.html:
// if its hash differs, its version id counts. A cached file may be damaged: the game's files are checked before they
// are used, and the runtime's, which are large, while the page starts (if it does not, see static/js/failure.js).
//
// A new version waits until no page is open, or until a page activates it ("now": a player asked for it, and all
// pages reload; "alone": the last page is closing). A page first asks for the "list": an empty script is a valid
// service worker, but no version. A page asks whether the game works "offline"; then all files are checked.
"use strict";

// The version's id in index.html, and the list; `python3 -m qwixx renew` writes both.
const BUILD = "0000000000000000";
const PARTS = {
 "runtime 0000000000000000": {
  "static/vendor/pyodide/pyodide-lock.json": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyodide/pyodide.asm.mjs": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyodide/pyodide.asm.wasm": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyodide/pyodide.mjs": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyodide/python_stdlib.bin": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/core-C9KDLldu.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/core.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/deprecations-manager-UpAPKqCb.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/donkey-4Hrqd7WZ.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/error-D2315lOB.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/py-editor-C4XsZtn7.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/py-game-DWiCrr7a.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/py-terminal-CwQ6kcjg.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/pyscript/toml-V4Savzlc.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/qr/decode.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/qr/index.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/qrcode/qrcode-8.2-py3-none-any.whl": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/rubik/rubik-arabic-wght-normal.woff2": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/rubik/rubik-cyrillic-wght-normal.woff2": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/rubik/rubik-hebrew-wght-normal.woff2": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/rubik/rubik-latin-ext-wght-normal.woff2": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/vendor/rubik/rubik-latin-wght-normal.woff2": "0000000000000000000000000000000000000000000000000000000000000000"
 },
 "game 0000000000000000": {
  "index.html": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/bots/weights/classic-2.bin": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/bots/weights/classic-3-5.bin": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/bots/weights/longo-2.bin": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/bots/weights/longo-3-5.bin": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/all_sheets.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/base.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/challenge.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/coach.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/colors.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/controls.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/design.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/dialogs.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/dice.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/embed.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/end.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/extras.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/first.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/fonts.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/game.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/history.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/icons.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/lesson.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/live_table.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/live_table_bar.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/menu.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/other_sheets.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/page.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/prerendered.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/print.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/print_media.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/replay.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/review.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/rows.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/rows_between.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/same_dice.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/same_dice_lobby.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/score_pad.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/score_pad_dice.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/score_pad_layout.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/score_pad_more.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/second_crosses.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/sheet.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/signs.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/start.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/television.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/text.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/timeline.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/tournament.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/turns.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/css/workshop.css": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/file/program.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/icons/icon-180.png": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/icons/icon-192.png": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/icons/icon-48.png": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/icons/icon-512.png": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/icons/icon-maskable.png": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/icons/icon.svg": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/boot.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/carried.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/failure-texts.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/failure.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/first.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/interpreter.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/prerendered.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/runtime.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/sandbox_worker.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/shim.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/snapshot.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/snapshot_maker.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/snapshot_reader.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/js/texts.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/manifest.json": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/ar.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/cs.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/de.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/en.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/es.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/he.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/ru.js": "0000000000000000000000000000000000000000000000000000000000000000",
  "static/prerendered/uk.js": "0000000000000000000000000000000000000000000000000000000000000000"
 }
};
// End of the list.

const scope = new URL(registration.scope);
const PREFIX = `qwixx ${scope.pathname} `; // an origin may hold several copies of the game
const PART_OF = new Map();
for (const [part, files] of Object.entries(PARTS))
  for (const path of Object.keys(files)) PART_OF.set(path, part);

const HASH_HEADER = "qwixx-sha256"; // in the cache: the hash of an index.html that the host has changed

const pending = new Map();
let completion; // promise of the status after all files have been cached; see complete()
let isGivenUp = false;

class BadAnswer extends Error {
  constructor(path, response) {
    super(`${response.status} ${path}`);
    this.response = response;
  }
}

const address = (path) => new URL(path === "index.html" ? "./" : path, scope);

const buildIn = (html) => /<html [^>]*data-build="?([0-9a-f]+)/i.exec(html)?.[1];

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const listedHash = (path) => PARTS[PART_OF.get(path)][path];

// Returns whether the host's index.html is of this version, possibly with additions.
function isOwnPage(bytes) {
  const html = new TextDecoder().decode(bytes);
  return buildIn(html) === BUILD && /<\/html>/i.test(html);
}

// Returns the host's response for a file, changed if necessary so that it can be cached: the cache refuses
// partial responses and "Vary: *", and the browser refuses redirected ones. What counts is the content.
async function check(path, response) {
  if (!response.ok) throw new BadAnswer(path, response);
  const bytes = await response.clone().arrayBuffer();
  const hash = await hashOf(bytes);
  const isChanged = hash !== listedHash(path);
  if (isChanged && !(path === "index.html" && isOwnPage(bytes))) throw new BadAnswer(path, response);
  const varies = /\*/.test(response.headers.get("vary"));
  const canBeCached = response.status === 200 && !response.redirected && !varies;
  if (canBeCached && !isChanged) return response;
  const headers = new Headers(response.headers);
  for (const name of ["vary", "content-encoding", "content-length", "content-range"]) headers.delete(name);
  if (isChanged) headers.set(HASH_HEADER, hash);
  return new Response(bytes, { headers });
}

function cacheOnce(path) {
  if (!pending.has(path)) pending.set(path, findOrCache(path).finally(() => pending.delete(path)));
  return pending.get(path);
}

// Returns the response for a file, and the problem if it could not be cached: no space, or no storage.
async function findOrCache(path) {
  const url = address(path);
  const cached = await findIntact(path);
  if (cached) return { response: cached };
  const response = await findInOldCaches(path).catch(() => undefined)
    ?? await check(path, await fetch(url, { cache: "no-cache" }));
  try {
    await (await caches.open(PREFIX + PART_OF.get(path))).put(url, response.clone());
    return { response };
  } catch (problem) {
    return { response, problem };
  }
}

async function match(path) {
  try {
    return await (await caches.open(PREFIX + PART_OF.get(path))).match(address(path));
  } catch {
    return undefined;
  }
}

// Returns a file from this version's cache; deletes it if it is damaged.
async function findIntact(path) {
  const cached = await match(path);
  if (!cached) return undefined;
  try {
    const bytes = await cached.arrayBuffer();
    const hash = await hashOf(bytes);
    if ([listedHash(path), cached.headers.get(HASH_HEADER)].includes(hash)) return new Response(bytes, cached);
  } catch {} // not even readable
  await (await caches.open(PREFIX + PART_OF.get(path))).delete(address(path)).catch(() => {});
  return undefined;
}

// Returns a cached file for a page.
async function findForPage(path, event) {
  if (!PART_OF.get(path).startsWith("runtime ")) return findIntact(path);
  const cached = await match(path);
  if (cached) event.waitUntil(cacheOnce(path).catch(() => {})); // the next visit needs it intact
  return cached;
}

// Returns a file from an older version's cache if its content is the same.
async function findInOldCaches(path) {
  for (const name of (await caches.keys()).filter((name) => name.startsWith(PREFIX))) {
    const found = await (await caches.open(name)).match(address(path));
    const same = found && await check(path, found).catch(() => undefined);
    if (same) return same;
  }
  return undefined;
}

async function cacheAll() {
  const done = await Promise.allSettled(Array.from(PART_OF.keys(), cacheOnce));
  const failed = done.find(({ status, value }) => status === "rejected" || value.problem);
  if (failed) throw failed.reason ?? failed.value.problem; // the next visit continues
}

const BUSY = [408, 429, 502, 503, 504];

// Returns why caching failed, as a status in qwixx/ui/model/session.py.
function statusOf(error) {
  if (error instanceof BadAnswer) return BUSY.includes(error.response.status) ? "network" : "host";
  return error instanceof TypeError ? "network" : "space"; // a fetch fails with a TypeError
}

// Caches all files; returns the status. Without space, this is not repeated: all fetches would be in vain.
function complete() {
  completion ??= cacheAll().then(() => "available", statusOf).then((status) => {
    if (status !== "space") completion = undefined;
    return status;
  });
  return completion;
}

// Caches all files for the first time; if that fails, tells the pages why.
async function install() {
  const status = await complete();
  if (status === "available") return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages.filter(({ url }) => url.startsWith(scope.href))) page.postMessage(`offline ${status}`);
  throw new Error(status);
}

async function deleteOldCaches() {
  const wanted = Object.keys(PARTS).map((part) => PREFIX + part);
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)));
}

async function onMessage({ data, source }) {
  if (data === "list") source.postMessage("list");
  if (data === "offline") source.postMessage(`offline ${await complete()}`);
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const others = pages.filter(({ id, url }) => url.startsWith(scope.href) && id !== source.id);
  if (data === "now" || (data === "alone" && others.length === 0)) await skipWaiting();
}

// Returns the path of a requested file in the list, or undefined for other requests, which the browser handles.
function listedPath({ method, url, mode, headers }) {
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== scope.origin || headers.has("range")) return undefined;
  if (!pathname.startsWith(scope.pathname)) return undefined;
  const path = pathname.slice(scope.pathname.length) || "index.html";
  if (search && !(path === "index.html" && mode === "navigate")) return undefined;
  return PART_OF.has(path) ? path : undefined;
}

async function respond(path, event) {
  const found = await findForPage(path, event);
  if (found) return found;
  try {
    event.waitUntil(complete()); // the browser or the player has deleted this file, and perhaps others
    return (await cacheOnce(path)).response.clone();
  } catch (error) {
    if (!(error instanceof BadAnswer)) return Response.error(); // no network
    if (await isReplaced()) {
      // The host no longer has this version: pages that start from now on get all files from the host. A page that
      // is starting without one of its scripts could not even report a failure.
      isGivenUp = true;
      await registration.unregister();
      // Without this detour, the browser would still ask this worker for the files of the new page. It cannot loop:
      // the worker that has given up handles no request, and a browser follows at most 20 redirects.
      if (event.request.mode === "navigate") return Response.redirect(event.request.url);
      if (/^static\/js\//.test(path) && event.request.destination === "script") await reload(event.clientId);
    }
    // A failing host, or a captive portal: the next request tries again.
    if (event.request.mode === "navigate") return fetch(event.request);
    return error.response.ok ? Response.error() : error.response;
  }
}

async function reload(id) {
  const client = await clients.get(id);
  await client?.navigate(client.url).catch(() => {}); // it has been closed
}

// Returns whether the host has another version: its sw.js or its index.html is of another one. The two may come from
// caches of different ages.
async function isReplaced() {
  const [script, html] = await Promise.all([
    readFromHost(location.href, /javascript|ecmascript/i),
    readFromHost(address("index.html"), /html/i),
  ]);
  try {
    const list = /^const PARTS = (\{.*?\});$/ms.exec(script);
    if (list !== null && JSON.stringify(JSON.parse(list[1])) !== JSON.stringify(PARTS)) return true;
  } catch {} // a truncated list
  return (buildIn(html) ?? BUILD) !== BUILD;
}

// Returns a text from the host, or "" if there is no network or the response is of another type.
async function readFromHost(url, type) {
  try {
    const response = await fetch(url, { cache: "no-cache" });
    return response.ok && type.test(response.headers.get("content-type")) ? await response.text() : "";
  } catch {
    return "";
  }
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
addEventListener("message", (event) => event.waitUntil(onMessage(event)));
addEventListener("fetch", (event) => {
  const path = isGivenUp ? undefined : listedPath(event.request);
  if (path) event.respondWith(respond(path, event));
});
