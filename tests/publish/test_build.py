"""The list of files in sw.js, and the folder that `build` assembles."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qwixx.__main__ import main
from qwixx.publish import build, pack
from qwixx.publish.carriers import read_carrier, stale
from qwixx.publish.files import (
    READER,
    ROOT,
    game_files,
    program_files,
    runtime_files,
    write,
)
from qwixx.publish.renew import hashes, renewed, with_list
from qwixx.ui.files.one_file import PROGRAM
from qwixx.ui.files.versions import PAGE, ids, program_id
from qwixx.ui.parts import qr
from qwixx.ui.texts.languages import LANGUAGES
from tests.publish import strays

if TYPE_CHECKING:
    from collections.abc import Callable

ADDRESS = "https://example.org/user/qwixx/"
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


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "dist"
    build.build(folder, address=ADDRESS)
    return folder


# The list


@pytest.mark.parametrize("name", ["index.html", "static/js/boot.js", "sw.js"])
def test_what_names_the_version_is_exact(name: str) -> None:
    """If this fails: `python3 -m qwixx renew`."""
    assert ROOT.joinpath(name).read_text(encoding="utf-8") == renewed()[name]


def test_the_list_names_each_part_by_what_is_in_it() -> None:
    worker = "a;\nconst PARTS = {};\nb;\n"
    first = with_list(worker, {"runtime": {"a.js": "1"}, "game": {"b.py": "2"}})
    second = with_list(first, {"runtime": {"a.js": "1"}, "game": {"b.py": "3"}})
    assert (first[:3], first[-3:]) == ("a;\n", "b;\n")
    lists = [json.loads(text.split(" = ")[1].split(";")[0]) for text in (first, second)]
    assert [list(each.values()) for each in lists] == [
        [{"a.js": "1"}, {"b.py": "2"}],
        [{"a.js": "1"}, {"b.py": "3"}],
    ]
    (runtime, game), (same_runtime, next_game) = lists
    assert runtime == same_runtime
    assert game != next_game
    with pytest.raises(ValueError, match="0 lists"):
        with_list("nothing", {})


def test_the_command_renews_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    for name in (*runtime_files(), *game_files(), "sw.js", "static/vendor/manifest.json"):
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    monkeypatch.setattr("qwixx.publish.files.ROOT", folder)
    view = folder / "qwixx/ui/view.py"
    view.write_text(view.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert main(["renew"]) == 0
    texts = {
        name: folder.joinpath(name).read_text(encoding="utf-8")
        for name in ("index.html", "static/js/boot.js", PROGRAM, "sw.js")
    }
    assert texts == renewed(folder)
    assert f'"{hashes(folder, [PAGE])[PAGE]}"' in texts["sw.js"]
    ours, theirs = ids(texts["index.html"]), ids(renewed()["index.html"])
    assert all(len(each) == 16 for each in ours)
    assert ours[0] != theirs[0]
    assert ours[1] != theirs[1]
    assert f'BUILD = "{ours[0]}";' in texts["static/js/boot.js"]
    assert stale(folder) == []


# The folder


def test_it_holds_what_the_page_needs_and_nothing_that_changed(out: Path) -> None:
    runtime = runtime_files()
    assert hashes(out, runtime) == hashes(ROOT, runtime)
    assert not list(out.rglob("test*"))
    script = ROOT.joinpath("qwixx/ui/app.py").read_bytes()
    assert out.joinpath(build.ENTRY[0]).read_bytes() == script
    for name, text in renewed(out).items():
        assert out.joinpath(name).read_text(encoding="utf-8") == text
    with zipfile.ZipFile(out / "game.zip") as archive:
        stems = {name.removesuffix("c") for name in archive.namelist()}
    game = {name for name in game_files() if name.startswith("qwixx/")} - {"qwixx/ui/app.py"}
    later = {name for name in game if not name.endswith(".py")}  # weights, languages
    assert later
    assert stems == game - later
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
    """From a disk the assembled page runs modules that a script carries, else an archive's."""
    script, config = build.ENTRY
    carried = read_carrier(out.joinpath(PROGRAM).read_text(encoding="utf-8"))
    assert carried[script] == out.joinpath(script).read_bytes()
    whole = json.loads(carried[config])
    assert set(whole.pop("files")) == {*carried} - {script, config}
    packed = json.loads(out.joinpath(config).read_bytes())
    assert packed == {**whole, "files": {"game.zip": "./*"}}
    assert whole["interpreter"] == "static/vendor/pyodide/pyodide.mjs"


