"""Synthesized sounds and vibration."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING, Any, NamedTuple

from js import document, window
from pyodide.ffi import JsException, to_js

from qwixx.ui.browser.errors import make_once_callback

if TYPE_CHECKING:
    from qwixx.ui.model.effects import PlaySound

NOISE = ""


class Note(NamedTuple):
    """A part of a sound.

    Args:
        at: its start, in seconds.
        long: duration of its fade, in seconds.
        pitch: its frequency in hertz; for noise, the center of the band.
        to: its frequency at the end.
        loud: its volume, at most 1.
        shape: its waveform; `NOISE` for noise.
    """

    at: float
    long: float
    pitch: float
    to: float
    loud: float
    shape: str = NOISE


NOTES = {
    # Dice: clicks as they fall, and a thud as they stop
    "roll": [
        *(Note(0.045 * n, 0.02, 900 + 170 * n, 900, 0.25) for n in range(6)),
        Note(0.3, 0.12, 180, 120, 0.3, "sine"),
    ],
    # Two strokes of a pen
    "cross": [Note(0, 0.1, 2500, 4000, 0.12), Note(0.16, 0.1, 4000, 2600, 0.12)],
    "undo": [Note(0, 0.1, 2600, 4000, 0.08), Note(0.12, 0.1, 4000, 2500, 0.08)],
    # A click, a thump, and a falling fifth
    "lock": [
        Note(0, 0.03, 1200, 1200, 0.3, "square"),
        Note(0.02, 0.15, 90, 60, 0.5, "sine"),
        Note(0.1, 0.3, 660, 660, 0.2, "triangle"),
        Note(0.22, 0.45, 440, 440, 0.2, "triangle"),
    ],
    # Down a semitone, softly
    "penalty": [
        Note(0, 0.22, 311, 311, 0.2, "triangle"),
        Note(0.16, 0.35, 294, 294, 0.2, "triangle"),
    ],
    # One note of a marimba, after the sound of the step
    "turn": [Note(0.25, 0.35, 660, 660, 0.2, "sine")],
    # A note for each row, and one for the lock
    "win": [
        Note(0.11 * n, 0.4, pitch, pitch, 0.22, "triangle")
        for n, pitch in enumerate((523, 659, 784, 1047, 1319))
    ],
    "end": [
        Note(0, 0.4, 523, 523, 0.18, "triangle"),
        Note(0.18, 0.6, 392, 392, 0.18, "triangle"),
    ],
}
VIBRATIONS = {"turn": [15], "cross": [10], "lock": [20, 40, 20], "penalty": [40]}
"""Vibration patterns: durations of vibration and pause in turn, in milliseconds."""


class Sounds:
    """The page's sounds, silent before the first tap."""

    def __init__(self) -> None:
        """Create no audio context yet: browsers allow sounds only after a tap."""
        self._context: Any = None
        self._noise: Any = None

    def play_after_frame(self, effect: PlaySound) -> None:
        """Play a sound, with vibration, after the frame that shows what happened.

        Starting a sound takes a tenth of the time needed to handle a tap; people notice a late
        frame but not a late sound.
        """
        if document.hidden:  # no frame follows
            self._play_now(effect)
            return
        play = make_once_callback(lambda: self._play_now(effect))
        window.requestAnimationFrame(make_once_callback(lambda _time: window.setTimeout(play)))

    def _play_now(self, effect: PlaySound) -> None:
        with contextlib.suppress(JsException, AttributeError):  # not supported everywhere
            if not window.navigator.userActivation.hasBeenActive:
                return
            if self._context is None:
                self._context = window.AudioContext.new()
            if self._context.state != "running":  # after a call, or another page's sound
                self._context.resume()
            for note in NOTES[effect.sound]:
                self._play_note(note)
            if effect.vibrate and effect.sound in VIBRATIONS:
                window.navigator.vibrate(to_js(VIBRATIONS[effect.sound]))

    def _play_note(self, note: Note) -> None:
        context = self._context
        begin = context.currentTime + note.at
        end = begin + note.long
        if note.shape == NOISE:
            source, out = context.createBufferSource(), context.createBiquadFilter()
            source.buffer = self._make_noise()
            out.type = "bandpass"
            frequency = out.frequency
            source.connect(out)
        else:
            source = out = context.createOscillator()
            source.type = note.shape
            frequency = source.frequency
        frequency.setValueAtTime(note.pitch, begin)
        frequency.linearRampToValueAtTime(note.to, end)
        volume = context.createGain()
        volume.gain.setValueAtTime(note.loud, begin)
        volume.gain.exponentialRampToValueAtTime(0.001, end)
        out.connect(volume)
        volume.connect(context.destination)
        source.start(begin)
        source.stop(end)

    def _make_noise(self) -> Any:
        """Return a fifth of a second of noise."""
        if self._noise is None:
            rate = int(self._context.sampleRate)
            rng = random.Random(1)  # noqa: S311 - not for security
            samples = to_js([2 * rng.random() - 1 for _ in range(rate // 5)])
            self._noise = self._context.createBuffer(1, rate // 5, rate)
            self._noise.copyToChannel(window.Float32Array.new(samples), 0)
        return self._noise
