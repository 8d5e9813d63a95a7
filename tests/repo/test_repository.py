"""What must hold of the repository itself."""

from __future__ import annotations

import ast
import base64
import hashlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import qwixx.bots
import qwixx.coach
from qwixx.__main__ import main
from qwixx.publish.files import BINARY
from qwixx.rules.moves import Color
from qwixx.rules.variants import VARIANTS
from tests.reference import MODULES
from tests.repo.tracked import tracked_files

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

ROOT = Path(__file__).parents[2]
MORE = ROOT.glob("qwixx/research/**/*.py")
"""Adapters, and what makes the bots' weights: they alone may ask for other packages."""
ENGINE = sorted({*ROOT.joinpath("qwixx").rglob("*.py")} - {*MORE})
TOP_LEVEL = {
    *(".ci", ".gitattributes", ".github", ".gitignore", "LICENSE", "README.md", "pyproject.toml"),
    *("index.html", "pyscript.toml", "qwixx", "static", "tests"),
    *("sw.js", "404.html", ".nojekyll"),  # where browsers and GitHub Pages look for them
}


def test_top_level_holds_what_was_asked_for_and_nothing_else() -> None:
    assert {path.parts[0] for path in tracked_files()} == TOP_LEVEL


def test_nothing_to_install() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dependencies"] == []
    for path in ENGINE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                top = name.partition(".")[0]
                known = {"qwixx", *sys.stdlib_module_names}
                if path.parent.name == "browser":
                    known |= {"js", "pyodide", "pyscript"}
                if path.name == "qr.py":
                    known |= {"qrcode"}  # it is vendored
                if path.name == "wheel_hook.py":
                    known |= {"hatchling"}  # which runs it
                assert top in known, f"{path}: {name}"


def test_variants_differ_in_data_alone() -> None:
    """No module but theirs knows one variant from another."""
    for path in ENGINE:
        # That on Sundays the daily game is another one is no rule of either.
        if path.name not in ("__main__.py", "__init__.py", "daily.py", "digests.py") and not {
            "ui",
            "variants",
        } & {*path.parts}:
            code = ast.unparse(without_docstrings(ast.parse(path.read_text(encoding="utf-8"))))
            # The default of new_game is the one place where a variant is named.
            code = code.replace("variant: Variant | str=CLASSIC", "")
            code = code.replace("from qwixx.rules.variants import CLASSIC", "")
            assert not re.search(r"classic|longo", code, re.IGNORECASE), path


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return tree


def test_public_names_are_there() -> None:
    contract = {
        *("CLASSIC", "LONGO", "VARIANTS", "find_variant", "new_game", "Color", "Roll", "Mark"),
        *("PASS", "State", "Phase", "Outcome", "Termination", "Game"),
        *("InvalidMoveError", "IllegalMoveError", "roll_dice", "parse_position"),
    }
    assert contract <= set(qwixx.__all__)
    assert all(hasattr(qwixx, name) for name in qwixx.__all__)
    assert {"BOTS", "Bot", "find_bot"} <= set(qwixx.bots.__all__)
    assert {"Advice", "Review", "chances", "hint", "review"} <= set(qwixx.coach.__all__)
    assert [color.name for color in Color] == ["RED", "YELLOW", "GREEN", "BLUE"]


def test_the_rules_bring_nothing_that_waits() -> None:
    """The page starts with `import qwixx`: what it needs later comes later."""
    code = "import qwixx, sys; print(*sorted(set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)  # noqa: S603 - ours
    loaded = done.stdout.decode().split()
    assert "qwixx.rules.state" in loaded
    late = ("qwixx.bots", "qwixx.coach", "qwixx.research", "qwixx.ui", "argparse", "numpy")
    assert [name for name in loaded if name.startswith(late)] == []


