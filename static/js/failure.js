// Explains whether the browser, saved data, the network, or the host keeps the page from starting, and names the
// faulty file, if any. Shows the progress of a slow start.
(() => {
  "use strict";
  const SLOW = 5_000; // ms before the page shows its progress
  const QUIET = 8_000; // ms without new data before the host is checked
  const LONG = 45_000; // ms without new data before the page offers to try again
  const ALL = 13_400_000; // approximate number of bytes that the start needs

  const LISTED = /^ +"([^"]+)": "([0-9a-f]{64})"/gm; // a file and its hash in sw.js

  const boot = self.qwixxBoot;
  const { find, write } = boot;
  const root = document.documentElement;
  const known = typeof FAILURE_TEXTS === "object" ? FAILURE_TEXTS : {};
  const texts = known[root.lang] ?? known.en ?? {};
  const page = (path) => new URL(path, document.baseURI);
  const fetchFromHost = self.fetch.bind(self); // carried.js replaces self.fetch

  // Saved data may be the cause: the game can start without it.

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
  const quarantineSaved = () => {
    let number = 1;
    const keep = (text) => {
      while (boot.read(`${boot.PREFIX}aside:${number}`) !== null) number++;
      localStorage.setItem(`${boot.PREFIX}aside:${number}`, text);
    };
    for (const name of saved()) {
      const text = boot.read(name);
      localStorage.removeItem(name); // first, because there may be no space for both
      try {
        keep(text);
      } catch {
        localStorage.setItem(name, text);
      }
    }
    try {
      if (typeof history.state === "string") keep(history.state); // a game saved for a reload
    } catch { /* the state is only a copy */ }
    history.replaceState(null, "");
    location.reload();
  };

  // Reloads the page and passes the reason to it.
  const reload = (reason) => {
    history.replaceState({ ...reason, kept: history.state }, "");
    location.reload();
  };
  // Refreshes all files in the browser's cache and reloads the page; calls `otherwise` if a fetch fails.
  let isRenewing = false; // while true, failed requests are not reported
  const renew = async (otherwise) => {
    isRenewing = true;
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
      isRenewing = false;
      otherwise();
    }
  };
  // For a page that mixes two versions; Python, which knows its own version, also calls this function.
  self.qwixxRenew = (go) => {
    const startMixed = () => {
      root.dataset.mixed = "1";
      go();
    };
    if (boot.again) startMixed();
    else renew(startMixed);
  };

  // The service worker's cache may be damaged, or lack a file that the host no longer has. There is one way out,
  // which is tried once: without the service worker and its cache, all files come from the host. Saved games stay.

  const isControlled = () => boot.served && !boot.left && Boolean(navigator.serviceWorker?.controller);
  const leaveWorker = async () => {
    const { pathname } = page(".");
    const isOurs = (name) => name.startsWith(`qwixx ${pathname} `) || name === `qwixx-snapshot ${pathname}`;
    try {
      await (await navigator.serviceWorker.getRegistration())?.unregister();
      await Promise.all((await caches.keys()).filter(isOurs).map((name) => caches.delete(name)));
    } catch { /* storage is blocked: nothing is cached */ }
    reload({ left: true });
  };
  // Returns whether the cache may be the cause: the host's files have no fault, or are of another version.
  const isCacheSuspect = async (fault) => {
    if (!isControlled() || (fault && !HOSTS.includes(fault.kind))) return false;
    if (!fault) return true;
    const html = await fetchPastWorker(".", { cache: "no-store" }).then((answer) => answer.text()).catch(() => "");
    const build = /<html [^>]*data-build="?([0-9a-f]+)/i.exec(html)?.[1];
    return build !== undefined && build !== root.dataset.build;
  };

  // The host: its responses are compared with those that browsers accept.

  const TYPES = { mjs: /^\w+\/(x-)?(java|ecma)script/i, js: /^\w+\/(x-)?(java|ecma)script/i, css: /^text\/css/i };
  const WANTED = { mjs: "text/javascript", js: "text/javascript", css: "text/css" };
  const STARTS = { wasm: [0, 97, 115, 109] };
  const RUNTIME = ["pyscript/core.js", "pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide-lock.json", "pyodide/python_stdlib.bin", "pyodide/pyodide.asm.wasm"];
  const LATER = /\.(woff2|png|svg|ico|mo|whl)$|\/weights\/[^/]+$|\/(static\/manifest\.json|(qr|prerendered)\/\w+\.js|sw\.js)$/; // the game starts without these

  // Fetches a file, bypassing the service worker's cache.
  const fetchPastWorker = (path, options) => {
    const url = page(path);
    if (navigator.serviceWorker?.controller) url.search = "?now";
    return fetchFromHost(url, { redirect: "manual", signal: AbortSignal.timeout?.(QUIET), ...options });
  };
  // Returns the text of sw.js, or undefined if the host does not respond.
  const readList = () => fetchPastWorker("sw.js", { cache: "no-store" }).then((answer) => answer.text())
    .catch(() => undefined);
  // Returns the fault that a file's headers and first bytes show, or undefined.
  const inspect = async (path) => {
    const suffix = path.split(".").pop(); // not at(): this script runs in old browsers, too
    let answer;
    try {
      answer = await fetchPastWorker(path);
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
  // Compares the hash of a file that passed `inspect`; returns the fault, or undefined. A timeout is not a fault:
  // the network may be slow.
  const compareHash = async (path, hashes) => {
    try {
      const bytes = await (await fetchPastWorker(path, { cache: "force-cache" })).arrayBuffer();
      if (!hashes.has(path) || !self.crypto?.subtle) return undefined;
      const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
      const hash = digest.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return hash === hashes.get(path) ? undefined : { kind: "broken", path };
    } catch (error) {
      return error.name === "TimeoutError" ? undefined : { kind: "cut", path };
    }
  };
  // Returns the paths of the files that the start needs, and of those that a failure names.
  const neededPaths = (details) => {
    const urls = /(blob:)?https?:\/\/[^/\s]+\/[^\s:?#"'<>)]+/g;
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
  // Returns the host's first fault, of kind "network" if the host does not respond, or undefined if there is none.
  const diagnose = async (details, withHashes) => {
    const paths = neededPaths(details);
    const faults = (await Promise.all(paths.map(inspect))).filter(Boolean);
    const sure = faults.find(({ kind }) => kind !== "cut" && kind !== "silent");
    if (sure) return sure;
    const list = await readList();
    if (list === undefined) return { kind: "network" };
    const hashes = new Map(Array.from(list.matchAll(LISTED), ([, path, hash]) => [path, hash]));
    const wrong = faults.length || !withHashes ? faults
      : await Promise.all(paths.map((path) => compareHash(path, hashes)));
    const fault = wrong.find((found) => found && found.kind !== "silent");
    if (fault?.kind !== "cut") return fault;
    // If the host still responds, it was not the network that interrupted the transfer.
    return await readList() === undefined ? { kind: "network" } : { ...fault, kind: "broken" };
  };

  // Adopts style sheets that the browser refused because of their type: their elements exist, but have no rules.
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

  // The message

  const HOSTS = ["status", "type", "untyped", "packed", "broken"];
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
      if (kind === "slow" && isControlled()) leaveWorker(); // the cache is never that slow
      else if (["wasm", "storage", "slow", "silent", "old"].includes(kind)) location.reload();
      else renew(() => location.reload());
    };
    const hasSaved = typeof history.state === "string" || saved().length > 0;
    find("boot-saved").hidden = !(hasSaved && ["file", "python", "storage"].includes(kind));
    write(find("boot-saved").querySelector("span"), texts.saved);
    write(find("boot-without"), texts.without);
    find("boot-without").onclick = quarantineSaved;
  };

  const causeOf = (kind, said) => {
    if (kind !== "file") return kind;
    if (/RangeError|PythonError/.test(said)) return "python";
    return /SecurityError|IndexedDB|storage/i.test(said) ? "storage" : kind;
  };
  // Returns whether a script failed because the browser lacks a feature; called if no file has a fault.
  const isBrowserOld = (cause, said) => cause === "file"
    && /\b(ReferenceError|SyntaxError)\b|\bTypeError\b.* is not a (function|constructor)/.test(said);
  const faultOf = async (cause, details) => {
    const said = String(details);
    if (cause === "file" && said.startsWith("file:"))
      return { kind: "folder", path: said.slice(page(".").href.length) };
    if (!boot.served || (cause !== "file" && cause !== "python")) return undefined;
    const fault = await diagnose(details, true);
    return fault && boot.carried?.path ? boot.carried : fault; // the reason for script bundles
  };
  let isDiagnosing = false; // while true, failed requests are not reported
  boot.fail = async (kind, details) => {
    if (isRenewing || isDiagnosing || !isLoading()) return;
    if (kind === "python" && /ImportError|ModuleNotFoundError/.test(details) && !boot.again) {
      renew(() => boot.fail("file", details)); // the page may mix modules of two versions
      return;
    }
    isDiagnosing = true;
    const cause = causeOf(kind, String(details));
    const fault = await faultOf(cause, details);
    const leaves = ["file", "python"].includes(cause) && await isCacheSuspect(fault);
    isDiagnosing = false;
    if (!isLoading()) return;
    if (leaves) {
      await leaveWorker();
      return;
    }
    const carries = HOSTS.includes(fault?.kind) && !/^static\/(css|js|file)\//.test(fault.path);
    if (carries && !boot.carried) {
      reload({ carried: fault });
      return;
    }
    root.dataset.qwixx = "failed";
    paint(fault?.kind ?? (isBrowserOld(cause, String(details)) ? "old" : cause), details, fault);
  };

  // Progress and missing files

  let last = performance.now(), bytes = 0;
  boot.arrived = (count) => {
    last = performance.now();
    bytes += count;
  };
  new PerformanceObserver((list) => {
    for (const { responseStatus, name, decodedBodySize } of list.getEntries()) {
      if (!isDiagnosing && !isRenewing) boot.arrived(boot.streamed && name.endsWith(".wasm") ? 0 : decodedBodySize);
      // Some missing files cause no error event, only a bad response.
      if (responseStatus >= 400 && !LATER.test(name)) boot.fail("file", `${responseStatus} ${name}`);
    }
  }).observe({ type: "resource", buffered: true });
  addEventListener("py:progress", () => boot.arrived(0));

  // Looks for a fault of the host that caused no error event, after nothing has arrived for some time.
  const probe = async () => {
    isDiagnosing = true;
    const fault = boot.served ? await diagnose("", false) : undefined;
    isDiagnosing = false;
    if (fault && fault.kind !== "network") boot.fail("file", fault.path);
  };
  self.qwixxBegin.then(() => {
    const begun = performance.now();
    let probed = false, offered = false;
    const amount = document.createElement("p");
    const watch = setInterval(async () => {
      if (root.dataset.qwixx === "ready") clearInterval(watch);
      if (!isLoading() || isDiagnosing || isRenewing) return;
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
