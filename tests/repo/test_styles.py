"""Test the style sheets: no duplicate definitions, no unused parts, and no slow rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT.joinpath("index.html").read_text(encoding="utf-8")
STYLE_SHEETS = {
    f"static/css/{path.name}": re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.glob("static/css/*"))
}
PALETTE = "static/css/colors.css"
RULE = r"([^{}]+)\{([^{}]*)\}"


@pytest.mark.parametrize("name", [*STYLE_SHEETS])
def test_style_sheets_name_no_variant(name: str) -> None:
    """Sizes depend on the number of columns; only the preview before Python has fixed sheets."""
    if name != "static/css/first.css":
        assert not re.search("data-variant|longo|classic", STYLE_SHEETS[name])


def test_every_number_of_columns_has_sizes() -> None:
    rules = re.findall(
        r'\[data-columns="(\d+)"\] { --columns: (\d+); --columns-in-two-lines: (\d+); }',
        STYLE_SHEETS["static/css/rows.css"],
    )
    numbers = [tuple(map(int, rule)) for rule in rules]
    assert numbers == [(count, count, (count + 2) // 2) for count in range(3, 21)]


def test_page_links_each_style_sheet_once() -> None:
    linked = re.findall(r'<link rel="stylesheet" href="([^"]+)">', PAGE)
    assert sorted(linked) == [*STYLE_SHEETS]


def test_theme_colors_are_defined_in_one_place() -> None:
    for name, text in STYLE_SHEETS.items():
        assert name == PALETTE or not re.search(r"data-theme|prefers-color-scheme|--dark", text)
    bodies = [body for _, body in re.findall(RULE, STYLE_SHEETS[PALETTE])]
    switches, tokens = bodies[:3], max(bodies, key=lambda body: body.count("var(--light,"))
    switched = [re.findall(r"--(\w+):\s*(\w*);", body) for body in switches]
    assert sorted(map(dict, switched), key=str) == [
        {"light": "", "dark": "initial"},
        {"light": "", "dark": "initial"},
        {"light": "initial", "dark": ""},
    ]
    assert tokens.count("var(--light,") == tokens.count("var(--dark,") > 20
    names = re.findall(r"^ *(--[\w-]+):", tokens, re.MULTILINE)
    texts = [
        re.sub(r"(?s)@media \(prefers-contrast.*?\n}", "", text) for text in STYLE_SHEETS.values()
    ]
    for token in names:
        assert sum(text.count(f"{token}:") for text in texts) == 1, token


def test_page_draws_all_form_controls() -> None:
    """No control looks like the browser's own."""
    bodies: dict[str, str] = {}
    for selectors, body in re.findall(RULE, STYLE_SHEETS["static/css/controls.css"]):
        for selector in re.split(r",(?![^(]*\))", selectors):
            bodies[selector.strip()] = bodies.get(selector.strip(), "") + body
    drawn = (".field select", ".check input", '[type="range"]', ":is(meter, progress)")
    for selector in drawn:
        assert "appearance: none" in bodies[selector], selector
    assert "list-style: none" in bodies["summary"]
    assert "opacity: 0" in bodies[".choice input"]
    others = [
        name
        for name, text in STYLE_SHEETS.items()
        if re.search("accent-color|appearance: auto|resize: (?!none)", text)
    ]
    assert others == []


def test_menu_items_have_icons() -> None:
    menu = ROOT.joinpath("qwixx/ui/dialogs/menu.py").read_text(encoding="utf-8")
    icons = STYLE_SHEETS["static/css/icons.css"]
    actions = re.findall(r'_MenuControl\(\s*"([^"]+)"', menu)
    assert len(actions) > 10
    assert [action for action in actions if f'[data-action="{action}"]' not in icons] == []


def test_signs_are_shapes_that_printers_keep() -> None:
    """A ring drawn as a gradient is missing in a PDF."""
    rules = [rule for text in STYLE_SHEETS.values() for rule in re.findall(RULE, text)]
    signs = [body for selector, body in rules if re.search(r"\.(sign|link)\b", selector)]
    assert len(signs) > 10
    assert [body for body in signs if "gradient" in body] == []


def test_print_page_rules_are_in_one_style_sheet() -> None:
    """Chromium applies the last of several `@page` rules, regardless of specificity."""
    names = [name for name, text in STYLE_SHEETS.items() if "@page " in text]
    assert names == ["static/css/print_media.css"]