def test_its_program_is_known_compiled_or_not(out: Path) -> None:
    assert program_id(program_files(out)) == program_id(program_files(ROOT))
    sources = {"a.py": b"x = 1\n", "b.py": b"y = 2\n", "c.mo": b"text"}
    known = program_id(sources)
    assert program_id(pack.compile_modules(sources)) == known
    assert program_id({**sources, "c.mo": b"other", "qwixx/ui/app.py": b"z"}) == known
    assert program_id({**sources, "a.py": b"x = 2\n"}) != known
    assert program_id({**sources, "d.py": b""}) != known


def test_what_it_names_is_there(out: Path) -> None:
    named = [link.get("href") or link.get("src") for link in links(out / "index.html")]
    manifest = json.loads(out.joinpath("static/manifest.json").read_text("utf-8"))
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    named += [f"static/{picture['src']}" for picture in pictures]
    local = [name for name in named if name and not name.startswith(("?", "#", "https:"))]
    assert len(local) > 20
    assert all(out.joinpath(name).is_file() for name in local)


def test_it_has_a_style_sheet_for_the_first_frame_and_one_for_the_rest(out: Path) -> None:
    """In each are those of the sources, in their order; that of the fonts stays apart."""
    here, there = (
        re.findall(SHEET, folder.joinpath(PAGE).read_text("utf-8")) for folder in (ROOT, out)
    )
    assert [
        path.relative_to(out).as_posix() for path in sorted(out.rglob("static/css/*"))
    ] == sorted(there)
    first, fonts, rest = there
    assert (here[2], here[3], here[-1]) == (first, fonts, rest)
    for joined, parts in ((first, here[:3]), (fonts, here[3:4]), (rest, here[4:])):
        texts = [ROOT.joinpath(name).read_text("utf-8") for name in parts]
        assert out.joinpath(joined).read_text("utf-8") == "".join(texts)


def test_hints_fit_how_a_file_is_fetched(out: Path) -> None:
    page = links(out / "index.html")
    modules = {str(link["href"]) for link in page if link.get("rel") == "modulepreload"}
    others = [link for link in page if link.get("rel") == "preload"]
    assert all(name.endswith((".js", ".mjs")) for name in modules)
    assert all(link["as"] == "fetch" and "crossorigin" in link for link in others)
    hinted = modules | {str(link["href"]) for link in others}
    # Which fonts are needed the page's letters tell.
    rest = {name for name in {*runtime_files()} - hinted if not name.endswith(".woff2")}
    reader = {f"{READER}decode.js", f"{READER}index.js"}
    assert rest == {"static/vendor/pyodide/pyodide.asm.wasm", qr.LIBRARY, *reader}  # for later
    assert hinted >= {"game.zip", *build.ENTRY}


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


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_an_earlier_build_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["build", "--out", str(tmp_path / "new" / "dist")]
    assert main(command) == 0
    before = everything(tmp_path)
    assert main(command) == 0
    assert everything(tmp_path) == before
    assert re.search(r"\d\d files, [12]\d\.\d MB", capsys.readouterr().out)


def leave_photos(out: Path) -> None:
    out.joinpath("static/photos").mkdir()
    out.joinpath("static/photos/1.jpg").write_text("mine", encoding="utf-8")


def leave_no_manifest(out: Path) -> None:
    """As somebody's own pages, which happen to have a game.zip."""
    out.joinpath("build.json").unlink()


