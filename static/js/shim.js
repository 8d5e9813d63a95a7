// Where browsers and hosts are not what PyScript and Pyodide expect.
(() => {
  "use strict";
  // They open IndexedDB and a BroadcastChannel as they start, and stop where a frame's sandbox or settings
  // forbid them. They need neither: a store in memory does and, if need be, a channel that does nothing.
  const answer = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess?.({ target: { result } }));
    return request;
  };
  const open = () => {
    const kept = new Map();
    const store = {
      clear: () => answer(kept.clear()),
      count: () => answer(kept.size),
      delete: (key) => answer(kept.delete(key)),
      get: (key) => answer(kept.get(key)),
      getAllKeys: () => answer([...kept.keys()]),
      getKey: (key) => answer(kept.has(key) ? key : undefined),
      put: (value, key) => answer(kept.set(key, value)),
    };
    return answer({ transaction: () => ({ objectStore: () => store }), close() {} });
  };
  const { get: own } = Object.getOwnPropertyDescriptor(globalThis, "indexedDB") ?? {};
  Object.defineProperty(globalThis, "indexedDB", { value: { open, own } });
  try {
    new BroadcastChannel("qwixx").close();
  } catch {
    globalThis.BroadcastChannel = class extends EventTarget { postMessage() {} close() {} };
  }
  // A browser compiles what arrives only from a host that says application/wasm, and Pyodide waits for
  // ever if it cannot. What comes over the network is counted, too, as progress; what comes from a cache
  // is not, lest the browser lose the code that it has compiled for it.
  const { WebAssembly, qwixxBoot: boot } = self;
  if (!WebAssembly) return;
  const { instantiateStreaming } = WebAssembly;
  const isFromNetwork = () => !navigator.serviceWorker?.controller
    && performance.getEntriesByType("resource").some(({ name, transferSize, encodedBodySize }) =>
      name.endsWith("/pyodide.asm.mjs") && transferSize > encodedBodySize);
  const isWasm = ({ headers }) => /^application\/wasm$/i.test(headers.get("content-type"));
  const retyped = ({ body }) => {
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
      return await instantiateStreaming.call(WebAssembly, asIs ? answer : retyped(answer), imports);
    } catch (error) {
      boot.fail("file", error);
      throw error;
    }
  };
})();
