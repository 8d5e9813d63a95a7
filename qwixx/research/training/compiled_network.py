"""The network, compiled with numba: evaluation and training."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray


class NetworkWeights(NamedTuple):
    """A network's weights, and the scale factor of its logit."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any
    scale: Any = 1.0


@njit(cache=True, fastmath=True)
def forward_logit(net, features, count, hidden1, hidden2) -> float:
    """Return the logit, and write both hidden layers, before ReLU, to `hidden1` and `hidden2`."""
    n1 = net.b1.shape[0]
    n2 = net.b2.shape[0]
    for k in range(n1):
        hidden1[k] = net.b1[k]
    for i in range(count):
        row = net.w1[features[i]]
        for k in range(n1):
            hidden1[k] += row[k]
    for j in range(n2):
        hidden2[j] = net.b2[j]
    for i in range(n1):
        x = hidden1[i]
        if x > 0:
            row = net.w2[i]
            for j in range(n2):
                hidden2[j] += x * row[j]
    out = net.b3[0]
    for j in range(n2):
        out += max(hidden2[j], np.float32(0)) * net.w3[0, j]
    return out * net.scale


@njit(cache=True, fastmath=True)
def train_epoch(
    net, mean, m, v, features, counts, targets, order, total, batch, learning_rate, step, decay,
    aux_loss_weight,
) -> tuple[int, NDArray[np.float64]]:  # fmt: skip
    """Train one epoch with Adam, and update `mean`, the running average of the weights.

    Returns:
        the number of Adam steps so far, and each output's loss, summed over the positions used.
    """
    n1 = net.b1.shape[0]
    n2 = net.b2.shape[0]
    hidden1 = np.zeros(n1, np.float32)
    hidden2 = np.zeros(n2, np.float32)
    dh = np.zeros(n1, np.float32)
    dz = np.zeros(n2, np.float32)
    out = np.zeros(3, np.float32)
    dout = np.zeros(3, np.float32)
    ge = np.zeros_like(net.w1)
    gb1 = np.zeros_like(net.b1)
    gw2 = np.zeros_like(net.w2)
    gb2 = np.zeros_like(net.b2)
    gw3 = np.zeros_like(net.w3)
    gb3 = np.zeros_like(net.b3)
    loss = np.zeros(3)
    for start in range(0, total - batch + 1, batch):
        ge[:] = 0
        gb1[:] = 0
        gw2[:] = 0
        gb2[:] = 0
        gw3[:] = 0
        gb3[:] = 0
        scale = np.float32(1.0 / batch)
        for s in range(start, start + batch):
            i = order[s]
            out[0] = forward_logit(net, features[i], counts[i], hidden1, hidden2)
            for o in range(1, 3):
                x = net.b3[o]
                for j in range(n2):
                    x += max(hidden2[j], np.float32(0)) * net.w3[o, j]
                out[o] = x
            p = 1.0 / (1.0 + math.exp(-out[0]))
            dout[0] = scale * (p - targets[i, 0])
            q = min(max(p, 1e-7), 1 - 1e-7)
            loss[0] -= targets[i, 0] * math.log(q) + (1 - targets[i, 0]) * math.log(1 - q)
            for o in range(1, 3):
                error = out[o] - targets[i, o]
                loss[o] += error * error
                dout[o] = scale * aux_loss_weight * error
            for j in range(n2):
                dz[j] = 0
            for o in range(3):
                gb3[o] += dout[o]
                for j in range(n2):
                    x = max(hidden2[j], np.float32(0))
                    gw3[o, j] += dout[o] * x
                    dz[j] += dout[o] * net.w3[o, j]
            for j in range(n2):
                if hidden2[j] <= 0:
                    dz[j] = 0
                gb2[j] += dz[j]
            for k in range(n1):
                x = hidden1[k]
                dh[k] = 0
                if x > 0:
                    total_d = np.float32(0)
                    for j in range(n2):
                        gw2[k, j] += x * dz[j]
                        total_d += net.w2[k, j] * dz[j]
                    dh[k] = total_d
                gb1[k] += dh[k]
            for f in range(counts[i]):
                row = ge[features[i, f]]
                for k in range(n1):
                    row[k] += dh[k]
        step += 1
        rate = learning_rate * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        apply_adam_step(
            net.w1.reshape(-1), mean.w1.reshape(-1), m.w1.reshape(-1), v.w1.reshape(-1),
            ge.reshape(-1), rate, decay,
        )  # fmt: skip
        apply_adam_step(net.b1, mean.b1, m.b1, v.b1, gb1, rate, decay)
        apply_adam_step(
            net.w2.reshape(-1), mean.w2.reshape(-1), m.w2.reshape(-1), v.w2.reshape(-1),
            gw2.reshape(-1), rate, decay,
        )  # fmt: skip
        apply_adam_step(net.b2, mean.b2, m.b2, v.b2, gb2, rate, decay)
        apply_adam_step(
            net.w3.reshape(-1), mean.w3.reshape(-1), m.w3.reshape(-1), v.w3.reshape(-1),
            gw3.reshape(-1), rate, decay,
        )  # fmt: skip
        apply_adam_step(net.b3, mean.b3, m.b3, v.b3, gb3, rate, decay)
    return step, loss


@njit(cache=True, fastmath=True)
def apply_adam_step(w, mean, m, v, g, rate, decay) -> None:
    """Apply one step of Adam, with bias correction included in `rate`, and update `mean`."""
    b1, c1 = np.float32(0.9), np.float32(0.1)
    b2, c2 = np.float32(0.999), np.float32(0.001)
    rate = np.float32(rate)
    keep, move = np.float32(decay), np.float32(1 - decay)
    eps = np.float32(1e-8)
    for i in range(w.shape[0]):
        x = g[i]
        m[i] = b1 * m[i] + c1 * x
        v[i] = b2 * v[i] + c2 * x * x
        w[i] -= rate * m[i] / (np.sqrt(v[i]) + eps)
        mean[i] = keep * mean[i] + move * w[i]


def new_network(inputs: int, hidden: tuple[int, int], seed: int) -> NetworkWeights:
    """Return a network with small random weights."""
    rng = np.random.default_rng(seed)
    n1, n2 = hidden

    def draw(scale: float, *shape: int) -> Any:
        return rng.normal(0, scale, shape).astype(np.float32)

    return NetworkWeights(
        draw(0.05, inputs, n1),
        draw(0.2, n1),
        draw((2 / n1) ** 0.5, n1, n2),
        np.zeros(n2, np.float32),
        draw((1 / n2) ** 0.5, 3, n2),
        np.zeros(3, np.float32),
    )
