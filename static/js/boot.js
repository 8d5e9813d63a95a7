// Runs after the first paint, before Python: shows the preview of an embedded page, starts the game, shows progress.
(() => {
  "use strict";
  const BUILD = "3f74642dc4b0a0bd"; // as in index.html, unless one of the two files is from a cache
  const STEPS = ["Loading Pyodide", "Loading Storage", "Loaded Storage", "Loading interpreter", "Loaded interpreter",
    "Loading files", "Loaded files", "Loaded Pyodide"];

  const root = document.documentElement;
  const hosted = location.protocol.startsWith("http");
  const served = hosted && self.origin !== "null"; // otherwise the page cannot fetch files
  const isSingleFile = document.currentScript.src === "";
  const find = (id) => document.getElementById(id);
  const { PREFIX, begin, errors, isEmbedded, query, read, sound, texts } = self.qwixxFirst;

  // Failures: failure.js explains them. It loads with the other scripts, or at the first failure; if it cannot
  // load, the page shows its English text. No statement above can throw an exception.

  const write = (element, text) => { if (text) element.textContent = text; };
  // The picture is not part of the first paint.
  const showPicture = () => {
    const picture = find("picture");
    if (!picture) return;
    // One of the sheets is shown: that of the variant in the URL, or else the first one.
    const sheets = [...picture.content.querySelectorAll(".shell-rows")];
    const { variant } = document.documentElement.dataset;
    const shown = sheets.find((sheet) => sheet.dataset.variant === variant) ?? sheets[0];
    for (const sheet of sheets) if (sheet !== shown) sheet.remove();
    picture.replaceWith(picture.content);
  };
  // Shows the progress as crosses in the red row of the picture.
  const cross = (cells) => document.querySelectorAll(`.red > .pending:nth-child(-n+${cells})`)
    .forEach((cell) => cell.classList.remove("pending"));

  // Adds copies of elements in the template "rest", each once; the parser's own could delay the first paint.
  const added = new Map();
  const add = (selector) => Promise.all(
    Array.from(find("rest")?.content.querySelectorAll(selector) ?? [], (part) => {
      if (!added.has(part)) added.set(part, new Promise((resolve) => {
        const copy = Object.assign(part.cloneNode(true), { async: false, onload: resolve, onerror: resolve });
        document.head.append(copy);
        if (copy.text) resolve(); // inline scripts, as in the single file, have no load event
      }));
      return added.get(part);
    }),
  );
  const state = history.state;
  if (state?.renewed || state?.carried || state?.left) history.replaceState(state.kept, "");
  // `carried`: all files come from script bundles, as for a page opened from disk. This also works if a host
  // refuses other types of files or serves them with the wrong types.
  // `left`: the page has deleted the service worker's cache (see failure.js).
  const boot = { again: state?.renewed === true, carried: !served || state?.carried, failures: [], served };
  Object.assign(boot, { left: state?.left === true, PREFIX, find, read, sound, write });
  boot.fail = async (kind, details) => {
    boot.failures.push([kind, details]);
    await add("script:not([type])");
    if (boot.failures.length === 0) return; // failure.js has handled them
    root.dataset.qwixx = "failed";
    find("boot-stage").hidden = find("boot-progress").hidden = true;
    find("boot-failure").hidden = false;
    find("boot-failure").querySelector("pre").textContent = details;
    find("boot-retry").onclick = () => location.reload();
  };
  self.qwixxBoot = boot;
  const onError = ({ target, message, reason }) => {
    const isElement = target !== self;
    if (/preload/.test(target.rel) || "optional" in (target.dataset ?? {})) return; // not needed to start
    if (isElement && target.type === "module" && !boot.carried) carryAll();
    else boot.fail("file", isElement ? target.src ?? target.href : message ?? reason);
  };
  self.qwixxFirst.onError = onError; // for the rest of this script, too

  // Adds script bundles, which run in order.
  const carry = (then, ...names) => document.head.append(...[...names, "js/carried"].map((name) => {
    const script = document.createElement("script");
    if (name === "js/carried") script.onload = then;
    return Object.assign(script, { src: `static/${name}.js`, async: false });
  }));
  const carryAll = () => {
    boot.carried = true;
    carry(begin, "file/runtime", "file/program", "file/game");
  };

  find("boot-alone").remove();
  find("boot-stage").hidden = find("boot-progress").hidden = false;
  write(find("boot-stage"), texts.loading);
  write(document.querySelector(".slogan"), texts.slogan);
  delete root.dataset.early;
  // If another tab activates a newer version while this page loads, reload the page, lest it mix versions.
  try {
    navigator.serviceWorker?.addEventListener("controllerchange", () => {
      if (root.dataset.qwixx !== "ready") location.reload();
    });
  } catch { /* a frame without an origin has no service worker */ }

  if (hosted && location.pathname.includes("//")) // relative URLs would fail
    history.replaceState(history.state, "",
      location.origin + location.pathname.replace(/\/{2,}/g, "/") + location.search + location.hash);

  // An answer to an invitation is for the tab with the live table. If that tab accepts it, this tab may close; see
  // qwixx/ui/browser/answer_tab.py.
  const offerAnswer = () => new Promise((go) => {
    const text = /^#answer=(\w+)/.exec(location.hash)?.[1];
    if (!text) return go(false);
    setTimeout(go, 1500, false);
    const channel = new BroadcastChannel("qwixx:answer");
    channel.onmessage = ({ data }) => { if (data === `taken ${text}`) go(true); };
    channel.postMessage(text);
  }).catch(() => false); // a frame without an origin has no channel
  const closeTab = () => {
    Object.assign(root.dataset, { qwixx: "ready", handed: "1" });
    write(find("boot-stage"), texts.handed);
    find("boot-progress").hidden = true;
    if (self.opener || history.length === 1) self.close(); // browsers ignore close() in other tabs
  };

  // The start: it requires WebAssembly, and an embedded page waits until its reader wants to play.

  const start = async () => {
    if (await offerAnswer()) return closeTab();
    showPicture();
    // Python waits for the rest of the page. If `carried`, bundles hold the fonts and the script that starts Python.
    self.qwixxDressed = add(boot.carried ? ':not([type="module"], [href$="/fonts.css"])' : "*")
      .then(() => boot.dress?.()).catch(() => {}); // the game starts even without styles
    const dressed = self.qwixxDressed.then(() => { self.qwixxPrerender?.draw(); });
    const hints = find("hints"); // in an assembled folder: preloads
    if (hints && !boot.carried) document.head.append(hints.content);
    const isOneVersion = root.dataset.build === BUILD;
    const go = () => dressed.then(() => (isOneVersion ? begin() : (self.qwixxRenew ?? begin)(begin)));
    if (isSingleFile) go();
    else if (boot.carried) carry(go, "file/runtime", "file/program", "file/game");
    else if (hints) go();
    else carry(go, "file/program"); // one file instead of a hundred and fifty
  };
  if (typeof WebAssembly !== "object") boot.fail("wasm", "WebAssembly");
  else {
    // With stack switching, Chromium sometimes crashes: pyodide#6106.
    delete WebAssembly.Suspending;
    if (!isEmbedded || query.get("start") === "1" || boot.again || state?.carried) start();
    else {
      const main = document.querySelector("main");
      const page = main.parentElement;
      const button = Object.assign(document.createElement("button"), { className: "button primary big" });
      button.dataset.action = "play";
      write(button, texts.play);
      page.classList.add("preview");
      showPicture();
      cross(9);
      main.append(button);
      page.addEventListener("click", () => {
        page.classList.remove("preview");
        main.tabIndex = -1;
        main.focus({ preventScroll: true });
        button.remove();
        start();
      }, { once: true });
    }
  }

  let steps = 0;
  addEventListener("py:progress", ({ detail }) => {
    if (!STEPS.includes(detail)) return;
    find("boot-progress")?.setAttribute("value", ++steps);
    cross(Math.ceil((2 * steps) / 3));
  });
  for (const link of document.querySelectorAll(".languages a"))
    link.search = new URLSearchParams({ ...Object.fromEntries(query), lang: link.lang });
  errors.forEach(onError);
})();
