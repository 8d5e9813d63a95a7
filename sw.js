// Keeps the page's files, so that the game starts without a network: a service worker must
// lie beside index.html and be JavaScript. No rule of the game.
//
// A page runs one version from start to end. What is listed here is a version: each file is
// kept only if its content is the listed one, and a page gets listed files from here alone.
// A new version waits until no page runs, or until a page lets it take over ("now": a person
// asked for it, then all pages load anew; "alone": this page is leaving, and is the last).
"use strict";

// The list; `python3 -m qwixx precache` writes it.
const PARTS = {
 "runtime e3cb5f4df5b7c53c": {
  "static/vendor/pyodide/pyodide-lock.json": "7d8063a09bb2223b5fde5e501a281e03f2498f194fa8dc474d4872d5fb2a280a",
  "static/vendor/pyodide/pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
  "static/vendor/pyodide/pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
  "static/vendor/pyodide/pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
  "static/vendor/pyodide/python_stdlib.zip": "0f107edfa9d4ce1f206c1504d88768c2334a9c6c1260cfa17dcc9bbc8b2178b0",
  "static/vendor/pyscript/core-C9KDLldu.js": "6ebd3fd9f13faa7859f54bed5304c532da8a194fffbe14baf1986af1a1f17dd6",
  "static/vendor/pyscript/core.js": "e3c6992c6625630423d8e720ebba6cfe1d2ad7a9e4be7224a1e4a3c52edc8d07",
  "static/vendor/pyscript/deprecations-manager-UpAPKqCb.js": "853a48e814afe7ad7fd93d8dfa20abe3992d7a91994f85eb97b806cd7d712c52",
  "static/vendor/pyscript/donkey-4Hrqd7WZ.js": "bf4cb5d7e5dde003a79f7ece9f25dae17d9aaacab4e84bbb0a3cc9570a3dffa1",
  "static/vendor/pyscript/error-D2315lOB.js": "872d9b91b2b1ba283fc6d0d98af1e49dedebfa1a026c15265d712e5f84a599ee",
  "static/vendor/pyscript/py-editor-C4XsZtn7.js": "4dc3047ff5fbf69690b04b4cf684eeaa982d869842a22314b8116fcb00a1ad89",
  "static/vendor/pyscript/py-game-DWiCrr7a.js": "02c550364adf2a2dc6a5234653c7819f9707c73a8d6e3330df28f0d477410d53",
  "static/vendor/pyscript/py-terminal-CwQ6kcjg.js": "111421dd0a1f185eb5b0371b8f8216fcbd2415d9a4b335c5f3368d187b6fd716",
  "static/vendor/pyscript/toml-V4Savzlc.js": "b8ddc7914a2d7b2e502ca841a5b92fdb9fc9a565bbd762cd3e0f32c60629178e"
 },
 "game 63712b2bd1b63a45": {
  "index.html": "177f05154d3a3d19d6990b0ef029954ea8c51b2f45717a1c63f1d0ce1eaa8aa8",
  "pyscript.toml": "e1ea17f4cdef9586db6da83a3859e64727ed908f4dbb23f9e4af69dc167343bb",
  "qwixx/__init__.py": "91262acdc6a00832c8a21d0f943050cc9694e075e3a50bae2735fc9697cd18aa",
  "qwixx/bots/__init__.py": "3c997c07131015697a66a994f9efcd38fe4606458592bccd7475e4bf9e8a7f72",
  "qwixx/bots/features.py": "620562aaf432f94eb5bc19bf51a088f232bad7a98fd43b4451edc9f64f43aa11",
  "qwixx/bots/greedy.py": "24153f03e1a73cda77d06f5e48c6c9ad2d9b2cbde59c4c12ffbbc52c6f15d518",
  "qwixx/bots/heuristic.py": "7f396a3065148ed71af5eb90e82cd145db1a9e779420a2363a93d2a2a0b1598e",
  "qwixx/bots/judges.py": "36b4f38197f88bf335e6c7a3346263d664734b9bb8a68bfddd839639af191fe9",
  "qwixx/bots/levels.py": "a56546d37c5c02315cce1e7ad0c0192e4566b98bf79e37199081a984b0864037",
  "qwixx/bots/minds.py": "bd1032c7ce88e7450d2afbf961c17369a07a3256e6cf58e3abcce8ee17c0de38",
  "qwixx/bots/network.py": "14eef9ec8701e1156a960c2bd9df9f9b5f8508a5ce45922050c65497a88cd54f",
  "qwixx/bots/planner.py": "135fbb35ab41145e35175ffa0ce9cb77c19f07e7ec4f1ba4bb97329bae77e5e8",
  "qwixx/bots/rows.py": "5c93bfd8f5cc6880eb5ec8eb44af42fb3aea02e7819ca5e672a53e9450a82fd9",
  "qwixx/bots/uniform.py": "2830ef7a735b1fad2fbafec7705084f3b393ea9dde808e9c97694768ab717563",
  "qwixx/bots/weights/__init__.py": "5337c87f143d28ad900c5d85bcde572c01b535f4cb6d7d504ee45c65da5058b8",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/bundle.py": "baacc567d1cc73e6513a00c7ee13ca2e98f0e3fc6ef8015913b44494936eff7c",
  "qwixx/coach.py": "8bee750c5ae2cc3a692cc56876a561e340738f3ef7386e0e9bef86c6eb949047",
  "qwixx/dice.py": "7c5bf9cf67beb0c45d208917a6ebef596103f2f7b87affdf603cfe9b0bb859fc",
  "qwixx/i18n.py": "6984fa360a3e42caff6ed166009b7b0b77fe7a1284346eec9b3d23bb83a7d8cd",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "7b315f1cb8f87d97c30de923d043e8fb5e95de4046e58a49134900eca1f87e14",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "4c967812912827090f88f2c241961cd1c032cec078cdaeb54f6857f803fd575e",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "bdae3b837b659688d81cdb13c9eb57e47e066911946aa8f6e1b7c2bc341ed1c3",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "fcee88aac9155ba284c26ea394d96ec62ba883b4247660de619317f3076fb5cf",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "3b5370e1fb4ff915795acb480369c586aee48a0cba0f2104702b28e403bbff43",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "d9d5748d1683f8af7ee3335e5713c9099fbb393f82030c15341abcabddc2bd7b",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "824b11b6b321af38ff29b72368e19dee0263e3d14f52385e6082f88cf379a399",
  "qwixx/moves.py": "f363816a0c181d8a4e3cc9b923fb93c77da7318201764f1b0fed8d9bcd478a75",
  "qwixx/notation.py": "abc29c440ebbf9b3ed996366c752c07461211a398664bad3e749f5a5f3c9d087",
  "qwixx/odds.py": "e313d1797cc4579078dca314e483d5c88d2b8b6be299e5660656012adfc4d5b7",
  "qwixx/playthrough.py": "08615ec0facd34db3fa04a58815e3a66fd49077a4fe325b1c3073c4833a96985",
  "qwixx/record.py": "9fd15017f701e0bc4464c73e5761361a84e58e4267355c4332ea4da5577e34e2",
  "qwixx/sheet.py": "0564f7fe38a3e602de0923f751c61f47557ee36e9205da516160977cd387ece1",
  "qwixx/state.py": "f040435fb3b387a79dcc000c076a8c80eaacf6efdd7cb38dccb95f67f7840220",
  "qwixx/ui/__init__.py": "f1e3f26d8dee9db8b4327e2cce6c9cf793696e90db98a6060df0ecfa3f0d97bf",
  "qwixx/ui/app.py": "796e011dd57a0672eb64c835d97e2a3a9bd06eae7a42ce125511cee507fad698",
  "qwixx/ui/browser.py": "5a083bfcf814e1bda620abff8a394ca821136b84def37bd409e9f315e4b9f79e",
  "qwixx/ui/choices.py": "8d3f89fad43ddbd5fde9ec2ffe8489f2769480015b22d962cfbc6aa517dc07f2",
  "qwixx/ui/coach_texts.py": "50f0221dc675e427aa9270a1a2a792a002c9d633cb90c2e552c965bb798d94d8",
  "qwixx/ui/coach_view.py": "c385fb87fc3822738776e2bf40880b99455511f80b5ce1f1c58887512b45e71c",
  "qwixx/ui/coaching.py": "bb8a41eeb792e57cdb427b608017523aa0c92349ba602bce42b270ed3ebe2289",
  "qwixx/ui/controls.py": "bc1da70a57a5d41cb0e10496dc201e10dcbb2390271604387310078360e96747",
  "qwixx/ui/dialogs.py": "f7799d353df96cf56bb6b874190407d77977c6b732306e4ac7841e6066add74a",
  "qwixx/ui/game_view.py": "af5eea1064b29a565d2c16f8e4c8a49d5097dc07b74733247ad7dbcc224ecc63",
  "qwixx/ui/html.py": "071075f4e2bc9514c8fd3feec40f33034d44dd6d0ffe6a185cc78262c50c06ff",
  "qwixx/ui/lessons.py": "551313b63735856314fca403c167029bf8ef27af0746d88184426bedb1d764c0",
  "qwixx/ui/model.py": "eccaad9f647149ddd30a9b5a59949da5f1b1b0425efe5c5b60801748624f9fbd",
  "qwixx/ui/parameters.py": "6d1dd7b5610597c9f27ed9090897efd3dd1189b572d2b485ccfb1153d65bb058",
  "qwixx/ui/play.py": "7a3ecc71ee6833b733cd86d6c26950f077c3a91b8e3b43d75e8629c5315ec78f",
  "qwixx/ui/rules_view.py": "d6be4189fa5b220eba0fa73ac3f7ab384bc1374d5cbc62e141885ccb44cdd590",
  "qwixx/ui/sheet_view.py": "2ea21ca565502774ceb3c35218a2cad7f54ff0274ec8c0862d933feed9f84990",
  "qwixx/ui/start_view.py": "667eb050153906fc5258786044ac1f9379619e665166f43dabd93a6c77460ecf",
  "qwixx/ui/storage.py": "160507a81e9bbec7243e42407dec97a077b1acc0856bfef788868f013a0b8178",
  "qwixx/ui/teaching.py": "6b3f4ddbda9263ea5c8bd2a9b7dbda8b15557b57f5a00e5ec36deb06a0639fb8",
  "qwixx/ui/texts.py": "71ff1204d527c8fd93f9ea0c54d2a982cd06f52990e907b63e779b6c1d4ce311",
  "qwixx/ui/update.py": "6f1e12d730bbaf4c8ef00830d151a9ea617b962718099cd60a7cc4622b6cbf5c",
  "qwixx/ui/view.py": "2463367f1a826a48dad398ca8538b8198e4a7b93ca30eac55714146d0dcab7d8",
  "qwixx/variants.py": "8f734be77a61b1345260f775960c5cae5432636dbf4b1806e6ba99ed84beff2e",
  "static/css/qwixx.css": "c54049290f4cb8c6d61f9724b8e1b70218345160c59d89b84215b11d7ace99d2",
  "static/icons/icon-180.png": "a6303921b450ba367172cf30e474edc1ef41088fd86546c71c25e2861f3e2262",
  "static/icons/icon-192.png": "3214773a8ea19434c27b471024a860c036d5e182831ba735a00c1143d582e2ec",
  "static/icons/icon-48.png": "0de5480a5d1cccc6b0b38153c77d58b299d78f35c88988a61a5916df5800cd00",
  "static/icons/icon-512.png": "1ec9053954abf9956b3d37eca352de73e134f63a7ccdd153a92899b4a4b89610",
  "static/icons/icon-maskable.png": "4801c2548c789c221acf9a3c158c92720849ca28f61565d6bb35b5a37d60cd24",
  "static/icons/icon.svg": "c225c71b9e8fff75579c659740f1f6aa362fa7f5c025d1134064520c51797db7",
  "static/js/boot.js": "3b0acc35977e2a06dc09f909d3ba90466a1bf9b0ba86614f0d52c9c006b66d27",
  "static/js/carried.js": "1e5ea0d0504c8aaaf1d4ca6366cf98295e4c1a95a9afa721b5e1cd6842c73ba8",
  "static/js/runtime.js": "6c9fe852a89295cde2778ebcb78f0d784b275b214b575e5d66ea91595bb25814",
  "static/js/shim.js": "878a3cca4af0dd7893754af9a167eb231011b2318468e95761b57bf2961fb318",
  "static/js/texts.js": "ea41de2e8531a69291822d94260fa1660a0234ecdf8bb7e5a70adcb7f5c24b36",
  "static/manifest.webmanifest": "8c25f7970568a6a901da4e930dbae3dbbea7db1d941a50917596c2d25cddb814"
 }
};
// End of the list.

