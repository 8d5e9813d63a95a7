"""Test that documents mention only existing files, modules, and names and that links work."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qwixx.rules.variants import VARIANTS
from tests.repo.tracked import tracked_files

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
HISTORICAL = ("GLOSSARY", "CHANGELOG")
EXTERNAL_NAMES = {"careful.py", "copyright", "reference/", "utm_source"}
"""Names in the documents that do not refer to this repository."""
PATH = re.compile(
    r"[\w.*-]*/[\w.*/-]*"
    r"|[\w.*-]+\.(?:bin|css|html|js|json|md|mo|po|png|py|svg|toml|txt|wasm|woff2|yml|zip)"
)
MEDIA_TYPE = re.compile(r"(?:text|application|image)/[\w+-]+")
NUMBERS = ("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(.*\))?")
CODE = (".py", ".js", ".html", ".css", ".toml", ".json", ".yml")


def document_paths() -> list[Path]:
    """Return the paths of all documents that describe the current repository."""
    documents = (path for path in tracked_files() if path.suffix == ".md")
    return [path for path in documents if path.stem not in HISTORICAL]


@cache
def known_words() -> frozenset[str]:
    """Return all words in code files and in the paths of tracked files, excluding this test."""
    files = [path for path in tracked_files() if path.name != Path(__file__).name]
    words_found = {part for path in files for part in path.with_suffix("").parts}
    for path in files:
        if path.suffix in CODE and not path.is_relative_to("static/vendor"):
            words_found.update(re.findall(r"\w+", ROOT.joinpath(path).read_text("utf-8")))
    return frozenset(words_found)


@cache
def all_paths() -> str:
    """Return the paths of all files and folders, one per line."""
    files = tracked_files()
    folders = {parent for path in files for parent in path.parents}
    return "\n".join(path.as_posix() for path in [*files, *folders])


def has_path(name: str) -> bool:
    """Return whether a path or a glob pattern matches the end of a path in the repository."""
    pattern = re.escape(re.sub(r"^(\.\./)+|/$", "", name)).replace(r"\*", "[^/\n]*")
    return bool(re.search(rf"(^|/){pattern}$", all_paths(), re.MULTILINE))


def missing_names(text: str) -> Iterator[str]:
    """Yield the names in a document that do not exist in the repository."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    for span in re.findall(r"`([^`\n]+)`", prose):
        if span in EXTERNAL_NAMES or MEDIA_TYPE.fullmatch(span):
            continue
        if PATH.fullmatch(span):
            is_known = has_path(span)
        elif NAME.fullmatch(span):
            is_known = {*span.partition("(")[0].split(".")} <= known_words()
        else:
            continue
        if not is_known:
            yield span
    for module in re.findall(r"python3? -m ((?:qwixx|tests)[\w.]*)", text):
        if not (has_path(module.replace(".", "/") + ".py") or has_path(module.replace(".", "/"))):
            yield module


def heading_anchors(text: str) -> set[str]:
    """Return the anchors that GitHub generates for a document's headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).replace(" ", "-").lower() for heading in headings}


def test_documents_mention_only_existing_names() -> None:
    missing = {
        f"{document}: {name}"
        for document in document_paths()
        for name in missing_names(ROOT.joinpath(document).read_text("utf-8"))
    }
    assert missing == set()


@pytest.mark.parametrize(
    "text",
    ["`thinking/features.py`", "`carton.py`", "`Standpoint`", "`Game.un_do()`", "`utmost`"],
)
def test_missing_name_is_found(text: str) -> None:
    assert [*missing_names(f"See {text}.")] == [text.strip("`")]


def test_missing_module_is_found() -> None:
    assert [*missing_names("```sh\npython3 -m tests.nothing\n```")] == ["tests.nothing"]


def test_links_point_to_files_and_headings() -> None:
    for document in document_paths():
        text = ROOT.joinpath(document).read_text("utf-8")
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"https?:", link):
                continue
            name, _, anchor = link.partition("#")
            target = ROOT.joinpath(document).parent.joinpath(name) if name else ROOT / document
            assert target.exists(), f"{document}: {link}"
            assert not anchor or anchor in heading_anchors(target.read_text("utf-8")), (
                f"{document}: {link}"
            )


def test_documents_with_examples_are_tested() -> None:
    """Pytest runs examples only in documents that pyproject.toml lists."""
    pyproject = ROOT.joinpath("pyproject.toml").read_text("utf-8")
    for document in document_paths():
        if ">>> " in ROOT.joinpath(document).read_text("utf-8"):
            assert f'    "{document.as_posix()}",\n' in pyproject, document


def test_documents_count_the_sheets() -> None:
    every, more = (NUMBERS[len(VARIANTS) - fewer - 9] for fewer in (0, 2))  # Classic and Longo
    readme = ROOT.joinpath("README.md").read_text("utf-8")
    assert f"**{every.capitalize()} printed sheets**" in readme
    assert f"[{more} more](" in readme
    rules = ROOT.joinpath("qwixx/rules/README.md").read_text("utf-8")
    assert f"{more.capitalize()} more printed sheets." in rules
