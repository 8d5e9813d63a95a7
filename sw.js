// The service worker: caches the page's files, so that the game starts without a network. This script must be
// beside index.html. It contains no game rules.
//
// A page runs one version from start to end. The list below defines a version: a file is cached only if its
// hash is the listed one, and pages receive listed files only from this worker. A new version waits until no
// page is open, or until a page activates it ("now": a player asked for it, and all pages reload; "alone": the
// last page is closing). A page first asks for the "list": an empty script is a valid service worker, but no version.
"use strict";

// The list; `python3 -m qwixx renew` writes it.
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
 "game 961e7994b2a8585c": {
  "index.html": "b7df2c8f19a7f69fc8f1c53a0d17f4e1f82a3bb9031f4196f9967fb73a0bc1e7",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "685c63607d600ca3771d31ae6d92a98bd33386ef9382ef6b2ccb2c0b1ed270a8",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "5895f01900d38e96f4fee1288b823a73da925acb26091c902624e85f79ee60de",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "5db39874965a243bc9b7f6c16f7cabc14482375b931c568953770d786cf8db82",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "988b3317cfa42d45ec62b9879c9af539082a24ffefce3756b57957d4e25ec979",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "c9cf47c41d16c3b60f78da26357ae1ad3a876ec69dc2549197bbf016517e9b0e",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "faf38dc815be8ac8eecb1914fef051cec7d6b60d72d2eff6e0a05949bd4d7f00",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "844c0fe2bd242292b3247cea5a75311fde9609cd2743299d11742974564eb6ec",
  "static/css/all_sheets.css": "3d8ed87907faf0fc60f37f5f548bc5965d23c7e943810718fd9b18e4b9462856",
  "static/css/base.css": "90a0941a1cbaed79f8d6c3265ba3cdb182a6c802903ddf560876e26e84770337",
  "static/css/coach.css": "cd628c8d2df3f4024206d15e8467818d08b884862335c954d23be344a3ea031a",
  "static/css/colors.css": "16dd8add67690420e49c8810a185d9048e137813aadcaf01b9b060cd9ab8daad",
  "static/css/dialogs.css": "ce03bef7904f9c67429a0787f505c19c67a001e14572a3281f4fa800f7067f00",
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
  "static/file/program.js": "f41648a4cd644a744798cf18853767642ae5e63aefb68c13b831184314f49d33",
  "static/icons/icon-180.png": "811217fff403ba723383f3a9e0591c9c12d3cd3e8f697309c796d7a18c24aaf2",
  "static/icons/icon-192.png": "c76d6d682c741b47f4504a87873e4b926d1aeb6dad399576ec6b744a73cb3b5e",
  "static/icons/icon-48.png": "d44b4375ae7d44e0f9c282975589a0fa3f0825dd7f2de6c5f111e2660fa0ed3f",
  "static/icons/icon-512.png": "e944c3a3d3f5f2e670feb2a377fb6d27a054aa6aa26ee4adef24feccb692c648",
  "static/icons/icon-maskable.png": "fb30152654ef7fc63ef1a0545e089139e783f162b1d904994b25a07b94acd6a1",
  "static/icons/icon.svg": "5ef4481e647745ae9629c2220075ce91ab6a6d848ec9d0b19e9653ebd0805143",
  "static/js/boot.js": "6dc372dcd2bd94b0ecc38de31e045eb31f8d018811185265a678e32dce29575d",
  "static/js/carried.js": "e002c2c6eb2aefa73a93de8ac67922503bac6e2c8186ad4520598489df403c83",
  "static/js/failure-texts.js": "29d162a7444e1713c0d121fb978d2beecef2403aaab477d3978e28f041d9ee30",
  "static/js/failure.js": "ed4690b3ea053d644640b4d605f00d09a30be8b47b1f61d433f0c9e7f0ceec2b",
  "static/js/first.js": "f570897b10b36e03ebed86d211fe1c33fde9b2345e8a8cd5e213be50a663f3fa",
  "static/js/interpreter.js": "b7b19d5218dba6d2e1b4abeb49c01bc80ea34f6c1bc3dd030e4f857e4009abb4",
  "static/js/prerendered.js": "18b144d0376d7308f86006c5ae0618bffdac498d6db8b00af65175d95418d7ad",
  "static/js/runtime.js": "8121cf651ec86d059229b1fd22ca5c7b4ac1c86ba2266901c030bd3436638c9d",
  "static/js/shim.js": "8d522feb78827c59dc50ae0829d00e3e6183960cfa79dee1f6f5bb6482a8a68c",
  "static/js/snapshot.js": "a69dfb5fdcd3166bf1fc0a7afe583cd6266778bb5e2c040a2f16b3e4505b8e9d",
  "static/js/snapshot_maker.js": "c778f6d020a56c855d5ba456114da107d18edad83d589737353230f536b3dbbd",
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

async function check(path, response) {
  if (!response.ok || response.redirected) throw new BadAnswer(path, response);
  const bytes = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== PARTS[PART_OF.get(path)][path]) throw new BadAnswer(path, response);
  return response;
}

function cacheOnce(path) {
  if (!pending.has(path)) pending.set(path, findOrCache(path).finally(() => pending.delete(path)));
  return pending.get(path);
}

// Returns the response for a file, and the problem if it could not be cached: no space, or no storage.
async function findOrCache(path) {
  const url = address(path);
  const cached = await match(path);
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

async function deleteOldCaches() {
  const wanted = Object.keys(PARTS).map((part) => PREFIX + part);
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)));
}

async function onMessage({ data, source }) {
  if (data === "list") source.postMessage("list");
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
  const found = await match(path);
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
      // The host no longer has this version. Pages that start from now on get all files from the host; a page
      // that has already started reports a failure, and reloads when its player tries again.
      isGivenUp = true;
      await registration.unregister();
    }
    // A failing host, or a captive portal: the next request tries again.
    if (event.request.mode === "navigate") return fetch(event.request);
    return error.response.ok ? Response.error() : error.response;
  }
}

// Returns whether the list in the host's sw.js is of another version.
async function isReplaced() {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    const type = response.headers.get("content-type");
    if (!response.ok || response.redirected || !/javascript|ecmascript/i.test(type)) return false;
    const list = /^const PARTS = (\{.*?\});$/ms.exec(await response.text());
    return list !== null && JSON.stringify(JSON.parse(list[1])) !== JSON.stringify(PARTS);
  } catch {
    return false; // no network, or a truncated list
  }
}

addEventListener("install", (event) => event.waitUntil(cacheAll()));
addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
addEventListener("message", (event) => event.waitUntil(onMessage(event)));
addEventListener("fetch", (event) => {
  const path = isGivenUp ? undefined : listedPath(event.request);
  if (path) event.respondWith(respond(path, event));
});
