// Shows the page while Python starts, as it was prerendered (qwixx/ui/prerender.py): for a first visit when
// the files were made, for a later one when the page was left. What people do meanwhile is recorded, and
// done once Python is there. What follows from a choice is in the data; nothing here knows a rule.
(() => {
  "use strict";
  const { PREFIX } = self.qwixxBoot;
  const KEY = `${PREFIX}page`;
  const SVG = "http://www.w3.org/2000/svg";
  const SVG_TAGS = ["svg", "line", "path", "polyline", "rect", "text"];
  const root = document.documentElement;
  const isWhole = !document.currentScript.src; // all of the page is in one file
  const tabState = () => (typeof history.state === "string" ? history.state : "");

  // Where the data are from.

  // Returns a number that differs if anything else is saved.
  const fingerprint = () => {
    let hash = 0;
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== KEY);
    for (const text of names.sort().flatMap((name) => [name, localStorage.getItem(name)]))
      for (let index = 0; index < text.length; index++)
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x1000193);
    return `${names.length} ${hash}`;
  };
  // Returns what prerendered data are valid for: this version, this tab, and what is saved.
  const validity = (state) => JSON.stringify([root.dataset.build, root.dataset.program, state, fingerprint()]);
  const readSaved = (state) => {
    const text = (state ? sessionStorage : localStorage).getItem(KEY) ?? "";
    const end = text.indexOf("\n");
    return text.slice(0, end) === validity(state) ? text.slice(end + 1) : "";
  };
  const readFirstVisit = () => new Promise((resolve) => {
    const script = document.createElement("script");
    script.dataset.optional = "";
    script.src = `static/prerendered/${root.lang}.js`;
    script.onload = () => resolve(JSON.stringify(self.qwixxFirstVisit));
    script.onerror = () => resolve("");
    document.head.append(script);
  });
  const isFirstVisit = () => !isWhole && !Object.keys(localStorage).some((name) => name.startsWith("qwixx:"));

  // What is drawn.

  let text, nodes, pages, page, element;

  const set = (target, name, value) => {
    target.setAttribute(name, value);
    if (name === "checked") target.checked = true;
  };
  const make = (child) => {
    if (typeof child === "string") return document.createTextNode(child);
    const [tag, attributes, , children] = nodes[child];
    const made = SVG_TAGS.includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) set(made, name, value);
    made.append(...children.map(make));
    return made;
  };
  // Makes one child of another one, and returns it.
  const change = (there, before, after) => {
    if (before === after) return there;
    const [tag, attributes, key, children] = nodes[after] ?? [];
    const [oldTag, oldAttributes, oldKey, oldChildren] = nodes[before] ?? [];
    if (tag === undefined || tag !== oldTag || key !== oldKey) {
      const made = make(after);
      there.replaceWith(made);
      return made;
    }
    for (const name of Object.keys(oldAttributes))
      if (!(name in attributes)) there.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes))
      if (oldAttributes[name] !== value) set(there, name, value);
    if (children.length === oldChildren.length)
      [...there.childNodes].forEach((child, index) => change(child, oldChildren[index], children[index]));
    else there.replaceChildren(...children.map(make));
    return there;
  };
  const show = (index) => {
    const { root: attributes, node } = pages[index];
    for (const name of Object.keys(pages[page]?.root ?? {}))
      if (!(name in attributes)) root.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes))
      if (name !== "data-theme") root.setAttribute(name, value); // an address may name another one
    element = element ? change(element, pages[page].node, node) : make(node);
    page = index;
  };

  // What people do.

  const done = []; // [action, value, cell, player]
  let pressed; // the last button that leads elsewhere
  let isKnown = true; // whether the page shows all that was chosen
  const follow = (choice) => {
    const next = isKnown ? pages[page].next[choice] : undefined;
    if (next !== undefined) show(next);
    return next !== undefined;
  };
  const onChange = ({ target }) => {
    const { action } = target.dataset;
    if (!action) return;
    done.push([action, target.value]);
    isKnown = follow(`${action}=${target.value}`);
  };
  const onClick = ({ target }) => {
    const control = target.closest("button, [data-cell]");
    if (!element.contains(control) || control.getAttribute("aria-disabled") === "true") return;
    const { action, cell } = control.dataset;
    if (!cell && follow(action)) {
      done.push([action, ""]);
      element.querySelector(`[data-action="${action}"]`)?.focus(); // it may have another place
      if (Object.keys(pages[page].next).length > 0) return;
      element.querySelector("main").focus({ preventScroll: true });
    } else {
      pressed?.control.removeAttribute("aria-busy");
      control.setAttribute("aria-busy", "true");
      const { player } = control.closest("[data-player]")?.dataset ?? {};
      pressed = { control, done: [action ?? "", "", cell ?? "", player ?? ""] };
    }
    root.dataset.prerendered = "waits";
  };

  const isPlain = (parameters) => [...new URLSearchParams(location.search).keys()]
    .every((name) => !parameters.includes(name.toLowerCase()));
  self.qwixxPrerender = {
    // Draws the page; without data that are valid, it stays as it is.
    draw: async () => {
      if (self !== self.parent || location.hash) return;
      try {
        const state = tabState();
        text = readSaved(state) || (state || !isFirstVisit() ? "" : await readFirstVisit());
        if (!text) return;
        const data = JSON.parse(text);
        ({ nodes, pages } = data);
        const first = data.first[new Date().toISOString().slice(0, 10)] ?? data.first[""];
        if (!isPlain(data.parameters) || pages[first].root.lang !== root.lang) return;
        if (root.dataset.qwixx !== "loading") return;
        show(first);
        const place = document.getElementById("app");
        place.prepend(element);
        const progress = document.getElementById("boot-progress");
        progress.ariaHidden = "true"; // the stages are told
        document.getElementById("opening").append(document.getElementById("boot-stage"), progress);
        root.dataset.prerendered = "shows";
        place.addEventListener("click", onClick);
        place.addEventListener("change", onChange);
        performance.mark("qwixx:usable");
      } catch (error) {
        console.debug(error); // they are damaged
        element?.remove();
        element = undefined;
      }
    },
    // Returns the drawn element, its data and page, and what was done, for Python to go on; nothing if
    // nothing was drawn.
    take: () => {
      if (!element) return undefined;
      const field = document.activeElement;
      if (element.contains(field) && field.type === "text") done.push([field.dataset.action, field.value]); // so far
      const place = document.getElementById("app");
      place.removeEventListener("click", onClick);
      place.removeEventListener("change", onChange);
      pressed?.control.removeAttribute("aria-busy");
      delete root.dataset.prerendered;
      if (pressed) done.push(pressed.done);
      const taken = { element, text, page, done: JSON.stringify(done) };
      element = undefined;
      return taken;
    },
    // Saves data for the next time that the page opens: in this tab, with its state, or in another one.
    save: (data, state) => {
      try {
        const storage = state ? sessionStorage : localStorage;
        storage.removeItem(KEY);
        if (data) storage.setItem(KEY, `${validity(state)}\n${data}`);
      } catch {} // it is blocked, or has no room
    },
  };
})();
