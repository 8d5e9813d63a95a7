// Before Python: language and theme, a preview where it is embedded, progress.
(() => {
  "use strict";
  const BUILD = "1fc7d43a3dc2f135"; // index.html names the same one, else one of them is out of a cache
  const STAGES = {
    "Loading Pyodide": 1, "Loading Storage": 1, "Loaded Storage": 1, "Loading interpreter": 1,
    "Loaded interpreter": 2, "Loading files": 3, "Loaded files": 3, "Loaded Pyodide": 3,
  };

  const root = document.documentElement;
  const hosted = location.protocol.startsWith("http");
  const served = hosted && self.origin !== "null"; // else the page may read no file
  const whole = document.currentScript.src === ""; // all of it is in one file
  const find = (id) => document.getElementById(id);
  const isText = (value) => typeof value === "string";
  let texts = {}; // until they are known, what index.html says in English stands
  let begin;
  self.qwixxBegin = new Promise((resolve) => { begin = resolve; });

  // Failures: failure.js explains them. It loads with the rest, or at the first failure; if it cannot
  // be loaded either, the page shows its English text. Nothing that can throw stands before this.

  const whenParsed = (paint) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", paint);
    else paint();
  };
  const write = (element, text) => { if (isText(text)) element.textContent = text; };
  const show = (stage) => find("boot-stage") && write(find("boot-stage"), texts.stages?.[stage]);
  // How far it is, crossed off on the picture, the red row's first cells.
  const cross = (cells) => document.querySelectorAll(`.red > .wait:nth-child(-n+${cells})`)
    .forEach((cell) => cell.classList.remove("wait"));

  // Adds parts of the rest, each once. Copies: the parser's own may keep a browser from painting.
  const added = new Map();
  const add = (selector) => Promise.all(
    Array.from(find("rest")?.content.querySelectorAll(selector) ?? [], (part) => {
      if (!added.has(part)) added.set(part, new Promise((resolve) => {
        const copy = Object.assign(part.cloneNode(true), { async: false, onload: resolve, onerror: resolve });
        document.head.append(copy);
        if (copy.text) resolve(); // in one file scripts have texts, and no load event
      }));
      return added.get(part);
    }),
  );
  const state = history.state;
  if (state?.renewed || state?.carried) history.replaceState(state.kept, "");
  // `carried`: all files come from scripts that carry them, as on a disk. That also works where a
  // host refuses files of other kinds, or gives them wrong types.
  const boot = { again: state?.renewed === true, carried: !served || state?.carried, failures: [], served };
  boot.fail = (kind, details) => {
    boot.failures.push([kind, details]);
    whenParsed(async () => {
      await add("script:not([type])");
      if (boot.failures.length === 0) return; // failure.js has handled them
      root.dataset.qwixx = "failed";
      find("boot-stage").hidden = find("boot-progress").hidden = true;
      find("boot-failure").hidden = false;
      find("boot-failure").querySelector("pre").textContent = details;
      find("boot-retry").onclick = () => location.reload();
    });
  };
  self.qwixxBoot = boot;
  addEventListener("error", ({ target, message }) => {
    // Captured: a missing script or style sheet is seen as well.
    const isElement = target !== self;
    if (/preload/.test(target.rel)) return; // a hint: who needs the file will ask again
    if ("optional" in (target.dataset ?? {})) return; // the page starts without
    if (isElement && target.type === "module" && !boot.carried) carryAll();
    else boot.fail("file", isElement ? target.src ?? target.href : message);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => boot.fail("file", reason));

  // Adds classic scripts that carry files. They run in order.
  const carry = (then, ...names) => document.head.append(...[...names, "js/carried"].map((name) => {
    const script = document.createElement("script");
    if (name === "js/carried") script.onload = then;
    return Object.assign(script, { src: `static/${name}.js`, async: false });
  }));
  const carryAll = () => {
    boot.carried = true;
    carry(begin, "file/runtime", "file/program", "file/game");
  };

  // Before the first paint.
  new MutationObserver((_changes, observer) => {
    if (!find("boot-progress")) return;
    observer.disconnect();
    find("boot-alone")?.remove();
    find("boot-stage").hidden = find("boot-progress").hidden = false;
    show(0);
    write(document.querySelector(".slogan"), texts.slogan);
  }).observe(root, { childList: true, subtree: true });
  // Another tab let a newer version in while this page loads: begin anew, lest it be of both.
  try {
    navigator.serviceWorker?.addEventListener("controllerchange", () => {
      if (root.dataset.qwixx !== "ready") location.reload();
    });
  } catch { /* a frame without an origin has none */ }

  // Language and theme.

  const folder = location.pathname.replace(/\/{2,}/g, "/").replace(/[^/]*$/, "");
  const PREFIX = `qwixx:${folder}:`;
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // blocked
    }
  };
  const settings = read(`${PREFIX}settings`) ?? read("qwixx:settings");
  let set = null;
  try {
    set = JSON.parse(settings);
  } catch { /* the usual settings do */ }
  const sound = set === null ? settings === null : Object.values(set).every(isText);
  Object.assign(boot, { PREFIX, read, sound });

  // Language and theme, by parameters as qwixx/ui/address.py reads them.
  const query = new URLSearchParams(location.search.replace(/[?&][\w.~-]+(?==)/g,
    (name) => name.toLowerCase().replace("?", "&")));
  const known = typeof BOOT_TEXTS === "object" ? BOOT_TEXTS : {}; // from texts.js
  const wanted = [query.get("lang"), set?.language, ...navigator.languages ?? []].filter(isText);
  const language = wanted.map((code) => code.split(/[-_]/)[0].toLowerCase())
    .find((code) => Object.hasOwn(known, code)) ?? "en";
  texts = known[language] ?? {};
  root.lang = language;
  root.dir = texts.dir ?? "ltr";
  root.dataset.theme = [query.get("theme"), set?.theme, "auto"].find(isText);
  root.dataset.variant = query.get("variant") ?? "classic"; // the preview has a sheet for each
  if (hosted && location.pathname.includes("//")) { // what is relative would not be found
    const { search, hash } = location;
    history.replaceState(history.state, "", location.origin + location.pathname.replace(/\/{2,}/g, "/")
      + search + hash);
  }

  // An answer to an invitation is for the tab in which the table is. If there is one that takes it,
  // this one may go; see qwixx/ui/browser/answer_tab.py.
  const handOver = () => new Promise((go) => {
    const text = /^#answer=(\w+)/.exec(location.hash)?.[1];
    if (!text) return go(false);
    setTimeout(go, 1500, false);
    const channel = new BroadcastChannel("qwixx:answer");
    channel.onmessage = ({ data }) => { if (data === `taken ${text}`) go(true); };
    channel.postMessage(text);
  }).catch(() => false); // a frame without an origin has no channel
  const leave = () => {
    Object.assign(root.dataset, { qwixx: "ready", handed: "1" });
    write(find("boot-stage"), texts.handed);
    find("boot-progress").hidden = true;
    if (self.opener || history.length === 1) self.close(); // others no browser lets go
  };

  // The start: without WebAssembly there is none, embedded it waits for a reader who wants to play.

  const start = async () => {
    if (await handOver()) return whenParsed(leave);
    await new Promise((go) => { // a first frame may be empty, or never come
      requestAnimationFrame(function seen() { find("boot-failure") ? setTimeout(go) : requestAnimationFrame(seen); });
      setTimeout(go, document.hidden ? 0 : 1000);
    });
    // Python waits for the rest; where all is carried, so are fonts and the script that starts Python.
    self.qwixxDressed = add(boot.carried ? ':not([type="module"], [href$="/fonts.css"])' : "*")
      .then(() => boot.dress?.()).catch(() => {}); // the game comes first
    const dressed = self.qwixxDressed.then(() => { self.qwixxPrerender?.draw(); });
    const hints = find("hints"); // in an assembled folder: what will be needed
    if (hints && !boot.carried) document.head.append(hints.content);
    const isWhole = root.dataset.build === BUILD;
    const go = () => dressed.then(() => (isWhole ? begin() : (self.qwixxRenew ?? begin)(begin)));
    if (whole) go();
    else if (boot.carried) carry(go, "file/runtime", "file/program", "file/game");
    else if (hints) go();
    else carry(go, "file/program"); // one file in the place of a hundred and fifty
  };
  const embedded = query.get("embed") === "1";
  if (embedded) root.dataset.embed = "1";
  if (typeof WebAssembly !== "object") boot.fail("wasm", "WebAssembly");
  else {
    // On the second stack that it gives Python, Chromium crashes now and then: pyodide#6106.
    delete WebAssembly.Suspending;
    if (!embedded || query.get("start") === "1" || boot.again || state?.carried) start();
    else addEventListener("DOMContentLoaded", () => {
      const main = document.querySelector("main");
      const page = main.parentElement;
      const button = document.createElement("button");
      button.className = "button primary big";
      button.dataset.action = "play";
      write(button, texts.play);
      page.classList.add("preview");
      cross(9);
      main.append(button);
      page.onclick = () => {
        page.onclick = null;
        page.classList.remove("preview");
        main.tabIndex = -1;
        main.focus({ preventScroll: true });
        button.remove();
        start();
      };
    });
  }

  let steps = 0;
  addEventListener("py:progress", ({ detail }) => {
    if (Object.hasOwn(STAGES, detail)) {
      show(STAGES[detail]);
      find("boot-progress")?.setAttribute("value", ++steps);
      cross(Math.ceil((2 * steps) / 3));
    }
  });
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll(".languages a")) {
      const other = new URLSearchParams(query);
      other.set("lang", link.lang);
      link.search = other;
    }
  });
})();
