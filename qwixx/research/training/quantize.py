"""Quantize trained weights to one byte each, and convert them to and from weight files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from qwixx.bots.planning.features import feature_layout
from qwixx.bots.planning.network import decode_network, encode_network
from qwixx.bots.planning.row_states import row_state_table
from qwixx.research.training.compiled_network import NetworkWeights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant

INT8_MAX = 127
LEAD = 40.0
"""Points of lead per unit of the second output."""
POINTS = 60.0
"""Own points per unit of the third output."""
TRAINED_THRESHOLD = 1e-4
"""Minimum change in an input's weights for the input to count as trained."""


def merge_two_player_leads(net: NetworkWeights, variant: Variant) -> NetworkWeights:
    """Return an equivalent two-player network with one set of inputs for the lead, not two."""
    inputs = feature_layout(variant)
    size = inputs.lead_best - inputs.lead_each
    w1 = net.w1.copy()
    w1[inputs.lead_each :][:size] += w1[inputs.lead_best :][:size]
    w1[inputs.lead_best :][:size] = 0
    return net._replace(w1=w1)


def clear_untrained_inputs(
    net: NetworkWeights, start: NetworkWeights, variant: Variant
) -> NetworkWeights:
    """Return a network without the random initial weights of inputs that never occurred.

    Rare inputs keep their weights: a state that good players avoid must look as bad as it is. If a
    state of an open row never occurred, it gets the weights of the preceding state.
    """
    unseen = np.abs(net.w1 - start.w1).max(axis=1) < TRAINED_THRESHOLD
    w1 = net.w1.copy()
    w1[unseen] = 0
    rows = row_state_table(variant)
    for slot in range(8):
        for state in range(slot * len(rows) + 1, slot * len(rows) + rows.first_locked):
            if unseen[state]:
                w1[state] = w1[state - 1]
    return net._replace(w1=w1)


def quantize(net: NetworkWeights) -> tuple[NetworkWeights, list[float]]:
    """Return a network with integer weights (as floats), and the scale factor of each output."""
    first = _byte_scale(net.w1)
    second = _byte_scale(net.w2)
    last = [_byte_scale(net.w3[output]) for output in range(3)]
    w3 = np.stack([_round_to_bytes(net.w3[output], last[output]) for output in range(3)])
    scales = [first * second * scale for scale in last]
    whole = NetworkWeights(
        _round_to_bytes(net.w1, first),
        np.rint(net.b1.astype(np.float64) * first),
        _round_to_bytes(net.w2, second),
        np.rint(net.b2.astype(np.float64) * first * second),
        w3,
        np.rint(net.b3.astype(np.float64) * np.array(scales)),
        0.0,
    )
    units = (1.0, LEAD, POINTS)
    outputs = [unit / scale for unit, scale in zip(units, scales, strict=True)]
    return whole._replace(scale=outputs[0]), outputs


def to_weight_file(whole: NetworkWeights, scales: Sequence[float]) -> bytes:
    """Return the weight file of a network with integer weights."""
    weights = np.concatenate([w.ravel() for w in (whole.w1, whole.w2, whole.w3)])
    biases = np.concatenate([whole.b1, whole.b2, whole.b3])
    sizes = (*whole.w1.shape, whole.w2.shape[1])
    return encode_network(sizes, scales, weights.astype(int).tolist(), biases.astype(int).tolist())


def from_weight_file(data: bytes) -> NetworkWeights:
    """Return the network in a weight file, with integer weights.

    Raises:
        ValueError: the data is not a weight file.
    """
    (inputs, first, second), scales, weight_bytes, biases = decode_network(data)
    small = np.frombuffer(weight_bytes, np.uint8).astype(np.float64) - 128
    large = np.array(biases, np.float64)
    middle = inputs * first
    last = middle + first * second
    return NetworkWeights(
        small[:middle].reshape(inputs, first),
        large[:first],
        small[middle:last].reshape(first, second),
        large[first : first + second],
        small[last:].reshape(3, second),
        large[first + second :],
        scales[0],
    )


def to_trainable_weights(data: bytes) -> NetworkWeights:
    """Return the network in a weight file as floats of usual size, to continue its training.

    The file has only the product of the scales of the three layers. Any split of it gives the same
    network, since ReLU is homogeneous.

    Raises:
        ValueError: the data is not a weight file.
    """
    whole = from_weight_file(data)
    units = (1.0, LEAD, POINTS)
    scales = np.array([unit / s for unit, s in zip(units, decode_network(data)[1], strict=True)])
    layer = scales[0] ** (1 / 3)
    parts = (
        whole.w1 / layer,
        whole.b1 / layer,
        whole.w2 / layer,
        whole.b2 / layer**2,
        whole.w3 * layer**2 / scales[:, None],
        whole.b3 / scales,
    )
    return NetworkWeights(*(part.astype(np.float32) for part in parts))


def _byte_scale(weights: Any) -> float:
    """Return the factor that scales weights to bytes; the few largest weights are clipped."""
    return INT8_MAX / float(np.quantile(np.abs(weights), 0.9998))


def _round_to_bytes(weights: Any, scale: float) -> Any:
    return np.clip(np.rint(weights.astype(np.float64) * scale), -INT8_MAX, INT8_MAX)
