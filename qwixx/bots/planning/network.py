"""A small network of whole numbers, and how it is read from bytes.

Two hidden layers with a ramp (negative counts as nothing) between inputs that are on or
off and three outputs. All values of a layer lie side by side in one long integer, in
lanes of 16 or 32 bits: so plain Python adds a whole layer at once, some thirty times
faster than number by number, and exactly, on every machine.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAGIC = b"QWXN"
_HEADER = struct.Struct("<4s3H3d")
_OUTPUTS = 3
_BIAS = 128
"""What is added to a weight to make it a byte."""
_HALF_SHORT = 1 << 15
_HALF_LONG = 1 << 31
"""What is added to a lane, so that it is never negative."""


class Network:
    """A network.

    Args:
        data: what `encode_network` returned.

    Attributes:
        inputs: for each input what it adds to the first layer, as lanes of 16 bits.
        start: the first layer before any input.

    Raises:
        ValueError: these are not the bytes of a network.
    """

    def __init__(self, data: bytes) -> None:
        """Unpack the bytes."""
        (inputs, first, second), scales, weights, starts = decode_network(data)
        middle = inputs * first
        last = middle + first * second
        self._first = struct.Struct(f"<{first}H")
        self._second = struct.Struct(f"<{second}I")
        self.inputs = tuple(_lanes(weights[:middle], first, 2))
        self.start = _join_lanes(starts[:first], 2) + _join_lanes([_HALF_SHORT] * first, 2)
        self._middle = tuple(_lanes(weights[middle:last], second, 4))
        self._middle_start = _join_lanes(starts[first:-_OUTPUTS], 4) + _join_lanes(
            [_HALF_LONG] * second, 4
        )
        ends = [byte - _BIAS for byte in weights[last:]]
        self._last = [ends[output * second :][:second] for output in range(_OUTPUTS)]
        self._last_start = starts[-_OUTPUTS:]
        self._scales = scales

    def logit(self, layer: int) -> float:
        """Return the first output, given `start` and the `inputs` that are on, added up."""
        return self._output(self._hidden(layer), 0)

    def outputs(self, layer: int) -> tuple[float, ...]:
        """Return all outputs, likewise."""
        hidden = self._hidden(layer)
        return tuple(self._output(hidden, output) for output in range(_OUTPUTS))

    def _hidden(self, layer: int) -> tuple[int, ...]:
        first = self._first.unpack(layer.to_bytes(self._first.size, "little"))
        products = [
            (value - _HALF_SHORT) * weights
            for value, weights in zip(first, self._middle, strict=True)
            if value > _HALF_SHORT
        ]
        total = sum(products, self._middle_start)
        return self._second.unpack(total.to_bytes(self._second.size, "little"))

    def _output(self, hidden: tuple[int, ...], output: int) -> float:
        products = [
            (value - _HALF_LONG) * weight
            for value, weight in zip(hidden, self._last[output], strict=True)
            if value > _HALF_LONG
        ]
        return sum(products, self._last_start[output]) * self._scales[output]


def encode_network(
    sizes: tuple[int, int, int],
    scales: Sequence[float],
    small: Iterable[int],
    large: Sequence[int],
) -> bytes:
    """Return the bytes of a network.

    Args:
        sizes: of the inputs and both hidden layers.
        scales: what an output is multiplied by.
        small: weights of the inputs, of the first hidden layer, of the second by output;
            each from -127 to 127.
        large: what the layers start from, in the same order.
    """
    weights = bytes(value + _BIAS for value in small)
    starts = struct.pack(f"<{len(large)}q", *large)
    return zlib.compress(_HEADER.pack(MAGIC, *sizes, *scales) + weights + starts, 9)


def decode_network(
    data: bytes,
) -> tuple[tuple[int, int, int], tuple[float, ...], bytes, tuple[int, ...]]:
    """Return what `encode_network` was given: its sizes, scales, weights as bytes, and starts.

    Each weight is 128 more than it is worth.

    Raises:
        ValueError: these are not the bytes of a network.
    """
    try:
        data = zlib.decompress(data)
        magic, inputs, first, second, *scales = _HEADER.unpack_from(data)
    except (zlib.error, struct.error) as error:
        msg = f"not a network: {error}"
        raise ValueError(msg) from error
    small = inputs * first + first * second + _OUTPUTS * second
    large = first + second + _OUTPUTS
    if magic != MAGIC or len(data) != _HEADER.size + small + 8 * large:
        msg = "not a network: wrong length or kind"
        raise ValueError(msg)
    starts = struct.unpack_from(f"<{large}q", data, _HEADER.size + small)
    return (inputs, first, second), tuple(scales), data[_HEADER.size :][:small], starts


def _lanes(weights: bytes, width: int, size: int) -> Iterator[int]:
    """Return a long integer for each row of weights, in lanes of so many bytes."""
    bias = _join_lanes([_BIAS] * width, size)
    for start in range(0, len(weights), width):
        lanes = bytearray(width * size)
        lanes[::size] = weights[start : start + width]
        yield int.from_bytes(lanes, "little") - bias


def _join_lanes(values: Sequence[int], size: int) -> int:
    """Return numbers side by side in one; negative ones borrow from the lane above."""
    return sum(value << (8 * size * lane) for lane, value in enumerate(values))
