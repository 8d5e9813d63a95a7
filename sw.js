// Keeps the page's files, so that the game starts without a network: a service worker must
// lie beside index.html and be JavaScript. No rule of the game.
//
// A page runs one version from start to end. What is listed here is a version: each file is
// kept only if its content is the listed one, and a page gets listed files from here alone.
// A new version waits until no page runs, or until a page lets it take over ("now": a person
// asked for it, then all pages load anew; "alone": this page is leaving, and is the last).
"use strict";

// The list; `python3 -m qwixx renew` writes it.
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
 "game cd0429d342550f3e": {
  "index.html": "239f817d68b8a6a05df63decc58ca3101df706b9de6b9c071de237a38bdd37ef",
  "pyscript.toml": "190be464c86e42c5167448c56879356b87b8bd2d75885744b2e23612172efa49",
  "qwixx/__init__.py": "214ee419f849c3d0570a5c5fce60e62a54d57fc62df18a273df2ec9f4a7d0d46",
  "qwixx/bots/__init__.py": "18ca620516d63deaf32d6f5367aa93963e2f18b38852c0f81dc3732060d0dfea",
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
  "qwixx/bots/weights/__init__.py": "cef1514c8aef88031da966c53a68084c96cda8a1634358d6e6220648a3e0edad",
  "qwixx/bots/weights/classic-2.bin": "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
  "qwixx/bots/weights/classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
  "qwixx/bots/weights/longo-2.bin": "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
  "qwixx/bots/weights/longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
  "qwixx/coach/__init__.py": "f8e9f8a408d7ba060d2556fb9bf922a8efe645a3997d8db61f3f5e3f08d9d5b6",
  "qwixx/coach/advice.py": "8fca01e041108fd416fa22ed4b94e564b18ed2faaf96b71306610e6c0a53aa44",
  "qwixx/coach/odds.py": "9cd21016d9e479d264249e7c44c35f626baca2bd91e092b002e1066b1d2ba70c",
  "qwixx/coach/prospects.py": "bdf097514a3d3aba09600413819260ab5e3808851d9fadb284d91c795c9bb361",
  "qwixx/coach/reasoning.py": "100e6c6ada7f5647240a70bdc57ac2575c97d16599a7d9bd270f5f2f301027fa",
  "qwixx/coach/reviewing.py": "191fe989c5b9e02761b43bf882be6604dc2bf39a173234627674421e6a326e18",
  "qwixx/games/__init__.py": "58d952ebcf189ef46ff88f58b8a1bff0785c70bc7235bc370ff31aced39e31e6",
  "qwixx/games/digits.py": "14cde2a5f5e8ba600307fcc708466f5e5755bee2b3b8351a73b7a913b036803c",
  "qwixx/games/events.py": "3fc5045cdabdc29bd0b2fc6a13f25790b35a85bcb8e6dad4408445c401ba0595",
  "qwixx/games/game.py": "785a836a32c3ebf21213a23010eae8de807d910aa47a1c625374410004984855",
  "qwixx/games/link.py": "ee084ea2483742cd30ddf3b846049d07c731e87aa98c746bca146f7773e4d190",
  "qwixx/games/names.py": "5b9a33e6ac80aaf5853a8a4a8e0c43a2106bdf7053bdf380a1016e15d2ca37b6",
  "qwixx/games/nesting.py": "0228d0ce66689dc595be0af3678b14cea3222080b65b3b32f49605650d01e097",
  "qwixx/games/position.py": "4137d618f5f65fa8660f0f8105b9158049dc26d13d33c89fc4aa604957869beb",
  "qwixx/games/saved.py": "44eff31f52e762cbd25e56c5ce70d921fa16feb23cf748e20e58d24b5c478332",
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
  "qwixx/rules/layout.py": "fe8c9fb193630ce3d2b1125b67db1be17b58a037501ce3b83aa9ac0aefd8a22f",
  "qwixx/rules/moves.py": "31e0e2ee254ebb539f2b2fb761f666c008bc5678611a2aa511412ada69e92d86",
  "qwixx/rules/sheet.py": "856c19ff3ad6eaccf600c72f95d2d3a85a7f14968b781f5eb723abb1d6beb2aa",
  "qwixx/rules/state.py": "ed9fe3a7a29b5818f60e1be92e2b19be9b2661e62bc8e01ee87553fe98774d21",
  "qwixx/rules/variants/__init__.py": "6c935d296d20042072454fd27d233d03cfbf225b6aba49a33c72f819407ef113",
  "qwixx/rules/variants/classic.py": "bc935bbbc6e2d03b5bcba1a07a4fee79e685f4beb2295eabf52d6f44185016c1",
  "qwixx/rules/variants/longo.py": "6822f555b1558cf2a894904f44a6fa6abb7451db192736604221fd79163e9dda",
  "qwixx/ui/__init__.py": "f1e3f26d8dee9db8b4327e2cce6c9cf793696e90db98a6060df0ecfa3f0d97bf",
  "qwixx/ui/address.py": "3062d17fe422b03cd18bb2f9ef2a85c0b5bc3a018b073ed7f4da816a4725de7b",
  "qwixx/ui/app.py": "4f574cf174e8c8aab4cd0dd262d37259489a6afebfe2e05c3ece058ae8e4a42e",
  "qwixx/ui/browser/__init__.py": "7f7a090961d55a87b34a86a6d48902096ed20f3dd720f9fb1a73f81cfdec6d0f",
  "qwixx/ui/browser/arrivals.py": "936438279fa43129718ba58c51e0c25239ab11d6427e8c9b1a419c51c36f708c",
  "qwixx/ui/browser/document.py": "4f085ea9b79e10e71aab5471d40045b440e159e4b86794154d1aa3e6b1607e59",
  "qwixx/ui/browser/files.py": "c12cff149ffcd71328da041ddb036ae6f2d5e40e3909e0f50220daa49115daaa",
  "qwixx/ui/browser/frame.py": "e3dfd75f497b12b4f79044594c3bfed803ade07094cbaeb0b80799356dc8b47a",
  "qwixx/ui/browser/frame_height.py": "6d60a887054f356c46eb5f62a88cd5126e5cdb4b5d1a20c171499b048d6d5c50",
  "qwixx/ui/browser/offline.py": "ef8e20959463bf78fce1a9ff2f22ac0b8c5fbe61d15525304580ac53921d3971",
  "qwixx/ui/browser/page.py": "3002a18555a982532bd740b77f556571f8b342a315badf1d8b891af18f0d19ed",
  "qwixx/ui/browser/saving.py": "0ccb1f4d562b42ff340890b49a5382a93e964fdd7f05438db41cb17cf5d4a238",
  "qwixx/ui/browser/shelf.py": "b3c7f28e26e7e79be0de7ee467cb85205797cd34c3c6f42d9df6b7b2e66c49b8",
  "qwixx/ui/browser/tasks.py": "c4612b12b16e84e1f821db7c5c3c98d5790774e8e5432a0112fbff16f490ce48",
  "qwixx/ui/dialogs/__init__.py": "0b876886d62a277ce7c86a26292902ce923fe8c6d74affc2c8d7a37397224421",
  "qwixx/ui/dialogs/embed.py": "b25c23800998dfc287e16a1446eb526e3f63a0c8e9e177f26b2a788c0cd13dab",
  "qwixx/ui/dialogs/keys.py": "81d1c4cff040a3d29d70ca825b506f2ebed7425f1aaaf38929fe8743bcc83779",
  "qwixx/ui/dialogs/leave.py": "f185ccd7e9ae747dddf85eca978e06a84c2a16bf0c5b74f6ba0dac304b8a68d2",
  "qwixx/ui/dialogs/log.py": "0c1358bc7e391edfaca949de06299f94e02acfb153d6cb591291484c1b75ec1e",
  "qwixx/ui/dialogs/menu.py": "160771e5c5fa0cd49ea9a71c605a82daafb6a1197468d93cd60c713147fd28bf",
  "qwixx/ui/dialogs/review.py": "9b8ce4f89b297e835641e0ab5fd180f1ad40eae4922004c039c65f6f447fc930",
  "qwixx/ui/dialogs/rules.py": "3f4eafeedd5367d643ef5f5b9f4b7be8eb9b20216b70146f6c8e4372397275b1",
  "qwixx/ui/dialogs/update.py": "96e3ac2b1de199185708597e63b070380d170e0f85ffdf12395768d212b78973",
  "qwixx/ui/dialogs/view.py": "4c2f23c21d636533cc54fd2dbb061d6625dc04cc3dcf69a67189f03ea00d789d",
  "qwixx/ui/files/__init__.py": "dffa180811277c1136650845f6607d2ace2c9d359a74a45e4bb115f5b4e9dc79",
  "qwixx/ui/files/one_file.py": "49b036c1105ecff2e415ed1b5974c59a575306a57e0d6340afb4493861904054",
  "qwixx/ui/files/versions.py": "65d8796d702592ca98095de0da0ade6b29f0bd436ccbedfde56424a116abae44",
  "qwixx/ui/keeping.py": "839777bc4096b3718de5c17a0cf8e0837de971dfcefce5f14980f66cfb3e5a55",
  "qwixx/ui/keys.py": "9a9ba7bc489202a951a93dee075ca2ae075e4076e3037bc45c9f34c7f460c4d6",
  "qwixx/ui/model/__init__.py": "ef9f7874de9d32d22c08c8802e403e2f2871dca41e796cb565fd3c74e18c7610",
  "qwixx/ui/model/effects.py": "f947ec4dfba8d4f0416774b4ec3bc70c2d3fb047f66694e4359ff417e016beb4",
  "qwixx/ui/model/guards.py": "0b108a05cd3aa72ee34a9d39f8435bad078d46692a15d5305fdf1a0320b2cc66",
  "qwixx/ui/model/lesson.py": "d53f62b2d209f3cc771fe46f2a8cde2ce2886f460f27387428df374ada1108b8",
  "qwixx/ui/model/lucky.py": "94212a7fb85a621e776f1d28c6fb9e0058c5509bab34140bb96b1692087f0ec8",
  "qwixx/ui/model/messages.py": "c55e406dd5ad24a820a1dcecd0b2edbc08d7e0a5d9a178b6d3e9b094afb5a965",
  "qwixx/ui/model/play.py": "a997f92a2ecfbeb1741a2894bc122618b76d585e454ed8ffb6ed7d3b9f69508a",
  "qwixx/ui/model/session.py": "94141974606a7cd3e6a02bfddcd9681ef89ba2873ff817c0dc48639be8c76815",
  "qwixx/ui/model/settings.py": "cf6445cc472d2b53af1b75ff0ae47457832536b4dbe7d7befb313cc744fe63af",
  "qwixx/ui/model/table.py": "edfa7389e27d57e9204df2e08bccd6071a7729765859f554b21f274680412b52",
  "qwixx/ui/opening.py": "b27b8624c6b69f21aad3b075d90fc64d334db8c84434086520125552732009ec",
  "qwixx/ui/parts/__init__.py": "f7ca38ccd897389a41a23786cdb9f5b68c9af6916f6fa71664ca6a3249f11e18",
  "qwixx/ui/parts/controls.py": "8e889af03bd2eaef561b718b9daaea2276eb3d2dccc8b1801c1c01d4fda0814d",
  "qwixx/ui/parts/html.py": "071075f4e2bc9514c8fd3feec40f33034d44dd6d0ffe6a185cc78262c50c06ff",
  "qwixx/ui/parts/sheet.py": "0b7e1dc1cb0353c91917645239c85d252804ba6644218c00cb5c7fe04eb7b66a",
  "qwixx/ui/screens/__init__.py": "940dcdba1ddea23a2c4c088af44d544c6de9afe0d9f83d0999881fe858f10d87",
  "qwixx/ui/screens/game/__init__.py": "24735181f1b0e34b5fb943ab54b0ca025b509370ef13feae87ab312ff6b58c6b",
  "qwixx/ui/screens/game/coaching.py": "3a454b490e9b670a1d1454d2d99f36ece0ce17d21cac28ce78f5a6c6ed5b66a4",
  "qwixx/ui/screens/game/hint.py": "c6ecc1105ada288c565ef2ebc3c39a9125b07bd58fa0efd377017b0f7f075a10",
  "qwixx/ui/screens/game/sheet.py": "01e0dba18e49a751919001a7728d8b3fee67111d632b3e32d6d95fd08b196e8b",
  "qwixx/ui/screens/game/touch.py": "b73b394834feb17a17190c4ab050a7d3e31fb1a5ba43e53bedf0f8590d8893e8",
  "qwixx/ui/screens/game/update.py": "1ed5332f3a90db9c276afeae262791170052066ae3fa2375c2bbb1b0e1d18307",
  "qwixx/ui/screens/game/view.py": "94c74ef0d0bed9742e101dc201b71c60cb57431725357bcbaeb0bdf1757c35b9",
  "qwixx/ui/screens/lesson/__init__.py": "96514235186e58e31d0fc932be1431c9293bd028155654b77f161571db02be59",
  "qwixx/ui/screens/lesson/script.py": "52e5d64d394ca7665e885b847c593ae1fed51c9e3af4da37ab26b956984306a3",
  "qwixx/ui/screens/lesson/update.py": "63000315b1564df01b8e3af9aca3156dc60b008a894747adf6166c4c99a405f2",
  "qwixx/ui/screens/start/__init__.py": "a40fd89e74ef41f3b8a922b153fbd73ef8c53966f56abd3b661aa37abc21bce8",
  "qwixx/ui/screens/start/begin.py": "45f6e5de312e954e78799876cf01b40ebee786267e168c5d3e57a88db4530a93",
  "qwixx/ui/screens/start/update.py": "c2659d2c55ce01e94079b337c9435d217b65eac06967c4ce507d8e3ee790734e",
  "qwixx/ui/screens/start/view.py": "1ab7a4ef182af34e4f86f2bc745aaa2b25e1c72f16db1d851213801bacdd1b06",
  "qwixx/ui/speaking.py": "5bd381f5eb73eba52061d1af668f41d1cdc74994c802b4a5b4e09727e25fa37e",
  "qwixx/ui/storage.py": "f0b4a9963bed14868d3ae5c6b876f53c4c80e003c02cf57262175678c58fb43a",
  "qwixx/ui/texts/__init__.py": "0555faefa7843e269d3d5e9499e60669ecbd3d613579108870864b6f29f2480f",
  "qwixx/ui/texts/coach.py": "a6caf8610069ad898dfd436b3db82fac33fe73c65d280a26e4398907ed50257e",
  "qwixx/ui/texts/languages.py": "1e65b2abb9630a668b6a90b2b2b98e37c2b6a11ec7432a64458894b2afb9edf2",
  "qwixx/ui/texts/lesson.py": "150f70332fa071c1cb8c26a762d16ae9ac85a685b581823b3d2113f323e6a5a1",
  "qwixx/ui/texts/log.py": "42f17585eac3ad538406c837c3cd309f8808e572ba662712ebb13c5920648051",
  "qwixx/ui/texts/sentences.py": "48ed66849dffb0553d6a43bcd0876ac31a112b77afabe381a5061ff096bb9bef",
  "qwixx/ui/texts/telling.py": "254a8b33ef0c94e5643f5f61796c525f5c429fad32950fc9e1b15d60b868774d",
  "qwixx/ui/update.py": "819653b770c188be0da39f3dec44ecdd8f9d8280bccc303e4bf78c3978852711",
  "qwixx/ui/view.py": "6b97f95eddd05a804bf1abfc3fd22e05f2df5ecd0f3d7e3fcbbcd65c2ed12e9b",
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
  "static/js/boot.js": "790b4347edd79b83a40ac925c187af8b58731f734bbea494579cb6181520e6e2",
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
