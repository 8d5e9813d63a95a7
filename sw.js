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
 "game a53cd76742692baa": {
  "index.html": "c9340be4449c069f551621e2e2e986860307b819b49dd1f3866570fc3e85809c",
  "pyscript.toml": "784e839a4f63583b527e263170299ed3066c7c40d81ae747c4739aa193c49008",
  "qwixx/__init__.py": "bfe2b902fa5311f307ea4e21fd304be058c625107775bab412bc68e6fcc13f5c",
  "qwixx/bots/__init__.py": "0da3eb2798977abb011f286c626660955c145cb7f49116bb6708433c00c89504",
  "qwixx/bots/features.py": "620562aaf432f94eb5bc19bf51a088f232bad7a98fd43b4451edc9f64f43aa11",
  "qwixx/bots/greedy.py": "24153f03e1a73cda77d06f5e48c6c9ad2d9b2cbde59c4c12ffbbc52c6f15d518",
  "qwixx/bots/heuristic.py": "7f396a3065148ed71af5eb90e82cd145db1a9e779420a2363a93d2a2a0b1598e",
  "qwixx/bots/judges.py": "36b4f38197f88bf335e6c7a3346263d664734b9bb8a68bfddd839639af191fe9",
  "qwixx/bots/levels.py": "797d5ab2b0f3ba8e10a1d1cd9a52745dda2df4eadd2f8626360749f936c7ea9e",
  "qwixx/bots/minds.py": "546a8e6c58b3b6aa6d2c71fde648fed73539c1d68b269d06e9b11b592eda7d80",
  "qwixx/bots/network.py": "14eef9ec8701e1156a960c2bd9df9f9b5f8508a5ce45922050c65497a88cd54f",
  "qwixx/bots/planner.py": "feac08b8a03a1f2f6a2db95cdbb74ec7a33aa0234fdd72d49065cb1b8ce76d79",
  "qwixx/bots/rows.py": "5c93bfd8f5cc6880eb5ec8eb44af42fb3aea02e7819ca5e672a53e9450a82fd9",
  "qwixx/bots/uniform.py": "2830ef7a735b1fad2fbafec7705084f3b393ea9dde808e9c97694768ab717563",
  "qwixx/bots/weights/__init__.py": "5337c87f143d28ad900c5d85bcde572c01b535f4cb6d7d504ee45c65da5058b8",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/bundle.py": "8c4ea3a514941327795c07c65f66af2bf28b54077f60c241957a6ba62515fa18",
  "qwixx/coach.py": "403fb944cc1d2b5a4541e722cbfd07471a7f8bdfdef0acc8daea175e459622a9",
  "qwixx/dice.py": "9ce2de348fa9ff725db3be68bb630e69e30982da6de6288347d01734f88872f7",
  "qwixx/i18n.py": "6984fa360a3e42caff6ed166009b7b0b77fe7a1284346eec9b3d23bb83a7d8cd",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "958cdde2c7b1ccbcd21a4a03fdee2aec114a35e332a03b2b3de94a481f86bcaa",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "64778cba9617f6e6805cd4d47c5646542307a65e1c8ec42c10881eba3616b30d",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "959e3b9dfd9ff953bee95431d8f4a9f70f4e22eb0da51e2d603c033155c8bec3",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "1b53b6997ce4c661a4a547b2f092072b11332caf85f45f7bac3afd595772adbe",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "4e83b30ad3a53c4a8d577480fd36fc2cc63836af94f69a43737ef1d6c8f8343f",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "49550f35fb932a32c92f29ac55622ad03fc07868dbf67525d6ebbd5be020f86d",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "96951951ad30fbd8a46261649c6a68d61da77c9928df205f62c9c132f023037a",
  "qwixx/moves.py": "31e0e2ee254ebb539f2b2fb761f666c008bc5678611a2aa511412ada69e92d86",
  "qwixx/nesting.py": "0228d0ce66689dc595be0af3678b14cea3222080b65b3b32f49605650d01e097",
  "qwixx/notation.py": "abc29c440ebbf9b3ed996366c752c07461211a398664bad3e749f5a5f3c9d087",
  "qwixx/odds.py": "e313d1797cc4579078dca314e483d5c88d2b8b6be299e5660656012adfc4d5b7",
  "qwixx/playthrough.py": "08615ec0facd34db3fa04a58815e3a66fd49077a4fe325b1c3073c4833a96985",
  "qwixx/reasons.py": "81fa4943ed78385baf59f23ed17ff37226040d106af4d8e1cea0c533133187d0",
  "qwixx/record.py": "17c966a5209eb5c145fb9f5c2fbbafb647fa8ea265aa51ea8f35df078281f7be",
  "qwixx/sheet.py": "e740e9bcdf4c0371500a961df38b189cef398e4628dfabb47a1d11f797e6f970",
  "qwixx/state.py": "aed9ec6e3f8cb01078b4034e4a2125113143de00bbab4dad7a55517d7831f4af",
  "qwixx/ui/__init__.py": "f1e3f26d8dee9db8b4327e2cce6c9cf793696e90db98a6060df0ecfa3f0d97bf",
  "qwixx/ui/app.py": "581cae4d48d20e83539e9018f2ba5395ff21d142d86dc69e82e2b715bbda2910",
  "qwixx/ui/browser.py": "f2b86923a7f2565790f42f74031ded56dd96aab1a4762f215ef635d43abdd8d8",
  "qwixx/ui/choices.py": "6a75a86e2e6ebc367f903272aada8c243fbf2ac59abaacf70f0daebf330bf070",
  "qwixx/ui/coach_texts.py": "37d1ceadf1a55f5f4961257fbc1f6343c4e700ba2cbb9394985973896d33975e",
  "qwixx/ui/coach_view.py": "ea2dcaa1b2aa17ef808f5d7d10afd96f1a9dfc4cfdda8a04eb012b2a52da294b",
  "qwixx/ui/coaching.py": "2721e2c80ccd480fa3ae5a68525733eff7a07edbd11f6b333b5d746990a9f0bc",
  "qwixx/ui/controls.py": "7edad076d4b369249c56932c1841e91f597b7675a2f64c1cc7a36c075ea8d5bc",
  "qwixx/ui/dialogs.py": "b27f36e34821053683f4357aefcf3dd4f76bd0368ddcf30ec8e6b1f77d82b797",
  "qwixx/ui/frame.py": "0e1e24f8e68357bec88a6250ba8b9a443be6cc9f7f9645071e6c47b8d9d3bfe5",
  "qwixx/ui/game_view.py": "4a16ae6e7701488a9f427248a0b1dce5d57ba73d126302a74cfbc49600a321df",
  "qwixx/ui/guards.py": "0b108a05cd3aa72ee34a9d39f8435bad078d46692a15d5305fdf1a0320b2cc66",
  "qwixx/ui/html.py": "071075f4e2bc9514c8fd3feec40f33034d44dd6d0ffe6a185cc78262c50c06ff",
  "qwixx/ui/keeping.py": "c3e267c0b124e4ba47d3c2238dca73860f9ca526dd097300f8287be1e2e3626a",
  "qwixx/ui/lessons.py": "be13711531b0d7f7820de796d1ae9cbf7ce9b29f195205f6043155b248e646ea",
  "qwixx/ui/model.py": "8828c7543bd0ade44c18316f5bc312f62f5116924d34a4ba1142c226c191a492",
  "qwixx/ui/parameters.py": "b4d4c88f185511008d108c95027321a5c982b172cb88bcf76128d249d43c2baf",
  "qwixx/ui/play.py": "962b8429a7a59697c3ff49e52bee1c87b7267e3cfee289ffa5a050d47ed0a245",
  "qwixx/ui/rules_view.py": "f3567b7c32b049f16815ea42355669273333dcf58d4f32a6a1fd1141e33a58d0",
  "qwixx/ui/sheet_view.py": "4a43af97afa4a64a8bcd4047d1026c5529e422717248504f1b56e3c43ae6a2ff",
  "qwixx/ui/shelf.py": "b3c7f28e26e7e79be0de7ee467cb85205797cd34c3c6f42d9df6b7b2e66c49b8",
  "qwixx/ui/start_view.py": "3d57beb2a9ea3ae34993f8096ff95204c174576ddbefa8be08e8d72c68549bb5",
  "qwixx/ui/storage.py": "4d213bda9dc5a197b21acdbd7aeb72b45c602ed8d23f3850633e7de5a79315df",
  "qwixx/ui/teaching.py": "69c69b74083e5aa4f21633b428a3ec7374eee94be2e3c81e4140a7e55043c10b",
  "qwixx/ui/telling.py": "fd0dc00a586d483fe5378e3a0b1bdf2ea117b37e32ff21588ec5fa44954961b5",
  "qwixx/ui/texts.py": "5d5543937c5d7176075066ea75ef8aa4394d241dc4333ff7342c316e6ffe3401",
  "qwixx/ui/touch.py": "f45a235d85fe1fef339d09aa11724677445db6714469d036da071ba5fcb94984",
  "qwixx/ui/update.py": "cf90983512345236a589e36bac98f312b436cc638e94935c020af12926a62382",
  "qwixx/ui/view.py": "4a3ef861806b61db4bf29694c31d4f50682d8bdddc41bc5a74f83a3ed1615f71",
  "qwixx/variants.py": "b73be934203bf426d2d4efac539d7c59c48e8c4a04c5f29dc555c1e57bee68ae",
  "qwixx/versions.py": "fccb332e7216ccd51326710b1bebf0362f65a0f261d5143f899d339d7abc8f02",
  "static/css/qwixx.css": "6ecaf2583f487aae7dde68c9020678d70d234aafb13eab4ea192775673791816",
  "static/icons/icon-180.png": "a6303921b450ba367172cf30e474edc1ef41088fd86546c71c25e2861f3e2262",
  "static/icons/icon-192.png": "3214773a8ea19434c27b471024a860c036d5e182831ba735a00c1143d582e2ec",
  "static/icons/icon-48.png": "0de5480a5d1cccc6b0b38153c77d58b299d78f35c88988a61a5916df5800cd00",
  "static/icons/icon-512.png": "1ec9053954abf9956b3d37eca352de73e134f63a7ccdd153a92899b4a4b89610",
  "static/icons/icon-maskable.png": "4801c2548c789c221acf9a3c158c92720849ca28f61565d6bb35b5a37d60cd24",
  "static/icons/icon.svg": "c225c71b9e8fff75579c659740f1f6aa362fa7f5c025d1134064520c51797db7",
  "static/js/boot.js": "739df2f4e604a7c4bbee1c9d5b3666959ce5806b84e4cf41d32dbf21e73c75e7",
  "static/js/carried.js": "1e5ea0d0504c8aaaf1d4ca6366cf98295e4c1a95a9afa721b5e1cd6842c73ba8",
  "static/js/runtime.js": "6c9fe852a89295cde2778ebcb78f0d784b275b214b575e5d66ea91595bb25814",
  "static/js/shim.js": "878a3cca4af0dd7893754af9a167eb231011b2318468e95761b57bf2961fb318",
  "static/js/texts.js": "d5e9f873acd806920b2859a23ef211bdff82a740c10e83bba753e2ebfc1d6f57",
  "static/manifest.webmanifest": "0e5b9de37c2a8b0748458c560d95c8b8cd2841868810544f9e373e4db8f1cebb"
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