const scope = new URL(registration.scope);
const PREFIX = `qwixx ${scope.pathname} `; // an origin may hold several copies of the game
const PART_OF = new Map();
for (const [part, files] of Object.entries(PARTS))
  for (const path of Object.keys(files)) PART_OF.set(path, part);

const pending = new Map();
let completion; // not begun again where it failed: what has no room would be fetched in vain
let givenUp = false;

class OtherVersion extends Error {}

const address = (path) => new URL(path === "index.html" ? "./" : path, scope);

async function check(path, response) {
  if (!response.ok || response.redirected) throw new OtherVersion(`${response.status} ${path}`);
  const bytes = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== PARTS[PART_OF.get(path)][path]) throw new OtherVersion(path);
  return response;
}

function keep(path) {
  if (!pending.has(path)) pending.set(path, keepOne(path).finally(() => pending.delete(path)));
  return pending.get(path);
}

// Gives a file, and what went wrong when it was to be kept: there may be no room, or no storage.
async function keepOne(path) {
  const url = address(path);
  const kept = await match(path);
  if (kept) return { response: kept };
  const response = await older(path).catch(() => undefined)
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

// What an older version has kept is not fetched again, if it is the same.
async function older(path) {
  for (const name of (await caches.keys()).filter((name) => name.startsWith(PREFIX))) {
    const found = await (await caches.open(name)).match(address(path));
    const same = found && await check(path, found).catch(() => undefined);
    if (same) return same;
  }
  return undefined;
}

async function keepAll() {
  const done = await Promise.allSettled(Array.from(PART_OF.keys(), keep));
  const failed = done.find(({ status, value }) => status === "rejected" || value.problem);
  if (failed) throw failed.reason ?? failed.value.problem; // the next visit goes on from there
}

async function removeOld() {
  const wanted = Object.keys(PARTS).map((part) => PREFIX + part);
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)));
}

