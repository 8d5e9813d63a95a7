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
const BUILD = "f1d69c810967c220";
const PARTS = {
 "runtime af22f143a658e8fd": {
  "static/vendor/pyodide/pyodide-lock.json": "7d8063a09bb2223b5fde5e501a281e03f2498f194fa8dc474d4872d5fb2a280a",
  "static/vendor/pyodide/pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
  "static/vendor/pyodide/pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
  "static/vendor/pyodide/pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
  "static/vendor/pyodide/python_stdlib.bin": "68cdc79c8d0f69aaafa521d7debe78b79646c06f5d9a83349789e46845c23416",
  "static/vendor/pyscript/core-C9KDLldu.js": "6ebd3fd9f13faa7859f54bed5304c532da8a194fffbe14baf1986af1a1f17dd6",
  "static/vendor/pyscript/core.js": "e3c6992c6625630423d8e720ebba6cfe1d2ad7a9e4be7224a1e4a3c52edc8d07",
  "static/vendor/pyscript/deprecations-manager-UpAPKqCb.js": "853a48e814afe7ad7fd93d8dfa20abe3992d7a91994f85eb97b806cd7d712c52",
  "static/vendor/pyscript/donkey-4Hrqd7WZ.js": "bf4cb5d7e5dde003a79f7ece9f25dae17d9aaacab4e84bbb0a3cc9570a3dffa1",
  "static/vendor/pyscript/error-D2315lOB.js": "872d9b91b2b1ba283fc6d0d98af1e49dedebfa1a026c15265d712e5f84a599ee",
  "static/vendor/pyscript/py-editor-C4XsZtn7.js": "4dc3047ff5fbf69690b04b4cf684eeaa982d869842a22314b8116fcb00a1ad89",
  "static/vendor/pyscript/py-game-DWiCrr7a.js": "02c550364adf2a2dc6a5234653c7819f9707c73a8d6e3330df28f0d477410d53",
  "static/vendor/pyscript/py-terminal-CwQ6kcjg.js": "111421dd0a1f185eb5b0371b8f8216fcbd2415d9a4b335c5f3368d187b6fd716",
  "static/vendor/pyscript/toml-V4Savzlc.js": "b8ddc7914a2d7b2e502ca841a5b92fdb9fc9a565bbd762cd3e0f32c60629178e",
  "static/vendor/qr/decode.js": "f7eb7ae61651ed165e21ddef5499684c80da2954012f99db94ae461c4125108c",
  "static/vendor/qr/index.js": "7015fbf2f162e8763099979a37e57f612687b23dd5f8085548ac78e6d03a2ee2",
  "static/vendor/qrcode/qrcode-8.2-py3-none-any.whl": "04fd452a38d584297ec55612570b5c143fd432dca2c7e06a6e8e10ee1ac4f131",
  "static/vendor/rubik/rubik-arabic-wght-normal.woff2": "f5052e4870bf211fc22df5b85e791a292a77b9baef8cef1dc5a8e62a783ea1e0",
  "static/vendor/rubik/rubik-cyrillic-wght-normal.woff2": "bdb2b33ab916e9e7b42edb61f8aea5f5dd83ad773d6ee4e9b55665daf8954ce8",
  "static/vendor/rubik/rubik-hebrew-wght-normal.woff2": "197b6dbe5c6bec7276c59b02d70a16ee6acd44322fc2f8d0226c07f8d57976c2",
  "static/vendor/rubik/rubik-latin-ext-wght-normal.woff2": "09472f217ad1ebb61a7669cf532f9f2f80685e07652ee862fde9a79665aef479",
  "static/vendor/rubik/rubik-latin-wght-normal.woff2": "691cd1d9b4c0cdf31a1dcf04259c86f92c85e69f6622abab7964d81e36890691"
 },
 "game 7529c8d0c3042379": {
  "index.html": "856def36b90d6fcd5d766cb62d6dc8fd4d5e5e44b0cecc046b1ca4e5727e065f",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "05721f6cca97e42ff9b22693ef1a92a9b47f086881c937277a337a9ad30613b0",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "428c3372498f398b101c1e43e5f7d649fa11057a95416191be2c3a77cf3ae129",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "543912342d7f9d3012785966e14d816cf02b29bf3b45d7c12029fbc876d3e44b",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "9901acd184c49e5b65023d8cc77d71d9f95f2fa1879e06f87d1a5c32ad870f12",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "21a02d718746a82fe4adb29bcf317f7fa1dbbc02b35365f5ec60e45389ada401",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "cd0e16f80cc607a384852c56e282fbc8946641e64321bad31759f0923cd266bd",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "65c894b25a8d15f511c47610fa2cf6dadea41e9bd157e807c91cdcc3f2939ace",
  "static/css/all_sheets.css": "919538fca8661b49c82ebf32b4b115caf6d4c6670a26f38392ecef4ab399f462",
  "static/css/base.css": "90a0941a1cbaed79f8d6c3265ba3cdb182a6c802903ddf560876e26e84770337",
  "static/css/coach.css": "8d92378c257dd1903abebc986105b4a026679f79dc6078c406e5262fa886c06b",
  "static/css/colors.css": "16dd8add67690420e49c8810a185d9048e137813aadcaf01b9b060cd9ab8daad",
  "static/css/dialogs.css": "bd8df6d621bf3b2dc73977690e5c9c145bd8e01ad99537d117949aa89ee71908",
  "static/css/dice.css": "8f29b45519f1a6acc479d64a1d6d9fda73063838a210e2a5cf7b8f0fa9ccf93a",
  "static/css/embed.css": "0d8c9e7a7c235fad6f0e158700e776561f4f5d3b5a2941a623586afb105c2a52",
  "static/css/end.css": "370c0136e45920eea41e25bb078ea45543bc219c333292ec00802dd324bf850d",
  "static/css/first.css": "5c0a1134154505453e0e1bcfa228d5d5d721f2c010a2799050627c89d884810f",
  "static/css/fonts.css": "9114b8e4f2a5d0ce4216f0ddb0a8b8787623a56837b0bdd2b8a5e5e714840644",
  "static/css/game.css": "34d16de8a4c3fd278b563232ed2d295d43ac83f0e5e6dd575b7a15699407667f",
  "static/css/history.css": "389d57812825f3bef50b01e3fb6f475fa0e6ec2d4c227dfb9736ff1333273056",
  "static/css/lesson.css": "1b22af68321497a3eb2a051991363b8fe90f32f0c0f3faf7df8da37127429a51",
  "static/css/live_table.css": "d53205c5febae01aa62cc005551b344ccfeb8e23f1b89a710b084b8de6c9a310",
  "static/css/live_table_bar.css": "29ca5f743e63e17f5e06adc5c43213dde79ff4a44e4d225ae7a6ff14b9a44599",
  "static/css/other_sheets.css": "69ef9c848e7da37dbedb354b4a0313b914c8aee8dac33b94280a30f13c360323",
  "static/css/page.css": "2152fb269d21571ad72525520e731d278d503212065796c633f26938bdc46e61",
  "static/css/prerendered.css": "782c2ba65a4bbe2c8cb696209915cf8367c7245fcb79a731303f560a7ba1e79b",
  "static/css/print.css": "92cc0537e6e3ac111fdc7813ae466f245a518c5d2fae65d80ae22a62d40ff094",
  "static/css/print_media.css": "440d66ea46c658cc89c22f40bb463597eeeda93866fe7ee42f11cd495b179144",
  "static/css/replay.css": "a8dac232b6345e9d6f4d0b6fa8d4ac27fef8b51935d39d85e572a771f00eabf6",
  "static/css/review.css": "2356a6b9834643608906167621572f19a8ac88e5757ed47995d973ac32b5a900",
  "static/css/rows.css": "b86e7d28fd78069938dffbc0920d468f0cf4efa0a7f2fd85a4512723e75ad923",
  "static/css/same_dice.css": "7d17587e2d0ee1cecfce2e2701ea9fb3464920e7c963766866c6fc81de5bfcf3",
  "static/css/same_dice_lobby.css": "21e4484e9f67b9d414f4cf9c76972b9e63599d4483d395bfaa6c9f4f6fda2827",
  "static/css/score_pad.css": "6051f34a2cb4bb9dc452c38e6b389d801bdd8ed56d26058c02591a7cf7db0b11",
  "static/css/score_pad_dice.css": "aa3f5a348e10e839de9d22161f4d32913b495b29510549728398d0c1d24a8cdf",
  "static/css/score_pad_layout.css": "9b783097f0eaec9ab403cf892e254d002bf479c16e52276b339d2bb91700d04e",
  "static/css/sheet.css": "d5b384c2a9edd819cb08cd5421a69720a91e1743f3e083555f421d601915a12f",
  "static/css/start.css": "b9cc14cf1fd40aae1b7e91c6e552202dc81e133cba090a620b343a926c3ce15b",
  "static/css/text.css": "4f62f0576c95f919eb5d88f8b76ef6c62914dc9efa5a7cadeabf0ceb8bffbf22",
  "static/file/program.js": "645eaca5520dc75af2af0a55478a8301c8d6d5405bccb8616830b558600f8beb",
  "static/icons/icon-180.png": "811217fff403ba723383f3a9e0591c9c12d3cd3e8f697309c796d7a18c24aaf2",
  "static/icons/icon-192.png": "c76d6d682c741b47f4504a87873e4b926d1aeb6dad399576ec6b744a73cb3b5e",
  "static/icons/icon-48.png": "d44b4375ae7d44e0f9c282975589a0fa3f0825dd7f2de6c5f111e2660fa0ed3f",
  "static/icons/icon-512.png": "e944c3a3d3f5f2e670feb2a377fb6d27a054aa6aa26ee4adef24feccb692c648",
  "static/icons/icon-maskable.png": "fb30152654ef7fc63ef1a0545e089139e783f162b1d904994b25a07b94acd6a1",
  "static/icons/icon.svg": "5ef4481e647745ae9629c2220075ce91ab6a6d848ec9d0b19e9653ebd0805143",
  "static/js/boot.js": "68a80fd2f6ed273cd6c5284a87db7513100d9f19f94cfb17cf377769b9cc573e",
  "static/js/carried.js": "e002c2c6eb2aefa73a93de8ac67922503bac6e2c8186ad4520598489df403c83",
  "static/js/failure-texts.js": "601d9ef92a733395a0ff75c7fe42a861751473b0f983b93cf2d9f782f7ec365a",
  "static/js/failure.js": "7fecfc1a116634b58362fd085d711916d038721d8d0caa48caacb568b927108e",
  "static/js/first.js": "514fb64ce4343a52d083132e64a2abca403564796aa5529d6ed2d83178209abe",
  "static/js/interpreter.js": "495482942fb61e07d8ef4ce1b68ad799f29ad0447d35b58562b3275b1d6f205e",
  "static/js/prerendered.js": "1b805148d3108680327acd251079f80418bf32ebe4dfc19742eec389673189a9",
  "static/js/runtime.js": "29fe8be58541af93fff7acd0af6223506f0772ef28d8835a5dd81dbc227d9ac2",
  "static/js/shim.js": "8d522feb78827c59dc50ae0829d00e3e6183960cfa79dee1f6f5bb6482a8a68c",
  "static/js/snapshot.js": "f259133b1282c4ab9fbf21efa7e79a57e989b535f1d95dbb838894142d9f673d",
  "static/js/snapshot_maker.js": "1f9a00171253febd947c7fc74e4594c420b129cc80a817274fcbe5216f18cd97",
  "static/js/snapshot_reader.js": "30bb04bb70b1c1e553325a6f7d09fe8c4a03899d58354e2db8798b4d6e84fac5",
  "static/js/texts.js": "275d395634701cbbe08865b9ad39134f8f59d1d57a5a05e639bfc86ec1d04d18",
  "static/manifest.json": "ef6b7ada9cc099736af62041a17474bf862d4384a2d1cdf58da9f971368d6cc4",
  "static/prerendered/ar.js": "a640d4a934d0cbb240fe411019c5353da71ce1a28997f59799985c80913ae14a",
  "static/prerendered/cs.js": "125e5b54b78dbb12bf08120d41c2209829fd90bf4dacd94da210d0b8e36bb97c",
  "static/prerendered/de.js": "ab9f6277ef8e834831de828127314c2b9749f7f90884a1a56b7771f1de26620b",
  "static/prerendered/en.js": "243e8ca63d893992016919b8e7921c62e98416f2c29e001b9fe7bdc801a0f462",
  "static/prerendered/es.js": "1dbaa3f4ccddd0795c7d46c495faba32a3b89ec7cb9904601e76fe101841d001",
  "static/prerendered/he.js": "d206a286ab9f1194f31c3f3abffdf1ae6b84d5cd82e05845676a417e1ca9d595",
  "static/prerendered/ru.js": "110130abba5c5f803f878c5e85008a6929ccba3f6fa6d2c8ff68ca3c5d6474fb",
  "static/prerendered/uk.js": "32f20bad0823b3c2680d7b05b2d3ddb38a1ba2e3a610e86b79becf88b788244b"
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
