// Serves the page's files from script bundles (static/file, or the single file) where the page cannot fetch
// files; elsewhere, only Python modules come from a bundle. JavaScript modules get blob: URLs.
(() => {
  "use strict";
  // Each bundle maps paths to the lines of a text file or to a gzipped file in base64.
  const bundles = [...self.qwixxFiles ?? []];
  for (const data of document.querySelectorAll("script[data-carried]")) {
    bundles.push(JSON.parse(data.textContent));
    data.remove();
  }
  const files = new Map(bundles.flatMap(Object.entries)
    .map(([path, content]) => [new URL(path, document.baseURI).href, content]));

  // Sources of Python modules; interpreter.js passes them to Python. Compiled modules are not in bundles.
  const sources = bundles.flatMap(Object.entries).filter(([path]) => path.endsWith(".py"));
  if (sources.length > 0)
    self.qwixxSources = Object.fromEntries(sources.map(([path, lines]) => [path, lines.join("\n")]));

  const unpack = (text) => {
    const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  };
  // Unpacks a file in a worker. On the main thread, large files would take a twentieth of the startup time.
  const unpackInWorker = (text) => new Promise((resolve, reject) => {
    const source = `onmessage = ({ data }) => new Response((${unpack})(data)).arrayBuffer()
      .then((bytes) => postMessage(bytes, [bytes]), () => postMessage(null));`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.onmessage = ({ data }) => { worker.terminate(); data ? resolve(data) : reject(); };
    worker.onerror = reject;
    worker.postMessage(text);
  }).catch(() => unpack(text));
  const fetchFromNetwork = self.fetch.bind(self);
  self.fetch = async (resource, options) => {
    const url = new URL(resource.url ?? resource, document.baseURI);
    url.search = url.hash = "";
    const content = files.get(url.href);
    if (content === undefined) return fetchFromNetwork(resource, options);
    const type = url.pathname.endsWith(".wasm") ? "application/wasm" : "text/plain";
    const body = typeof content !== "string" ? content.join("\n")
      : content.length > 1e6 ? await unpackInWorker(content) : unpack(content);
    return new Response(body, { headers: { "content-type": type } });
  };

  const start = new URL("static/js/runtime.js", document.baseURI).href;
  if (!files.has(start)) return;

  // A blob: URL does not contain a module's own path, so imports are resolved here. In its source, a module
  // refers to itself by a number, because a quoted URL could end a string there.
  const modules = [];
  const blobUrls = new Map();
  const blobUrlOf = (url) => {
    if (!blobUrls.has(url)) blobUrls.set(url, createBlobUrl(url));
    return blobUrls.get(url);
  };
  const createBlobUrl = async (url) => {
    let source = await (await fetch(url)).text();
    for (const [clause, word, name] of source.matchAll(/\b(from|import)\s*"(\.\.?\/[^"]+)"/g))
      source = source.replaceAll(clause, `${word}"${await blobUrlOf(new URL(name, url).href)}"`);
    const number = modules.push({ url }) - 1;
    source = source.replaceAll("import.meta", `qwixxModules[${number}]`)
      .replace(/\bimport\(/g, `qwixxImport(${number},`);
    return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  };
  self.qwixxModules = modules;
  self.qwixxImport = async (number, name) =>
    import(await blobUrlOf(new URL(name, modules[number].url).href));

  // The style sheet lists the characters of each font.
  const sheet = new URL("static/css/fonts.css", document.baseURI).href;
  self.qwixxBegin.then(async () => {
    const face = /url\("([^"]+)"\)[^}]*unicode-range: ([^;]+);/g;
    const css = await (await fetch(sheet)).text();
    for (const [, path, unicodeRange] of css.matchAll(face)) {
      const bytes = await (await fetch(new URL(path, sheet))).arrayBuffer();
      document.fonts.add(new FontFace("Rubik", bytes, { weight: "300 900", unicodeRange }));
    }
  });

  self.qwixxBegin.then(async () => import(await blobUrlOf(start)));
})();
