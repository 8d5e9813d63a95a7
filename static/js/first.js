// Before the first paint: language, text direction, and color scheme. boot.js does the rest after that paint.
(() => {
  "use strict";
  const root = document.documentElement;
  const errors = [];
  const first = { errors, onError: (event) => errors.push(event) }; // until boot.js handles them
  for (const type of ["error", "unhandledrejection"])
    addEventListener(type, (event) => first.onError(event), true); // in the capture phase, to notice missing files
  const parsed = new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });

  const PREFIX = `qwixx:${location.pathname.replace(/\/{2,}/g, "/").replace(/[^/]*$/, "")}:`;
  const attempt = (get) => {
    try {
      return get();
    } catch {
      return null; // storage is blocked, or a text is damaged
    }
  };
  const read = (name) => attempt(() => localStorage.getItem(name));
  const settings = read(`${PREFIX}settings`) ?? read("qwixx:settings");
  const set = attempt(() => JSON.parse(settings));
  const isText = (value) => typeof value === "string";
  const sound = set === null ? settings === null : Object.values(set).every(isText);

  // URL parameters, parsed as in qwixx/ui/address.py.
  const query = new URLSearchParams(location.search.replace(/[?&][\w.~-]+(?==)/g,
    (name) => name.toLowerCase().replace("?", "&")));
  const known = typeof BOOT_TEXTS === "object" ? BOOT_TEXTS : {}; // from texts.js
  // The browser's languages, also for Python. In some web views, the list is missing or empty.
  const languages = [...attempt(() => [...navigator.languages]) ?? [], attempt(() => navigator.language)]
    .filter((code) => isText(code) && code !== "");
  const wanted = [query.get("lang"), set?.language, ...languages].filter(isText);
  const codes = wanted.map((code) => code.split(/[-_]/)[0].toLowerCase());
  const hasOwn = (code) => Object.prototype.hasOwnProperty.call(known, code);
  const found = codes.find(hasOwn) ?? "en";
  const language = isText(known[found]) ? known[found] : found; // an alias, such as "iw" for "he"
  const texts = known[language] ?? {}; // without them, the English texts in index.html remain
  root.lang = language;
  root.dir = texts.dir ?? "ltr";
  root.dataset.theme = [query.get("theme"), set?.theme, "auto"].find(isText);
  root.dataset.variant = query.get("variant") ?? "classic"; // the preview has a sheet for each variant
  const isEmbedded = query.get("embed") === "1";
  if (isEmbedded) root.dataset.embed = "1";
  root.dataset.early = ""; // until boot.js has written the texts

  let begin; // allows PyScript to start
  self.qwixxBegin = new Promise((resolve) => { begin = resolve; });
  self.qwixxFirst = Object.assign(first, { PREFIX, begin, isEmbedded, languages, query, read, sound, texts });

  const firstPaint = new Promise((resolve) => {
    new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").forEach(resolve))
      .observe({ type: "paint", buffered: true });
    setTimeout(resolve, isEmbedded || document.hidden ? 0 : 1000); // in the background, there is no paint
  });
  Promise.all([parsed, firstPaint]).then(() => {
    const script = document.getElementById("boot").content.querySelector("script").cloneNode(true);
    script.onload = script.onerror = ({ type }) => self.qwixxBoot || self.qwixxReport("static/js/boot.js", type);
    document.head.append(script);
  });
})();