def test_version_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == qwixx.__version__
    changes = ROOT.joinpath(".github/CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"^## \[([0-9.]+)\] - (\S+)$", changes, re.MULTILINE)[0]
    assert version == qwixx.__version__
    citation = ROOT.joinpath(".github/CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {version}\ndate-released: {date}\n" in citation
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"qwixx {version}\n"


def test_readme_commands_are_the_ones_that_are_tested() -> None:
    readme = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
    assert blocks[:2] == ["python3 -m qwixx\n", "python3 -m tests\n"]
    assert "exec python3 -m tests\n" in ROOT.joinpath(".ci/run").read_text(encoding="utf-8")


def test_readme_names_each_room() -> None:
    readme = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    rooms = {path.parent.relative_to(ROOT).as_posix() for path in ENGINE}
    storeys = {room for room in rooms if room.count("/") == 1}
    assert {room for room in storeys if f"\n| `{room}/` |" not in readme} == set()


@pytest.mark.parametrize("workflow", sorted(ROOT.glob(".github/workflows/*.yml")), ids=str)
def test_workflows_pin_actions_and_ask_for_little(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    uses = re.findall(r"uses: (\S+)", text)
    assert uses
    ours = {"./.github/workflows/tests.yml"}
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in {*uses} - ours)
    assert "permissions:\n  contents: read\n" in text


def test_what_publishes_has_installed_nothing() -> None:
    """Nor has it run what was installed: a package of the tests is nobody's to publish."""
    text = ROOT.joinpath(".github/workflows/pages.yml").read_text(encoding="utf-8")
    jobs = re.split(r"^  (?=\w+:)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)[1:]
    publishing = [
        job for job in jobs if re.search(r"qwixx build|upload-pages|deploy|: write", job)
    ]
    assert [job.partition(":")[0] for job in publishing] == ["assemble", "deploy"]
    commands = [line for job in publishing for line in re.findall(r"\brun: (.*)", job)]
    assert commands == ['python3 -m qwixx build --out dist --address "$ADDRESS/"']
    actions = {name for job in publishing for name in re.findall(r"uses: ([^@]+)", job)}
    pages = {"configure-pages", "download-artifact", "upload-pages-artifact", "deploy-pages"}
    assert actions == {f"actions/{name}" for name in ("checkout", "setup-python", *pages)}
    assert "cache" not in "".join(publishing)
    assert "needs: [tests, source, reference]" in publishing[0]
    (reference,) = [job for job in jobs if job.startswith("reference:")]
    assert re.findall(r"\bpip install (.*)", reference) == [
        "--require-hashes --requirement .github/reference.txt"
    ]


def test_reference_is_of_modules_that_exist() -> None:
    for name in MODULES:
        path = ROOT.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").is_file(), name
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    (needed,) = project["project"]["optional-dependencies"]["docs"]
    pins = ROOT.joinpath(".github/reference.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^pdoc==(\d+)", pins, re.MULTILINE)
    assert needed.startswith(f"pdoc>={pinned[0]},<")


def test_git_converts_no_file() -> None:
    """The page's ids and hashes are of bytes: see also tests/publish/test_line_ends.py."""
    names = [path.as_posix() for path in tracked_files()]
    git = ["git", "check-attr", "-z", "--stdin", "text", "eol"]
    done = subprocess.run(  # noqa: S603 - ours
        git, cwd=ROOT, input="\0".join(names), capture_output=True, text=True, check=True
    )
    words = iter(done.stdout.split("\0"))
    attributes: dict[str, dict[str, str]] = {}
    for name, attribute, value in zip(words, words, words, strict=False):
        attributes.setdefault(name, {})[attribute] = value
    assert set(attributes) == set(names)
    for name, found in attributes.items():
        binary = name.endswith(BINARY)
        assert found["text"] == ("unset" if binary else "auto"), name
        assert binary or found["eol"] == "lf", name
        assert binary or b"\r" not in ROOT.joinpath(name).read_bytes(), name
    attributes_file = ROOT.joinpath(".gitattributes").read_text(encoding="utf-8")
    for folder in GENERATED:
        assert f"\nstatic/{folder}/*.js -diff linguist-generated\n" in attributes_file


def test_the_page_loads_what_it_runs() -> None:
    """`pyscript.toml` lists all modules of the page, and no other file."""
    page = tomllib.loads(ROOT.joinpath("pyscript.toml").read_text(encoding="utf-8"))
    modules = {path for path in ENGINE if path.parent.name != "publish"}
    wanted = {path.relative_to(ROOT).as_posix() for path in modules} - {"qwixx/__main__.py"}
    assert page["modules"] == sorted(wanted)
    assert ROOT.joinpath(page["interpreter"]).is_file()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_preview_shows_the_sheet_of_each_variant(variant: Variant) -> None:
    """It is there before Python is; the numbers are those of the rules."""
    page = ROOT.joinpath("index.html").read_text("utf-8")
    start = f'<div class="shell-rows" data-variant="{variant.name}"'
    assert page.count(start) == 1
    rows = re.findall(r"<i[^>]*>(.*)</i>", page.partition(start)[2].partition("</div>")[0])
    shown = [[int(number) for number in re.findall(r">(\d+)<", row)] for row in rows]
    assert shown == [list(row.numbers) for row in variant.rows]


GENERATED = ("file", "prerendered")
"""Folders of scripts that hold data."""


def test_little_javascript() -> None:
    """JavaScript is only where Python cannot be, and small."""
    scripts = {path for path in tracked_files() if path.suffix in (".js", ".mjs")}
    ours = {path for path in scripts if not {"vendor", *GENERATED} & set(path.parts)}
    names = {
        f"static/js/{name}.js"
        for name in (
            "boot",
            "carried",
            "failure",
            "first",
            "interpreter",
            "prerendered",
            "runtime",
        )
    }
    names |= {f"static/js/{name}.js" for name in ("shim", "snapshot", "snapshot_maker")}
    names |= {"static/embed/qwixx-game.js", "sw.js"}
    data = {
        f"static/js/{name}.js" for name in ("texts", "failure-texts")
    }  # written by tests.i18n.catalogs
    assert {path.as_posix() for path in ours} == names | data
    texts = [ROOT.joinpath(path).read_text("utf-8") for path in sorted(names)]
    written = [re.sub(r"(?s)^const PARTS = .*?;$", "", text, flags=re.MULTILINE) for text in texts]
    # A page that does not start says why, and tries another way: that has to run where Python does
    # not. So has what spares a second tab its start, when all it has is an answer for the first,
    # and what brings Python the game's modules, or its memory as it was; and what shows the page
    # while Python starts, and lets people use it.
    assert sum(len(text.splitlines()) for text in written) < 1310


def test_no_style_depends_on_the_layout() -> None:
    """With container queries each change of the layout styles all that lies in a container anew.

    A text that changed at a sheet cost 20 ms instead of 0.3.
    """
    for path in sorted(ROOT.joinpath("static/css").glob("*.css")):
        found = re.findall(r"\dcq[a-z]+|container-type|@container", path.read_text("utf-8"))
        assert not found, path


def test_the_script_in_the_page_is_the_one_that_its_policy_names() -> None:
    page = ROOT.joinpath("index.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"(?s)<script>(.*?)</script>", page)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}' blob: 'wasm-unsafe-eval'; " in page


def test_script_and_style_for_what_is_not_there_are_those_that_its_policy_names() -> None:
    page = ROOT.joinpath("404.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"(?s)<script[^>]*>(.*?)</script>", page)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'; connect-src 'self'" in page
    (style,) = re.findall(r"(?s)<style>(.*?)</style>", page)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page


def test_no_machine_or_host_is_named() -> None:
    for path in tracked_files():
        if (
            path.is_relative_to("static/vendor")
            or path.name == "runtime.js"
            or path.suffix in (".png", ".mo", ".bin")
        ):
            continue
        text = ROOT.joinpath(path).read_text(encoding="utf-8")
        found = re.search(r"/home/\w|/root\b|/work/|(pypi|npmjs)\.\w{3}", text)
        assert not found or path.parts[-1] == "test_repository.py", f"{path}: {found}"
