// The worker that makes a snapshot, in a second Python beside the page's.
import { installProgram, loadPrepared } from "./interpreter.js";
import { pack } from "./snapshot.js";

// Pyodide stores the names of JavaScript objects and looks them up in the page later. The hash seed is fixed,
// so that a snapshot contains no random state.
const OPTIONS = {
  _makeSnapshot: true,
  jsglobals: { document: {}, window: {} },
  env: { PYTHONHASHSEED: "0" },
};

const make = async ({ table, program }) => {
  let size;
  const python = await loadPrepared(OPTIONS, ({ HEAP8 }) => { size = HEAP8.length; });
  const installed = installProgram(python, table);
  if (installed && installed !== program) throw new Error("the program is of another version");
  python.runPython("from qwixx.ui import app; app.import_modules_for_snapshot()");
  const snapshot = python.makeMemorySnapshot();
  if (python._module.HEAP8.length !== size) throw new Error("memory has grown: no new one has that size");
  return await pack(snapshot);
};

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ made: await make(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
