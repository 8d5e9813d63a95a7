// Before Python: language and theme, a preview where it is embedded, progress, what went wrong.
(() => {
  "use strict";
  const STAGES = {
    "Loading Pyodide": 1, "Loading Storage": 1, "Loaded Storage": 1, "Loading interpreter": 1,
    "Loaded interpreter": 2, "Loading files": 3, "Loaded files": 3, "Loaded Pyodide": 3,
  };
  const PATIENCE = 90_000; // ms; a slow phone takes a tenth of it

  const root = document.documentElement;
  const query = new URLSearchParams(location.search);

  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("qwixx:settings")) ?? {};
  } catch { /* blocked or broken storage: the usual settings do */ }
  const wanted = [query.get("lang"), saved.language, ...navigator.languages ?? []];
  const language = wanted.map((code) => String(code).split(/[-_]/)[0].toLowerCase())
    .find((code) => Object.hasOwn(BOOT_TEXTS, code)) ?? "en";
  const texts = BOOT_TEXTS[language]; // from texts.js
  root.lang = language;
  root.dir = texts.dir;
  root.dataset.theme = query.get("theme") ?? saved.theme ?? "auto";
  root.dataset.variant = query.get("variant") ?? "classic"; // the preview has a sheet for each

  const find = (id) => document.getElementById(id);
  const show = (stage) => {
    if (find("boot-stage")) find("boot-stage").textContent = texts.stages[stage];
  };

  // Embedded, nothing of the runtime is loaded before a reader wants to play.
  const embedded = query.get("embed") === "1";
  if (embedded) root.dataset.embed = "1";
  const waits = embedded && query.get("start") !== "1";
  self.qwixxBegin = new Promise((begin) => {
    if (!waits) {
      const hints = find("hints"); // in an assembled folder: what will be needed
      if (hints) document.head.append(hints.content);
      return begin();
    }
    addEventListener("DOMContentLoaded", () => {
      const main = document.querySelector("main");
      const button = document.createElement("button");
      button.className = "button primary big";
      button.dataset.action = "play";
      button.textContent = texts.play;
      main.classList.add("preview");
      main.append(button);
      main.onclick = () => {
        main.onclick = null;
        main.classList.remove("preview");
        main.tabIndex = -1;
        main.focus({ preventScroll: true });
        button.remove();
        begin();
      };
    });
  });

  let steps = 0;
  addEventListener("py:progress", ({ detail }) => {
    if (Object.hasOwn(STAGES, detail)) {
      show(STAGES[detail]);
      find("boot-progress")?.setAttribute("value", ++steps);
    }
  });

  const fail = (kind, details) => {
    if (root.dataset.qwixx === "ready" || (root.dataset.qwixx === "failed" && kind !== "wasm")) return;
    root.dataset.qwixx = "failed";
    const paint = () => {
      const box = find("boot-failure");
      if (!box) return;
      box.querySelector("h2").textContent = texts.failed;
      box.querySelector("p").textContent = texts[kind];
      box.querySelector("pre").textContent = String(details ?? "").slice(0, 600);
      find("boot-retry").textContent = texts.retry;
      find("boot-retry").onclick = () => location.reload();
      box.hidden = false;
      find("boot-stage").hidden = find("boot-progress").hidden = true;
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", paint);
    else paint();
  };

  // Without an origin only classic scripts are read: two carry the files. They run in this order.
  const carry = () => {
    for (const name of ["file/runtime.js", "file/game.js", "js/carried.js"]) {
      const script = document.createElement("script");
      script.src = `static/${name}`;
      script.async = false;
      document.head.append(script);
    }
  };

  if (typeof WebAssembly !== "object") fail("wasm", "WebAssembly");
  // On the second stack that it gives Python, Chromium crashes now and then: pyodide#6106.
  else delete WebAssembly.Suspending;
  addEventListener("error", (event) => {
    if (self.origin === "null" && event.target.type === "module") {
      self.qwixxBegin.then(carry);
      return;
    }
    // Captured: a missing script or style sheet is seen as well.
    const from = event.target === window ? event.message : event.target.src ?? event.target.href;
    fail("file", from);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => {
    fail(/SecurityError|IndexedDB|storage/i.test(String(reason)) ? "storage" : "file", reason);
  });
  // Some missing files make no event at all, only a bad answer.
  new PerformanceObserver((list) => {
    for (const { responseStatus, name } of list.getEntries())
      if (responseStatus >= 400) fail("file", `${responseStatus} ${name}`);
  }).observe({ type: "resource", buffered: true });
  let told = false;
  new MutationObserver(() => {
    // The first text, before it is painted.
    if (!told && find("boot-stage")) told = !show(0);
    // PyScript writes a Python error into the page.
    const error = document.querySelector(".py-error");
    if (error) fail("file", error.textContent);
  }).observe(root, { childList: true, subtree: true });
  self.qwixxBegin.then(() => setTimeout(() => fail("slow", ""), PATIENCE));
  // Another tab let a newer version in while this page loads: begin anew, lest it be of both.
  try {
    navigator.serviceWorker?.addEventListener("controllerchange", () => {
      if (root.dataset.qwixx !== "ready") location.reload();
    });
  } catch { /* a frame without an origin has none */ }
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll(".languages a")) {
      const other = new URLSearchParams(query);
      other.set("lang", link.lang);
      link.search = other;
    }
  });
})();
