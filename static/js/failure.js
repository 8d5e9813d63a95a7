// What keeps the page from starting: the browser, saved data, the network, or the page's host, with
// the file and what is wrong with it. And while it loads slowly: how far it is.
(() => {
  "use strict";
  const SLOW = 5_000; // ms before the page says how far it is
  const QUIET = 8_000; // ms without anything new before the host is asked what is the matter
  const LONG = 45_000; // ms without anything new before the page offers to try again
  const ALL = 13_400_000; // bytes, about: what has to arrive before the game starts

  const LISTED = /^ +"([^"]+)": "([0-9a-f]{64})"/gm; // a file and its hash in sw.js

  const boot = self.qwixxBoot;
  const root = document.documentElement;
  const known = typeof FAILURE_TEXTS === "object" ? FAILURE_TEXTS : {};
  const texts = known[root.lang] ?? known.en ?? {};
  const find = (id) => document.getElementById(id);
  const page = (path) => new URL(path, document.baseURI);
  const fetchFromHost = self.fetch.bind(self); // carried.js puts another in its place

  // What is saved may be the cause: the game can start without.

  const saved = () => {
    const ours = (name) => (name.startsWith(boot.PREFIX)
      ? !/^(aside:|page$)/.test(name.slice(boot.PREFIX.length)) && !(boot.sound && name === `${boot.PREFIX}settings`)
      : /^qwixx:(game|setup|lesson)(\?|$)/.test(name) || (!boot.sound && name === "qwixx:settings"));
    try {
      return Object.keys(localStorage).filter(ours);
    } catch {
      return [];
    }
  };
  const putAside = () => {
    let number = 1;
    const keep = (text) => {
      while (boot.read(`${boot.PREFIX}aside:${number}`) !== null) number++;
      localStorage.setItem(`${boot.PREFIX}aside:${number}`, text);
    };
    for (const name of saved()) {
      const text = boot.read(name);
      localStorage.removeItem(name); // first: there may be no room for both
      try {
        keep(text);
      } catch {
        localStorage.setItem(name, text);
      }
    }
    try {
      if (typeof history.state === "string") keep(history.state); // a game that a reload handed over
    } catch { /* it is a copy */ }
    history.replaceState(null, "");
    location.reload();
  };

  // Loads the page anew, which then knows why.
  const reload = (reason) => {
    history.replaceState({ ...reason, kept: history.state }, "");
    location.reload();
  };
  // Fetches all parts past the browser's cache and loads the page anew; calls a function if it cannot.
  let asking = false; // what is asked in vain meanwhile is no failure
  const renew = async (otherwise) => {
    asking = true;
    try {
      if (!boot.served) throw new Error("no host to ask");
      const list = await (await fetch("sw.js", { cache: "reload" })).text();
      const paths = Array.from(list.matchAll(LISTED), ([, path]) => path);
      if (paths.length === 0) throw new Error("no list");
      await Promise.all(paths.map(async (path) => {
        const cache = path.startsWith("static/vendor/") ? "no-cache" : "reload";
        const answer = await fetch(path, { cache });
        if (!answer.ok) throw new Error(path);
        await answer.arrayBuffer();
      }));
      reload({ renewed: true });
    } catch {
      asking = false;
      otherwise();
    }
  };
  // For a page of two versions. Python calls it, too, which knows its own.
  self.qwixxRenew = (go) => {
    const stay = () => {
      root.dataset.mixed = "1";
      go();
    };
    if (boot.again) stay();
    else renew(stay);
  };

  // The host. What it gives for a file is compared with what a browser takes.

  const TYPES = { mjs: /^\w+\/(x-)?(java|ecma)script/i, js: /^\w+\/(x-)?(java|ecma)script/i, css: /^text\/css/i };
  const WANTED = { mjs: "text/javascript", js: "text/javascript", css: "text/css" };
  const STARTS = { wasm: [0, 97, 115, 109] };
  const RUNTIME = ["pyscript/core.js", "pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide-lock.json", "pyodide/python_stdlib.bin", "pyodide/pyodide.asm.wasm"];
  const LATER = /\.(woff2|png|svg|ico|mo|whl)$|\/weights\/[^/]+$|\/(static\/manifest\.json|(qr|prerendered)\/\w+\.js|sw\.js)$/; // the game starts without

  // Asks for a file past the service worker, which has its own copies.
  const ask = (path, options) => {
    const url = page(path);
    if (navigator.serviceWorker?.controller) url.search = "?now";
    return fetchFromHost(url, { redirect: "manual", signal: AbortSignal.timeout(QUIET), ...options });
  };
  // Returns the text of sw.js; undefined if nobody answers.
  const readList = () => ask("sw.js", { cache: "no-store" }).then((answer) => answer.text())
    .catch(() => undefined);
  // Returns what is wrong with a file, by its headers and first bytes; undefined if nothing is.
  const inspect = async (path) => {
    const suffix = path.split(".").at(-1);
    let answer;
    try {
      answer = await ask(path);
      const type = (answer.headers.get("content-type") ?? "").split(";")[0].trim();
      const nosniff = /nosniff/i.test(answer.headers.get("x-content-type-options") ?? "");
      const { status } = answer;
      const seen = { path, status, type, nosniff, encoding: answer.headers.get("content-encoding") };
      if (answer.type === "opaqueredirect") return { kind: "page", ...seen };
      if (status === 429 || status > 501) return { kind: "busy", ...seen };
      if (!answer.ok) return { kind: "status", ...seen };
      const reader = answer.body.getReader();
      const { value: start = [] } = await reader.read();
      reader.cancel();
      const first = new TextDecoder().decode(start.slice(0, 200)).trimStart();
      if (/^<(!doctype|html|head|body|title|meta)/i.test(first)) return { kind: "page", ...seen };
      if (start[0] === 0x1f && start[1] === 0x8b) return { kind: "packed", ...seen };
      if (start.length === 0 || STARTS[suffix]?.some((byte, index) => start[index] !== byte))
        return { kind: "broken", ...seen };
      const isModule = suffix === "mjs" || /\/pyscript\/|(runtime|interpreter|snapshot)\.js$/.test(path);
      const strict = nosniff || isModule || suffix === "css";
      if (strict && TYPES[suffix]?.test(type) === false)
        return { kind: type ? "type" : "untyped", wanted: WANTED[suffix], ...seen };
    } catch (error) {
      return error.name === "TimeoutError" ? { kind: "silent", path } : { kind: "cut", path };
    }
    return undefined;
  };
  // Returns what is wrong with a file's content, which `inspect` has found no fault with. A file that
  // takes too long is not judged: on a slow network that is nobody's fault.
  const compare = async (path, hashes) => {
    try {
      const bytes = await (await ask(path, { cache: "force-cache" })).arrayBuffer();
      if (!hashes.has(path) || !self.crypto?.subtle) return undefined;
      const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
      const hash = digest.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return hash === hashes.get(path) ? undefined : { kind: "broken", path };
    } catch (error) {
      return error.name === "TimeoutError" ? undefined : { kind: "cut", path };
    }
  };
  // Returns the paths of the files that the start needs, those first that a failure names.
  const needed = (details) => {
    const urls = /(?<!blob:)https?:\/\/[^/\s]+\/[^\s:?#"'<>)]+/g;
    const named = Array.from(String(details?.stack ?? details).matchAll(urls), ([url]) => url);
    const tags = [document, find("rest")?.content ?? document].flatMap((parent) =>
      Array.from(parent.querySelectorAll("script[src]:not([type='py']), link[rel='stylesheet']"),
        (tag) => page(tag.getAttribute("src") ?? tag.getAttribute("href")).href));
    const runtime = RUNTIME.map((name) => page(`static/vendor/${name}`).href);
    const asked = performance.getEntriesByType("resource").map(({ name }) => name);
    const all = boot.carried ? [...tags, ...named] : [...named, ...tags, ...runtime, ...asked];
    const home = page(".").href;
    return [...new Set(all.map((url) => url.replace(/[?#].*$/, "")))]
      .filter((url) => url.startsWith(home) && url !== home && !LATER.test(url))
      .map((url) => url.slice(home.length));
  };
  // Returns the first fault of the host, or that it does not answer; undefined if all is well.
  const diagnose = async (details, wholly) => {
    const paths = needed(details);
    const faults = (await Promise.all(paths.map(inspect))).filter(Boolean);
    const sure = faults.find(({ kind }) => kind !== "cut" && kind !== "silent");
    if (sure) return sure;
    const list = await readList();
    if (list === undefined) return { kind: "network" };
    const hashes = new Map(Array.from(list.matchAll(LISTED), ([, path, hash]) => [path, hash]));
    const wrong = faults.length || !wholly ? faults
      : await Promise.all(paths.map((path) => compare(path, hashes)));
    const fault = wrong.find((found) => found && found.kind !== "silent");
    if (fault?.kind !== "cut") return fault;
    // Where the host still answers, it is not the network that has cut the file off.
    return await readList() === undefined ? { kind: "network" } : { ...fault, kind: "broken" };
  };

  // Adopts style sheets that the browser has refused for their type: they are there, and empty.
  boot.dress = async () => {
    if (!boot.served) return;
    for (const { sheet, href } of document.querySelectorAll("link[rel='stylesheet']")) {
      if (sheet?.cssRules.length !== 0) continue;
      const text = await (await fetchFromHost(href)).text();
      const adopted = new CSSStyleSheet();
      const absolute = (_all, path) => `url("${new URL(path, href)}")`;
      adopted.replaceSync(text.replace(/url\("([^"]+)"\)/g, absolute));
      document.adoptedStyleSheets.push(adopted);
    }
  };

  // What is shown.

  const HOSTS = ["status", "type", "untyped", "packed", "broken"];
  const write = (element, text) => {
    if (typeof text === "string") element.textContent = text;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => `\u2068${values[name]}\u2069`);
  const isLoading = () => root.dataset.qwixx === "loading";
  const turn = (shown, failed) => {
    find("boot-failure").hidden = !shown;
    find("boot-stage").hidden = find("boot-progress").hidden = failed;
  };
  const paint = (kind, details, fault = {}) => {
    const failed = !isLoading();
    const box = find("boot-failure");
    const values = { ...fault, file: fault.path, host: location.host, command: "python3 -m qwixx bundle" };
    const sentences = [texts[kind], HOSTS.includes(kind) && texts.host].filter(Boolean);
    const facts = [fault.status, fault.type, fault.nosniff && "nosniff", fault.encoding].filter(Boolean);
    turn(true, failed);
    box.querySelector("h2").hidden = !failed;
    write(box.querySelector("h2"), texts.failed);
    if (sentences.length) box.querySelector("p").textContent = fill(sentences.join(" "), values);
    const line = fault.path ? `${fault.path}: ${facts.join(", ")}\n` : "";
    box.querySelector("pre").textContent = `${line}${details?.message ?? details ?? ""}`.slice(0, 600);
    write(find("boot-retry"), texts.retry);
    find("boot-retry").onclick = () => {
      root.dataset.qwixx = "loading";
      turn(false, false);
      if (["wasm", "storage", "slow", "silent"].includes(kind)) location.reload();
      else renew(() => location.reload());
    };
    const hasSaved = typeof history.state === "string" || saved().length > 0;
    find("boot-saved").hidden = !(hasSaved && ["file", "python", "storage"].includes(kind));
    write(find("boot-saved").querySelector("span"), texts.saved);
    write(find("boot-without"), texts.without);
    find("boot-without").onclick = putAside;
  };

  const causeOf = (kind, said) => {
    if (kind !== "file") return kind;
    if (/RangeError|PythonError/.test(said)) return "python";
    return /SecurityError|IndexedDB|storage/i.test(said) ? "storage" : kind;
  };
  const faultOf = async (cause, details) => {
    const said = String(details);
    if (cause === "file" && said.startsWith("file:"))
      return { kind: "folder", path: said.slice(page(".").href.length) };
    if (!boot.served || (cause !== "file" && cause !== "python")) return undefined;
    const fault = await diagnose(details, true);
    return fault && boot.carried?.path ? boot.carried : fault; // why all is carried
  };
  let busy = false; // what is asked in vain meanwhile is no failure
  boot.fail = async (kind, details) => {
    if (asking || busy || !isLoading()) return;
    if (kind === "python" && /ImportError|ModuleNotFoundError/.test(details) && !boot.again) {
      renew(() => boot.fail("file", details)); // modules of two versions
      return;
    }
    busy = true;
    const cause = causeOf(kind, String(details));
    const fault = await faultOf(cause, details);
    busy = false;
    if (!isLoading()) return;
    const carries = HOSTS.includes(fault?.kind) && !/^static\/(css|js|file)\//.test(fault.path);
    if (carries && !boot.carried) {
      reload({ carried: fault });
      return;
    }
    root.dataset.qwixx = "failed";
    paint(fault?.kind ?? cause, details, fault);
  };

  // What arrives, and what does not.

  let last = performance.now();
  let bytes = 0;
  boot.arrived = (count) => {
    last = performance.now();
    bytes += count;
  };
  new PerformanceObserver((list) => {
    for (const { responseStatus, name, decodedBodySize } of list.getEntries()) {
      if (!busy && !asking) boot.arrived(boot.streamed && name.endsWith(".wasm") ? 0 : decodedBodySize);
      // Some missing files make no event at all, only a bad answer.
      if (responseStatus >= 400 && !LATER.test(name)) boot.fail("file", `${responseStatus} ${name}`);
    }
  }).observe({ type: "resource", buffered: true });
  addEventListener("py:progress", () => boot.arrived(0));

  // Once nothing has arrived for some time, looks for a fault of the host that nothing told of.
  const probe = async () => {
    busy = true;
    const fault = boot.served ? await diagnose("", false) : undefined;
    busy = false;
    if (fault && fault.kind !== "network") boot.fail("file", fault.path);
  };
  self.qwixxBegin.then(() => {
    const begun = performance.now();
    let probed = false;
    let offered = false;
    const amount = document.createElement("p");
    const watch = setInterval(async () => {
      if (root.dataset.qwixx === "ready") clearInterval(watch);
      if (!isLoading() || busy || asking) return;
      const now = performance.now();
      if (now - begun > SLOW && texts.amount) {
        const part = Math.min(bytes / ALL, 0.99).toLocaleString(root.lang, { style: "percent" });
        amount.textContent = fill(texts.amount, { part });
        if (!amount.isConnected) find("boot-stage").after(amount);
      }
      if (now - last < LONG && offered) {
        offered = false;
        turn(false, false);
      } else if (now - last > LONG && !offered) {
        offered = true;
        const kind = !boot.served || await readList() !== undefined ? "slow" : "silent";
        if (isLoading()) paint(kind);
      } else if (now - last > QUIET && !probed) {
        probed = true;
        probe();
      }
    }, 1000);
  });

  for (const failure of boot.failures.splice(0)) boot.fail(...failure);
})();
