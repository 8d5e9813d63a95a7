// Works around browsers and hosts that PyScript and Pyodide do not expect.
(() => {
  "use strict";
  // Both open IndexedDB and a BroadcastChannel when they start, and fail if a frame's sandbox or the settings
  // forbid that. They need neither: a store in memory replaces IndexedDB, and an idle channel one that fails.
  const resolvedRequest = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess?.({ target: { result } }));
    return request;
  };
  const open = () => {
    const entries = new Map();
    const store = {
      clear: () => resolvedRequest(entries.clear()),
      count: () => resolvedRequest(entries.size),
      delete: (key) => resolvedRequest(entries.delete(key)),
      get: (key) => resolvedRequest(entries.get(key)),
      getAllKeys: () => resolvedRequest([...entries.keys()]),
      getKey: (key) => resolvedRequest(entries.has(key) ? key : undefined),
      put: (value, key) => resolvedRequest(entries.set(key, value)),
    };
    return resolvedRequest({ transaction: () => ({ objectStore: () => store }), close() {} });
  };
  const { get: own } = Object.getOwnPropertyDescriptor(globalThis, "indexedDB") ?? {};
  Object.defineProperty(globalThis, "indexedDB", { value: { open, own } });
  try {
    new BroadcastChannel("qwixx").close();
  } catch {
    globalThis.BroadcastChannel = class extends EventTarget { postMessage() {} close() {} };
  }
  // Browsers compile WebAssembly as a stream only if its type is application/wasm; without that, Pyodide waits
  // forever. Bytes from the network are counted as progress. A response from a cache is passed on unchanged:
  // the browser has compiled code for it, but would not have any for a new response.
  const { WebAssembly, qwixxBoot: boot } = self;
  if (!WebAssembly) return;
  const { instantiateStreaming } = WebAssembly;
  const isFromNetwork = () => boot.served && !navigator.serviceWorker?.controller
    && performance.getEntriesByType("resource").some(({ name, transferSize, encodedBodySize }) =>
      name.endsWith("/pyodide.asm.mjs") && transferSize > encodedBodySize);
  const isWasm = ({ headers }) => /^application\/wasm$/i.test(headers.get("content-type"));
  const countedAsWasm = ({ body }) => {
    boot.streamed = true;
    const count = new TransformStream({
      transform: (chunk, controller) => {
        boot.arrived?.(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const answer = await source;
      if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
      const asIs = isWasm(answer) && !isFromNetwork();
      return await instantiateStreaming.call(WebAssembly, asIs ? answer : countedAsWasm(answer), imports);
    } catch (error) {
      boot.fail("file", error);
      throw error;
    }
  };
})();
