"""Test the contents and the policy of the single file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from qwixx.__main__ import main
from qwixx.publish.files import ROOT, single_file_contents
from qwixx.publish.script_bundles import bundle_contents, single_file
from qwixx.ui.files.sandbox_frame import FRAME_HASH
from qwixx.ui.files.single_file import BUNDLES, NOTICE, inline_parts, make_single_file, part_paths
from qwixx.ui.files.versions import BOOT, PAGE, page_id, read_ids, with_ids

if TYPE_CHECKING:
    from pathlib import Path


class PageParser(HTMLParser):
    """Collects the elements of a page and the text in each element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.is_inside_element = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.append("")
        self.is_inside_element = True

    def handle_data(self, data: str) -> None:
        if self.is_inside_element:
            self.texts[-1] += data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the base class's name
        self.is_inside_element = False


@pytest.fixture(scope="module")
def page() -> PageParser:
    return PageParser(single_file())


def test_single_file_refers_to_no_other_files(page: PageParser) -> None:
    for tag, attributes in page.elements:
        for name in ("src", "href"):
            value = attributes.get(name) or "data:"
            is_program = tag == "script" and attributes.get("type") == "py"
            assert is_program or tag == "a" or value.startswith("data:"), attributes


def test_policy_allows_only_included_code(page: PageParser) -> None:
    (policy,) = (
        attributes["content"]
        for tag, attributes in page.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for (tag, attributes), text in zip(page.elements, page.texts, strict=True):
        if tag in hashes and "type" not in attributes:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            hashes[tag].append(f"'sha256-{digest}'")
    assert hashes["script"]
    assert hashes["style"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": " ".join([*hashes["script"], FRAME_HASH, "blob:", "'wasm-unsafe-eval'"]),
        "style-src": " ".join(hashes["style"]),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_single_file_contains_all_bundled_files(page: PageParser) -> None:
    bundled: set[str] = set()
    for (_, attributes), text in zip(page.elements, page.texts, strict=True):
        if "data-carried" in attributes:
            assert attributes["type"] == "application/json"
            bundled |= set(json.loads(text))
    assert bundled == {name for names in bundle_contents().values() for name in names}


def test_hints_links_and_policy_are_removed() -> None:
    source = (
        '<meta http-equiv="Content-Security-Policy" content="default-src *">\n'
        '<link rel="manifest" href="a.webmanifest">\n<link rel="modulepreload" href="a.js">\n'
        '<link rel="icon" href="a.png">\n<link rel="stylesheet" href="a.css">\n'
        '<script type="module" src="a.js"></script><script defer src="b.js"></script>\n'
        '<script type="py" src="a.py"></script></body>'
    )
    assert part_paths(source) == ["a.css", "b.js", *BUNDLES, "static/js/carried.js"]
    single_page = inline_parts(source, dict.fromkeys(part_paths(source), "text"))
    assert re.findall(r"<(?:link|script|style)[^>]*>", single_page) == [
        *("<style>", "<script>", '<script type="py" src="a.py">'),
        *('<script type="application/json" data-carried>',) * len(BUNDLES),
        "<script>",
    ]
    assert "default-src *" not in single_page


def test_scripts_and_styles_can_be_inlined() -> None:
    for name in part_paths(ROOT.joinpath("index.html").read_text(encoding="utf-8")):
        assert not re.search(r"</script|</style|<!--", ROOT.joinpath(name).read_text("utf-8"))


def test_bundle_command_writes_single_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.html"
    assert main(["bundle", "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"written: {file}\n"
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    with monkeypatch.context() as patch:
        patch.setattr(
            "qwixx.publish.script_bundles.stale_bundles", lambda _: ["static/file/game.js"]
        )
        with pytest.raises(SystemExit):
            main(["bundle", "--out", str(file)])
    assert "stale; run: python3 -m qwixx renew" in capsys.readouterr().err
    monkeypatch.setattr("qwixx.publish.script_bundles.read_ids", lambda _: ("1", "2"))
    with pytest.raises(SystemExit):
        main(["bundle", "--out", str(file)])
    assert "not those of this version; run: python3 -m qwixx renew" in capsys.readouterr().err


def test_single_file_names_authors_of_bundled_software() -> None:
    single_page = single_file()
    assert single_page.count(NOTICE) == 1
    notice, before_body = NOTICE.strip(), single_page.partition("<body>")[0]
    assert notice in before_body
    assert notice.startswith("<!--")
    assert notice.endswith("-->")
    assert "--" not in notice.removeprefix("<!--").removesuffix("-->")
    texts = ROOT.joinpath("static/vendor/licenses/bundled-with-pyodide.txt").read_text("utf-8")
    for name in (
        *("Emscripten", "musl", "LLVM", "libffi", "Expat", "HACL*", "error-stack-parser"),
        *("stackframe", "libmpdec", "Zstandard", "zlib", "bzip2", "liblzma", "SQLite"),
    ):
        assert name in notice
        assert re.search(rf"(?m)^={{80}}\n.*{re.escape(name)}", texts), name


# Parts downloaded from the host


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return single_file_contents()


def test_parts_of_one_version_make_single_file(parts: dict[str, bytes]) -> None:
    assert make_single_file(parts, read_ids(parts[PAGE].decode())[0]) == single_file()


@pytest.mark.parametrize("part", [*single_file_contents()])
@pytest.mark.parametrize(
    "text", [b"<!doctype html><title>Sign in to our network</title>", b"", b"\xff", b"{}"]
)
def test_unexpected_part_is_refused(parts: dict[str, bytes], part: str, text: bytes) -> None:
    """A captive portal or a host with a newer version may return an unexpected text."""
    build, _program = read_ids(parts[PAGE].decode())
    with pytest.raises(ValueError, match=r"of this version|codec"):
        make_single_file({**parts, part: text}, build)
    with pytest.raises(ValueError, match="of this version"):
        make_single_file({name: data for name, data in parts.items() if name != part}, build)


def test_page_id_depends_on_everything_except_ids(parts: dict[str, bytes]) -> None:
    original_id = page_id(parts)
    with_other_ids = {
        name: with_ids(parts[name].decode(), "ab", "cd").encode() for name in (PAGE, BOOT)
    }
    assert read_ids(with_other_ids[PAGE].decode()) == ("ab", "cd")
    assert b'const BUILD = "ab";' in with_other_ids[BOOT]
    assert page_id({**parts, **with_other_ids}) == original_id
    assert page_id({**parts, BOOT: parts[BOOT] + b" "}) != original_id
    with pytest.raises(ValueError, match="names no version"):
        read_ids("<html lang=en>")
