"""Test the contents of the folder that `build` assembles."""

from __future__ import annotations

import ast
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
    TABLES,
    folder_program_id,
    game_files,
    module_sources,
    pyscript_config,
    runtime_files,
)
from qwixx.publish.renew import file_hashes, texts_with_current_version
from qwixx.publish.script_bundles import decode_bundle, stale_bundles
from qwixx.ui.files.late_part import LATE_MODULES, is_late
from qwixx.ui.files.single_file import PROGRAM, csp_hashes
from qwixx.ui.files.versions import PAGE, program_id
from qwixx.ui.parts import qr
from qwixx.ui.texts.languages import LANGUAGES
from tests.publish.conftest import ADDRESS

if TYPE_CHECKING:
    from pathlib import Path

STYLE_SHEET_LINK = r'<link rel="stylesheet" href="([^"]+)">'


class ElementCollector(HTMLParser):
    """Collects the tag and the attributes of each element of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append({"": tag, **dict(attrs)})


def elements_of(path: Path) -> list[dict[str, str | None]]:
    return ElementCollector(path.read_text(encoding="utf-8")).elements


def test_build_contains_complete_and_unchanged_page(built_folder: Path) -> None:
    runtime = runtime_files()
    assert file_hashes(built_folder, runtime) == file_hashes(ROOT, runtime)
    assert not list(built_folder.rglob("test*"))
    for name, text in texts_with_current_version(built_folder).items():
        assert built_folder.joinpath(name).read_text(encoding="utf-8") == text
    game = {name for name in game_files() if name.startswith("qwixx/")}
    loaded_later = {name for name in game if not name.endswith(".py")}  # weights and catalogs
    assert loaded_later
    first, late = (read_table(built_folder / name) for name in TABLES)
    assert set(first) == game - loaded_later
    assert {path for path, code in first.items() if code is None} == set(late)
    assert set(late) == {path for path in first if is_late(path)}
    assert all(any(path.startswith(beginning) for path in late) for beginning in LATE_MODULES)
    assert all(built_folder.joinpath(name).is_file() for name in loaded_later)
    assert {*game_files(built_folder), *runtime} < {
        path.relative_to(built_folder).as_posix()
        for path in built_folder.rglob("*")
        if path.is_file()
    }


IMPORT_IN_FUNCTIONS = "qwixx/ui/browser/page.py", "qwixx/ui/browser/input.py"


def test_only_late_modules_import_late_modules() -> None:
    """Two modules import them, in functions: to run a bot, and in the editor."""
    imports = {
        name: [
            imported
            for node in ast.walk(without_type_checking(text))
            for imported in imported_modules(node)
        ]
        for name, text in module_sources(ROOT).items()
        if not is_late(name) and name not in IMPORT_IN_FUNCTIONS
    }
    assert len(imports) > 300
    assert {
        name: imported
        for name, names in imports.items()
        for imported in names
        if is_late(f"{imported.replace('.', '/')}.py")
    } == {}


def without_type_checking(source: str) -> ast.Module:
    """Return the syntax tree of a module without imports that only type checkers see."""
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not isinstance(node, ast.If)]
    return tree


def imported_modules(node: ast.AST) -> list[str]:
    """Return the modules that an import statement may import."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
    return []


def read_table(path: Path) -> dict[str, bytes | None]:
    table = marshal.loads(path.read_bytes()[module_table.ID :])  # noqa: S302 - ours
    assert isinstance(table, dict)
    return table


SERVED = re.compile(r"\.(html|css|m?js|json|txt|zip|wasm|whl|woff2|png|svg|mo|bin)$")
"""File types that all hosts serve. Some refuse others, such as .py, .toml, and .webmanifest."""


@pytest.mark.parametrize("folder", ["source", "assembled"])
def test_page_requests_no_files_that_hosts_refuse_or_hide(built_folder: Path, folder: str) -> None:
    worker = (
        (ROOT if folder == "source" else built_folder)
        .joinpath("sw.js")
        .read_text(encoding="utf-8")
    )
    names = re.findall(r'^  "([^"]+)": "[0-9a-f]{64}"', worker, re.MULTILINE)
    assert len(names) > 40
    assert [name for name in names if not SERVED.search(name)] == []
    assert [name for name in names if re.search(r"(^|/)[._]", name)] == []


def test_script_bundles_match_other_files(built_folder: Path) -> None:
    assert stale_bundles(built_folder) == []


def test_script_bundle_contains_same_program_and_configuration(built_folder: Path) -> None:
    """When opened from disk, the assembled page runs the files in the script bundle."""
    bundled = decode_bundle(built_folder.joinpath(PROGRAM).read_text(encoding="utf-8"))
    assert bundled == {
        name: built_folder.joinpath(name).read_bytes() for name in (build.CONFIG, *TABLES)
    }
    config = json.loads(bundled[build.CONFIG])
    assert config == {**pyscript_config(), "modules": [*TABLES]}
    assert config["interpreter"] == "static/js/interpreter.js"


def test_program_id_is_same_for_compiled_and_source_modules(built_folder: Path) -> None:
    assert (
        folder_program_id(built_folder)
        == folder_program_id(ROOT)
        == program_id(module_sources(ROOT))
    )
    modules = {"a.py": "x = 1\n", "b.py": "y = 2\n"}
    assert program_id({**modules, "a.py": "x = 2\n"}) != program_id(modules)
    assert program_id({**modules, "d.py": ""}) != program_id(modules)


