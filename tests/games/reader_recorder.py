"""Record how every reader reads changed copies of the frozen texts, for `differential`.

A text is refused, or read and written again. The texts of this checkout are used for both.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qwixx.games.archive.archived_game import parse_archived_game, write_archived_game
from qwixx.games.challenge_log import parse_challenge_log, write_challenge_log
from qwixx.games.daily import parse_daily_log, write_daily_log
from qwixx.games.game import Game
from qwixx.games.live import protocol
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host
from qwixx.games.same_dice.game import SameDice
from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_series import PadSeries
from qwixx.games.written.challenge_link import parse_challenge
from qwixx.games.written.join_code import SharedSetup
from qwixx.games.written.share_link import parse_link
from qwixx.ui.storage import parse_setup, write_setup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FROZEN = json.loads(Path(__file__).with_name("formats.json").read_text(encoding="utf-8"))
READERS: dict[str, Callable[[str], str]] = {
    "save": lambda text: Game.from_json(text).to_json(),
    "archived": lambda text: write_archived_game(parse_archived_game(text)),
    "score pad": lambda text: Pad.from_json(text).to_json(),
    "pads": lambda text: PadSeries.from_json(text).to_json(),
    "same dice": lambda text: SameDice.from_json(text).to_json(),
    "daily log": lambda text: write_daily_log(parse_daily_log(text)),
    "setup": lambda text: write_setup(parse_setup(text)),
    "host": lambda text: Host.from_json(text).to_json(),
    "guest": lambda text: Guest.from_json(text).to_json(),
    "messages of guests": lambda text: repr(protocol.parse_guest_message(text)),
    "messages of the host": lambda text: repr(protocol.parse_host_message(text)),
    "link": lambda text: repr(parse_link(text)),
    "join code": lambda text: SharedSetup.from_code(text).code,
    "challenge log": lambda text: write_challenge_log(parse_challenge_log(text)),
    "challenge": lambda text: parse_challenge(text).code,
    "answer to a challenge": lambda text: parse_challenge(text).code,
}
"""Functions that read a text and write it again, by the beginning of the text's name."""
VALUES: list[Any] = [
    *(-1, 0, 1, 2, 99, 1 << 20, 1 << 63, 0.5, True, False, None, "", " ", "x", "longo", "person"),
    *("2026-99-99", "r12", "{}", [], [[]], {}, [None] * 3, ["person", ""], [0] * 5, {"": ""}),
]


def changed(value: Any, rng: random.Random) -> Any:  # noqa: ANN401 - any JSON value
    """Return a copy of a value with one part replaced, removed, doubled, or added."""
    if isinstance(value, str) and value[:1] in ("{", "[") and rng.random() < 0.9:
        return json.dumps(changed(json.loads(value), rng))
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice([*value])
        choice = rng.random()
        if choice < 0.15:
            return {name: each for name, each in value.items() if name != key}
        if choice < 0.2:
            return {**value, "other": rng.choice(VALUES)}
        return {**value, key: changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        choice = rng.random()
        copies = 0 if choice < 0.1 else 2 if choice < 0.2 else 1
        middle = [value[at]] * copies if copies != 1 else [changed(value[at], rng)]
        return [*value[:at], *middle, *value[at + 1 :]]
    return rng.choice(VALUES)


def changed_text(text: str, rng: random.Random) -> str:
    """Return a copy of a text with one part changed: of JSON a value, of others a character."""
    if text[:1] in ("{", "["):
        return json.dumps(changed(json.loads(text), rng))
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("-_09AZaz") + text[at + 1 :]


def read(read_text: Callable[[str], str], text: str) -> str:
    """Return the text written again, or the kind of the refusal."""
    try:
        return read_text(text)
    except Exception as error:  # noqa: BLE001 - a crash is a result, too
        return (
            f"refused: {'ValueError' if isinstance(error, ValueError) else type(error).__name__}"
        )


def situations(count: int) -> Iterator[list[str]]:
    """Yield texts and how they are read."""
    by_sheet = {
        f"{kind} of {sheet}": text
        for sheet, texts in FROZEN["sheets"].items()
        for kind, text in texts.items()
        if kind != "sheet code"  # read with its join code
    }
    for name, texts in {**FROZEN, **by_sheet}.items():
        if name == "sheets":
            continue
        reader = next(READERS[start] for start in READERS if name.startswith(start))
        for index, text in enumerate(texts if isinstance(texts, list) else [texts]):
            rng = random.Random(f"{name} {index}")
            for number in range(count):
                after = changed_text(text, rng) if number else text
                yield [f"{name}: {after}", read(reader, after)]


def main() -> None:
    """Print how every text is read."""
    for line in situations(int(sys.argv[1])):
        print(json.dumps(line))  # noqa: T201 - `differential` reads it


if __name__ == "__main__":
    main()
