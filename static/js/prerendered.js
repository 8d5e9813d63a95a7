// Shows the prerendered page (qwixx/ui/prerender.py) while Python starts: on a first visit, the one built with
// the files; later, the one saved when the page was last hidden. Actions are recorded, and Python handles them
// once it has started. The data names the page that each choice leads to; this file contains no game rules.
(() => {
  "use strict";
  const { PREFIX } = self.qwixxBoot;
  const { texts } = self.qwixxFirst;
  const KEY = `${PREFIX}page`;
  const SVG = "http://www.w3.org/2000/svg";
  const SVG_TAGS = ["svg", "g", "line", "path", "polyline", "rect", "text"];
  const root = document.documentElement;
  const isSingleFile = !document.currentScript.src;
  const tabState = () => (typeof history.state === "string" ? history.state : "");

  // Data

  // Returns the key with which data is valid: the version, the tab state, and a hash of everything else that is saved
  // and of the data itself, which may be damaged.
  const validityKey = (state, data) => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== KEY);
    let hash = 0;
    for (const text of [...names.sort().flatMap((name) => [name, localStorage.getItem(name)]), data])
      for (let index = 0; index < text.length; index++)
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x1000193);
    return JSON.stringify([root.dataset.build, root.dataset.program, state, names.length, hash]);
  };
  const readSavedPage = (state) => {
    const text = (state ? sessionStorage : localStorage).getItem(KEY) ?? "";
    const end = text.indexOf("\n");
    const data = text.slice(end + 1);
    return text.slice(0, end) === validityKey(state, data) ? data : "";
  };
  const loadFirstVisitPage = () => new Promise((resolve) => {
    const script = Object.assign(document.createElement("script"), { src: `static/prerendered/${root.lang}.js` });
    script.dataset.optional = "";
    script.onload = () => resolve(JSON.stringify(self.qwixxFirstVisit));
    script.onerror = () => resolve("");
    document.head.append(script);
  });
  const isFirstVisit = () => !isSingleFile && !Object.keys(localStorage).some((name) => name.startsWith("qwixx:"));

  // Rendering

  let text, nodes, pages, page, element; // `page` is the index of the current page

  const setAttribute = (target, name, value) => {
    target.setAttribute(name, value);
    if (name === "checked") target.checked = true;
  };
  const createNode = (child) => {
    if (typeof child === "string") return document.createTextNode(child);
    const [tag, attributes, , children] = nodes[child];
    const made = SVG_TAGS.includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
    made.append(...children.map(createNode));
    return made;
  };
  // Patches an element from one node of the data to another, as Mount.update does in Python; returns the result.
  const patch = (target, before, after) => {
    if (before === after) return target;
    const [tag, attributes, key, children] = nodes[after] ?? [];
    const [oldTag, oldAttributes, oldKey, oldChildren] = nodes[before] ?? [];
    if (tag === undefined || tag !== oldTag || key !== oldKey) {
      const made = createNode(after);
      target.replaceWith(made);
      return made;
    }
    for (const name of Object.keys(oldAttributes))
      if (!(name in attributes)) target.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes))
      if (oldAttributes[name] !== value) setAttribute(target, name, value);
    if (children.length === oldChildren.length)
      [...target.childNodes].forEach((child, index) => patch(child, oldChildren[index], children[index]));
    else target.replaceChildren(...children.map(createNode));
    return target;
  };
  // Returns the focus to a control that patching has replaced, or else to the main element.
  const keepFocus = (focused) => {
    if (focused.isConnected) return;
    const same = [...element.querySelectorAll(`[data-action="${focused.dataset.action}"]`)];
    const next = same.find((control) => control.value === focused.value) ?? same[0];
    (next ?? element.querySelector("main")).focus({ preventScroll: true });
  };
  const showPage = (index) => {
    const focused = document.activeElement;
    const { root: attributes, node } = pages[index];
    for (const name of Object.keys(pages[page]?.root ?? {}))
      if (!(name in attributes)) root.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes))
      if (name !== "data-theme") root.setAttribute(name, value); // the URL may set another theme
    element = element ? patch(element, pages[page].node, node) : createNode(node);
    keepFocus(focused);
    page = index;
  };

  // Actions of the player

  const recorded = []; // [action, value, cell, player]
  let pressed; // the last control whose page is not in the data
  let isUpToDate = true; // whether the page reflects all choices
  const showNext = (choice) => {
    const next = isUpToDate ? pages[page].next[choice] : undefined;
    if (next !== undefined) showPage(next);
    return next !== undefined;
  };
  // Shows at once that a control was used, although its effect has to wait. The style sheet draws a moving sign
  // that goes on while Python blocks this thread.
  const wait = (control) => {
    pressed?.control.removeAttribute("aria-busy");
    control.setAttribute("aria-busy", "true");
    pressed = { control };
  };
  const showWaiting = () => {
    document.getElementById("boot-stage").textContent = texts.starting;
    root.dataset.prerendered = "waits";
  };
  const onChange = ({ target }) => {
    const { action } = target.dataset;
    if (!action) return;
    recorded.push([action, target.value]);
    isUpToDate = showNext(`${action}=${target.value}`);
    if (isUpToDate || target.type !== "radio") return;
    wait(target.closest("label"));
    showWaiting();
  };
  const onClick = ({ target }) => {
    const control = target.closest("button, [data-cell]");
    if (!element.contains(control) || control.getAttribute("aria-disabled") === "true") return;
    const { action, cell } = control.dataset;
    if (!cell && showNext(action)) {
      recorded.push([action, ""]);
      element.querySelector(`[data-action="${action}"]`)?.focus(); // patching may have moved it
      if (Object.keys(pages[page].next).length > 0) return;
      element.querySelector("main").focus({ preventScroll: true });
    } else {
      wait(control);
      const { player } = control.closest("[data-player]")?.dataset ?? {};
      pressed.action = [action ?? "", "", cell ?? "", player ?? ""];
    }
    showWaiting();
  };

  const hasNoneOf = (parameters) => [...new URLSearchParams(location.search).keys()]
    .every((name) => !parameters.includes(name.toLowerCase()));
  self.qwixxPrerender = {
    // Shows the prerendered page; without valid data, the page does not change.
    draw: async () => {
      if (self !== self.parent || location.hash) return;
      try {
        const state = tabState();
        text = readSavedPage(state) || (state || !isFirstVisit() ? "" : await loadFirstVisitPage());
        if (!text) return;
        const data = JSON.parse(text);
        ({ nodes, pages } = data);
        const first = data.first[new Date().toISOString().slice(0, 10)] ?? data.first[""];
        if (!hasNoneOf(data.parameters) || pages[first].root.lang !== root.lang) return;
        if (root.dataset.qwixx !== "loading") return;
        showPage(first);
        const place = document.getElementById("app");
        place.prepend(element);
        const progress = document.getElementById("boot-progress");
        progress.ariaHidden = "true"; // screen readers use the text beside it
        document.getElementById("opening").append(document.getElementById("boot-stage"), progress);
        root.dataset.prerendered = "shows";
        place.addEventListener("click", onClick);
        place.addEventListener("change", onChange);
        performance.mark("qwixx:usable");
      } catch (error) {
        console.debug(error); // damaged data
        element?.remove();
        element = undefined;
      }
    },
    // Stops recording; returns the element, its data, the page's index, and the recorded actions, or undefined
    // if no page was shown.
    take: () => {
      if (!element) return undefined;
      const field = document.activeElement;
      if (element.contains(field) && field.type === "text") // the player may still be typing
        recorded.push([field.dataset.action, field.value]);
      const place = document.getElementById("app");
      place.removeEventListener("click", onClick);
      place.removeEventListener("change", onChange);
      pressed?.control.removeAttribute("aria-busy");
      delete root.dataset.prerendered;
      if (pressed?.action) recorded.push(pressed.action);
      const taken = { element, text, page, recorded: JSON.stringify(recorded) };
      element = undefined;
      return taken;
    },
    // Saves data for the next load of the page: in this tab if it has a state, otherwise in any new tab.
    save: (data, state) => {
      try {
        const storage = state ? sessionStorage : localStorage;
        storage.removeItem(KEY);
        if (data) storage.setItem(KEY, `${validityKey(state, data)}\n${data}`);
      } catch {} // storage is blocked or full
    },
  };
})();
