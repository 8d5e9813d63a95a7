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
 "runtime 355d3ad7f6354ded": {
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
  "static/vendor/pyscript/toml-V4Savzlc.js": "b8ddc7914a2d7b2e502ca841a5b92fdb9fc9a565bbd762cd3e0f32c60629178e",
  "static/vendor/qrcode/qrcode-8.2-py3-none-any.whl": "04fd452a38d584297ec55612570b5c143fd432dca2c7e06a6e8e10ee1ac4f131",
  "static/vendor/rubik/rubik-arabic-wght-normal.woff2": "f5052e4870bf211fc22df5b85e791a292a77b9baef8cef1dc5a8e62a783ea1e0",
  "static/vendor/rubik/rubik-cyrillic-wght-normal.woff2": "bdb2b33ab916e9e7b42edb61f8aea5f5dd83ad773d6ee4e9b55665daf8954ce8",
  "static/vendor/rubik/rubik-hebrew-wght-normal.woff2": "197b6dbe5c6bec7276c59b02d70a16ee6acd44322fc2f8d0226c07f8d57976c2",
  "static/vendor/rubik/rubik-latin-ext-wght-normal.woff2": "09472f217ad1ebb61a7669cf532f9f2f80685e07652ee862fde9a79665aef479",
  "static/vendor/rubik/rubik-latin-wght-normal.woff2": "691cd1d9b4c0cdf31a1dcf04259c86f92c85e69f6622abab7964d81e36890691"
 },
 "game 0fb7f3cde3d8f3ee": {
  "index.html": "7fd81593913620134094777c3588ea64e010ea335a731e5fdf5310c008f090fe",
  "pyscript.toml": "6ffc38a1886075cdcd04c9f3c8d1624d96573ccd2d272e09f925b936ce89a8c9",
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
  "qwixx/coach/mistakes.py": "87abd5f547b96880fa6fa1474dc8d5e43db655474035900d50d70f29947f6ec2",
  "qwixx/coach/odds.py": "9cd21016d9e479d264249e7c44c35f626baca2bd91e092b002e1066b1d2ba70c",
  "qwixx/coach/prospects.py": "bdf097514a3d3aba09600413819260ab5e3808851d9fadb284d91c795c9bb361",
  "qwixx/coach/reasoning.py": "100e6c6ada7f5647240a70bdc57ac2575c97d16599a7d9bd270f5f2f301027fa",
  "qwixx/coach/reviewing.py": "7f26558040ee6a52a51e9b423a622296bc78378edf9d321ce9651f84a7b9229b",
  "qwixx/games/__init__.py": "58d952ebcf189ef46ff88f58b8a1bff0785c70bc7235bc370ff31aced39e31e6",
  "qwixx/games/archive.py": "06e5d67c927e194cb208c0d03ddf66fc146a7e05dedc2e682c870f656fc78ede",
  "qwixx/games/daily.py": "97002e3978ac56253641093cc3dafca9b4c1738ffd21ea2a6814e6eaa8c11330",
  "qwixx/games/digits.py": "14cde2a5f5e8ba600307fcc708466f5e5755bee2b3b8351a73b7a913b036803c",
  "qwixx/games/events.py": "3fc5045cdabdc29bd0b2fc6a13f25790b35a85bcb8e6dad4408445c401ba0595",
  "qwixx/games/game.py": "a47d86dc6479baca53739ebf5e9d801d0e1d7e1530d2835c8e42a83574506239",
  "qwixx/games/link.py": "21b5ae956835b41dc01a6d46f57945ae0f7ba919424d7a64b6520260dea674ea",
  "qwixx/games/names.py": "5b9a33e6ac80aaf5853a8a4a8e0c43a2106bdf7053bdf380a1016e15d2ca37b6",
  "qwixx/games/nesting.py": "c8de428cf65750a8442708ba76b6f50eae6aded5c75dbb731b2c1146d42dbd30",
  "qwixx/games/position.py": "4137d618f5f65fa8660f0f8105b9158049dc26d13d33c89fc4aa604957869beb",
  "qwixx/games/saved.py": "44eff31f52e762cbd25e56c5ce70d921fa16feb23cf748e20e58d24b5c478332",
  "qwixx/games/statistics.py": "5b9cd3a5ef3ee1ef3bfd40d5028489d0f81ae19dda2211ef8fb74c9178a92e5f",
  "qwixx/games/transcript.py": "cbfc8e861c0cbc4192fcd46dcb97168d117fa02ea496cbd5c0ce9447a309eee0",
  "qwixx/locale/ar/LC_MESSAGES/qwixx.mo": "e93aaef9cac9f9ad75b5c064019466bd869995732eca16478fd4a7e2ec0ed49d",
  "qwixx/locale/cs/LC_MESSAGES/qwixx.mo": "4fd371b981511c60504cac273850e2fb7c513ba7c50dae55872f80c814255ae4",
  "qwixx/locale/de/LC_MESSAGES/qwixx.mo": "1991c15a59e652f50d18992d1e90cb7b8679b5468643877aebd7a79cb08a6696",
  "qwixx/locale/es/LC_MESSAGES/qwixx.mo": "501f1ad292a097edc1788d82b1dda07360d4ddc67ec6d99b306d0a3275a6aecd",
  "qwixx/locale/he/LC_MESSAGES/qwixx.mo": "e7e8e91af115fabd7d551f2f0d6f9797c02220bf73e224e5115c5a5b8cde7802",
  "qwixx/locale/ru/LC_MESSAGES/qwixx.mo": "8e4821fda53c06418ae9583a7aea3990d773eca99f868343322a39b1070408f4",
  "qwixx/locale/uk/LC_MESSAGES/qwixx.mo": "020006c60d9a6c24889e3651e4ac3d69fb09a8c5ca59ccf47a24db05435df837",
  "qwixx/rules/__init__.py": "d8029ae8843a23353cbfc952dbefaf901fbc2e4c81a668c6ff7248e9cf946dd3",
  "qwixx/rules/dice.py": "eed9766aeac58c9f4745de0e3c948a7b8fb5174fb78db8206e0377a7aa89e589",
  "qwixx/rules/layout.py": "fe8c9fb193630ce3d2b1125b67db1be17b58a037501ce3b83aa9ac0aefd8a22f",
  "qwixx/rules/moves.py": "31e0e2ee254ebb539f2b2fb761f666c008bc5678611a2aa511412ada69e92d86",
  "qwixx/rules/sheet.py": "856c19ff3ad6eaccf600c72f95d2d3a85a7f14968b781f5eb723abb1d6beb2aa",
  "qwixx/rules/state.py": "ed9fe3a7a29b5818f60e1be92e2b19be9b2661e62bc8e01ee87553fe98774d21",
  "qwixx/rules/variants/__init__.py": "15cc0f152cdae31996b75979f0322ffc9089af57231eb34b96c5c8449ac99c9e",
  "qwixx/rules/variants/classic.py": "bc935bbbc6e2d03b5bcba1a07a4fee79e685f4beb2295eabf52d6f44185016c1",
  "qwixx/rules/variants/longo.py": "6822f555b1558cf2a894904f44a6fa6abb7451db192736604221fd79163e9dda",
  "qwixx/ui/__init__.py": "f1e3f26d8dee9db8b4327e2cce6c9cf793696e90db98a6060df0ecfa3f0d97bf",
  "qwixx/ui/address.py": "bffaaff9db54e644e22057ea4ff44320635869a3614b2e9a7deaafc9ebe65552",
  "qwixx/ui/app.py": "9159730e9740f6315dbba7e0b6a3a86349684dac10c96895c011751dc5bbe8d6",
  "qwixx/ui/browser/__init__.py": "7f7a090961d55a87b34a86a6d48902096ed20f3dd720f9fb1a73f81cfdec6d0f",
  "qwixx/ui/browser/archive.py": "e474523333e027c1c57a34e1abc1c144d8669cbbf98c878837def3cdeaccd5b6",
  "qwixx/ui/browser/arrivals.py": "936438279fa43129718ba58c51e0c25239ab11d6427e8c9b1a419c51c36f708c",
  "qwixx/ui/browser/awake.py": "88149005e591a21d214bb174dc47a02936771daeb133542958202975f2e7af9d",
  "qwixx/ui/browser/document.py": "2c3eef1ab5ec2c0372805dcb61ad8a521a2f57cdda9c1a4ff9ec013169cbf54b",
  "qwixx/ui/browser/files.py": "027748a282a94ff902e692832dd4b7cae4ac8a556afd8eaa76db9e30c7bd07db",
  "qwixx/ui/browser/frame.py": "e3dfd75f497b12b4f79044594c3bfed803ade07094cbaeb0b80799356dc8b47a",
  "qwixx/ui/browser/frame_height.py": "6d60a887054f356c46eb5f62a88cd5126e5cdb4b5d1a20c171499b048d6d5c50",
  "qwixx/ui/browser/offline.py": "ef8e20959463bf78fce1a9ff2f22ac0b8c5fbe61d15525304580ac53921d3971",
  "qwixx/ui/browser/page.py": "ad277e8e180161b98050c8ad5aacf639f5dded3b8bbf1bc34ae1318feb423fa8",
  "qwixx/ui/browser/saving.py": "4a68ae5d3dd7763b8a55311b705b3b400bd564c7bac9069a87da9d612e9c0440",
  "qwixx/ui/browser/shelf.py": "c42c7d5fcefc7de66037c0f44dc1201572fed685029bbff3186e1975f5e8b7b4",
  "qwixx/ui/browser/sound.py": "26aaeba986e17eb1a6c03ba154d13b066d04cebc5693b2882b4fb0a9aeb7f24e",
  "qwixx/ui/browser/tab.py": "5bc80f2d6c3045e8b473ce3fd657d9c28f33a80b1de906f723e1d9d8d17d043d",
  "qwixx/ui/browser/tasks.py": "d58a205bc6e868cf1fdea4595dd978a50344b0add7acfc728b3515e761bcbac2",
  "qwixx/ui/dialogs/__init__.py": "0b876886d62a277ce7c86a26292902ce923fe8c6d74affc2c8d7a37397224421",
  "qwixx/ui/dialogs/delete.py": "9850c44b7c44e4c803e7980b845208ac185e7c04f2eb8954497811186684d925",
  "qwixx/ui/dialogs/embed.py": "b25c23800998dfc287e16a1446eb526e3f63a0c8e9e177f26b2a788c0cd13dab",
  "qwixx/ui/dialogs/keys.py": "81d1c4cff040a3d29d70ca825b506f2ebed7425f1aaaf38929fe8743bcc83779",
  "qwixx/ui/dialogs/leave.py": "2b0666411bca1e344218357a0e55daee5af71a8ac5939194f57700398f5423fc",
  "qwixx/ui/dialogs/log.py": "0c1358bc7e391edfaca949de06299f94e02acfb153d6cb591291484c1b75ec1e",
  "qwixx/ui/dialogs/menu.py": "117be619e50d2058a6509a47c86700fd2853934f070fe76e3e44b0fa1e81d3a6",
  "qwixx/ui/dialogs/picture.py": "4a81a1c469ed6f56117ce6a867a1ff84e04dbcd2e8e43ab0201d2763840f0eb4",
  "qwixx/ui/dialogs/review.py": "12b8200f5d2da1bfd97c4a0b69b5da8dead82ef0c9116dbd5e74db378b4ed9ba",
  "qwixx/ui/dialogs/rules.py": "bce37ed307dc369f789ea76ff15c2747d5eec09edf1e4d51aa637fcd79361187",
  "qwixx/ui/dialogs/share.py": "7a1e268af9120c072882c40764da2e0e86883f200a565a64b367f42dbed03ce3",
  "qwixx/ui/dialogs/sheet.py": "87351d7cb37306245225890852a93bc7b58a40db6d918bc4c17fbc02ac7f839c",
  "qwixx/ui/dialogs/update.py": "35ed06bf93a09acf8966fd3958265a510642d0ab6c8e64335ef9f0593bdb5ada",
  "qwixx/ui/dialogs/view.py": "c2627ca23083cc1abf131c45b5b9961a97c0c5f55726885eb0430bc311f4ea28",
  "qwixx/ui/files/__init__.py": "dffa180811277c1136650845f6607d2ace2c9d359a74a45e4bb115f5b4e9dc79",
  "qwixx/ui/files/one_file.py": "7510daa157a59f9907084bac9822fe860c68d7536166cf2acd7ce59601edeb44",
  "qwixx/ui/files/versions.py": "65d8796d702592ca98095de0da0ade6b29f0bd436ccbedfde56424a116abae44",
  "qwixx/ui/keeping.py": "7ea7682920b1b8d55d728831e07498cbb793805293e46f98ed3d568a9e721c83",
  "qwixx/ui/keys.py": "9a9ba7bc489202a951a93dee075ca2ae075e4076e3037bc45c9f34c7f460c4d6",
  "qwixx/ui/model/__init__.py": "bccd3f915952cf6fe53bc1c4ce390e6553488afe3ddc974569a985a8fcd898a9",
  "qwixx/ui/model/effects.py": "8139267e174a385c57f8ba5eefd5d662c99fa4233e7abe35faa27c0d7fed8741",
  "qwixx/ui/model/guards.py": "0b108a05cd3aa72ee34a9d39f8435bad078d46692a15d5305fdf1a0320b2cc66",
  "qwixx/ui/model/lesson.py": "d53f62b2d209f3cc771fe46f2a8cde2ce2886f460f27387428df374ada1108b8",
  "qwixx/ui/model/lucky.py": "94212a7fb85a621e776f1d28c6fb9e0058c5509bab34140bb96b1692087f0ec8",
  "qwixx/ui/model/messages.py": "6a5d670dfc230db730e72fbebfb965467ef05ee9112c44b94882c3e39f077930",
  "qwixx/ui/model/past.py": "c0bf5eded334cd09d13ab86482f18d603a80cd5c7610bbce1d761f716bf381eb",
  "qwixx/ui/model/play.py": "10af6b061c551b0dc2db951b40e0083590e9e8a612e2c689251371797e91c16a",
  "qwixx/ui/model/replay.py": "4401c03c4c7356bb62c67e28f0a2d7c1991af411d3aaf694af0c4e94fafb41de",
  "qwixx/ui/model/session.py": "693359da2aa21883bc474d4d2e8e3041d70b72d040905d7a3212db64ad9f31dc",
  "qwixx/ui/model/settings.py": "7ba72940f1da4ed3308803228572d0eb1398786650718dea6f2f88e430259f73",
  "qwixx/ui/model/table.py": "e203b37a6119581b781782ea35e59c95d075547111b3aa79b437aed316c92376",
  "qwixx/ui/model/values.py": "28aa511d08fd2f90460fd6847d7dabfcffa3cf9abf8465c84e489707e6deae9c",
  "qwixx/ui/opening.py": "fd914e259b1825b3f84c42ba5d0c5893f2c8e5ba203489119f3e46ee5d028845",
  "qwixx/ui/parts/__init__.py": "f7ca38ccd897389a41a23786cdb9f5b68c9af6916f6fa71664ca6a3249f11e18",
  "qwixx/ui/parts/chart.py": "d5f1f29e3a4d139e0c2e19d7e0228e35aaabd8ecb0662b576f7d784651b9b66e",
  "qwixx/ui/parts/controls.py": "8d9b59c0222c1670d99ab9aeaa65b93c9c2d38635a876fad4ae7688fc6981791",
  "qwixx/ui/parts/days.py": "58e5324d1281bca206e782a9be1123d8d781f4ed44c2b3af5e3f19ce604f846e",
  "qwixx/ui/parts/dice.py": "9af899ae9608611176ef2b8ef7c8d5b8ec13110953941b601f698592e42c6126",
  "qwixx/ui/parts/html.py": "071075f4e2bc9514c8fd3feec40f33034d44dd6d0ffe6a185cc78262c50c06ff",
  "qwixx/ui/parts/miniature.py": "8d4a9cce18db0976bc4951cf7e7291917aeda2cb40e0d5caeca0c698efd732e9",
  "qwixx/ui/parts/qr.py": "c05a000e65a30c01698a5fe0a8af5b5ccda2a9d0b2b125edd83c277a5d5b6ed9",
  "qwixx/ui/parts/sheet.py": "5a6631b782c944614dbf64134098c3662f741182e9f25985d9a2cbd9690a13d3",
  "qwixx/ui/parts/token.py": "0498517a88d04fea08f4fa9736d25baea7823d0acd4363fb86d1461023451fe2",
  "qwixx/ui/screens/__init__.py": "940dcdba1ddea23a2c4c088af44d544c6de9afe0d9f83d0999881fe858f10d87",
  "qwixx/ui/screens/game/__init__.py": "24735181f1b0e34b5fb943ab54b0ca025b509370ef13feae87ab312ff6b58c6b",
  "qwixx/ui/screens/game/coaching.py": "127984716344dff48716d2e5f3b6094f5b6f5346424435719b7542355caba05e",
  "qwixx/ui/screens/game/end.py": "2bd4bb1424b986b940e1977510ac22ac1e28eaf1002df2a7b50b9b524238d3a1",
  "qwixx/ui/screens/game/hint.py": "c6ecc1105ada288c565ef2ebc3c39a9125b07bd58fa0efd377017b0f7f075a10",
  "qwixx/ui/screens/game/sheet.py": "f9c457df090067b82866151b298894a69547b37a42c234754f4522a32a5e421b",
  "qwixx/ui/screens/game/sounds.py": "2251658fbeeb31bb3aece669d79533204421e1b443aa5103d535b27b584164e4",
  "qwixx/ui/screens/game/touch.py": "821edfcd5e658112aabaf108c795d13a8a30e0da44cb6d1ff27bb8a01ed8a67a",
  "qwixx/ui/screens/game/update.py": "1dc5a5728be0ed755864dd26dfd9f1d4a3b0904bc3ddfcb3cf1ca6fd1a0b938a",
  "qwixx/ui/screens/game/view.py": "9757d3cd8699a398815adddc95bf66a9c13e046f0ccf20e23657c913c1176be1",
  "qwixx/ui/screens/history/__init__.py": "221d79cad48a63439eb7ac9a9b0172d83cecafa7d19b124117e055ab5e0236dd",
  "qwixx/ui/screens/history/figures.py": "c567ce89b733eae021a7b997794be1b387651103103fce4749e80310e733ac2b",
  "qwixx/ui/screens/history/instead.py": "74da87256a8c72c789ae74b4f2608c157900c68fddf4ff1ba3c860f76a5c0286",
  "qwixx/ui/screens/history/learned.py": "88b313d3a9fb2d6642206663baf31748020cdfd41ff49dc8562a1f38c71ebde6",
  "qwixx/ui/screens/history/past.py": "e03c56f16e9ac5d0ffcef75be379512083ce3b951d83a8ce5febcfa31350d887",
  "qwixx/ui/screens/history/replay.py": "17a4788d239172f1a6cd6106f134ef824ee654511a566a572bf0b2bb98c7e8de",
  "qwixx/ui/screens/history/replaying.py": "edff649f3cef148220d0900c245ea5cc568a5602c654a6bd934d2cff56f339d0",
  "qwixx/ui/screens/history/view.py": "ef6f5738092ced98627bccadbc917ba6e748ea0f4cc22f4f6242f3fb4901b302",
  "qwixx/ui/screens/lesson/__init__.py": "96514235186e58e31d0fc932be1431c9293bd028155654b77f161571db02be59",
  "qwixx/ui/screens/lesson/script.py": "52e5d64d394ca7665e885b847c593ae1fed51c9e3af4da37ab26b956984306a3",
  "qwixx/ui/screens/lesson/update.py": "8f29e43b8893cbe84ee693acd33d3ff1e22ea9be69345fbc0bf49d86022a716a",
  "qwixx/ui/screens/start/__init__.py": "a40fd89e74ef41f3b8a922b153fbd73ef8c53966f56abd3b661aa37abc21bce8",
  "qwixx/ui/screens/start/begin.py": "71d7d3715c7c65247e12c2205692c359724c88b9bfffb4cb516aa840160ad6b5",
  "qwixx/ui/screens/start/cards.py": "08047ec9fc681c0911adabc2e4642f9138184934414d7a456684bc1f16e38118",
  "qwixx/ui/screens/start/daily.py": "38ff872e4e7c3f8deac11e0d61ba31a2d44b2e28ae33189099525d68ee17e0dd",
  "qwixx/ui/screens/start/hero.py": "f2759681ced9c17022a12f239051eff6a60a9d392effcc431ec897d05d48fe26",
  "qwixx/ui/screens/start/seats.py": "d00e7086e50bfea0cd7afd23512996833c4c79308f3235e441e6ad22c6afa3ea",
  "qwixx/ui/screens/start/today.py": "4227ba5e8b5b3a91159c754c4b65f0894068b3ebf003027019039622f3ff48ed",
  "qwixx/ui/screens/start/update.py": "8476b4d9d07f6d31e7dbecfd5972aaab66d39527c62768e452f1708cb667eaa0",
  "qwixx/ui/screens/start/view.py": "af72809fc2e25a7df21222cb66bdd4d6787972cfd1321c5fdad366dd1ab0fb60",
  "qwixx/ui/speaking.py": "5bd381f5eb73eba52061d1af668f41d1cdc74994c802b4a5b4e09727e25fa37e",
  "qwixx/ui/storage.py": "3ba2d28c21ae6535b9d10385950135c44c622e2e0dc43d0a1dd707e64652527b",
  "qwixx/ui/texts/__init__.py": "0555faefa7843e269d3d5e9499e60669ecbd3d613579108870864b6f29f2480f",
  "qwixx/ui/texts/coach.py": "a6caf8610069ad898dfd436b3db82fac33fe73c65d280a26e4398907ed50257e",
  "qwixx/ui/texts/dates.py": "5b23408bff3da0f06ade739094ab1a11f3088942729cefd5cddfade92456698c",
  "qwixx/ui/texts/languages.py": "1e65b2abb9630a668b6a90b2b2b98e37c2b6a11ec7432a64458894b2afb9edf2",
  "qwixx/ui/texts/lesson.py": "150f70332fa071c1cb8c26a762d16ae9ac85a685b581823b3d2113f323e6a5a1",
  "qwixx/ui/texts/log.py": "7922e92411cca5c5a7ea4bbc51e0f50b55e83fbc252d78dfa5e1e0dcd6b38af9",
  "qwixx/ui/texts/sentences.py": "5beb6ef5ada3f4e3e483d3835b6b7aca41cc9442eada7a2e5777de4aba3b5ca6",
  "qwixx/ui/texts/telling.py": "182243429c66eba2959601c7460c084850a3050764ccb00ad32e93070a3d3545",
  "qwixx/ui/update.py": "e428e26f35cab89bda5cd4377e9c145b92948d39e14a52593d35a7f2dcbf43cd",
  "qwixx/ui/view.py": "4f4ee47a0eb2811f2ecb88ab713aa585ab53feb3bb1024e3a02ea2e05fd66ed8",
  "static/css/base.css": "30ec7ff5c3318597cf892194e69d0ced56ec83b7bef7ac3932b025e154746cf6",
  "static/css/coach.css": "0889e168d45d856c4b3e1ca0c30187225cdb52b37c2bff5a26858d0a79b43dff",
  "static/css/colors.css": "28ea8a6a719521f132cd3d73f653bdd98ea96b43531982fddb90788e8beae6ad",
  "static/css/dialogs.css": "c892a90f0652182a9bcba040d4ba09f1901c3ba43ca74b375ba5b7e40fe2fbd7",
  "static/css/dice.css": "36e16af295beb73b6e56ea90530840b42248d723073c92904fa31f5fddea28c1",
  "static/css/embed.css": "ed8fa1e725ebbb783f05ac2c05b5db8f84c87bef6506a064d9bbb3286e034795",
  "static/css/end.css": "1180734ed0a474e4c9a2dcee5b5ec027ec0c203704c527338b1fcc1fca796eca",
  "static/css/first.css": "c38ff4c7583110f2bea45d644e8ac741ba7e1839dbd72d74f50fd9336770085e",
  "static/css/fonts.css": "b828bd06bab04fa6be4868b22fcce5d8870f7ec8465de46c3a5374bf242dd17b",
  "static/css/game.css": "bdd6e99dd1af9aed4ba4ffa89811ab931676733a185d87b275536ff8826395eb",
  "static/css/lesson.css": "76d95383bc007345df94b64aaffb515b61f6ffd38429f6ec4f1710c39aca1d95",
  "static/css/others.css": "428639b1ee73d1ed71138504687993204e9fcd9af6dd98bb1a54a2412e884346",
  "static/css/page.css": "ac0efd0fe25cb45193d9da174ea76700266a690be6f8e79e7e3bac382b66da4f",
  "static/css/past.css": "1c91daff30208b3ec61a19b29f57c5aac8cbd28a5771738820f5d0bfa021a0b0",
  "static/css/print.css": "50c28ae759fdd006cd5e3af03c0868d01e8bf6ef6cc8cdcf8b3a63012fd566e6",
  "static/css/replay.css": "319053a4c6b8dd256df959a37577c6294fce0f6243e628792c64464b0fbd7b9b",
  "static/css/review.css": "d27f605f63be38d6c3bbc20836d49912b7d1c2cc95156c4fb4fb414514e33910",
  "static/css/rows.css": "43f4a8bc9156bf3eb777ad0db6279dc5a17bc541cb77102d971edcf46df637ea",
  "static/css/sheet.css": "264f9e8e2ad54e49fc4e1aea6a94f4dfba31b188e74809bd0d57bc55dd7a533a",
  "static/css/start.css": "b9f3c2300b3f0328c20f603f6ac438e82ad795fa9960ecbd883a4766a7ccfa66",
  "static/css/table.css": "6982852e3d9489c0ba120cba77a8a55d2d52ce951237de24b14dcc4c92d0c66e",
  "static/icons/icon-180.png": "811217fff403ba723383f3a9e0591c9c12d3cd3e8f697309c796d7a18c24aaf2",
  "static/icons/icon-192.png": "c76d6d682c741b47f4504a87873e4b926d1aeb6dad399576ec6b744a73cb3b5e",
  "static/icons/icon-48.png": "d44b4375ae7d44e0f9c282975589a0fa3f0825dd7f2de6c5f111e2660fa0ed3f",
  "static/icons/icon-512.png": "e944c3a3d3f5f2e670feb2a377fb6d27a054aa6aa26ee4adef24feccb692c648",
  "static/icons/icon-maskable.png": "fb30152654ef7fc63ef1a0545e089139e783f162b1d904994b25a07b94acd6a1",
  "static/icons/icon.svg": "5ef4481e647745ae9629c2220075ce91ab6a6d848ec9d0b19e9653ebd0805143",
  "static/js/boot.js": "08313473738de50894d8a0143e730916fe1526cf9aec31c3bbcdaad679eb43bc",
  "static/js/carried.js": "4cabfdf6a4fc8e4b794fbcc6ed3f9c29c0cd833472eaa629e0b71363fe8c0070",
  "static/js/runtime.js": "dab701c3c62bda0e578725ada5be54f1cf18ec683b5ab230dbc9da8bebf210e3",
  "static/js/shim.js": "4d1d49f0b89493e706e05d4b42e7b5823c9bceb37a7f3182dc4bf53725539dbf",
  "static/js/texts.js": "df69e6aa7e59f7fa857f02b5c1ff77e3d405e631c925182aa5f376656624a9e4",
  "static/manifest.webmanifest": "447e253d6fa9b9e53fce64e90ef557a5e424a0a91a8396116314c793f69dc90f"
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
