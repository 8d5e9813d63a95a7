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
const BUILD = "988b3843ba73f96e";
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
 "game a78e8753b4219baa": {
  "index.html": "6a9c67d368a6bce67c8f2b6a6fea6509c7d3e6913fcfb22ba4b91e6d07c72457",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "1d6e3dd02114a5b765d1b6203d911158fe55075f2655a1f7e4eaee723476e8e8",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "d70870d55cd7b4946ef39334ed7abcd765b3ee79b242826809a0e9f2d29196ac",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "a443902d6e319cee1fe573e8f97553424727d73306343b74fde315501704d0f9",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "6ec5f448768173ab6066e31b9bf93bf738d82f7ad4301d63da2443130eaf51c7",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "9de30642d3d57978e57dc71d20aeb30a90efd0fdfe23aa07f08824b217ebaa94",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "674d304dbefaba98b0fc66cc705d664e24fee58ec7e93d4da398ef3680c9be00",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "e7117577ed100e41298cebf190f97d29b6877f86c15206531627a0ee724f6b68",
  "static/css/all_sheets.css": "3d8ed87907faf0fc60f37f5f548bc5965d23c7e943810718fd9b18e4b9462856",
  "static/css/base.css": "90a0941a1cbaed79f8d6c3265ba3cdb182a6c802903ddf560876e26e84770337",
  "static/css/coach.css": "cd628c8d2df3f4024206d15e8467818d08b884862335c954d23be344a3ea031a",
  "static/css/colors.css": "16dd8add67690420e49c8810a185d9048e137813aadcaf01b9b060cd9ab8daad",
  "static/css/dialogs.css": "bd8df6d621bf3b2dc73977690e5c9c145bd8e01ad99537d117949aa89ee71908",
  "static/css/dice.css": "8f29b45519f1a6acc479d64a1d6d9fda73063838a210e2a5cf7b8f0fa9ccf93a",
  "static/css/embed.css": "2eaee15e9a4e42219c6d2dc631153d854a913a6c9fcffb491e601ce86b2d8984",
  "static/css/end.css": "7dc8d0c524b3180bda00987fad911ad0439c84fe6585491e7418b9f61f49601e",
  "static/css/first.css": "8142c6d9458dd5324f3fc8d6a6a699d3cde3e58d7cff74aa9aa484f61710a8af",
  "static/css/fonts.css": "9114b8e4f2a5d0ce4216f0ddb0a8b8787623a56837b0bdd2b8a5e5e714840644",
  "static/css/game.css": "5651f030c695930c80ce57439800b17032c6a48969d982caf0c50b5e8aed4a38",
  "static/css/history.css": "389d57812825f3bef50b01e3fb6f475fa0e6ec2d4c227dfb9736ff1333273056",
  "static/css/lesson.css": "1b22af68321497a3eb2a051991363b8fe90f32f0c0f3faf7df8da37127429a51",
  "static/css/live_table.css": "d53205c5febae01aa62cc005551b344ccfeb8e23f1b89a710b084b8de6c9a310",
  "static/css/live_table_bar.css": "29ca5f743e63e17f5e06adc5c43213dde79ff4a44e4d225ae7a6ff14b9a44599",
  "static/css/other_sheets.css": "ca9887c59d365ccef06f35440ceb23162011d4228281d5b0d25bf4dfdb4490e2",
  "static/css/page.css": "b5fa6216592da1938149652f090346ab103a0d656767ad4e522ab0d52af7b7d7",
  "static/css/prerendered.css": "782c2ba65a4bbe2c8cb696209915cf8367c7245fcb79a731303f560a7ba1e79b",
  "static/css/print.css": "92cc0537e6e3ac111fdc7813ae466f245a518c5d2fae65d80ae22a62d40ff094",
  "static/css/print_media.css": "440d66ea46c658cc89c22f40bb463597eeeda93866fe7ee42f11cd495b179144",
  "static/css/replay.css": "1b7a32e3446fe748b978816d5f1bb1f464ce73f7a9032e26ba1a8b49023366e1",
  "static/css/review.css": "2356a6b9834643608906167621572f19a8ac88e5757ed47995d973ac32b5a900",
  "static/css/rows.css": "6ce4c897f46ce558201ab0287f6c427069976806752b1b269f4b5c029891eb82",
  "static/css/same_dice.css": "b60306bc058b11608ab322907e4010ac9be71eaca8a767c6d8c949abbaab3d28",
  "static/css/same_dice_lobby.css": "21e4484e9f67b9d414f4cf9c76972b9e63599d4483d395bfaa6c9f4f6fda2827",
  "static/css/score_pad.css": "6051f34a2cb4bb9dc452c38e6b389d801bdd8ed56d26058c02591a7cf7db0b11",
  "static/css/score_pad_dice.css": "aa3f5a348e10e839de9d22161f4d32913b495b29510549728398d0c1d24a8cdf",
  "static/css/score_pad_layout.css": "b445f6ddc17f8ba107e554352d3f9427581b582aebdae5f9c30ba241da9f1df6",
  "static/css/sheet.css": "d5b384c2a9edd819cb08cd5421a69720a91e1743f3e083555f421d601915a12f",
  "static/css/start.css": "b9cc14cf1fd40aae1b7e91c6e552202dc81e133cba090a620b343a926c3ce15b",
  "static/css/text.css": "05c23d5afd9ce4ede22a1f241af82db5251b98a27fe6db07f1dd1e32ad6a72ba",
  "static/file/program.js": "3db6529fa3a68c74adf9c3a9adae6b37ce92b066605c94bf557dcb2d1d48a340",
  "static/icons/icon-180.png": "811217fff403ba723383f3a9e0591c9c12d3cd3e8f697309c796d7a18c24aaf2",
  "static/icons/icon-192.png": "c76d6d682c741b47f4504a87873e4b926d1aeb6dad399576ec6b744a73cb3b5e",
  "static/icons/icon-48.png": "d44b4375ae7d44e0f9c282975589a0fa3f0825dd7f2de6c5f111e2660fa0ed3f",
  "static/icons/icon-512.png": "e944c3a3d3f5f2e670feb2a377fb6d27a054aa6aa26ee4adef24feccb692c648",
  "static/icons/icon-maskable.png": "fb30152654ef7fc63ef1a0545e089139e783f162b1d904994b25a07b94acd6a1",
  "static/icons/icon.svg": "5ef4481e647745ae9629c2220075ce91ab6a6d848ec9d0b19e9653ebd0805143",
  "static/js/boot.js": "a568634fb2fe7c522c76195a90c2ccd8be64e32d3ea33d58547dbcb7d9936e31",
  "static/js/carried.js": "e002c2c6eb2aefa73a93de8ac67922503bac6e2c8186ad4520598489df403c83",
  "static/js/failure-texts.js": "29d162a7444e1713c0d121fb978d2beecef2403aaab477d3978e28f041d9ee30",
  "static/js/failure.js": "d4436ace4f1a9cb836bf040a5313b16d1a34ad66eeae6e190b0ccf599e005631",
  "static/js/first.js": "f570897b10b36e03ebed86d211fe1c33fde9b2345e8a8cd5e213be50a663f3fa",
  "static/js/interpreter.js": "495482942fb61e07d8ef4ce1b68ad799f29ad0447d35b58562b3275b1d6f205e",
  "static/js/prerendered.js": "65a996320658ccf14fa9255bc18af4a38a50f6af1e346101feb36a6187ed63c9",
  "static/js/runtime.js": "29fe8be58541af93fff7acd0af6223506f0772ef28d8835a5dd81dbc227d9ac2",
  "static/js/shim.js": "8d522feb78827c59dc50ae0829d00e3e6183960cfa79dee1f6f5bb6482a8a68c",
  "static/js/snapshot.js": "f259133b1282c4ab9fbf21efa7e79a57e989b535f1d95dbb838894142d9f673d",
  "static/js/snapshot_maker.js": "1f9a00171253febd947c7fc74e4594c420b129cc80a817274fcbe5216f18cd97",
  "static/js/snapshot_reader.js": "30bb04bb70b1c1e553325a6f7d09fe8c4a03899d58354e2db8798b4d6e84fac5",
  "static/js/texts.js": "bfc319d8c2526cf98b844d10caca8f6275665807b82c2f9e645523278e81e202",
  "static/manifest.json": "53658798923fe705cd19303b8d4760392a6565f543bf98f61bc80bdef6bf4303",
  "static/prerendered/ar.js": "946f655699ac831c7ad6487fa886fd1bae66a76616d41850cd7f201c4715835a",
  "static/prerendered/cs.js": "b75d59b8a12a74c2a604fec220f00a5a25f9d1620e60c447618d6c8f488130ad",
  "static/prerendered/de.js": "cea398263c0d0e1abdacd4c9fdb22e14fe9f76532e5c3a3e19524e314f99ae8e",
  "static/prerendered/en.js": "b51252ed914872d966fc8f54694761e639e45119a0fbbb1a5a5ed798fc784190",
  "static/prerendered/es.js": "5ecb6115ad3ca71301758b5811ea5c677acf4ea97a6ec4d6d38bed0e60cafa6e",
  "static/prerendered/he.js": "a31c35b3ac278b16bcbb0a317a39de4f1911f46881479c10d201c5e5eb1cbcdc",
  "static/prerendered/ru.js": "be95e27752c56b108d6fc6c072f74aeabbadc0748d3c8da50c28e31ff8cca232",
  "static/prerendered/uk.js": "2f4e7f2ea676e7685c3a9eb34a929bf5f5b097920625c9e50db02a25e5aef096"
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
let completion; // promise of caching all files; not repeated without space, because all fetches would be in vain
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

// Caches all files. Meanwhile, the browser or another version that becomes active may delete some.
async function cacheAll() {
  const cache = async (path) => {
    const { problem } = await cacheOnce(path);
    if (problem) throw problem;
  };
  const cacheAgain = async (path) => await match(path) ?? cache(path);
  for (const step of [cache, cacheAgain]) {
    const done = await Promise.allSettled(Array.from(PART_OF.keys(), step));
    const failed = done.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason; // the next visit continues
  }
}

const BUSY = [408, 429, 502, 503, 504];

// Returns why caching failed, as a status in qwixx/ui/model/session.py.
function statusOf(error) {
  if (error instanceof BadAnswer) return BUSY.includes(error.response.status) ? "network" : "host";
  return error instanceof TypeError ? "network" : "space"; // a fetch fails with a TypeError
}

// Caches all files for the first time; if that fails, tells the pages why.
async function install() {
  try {
    await cacheAll();
  } catch (error) {
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages.filter(({ url }) => url.startsWith(scope.href)))
      page.postMessage(`offline ${statusOf(error)}`);
    throw error;
  }
}

async function deleteOldCaches() {
  const wanted = Object.keys(PARTS).map((part) => PREFIX + part);
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)));
}

async function onMessage({ data, source }) {
  if (data === "list") source.postMessage("list");
  if (data === "offline") source.postMessage(`offline ${await cacheAll().then(() => "available", statusOf)}`);
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
    // The browser or the player has deleted this file, and perhaps others.
    completion ??= cacheAll().then(
      () => { completion = undefined; },
      (error) => { if (error instanceof BadAnswer || error instanceof TypeError) completion = undefined; },
    );
    event.waitUntil(completion);
    return (await cacheOnce(path)).response.clone();
  } catch (error) {
    if (!(error instanceof BadAnswer)) return Response.error(); // no network
    if (await isReplaced()) {
      // The host no longer has this version: pages that start from now on get all files from the host. A page that
      // is starting without one of its scripts could not even report a failure.
      isGivenUp = true;
      await registration.unregister();
      // Without this detour, the browser would still ask this worker for the files of the new page.
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