@pytest.fixture(scope="module")
def words_of_page() -> set[str]:
    """Return all words that can be part of the page's classes and attributes."""
    words = set(re.findall(r"[\w-]+", PAGE))
    for path in ROOT.glob("qwixx/**/*.py"):
        for text in re.findall(r'"[^"]*"', path.read_text(encoding="utf-8")):
            words |= set(re.findall(r"[\w-]+", text))
    for path in ROOT.glob("static/js/*.js"):
        script = path.read_text(encoding="utf-8")
        words |= set(re.findall(r"[\w-]+", script))
        for name in re.findall(r"dataset\.(\w+)", script):
            words.add("data-" + re.sub("[A-Z]", lambda match: f"-{match[0].lower()}", name))
    return words


@pytest.mark.parametrize("name", [*STYLE_SHEETS])
def test_every_class_and_attribute_is_used_in_page(name: str, words_of_page: set[str]) -> None:
    selectors = " ".join(re.findall(r"([^{};]+)\{", STYLE_SHEETS[name]))
    classes = {re.sub(r"\d+$", "", word) for word in re.findall(r"\.([a-z][\w-]*)", selectors)}
    assert classes - words_of_page == set()
    attributes = re.findall(r"\[([a-z-]+)(?:=\"([^\"]*)\")?\]", selectors)
    used = {word for name, value in attributes for word in (name, *re.findall(r"[\w-]+", value))}
    assert {word for word in used - words_of_page if not word.isdecimal()} == set()


def restyles_all(selector: str) -> bool:
    """Return whether the `:has()` of a selector may restyle all elements on each tap."""
    rest = selector.rpartition(":has(")[2]
    last = re.split(r"[\s>+~]+(?![^()]*\))", rest.strip())[-1]
    return ":has(" in selector and not re.search(r"[.#\[]|^[a-z]|\)$", last)


def test_has_selectors_do_not_restyle_whole_game() -> None:
    """Two `:has()` rules for live tables once doubled the cost of each tap."""
    assert restyles_all(".same-dice-bar:has(~ .lobby) :focus-visible")
    assert restyles_all(".live-lobby:not(:has(> .table-card)) > *")
    assert not restyles_all(".choice:has(:checked) b")
    selectors = [
        selector for text in STYLE_SHEETS.values() for selector, _ in re.findall(RULE, text)
    ]
    assert [selector.strip() for selector in selectors if restyles_all(selector)] == []
    game = r"\.(game|sheet|cell|bar|optional|app)\b[^,{]*:has\((?!\.pad-question)"
    assert [selector.strip() for selector in selectors if re.search(game, selector)] == []


def test_defined_properties_and_animations_are_used() -> None:
    text = "".join(STYLE_SHEETS.values())
    defined = set(re.findall(r"(?<![\w-])(--[\w-]+):", text))
    used = set(re.findall(r"var\((--[\w-]+)", text))
    assert defined == used
    keyframes = set(re.findall(r"@keyframes ([\w-]+)", text))
    without_functions = re.sub(r"\([^()]*\)", "", text)
    lists = re.findall(r"animation(?:-name)?: ([^;]+);", without_functions)
    assert keyframes == {animation.split()[0] for names in lists for animation in names.split(",")}


def test_dice_roll_animation_is_same_in_every_turn() -> None:
    """The animation restarts in every turn because two names for it alternate."""
    frames = dict(
        re.findall(
            r"@keyframes ([\w-]+) \{(.*?)\n  \}", STYLE_SHEETS["static/css/dice.css"], re.DOTALL
        )
    )
    for name in ("tumble", "blank"):
        assert frames[name] == frames[f"{name}-again"] != ""


def test_animations_run_on_compositor() -> None:
    """Otherwise, the main thread renders each frame and delays taps. Other changes are instant."""
    text = re.sub(r"\([^()]*\)", "", "".join(STYLE_SHEETS.values()))
    frames = re.findall(r"@keyframes ([\w-]+) \{(.*?)\n  \}", text, re.DOTALL)
    cheap = {"transform", "translate", "scale", "rotate", "opacity", "clip-path"}
    cheap |= {"animation-timing-function"}
    costly = {name for name, body in frames if set(re.findall(r"([\w-]+):", body)) - cheap}
    assert "no-highlight" in costly
    uses = [use for uses in re.findall(r"animation: ([^;]+);", text) for use in uses.split(",")]
    assert [use for use in uses if use.split()[0] in costly and " 1ms" not in use] == []


def test_fine_print_on_felt_is_light() -> None:
    """At any depth of a panel: paper's color would be hardly readable there in light mode."""
    rule = ".table-panel .fine-print {\n  color: var(--on-felt-soft);\n}"
    assert rule in STYLE_SHEETS["static/css/same_dice_lobby.css"]
