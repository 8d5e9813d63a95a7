// PyScript opens IndexedDB and a BroadcastChannel as it starts, and stops where a frame's sandbox or
// settings forbid them. It needs neither: it gets a store in memory and, if need be, a dumb channel.
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
  const { get: own } = Object.getOwnPropertyDescriptor(globalThis, "indexedDB") ?? {};
  Object.defineProperty(globalThis, "indexedDB", { value: { open, own } });
  try {
    new BroadcastChannel("qwixx").close();
  } catch {
    globalThis.BroadcastChannel = class extends EventTarget { postMessage() {} close() {} };
  }
})();
