"""Names of variants and of their special rules stand only where a variant is defined.

Everything else reads the data of `Variant`, so that a new sheet needs no code of its own.
Comments, docstrings, sentences for players, and generated files may say what they like.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.repo.test_repository import without_docstrings

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
NAMES = re.compile(
    r"longo|mixx|big[-_]?points|bonus[-_]?[ab]\b|connected[-_]?[ab]\b|x[-_]change|double[-_]a\b"
    r"|^classic$",
    re.IGNORECASE,
)
FAMILIES = {"block", "families", "own"}
"""Modules that make variants from codes: not the rules of one sheet."""
VARIANT_FILES = [
    path.stem
    for path in ROOT.joinpath("qwixx/rules/variants").glob("*.py")
    if path.stem not in {"__init__", *FAMILIES}
]
GENERATED_SCRIPTS = {"texts.js", "failure-texts.js"}
DEFAULT = "CLASSIC"
"""The name of the variant that is the default."""
EXEMPT_FOLDERS = {
    "qwixx/rules": "the rules themselves",
    "qwixx/locale": "catalogs",
    "qwixx/research/training": "training chooses variants by name",
    "qwixx/ui/screens/lesson": "a lesson belongs to one variant",
}
EXEMPT = {
    "qwixx/__init__.py": "exports the two variants that other programs have always imported",
    "qwixx/bots/digests.py": "generated: names of weight files",
    "qwixx/bots/weight_files.py": "names of weight files",
    "qwixx/games/daily.py": "the daily game of Sundays, which links and archives rely on",
    "index.html": "the first picture, which a test compares with the variants",
}
CONTROLS = {"learn-longo"}
"""Public names of controls that open the lesson of one variant."""


def words_of_code(path: Path) -> Iterator[str]:
    """Yield the identifiers and the texts of a module, but not its sentences and docstrings."""
    tree = without_docstrings(ast.parse(path.read_text(encoding="utf-8")))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.arg, ast.keyword)):
            yield node.arg or ""
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "", *(alias.name for alias in node.names))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "" if " " in node.value.strip() else node.value


def modules() -> Iterator[Path]:
    """Yield the modules in which no variant may be named."""
    for path in sorted(ROOT.joinpath("qwixx").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name not in EXEMPT and not name.startswith(tuple(EXEMPT_FOLDERS)):
            yield path


def variant_names_in(path: Path) -> set[str]:
    words = set(words_of_code(path)) - CONTROLS - {DEFAULT}
    return {word for word in words if NAMES.search(word)}


def test_modules_name_no_variant() -> None:
    found = {str(path.relative_to(ROOT)): variant_names_in(path) for path in modules()}
    assert {name: words for name, words in found.items() if words} == {}


def test_only_the_rules_import_the_file_of_a_variant() -> None:
    """The rules of one sheet are reached through the hooks of `PrintedRule`, never by name."""
    files = {f"qwixx.rules.variants.{variant}" for variant in VARIANT_FILES}
    for path in modules():
        assert not files & set(words_of_code(path)), path


def test_styles_scripts_and_pages_name_no_variant() -> None:
    paths = [*ROOT.glob("static/css/*.css"), *ROOT.glob("static/js/*.js"), *ROOT.glob("*.html")]
    comments = re.compile(r"/\*.*?\*/|<!--.*?-->|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
    for path in paths:
        if path.name in EXEMPT or path.name in GENERATED_SCRIPTS:
            continue
        code = comments.sub("", path.read_text(encoding="utf-8"))
        assert not NAMES.search(code), path


def test_exceptions_are_needed() -> None:
    for name in EXEMPT:
        path = ROOT / name
        words = (
            variant_names_in(path)
            if path.suffix == ".py"
            else NAMES.findall(path.read_text("utf-8"))
        )
        assert words, f"{name} names no variant anymore: remove the exception"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("if variant.name == 'mixx-a': pass", {"mixx-a"}),
        ("is_longo = True", {"is_longo"}),
        ("def draw_big_points(): pass", {"draw_big_points"}),
        ('"""Longo has longer rows."""', set()),
        ("# as in Longo\nshown = _('Learn Longo')", set()),
        ("NEW = CLASSIC", set()),
        ("name = 'classic'", {"classic"}),
    ],
)
def test_names_are_found_in_code_only(tmp_path: Path, code: str, words: set[str]) -> None:
    path = tmp_path / "module.py"
    path.write_text(code, encoding="utf-8")
    assert variant_names_in(path) == words
