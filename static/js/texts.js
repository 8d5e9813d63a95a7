// Written by `python -m tests.i18n.catalogs`.
const BOOT_TEXTS = {
 "cs": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "de": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "en": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "es": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "ru": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "uk": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "he": {
  "dir": "rtl",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "לשחק"
 },
 "ar": {
  "dir": "rtl",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 }
};
