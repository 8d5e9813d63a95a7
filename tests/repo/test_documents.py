"""Documents name only files, modules and identifiers that exist, and their links work."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.repo.tracked import tracked_files

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
NAME_THE_PAST = ("GLOSSARY", "CHANGELOG")
ELSEWHERE = {"careful.py", "copyright", "reference/", "utm_source"}
"""Names in the documents that are not ours."""
PATH = re.compile(
    r"[\w.*-]*/[\w.*/-]*"
    r"|[\w.*-]+\.(?:bin|css|html|js|json|md|mo|po|png|py|svg|toml|txt|wasm|woff2|yml|zip)"
)
MEDIA_TYPE = re.compile(r"(?:text|application|image)/[\w+-]+")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(.*\))?")
CODE = (".py", ".js", ".html", ".css", ".toml", ".json", ".yml")


def documents() -> list[Path]:
    """Return the documents of the repository."""
    names = (path for path in tracked_files() if path.suffix == ".md")
    return [path for path in names if path.stem not in NAME_THE_PAST]


@cache
def words() -> frozenset[str]:
    """Return all words of the code and the names of its files; this test is not looked at."""
    files = [path for path in tracked_files() if path.name != Path(__file__).name]
    found = {part for path in files for part in path.with_suffix("").parts}
    for path in files:
        if path.suffix in CODE and not path.is_relative_to("static/vendor"):
            found.update(re.findall(r"\w+", ROOT.joinpath(path).read_text("utf-8")))
    return frozenset(found)


@cache
def paths() -> str:
    """Return the paths of all files and folders, a line for each."""
    files = tracked_files()
    folders = {parent for path in files for parent in path.parents}
    return "\n".join(path.as_posix() for path in [*files, *folders])


def has_path(name: str) -> bool:
    """Return whether a path, or a pattern of paths, is the end of one in the repository."""
    pattern = re.escape(re.sub(r"^(\.\./)+|/$", "", name)).replace(r"\*", "[^/\n]*")
    return bool(re.search(rf"(^|/){pattern}$", paths(), re.MULTILINE))


def missing(text: str) -> Iterator[str]:
    """Yield the names in a document that are nowhere in the repository."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    for span in re.findall(r"`([^`\n]+)`", prose):
        if span in ELSEWHERE or MEDIA_TYPE.fullmatch(span):
            continue
        if PATH.fullmatch(span):
            is_known = has_path(span)
        elif NAME.fullmatch(span):
            is_known = {*span.partition("(")[0].split(".")} <= words()
        else:
            continue
        if not is_known:
            yield span
    for module in re.findall(r"python3? -m ((?:qwixx|tests)[\w.]*)", text):
        if not (has_path(module.replace(".", "/") + ".py") or has_path(module.replace(".", "/"))):
            yield module


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).replace(" ", "-").lower() for heading in headings}


def test_documents_name_only_what_exists() -> None:
    found = {
        f"{document}: {name}"
        for document in documents()
        for name in missing(ROOT.joinpath(document).read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "text",
    ["`thinking/features.py`", "`carton.py`", "`Standpoint`", "`Game.un_do()`", "`utmost`"],
)
def test_missing_name_is_found(text: str) -> None:
    assert [*missing(f"See {text}.")] == [text.strip("`")]


def test_missing_module_is_found() -> None:
    assert [*missing("```sh\npython3 -m tests.nothing\n```")] == ["tests.nothing"]


def test_links_lead_to_files_and_headings() -> None:
    for document in documents():
        text = ROOT.joinpath(document).read_text("utf-8")
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"https?:", link):
                continue
            name, _, anchor = link.partition("#")
            target = ROOT.joinpath(document).parent.joinpath(name) if name else ROOT / document
            assert target.exists(), f"{document}: {link}"
            assert not anchor or anchor in anchors(target.read_text("utf-8")), (
                f"{document}: {link}"
            )


def test_examples_are_tested() -> None:
    """Every README with an example is one of pytest's paths."""
    listed = ROOT.joinpath("pyproject.toml").read_text("utf-8")
    for document in documents():
        if ">>> " in ROOT.joinpath(document).read_text("utf-8"):
            assert f'    "{document.as_posix()}",\n' in listed, document
