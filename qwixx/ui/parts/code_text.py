"""Python code as nodes: colors and line numbers, and the indentation of new lines."""

from __future__ import annotations

import re
from functools import lru_cache
from keyword import kwlist, softkwlist
from typing import NamedTuple

from qwixx.ui.parts.html import Node, h

INDENT = 4
_PART = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<open>[rbfuRBFU]{0,2}(?P<quotes>'''|\"\"\"))"
    r"|(?P<string>[rbfuRBFU]{0,2}(?:'(?:[^'\\]|\\.)*'?|\"(?:[^\"\\]|\\.)*\"?))"
    r"|(?P<number>\b\d[\w.]*)"
    r"|(?P<word>[^\W\d]\w*)"
)
_KEYWORDS = frozenset(kwlist) - frozenset(softkwlist)
_CLASSES = {
    "comment": "code-comment",
    "string": "code-string",
    "number": "code-number",
    "keyword": "code-keyword",
    "name": "code-name",
}
_DEFINES = ("def", "class")


class _Line(NamedTuple):
    """A colored line.

    Args:
        node: the line.
        quotes: the quotes of a string that continues in the next line; "" for none.
    """

    node: Node
    quotes: str


def code_lines(text: str, marked_line: int = 0) -> list[Node]:
    """Return the lines of a program, in colors.

    Args:
        text: the program.
        marked_line: number of the line with an error, from 1; 0 for none.
    """
    nodes, quotes = [], ""
    for number, line in enumerate(text.split("\n"), 1):
        node, quotes = _colored_line(line, quotes, is_marked=number == marked_line)
        nodes.append(node)
    return nodes


@lru_cache(maxsize=1024)
def _colored_line(line: str, quotes: str, *, is_marked: bool) -> _Line:
    """Return a line, given the quotes of a string that began before it."""
    parts: list[Node | str] = []
    start = 0
    if quotes:
        end = line.find(quotes)
        start = len(line) if end < 0 else end + len(quotes)
        quotes = quotes if end < 0 else ""
        parts.append(_part("string", line[:start]))
    before = ""
    while found := _PART.search(line, start):
        parts.append(line[start : found.start()])
        kind, start = str(found.lastgroup), found.end()
        if kind == "open":
            quotes = found["quotes"]
            end = line.find(quotes, start)
            start = len(line) if end < 0 else end + len(quotes)
            quotes = quotes if end < 0 else ""
            kind = "string"
        text = line[found.start() : start]
        if kind == "word":
            kind = "name" if before in _DEFINES else "keyword" if text in _KEYWORDS else ""
        before = text
        parts.append(_part(kind, text) if kind else text)
    parts.append(line[start:])
    css_class = "code-line marked" if is_marked else "code-line"
    shown = _joined(parts) or ["\u200b"]  # an empty line is as high as the others
    return _Line(h("div", {"class": css_class}, *shown), quotes)


def _part(kind: str, text: str) -> Node:
    return h("span", {"class": _CLASSES[kind]}, text)


def _joined(parts: list[Node | str]) -> list[Node | str]:
    """Return the parts without empty texts, and with neighboring texts joined."""
    joined: list[Node | str] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, str) and isinstance(last, str):
            joined[-1] = last + part
        elif part != "":
            joined.append(part)
    return joined


def indentation_after(before: str) -> str:
    """Return the indentation of a line that is begun after a text.

    It is that of the last line, one step more after a colon, and one less after a statement that
    ends its block.
    """
    line = before.rpartition("\n")[2]
    indentation = line[: len(line) - len(line.lstrip(" \t"))]
    code = line.strip()
    if code.endswith(":"):
        return indentation + " " * INDENT
    if re.match(r"(?:return|pass|break|continue|raise)\b", code):
        return indentation[:-INDENT]
    return indentation


def spaces_to_next_stop(before: str) -> str:
    """Return the spaces that indent from the end of a text to the next multiple of `INDENT`."""
    column = len(before.rpartition("\n")[2])
    return " " * (INDENT - column % INDENT)
