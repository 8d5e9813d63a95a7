"""The timeline of each event: when the eye sees, and the ear hears, each of its parts.

This is the only place with these times. `static/css/timeline.css` is generated from it, so style
sheets draw the parts at these times, and `browser/sound.py` plays their notes at the same times.
"""

from __future__ import annotations

from typing import NamedTuple

NOISE = ""
ROLL, CROSS, COUNT, LOCK, PENALTY = "roll", "cross", "count", "lock", "penalty"
WIN, END, UNDO, TURN, HANDOVER, RIVAL = "win", "end", "undo", "turn", "handover", "rival"


class Note(NamedTuple):
    """A note of a part of an event.

    Args:
        after_ms: its start after that of the part.
        long_ms: duration of its fade.
        pitch: its frequency in hertz; for noise, the center of the band.
        to: its frequency at the end.
        loud: its volume, at most 1.
        shape: its waveform; `NOISE` for noise.
    """

    after_ms: int
    long_ms: int
    pitch: float
    to: float
    loud: float
    shape: str = NOISE


class Part(NamedTuple):
    """A part of an event: a motion, its notes, and its vibration.

    Args:
        name: its name in style sheets; "" if nothing is drawn.
        at_ms: its start after that of the event; `--<event>-<name>-at` in style sheets.
        long_ms: its duration, `--<event>-<name>-long` in style sheets; 0 if it is a change in one
            frame.
        notes: its notes.
        buzz_ms: durations of vibration and pause in turn; () for none.
    """

    name: str
    at_ms: int
    long_ms: int = 0
    notes: tuple[Note, ...] = ()
    buzz_ms: tuple[int, ...] = ()


TOUCH = 0.6
"""The fraction of a die's fall after which it touches the felt: a keyframe in dice.css."""


def _falling_die(name: str, long_ms: int, pitch: float, *notes: Note) -> tuple[Part, Part]:
    """Return the fall of a die and its touch on the felt, which shows its value."""
    sounds = Note(0, 20, pitch, 900, 0.25), *notes
    return Part(name, 0, long_ms), Part(f"{name}-touch", round(TOUCH * long_ms), 0, sounds)


def _tone(after_ms: int, long_ms: int, pitch: float, loud: float, shape: str = "triangle") -> Note:
    return Note(after_ms, long_ms, pitch, pitch, loud, shape)


_FIRST_STROKE = Note(0, 100, 2500, 4000, 0.12)
_SECOND_STROKE = Note(0, 100, 4000, 2600, 0.12)
_THUD = Note(10, 120, 180, 120, 0.3, "sine")

