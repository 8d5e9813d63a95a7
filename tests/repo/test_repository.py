"""Test the repository as a whole."""

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
from qwixx.ui.files.sandbox_frame import FRAME_HASH
from qwixx.ui.parts.sheet.look import size_attributes
from tests.__main__ import QUICK
from tests.exhaustive import EXHAUSTIVE, is_named
from tests.reference import MODULES
from tests.repo.tracked import tracked_files

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

ROOT = Path(__file__).parents[2]
RESEARCH = ROOT.glob("qwixx/research/**/*.py")
"""Adapters and training code; only these modules may import third-party packages."""
ENGINE = sorted({*ROOT.joinpath("qwixx").rglob("*.py")} - {*RESEARCH})
TOP_LEVEL = {
    *(".ci", ".gitattributes", ".github", ".gitignore", "LICENSE", "README.md", "pyproject.toml"),
    *("index.html", "pyscript.toml", "qwixx", "static", "tests"),
    *("sw.js", "404.html", ".nojekyll"),  # browsers and GitHub Pages expect them here
}


def test_top_level_has_expected_entries() -> None:
    assert {path.parts[0] for path in tracked_files()} == TOP_LEVEL


def test_game_has_no_dependencies() -> None:
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
                package = name.partition(".")[0]
                allowed = {"qwixx", *sys.stdlib_module_names}
                if path.parent.name == "browser":
                    allowed |= {"js", "pyodide", "pyscript"}
                if path.name == "qr.py":
                    allowed |= {"qrcode"}  # vendored
                if path.name == "wheel_hook.py":
                    allowed |= {"hatchling"}  # runs the hook
                assert package in allowed, f"{path}: {name}"


def test_variants_differ_only_in_data() -> None:
    """Only the modules that define variants distinguish between them."""
    for path in ENGINE:
        # On Sundays, the daily game uses another variant; no rule of either variant says so.
        exempt = ("__main__.py", "__init__.py", "daily.py", "digests.py", "weight_files.py")
        if path.name not in exempt and not {
            "ui",
            "variants",
        } & {*path.parts}:
            code = ast.unparse(without_docstrings(ast.parse(path.read_text(encoding="utf-8"))))
            # Only the default argument of `new_game` names a variant.
            code = code.replace("variant: Variant | str=CLASSIC", "")
            code = code.replace("from qwixx.rules.variants import CLASSIC", "")
            assert not re.search(r"classic|longo", code, re.IGNORECASE), path


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return tree


def test_public_names_exist() -> None:
    required = {
        *("CLASSIC", "LONGO", "VARIANTS", "find_variant", "new_game", "Color", "Roll", "Mark"),
        *("PASS", "State", "Phase", "Outcome", "Termination", "Game"),
        *("InvalidMoveError", "IllegalMoveError", "roll_dice", "parse_position"),
    }
    assert required <= set(qwixx.__all__)
    assert all(hasattr(qwixx, name) for name in qwixx.__all__)
    assert {"BOTS", "Bot", "find_bot"} <= set(qwixx.bots.__all__)
    assert {"Advice", "Review", "chances", "hint", "review"} <= set(qwixx.coach.__all__)
    assert [color.name for color in Color] == ["RED", "YELLOW", "GREEN", "BLUE"]


def test_importing_package_loads_no_late_modules() -> None:
    """The page starts with `import qwixx` and imports other packages later."""
    code = "import qwixx, sys; print(*sorted(set(sys.modules)))"
    result = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True
    )
    loaded = result.stdout.decode().split()
    assert "qwixx.rules.state" in loaded
    late = ("qwixx.bots", "qwixx.coach", "qwixx.research", "qwixx.ui", "argparse", "numpy")
    assert [name for name in loaded if name.startswith(late)] == []


