// The worker that reads a snapshot and checks its hash, which would block the page for a while. Sends the bytes
// before the memory at once, because Pyodide needs them first, and all bytes once they are checked.
"use strict";
addEventListener("message", async ({ data: { url, cacheName, HASH } }) => {
  try {
    const buffer = await (await caches.match(url, { cacheName })).arrayBuffer();
    const [start, , count] = new Uint32Array(buffer, HASH, 3);
    const from = HASH + 12 + 4 * count;
    postMessage({ head: new Uint8Array(buffer.slice(from, from + start)) });
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(buffer, HASH)));
    const hash = new Uint8Array(buffer, 0, HASH);
    if (digest.some((byte, index) => byte !== hash[index])) throw new Error("a snapshot is damaged");
    postMessage({ buffer }, [buffer]);
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
