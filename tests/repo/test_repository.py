"""What must hold of the repository itself."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import qwixx
from qwixx.moves import Color

ROOT = Path(__file__).parents[2]
ENGINE = sorted(ROOT.joinpath("qwixx").rglob("*.py"))
TOP_LEVEL = {
    *(".ci", ".github", ".gitignore", "LICENSE", "README.md", "pyproject.toml"),
    *("qwixx", "tests"),
}


def tracked_files() -> list[Path]:
    git = ["git", "ls-files", "--cached"]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if done.returncode != 0:
        pytest.skip("not a git checkout, so nothing is known of which files belong here")
    return [Path(line) for line in done.stdout.splitlines()]


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
                assert top == "qwixx" or top in sys.stdlib_module_names, f"{path}: {name}"


def test_variants_differ_in_data_alone() -> None:
    """No module but variants.py knows one variant from another."""
    for path in ENGINE:
        if path.name not in ("variants.py", "__main__.py", "__init__.py"):
            code = ast.unparse(without_docstrings(ast.parse(path.read_text(encoding="utf-8"))))
            # The default of new_game is the one place where a variant is named.
            code = code.replace("variant: Variant=CLASSIC", "")
            code = code.replace("from qwixx.variants import CLASSIC, Variant", "")
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
        *("InvalidMoveError", "IllegalMoveError"),
    }
    assert contract <= set(qwixx.__all__)
    assert all(hasattr(qwixx, name) for name in qwixx.__all__)
    assert [color.name for color in Color] == ["RED", "YELLOW", "GREEN", "BLUE"]


def test_readme_commands_are_the_ones_that_are_tested() -> None:
    readme = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
    assert blocks[:2] == ["python3 -m qwixx\n", "python3 -m tests\n"]
    assert "exec python3 -m tests\n" in ROOT.joinpath(".ci/run").read_text(encoding="utf-8")


def test_readme_names_each_module() -> None:
    readme = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    for path in ENGINE:
        if path.parent.name == "qwixx" and not path.name.startswith("__"):
            assert f"`qwixx/{path.name}`" in readme


@pytest.mark.parametrize("workflow", sorted(ROOT.glob(".github/workflows/*.yml")), ids=str)
def test_workflows_pin_actions_and_ask_for_little(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    uses = re.findall(r"uses: (\S+)", text)
    assert uses
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in uses)
    assert "permissions:\n  contents: read\n" in text


def test_no_machine_or_host_is_named() -> None:
    for path in tracked_files():
        text = ROOT.joinpath(path).read_text(encoding="utf-8")
        found = re.search(r"/home/\w|/root\b|/work/|(pypi|npmjs)\.\w{3}", text)
        assert not found or path.parts[-1] == "test_repository.py", f"{path}: {found}"
