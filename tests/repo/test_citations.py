"""Test that the code cites the rules in `qwixx/rules/README.md` correctly and matches them."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, Roll, Sheet, State, Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
RULES = ROOT.joinpath("qwixx/rules/README.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^##+ (.+)$", RULES, re.MULTILINE)
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for folder in ("qwixx", "tests")
    for kind in ("*.py", "*.md")
    for path in sorted(ROOT.joinpath(folder).rglob(kind))
}
"""Texts of all code files and documents, by path."""
# The brackets keep this pattern from matching itself.
CITATION = re.compile(r'Source[:](?: rules, ("[^"\n]+"(?:, "[^"\n]+")*)\.)?')

ENGINE = [Path(inspect.getfile(kind)) for kind in (Roll, Sheet, State, Variant)]
"""The modules that implement the rules."""
WITHOUT_RULE = {
    *("Roll.code", "Roll.from_code", "Sheet.code", "State.code"),  # notation
    *(
        "MAX_SEED",
        "next_seed",
        "seeded_roll",
        "bot_rng",
        "check_seed",
    ),  # random numbers
    *("Sheet.crossed", "State.players"),  # lookups
    *("mirrored_rows", "triangular_points"),  # helpers for defining variants
}
"""Public names in these modules that do not implement a rule."""


def cited_headings(text: str) -> Iterator[str]:
    """Yield the headings that a text cites, and "" for each malformed citation."""
    for match in CITATION.finditer(text):
        yield from re.findall(r'"(.+?)"', match[1]) if match[1] else [""]


def public_docstrings(
    tree: ast.Module | ast.ClassDef, prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each public class, function, method, and constant."""
    for node, next_node in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            if not node.name.startswith("_"):
                yield prefix + node.name, ast.get_docstring(node) or ""
            if isinstance(node, ast.ClassDef):
                yield from public_docstrings(node, f"{node.name}.")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and not prefix:
            name = node.targets[0].id
            if not name.startswith("_"):
                yield (
                    name,
                    ast.literal_eval(next_node.value) if isinstance(next_node, ast.Expr) else "",
                )


def numbers_in_row(heading: str, row: str) -> list[tuple[int, ...]]:
    """Return the numbers in each cell of a table row under a heading."""
    section = RULES.partition(f"# {heading}\n")[2].partition("\n#")[0]
    cells = re.findall(rf"^\| {row} \|(.*)\|$", section, re.MULTILINE)[0].split("|")
    return [tuple(map(int, re.findall(r"\d+", cell))) for cell in cells]


def test_headings_are_unique() -> None:
    assert "Locking" in HEADINGS
    assert len(HEADINGS) == len({heading.lower() for heading in HEADINGS})


def test_links_point_to_headings() -> None:
    anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-").lower() for heading in HEADINGS}
    links = set(re.findall(r"\(#([^)]+)\)", RULES))
    assert links
    assert links <= anchors


def test_citations_name_existing_headings() -> None:
    cited = {(path, heading) for path, text in TEXTS.items() for heading in cited_headings(text)}
    assert len(cited) > 30
    assert {(path, heading) for path, heading in cited if heading not in HEADINGS} == set()


def test_mentioned_documents_exist() -> None:
    for path, text in TEXTS.items():
        for name in re.findall(r"[\w./-]*\w\.md\b", text):
            candidates = (folder / name for folder in path.parents if folder.is_relative_to(ROOT))
            assert any(candidate.is_file() for candidate in candidates), f"{path}: {name}"


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.name)
def test_implementation_of_rule_cites_rule(path: Path) -> None:
    docstrings = dict(public_docstrings(ast.parse(TEXTS[path])))
    without_citation = {
        name for name, docstring in docstrings.items() if not list(cited_headings(docstring))
    }
    assert without_citation == WITHOUT_RULE & {*docstrings}


def test_names_without_rule_exist() -> None:
    names = {name for path in ENGINE for name, _ in public_docstrings(ast.parse(TEXTS[path]))}
    assert names >= WITHOUT_RULE


@pytest.mark.parametrize(
    ("variant", "heading"), [(CLASSIC, "Dice and sheet"), (LONGO, "Longo: dice and rows")]
)
def test_documented_rows_match_engine(variant: Variant, heading: str) -> None:
    for row in variant.rows:
        assert numbers_in_row(heading, row.color.name.lower()) == [row.numbers]


def test_documented_points_match_engine() -> None:
    classic = dict(
        zip(*(numbers_in_row("Score", row) for row in ("crosses", "points")), strict=True)
    )
    assert {0: 0} | {k: v for (k,), (v,) in classic.items()} == dict(enumerate(CLASSIC.points))
    longo_points = zip(
        *(numbers_in_row("Longo: score", row) for row in ("crosses", "points")), strict=True
    )
    longo = classic | dict(longo_points)
    assert {0: 0} | {k: v for (k,), (v,) in longo.items()} == dict(enumerate(LONGO.points))


def test_documented_lucky_pairs_match_engine_and_have_equal_odds() -> None:
    die = range(1, LONGO.die_sides + 1)
    sums = [first + second for first in die for second in die]
    pairs = numbers_in_row("Longo: lucky pairs", "pair")
    assert pairs == [*LONGO.lucky_pairs]
    counts = [(sums.count(low), sums.count(high)) for low, high in LONGO.lucky_pairs]
    assert numbers_in_row("Longo: lucky pairs", "ways") == counts
    equally_likely = {
        (low, high)
        for high in LONGO.white_sums
        for low in range(LONGO.white_sums[0], high)
        if sums.count(low) + sums.count(high) == 11
    }
    assert {*pairs} == equally_likely
