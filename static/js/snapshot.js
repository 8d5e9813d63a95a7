// Snapshots of Python's memory after the game's modules have been imported. A worker makes a snapshot during a
// visit, and later visits start from it. Pyodide's functions for this are private and may change: after any
// failure or exception, the snapshot is deleted, and Python starts without one.
//
// Format: the SHA-256 of all that follows; 32-bit numbers (offset of the memory in Pyodide's snapshot, its size, and
// the count and indexes of the pages that are not empty); the bytes before the memory; then those pages.
const HASH = 32;
const PAGE = 4096;
const CHECK_MS = 10_000; // delay before the first check whether to make a snapshot, and between checks
const PLAY_MS = 60_000; // no snapshot is made in the first minute of a game
const LOW_MEMORY_GIB = 2; // too little memory for a second Python

const root = self.document?.documentElement;
const folder = () => new URL(".", document.baseURI);
const cacheName = () => `qwixx-snapshot ${folder().pathname}`;
// The ids cover everything that a snapshot depends on.
const request = () => new URL(`snapshot/${root.dataset.build}-${root.dataset.program}`, folder()).href;
const isPlaying = () => "phase" in root.dataset;
let isInUse = false; // whether Python starts, or has started, from the snapshot

// Returns whether a snapshot may be saved here: not in frames, whose storage belongs to another page, not where
// script bundles hold the files, not without hashes, and not on devices that save data or have little memory.
export const isAllowed = () => self === self.parent && !self.qwixxBoot.carried && Boolean(root.dataset.build)
  && Boolean(self.crypto?.subtle) && !navigator.connection?.saveData
  && (navigator.deviceMemory ?? LOW_MEMORY_GIB + 1) > LOW_MEMORY_GIB;

export const pack = async (snapshot) => {
  const words = new Uint32Array(snapshot.buffer);
  const [, start] = words;
  const isUsed = (page) => words.subarray((start + page * PAGE) / 4, (start + (page + 1) * PAGE) / 4).some(Boolean);
  const size = snapshot.length - start;
  const pages = Array.from({ length: size / PAGE }, (_none, page) => page).filter(isUsed);
  const data = pages.map((page) => snapshot.subarray(start + page * PAGE, start + (page + 1) * PAGE));
  const numbers = new Uint32Array([start, size, pages.length, ...pages]);
  const packed = new Blob([numbers, snapshot.subarray(0, start), ...data]);
  return new Blob([await crypto.subtle.digest("SHA-256", await packed.arrayBuffer()), packed]);
};

// Returns the bytes before the memory of a snapshot whose hash has been checked, and a function that fills the memory
// of Pyodide's module.
export const unpack = (buffer) => {
  const [start, size, count] = new Uint32Array(buffer, HASH, 3);
  const pages = new Uint32Array(buffer, HASH + 12, count);
  const from = HASH + 12 + 4 * count;
  const bytes = new Uint8Array(buffer, from + start);
  const fill = ({ HEAP8: memory }) => {
    if (memory.length !== size) throw new Error("a snapshot has another size");
    for (let first = 0, end; first < count; first = end) {
      for (end = first + 1; pages[end] === pages[end - 1] + 1;) end++;
      memory.set(bytes.subarray(first * PAGE, end * PAGE), pages[first] * PAGE);
    }
  };
  return { head: new Uint8Array(buffer, from, start), fill };
};

// Reads the snapshot in a worker; returns promises of the bytes before the memory, and of all bytes once their hash has
// been checked.
const read = () => {
  const reader = new Worker(new URL("snapshot_reader.js", import.meta.url));
  const receive = (name) => new Promise((resolve, reject) => {
    reader.addEventListener("message", ({ data }) => {
      if (data.error) reject(new Error(data.error));
      else if (data[name]) resolve(data[name]);
    });
    reader.addEventListener("error", reject);
  });
  const head = receive("head");
  const buffer = receive("buffer").finally(() => reader.terminate());
  for (const promise of [head, buffer]) promise.catch(() => {}); // the code that awaits it handles the error
  reader.postMessage({ url: request(), cacheName: cacheName(), HASH });
  return { head, buffer };
};

const isThere = async () => isAllowed() && Boolean(await caches.match(request(), { cacheName: cacheName() }));

// Returns a promise of the bytes before the memory of a snapshot and a function that fills the memory of Pyodide's
// module once the snapshot's hash has been checked, or undefined if there is no snapshot. Until `finish`, a flag in
// storage shows that the snapshot is being tried: if a page hangs or crashes with it, the next visit deletes it.
export const find = async () => {
  try {
    if (!await isThere()) return undefined;
    if (localStorage.getItem(cacheName())) {
      finish();
      await forget();
      return undefined;
    }
    localStorage.setItem(cacheName(), "tried");
    const { head, buffer } = read();
    isInUse = true;
    return { head, fill: async (module) => unpack(await buffer).fill(module) };
  } catch {
    return undefined; // storage is blocked
  }
};

// Returns the bytes of the snapshot for a second Python (static/js/sandbox_worker.js), or undefined if there is none
// or its hash is wrong.
export const readForSandbox = async () => {
  try {
    return await isThere() ? await read().buffer : undefined;
  } catch {
    return undefined; // damaged, or storage is blocked
  }
};

// Removes the flag: Python has started, with or without a snapshot.
export const finish = () => {
  try {
    localStorage.removeItem(cacheName());
  } catch {} // storage is blocked: there is no flag
};

// Deletes the snapshot; returns whether Python has started from it.
export const forget = async () => {
  const wasInUse = isInUse;
  isInUse = false;
  try {
    await caches.delete(cacheName());
  } catch {} // storage is blocked: there is no snapshot
  return wasInUse;
};

// Makes a snapshot and saves it in place of older ones; returns whether that worked. Stops when a game begins.
export const make = async (readTable) => {
  let maker, watch;
  const wasPlaying = isPlaying();
  const begins = new Promise((_resolve, reject) => {
    watch = new MutationObserver(() => !wasPlaying && isPlaying() && reject(new Error("a game begins")));
    watch.observe(root, { attributeFilter: ["data-phase"] });
  });
  begins.catch(() => {}); // the code that awaits it handles the error
  try {
    maker = new Worker(new URL("snapshot_maker.js", import.meta.url), { type: "module" });
    const table = await Promise.race([begins, readTable()]);
    const answer = new Promise((resolve, reject) => {
      maker.onmessage = ({ data }) => resolve(data);
      maker.onerror = reject;
      maker.postMessage({ table, program: root.dataset.program });
    });
    const { made, error } = await Promise.race([begins, answer]);
    if (error) throw new Error(error);
    await forget();
    await (await caches.open(cacheName())).put(request(), new Response(made));
    return true;
  } catch (error) {
    console.debug(error); // no space or no worker, or a game begins
    return false;
  } finally {
    watch.disconnect();
    maker?.terminate();
  }
};

// Makes a snapshot once the page is idle, if it may be saved here.
export const makeLater = (readTable) => {
  if (!isAllowed()) return;
  const idle = self.requestIdleCallback ?? setTimeout;
  let playedMs = 0; // of the running game
  const check = () => {
    playedMs = isPlaying() ? playedMs + CHECK_MS : 0;
    const isIdle = root.dataset.qwixx === "ready" && (playedMs === 0 || playedMs > PLAY_MS);
    if (isIdle) idle(() => make(readTable));
    else setTimeout(check, CHECK_MS);
  };
  setTimeout(check, CHECK_MS);
};
