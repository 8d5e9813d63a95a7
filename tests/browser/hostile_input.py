"""Damaged saves and hostile URLs, each determined by its case number."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from urllib.parse import quote

from qwixx import CLASSIC, Game, Mark
from qwixx.rules.moves import PASS
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.storage import write_game, write_setup

SETUP = Setup(seats=(Seat(), Seat()))
STORAGE_KEYS = ("settings", "setup", "newest", "lesson", "aside:1", "game:2", "over:3")
NOISE = (
    *('"', "\\", "{", "}", "[", "]", ",", ":", "0", "-1", "1e999", "NaN", "null", "true", " "),
    *("\u0000", "\u202e", "\u2066", "\ud800", "<img src=x onerror=alert(1)>", "🎲", "r12", "roll"),
)
NESTING = ("[", '{"a":', '[{"a":', '["",')


def game_after_steps(seed: int, steps: int) -> Game:
    """Return a two-player game after the given number of rolls and passes."""
    game = Game(CLASSIC, ["Ann", "Bob"], seed, first=0)
    for _ in range(steps):
        game = game.play(game.state.to_act[0], PASS) if game.state.to_act else game.roll()
    return game


VALID_SAVE = write_game(game_after_steps(11, 6), SETUP, "{}")


@dataclass
class StorageCase:
    """Contents of the browser's storage.

    Args:
        texts: stored texts, by key.
        tab_state: text in the tab's history entry.
    """

    texts: dict[str, str] = field(default_factory=dict)
    tab_state: str | None = None


def damaged_storage(case_number: int) -> StorageCase:
    """Return a storage case with a valid game, a damaged text, and perhaps a changed `newest`."""
    rng = random.Random(f"save {case_number}")
    case = StorageCase({"game:1": VALID_SAVE})
    damaged_text = _damage(
        rng, write_game(game_after_steps(22, int(rng.random() * 9)), SETUP, "{}")
    )
    key = _choose(rng, [*STORAGE_KEYS, "game:2", "game:2", "state"])
    if key == "setup" and rng.random() < 0.5:
        damaged_text = _damage(rng, write_setup(SETUP))
    if key == "state":
        case.tab_state = damaged_text
    else:
        case.texts[key] = damaged_text
    if rng.random() < 0.3:
        case.texts["newest"] = _choose(rng, ["2", "1", "77", "", "x", "[" * 5000])
    return case


def _choose(rng: random.Random, choices: list[str]) -> str:
    return choices[int(rng.random() * len(choices))]


def _damage(rng: random.Random, text: str) -> str:
    """Return a damaged copy of a text."""
    method = int(rng.random() * 6)
    start, length = int(rng.random() * len(text)), int(rng.random() * 20)
    nested_text = _choose(rng, [*NESTING]) * int(3000 + rng.random() * 30_000)
    if method == 0:
        return nested_text
    if method == 1:  # nested text in the middle
        return text[:start] + nested_text + text[start + length :]
    if method == 2:  # an invalid field
        fields = json.loads(text)
        fields[_choose(rng, [*fields])] = _choose(rng, [nested_text, "", "x" * 300_000, "null"])
        return json.dumps(fields)
    if method == 3:  # truncated
        return text[:start]
    if method == 4:  # an illegal move
        fields = json.loads(text)
        game = json.loads(fields.get("game", "{}"))
        game["events"] = [*game.get("events", []), f"0 {Mark(0, 12).code}"]
        return json.dumps(fields | {"game": json.dumps(game)})
    return text[:start] + _choose(rng, [*NOISE]) + text[start + length :]


MAX_QUERY_LENGTH = 60_000
"""Limit in characters: web servers refuse longer URLs."""


def hostile_query(case_number: int) -> str:
    """Return a query string with malformed parameters."""
    rng = random.Random(f"address {case_number}")
    names = ["variant", "players", "bots", "names", "first", "seed", "lang", "theme", "speed"]
    valid_values = ["longo", "3", "greedy,hard", "Ann,Bo", "1", "7", "he", "dark", "instant"]
    parts = []
    for name, value in zip(names, valid_values, strict=True):
        if rng.random() < 0.4:
            continue
        text = value
        if rng.random() < 0.7:
            noise = _choose(
                rng, [*NOISE, "9" * 400, "x" * 3000, "__proto__", "%", "../../", *NESTING]
            )
            text = _choose(rng, [noise, value + noise, noise * 30, value.upper(), f" {value}", ""])
        quoted = quote(
            text.encode("utf-8", "surrogatepass"), safe="%" if rng.random() < 0.2 else ""
        )
        parts.append(f"{name}={quoted}")
    if rng.random() < 0.5:
        odd_parameters = [
            "__proto__=1",
            "constructor",
            "=",
            "a[]=1",
            "%E0%A4%A=1",
            "toString=x",
            "&&;",
        ]
        parts.append(_choose(rng, odd_parameters))
    if rng.random() < 0.5:
        parts.append("start=1")
    return "&".join(parts)[:MAX_QUERY_LENGTH]
