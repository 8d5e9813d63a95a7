"""What the code says of the rules in `qwixx/rules/README.md`, and what these say of the code."""

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
WRITTEN = {
    path: path.read_text(encoding="utf-8")
    for top in ("qwixx", "tests")
    for kind in ("*.py", "*.md")
    for path in sorted(ROOT.joinpath(top).rglob(kind))
}
"""All code and what is said about it, by path."""
# The brackets keep this pattern from citing something itself.
CITATION = re.compile(r'Source[:](?: rules, ("[^"\n]+"(?:, "[^"\n]+")*)\.)?')

ENGINE = [Path(inspect.getfile(kind)) for kind in (Roll, Sheet, State, Variant)]
"""The modules that hold the rules, wherever they lie."""
WITHOUT_RULE = {
    *("Roll.code", "Roll.from_code", "Sheet.code", "State.code"),  # text forms
    *(
        "MAX_SEED",
        "next_seed",
        "seeded_roll",
        "bot_rng",
        "check_seed",
    ),  # where chance comes from
    *("Sheet.crossed", "State.players"),  # these look something up
    *("mirrored_rows", "triangular_points"),  # these help to write a variant down
}
"""What is public in them and follows no rule."""


def citations(text: str) -> Iterator[str]:
    """Yield the headings that a text cites, and "" for a citation in another form."""
    for match in CITATION.finditer(text):
        yield from re.findall(r'"(.+?)"', match[1]) if match[1] else [""]


def public(tree: ast.Module | ast.ClassDef, inside: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each public class, function, method and constant."""
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            if not node.name.startswith("_"):
                yield inside + node.name, ast.get_docstring(node) or ""
            if isinstance(node, ast.ClassDef):
                yield from public(node, f"{node.name}.")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and not inside:
            name = node.targets[0].id
            if not name.startswith("_"):
                yield name, ast.literal_eval(after.value) if isinstance(after, ast.Expr) else ""


def numbers_after(heading: str, row: str) -> list[tuple[int, ...]]:
    """Return the cells of a table's row under a heading: the numbers in each."""
    section = RULES.partition(f"# {heading}\n")[2].partition("\n#")[0]
    cells = re.findall(rf"^\| {row} \|(.*)\|$", section, re.MULTILINE)[0].split("|")
    return [tuple(map(int, re.findall(r"\d+", cell))) for cell in cells]


def test_a_heading_stands_once() -> None:
    assert "Locking" in HEADINGS
    assert len(HEADINGS) == len({heading.lower() for heading in HEADINGS})


def test_links_lead_to_headings() -> None:
    anchors = {re.sub(r"[^\w -]", "", head).replace(" ", "-").lower() for head in HEADINGS}
    links = set(re.findall(r"\(#([^)]+)\)", RULES))
    assert links
    assert links <= anchors


def test_citations_name_a_heading() -> None:
    cited = {(path, heading) for path, text in WRITTEN.items() for heading in citations(text)}
    assert len(cited) > 30
    assert {(path, heading) for path, heading in cited if heading not in HEADINGS} == set()


def test_documents_that_are_named_are_in_the_repository() -> None:
    for path, text in WRITTEN.items():
        for name in re.findall(r"[\w./-]*\w\.md\b", text):
            places = (folder / name for folder in path.parents if folder.is_relative_to(ROOT))
            assert any(place.is_file() for place in places), f"{path}: {name}"


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.name)
def test_what_follows_a_rule_cites_it(path: Path) -> None:
    names = dict(public(ast.parse(WRITTEN[path])))
    silent = {name for name, text in names.items() if not list(citations(text))}
    assert silent == WITHOUT_RULE & {*names}


def test_what_follows_no_rule_is_there() -> None:
    names = {name for path in ENGINE for name, _ in public(ast.parse(WRITTEN[path]))}
    assert names >= WITHOUT_RULE


@pytest.mark.parametrize(
    ("variant", "heading"), [(CLASSIC, "Dice and sheet"), (LONGO, "Longo: dice and rows")]
)
def test_the_rows_are_those_of_the_engine(variant: Variant, heading: str) -> None:
    for row in variant.rows:
        assert numbers_after(heading, row.color.name.lower()) == [row.numbers]


def test_the_points_are_those_of_the_engine() -> None:
    classic = dict(
        zip(*(numbers_after("Score", row) for row in ("crosses", "points")), strict=True)
    )
    assert {0: 0} | {k: v for (k,), (v,) in classic.items()} == dict(enumerate(CLASSIC.points))
    more = zip(*(numbers_after("Longo: score", row) for row in ("crosses", "points")), strict=True)
    points = classic | dict(more)
    assert {0: 0} | {k: v for (k,), (v,) in points.items()} == dict(enumerate(LONGO.points))


def test_the_lucky_pairs_are_those_of_the_engine_and_all_of_equal_odds() -> None:
    die = range(1, LONGO.die_sides + 1)
    sums = [first + second for first in die for second in die]
    pairs = numbers_after("Longo: lucky pairs", "pair")
    assert pairs == [*LONGO.lucky_pairs]
    ways = [(sums.count(low), sums.count(high)) for low, high in LONGO.lucky_pairs]
    assert numbers_after("Longo: lucky pairs", "ways") == ways
    equal = {
        (low, high)
        for high in LONGO.white_sums
        for low in range(LONGO.white_sums[0], high)
        if sums.count(low) + sums.count(high) == 11
    }
    assert {*pairs} == equal
