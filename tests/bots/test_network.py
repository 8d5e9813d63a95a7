"""The network's arithmetic against the textbook, and its files."""

from __future__ import annotations

import json
import random
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from qwixx import CLASSIC, LONGO, VARIANTS, Variant
from qwixx.bots import weights
from qwixx.bots.planning.features import feature_layout
from qwixx.bots.planning.network import Network, encode_network
from qwixx.bots.weights import FILES, MissingWeightsError, find_file, find_network, install_weights

FOLDER = Path(weights.__file__).parent
MOST_BYTES = 60_000


@pytest.mark.parametrize(("first", "second"), [(1, 1), (5, 3), (64, 32)])
def test_arithmetic(first: int, second: int) -> None:
    rng = random.Random(first)
    inputs = 40

    def draw(count: int, most: int) -> list[int]:
        return [int((2 * rng.random() - 1) * (most + 0.99)) for _ in range(count)]

    embed = [draw(first, 127) for _ in range(inputs)]
    middle = [draw(second, 127) for _ in range(first)]
    last = [draw(second, 127) for _ in range(3)]
    starts = [draw(first, 500), draw(second, 10**6), draw(3, 10**9)]
    scales = (0.5, 2.0, 1.0)
    small = [value for block in (embed, middle, last) for row in block for value in row]
    large = [value for block in starts for value in block]
    network = Network(encode_network((inputs, first, second), scales, small, large))
    for _ in range(50):
        chosen = [int(rng.random() * inputs) for _ in range(12)]  # some of them twice
        layer = network.start + sum(network.inputs[index] for index in chosen)
        one = [
            max(0, start + sum(embed[index][lane] for index in chosen))
            for lane, start in enumerate(starts[0])
        ]
        two = [
            max(0, start + sum(x * row[lane] for x, row in zip(one, middle, strict=True)))
            for lane, start in enumerate(starts[1])
        ]
        expected = [
            (start + sum(x * w for x, w in zip(two, row, strict=True))) * scale
            for start, row, scale in zip(starts[2], last, scales, strict=True)
        ]
        assert network.outputs(layer) == tuple(expected)
        assert network.logit(layer) == expected[0]


def test_what_is_no_network() -> None:
    good = encode_network((2, 1, 1), (1, 1, 1), [0] * 6, [0] * 5)
    assert len(Network(good).inputs) == 2
    longer = zlib.compress(zlib.decompress(good) + b"\0")
    other = zlib.compress(b"X" + zlib.decompress(good)[1:])
    for data in (b"", b"x", good[:-5], longer, other, zlib.compress(b"QWXN")):
        with pytest.raises(ValueError, match="not a network"):
            Network(data)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_weight_files(file: weights.WeightFile) -> None:
    data = FOLDER.joinpath(file.name).read_bytes()
    assert sha256(data).hexdigest() == file.digest
    assert len(Network(data).inputs) == feature_layout(VARIANTS[file.variant]).size
    record = json.loads(FOLDER.joinpath(file.name).with_suffix(".json").read_text("utf-8"))
    assert {"command", "seed", "games", "date", "strength"} <= set(record)
    assert record["sha256"] == file.digest


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_each_game_has_weights_that_are_small(variant: Variant) -> None:
    names = {find_file(variant, players).name for players in variant.players}
    assert sum(FOLDER.joinpath(name).stat().st_size for name in names) <= MOST_BYTES
    others = {file.name for file in FILES if file.variant != variant.name}
    assert not names & others


def test_no_weights_for_a_game() -> None:
    with pytest.raises(MissingWeightsError, match="6 players"):
        find_file(CLASSIC, 6)


def test_weights_can_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a page does, which has no files: it asks what is missing, and installs that."""
    monkeypatch.setattr(weights, "_installed", {})
    monkeypatch.setattr(weights, "__path__", ["/nowhere"])
    name = weights.missing_file(LONGO, 2)
    with pytest.raises(MissingWeightsError, match="not installed"):
        find_network(LONGO, 2)
    data = FOLDER.joinpath(name).read_bytes()
    for wrong in (data[:-1], b"", FOLDER.joinpath(find_file(CLASSIC, 2).name).read_bytes()):
        with pytest.raises(ValueError, match="not the weight file"):
            install_weights(name, wrong)
    with pytest.raises(ValueError, match="not the weight file"):
        install_weights("other.bin", data)
    assert weights.missing_file(LONGO, 2) == name
    install_weights(name, data)
    assert weights.missing_file(LONGO, 2) == ""
    assert find_network(LONGO, 2) is find_network(LONGO, 2)
