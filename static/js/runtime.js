// Starts PyScript; an embedded preview waits until its reader wants to play. Python workers need Function(),
// which the page's content security policy forbids; the game has no such workers, so their hook is removed.
// The game starts as soon as Python and the style sheets have loaded. PyScript's own Python modules, which the
// game hardly needs, follow; the path cache is cleared for them, because with a coarse clock Python may not
// notice that their folder has changed.
import { finish, forget, readForSandbox } from "./snapshot.js";

self.qwixxModule = (address) => import(address);
self.qwixxSnapshot = readForSandbox; // see qwixx/ui/browser/sandbox.py
await self.qwixxBegin;
const { hooks } = await import("../vendor/pyscript/core.js");
hooks.worker.onBeforeRunAsync.clear();
hooks.main.onReady.add(async ({ interpreter }) => {
  await self.qwixxDressed;
  // The snapshot may be the cause of any later exception (qwixx/ui/browser/page.py), and of a crash, after which
  // the page is dead; its game is saved.
  document.addEventListener("qwixx:exception", forget);
  interpreter._api.on_fatal = async () => { if (await forget()) location.reload(); };
  try {
    interpreter.pyimport("qwixx.ui.app").start();
    finish();
  } catch (error) {
    console.error(error);
    if (await forget()) location.reload(); // the snapshot may be the cause
    else self.qwixxBoot.fail("python", error);
  }
  await new Promise((done) => (self.requestIdleCallback ?? setTimeout)(done));
  interpreter.pyimport("sys").path_importer_cache.clear();
});
