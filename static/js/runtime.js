// Starts PyScript, in a preview not before somebody wants to play. Python workers need Function(),
// which the page's policy forbids; the game has none, so the hook that prepares them is taken out. And
// Python runs when the page's styles are there: nothing is shown without them.
await self.qwixxBegin;
const { hooks } = await import("../vendor/pyscript/core.js");
hooks.worker.onBeforeRunAsync.clear();
hooks.main.onReady.add(() => self.qwixxDressed);
