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
 "game 365ca8fbd3c724fd": {
  "index.html": "824eae0740d9f44834e86534c434fff8d0d43c905b703caf25f2d343fb87659e",
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
  "static/css/all_sheets.css": "3bb5bfab8f74aec15b40fc0e941330f8146e3866798d8c5a6b8929a7e6c9e9e6",
  "static/css/base.css": "062941026f6c338f82f263d7ef37d6809f5a2dd8a75ff6414e1a1fae603f5c4a",
  "static/css/coach.css": "ae35ccea3c113cfead2e0d4b3179df9499b91447c98e64c90f5592ca12f90247",
  "static/css/colors.css": "15ba6b77c74c963e0e973f5786b64b100926f2df7b793a669db3be9619698ad3",
  "static/css/dialogs.css": "7626ae0681bc5a4b69b33d68d7e65f5f50733087dc232b6aaa7ed71046d20bb2",
  "static/css/dice.css": "4e44563480c951228933ef364276c8fdef4ea71d5ba2f5e0a48e8a146a123454",
  "static/css/embed.css": "caa36df0ad3b382321ca6ee0facac4bf9099a7253711f52241979d45d5d9a2fa",
  "static/css/end.css": "0ad2201693b53394311331aeaf26ed80c46bd49a920caf3e030ed1fc7ce3a613",
  "static/css/first.css": "0f099b1b4981ad6761b56e52b0929e50531eef2c5415b03b54f83bbde18cfa5a",
  "static/css/fonts.css": "e2b00a8c1e0f4bff873332419c22ff57065b82c08506003dc662200c752182b8",
  "static/css/game.css": "c066a9ecfe66e7cb3773d265fbf38e42f4feae4dd842817cfe2b60821eec6bf4",
  "static/css/history.css": "76b95d9d2728618dbcff1a162bacacc5a7c4c104bc812de1b388685349a40b44",
  "static/css/lesson.css": "0b9b2c38323eedca35336421444a5ec25524175e93c274135a53fc29dae08840",
  "static/css/live_table.css": "b0c0d9d239949254a7493f9e2e4e8104a776e93b697d120077eb73173d0b27e1",
  "static/css/live_table_bar.css": "d738baae12e5a4bdd489a0efcd6336a9df6cbf98cfde7e195afb1ca4e9809317",
  "static/css/other_sheets.css": "474a56e9952dac69a826b482599036755787248021d348dac017946132a5d695",
  "static/css/page.css": "6498b7f80a1eb8e1bc65055fe5eaf283dd2aa4817478e63493e301dc8e80a7c8",
  "static/css/prerendered.css": "d1b5e4b47e759049b2919d04115f67032276ea3dfc8bae594b74c53483a2d046",
  "static/css/print.css": "30db8b0e813b444ac870b187295177df1e6cacc60fc92b7276b39e7f3410a855",
  "static/css/print_media.css": "ca0724a357b724efe09e555616489024a97bae1f22fde36161a5f6414c395738",
  "static/css/replay.css": "65ba373d91ef7bd5e3f7a7a7743612cf883b966a19612a36d23b538e9e98ed7f",
  "static/css/review.css": "dc0263059389da49323bcff131061d6d2a90a01ecfef4b733c4e101e29d7d038",
  "static/css/rows.css": "2fae5a44d4a89ed90598e1864201b58d38ef0641a2e75819b39ba1c9f587f632",
  "static/css/same_dice.css": "926acfefa2308e08998fe4a2421c912e32213cba8fef1c32efecc28636526c3e",
  "static/css/same_dice_lobby.css": "bfe4538eeeaca4f6f236f182721698fa9f97013412961a3b2db4305d05847db1",
  "static/css/score_pad.css": "600688400d00456b3a4ab01e4858d6aa87f78d0337eb25a23ec2cd92ca650e22",
  "static/css/score_pad_dice.css": "e9dd4abaaebea0fbf2e0acbd2133413c2e58c6a1dd6554ba3a2de2f54fe03887",
  "static/css/score_pad_layout.css": "50889e7348602a818d5df4f2139fc684684345e27b6d1d58f477fc7bde630ec6",
  "static/css/sheet.css": "0dccda3454d2fc106b2751bc85f337c9beb0a3c65748a27f8522533a28968a21",
  "static/css/start.css": "1476413cf13c8049d7a49657dcedf439ce8b09f3c977a8072ea348d3f68f9f06",
  "static/css/text.css": "a80e7d1da1d7e465e1b1d406300a53f2ae9bc8cf4f8bb641e98808deb4f16aea",
  "static/file/program.js": "962423558ffda2db69df220e4f69a9928ae2d839cd2bcaacaa3c539a687e58d2",
  "static/icons/icon-180.png": "811217fff403ba723383f3a9e0591c9c12d3cd3e8f697309c796d7a18c24aaf2",
  "static/icons/icon-192.png": "c76d6d682c741b47f4504a87873e4b926d1aeb6dad399576ec6b744a73cb3b5e",
  "static/icons/icon-48.png": "d44b4375ae7d44e0f9c282975589a0fa3f0825dd7f2de6c5f111e2660fa0ed3f",
  "static/icons/icon-512.png": "e944c3a3d3f5f2e670feb2a377fb6d27a054aa6aa26ee4adef24feccb692c648",
  "static/icons/icon-maskable.png": "fb30152654ef7fc63ef1a0545e089139e783f162b1d904994b25a07b94acd6a1",
  "static/icons/icon.svg": "5ef4481e647745ae9629c2220075ce91ab6a6d848ec9d0b19e9653ebd0805143",
  "static/js/boot.js": "fc0bcbfd0963d00ea3fd05109dd371201a044f785acfc575eac5c4c554b6c028",
  "static/js/carried.js": "aa87c86f83c72308a3c513abd95c2e1f16f3eb0d8f37f19694b8b9baa6788f6b",
  "static/js/failure-texts.js": "29d162a7444e1713c0d121fb978d2beecef2403aaab477d3978e28f041d9ee30",
  "static/js/failure.js": "2ee99846bd43d3879bcc8f846462219b68fe77846702c4e285e12c5418395c83",
  "static/js/first.js": "05d9bfdc986adafbc0a3d839a34b487661dfea0643a91d53a014f6e25afce0a9",
  "static/js/interpreter.js": "691b4276ba92ca33f1f555dbfb04d076a349cf122d9982c4f519fb810e458999",
  "static/js/prerendered.js": "48dfcd6ce1913c1786a86cd52448412907a86890a7df3903e169c87715d29ffb",
  "static/js/runtime.js": "453bff9fd4610fdbd72a8f4b5c3c5255fb44d414245062271a160db1e251078e",
  "static/js/shim.js": "fae2ab96f418b9912d8d1f48d120095dca20b4f74f8bc0492ae27322aa2d3b72",
  "static/js/snapshot.js": "a3ca58b03e9c24e96bb397dfccfebb6766d48375e3ad5e0ef345001e5406389e",
  "static/js/snapshot_maker.js": "ffc2d8a3eee09d3a9b15b239ebfd6e47f5a2c1190f4f91fe888cd1130374bc21",
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
