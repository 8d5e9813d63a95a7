"""Synthesized sounds and vibration."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import JsException, to_js

from qwixx.ui.browser.first_frame import call_after_frame
from qwixx.ui.model.timeline import NOISE, notes_of, vibration_of

if TYPE_CHECKING:
    from qwixx.ui.model.effects import PlaySound
    from qwixx.ui.model.timeline import Note


class Sounds:
    """The page's sounds, silent before the first tap."""

    def __init__(self) -> None:
        """Create no audio context yet: browsers allow sounds only after a tap."""
        self._context: Any = None
        self._noise: Any = None

    def play_after_frame(self, effect: PlaySound) -> None:
        """Play a sound, with vibration, after the frame that shows the beginning of the event.

        Starting a sound takes a tenth of the time needed to handle a tap, and would delay the
        frame. The notes are placed relative to that frame, as the motions are.
        """
        if document.hidden:  # hidden pages get no animation frames
            self._play_now(effect, window.performance.now())
            return

        call_after_frame(lambda frame_ms: self._play_now(effect, frame_ms))

    def _play_now(self, effect: PlaySound, frame_ms: float) -> None:
        """Play a sound.

        Args:
            effect: the sound.
            frame_ms: time of the frame in which its event began.
        """
        with contextlib.suppress(JsException, AttributeError):  # not supported everywhere
            if not window.navigator.userActivation.hasBeenActive:
                return
            if self._context is None:
                self._context = window.AudioContext.new()
            if self._context.state != "running":  # after a call, or another page's sound
                self._context.resume()
            is_still = window.matchMedia("(prefers-reduced-motion: reduce)").matches
            is_swift = effect.is_swift or is_still
            notes = notes_of(effect.sound, is_swift=is_swift, has_pen=effect.has_pen)
            # Earlier than now is impossible, and the notes keep their distances.
            late_ms = min(window.performance.now() - frame_ms, *(at for at, _note in notes))
            begin = self._context.currentTime - late_ms / 1000
            for at, note in notes:
                self._play_note(note, begin + at / 1000)
            vibration = vibration_of(effect.sound, is_swift=is_swift)
            if effect.vibrate and vibration:
                window.navigator.vibrate(to_js(list(vibration)))

    def _play_note(self, note: Note, begin: float) -> None:
        context = self._context
        end = begin + note.long_ms / 1000
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
