// The worker that runs players' own bots, in a sandboxed frame (see qwixx/ui/browser/sandbox.py). It gets every file
// as a message, because it may fetch nothing, and it answers requests on a port. It is a classic worker: module
// workers do not start in a frame without an origin.
"use strict";
const FOLDER = "https://sandbox.invalid/";
const TIMERS = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];

const start = async ({ loader, script, wasm, library, lock, unpacker, snapshot, program, boot, maxMemory }, port) => {
  const load = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const files = { "pyodide.asm.wasm": wasm, "python_stdlib.bin": library, "pyodide-lock.json": lock };
  self.fetch = async (resource) => {
    const name = String(resource.url ?? resource).slice(FOLDER.length);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/json";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  // Calls `prepare` with Pyodide's module before Python starts.
  const createWith = (prepare) => async (settings) => {
    const { default: create } = await load(script);
    const { instantiateWasm } = settings;
    const limited = (imports, done) => {
      const { emscripten_resize_heap: grow } = imports.env;
      imports.env.emscripten_resize_heap = (size) => (size >>> 0 > maxMemory ? 0 : grow(size));
      return instantiateWasm(imports, done);
    };
    const module = await create({ ...settings, instantiateWasm: limited });
    prepare(module);
    return module;
  };
  const { loadPyodide } = await load(loader);
  const jsglobals = { document: {}, window: {} };
  for (const name of TIMERS) jsglobals[name] = self[name].bind(self);
  const stdLibURL = `${FOLDER}python_stdlib.bin`;
  const options = { indexURL: FOLDER, stdLibURL, jsglobals };
  const loadFresh = () => loadPyodide({ ...options, createPyodideModule: createWith(() => {}) });
  const loadSnapshot = async () => {
    const { unpack } = await load(unpacker);
    const { head, fill } = unpack(snapshot);
    return loadPyodide({ ...options, _loadSnapshot: head, createPyodideModule: createWith(fill) });
  };
  const python = await (snapshot ? loadSnapshot().catch(loadFresh) : loadFresh());
  const globals = python.toPy({ program, send: (text) => port.postMessage(text) });
  python.runPython(boot, { globals });
  return globals.get("receive");
};

addEventListener("message", async ({ data, ports: [port] }) => {
  const fail = (error) => port.postMessage(JSON.stringify({ type: "failed", id: 0, text: String(error) }));
  try {
    const receive = await start(data, port);
    port.onmessage = ({ data: request }) => {
      try {
        receive(request);
      } catch (error) {
        fail(error); // Python has crashed
      }
    };
    port.postMessage(JSON.stringify({ type: "ready", id: 0 }));
  } catch (error) {
    fail(error);
  }
}, { once: true });
