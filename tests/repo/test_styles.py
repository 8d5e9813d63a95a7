"""The style sheets: where things are said, and that all of it is of use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT.joinpath("index.html").read_text(encoding="utf-8")
SHEETS = {
    f"static/css/{path.name}": re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.glob("static/css/*"))
}
PALETTE = "static/css/colors.css"
RULE = r"([^{}]+)\{([^{}]*)\}"


def test_the_page_names_each_sheet_once() -> None:
    named = re.findall(r'<link rel="stylesheet" href="([^"]+)">', PAGE)
    assert sorted(named) == [*SHEETS]


def test_what_changes_with_the_theme_has_its_two_values_in_one_place() -> None:
    for name, text in SHEETS.items():
        assert name == PALETTE or not re.search(r"data-theme|prefers-color-scheme|--dark", text)
    bodies = [body for _, body in re.findall(RULE, SHEETS[PALETTE])]
    switches, tokens = bodies[:3], max(bodies, key=lambda body: body.count("var(--light,"))
    switched = [re.findall(r"--(\w+):\s*(\w*);", body) for body in switches]
    assert sorted(map(dict, switched), key=str) == [
        {"light": "", "dark": "initial"},
        {"light": "", "dark": "initial"},
        {"light": "initial", "dark": ""},
    ]
    assert tokens.count("var(--light,") == tokens.count("var(--dark,") > 20
    known = re.findall(r"^ *(--[\w-]+):", tokens, re.MULTILINE)
    usual = [re.sub(r"(?s)@media \(prefers-contrast.*?\n}", "", text) for text in SHEETS.values()]
    for token in known:
        assert sum(text.count(f"{token}:") for text in usual) == 1, token


def test_pages_of_paper_are_in_one_sheet() -> None:
    """Of the rules for a page in several sheets Chromium takes the last, however special it is."""
    named = [name for name, text in SHEETS.items() if "@page " in text]
    assert named == ["static/css/print_media.css"]


@pytest.mark.parametrize("name", [*SHEETS])
def test_every_class_is_one_that_the_page_has(name: str) -> None:
    makers = [*ROOT.glob("qwixx/**/*.py"), ROOT / "static/js/boot.js"]
    words = set(re.findall(r"[\w-]+", PAGE))
    for path in makers:
        for text in re.findall(r'"[^"]*"', path.read_text(encoding="utf-8")):
            words |= set(re.findall(r"[\w-]+", text))
    selectors = " ".join(re.findall(r"([^{};]+)\{", SHEETS[name]))
    classes = {re.sub(r"\d+$", "", word) for word in re.findall(r"\.([a-z][\w-]*)", selectors)}
    assert classes - words == set()


def restyles_all(selector: str) -> bool:
    """Whether what follows a `:has()` may be any element: then each tap restyles all of them."""
    behind = selector.rpartition(":has(")[2]
    last = re.split(r"[\s>+~]+(?![^()]*\))", behind.strip())[-1]
    return ":has(" in selector and not re.search(r"[.#\[]|^[a-z]|\)$", last)


def test_no_question_about_others_restyles_a_whole_game() -> None:
    """For live tables two rules did, and each tap cost twice as much."""
    assert restyles_all(".same-bar:has(~ .same-door) :focus-visible")
    assert restyles_all(".together:not(:has(> .same-card)) > *")
    assert not restyles_all(".choice:has(:checked) b")
    selectors = [each for text in SHEETS.values() for each, _ in re.findall(RULE, text)]
    assert [each.strip() for each in selectors if restyles_all(each)] == []
    game = r"\.(game|sheet|cell|bar|place|app)\b[^,{]*:has\((?!\.pad-question)"
    assert [each.strip() for each in selectors if re.search(game, each)] == []


def test_what_is_named_is_used() -> None:
    text = "".join(SHEETS.values())
    named = set(re.findall(r"(?<![\w-])(--[\w-]+):", text))
    used = set(re.findall(r"var\((--[\w-]+)", text))
    assert named == used
    moves = set(re.findall(r"@keyframes ([\w-]+)", text))
    plain = re.sub(r"\([^()]*\)", "", text)
    lists = re.findall(r"animation(?:-name)?: ([^;]+);", plain)
    assert moves == {each.split()[0] for names in lists for each in names.split(",")}


def test_dice_fall_alike_in_every_turn() -> None:
    """Under two names by turns, so that they fall anew."""
    frames = dict(
        re.findall(r"@keyframes ([\w-]+) \{(.*?)\n  \}", SHEETS["static/css/dice.css"], re.DOTALL)
    )
    for name in ("tumble", "blank"):
        assert frames[name] == frames[f"{name}-again"] != ""


def test_what_takes_time_is_animated_by_the_compositor() -> None:
    """Else the main thread makes each frame, and a tap waits for it. The rest changes at once."""
    text = re.sub(r"\([^()]*\)", "", "".join(SHEETS.values()))
    frames = re.findall(r"@keyframes ([\w-]+) \{(.*?)\n  \}", text, re.DOTALL)
    cheap = {"transform", "translate", "scale", "rotate", "opacity", "clip-path"}
    costly = {name for name, body in frames if set(re.findall(r"([\w-]+):", body)) - cheap}
    assert "flat" in costly
    uses = [use for uses in re.findall(r"animation: ([^;]+);", text) for use in uses.split(",")]
    assert [use for use in uses if use.split()[0] in costly and " 1ms" not in use] == []
