"""Record the tree of nodes and the effects after each of many random steps, for `differential`.

The steps depend only on the page, so two checkouts take the same ones until they differ. Hints
and reviews are left out: they take long, and their tests compare every move.
"""

from __future__ import annotations

import html
import json
import random
import re
import sys
from itertools import chain
from typing import TYPE_CHECKING

from qwixx.ui.model import Model
from qwixx.ui.model.effects import StartTimer
from qwixx.ui.model.messages import CellTapped, ControlUsed, PageOpened, TimerFired
from qwixx.ui.model.values import replace
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui import live_devices
from tests.ui.fake_page import control_messages, walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Node

PAGES: dict[str, dict[str, str]] = {
    "hot seat": {"start": "1", "players": "3", "first": "0"},
    "bot": {"start": "1", "bots": "greedy", "variant": "longo", "names": "Ann"},
    "daily": {"daily": "2026-11-20", "start": "1"},
    "right to left": {"start": "1", "players": "2", "lang": "ar"},
    "pad": {"pad": "1", "players": "2"},
    "pad of five": {"pad": "1", "players": "5", "variant": "longo", "lang": "de"},
    "pad of one": {"pad": "1", "players": "1"},
    "same dice": {"same": "1"},
    "same dice, Longo": {"same": "1", "variant": "longo", "players": "2"},
    "print": {"print": "1"},
    "lesson": {},
    "replay": {},
    "start": {},
}
FRAGMENTS = {"replay": "g=1FPktpk64uLDAARF-kqYgAAAAAEAAAAAwIAoe"}
FIRST_ACTIONS: dict[str, tuple[str, ...]] = {
    "same dice": ("same-seat:0", "sit", "roll"),
    "same dice, Longo": ("same-seat:1", "sit", "roll"),
    "lesson": ("learn",),
}
LEAVES_OUT = ("hint", "review", "chances", "start", "home", "back", "leave", "quit")
"""Beginnings of the actions that random steps do not use: slow ones, and those that end a walk."""
SECOND_MS = 1000.0


def lines_of(node: Node | str, ignored: Collection[str]) -> Iterator[str]:
    """Yield a line for each tag and each text of a tree."""
    if isinstance(node, str):
        yield html.escape(node)
        return
    pairs = sorted(node.attributes.items())
    attributes = "".join(f' {name}="{value}"' for name, value in pairs if name not in ignored)
    yield f"<{node.tag} key={node.key}{attributes}>"
    for child in node.children:
        yield from lines_of(child, ignored)
    yield f"</{node.tag}>"


def line_of_effect(effect: Effect) -> str:
    """Return an effect as a line, without addresses in memory and spaces in JSON."""
    text = re.sub(" at 0x[0-9a-f]+", "", repr(effect))
    return re.sub(r'([:,]) (?=["\d{\[tfn-])', r"\1", text)


def shown(model: Model, effects: Sequence[Effect], ignored: Collection[str]) -> str:
    """Return the page and the effects as lines of text."""
    root = {name: value for name, value in root_attributes(model).items() if name not in ignored}
    lines = [str(root), *lines_of(view(model), ignored), *map(line_of_effect, effects)]
    return "\n".join(lines)


def random_message(model: Model, rng: random.Random, at: float) -> Message:
    """Return a tap on any cell, legal or not, or the use of a control."""
    page = view(model)
    cells = [
        CellTapped(int(sheet.attributes["data-player"]), cell.attributes["data-cell"], at)
        for sheet in walk(page)
        if "data-player" in sheet.attributes
        for cell in walk(sheet)
        if "data-cell" in cell.attributes
    ]
    offered = [message for message in control_messages(page) if isinstance(message, CellTapped)]
    controls = [
        replace(message, at=at)
        for message in control_messages(page)
        if isinstance(message, ControlUsed) and not message.action.startswith(LEAVES_OUT)
    ]
    usual = [message for message in controls if message.action in ("roll", "pass", "next")]
    chosen = rng.random()
    if offered and chosen < 0.5:
        return replace(rng.choice(offered), at=at)
    if cells and chosen < 0.6:
        return rng.choice(cells)
    return rng.choice((chosen < 0.9 and usual) or controls or [ControlUsed("close", at=at)])


def walk_page(name: str, seed: int, steps: int, ignored: Collection[str]) -> Iterator[list[str]]:
    """Yield the situations of one page and what it shows in each."""
    rng = random.Random(f"{name} {seed}")
    opened: Message = PageOpened(
        parameters={"speed": "instant", **PAGES[name]},
        languages=("en",),
        next_slot=(1_700_000_000_000 << 20) + seed,
        seed=seed,
        fragment=FRAGMENTS.get(name, ""),
        page_url="https://example.org/qwixx/",
    )
    model, effects = update(Model(), opened)
    waiting = [*FIRST_ACTIONS.get(name, ())]
    for step in range(steps):
        at = step * SECOND_MS
        yield [f"{name} {seed}, step {step}", shown(model, effects, ignored)]
        if waiting:
            message: Message = ControlUsed(waiting.pop(0), at=at)
        elif any(isinstance(effect, StartTimer) for effect in effects) and rng.random() < 0.9:
            message = TimerFired(model.session.timer, at)
        else:
            message = random_message(model, rng, at)
        model, effects = update(model, message)
        yield [f"{name} {seed}, step {step}: {message}", ""]


def walk_table(seed: int, steps: int, ignored: Collection[str]) -> Iterator[list[str]]:
    """Yield the situations of a live table and what its devices show in each."""
    rng = random.Random(f"table {seed}")
    network, devices = live_devices.open_table("longo" if seed % 2 else "classic")
    devices[0].press("start")
    for step in range(steps):
        for device in devices:
            effects, device.effects = device.effects, []
            situation = f"table {seed}, step {step}, device {device.number}"
            yield [situation, shown(device.model, effects, ignored)]
        device = rng.choice(devices)
        device.send(random_message(device.model, rng, device.advance_clock()))
        network.settle()


def main() -> None:
    """Print what every page shows."""
    steps, ignored = int(sys.argv[1]), sys.argv[2:]
    for seed in range(1, 4):
        walks = [walk_page(name, seed, steps, ignored) for name in PAGES]
        for line in chain(*walks, walk_table(seed, steps // 2, ignored)):
            print(json.dumps(line))  # noqa: T201 - `differential` reads it


if __name__ == "__main__":
    main()
