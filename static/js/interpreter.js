// The interpreter that pyscript.toml names: the vendored Pyodide with the game's modules in one table, by path.
// In an assembled folder, the table is a file of compiled code (program.bin); elsewhere, it is made from the
// sources in a script bundle. Later visits start from a snapshot of memory instead.
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import { find, forget, makeLater } from "./snapshot.js";

const FOLDER = new URL("../vendor/pyodide/", import.meta.url).href;
const INSTALL = `
import json, marshal
if isinstance(table, str):
    program, modules = "", json.loads(table)
else:
    program, modules = bytes(table[:8]).hex(), marshal.loads(table[8:])
importer = modules["qwixx/ui/files/importer.py"]
exec(importer if isinstance(importer, str) else marshal.loads(importer), globals())
install(modules, program)
del table
`;
// After starting from a snapshot: do not repeat random numbers or use cached folder listings.
const RENEW = "import random, sys; random.seed(); sys.path_importer_cache.clear()";

export const readTable = async () => {
  if (self.qwixxSources) return JSON.stringify(self.qwixxSources);
  const answer = await fetch(new URL("program.bin", document.baseURI));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  return new Uint8Array(await answer.arrayBuffer());
};

// Loads the vendored Pyodide.
const loadWith = (options) =>
  load({ ...options, indexURL: FOLDER, stdLibURL: `${FOLDER}python_stdlib.bin` });

// Loads Pyodide; calls `prepare` with its module before Python starts.
export const loadPrepared = (options, prepare) => {
  const script = import(`${FOLDER}pyodide.asm.mjs`); // while the snapshot is being read
  script.catch(() => {}); // the function that awaits it handles the error
  const createPyodideModule = async (settings) => {
    const { default: create } = await script;
    const module = await create(settings);
    await prepare(module);
    return module;
  };
  return loadWith({ ...options, createPyodideModule });
};

// Makes the table's modules importable; returns the program's id, or "" for sources.
export const installProgram = (python, table) => {
  const globals = python.toPy({ table });
  python.runPython(INSTALL, { globals });
  const program = globals.get("program");
  globals.destroy();
  return program;
};

export { version };
export const loadPyodide = async (options) => {
  const snapshot = await find();
  if (snapshot) {
    try {
      const python = await loadPrepared({ ...options, _loadSnapshot: snapshot.head }, snapshot.fill);
      python.runPython(RENEW);
      return python;
    } catch (error) {
      console.debug(error);
      await forget();
    }
  }
  const [python, table] = await Promise.all([loadWith(options), readTable()]);
  installProgram(python, table);
  makeLater(readTable);
  return python;
};
