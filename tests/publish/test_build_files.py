"""The folder that `build` assembles: what is in it."""

from __future__ import annotations

import json
import marshal
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from qwixx.publish import build, module_table
from qwixx.publish.files import (
    QR_READER,
    ROOT,
    TABLE,
    folder_program_id,
    game_files,
    module_sources,
    pyscript_config,
    runtime_files,
)
from qwixx.publish.renew import file_hashes, texts_with_current_version
from qwixx.publish.script_bundles import decode_bundle
from qwixx.ui.files.single_file import PROGRAM, csp_hashes
from qwixx.ui.files.versions import PAGE, program_id
from qwixx.ui.parts import qr
from qwixx.ui.texts.languages import LANGUAGES
from tests.publish.conftest import ADDRESS

if TYPE_CHECKING:
    from pathlib import Path

SHEET = r'<link rel="stylesheet" href="([^"]+)">'


class Links(HTMLParser):
    """Collects the elements of a page that name something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append({"": tag, **dict(attrs)})


def links(path: Path) -> list[dict[str, str | None]]:
    return Links(path.read_text(encoding="utf-8")).found


def test_it_holds_what_the_page_needs_and_nothing_that_changed(out: Path) -> None:
    runtime = runtime_files()
    assert file_hashes(out, runtime) == file_hashes(ROOT, runtime)
    assert not list(out.rglob("test*"))
    for name, text in texts_with_current_version(out).items():
        assert out.joinpath(name).read_text(encoding="utf-8") == text
    game = {name for name in game_files() if name.startswith("qwixx/")}
    later = {name for name in game if not name.endswith(".py")}  # weights, languages
    assert later
    table = marshal.loads(out.joinpath(TABLE).read_bytes()[module_table.ID :])  # noqa: S302 - ours
    assert set(table) == game - later
    assert all(out.joinpath(name).is_file() for name in later)
    assert {*game_files(out), *runtime} < {
        path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()
    }


SERVED = re.compile(r"\.(html|css|m?js|json|txt|zip|wasm|whl|woff2|png|svg|mo|bin)$")
"""Kinds of files that hosts give out. Some refuse others, such as .py, .toml and .webmanifest."""


@pytest.mark.parametrize("folder", ["source", "assembled"])
def test_no_page_asks_for_what_hosts_refuse_or_hide(out: Path, folder: str) -> None:
    worker = (ROOT if folder == "source" else out).joinpath("sw.js").read_text(encoding="utf-8")
    names = re.findall(r'^  "([^"]+)": "[0-9a-f]{64}"', worker, re.MULTILINE)
    assert len(names) > 40
    assert [name for name in names if not SERVED.search(name)] == []
    assert [name for name in names if re.search(r"(^|/)[._]", name)] == []


def test_carried_or_not_its_configuration_names_the_same_program(out: Path) -> None:
    """From a disk the assembled page runs what a script carries."""
    carried = decode_bundle(out.joinpath(PROGRAM).read_text(encoding="utf-8"))
    assert carried == {name: out.joinpath(name).read_bytes() for name in (build.CONFIG, TABLE)}
    config = json.loads(carried[build.CONFIG])
    assert config == {**pyscript_config(), "modules": [TABLE]}
    assert config["interpreter"] == "static/js/interpreter.js"


def test_its_program_is_known_compiled_or_not(out: Path) -> None:
    assert folder_program_id(out) == folder_program_id(ROOT) == program_id(module_sources(ROOT))
    modules = {"a.py": "x = 1\n", "b.py": "y = 2\n"}
    assert program_id({**modules, "a.py": "x = 2\n"}) != program_id(modules)
    assert program_id({**modules, "d.py": ""}) != program_id(modules)


def test_what_it_names_is_there(out: Path) -> None:
    named = [link.get("href") or link.get("src") for link in links(out / "index.html")]
    manifest = json.loads(out.joinpath("static/manifest.json").read_text("utf-8"))
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    named += [f"static/{picture['src']}" for picture in pictures]
    local = [name for name in named if name and not name.startswith(("?", "#", "https:"))]
    assert len(local) > 20
    assert all(out.joinpath(name).is_file() for name in local)


def test_styles_are_joined_and_those_of_the_first_paint_are_in_the_page(out: Path) -> None:
    """In each are those of the sources, in their order; that of the fonts stays apart."""
    pages = [folder.joinpath(PAGE).read_text("utf-8") for folder in (ROOT, out)]
    here, there = (re.findall(SHEET, page) for page in pages)
    assert [
        path.relative_to(out).as_posix() for path in sorted(out.rglob("static/css/*"))
    ] == sorted(there)
    fonts, rest = there
    assert (here[3], here[-1]) == (fonts, rest)
    joined = re.findall(r"(?s)<style>(.*?)</style>", pages[1])
    joined += [out.joinpath(name).read_text("utf-8") for name in there]
    assert joined == [
        "".join(ROOT.joinpath(name).read_text("utf-8") for name in parts)
        for parts in (here[:3], here[3:4], here[4:])
    ]


def test_what_is_in_the_page_is_allowed_by_its_policy(out: Path) -> None:
    page = out.joinpath(PAGE).read_text("utf-8")
    inline = re.findall(r"(?s)<(script|style)>(.*?)</\1>", page)
    assert [kind for kind, _ in inline] == ["style", "script", "script"]
    for kind, text in inline:
        (sources,) = re.findall(rf"{kind}-src ([^;]*)", page)
        assert csp_hashes([text]) in sources


def test_hints_fit_how_a_file_is_fetched(out: Path) -> None:
    page = links(out / "index.html")
    modules = {str(link["href"]) for link in page if link.get("rel") == "modulepreload"}
    others = [link for link in page if link.get("rel") == "preload" and link.get("as") != "script"]
    assert all(name.endswith((".js", ".mjs")) for name in modules)
    assert all(link["as"] == "fetch" and "crossorigin" in link for link in others)
    hinted = modules | {str(link["href"]) for link in others}
    # Which fonts are needed the page's letters tell.
    rest = {name for name in {*runtime_files()} - hinted if not name.endswith(".woff2")}
    reader = {f"{QR_READER}decode.js", f"{QR_READER}index.js"}
    assert rest == {"static/vendor/pyodide/pyodide.asm.wasm", qr.LIBRARY, *reader}  # for later
    assert hinted >= {build.CONFIG, pyscript_config()["interpreter"]}
    assert TABLE not in hinted  # later visits do without


def test_pictures_have_the_sizes_that_are_said() -> None:
    manifest = json.loads(ROOT.joinpath("static/manifest.json").read_text("utf-8"))
    sizes = {
        f"static/{picture['src']}": picture["sizes"]
        for picture in (*manifest["icons"], *manifest["screenshots"])
        if picture["sizes"] != "any"
    }
    sizes |= {"static/icons/icon-48.png": "48x48", "static/icons/icon-180.png": "180x180"}
    sizes |= {"static/screenshots/social.png": "1200x630"}
    for name, size in sizes.items():
        header = ROOT.joinpath(name).read_bytes()[16:24]
        width, height = int.from_bytes(header[:4]), int.from_bytes(header[4:])
        assert f"{width}x{height}" == size, name


def test_its_address_is_in_it(out: Path, tmp_path: Path) -> None:
    metas = {link.get("property"): link.get("content") for link in links(out / "index.html")}
    assert metas["og:image"] == f"{ADDRESS}static/screenshots/social.png"
    assert metas["og:url"] == ADDRESS
    homes = [link["href"] for link in links(out / "404.html") if link[""] == "a"]
    assert set(homes) == {f"/user/qwixx/?lang={code}" for code in LANGUAGES}
    build.build(tmp_path)
    homes = [link["href"] for link in links(tmp_path / "404.html") if link[""] == "a"]
    assert set(homes) == {f"./?lang={code}" for code in LANGUAGES}
    assert "https:" not in tmp_path.joinpath("index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["example.org", "https://example.org/qwixx", "file:///x/"])
def test_an_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(ValueError, match="an address is like"):
        build.build(tmp_path / "dist", address=address)
    assert not tmp_path.joinpath("dist").exists()
