// Python's memory with the game's modules imported, as a worker of this page has left it after an earlier
// visit: later visits begin there. What Pyodide has for that is private and may change: whatever goes
// wrong, the snapshot is forgotten, and Python starts as if there had been none.
//
// It is kept as numbers in 32 bits (where memory begins in what Pyodide made, its size, how many of its
// pages are not empty, and which), then what comes before memory, then those pages.
const PAGE = 4096;
const WAIT = 10_000; // ms after the game is there until a snapshot is made, and between two looks
const CALM = 60_000; // ms of a game in which nothing is made
const LITTLE = 2; // GiB: devices with no more have no memory for a second Python

const root = self.document?.documentElement;
const folder = () => new URL(".", document.baseURI);
const cacheName = () => `qwixx-snapshot ${folder().pathname}`;
// All that a snapshot is made of has these ids.
const request = () => new URL(`snapshot/${root.dataset.build}-${root.dataset.program}`, folder()).href;
const isPlaying = () => "phase" in root.dataset;

// Whether a snapshot may be kept here. In frames, storage is not ours; data that is carried has no address.
export const isAllowed = () => self === self.parent && !self.qwixxBoot.carried && Boolean(root.dataset.build)
  && !navigator.connection?.saveData && (navigator.deviceMemory ?? LITTLE + 1) > LITTLE;

export const pack = (snapshot) => {
  const words = new Uint32Array(snapshot.buffer);
  const [, start] = words;
  const isUsed = (page) => words.subarray((start + page * PAGE) / 4, (start + (page + 1) * PAGE) / 4).some(Boolean);
  const size = snapshot.length - start;
  const pages = Array.from({ length: size / PAGE }, (_none, page) => page).filter(isUsed);
  const data = pages.map((page) => snapshot.subarray(start + page * PAGE, start + (page + 1) * PAGE));
  return new Blob([new Uint32Array([start, size, pages.length, ...pages]), snapshot.subarray(0, start), ...data]);
};

const unpack = (buffer) => {
  const [start, size, count] = new Uint32Array(buffer, 0, 3);
  const pages = new Uint32Array(buffer, 12, count);
  const bytes = new Uint8Array(buffer, 12 + 4 * count);
  if (bytes.length !== start + count * PAGE) throw new Error("a snapshot is cut short");
  const fill = (memory) => {
    if (memory.length !== size) throw new Error("a snapshot is of another size");
    for (let from = 0, to; from < count; from = to) {
      for (to = from + 1; pages[to] === pages[to - 1] + 1;) to++;
      memory.set(bytes.subarray(start + from * PAGE, start + to * PAGE), pages[from] * PAGE);
    }
  };
  return { head: bytes.subarray(0, start), fill };
};

// Returns what comes before memory in a snapshot, and what fills the memory of Pyodide's module; undefined
// if there is none. From here until `finish`, a mark says that it is being tried: one with which a page has
// hung or crashed is forgotten.
export const find = async () => {
  try {
    const found = isAllowed() && await caches.match(request(), { cacheName: cacheName() });
    if (!found) return undefined;
    if (localStorage.getItem(cacheName())) {
      finish();
      await forget();
      return undefined;
    }
    localStorage.setItem(cacheName(), "tried");
    const unpacked = found.arrayBuffer().then(unpack);
    const head = unpacked.then(({ head }) => head);
    head.catch(() => {}); // whoever waits for it is told
    return { head, fill: async ({ HEAP8 }) => (await unpacked).fill(HEAP8) };
  } catch {
    return undefined; // storage is blocked
  }
};

// Takes the mark away: Python is there, with a snapshot or without.
export const finish = () => {
  try {
    localStorage.removeItem(cacheName());
  } catch {} // storage is blocked: there is none
};

// Forgets a snapshot that was of no use; returns whether there was one.
export const forget = () => caches.delete(cacheName()).catch(() => false);

// Makes a snapshot and keeps it in the place of older ones; returns whether it could. Gives up when a
// game begins meanwhile.
export const make = async (readTable) => {
  let maker, watch;
  const wasPlaying = isPlaying();
  const begins = new Promise((_resolve, reject) => {
    watch = new MutationObserver(() => !wasPlaying && isPlaying() && reject(new Error("a game begins")));
    watch.observe(root, { attributeFilter: ["data-phase"] });
  });
  begins.catch(() => {}); // whoever waits for it is told
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
    console.debug(error); // there is no room, or no worker
    return false;
  } finally {
    watch.disconnect();
    maker?.terminate();
  }
};

// Makes a snapshot once nobody waits for anything, if it may be kept here.
export const makeLater = (readTable) => {
  if (!isAllowed()) return;
  const idle = self.requestIdleCallback ?? setTimeout;
  let played = 0; // ms of the running game
  const look = () => {
    played = isPlaying() ? played + WAIT : 0;
    const isCalm = root.dataset.qwixx === "ready" && (played === 0 || played > CALM);
    if (isCalm) idle(() => make(readTable));
    else setTimeout(look, WAIT);
  };
  setTimeout(look, WAIT);
};