def test_files_that_page_refers_to_exist(built_folder: Path) -> None:
    references = [
        link.get("href") or link.get("src") for link in elements_of(built_folder / "index.html")
    ]
    manifest = json.loads(built_folder.joinpath("static/manifest.json").read_text("utf-8"))
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    references += [f"static/{picture['src']}" for picture in pictures]
    local_files = [
        name for name in references if name and not name.startswith(("?", "#", "https:"))
    ]
    assert len(local_files) > 20
    assert all(built_folder.joinpath(name).is_file() for name in local_files)


def test_style_sheets_are_joined_and_critical_ones_inlined(built_folder: Path) -> None:
    """The style sheets keep their order in the sources; the font style sheet remains separate."""
    pages = [folder.joinpath(PAGE).read_text("utf-8") for folder in (ROOT, built_folder)]
    source_links, built_links = (re.findall(STYLE_SHEET_LINK, page) for page in pages)
    assert [
        path.relative_to(built_folder).as_posix()
        for path in sorted(built_folder.rglob("static/css/*"))
    ] == sorted(built_links)
    fonts, others = built_links
    assert (source_links[3], source_links[-1]) == (fonts, others)
    joined = re.findall(r"(?s)<style>(.*?)</style>", pages[1])
    joined += [built_folder.joinpath(name).read_text("utf-8") for name in built_links]
    sources = [
        "".join(ROOT.joinpath(name).read_text("utf-8") for name in parts)
        for parts in (source_links[:3], source_links[3:4], source_links[4:])
    ]
    assert "/*" not in "".join(joined)
    assert [text.split() for text in joined] == [
        re.sub(r"(?s)/\*.*?\*/", "", text).split() for text in sources
    ]


def test_scripts_have_no_comment_lines_and_same_code(built_folder: Path) -> None:
    scripts = [path.read_text("utf-8") for path in built_folder.glob("static/js/*.js")]
    assert len(scripts) > 5
    assert not re.search(r"(?m)^ *//", "".join(scripts))
    built = "".join([*scripts, built_folder.joinpath(PAGE).read_text("utf-8")])
    version = texts_with_current_version(built_folder)
    for path in ROOT.glob("static/js/*.js"):
        code = re.sub(r"(?m)^ *//.*\n", "", path.read_text("utf-8"))
        assert code in built or path.relative_to(ROOT).as_posix() in version


def test_inline_scripts_and_styles_are_allowed_by_policy(built_folder: Path) -> None:
    page = built_folder.joinpath(PAGE).read_text("utf-8")
    inline = re.findall(r"(?s)<(script|style)>(.*?)</\1>", page)
    assert [kind for kind, _ in inline] == ["style", "script", "script"]
    for kind, text in inline:
        (sources,) = re.findall(rf"{kind}-src ([^;]*)", page)
        assert csp_hashes([text]) in sources


def test_preload_hints_match_how_files_are_fetched(built_folder: Path) -> None:
    elements = elements_of(built_folder / "index.html")
    modules = {str(link["href"]) for link in elements if link.get("rel") == "modulepreload"}
    others = [
        link for link in elements if link.get("rel") == "preload" and link.get("as") != "script"
    ]
    assert all(name.endswith((".js", ".mjs")) for name in modules)
    assert all(link["as"] == "fetch" and "crossorigin" in link for link in others)
    hinted = modules | {str(link["href"]) for link in others}
    # The letters on the page determine which fonts are needed.
    not_hinted = {name for name in {*runtime_files()} - hinted if not name.endswith(".woff2")}
    qr_reader = {f"{QR_READER}decode.js", f"{QR_READER}index.js"}
    # The page loads these later.
    assert not_hinted == {"static/vendor/pyodide/pyodide.asm.wasm", qr.LIBRARY, *qr_reader}
    assert hinted >= {build.CONFIG, pyscript_config()["interpreter"]}
    assert not {*TABLES} & {*hinted}  # later visits load neither


def test_pictures_have_declared_sizes() -> None:
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


@pytest.mark.no_cover  # slow when traced
def test_pages_contain_given_address(built_folder: Path, tmp_path: Path) -> None:
    metas = {
        link.get("property"): link.get("content")
        for link in elements_of(built_folder / "index.html")
    }
    assert metas["og:image"] == f"{ADDRESS}static/screenshots/social.png"
    assert metas["og:url"] == ADDRESS
    home_links = [
        link["href"] for link in elements_of(built_folder / "404.html") if link[""] == "a"
    ]
    assert set(home_links) == {f"/user/qwixx/?lang={code}" for code in LANGUAGES}
    build.build(tmp_path)
    home_links = [link["href"] for link in elements_of(tmp_path / "404.html") if link[""] == "a"]
    assert set(home_links) == {f"./?lang={code}" for code in LANGUAGES}
    assert "https:" not in tmp_path.joinpath("index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["example.org", "https://example.org/qwixx", "file:///x/"])
def test_invalid_address_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(ValueError, match="an address is like"):
        build.build(tmp_path / "dist", address=address)
    assert not tmp_path.joinpath("dist").exists()
