// Starts PyScript. Python workers need Function(), which the page's policy forbids; the
// game has none, so the hook that prepares them is taken out.
import { hooks } from "../vendor/pyscript/core.js";
hooks.worker.onBeforeRunAsync.clear();