TIMELINES: dict[str, tuple[Part, ...]] = {
    # The dice touch the felt one after another. The white sum and its cells appear as soon as
    # their dice rest; everything else, once all do.
    ROLL: (
        *_falling_die("white-1", 350, 900),
        *_falling_die("white-2", 400, 1070),
        *_falling_die("red", 450, 1240),
        *_falling_die("yellow", 500, 1410),
        *_falling_die("green", 550, 1580),
        *_falling_die("blue", 600, 1750, _THUD),
        Part("sum", 420, 200),
        Part("cells", 480, 180),
        Part("cells-2", 510),
        Part("cells-3", 540),
        Part("cells-4", 570),
        Part("colored", 600, 150),
        Part("words", 620, 200),
    ),
    # Two strokes of a pen; `COUNT` follows at "written".
    CROSS: (
        Part("first", 0, 110, (_FIRST_STROKE,), (10,)),
        Part("second", 160, 110, (_SECOND_STROKE,)),
        Part("written", 270),
    ),
    # The gain rises from the cell and lands on the row's points, which then change; after them
    # changes the total.
    COUNT: (
        Part("gain", 0, 260),
        Part("landing", 130, 120),
        Part("points", 250, 250),
        Part("total", 370, 250),
    ),
    # The cross, and then, in the same frame, the shackle is shut, with a click and a thump, and
    # light runs over the row; last, the lock is crossed out, with a falling fifth.
    LOCK: (
        Part("", 0, 0, (_FIRST_STROKE,)),
        Part("", 160, 0, (_SECOND_STROKE,)),
        Part("shackle", 270, 90),
        Part(
            "shut",
            360,
            320,
            (_tone(0, 30, 1200, 0.3, "square"), Note(0, 150, 90, 60, 0.5, "sine")),
            (20, 40, 20),
        ),
        Part("first", 520, 110, (_tone(0, 300, 660, 0.2),)),
        Part("second", 640, 110, (_tone(0, 450, 440, 0.2),)),
    ),
    # The box is crossed out: down a semitone, softly.
    PENALTY: (
        Part("first", 0, 110, (_tone(0, 220, 311, 0.2),), (40,)),
        Part("second", 160, 110, (_tone(0, 350, 294, 0.2),)),
    ),
    # A note for each row's bar, and one for the headline
    WIN: (
        Part("red", 300, 120, (_tone(0, 400, 523, 0.22),)),
        Part("yellow", 420, 120, (_tone(0, 400, 659, 0.22),)),
        Part("green", 540, 120, (_tone(0, 400, 784, 0.22),)),
        Part("blue", 660, 120, (_tone(0, 400, 1047, 0.22),)),
        Part("headline", 900, 350, (_tone(0, 400, 1319, 0.22),)),
    ),
    # The same picture with two notes
    END: (
        Part("", 300, 0, (_tone(0, 400, 523, 0.18),)),
        Part("", 900, 0, (_tone(0, 600, 392, 0.18),)),
    ),
    UNDO: (
        Part("", 0, 0, (Note(0, 100, 2600, 4000, 0.08),)),
        Part("", 120, 0, (Note(0, 100, 4000, 2500, 0.08),)),
    ),
    # One note of a marimba, after the sound of the step
    TURN: (Part("", 250, 0, (_tone(0, 350, 660, 0.2, "sine"),), (15,)),),
    HANDOVER: (Part("cover", 0, 600),),
    # Another player's move: the dice that make it are lifted, a chip flies to the name, and the
    # pen writes on the small sheet. The dice stay on the felt until it is written.
    RIVAL: (
        Part("lift", 0, 300),
        Part("chip", 50, 250),
        Part("pen", 300, 150, (_FIRST_STROKE, _SECOND_STROKE._replace(after_ms=80))),
        Part("points", 450, 250),
        Part("dice", 550, 150),
    ),
}
"""The parts of each event, by the name of the event."""

SOUNDS = tuple(event for event, parts in TIMELINES.items() if any(part.notes for part in parts))
"""The events with a sound."""

SWIFT = 0.25
"""The factor by which a sound is compressed that accompanies no motion."""


def notes_of(
    event: str, *, is_swift: bool = False, has_pen: bool = True
) -> tuple[tuple[float, Note], ...]:
    """Return the notes of an event, each with its start in milliseconds after the event.

    Args:
        event: the event.
        has_pen: whether the cross of a lock is written now; otherwise, its strokes are silent.
        is_swift: whether nothing moves, so that the sound begins immediately and ends sooner; the
            order stays the same.
    """
    notes = [
        (part.at_ms + note.after_ms, note)
        for part in TIMELINES[event]
        for note in part.notes
        if has_pen or event != LOCK or part.name
    ]
    if not is_swift:
        return tuple(notes)
    begin = min(at for at, _note in notes)
    return tuple((SWIFT * (at - begin), note) for at, note in notes)


def vibration_of(event: str, *, is_swift: bool = False) -> tuple[int, ...]:
    """Return durations of vibration and pause in turn, in milliseconds; () for no vibration."""
    for part in TIMELINES[event]:
        if part.buzz_ms:
            wait = 0 if is_swift else part.at_ms
            return (0, wait, *part.buzz_ms) if wait else part.buzz_ms
    return ()


def part_of(event: str, name: str) -> Part:
    """Return the part of an event with a name.

    Raises:
        StopIteration: there is none.
    """
    return next(part for part in TIMELINES[event] if part.name == name)


def style_sheet() -> str:
    """Return the text of `static/css/timeline.css`: each time as a custom property."""
    lines = []
    for event, parts in TIMELINES.items():
        for part in parts:
            times = {"at": part.at_ms, "long": part.long_ms} if part.name else {}
            lines += [
                f"  --{event}-{part.name}-{time}: {duration}ms;\n"
                for time, duration in times.items()
                if duration
            ]
    head = "/* Generated from qwixx/ui/model/timeline.py: python3 -m qwixx renew */\n\n"
    return f"{head}:root {{\n{''.join(lines)}}}\n"