@pytest.mark.parametrize("text", ["[1]", "{", '{"files": []}', '{"files": 1}', "[" * 5000, "{}"])
def test_a_manifest_that_is_none_lists_nothing(tmp_path: Path, text: str) -> None:
    tmp_path.joinpath("build.json").write_text(text, encoding="utf-8")
    tmp_path.joinpath("index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json, index\.html"):
        build.built_files(tmp_path)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda out: out.joinpath("mine.txt").write_text("mine", encoding="utf-8"), "mine.txt"),
        (lambda out: out.joinpath(".git").mkdir(), ".git"),
        (leave_photos, "static/photos/1.jpg"),
        (lambda out: out.joinpath("index.html").write_text("m", encoding="utf-8"), "index.html"),
        (lambda out: out.joinpath("link").symlink_to(ROOT / "LICENSE"), "link"),
        (lambda out: out.joinpath("more").symlink_to(ROOT / "tests"), "more"),
        (leave_no_manifest, ".nojekyll, 404.html, LICENSE, …"),
    ],
    ids=["file", "repository", "photos", "changed", "link", "linked folder", "no manifest"],
)
def test_what_no_build_has_left_stays(
    out: Path,
    tmp_path: Path,
    change: Callable[[Path], object],
    named: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "dist"
    shutil.copytree(out, copy)
    change(copy)
    before = everything(copy)
    with pytest.raises(SystemExit):
        main(["build", "--out", str(copy)])
    assert f"no earlier build has left there: {named}; choose" in capsys.readouterr().err
    assert everything(copy) == before


class KilledError(Exception):
    """Stands for the end of the process."""


STEPS = ("unlink", "rmdir", "mkdir", "replace")
"""What changes a folder, in pathlib."""
OLD = {"index.html": "old", "static/css/a.css": "old", "static/js/b.js": "same", "c/d/e": "old"}
NEW = {"index.html": "new", "static/css/f.css": "new", "static/js/b.js": "same", "c": "new"}


def small_build(out: Path, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Build a folder of a few files."""

    def assemble(made: Path, **_options: object) -> build.Built:
        for name, text in files.items():
            write(made / name, text)
        hashed = {name: build.hash_of(made / name) for name in files}
        write(made / build.MANIFEST, json.dumps({"files": hashed}))
        return build.Built(len(files), 0, "")

    monkeypatch.setattr(build, "assemble", assemble)
    monkeypatch.setattr(build, "check_runtime", lambda _root: None)
    build.build(out)


def die_at(step: int, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """End the build before its n-th change of a folder, or in the midst of a copy."""
    steps = iter(range(step + 1))

    def stop_before(act: Callable[..., object]) -> Callable[..., object]:
        def stopped(path: Path, *arguments: object, **options: object) -> object:
            if out in (path, *path.parents) and next(steps, None) is None:
                raise KilledError
            return act(path, *arguments, **options)

        return stopped

    def copy(source: Path, target: Path) -> None:
        data = source.read_bytes()
        target.write_bytes(data[:1])
        if next(steps, None) is None:
            raise KilledError
        target.write_bytes(data)

    for name in STEPS:
        monkeypatch.setattr(Path, name, stop_before(getattr(Path, name)))
    monkeypatch.setattr(shutil, "copyfile", copy)


def test_a_build_that_was_killed_is_mended_by_the_next(tmp_path: Path) -> None:
    """Wherever it was killed, and whatever the next one builds."""
    step, ended = 0, False
    while not ended:
        out = tmp_path / f"{step}" / "dist"
        for files in (OLD, NEW):
            with pytest.MonkeyPatch.context() as patch:
                small_build(out, OLD, patch)
            with pytest.MonkeyPatch.context() as patch:
                die_at(step, out, patch)
                try:
                    small_build(out, NEW, patch)
                    ended = True
                except KilledError:
                    pass
            killed = everything(out)
            assert ended or killed.keys() <= {*OLD, *NEW, build.MANIFEST, build.PART}
            assert build.MANIFEST in killed or killed.keys() <= {build.PART}
            with pytest.MonkeyPatch.context() as patch:
                small_build(out, files, patch)
            built = {name: text.encode() for name, text in files.items()}
            assert {**built, build.MANIFEST: b""} == {**everything(out), build.MANIFEST: b""}
            assert all(any(path.iterdir()) for path in out.rglob("*") if path.is_dir())
        step += 1
    assert step > 16


def test_what_others_put_into_a_folder_that_was_killed_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "dist"
    small_build(out, OLD, monkeypatch)
    out.joinpath("index.html").unlink()
    for name, text in (("mine.txt", "mine"), ("index.html", "mine"), ("static/css/mine", "")):
        write(out / name, text)
        with pytest.raises(ValueError, match=f"left there: {re.escape(name)};"):
            small_build(out, NEW, monkeypatch)
        out.joinpath(name).unlink()
    out.joinpath(build.PART).symlink_to(ROOT / "LICENSE")
    with pytest.raises(ValueError, match=r"left there: build\.part;"):
        small_build(out, NEW, monkeypatch)


def test_somebody_elses_manifest_stays(tmp_path: Path) -> None:
    strays.make_pipe(tmp_path / "build.json")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.built_files(tmp_path)
    tmp_path.joinpath("build.json").unlink()
    tmp_path.joinpath("build.json").write_text('{"target": "web"}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.built_files(tmp_path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    tmp_path.joinpath("dist").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="is no folder"):
        build.build(tmp_path / "dist")
    assert tmp_path.joinpath("dist").read_text(encoding="utf-8") == "mine"


def test_a_runtime_that_was_changed_is_refused(tmp_path: Path) -> None:
    vendor = tmp_path / "site/static/vendor"
    shutil.copytree(ROOT / "static/vendor", vendor)
    vendor.joinpath("pyscript/core.js").write_text("changed", encoding="utf-8")
    with pytest.raises(ValueError, match=r"pyscript/core\.js is not what"):
        build.build(tmp_path / "dist", root=tmp_path / "site")


# Compiled or not

FILES = {"a.py": b"assert 0\nx = 1\n", "b.mo": b"text"}


def test_the_python_of_the_page_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "magic_number", lambda _archive: importlib.util.MAGIC_NUMBER)
    files, how = build.compile_for_page(FILES)
    assert how == "compiled"
    assert files["a.pyc"][:8] == importlib.util.MAGIC_NUMBER + b"\1\0\0\0"
    assert files["b.mo"] == b"text"


def test_packing_gives_the_same_bytes_and_files() -> None:
    archive = pack.write_zip(FILES)
    assert archive == pack.write_zip(dict(reversed(FILES.items())))
    assert pack.read_zip(archive) == FILES
    compiled = pack.compile_modules(FILES)
    assert pack.magic_number(pack.write_zip(compiled)) == importlib.util.MAGIC_NUMBER


def test_another_python_lets_node_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        archive = Path(command[-1])
        files = pack.compile_modules(pack.read_zip(archive.read_bytes()))
        archive.write_bytes(pack.write_zip(files))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(pack, "magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: "node")
    monkeypatch.setattr("subprocess.run", run)
    files, how = build.compile_for_page(FILES)
    assert (set(files), how) == ({"a.pyc", "b.mo"}, "compiled by Pyodide under node")


@pytest.mark.parametrize(("node", "why"), [(None, "takes Python"), ("node", "node failed")])
def test_without_either_the_sources_do(
    monkeypatch: pytest.MonkeyPatch, node: str | None, why: str
) -> None:
    monkeypatch.setattr(pack, "magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: node)
    run = ["node", "--no-such-option"]
    monkeypatch.setattr(
        "subprocess.run", lambda *_args, **_options: subprocess.CompletedProcess(run, 1)
    )
    files, how = build.compile_for_page(FILES)
    assert files == FILES
    assert how.startswith("not compiled: ")
    assert why in how
