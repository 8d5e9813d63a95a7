// For other people's pages: <qwixx-game variant="longo" lang="ar" bots="hard"></qwixx-game>
// An iframe that loads when it is near the visible area, shows a lightweight preview until somebody
// plays, and is as high as the game in it. For its attributes, see qwixx/publish/README.md.
(() => {
  "use strict";
  if (customElements.get("qwixx-game")) return; // a page may include the snippet twice
  const PAGE = new URL("../../index.html", document.currentScript.src);
  const PARAMETERS = ["variant", "players", "bots", "names", "first", "seed", "lang", "theme", "speed"];
  const LEAST = 320, MOST = 2000; // pixels

  customElements.define("qwixx-game", class extends HTMLElement {
    connectedCallback() {
      const address = new URL(PAGE);
      address.searchParams.set("embed", "1");
      for (const name of PARAMETERS)
        if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
      // Follow the page's color scheme: light by default, the device's setting if it supports both.
      const said = getComputedStyle(this).colorScheme.replace("normal", "")
        || document.querySelector("meta[name=color-scheme]")?.content || "light";
      if (!this.hasAttribute("theme") && said.includes("dark") !== said.includes("light"))
        address.searchParams.set("theme", said.includes("dark") ? "dark" : "light");

      const frame = document.createElement("iframe");
      frame.loading = "lazy";
      frame.title = this.title || "Qwixx";
      frame.allow = "clipboard-write";
      frame.width = "100%";
      // The page's rules for iframes must not apply here: a border would make the frame scroll.
      const rules = { border: "0", padding: "0", "box-sizing": "content-box", display: "block",
        width: "100%", "min-width": "0", "max-width": "none", "min-height": "0",
        "max-height": "none", "aspect-ratio": "auto" };
      const grow = (height) => {
        frame.height = height;
        rules.height = `${height}px`;
        for (const [name, value] of Object.entries(rules))
          frame.style.setProperty(name, value, "important");
      };
      grow(Number.parseInt(this.getAttribute("height"), 10) || 480);
      frame.src = address.href;
      this.style.display = "block";
      this.replaceChildren(frame);

      this.listener = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== PAGE.origin) return;
        if (data?.type !== "qwixx:resize" || !Number.isFinite(data.height)) return;
        grow(Math.min(Math.max(Math.ceil(data.height), LEAST), MOST));
      };
      addEventListener("message", this.listener);
    }

    disconnectedCallback() {
      removeEventListener("message", this.listener);
      this.replaceChildren();
    }
  });
})();