async function takeOver({ data, source }) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const others = pages.filter(({ id, url }) => url.startsWith(scope.href) && id !== source.id);
  if (data === "now" || (data === "alone" && others.length === 0)) await skipWaiting();
}

// The path of a listed file; undefined for all else, which is none of our business.
function listed({ method, url, mode, headers }) {
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== scope.origin || headers.has("range")) return undefined;
  if (!pathname.startsWith(scope.pathname)) return undefined;
  const path = pathname.slice(scope.pathname.length) || "index.html";
  if (search && !(path === "index.html" && mode === "navigate")) return undefined;
  return PART_OF.has(path) ? path : undefined;
}

async function answer(path, event) {
  const found = await match(path);
  if (found) return found;
  try {
    // The browser or a person has removed it, and maybe more.
    completion ??= keepAll().then(() => { completion = undefined; }, () => {});
    event.waitUntil(completion);
    return (await keep(path)).response.clone();
  } catch (error) {
    if (!(error instanceof OtherVersion)) return Response.error(); // no network
    // This version cannot be had any more. A page that starts now gets all from the host; one
    // that has started says that it failed, and does so when it is asked to try again.
    givenUp = true;
    await registration.unregister();
    return event.request.mode === "navigate" ? fetch(event.request) : Response.error();
  }
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(removeOld()));
addEventListener("message", (event) => event.waitUntil(takeOver(event)));
addEventListener("fetch", (event) => {
  const path = givenUp ? undefined : listed(event.request);
  if (path) event.respondWith(answer(path, event));
});
