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
 "game 4b264e70e7ffdf1b": {
  "index.html": "3ddbccada362c455e2c3f24ef2948d1aae7f421dc51b4e16be4bcfe4e9b52e7a",
  "pyscript.toml": "b2def8a9f68dfbd695242c7e7a33f4a1a5c93063e38c2a0b8fe91c8ad0fcfd99",
  "qwixx/__init__.py": "f807fc82130477bfb22c11f86e99256c99c6d24e31347f373fee6eb1a63ec620",
  "qwixx/bots/__init__.py": "688ff5790a3595adfa03dee3fa8429b6b1ce118a9a75fa3ae91cc176f04db034",
  "qwixx/bots/greedy.py": "8ac1e5d9c5d615c4164090a64b1b77aac6c251e07056ec77426fe9b7f1364ca1",
  "qwixx/bots/heuristic.py": "bf7800e07e9c5049b3d0239d69c9854ac80f1e646d3ab5cb6b976f7393d81d5e",
  "qwixx/bots/levels.py": "560b93f5bc529c038ef1e70724c8602b7c743d0131678356e1c2185ec1654b8b",
  "qwixx/bots/random_moves.py": "172192a9004e36876c9d4869b7ef90b936ebb077ea0ef520fe341aaeca02540b",
  "qwixx/bots/thinking/__init__.py": "2f4b45b87540afa6a0f26535f8f678ff6505e660ea35a764ee9752c6e8b7316a",
  "qwixx/bots/thinking/choices.py": "7f7761f585eb78f2abea8f9851a16d519bc9953b1f6ed30d7aa284acbee054bf",
  "qwixx/bots/thinking/inputs.py": "27b10e4d85564582a84ffad031c3c4c04f589c0b3a2b2c9989b498d9003980f2",
  "qwixx/bots/thinking/judges.py": "bd6cf7f64e6e6e57279e5ed753f5afa694b2a24baec731ae9d3790eb4bbcc1d3",
  "qwixx/bots/thinking/minds.py": "d78ddece9cd794035af0e64737b454986024ccdef227feab45d5bf500b5a9a07",
  "qwixx/bots/thinking/network.py": "14eef9ec8701e1156a960c2bd9df9f9b5f8508a5ce45922050c65497a88cd54f",
  "qwixx/bots/thinking/planner.py": "d598e7a20dcc42133a104de41bbcff7bf96d9b6dfe8b80041eb3772b03b01b4f",
  "qwixx/bots/thinking/row_states.py": "079ee2ec0036628eaa0ffd4a58f7f329074d4869d1d8ebabaeaf5ccd6a70f500",
  "qwixx/bots/thinking/thought.py": "de54f7a4fbf5c7543faf20c9db81f48638744ffbe75248b8962acba2a32f9267",
  "qwixx/bots/weights/__init__.py": "9c6ae87c840150d3732a2b8898232b2b5ac8f745369b4f306c83781d396c565f",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/coach/__init__.py": "f8e9f8a408d7ba060d2556fb9bf922a8efe645a3997d8db61f3f5e3f08d9d5b6",
  "qwixx/coach/advice.py": "8fca01e041108fd416fa22ed4b94e564b18ed2faaf96b71306610e6c0a53aa44",
  "qwixx/coach/odds.py": "9cd21016d9e479d264249e7c44c35f626baca2bd91e092b002e1066b1d2ba70c",
  "qwixx/coach/reasoning.py": "e9f61367f74ce61d1b8dbc133a0d443964f18267483e51750318460a7a4c9d15",
  "qwixx/coach/reviewing.py": "191fe989c5b9e02761b43bf882be6604dc2bf39a173234627674421e6a326e18",
  "qwixx/games/__init__.py": "58d952ebcf189ef46ff88f58b8a1bff0785c70bc7235bc370ff31aced39e31e6",
  "qwixx/games/events.py": "3fc5045cdabdc29bd0b2fc6a13f25790b35a85bcb8e6dad4408445c401ba0595",
  "qwixx/games/game.py": "a14a913a0edc2d16c499824bf59318f3d79310ffac504fda83c7ca9570c7a526",
  "qwixx/games/nesting.py": "0228d0ce66689dc595be0af3678b14cea3222080b65b3b32f49605650d01e097",
  "qwixx/games/position.py": "4137d618f5f65fa8660f0f8105b9158049dc26d13d33c89fc4aa604957869beb",
  "qwixx/games/transcript.py": "cbfc8e861c0cbc4192fcd46dcb97168d117fa02ea496cbd5c0ce9447a309eee0",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "958cdde2c7b1ccbcd21a4a03fdee2aec114a35e332a03b2b3de94a481f86bcaa",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "64778cba9617f6e6805cd4d47c5646542307a65e1c8ec42c10881eba3616b30d",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "959e3b9dfd9ff953bee95431d8f4a9f70f4e22eb0da51e2d603c033155c8bec3",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "1b53b6997ce4c661a4a547b2f092072b11332caf85f45f7bac3afd595772adbe",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "4e83b30ad3a53c4a8d577480fd36fc2cc63836af94f69a43737ef1d6c8f8343f",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "49550f35fb932a32c92f29ac55622ad03fc07868dbf67525d6ebbd5be020f86d",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "96951951ad30fbd8a46261649c6a68d61da77c9928df205f62c9c132f023037a",
  "qwixx/rules/__init__.py": "d8029ae8843a23353cbfc952dbefaf901fbc2e4c81a668c6ff7248e9cf946dd3",
  "qwixx/rules/dice.py": "eed9766aeac58c9f4745de0e3c948a7b8fb5174fb78db8206e0377a7aa89e589",
  "qwixx/rules/layout.py": "73c54e808a538f4490f0a171e24c65e675d27418fcfad2ebb90dabc145fc30ab",
  "qwixx/rules/moves.py": "31e0e2ee254ebb539f2b2fb761f666c008bc5678611a2aa511412ada69e92d86",
  "qwixx/rules/sheet.py": "856c19ff3ad6eaccf600c72f95d2d3a85a7f14968b781f5eb723abb1d6beb2aa",
  "qwixx/rules/state.py": "ed9fe3a7a29b5818f60e1be92e2b19be9b2661e62bc8e01ee87553fe98774d21",
  "qwixx/rules/variants/__init__.py": "6c935d296d20042072454fd27d233d03cfbf225b6aba49a33c72f819407ef113",
  "qwixx/rules/variants/classic.py": "ccc79ebac63eebb9a1d7d2ccea61c23c8d230aad6003b0bb84017bb66453183f",
  "qwixx/rules/variants/longo.py": "e9343f09176501227fa4e8f5114056f11014c101a353b03732953bb4b357cb65",
  "qwixx/ui/__init__.py": "f1e3f26d8dee9db8b4327e2cce6c9cf793696e90db98a6060df0ecfa3f0d97bf",
  "qwixx/ui/address.py": "f384d11b1cedae511385b083e4fd268b6a80f5292461363bcab28f9ee5e4e14e",
  "qwixx/ui/app.py": "86b2cbe3ba3827271ce0635984f681d24137458cd5e74fd5d69e9875c593a469",
  "qwixx/ui/browser/__init__.py": "d721f259c4f2eb00d7951b0c9432b260352ebb2af2434436dcb1f4b4a18d2db7",
  "qwixx/ui/browser/bundle.py": "03e6f8c0c3f0ce6f5b93907ea04c328707bab81b568a16843b1f623c04b387fd",
  "qwixx/ui/browser/frame.py": "0e1e24f8e68357bec88a6250ba8b9a443be6cc9f7f9645071e6c47b8d9d3bfe5",
  "qwixx/ui/browser/page.py": "8a7215e0f72edf2b6e39eb86f07e29c9f534865bbbfad32c4be09d9f5b6b0313",
  "qwixx/ui/browser/shelf.py": "b3c7f28e26e7e79be0de7ee467cb85205797cd34c3c6f42d9df6b7b2e66c49b8",
  "qwixx/ui/browser/versions.py": "65d8796d702592ca98095de0da0ade6b29f0bd436ccbedfde56424a116abae44",
  "qwixx/ui/dialogs/__init__.py": "0b876886d62a277ce7c86a26292902ce923fe8c6d74affc2c8d7a37397224421",
  "qwixx/ui/dialogs/over.py": "6ba6f6cfafd13829e49e1588aa65688e2b31f8d91bae416bba0e046f3a195368",
  "qwixx/ui/dialogs/rules.py": "6a0c75edb42b2b82c58cfc5af16cda9b12422aa8960b1e9c2e590adc6bfff6ab",
  "qwixx/ui/keeping.py": "e30c9aaaa1e672bdaffdf1e76779fefcae464ab6b718a6d73dc206f803cdc414",
  "qwixx/ui/model.py": "3b85f16de9bb5e1602873109b7d402d6997f8c13a80cf4c0f195431a46803598",
  "qwixx/ui/parts/__init__.py": "f7ca38ccd897389a41a23786cdb9f5b68c9af6916f6fa71664ca6a3249f11e18",
  "qwixx/ui/parts/controls.py": "d25ea9963d7cd5380b7ef6e7156b70a1ad75d4c44e1b5d43cc3f12d5ea646617",
  "qwixx/ui/parts/html.py": "071075f4e2bc9514c8fd3feec40f33034d44dd6d0ffe6a185cc78262c50c06ff",
  "qwixx/ui/parts/sheet.py": "d746bcb009677b3a49a4784162337a499c8229c065238b0e4ba5cd4090d055df",
  "qwixx/ui/screens/__init__.py": "940dcdba1ddea23a2c4c088af44d544c6de9afe0d9f83d0999881fe858f10d87",
  "qwixx/ui/screens/game/__init__.py": "24735181f1b0e34b5fb943ab54b0ca025b509370ef13feae87ab312ff6b58c6b",
  "qwixx/ui/screens/game/coach_view.py": "67ea158a48ba00ce06b9ab0801e669eba9ff9e5d7123195c3775573f92a13ffd",
  "qwixx/ui/screens/game/coaching.py": "f31e8e3abdd743f5530cd060f81ef1600cdc704036b5503bd86b4c6161beb73c",
  "qwixx/ui/screens/game/guards.py": "0b108a05cd3aa72ee34a9d39f8435bad078d46692a15d5305fdf1a0320b2cc66",
  "qwixx/ui/screens/game/touch.py": "57f840fcb057d20deb248851c2b7934bb34f515991d80f0721b188a1a0438b1f",
  "qwixx/ui/screens/game/update.py": "50dbe3218b6221d5a6eac36556ca0583520ba76dc209bd7a75de35d48b6ea32e",
  "qwixx/ui/screens/game/view.py": "237459fd7113b39b832368a65d128e0c04c6b45052a8cc33f2bd7c1509693d4f",
  "qwixx/ui/screens/lesson/__init__.py": "96514235186e58e31d0fc932be1431c9293bd028155654b77f161571db02be59",
  "qwixx/ui/screens/lesson/script.py": "5edc5a5464a116b9e05f8b4973bc556ebadcd602e91bf1d3e77e41efa0659d04",
  "qwixx/ui/screens/lesson/update.py": "6b33836463279dfa94236d1e96f7de597b6c7c8928e5bb3864d3bd43356ba56b",
  "qwixx/ui/screens/start/__init__.py": "a40fd89e74ef41f3b8a922b153fbd73ef8c53966f56abd3b661aa37abc21bce8",
  "qwixx/ui/screens/start/update.py": "07abcfe043120eabfa7a016c52299c9d5df00d76e6be574c28d038e853706843",
  "qwixx/ui/screens/start/view.py": "851c36d3308c1a5baac35199b9685a4a3ed11af8998195c191989744201b5262",
  "qwixx/ui/storage.py": "c60c1d9f9f62b7637d2500ce61774e48e72155a534a630821a5297ffb9e88a0a",
  "qwixx/ui/texts/__init__.py": "0555faefa7843e269d3d5e9499e60669ecbd3d613579108870864b6f29f2480f",
  "qwixx/ui/texts/coach.py": "a6caf8610069ad898dfd436b3db82fac33fe73c65d280a26e4398907ed50257e",
  "qwixx/ui/texts/languages.py": "8f4e5ac26191f850fb18161faccc4fe4784e2eb374643c49cf65832cf4800b9d",
  "qwixx/ui/texts/sentences.py": "60b4bd920802c2928d77d58eaeedf25768e35f3bc789310a95389af464a50491",
  "qwixx/ui/texts/telling.py": "04bd9f0cf9116c26f00a15a4a41ec5cafd883c09013522964be81a8237dc10ef",
  "qwixx/ui/update.py": "2b27d7febbc5a41daf53fdada58ef3a1d4d254e4f2bafdceb88cd73e563aaaf5",
  "qwixx/ui/view.py": "0eff709448f15fc09e34073f3a449d11c365ddba58ebcb5ea90f26bf88285a84",
  "static/css/base.css": "663a2d5eee938ef31dd70ff3151fbf5dd4fddbbf89824abd55d9f00ba4303339",
  "static/css/coach.css": "afcd6abcdcad8f5a100de46b14771c8b9d308f256c6c08fd2b2dc6f017245b0b",
  "static/css/colors.css": "1fb9fa117ba1c3845f4093ccfa8c7af728e7c2cc50d288541ca7e301aa76c3fc",
  "static/css/dialogs.css": "7b48f2dfd972412898b651f4a7b74a933bcd305f030782664945d7d1a1d35c11",
  "static/css/dice.css": "c6caa03a283ab51b1278f88143a7699bc414100922c006fe7fabe5f1cf093cb4",
  "static/css/embed.css": "576fc2b5d2e42c9e26e2160c7b15e1bcfc6bb1447446b5a9324ede72df9581ce",
  "static/css/first.css": "f0e67d96e53fcd67e73c3eed41711c867cdb481f814831ef9e4a247f5edf3559",
  "static/css/game.css": "e0ae4babd4df2c917417a127be1511eee437af03160d3d2071e4fb6d6b4fccb9",
  "static/css/lesson.css": "76d95383bc007345df94b64aaffb515b61f6ffd38429f6ec4f1710c39aca1d95",
  "static/css/others.css": "5cc156e14f3a146f34afad04025e37c1646c3be5bd35faad8873155c35e5d6d8",
  "static/css/page.css": "a546280d35b1fcaaaaed8650f5ce92e60fef8c43c1c96d88eae2caf8d7113656",
  "static/css/review.css": "58a6d76d3327dded5f0b4222a9b02e17ea9de741a7ef409d0a277174d4b68bdd",
  "static/css/rows.css": "e61e22cfde7fe6fa9f237f344b85b950a6384ec4622984aa602d24c9fbc553c2",
  "static/css/sheet.css": "c77205511303846fd92659a4b4b1bdaa183e58207c28fac65e8b0eb1b8497b87",
  "static/css/start.css": "3766f358d9799e0bd8f83d1899e46582f56c72ab000fcbfcf13c33b0f21fed0e",
  "static/icons/icon-180.png": "a6303921b450ba367172cf30e474edc1ef41088fd86546c71c25e2861f3e2262",
  "static/icons/icon-192.png": "3214773a8ea19434c27b471024a860c036d5e182831ba735a00c1143d582e2ec",
  "static/icons/icon-48.png": "0de5480a5d1cccc6b0b38153c77d58b299d78f35c88988a61a5916df5800cd00",
  "static/icons/icon-512.png": "1ec9053954abf9956b3d37eca352de73e134f63a7ccdd153a92899b4a4b89610",
  "static/icons/icon-maskable.png": "4801c2548c789c221acf9a3c158c92720849ca28f61565d6bb35b5a37d60cd24",
  "static/icons/icon.svg": "c225c71b9e8fff75579c659740f1f6aa362fa7f5c025d1134064520c51797db7",
  "static/js/boot.js": "8119bb0a8b2ad059fd000ece4c2a973799eb4271af91373fe3629a984c4d072c",
  "static/js/carried.js": "1e5ea0d0504c8aaaf1d4ca6366cf98295e4c1a95a9afa721b5e1cd6842c73ba8",
  "static/js/runtime.js": "dab701c3c62bda0e578725ada5be54f1cf18ec683b5ab230dbc9da8bebf210e3",
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
