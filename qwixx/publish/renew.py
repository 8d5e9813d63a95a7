"""What is made of the page's files: `python3 -m qwixx renew`.

These are the list of modules in pyscript.toml, the carriers of files, the ids in index.html and
boot.js that say which version they are, and the list in sw.js.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

from qwixx.publish.carriers import carry, write_carrier
from qwixx.publish.files import (
    ROOT,
    fetched_files,
    modules,
    own_parts,
    program_files,
    runtime_files,
)
from qwixx.ui.files.one_file import PROGRAM
from qwixx.ui.files.versions import BOOT, PAGE, SCRIPT, page_id, program_id, with_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

WORKER = "sw.js"
CONFIG = "pyscript.toml"
_MODULES = re.compile(r"(?<=^\[files\]\n).*", re.DOTALL | re.MULTILINE)
_APART = ("publish/", "research/", "__main__.py", SCRIPT.removeprefix("qwixx/"))
"""What of `qwixx` the page does not load, or by another way."""
_LIST = re.compile(r"^const PARTS = .*?;$", re.DOTALL | re.MULTILINE)


def renewed(root: Path = ROOT) -> dict[str, str]:
    """Return the texts that say which version the files are, as they should be, by path."""
    loose = modules(root)
    texts = {PROGRAM: write_carrier(root, loose)} if loose else {}
    parts = own_parts(root) | {name: text.encode() for name, text in texts.items()}
    build, program = page_id(parts), program_id(program_files(root))
    for name in (PAGE, BOOT):
        texts[name] = with_ids(root.joinpath(name).read_text(encoding="utf-8"), build, program)
    return {**texts, WORKER: renewed_worker(root, texts)}


def renewed_worker(root: Path = ROOT, others: Mapping[str, str] | None = None) -> str:
    """Return the text of sw.js with a list of the files as they are now.

    Args:
        root: where they are.
        others: texts that count in the place of some of them, by path.
    """
    texts = others or {}
    game = hashes(root, (name for name in fetched_files(root) if name not in texts))
    game |= {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    game = dict(sorted(game.items()))
    worker = root.joinpath(WORKER).read_text(encoding="utf-8")
    return with_list(worker, {"runtime": hashes(root, runtime_files(root)), "game": game})


def renewed_program(root: Path = ROOT) -> str:
    """Return the text of pyscript.toml with a list of the page's modules as they are now."""
    package = root / "qwixx"
    paths = (path.relative_to(package).as_posix() for path in package.rglob("*.py"))
    names = sorted(f"qwixx/{path}" for path in paths if not path.startswith(_APART))
    listed = "".join(f'"{name}" = "{name}"\n' for name in names)
    return _MODULES.sub(lambda _match: listed, root.joinpath(CONFIG).read_text(encoding="utf-8"))


def renew(root: Path = ROOT) -> list[str]:
    """Bring all that is made of the page's files up to date, and return the paths of what was not.

    Each comes after what it is made of: the list in sw.js is of all the others.
    """
    written = _write(root, {CONFIG: renewed_program(root)})
    return [*written, *carry(root), *renew_ids(root)]


def renew_ids(root: Path) -> list[str]:
    """Bring the ids and the list in sw.js up to date, and return the paths of what was not."""
    return _write(root, renewed(root))


def _write(root: Path, texts: Mapping[str, str]) -> list[str]:
    """Write what is other than what lies there, and return its paths."""
    changed = []
    for name, text in texts.items():
        file = root / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            changed.append(name)
    return changed


def with_list(worker: str, parts: Mapping[str, Mapping[str, str]]) -> str:
    """Return the text of a service worker with another list.

    Args:
        worker: the text.
        parts: the hashes of files by path, in parts that change apart from each other. The
            name of each in the list says what is in it.
    """
    named = {}
    for part, files in parts.items():
        digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
        named[f"{part} {digest[:16]}"] = dict(files)
    written = f"const PARTS = {json.dumps(named, indent=1)};"
    text, count = _LIST.subn(lambda _match: written, worker)
    if count != 1:
        msg = f"{WORKER} has {count} lists, not one"
        raise ValueError(msg)
    return text


def hashes(root: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of files, as hexadecimal digits, by path."""
    return {name: hashlib.sha256(root.joinpath(name).read_bytes()).hexdigest() for name in names}
