"""Pages as JSON that the browser can draw without Python; it contains each distinct node once.

- `nodes`: lists of a tag, attributes, a key, and children, which are texts or indexes of nodes;
- `pages`: objects with the index of a node (`node`), the attributes of the root element (`root`),
  and the index of the page that follows each choice (`next`);
- `first`: index of the first page by UTC day; "" stands for any other day;
- `parameters`: URL parameters that lead to other pages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from qwixx.games.written.safe_json import loads
from qwixx.ui.parts.html import Node

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class PageData:
    """Pages and their nodes."""

    def __init__(self) -> None:
        self.nodes: list[list[Any]] = []
        self.pages: list[dict[str, Any]] = []
        self._indexes: dict[str, int] = {}
        self._known: dict[Node, int] = {}

    def add_page(self, node: Node, root_attributes: Mapping[str, str | None]) -> int:
        """Add a page and return its index.

        Args:
            node: the page.
            root_attributes: attributes of the root element.
        """
        root = {name: value for name, value in root_attributes.items() if value is not None}
        self.pages.append({"node": self._add_node(node), "root": root, "next": {}})
        return len(self.pages) - 1

    def _add_node(self, node: Node) -> int:
        if node not in self._known:
            children = [
                child if isinstance(child, str) else self._add_node(child)
                for child in node.children
            ]
            row = [node.tag, node.attributes, node.key, children]
            index = self._indexes.setdefault(json.dumps(row), len(self.nodes))
            if index == len(self.nodes):
                self.nodes.append(row)
            self._known[node] = index
        return self._known[node]

    def to_json(self, first_page_by_day: Mapping[str, int], parameters: Sequence[str]) -> str:
        """Return the pages as JSON."""
        data = {
            "nodes": self.nodes,
            "pages": self.pages,
            "first": first_page_by_day,
            "parameters": parameters,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def parse_page_node(text: str, index: int) -> Node:
    """Return the node of a page.

    Args:
        text: the JSON, as `PageData.to_json` returns it.
        index: index of the page.

    Raises:
        ValueError: the text is not such JSON, or lacks the page.
    """
    try:
        data = loads(text)
        return _read_node(data["nodes"], data["pages"][index]["node"], {})
    except (LookupError, TypeError, RecursionError) as error:
        msg = "this is no prerendered page"
        raise ValueError(msg) from error


def _read_node(rows: Sequence[Any], index: int, known: dict[int, Node]) -> Node:
    if index not in known:
        tag, attributes, key, children = rows[index]
        known[index] = Node(
            tag,
            attributes,
            tuple(
                child if isinstance(child, str) else _read_node(rows, child, known)
                for child in children
            ),
            key,
        )
    return known[index]
