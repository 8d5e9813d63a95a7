// PyScript opens IndexedDB and a BroadcastChannel as it starts, and stops where a frame's sandbox or
// a person's settings forbid them. It needs neither here, so it gets a store in memory, everywhere
// the same, and a channel that nobody listens to where the real one is refused.
(() => {
  "use strict";
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
  Object.defineProperty(globalThis, "indexedDB", { value: { open } });
  try {
    new BroadcastChannel("qwixx").close();
  } catch {
    globalThis.BroadcastChannel = class extends EventTarget { postMessage() {} close() {} };
  }
})();
