"""The document of the sandboxed frame that runs players' own bots.

The frame has an origin of its own, and its policy allows no request, no storage of the page, and
only this script, whose hash is also in the page's policy. The script makes a worker from a text
that the page sends, and hands it the page's port.
"""

from __future__ import annotations

import base64
import hashlib

FRAME_SCRIPT = """\
addEventListener("message", ({ data: { worker, ...files }, ports }) => {
  const made = new Worker(URL.createObjectURL(new Blob([worker])));
  made.onerror = () => parent.postMessage("failed", "*");
  const buffers = Object.values(files).filter((file) => file instanceof ArrayBuffer);
  made.postMessage(files, [...ports, ...buffers]);
}, { once: true });
"""
FRAME_HASH = (
    f"'sha256-{base64.b64encode(hashlib.sha256(FRAME_SCRIPT.encode()).digest()).decode()}'"
)
"""The hash by which a content security policy allows the script."""
FRAME_POLICY = (
    f"default-src 'none'; script-src {FRAME_HASH} blob: 'wasm-unsafe-eval'; worker-src blob:"
)
FRAME_DOCUMENT = (
    f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}">'
    f"<script>{FRAME_SCRIPT}</script>"
)
"""The frame's `srcdoc`."""
