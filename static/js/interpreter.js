// The interpreter that pyscript.toml names: the vendored Pyodide, with the game's modules in one table,
// by path. Assembled, the table is a file of code; else it is made of the sources that a script carries.
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";

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

const fetchTable = async () => {
  const answer = await fetch(new URL("program.bin", document.baseURI));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  return new Uint8Array(await answer.arrayBuffer());
};

export { version };
export const loadPyodide = async (options) => {
  const fetched = self.qwixxSources ? JSON.stringify(self.qwixxSources) : fetchTable();
  const indexURL = new URL("../vendor/pyodide/", import.meta.url).href;
  const stdLibURL = `${indexURL}python_stdlib.bin`;
  const [python, table] = await Promise.all([load({ ...options, indexURL, stdLibURL }), fetched]);
  const globals = python.toPy({ table });
  python.runPython(INSTALL, { globals });
  globals.destroy();
  return python;
};
