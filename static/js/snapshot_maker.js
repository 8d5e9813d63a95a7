// The worker in which a snapshot is made: a second Python, beside the one of the page.
import { installProgram, loadPrepared } from "./interpreter.js";
import { pack } from "./snapshot.js";

// Pyodide notes objects of JavaScript by their names, and looks these up in the page later. Strings have
// the same hashes each time: nothing that ought to be random stays in memory.
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
  return pack(snapshot);
};

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ made: await make(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