def test_version_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == qwixx.__version__
    changelog = ROOT.joinpath(".github/CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"^## \[([0-9.]+)\] - (\S+)$", changelog, re.MULTILINE)[0]
    assert version == qwixx.__version__
    citation = ROOT.joinpath(".github/CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {version}\ndate-released: {date}\n" in citation
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"qwixx {version}\n"


def test_readme_and_ci_use_same_commands() -> None:
    readme = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
    assert blocks[:2] == ["python3 -m qwixx\n", "python3 -m tests\n"]
    assert "exec python3 -m tests\n" in ROOT.joinpath(".ci/run").read_text(encoding="utf-8")


def test_readme_lists_each_package() -> None:
    readme = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    folders = {path.parent.relative_to(ROOT).as_posix() for path in ENGINE}
    packages = {folder for folder in folders if folder.count("/") == 1}
    assert {folder for folder in packages if f"\n| `{folder}/` |" not in readme} == set()


@pytest.mark.parametrize("workflow", sorted(ROOT.glob(".github/workflows/*.yml")), ids=str)
def test_workflows_pin_actions_and_limit_permissions(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    uses = re.findall(r"uses: (\S+)", text)
    assert uses
    local = {"./.github/workflows/tests.yml"}
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in {*uses} - local)
    assert "permissions:\n  contents: read\n" in text


def test_publishing_jobs_install_nothing() -> None:
    """A compromised test dependency must not be able to change the published game."""
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


def test_reference_modules_exist() -> None:
    for name in MODULES:
        path = ROOT.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").is_file(), name
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    (requirement,) = project["project"]["optional-dependencies"]["docs"]
    pins = ROOT.joinpath(".github/reference.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^pdoc==(\d+)", pins, re.MULTILINE)
    assert requirement.startswith(f"pdoc>={pinned[0]},<")


def test_git_converts_no_line_endings() -> None:
    """Ids and hashes depend on exact bytes; see also tests/publish/test_line_endings.py."""
    names = [path.as_posix() for path in tracked_files()]
    git = ["git", "check-attr", "-z", "--stdin", "text", "eol"]
    result = subprocess.run(  # noqa: S603 - ours
        git, cwd=ROOT, input="\0".join(names), capture_output=True, text=True, check=True
    )
    words = iter(result.stdout.split("\0"))
    attributes: dict[str, dict[str, str]] = {}
    for name, attribute, value in zip(words, words, words, strict=False):
        attributes.setdefault(name, {})[attribute] = value
    assert set(attributes) == set(names)
    for name, values in attributes.items():
        binary = name.endswith(BINARY)
        assert values["text"] == ("unset" if binary else "auto"), name
        assert binary or values["eol"] == "lf", name
        assert binary or b"\r" not in ROOT.joinpath(name).read_bytes(), name
    attributes_file = ROOT.joinpath(".gitattributes").read_text(encoding="utf-8")
    for folder in GENERATED:
        assert f"\nstatic/{folder}/*.js -diff linguist-generated\n" in attributes_file


def test_page_configuration_lists_exactly_page_modules() -> None:
    config = tomllib.loads(ROOT.joinpath("pyscript.toml").read_text(encoding="utf-8"))
    modules = {path for path in ENGINE if path.parent.name != "publish"}
    expected = {path.relative_to(ROOT).as_posix() for path in modules} - {"qwixx/__main__.py"}
    assert config["modules"] == sorted(expected)
    assert ROOT.joinpath(config["interpreter"]).is_file()


@pytest.mark.parametrize(
    "variant", [variant for variant in VARIANTS.values() if not variant.summary], ids=str
)
def test_preview_shows_sheet_of_each_variant(variant: Variant) -> None:
    """The page shows the preview of the first sheets before Python runs."""
    page = ROOT.joinpath("index.html").read_text("utf-8")
    long = ' data-long="1"' if size_attributes(variant)["data-long"] else ""
    start = f'<div class="shell-rows"{long} data-variant="{variant.name}"'
    assert page.count(start) == 1
    rows = re.findall(r"<i[^>]*>(.*)</i>", page.partition(start)[2].partition("</div>")[0])
    shown = [[int(number) for number in re.findall(r">(\d+)<", row)] for row in rows]
    assert shown == [list(row.numbers) for row in variant.rows]


GENERATED = ("file", "prerendered")
"""Folders of scripts that contain only data."""


def test_javascript_is_limited() -> None:
    """JavaScript is used only where Python cannot run."""
    scripts = {path for path in tracked_files() if path.suffix in (".js", ".mjs")}
    own_scripts = {path for path in scripts if not {"vendor", *GENERATED} & set(path.parts)}
    code_names = {
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
    code_names |= {
        f"static/js/{name}.js"
        for name in ("shim", "snapshot", "snapshot_maker", "snapshot_reader", "sandbox_worker")
    }
    code_names |= {"static/embed/qwixx-game.js", "sw.js"}
    data_names = {
        f"static/js/{name}.js" for name in ("texts", "failure-texts")
    }  # written by tests.i18n.catalogs
    assert {path.as_posix() for path in own_scripts} == code_names | data_names
    texts = [ROOT.joinpath(path).read_text("utf-8") for path in sorted(code_names)]
    code = [re.sub(r"(?s)^const PARTS = .*?;$", "", text, flags=re.MULTILINE) for text in texts]
    # These scripts do what Python cannot: explain why the page does not start, and try another
    # way; pass an answer to the first tab without starting Python in a second one; supply Python
    # with the game's modules or a memory snapshot; show a usable page while Python starts; start
    # Python in the sandbox of players' own bots; and check and repair cached files.
    assert sum(len(text.splitlines()) for text in code) < 1610


def test_style_sheets_use_no_container_queries() -> None:
    """With container queries, each layout change restyles everything in the container.

    With these queries, changing a text on a sheet took 20 ms instead of 0.3 ms.
    """
    for path in sorted(ROOT.joinpath("static/css").glob("*.css")):
        found = re.findall(r"\dcq[a-z]+|container-type|@container", path.read_text("utf-8"))
        assert not found, path


def test_page_policy_allows_inline_script_and_that_of_the_sandbox() -> None:
    page = ROOT.joinpath("index.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"(?s)<script>(.*?)</script>", page)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}' {FRAME_HASH} blob: 'wasm-unsafe-eval'; " in page


def test_404_page_policy_allows_inline_script_and_style() -> None:
    page = ROOT.joinpath("404.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"(?s)<script[^>]*>(.*?)</script>", page)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'; connect-src 'self'" in page
    (style,) = re.findall(r"(?s)<style>(.*?)</style>", page)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page


def test_files_name_no_local_paths_or_package_registries() -> None:
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


def test_quick_run_names_no_exhaustive_test() -> None:
    name = "tests/rules/test_dice.py::test_sum"
    assert is_named(f"{name}[3]", [name])
    assert not is_named(f"{name}[3]", ["tests/rules", *QUICK])
    assert [name for name in EXHAUSTIVE if is_named(name, QUICK)] == []


def test_exhaustive_tests_exist() -> None:
    for name in EXHAUSTIVE:
        path, _, test = name.partition("::")
        function = test.partition("[")[0]
        assert f"def {function}(" in ROOT.joinpath(path).read_text("utf-8"), name
