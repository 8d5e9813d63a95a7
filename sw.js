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
const BUILD = "3f74642dc4b0a0bd";
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
 "game 0bbe374eb3c0aaab": {
  "index.html": "d4c3afa133ec57cbc3d54f1373d170dd8e1c28959c47d70ba3774d36f74ed45b",
  "qwixx/bots/weights/classic-2.bin": "ff2a47094d6bb7a912f5b7e76ab2db26e52eb45d1300d2e460e3602db5d56e08",
  "qwixx/bots/weights/classic-3-5.bin": "249d55b12889e63ecae81cf254e6ae7933ebea74d333c18263a6854d1bcff78f",
  "qwixx/bots/weights/longo-2.bin": "8059f5f3f544d3ea1e44757b0debfc56065593a05c888b74ebe7d028b3f0fb59",
  "qwixx/bots/weights/longo-3-5.bin": "4ec60372397303ac094a4996f3c5b327de5889dc28b315fb8da4aa3968ee9167",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "92f84272240ecac87d97236479f23760de3c98e4254c38746d11315ef27c9657",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "d0654dc7de6949b88ec1530353f2b0eaf292c6a0700440feddfc38747ab58720",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "b9ae203c33fc842b8a6b31185bb1c33f41c36df586071c1ddf850381400ec818",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "a5b722ee4e71e38e120cf292483e6d7af7bb10a3bdfe3436a3d04d328fa7c5eb",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "aa6eeaf4feb9e2739e43ae9faf79c1a5f01acb29293f4fa43ae1abb524d4af4b",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "17862212e7f667057ea282df5417669e00d8a57bcb30c1ceb2688d227fbb535a",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "8f180ccf12a3b83027c0487494e29f49e56f74c18a06897e4d71fc00a97c6c1e",
  "static/css/all_sheets.css": "b8edd8ad4575ed9a1ecaedac9e68e23b0687ab432f23c7eaff03bc13d13fbffb",
  "static/css/base.css": "d01c9f04c07ebf1f5d633813fc9c117db828c5d24c5fe6b34c129e038433bfd9",
  "static/css/challenge.css": "50c5ef5a433ad4282f20affff455cd8969e53d5859688a4e44c3f54991e16ea2",
  "static/css/coach.css": "a46b91e8eacc5ef0166150dece4c4c1cd4030eb68831eb1bf0e81d29df1229fb",
  "static/css/colors.css": "f53924511dc121b947c723b8434309fc3eec6cfd30cbc74bf49aaa811dac7a5d",
  "static/css/controls.css": "1605585240bf2d7ec0a9ae591ecf49c333f24d3de040cd296b79e23f8c32d75c",
  "static/css/design.css": "7902bc813a79f4ba3b9dcb9d7a028fb4921c57229326db75fcfd6df7cd568de5",
  "static/css/dialogs.css": "b93684dd6d0a7de4b4c41db0929b6a887777c8aec9e8c0a06ba2425ca7f65d7e",
  "static/css/dice.css": "277488bc261ede85e2a80efba2569905046d6984b01435e077d13b423606d188",
  "static/css/embed.css": "afeb123486c639e5c8a9f68f924d8f9e787cf75d5b5636258eea255383d3bcbc",
  "static/css/end.css": "d694a8bda6810bd563b0ecb33ec4d19076f99015e06f322dae0e9cc272960397",
  "static/css/extras.css": "aed0ce11f27ca5f57b8c72c8a7a6e5bfa9825c8c6c85acd32aedea40bf53f812",
  "static/css/first.css": "6c0417fd5f25219903ae7d3ea2b6b380208ef3d0268d6da719b7a376936b6e0c",
  "static/css/fonts.css": "9114b8e4f2a5d0ce4216f0ddb0a8b8787623a56837b0bdd2b8a5e5e714840644",
  "static/css/game.css": "e7458ab8e40e64b56013112b2e51571299ba619e6d3c4f3cf6a59c52d624ef5d",
  "static/css/history.css": "04f06f1984182df3013b86215438e78522c271431b624cdacfa2684bf015caf0",
  "static/css/icons.css": "3a8ab79c1d60683c2bf7f214e32bab0279a43ac41f99155a60cdfaa925292caf",
  "static/css/lesson.css": "7ec2afa72d35b39516f49e56b83d4f754dac2c46a9bc44d4aea2ec255cca46b2",
  "static/css/live_table.css": "b4eb0407b34edf72463592b981fa241ce330aa970e98e8400e1f468a322e2e85",
  "static/css/live_table_bar.css": "8482338bf45618258b865a46b1998086a3d3aff62810dbd647b28a801c6eb6a4",
  "static/css/menu.css": "1e8fe3d285d606f6ae1e98d5d5c6849e02551eed6ab506db6183c14e0767b6c8",
  "static/css/other_sheets.css": "0cf94f1f2122076913c62437d83b5d89b263d72a5e256bcbad5ba4b6f151c6fe",
  "static/css/page.css": "e3fcb24d332505a63dc2eba474dd7a3652bc6e6060270c7703410c2e9a07bf76",
  "static/css/prerendered.css": "18dca257edde3a2742125da6880ec59b00dfeebe5ae5b6813db34e6b5a3c626b",
  "static/css/print.css": "9b5a317b46c00fb03b959fca0a71e7fc6038b5813fc7fc20c13397fc33cb39f6",
  "static/css/print_media.css": "440d66ea46c658cc89c22f40bb463597eeeda93866fe7ee42f11cd495b179144",
  "static/css/replay.css": "da3e91fec7f5e5ced661b551814043d03ea7c7b7165cffb139c1d68de01d1678",
  "static/css/review.css": "53b319fea039884af417f8c17630b0d73c65b3f043c2d3dfc8af124eee9c708d",
  "static/css/rows.css": "7c287d5033b7b7760d2817c284fca6f468d26cf7231b12036c9afc25c702c6dd",
  "static/css/rows_between.css": "cc1eb2c5464c934f296574ebb0160ab2253e09f4dd4ca5554229c7845c6efae7",
  "static/css/same_dice.css": "f7e7345bb7954ba0488bf26147d847b1366a0dc9d299ca9c7e45ba0928cfd31d",
  "static/css/same_dice_lobby.css": "66c1b4725027bc2f5e7334079b83db4e839efd900aa12dd53d2c6fd7e405ef0d",
  "static/css/score_pad.css": "5eedabbb9502b066bcc368a82a6daff76c8d62223e3636babc283a4a645f60cb",
  "static/css/score_pad_dice.css": "0b838359625c6bad3a0794ca70175b4a6e2cba62d8cd018eb45ffbeb904cecd0",
  "static/css/score_pad_layout.css": "92424b081d6a5e69c53149a58ed5e031cb3a51634b1cb314df753ba271612f8f",
  "static/css/score_pad_more.css": "34e950faebf6b6fe7679601c10b2374cd354e69ea573fda3ed011d99789af848",
  "static/css/second_crosses.css": "f4718b3786fbc8d651cf2021d23a1df829aaeb4e2ce4b420df58df5e82ff9858",
  "static/css/sheet.css": "d82dbac5ce6845305afcc14fc5b8aee296a52e7969acec60098068515d5c25b4",
  "static/css/signs.css": "05b3163cefaa70e06f9303f6b043a184af65eb228bca5ed24004e6dfaf930c8e",
  "static/css/start.css": "1cfd85ef0f69f3da9ae19bc2473b900139245f844538e3187093a8524537161d",
  "static/css/television.css": "6685e95f0a011af6f04ef094973dafbb2f6f9dbbac3409329545f34a70fa8f15",
  "static/css/text.css": "4f62f0576c95f919eb5d88f8b76ef6c62914dc9efa5a7cadeabf0ceb8bffbf22",
  "static/css/timeline.css": "07579a71e9fff529ffb7d34f52aae1b5b20a9455a1c8094fd980d0aba31a4756",
  "static/css/tournament.css": "be894303a2f92a60ba874efded98d3466af469dc1bad42e96fd84e6697e40b4e",
  "static/css/turns.css": "15d68e3b450ce2d17132ef4ff67c057d81e5c62d2bff081355d5beb1cdd3870d",
  "static/css/workshop.css": "2750295a1a2fd26b07dc820f71c8df35451399e0827a99cf1b50c9d42bb8d3a5",
  "static/file/program.js": "61514ade5e46b6664a7078feec19a9258f178762ccf81b22604113106b9cd26a",
  "static/icons/icon-180.png": "811217fff403ba723383f3a9e0591c9c12d3cd3e8f697309c796d7a18c24aaf2",
  "static/icons/icon-192.png": "c76d6d682c741b47f4504a87873e4b926d1aeb6dad399576ec6b744a73cb3b5e",
  "static/icons/icon-48.png": "d44b4375ae7d44e0f9c282975589a0fa3f0825dd7f2de6c5f111e2660fa0ed3f",
  "static/icons/icon-512.png": "e944c3a3d3f5f2e670feb2a377fb6d27a054aa6aa26ee4adef24feccb692c648",
  "static/icons/icon-maskable.png": "fb30152654ef7fc63ef1a0545e089139e783f162b1d904994b25a07b94acd6a1",
  "static/icons/icon.svg": "5ef4481e647745ae9629c2220075ce91ab6a6d848ec9d0b19e9653ebd0805143",
  "static/js/boot.js": "95907eabe182c99411688221c55b4eeb07611683f938476fe544fbf262d71f2d",
  "static/js/carried.js": "e002c2c6eb2aefa73a93de8ac67922503bac6e2c8186ad4520598489df403c83",
  "static/js/failure-texts.js": "81bdbbb5cf8fc7eac6b9afb51bacae31e1a5142da3ac6ea0698c9263d4ced648",
  "static/js/failure.js": "5bac6525324d04ab7372070c7449ddb4d1007f6527e605d49b374d0f08759eea",
  "static/js/first.js": "0f9753b4f6d4254ed49e455ed39489309d71f7865827e8d9b20d72c3b96681ef",
  "static/js/interpreter.js": "495482942fb61e07d8ef4ce1b68ad799f29ad0447d35b58562b3275b1d6f205e",
  "static/js/prerendered.js": "35f5648cf91c34648783b595d0412b5041a54aa3afffa741b8da415342c5dc05",
  "static/js/runtime.js": "265c1ecc3accde84004bb6364f1bcf3021110c372a7f4f379dc2badab8b962a8",
  "static/js/sandbox_worker.js": "a17ded47b6eb1d5defbe55065f59a320d96d79c46d0deac8390d66ca0692947c",
  "static/js/shim.js": "8d522feb78827c59dc50ae0829d00e3e6183960cfa79dee1f6f5bb6482a8a68c",
  "static/js/snapshot.js": "b9e58416718762eb1e0676af1b951e2254177c174a3493a900287422dec74b8c",
  "static/js/snapshot_maker.js": "1f9a00171253febd947c7fc74e4594c420b129cc80a817274fcbe5216f18cd97",
  "static/js/snapshot_reader.js": "30bb04bb70b1c1e553325a6f7d09fe8c4a03899d58354e2db8798b4d6e84fac5",
  "static/js/texts.js": "4f64497bec772d75dfdcfc9c088262fc76f76357db05aa13f15c4cfa5b2c5c31",
  "static/manifest.json": "ef6b7ada9cc099736af62041a17474bf862d4384a2d1cdf58da9f971368d6cc4",
  "static/prerendered/ar.js": "e733d733e66c0de59c7949fda99ed79668d8dc6ba560dcde45a1d956f693c3f6",
  "static/prerendered/cs.js": "118c4a08d4d06bb13c3a5b29b46ec60fb8bb02f6895dc167ecb1f2f1abc3544e",
  "static/prerendered/de.js": "27f6f15419390c3c6595a400f0b2f93e83dadd4c4b2f4862c27545e0ff8eab63",
  "static/prerendered/en.js": "6476e01bce5bd76d34eac01519850ea24cb51b5d16084e43974bc2f245d50ee8",
  "static/prerendered/es.js": "c50782e24a344970615e33bc1a6cd68c381254e7cc1b1b59cc10c411682b5576",
  "static/prerendered/he.js": "1b2b20740bcfb2d119e58c633521f91564aba67f6ca638e825dc97e1709022e8",
  "static/prerendered/ru.js": "82cf187f77a8a02a2d19e7d79b9288e092741fc78f1de04df5ad8c6a4c9ba811",
  "static/prerendered/uk.js": "af5b2736bb296987716c4851d72dd324836f79e0478b0b92068bddd083050f30"
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
