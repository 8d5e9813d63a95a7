// Before Python: language and theme, a preview where it is embedded, progress, what went wrong.
(() => {
  "use strict";
  const BUILD = "f6b3d6d480a8007f"; // index.html names the same one, else one of them is out of a cache
  const STAGES = {
    "Loading Pyodide": 1, "Loading Storage": 1, "Loaded Storage": 1, "Loading interpreter": 1,
    "Loaded interpreter": 2, "Loading files": 3, "Loaded files": 3, "Loaded Pyodide": 3,
  };
  const PATIENCE = 90_000; // ms; a slow phone takes a tenth of it

  const root = document.documentElement;
  const hosted = location.protocol.startsWith("http");
  const served = hosted && self.origin !== "null"; // else the page may read no file
  const whole = document.currentScript.src === ""; // all of it is in one file
  const find = (id) => document.getElementById(id);
  const isText = (value) => typeof value === "string";
  let texts = {}; // until they are known, what index.html says in English stands
  let begin;
  self.qwixxBegin = new Promise((go) => { begin = go; });

  // What goes wrong. Nothing that can throw stands before this.

  const whenParsed = (paint) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", paint);
    else paint();
  };
  const write = (element, text) => { if (isText(text)) element.textContent = text; };
  const show = (stage) => find("boot-stage") && write(find("boot-stage"), texts.stages?.[stage]);
  // How far it is, crossed off on the picture, the red row's first cells.
  const cross = (cells) => document.querySelectorAll(`.red > .wait:nth-child(-n+${cells})`)
    .forEach((cell) => cell.classList.remove("wait"));
  const fail = (kind, details) => {
    if (root.dataset.qwixx === "ready" || (root.dataset.qwixx === "failed" && kind !== "wasm")) return;
    root.dataset.qwixx = "failed";
    const paint = () => {
      const box = find("boot-failure");
      if (!box) return;
      const turn = (failed) => {
        box.hidden = !failed;
        find("boot-stage").hidden = find("boot-progress").hidden = failed;
      };
      write(box.querySelector("h2"), texts.failed);
      write(box.querySelector("p"), texts[kind]);
      box.querySelector("pre").textContent = String(details ?? "").slice(0, 600);
      write(find("boot-retry"), texts.retry);
      find("boot-retry").onclick = () => {
        root.dataset.qwixx = "loading";
        turn(false);
        if (kind === "file" || kind === "python") renew(() => location.reload());
        else location.reload();
      };
      find("boot-saved").hidden = kind === "wasm" || !(isText(history.state) || saved().length);
      write(find("boot-saved").querySelector("span"), texts.saved);
      write(find("boot-without"), texts.without);
      find("boot-without").onclick = putAside;
      turn(true);
    };
    whenParsed(paint);
  };

  // Classic scripts that carry files: without an origin nothing else is read. They run in order.
  const carry = (then, ...names) => document.head.append(...[...names, "js/carried"].map((name) => {
    const script = document.createElement("script");
    if (name === "js/carried") script.onload = then;
    return Object.assign(script, { src: `static/${name}.js`, async: false });
  }));

  addEventListener("error", (event) => {
    if (self.origin === "null" && event.target.type === "module") {
      self.qwixxBegin.then(() => carry(null, "file/runtime", "file/program", "file/game"));
      return;
    }
    // Captured: a missing script or style sheet is seen as well.
    const from = event.target === window ? event.message : event.target.src ?? event.target.href;
    fail("file", from);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => {
    const said = String(reason);
    if (/RangeError|PythonError/.test(said)) fail("python", reason); // it is no matter of the network
    else fail(/SecurityError|IndexedDB|storage/i.test(said) ? "storage" : "file", reason);
  });
  // Some missing files make no event at all, only a bad answer.
  new PerformanceObserver((list) => {
    for (const { responseStatus, name, startTime } of list.getEntries())
      if (responseStatus >= 400 && !(startTime >= renewal.from && startTime <= renewal.to))
        fail("file", `${responseStatus} ${name}`);
  }).observe({ type: "resource", buffered: true });
  let told, broken;
  new MutationObserver(() => {
    // The first text, before it is painted.
    if (!told && find("boot-stage")) {
      told = !show(0);
      write(document.querySelector(".slogan"), texts.slogan);
    }
    // PyScript writes a Python error into the page.
    const error = document.querySelector(".py-error")?.textContent;
    if (error === undefined || broken) return;
    broken = true;
    if (/ImportError|ModuleNotFoundError/.test(error) && !again) renew(() => fail("file", error));
    else fail("python", error);
  }).observe(root, { childList: true, subtree: true });
  self.qwixxBegin.then(() => setTimeout(() => fail("slow", ""), PATIENCE));
  // Another tab let a newer version in while this page loads: begin anew, lest it be of both.
  try {
    navigator.serviceWorker?.addEventListener("controllerchange", () => {
      if (root.dataset.qwixx !== "ready") location.reload();
    });
  } catch { /* a frame without an origin has none */ }

  // What is saved may be why it does not start: the game can start without.

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
  const saved = () => {
    const ours = (name) => (name.startsWith(PREFIX)
      ? !name.startsWith(`${PREFIX}aside:`) && !(sound && name === `${PREFIX}settings`)
      : /^qwixx:(game|setup|lesson)(\?|$)/.test(name) || (!sound && name === "qwixx:settings"));
    try {
      return Object.keys(localStorage).filter(ours);
    } catch {
      return [];
    }
  };
  const putAside = () => {
    let number = 1;
    const keep = (text) => {
      while (read(`${PREFIX}aside:${number}`) !== null) number++;
      localStorage.setItem(`${PREFIX}aside:${number}`, text);
    };
    for (const name of saved()) {
      const text = read(name);
      localStorage.removeItem(name); // first: there may be no room for both
      try {
        keep(text);
      } catch {
        localStorage.setItem(name, text);
      }
    }
    try {
      if (isText(history.state)) keep(history.state); // a game that a reload handed over
    } catch { /* it is a copy */ }
    history.replaceState(null, "");
    location.reload();
  };

  // Fetches all parts past the browser's cache and loads the page anew; else does something else.
  // The load that comes next knows of it, and does not do the same again.
  const renewal = { from: Infinity, to: Infinity }; // ms; what it asks in vain is no failure
  const renew = async (otherwise) => {
    Object.assign(renewal, { from: performance.now(), to: Infinity });
    try {
      if (!served) throw new Error("no host to ask");
      const list = await (await fetch("sw.js", { cache: "reload" })).text();
      const paths = Array.from(list.matchAll(/^ +"([^"]+)": "[0-9a-f]{64}"/gm), ([, path]) => path);
      if (paths.length === 0) throw new Error("no list");
      await Promise.all(paths.map(async (path) => {
        const cache = path.startsWith("static/vendor/") ? "no-cache" : "reload";
        const answer = await fetch(path, { cache });
        if (!answer.ok) throw new Error(path);
        await answer.arrayBuffer();
      }));
      history.replaceState({ renewed: true, kept: history.state }, "");
      location.reload();
    } catch {
      renewal.to = performance.now();
      otherwise();
    }
  };
  const again = history.state?.renewed === true;
  if (again) history.replaceState(history.state.kept, "");
  // For a page of two versions. Python asks for it, too, which sees its own.
  self.qwixxRenew = (go) => {
    const stay = () => {
      root.dataset.mixed = "1";
      go();
    };
    if (again) stay();
    else renew(stay);
  };

  // Language and theme.

  const query = new URLSearchParams(location.search);
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
  // this one may go; see qwixx/ui/browser/handing.py.
  const handOver = () => new Promise((go) => {
    const text = /^#answer=(\w+)$/.exec(location.hash)?.[1];
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
    // Python waits for the rest. Copies, for what the parser made may keep a browser from painting.
    const rest = Array.from(find("rest")?.content.children ?? [], (part) => part.cloneNode(true))
      .filter((part) => served || !part.href?.endsWith("/fonts.css")); // there they are carried
    self.qwixxDressed = Promise.all(rest.map((part) => part.text || new Promise((go) => {
      Object.assign(part, { async: false, onload: go, onerror: go }); // in one file scripts have texts, and no load
    })));
    document.head.append(...rest);
    const hints = find("hints"); // in an assembled folder: what will be needed
    if (hints && served) document.head.append(hints.content); // else they would be refused
    const go = root.dataset.build === BUILD ? begin : () => self.qwixxRenew(begin);
    if (hints || whole || !served) go();
    else carry(go, "file/program"); // one file in the place of a hundred and fifty
  };
  const embedded = query.get("embed") === "1";
  if (embedded) root.dataset.embed = "1";
  if (typeof WebAssembly !== "object") fail("wasm", "WebAssembly");
  else {
    // On the second stack that it gives Python, Chromium crashes now and then: pyodide#6106.
    delete WebAssembly.Suspending;
    if (!embedded || query.get("start") === "1" || again) start();
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
