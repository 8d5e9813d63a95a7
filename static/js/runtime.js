// Starts PyScript, in a preview not before somebody wants to play. Python workers need Function(),
// which the page's policy forbids; the game has none, so the hook that prepares them is taken out. The
// game begins as soon as Python and the page's styles are there: nothing is shown without them. The
// Python half of PyScript, which the game hardly needs, comes after that; by the folder's time alone
// Python would not always see that it has come, for browsers' clocks may be coarse.
import { finish, forget } from "./snapshot.js";

self.qwixxModule = (address) => import(address);
await self.qwixxBegin;
const { hooks } = await import("../vendor/pyscript/core.js");
hooks.worker.onBeforeRunAsync.clear();
hooks.main.onReady.add(async ({ interpreter }) => {
  await self.qwixxDressed;
  try {
    interpreter.pyimport("qwixx.ui.app").start();
    finish();
  } catch (error) {
    console.error(error);
    if (await forget()) location.reload(); // maybe it was of no use
    else self.qwixxBoot.fail("python", error);
  }
  await new Promise((done) => (self.requestIdleCallback ?? setTimeout)(done));
  interpreter.pyimport("sys").path_importer_cache.clear();
});
