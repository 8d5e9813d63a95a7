"""Saves that are damaged and addresses that are hostile, the same ones for the same number."""

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
NAMES = ("settings", "setup", "newest", "lesson", "aside:1", "game:2", "over:3")
NOISE = (
    *('"', "\\", "{", "}", "[", "]", ",", ":", "0", "-1", "1e999", "NaN", "null", "true", " "),
    *("\u0000", "\u202e", "\u2066", "\ud800", "<img src=x onerror=alert(1)>", "🎲", "r12", "roll"),
)
DEEP = ("[", '{"a":', '[{"a":', '["",')


def played(seed: int, steps: int) -> Game:
    """Return a game of two people after some steps."""
    game = Game(CLASSIC, ["Ann", "Bob"], seed, first=0)
    for _ in range(steps):
        game = game.play(game.state.to_act[0], PASS) if game.state.to_act else game.roll()
    return game


GOOD = write_game(played(11, 6), SETUP, "{}")


@dataclass
class Case:
    """What is in the browser's storage.

    Args:
        saved: texts by name.
        state: what the tab's history entry holds.
    """

    saved: dict[str, str] = field(default_factory=dict)
    state: str | None = None


def damaged(number: int) -> Case:
    """Return a case: a good game beside what is broken in one way or another."""
    rng = random.Random(f"save {number}")
    case = Case({"game:1": GOOD})
    broken = _broken(rng, write_game(played(22, int(rng.random() * 9)), SETUP, "{}"))
    where = _one(rng, [*NAMES, "game:2", "game:2", "state"])
    if where == "setup" and rng.random() < 0.5:
        broken = _broken(rng, write_setup(SETUP))
    if where == "state":
        case.state = broken
    else:
        case.saved[where] = broken
    if rng.random() < 0.3:
        case.saved["newest"] = _one(rng, ["2", "1", "77", "", "x", "[" * 5000])
    return case


def _one(rng: random.Random, choices: list[str]) -> str:
    return choices[int(rng.random() * len(choices))]


def _broken(rng: random.Random, text: str) -> str:
    """Return a text with something wrong."""
    way = int(rng.random() * 6)
    at, length = int(rng.random() * len(text)), int(rng.random() * 20)
    deep = _one(rng, [*DEEP]) * int(3000 + rng.random() * 30_000)
    if way == 0:
        return deep
    if way == 1:  # somewhere in it
        return text[:at] + deep + text[at + length :]
    if way == 2:  # as a field of it
        fields = json.loads(text)
        fields[_one(rng, [*fields])] = _one(rng, [deep, "", "x" * 300_000, "null"])
        return json.dumps(fields)
    if way == 3:  # cut
        return text[:at]
    if way == 4:  # a move that the rules forbid, where there are moves
        fields = json.loads(text)
        game = json.loads(fields.get("game", "{}"))
        game["events"] = [*game.get("events", []), f"0 {Mark(0, 12).code}"]
        return json.dumps(fields | {"game": json.dumps(game)})
    return text[:at] + _one(rng, [*NOISE]) + text[at + length :]


LONGEST = 60_000
"""How long an address may be, in characters: hosts refuse a longer one themselves."""


def hostile_query(number: int) -> str:
    """Return the query of an address that means no good."""
    rng = random.Random(f"address {number}")
    known = ["variant", "players", "bots", "names", "first", "seed", "lang", "theme", "speed"]
    usual = ["longo", "3", "greedy,hard", "Ann,Bo", "1", "7", "he", "dark", "instant"]
    parts = []
    for name, value in zip(known, usual, strict=True):
        if rng.random() < 0.4:
            continue
        text = value
        if rng.random() < 0.7:
            noise = _one(rng, [*NOISE, "9" * 400, "x" * 3000, "__proto__", "%", "../../", *DEEP])
            text = _one(rng, [noise, value + noise, noise * 30, value.upper(), f" {value}", ""])
        shown = quote(
            text.encode("utf-8", "surrogatepass"), safe="%" if rng.random() < 0.2 else ""
        )
        parts.append(f"{name}={shown}")
    if rng.random() < 0.5:
        strange = ["__proto__=1", "constructor", "=", "a[]=1", "%E0%A4%A=1", "toString=x", "&&;"]
        parts.append(_one(rng, strange))
    if rng.random() < 0.5:
        parts.append("start=1")
    return "&".join(parts)[:LONGEST]
