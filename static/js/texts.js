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
  "retry": "Try again"
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
  "retry": "Try again"
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
  "retry": "Try again"
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
  "retry": "Try again"
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
  "retry": "Try again"
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
  "retry": "Try again"
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
  "retry": "Try again"
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
  "retry": "Try again"
 }
};
