"""Test the weight files, and compare the network with plain arithmetic."""

from __future__ import annotations

import json
import random
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from qwixx import CLASSIC, LONGO, VARIANTS
from qwixx.bots import weights
from qwixx.bots.planning.features import feature_layout
from qwixx.bots.planning.network import Network, encode_network
from qwixx.bots.weights import FILES, MissingWeightsError, find_file, find_network, install_weights

FOLDER = Path(weights.__file__).parent
MAX_BYTES = 60_000


@pytest.mark.parametrize(("first", "second"), [(1, 1), (5, 3), (64, 32)])
def test_outputs_match_plain_arithmetic(first: int, second: int) -> None:
    rng = random.Random(first)
    input_count = 40

    def draw_integers(count: int, limit: int) -> list[int]:
        return [int((2 * rng.random() - 1) * (limit + 0.99)) for _ in range(count)]

    first_weights = [draw_integers(first, 127) for _ in range(input_count)]
    second_weights = [draw_integers(second, 127) for _ in range(first)]
    output_weights = [draw_integers(second, 127) for _ in range(3)]
    biases = [draw_integers(first, 500), draw_integers(second, 10**6), draw_integers(3, 10**9)]
    scales = (0.5, 2.0, 1.0)
    weight_values = [
        value
        for block in (first_weights, second_weights, output_weights)
        for row in block
        for value in row
    ]
    bias_values = [value for block in biases for value in block]
    network = Network(
        encode_network((input_count, first, second), scales, weight_values, bias_values)
    )
    for _ in range(50):
        # An input may occur more than once.
        active_inputs = [int(rng.random() * input_count) for _ in range(12)]
        layer = network.start + sum(network.inputs[index] for index in active_inputs)
        first_layer = [
            max(0, bias + sum(first_weights[index][unit] for index in active_inputs))
            for unit, bias in enumerate(biases[0])
        ]
        second_layer = [
            max(
                0,
                bias
                + sum(x * row[unit] for x, row in zip(first_layer, second_weights, strict=True)),
            )
            for unit, bias in enumerate(biases[1])
        ]
        expected = [
            (bias + sum(x * w for x, w in zip(second_layer, row, strict=True))) * scale
            for bias, row, scale in zip(biases[2], output_weights, scales, strict=True)
        ]
        assert network.outputs(layer) == tuple(expected)
        assert network.logit(layer) == expected[0]


def test_invalid_network_data() -> None:
    valid = encode_network((2, 1, 1), (1, 1, 1), [0] * 6, [0] * 5)
    assert len(Network(valid).inputs) == 2
    too_long = zlib.compress(zlib.decompress(valid) + b"\0")
    wrong_magic = zlib.compress(b"X" + zlib.decompress(valid)[1:])
    for data in (b"", b"x", valid[:-5], too_long, wrong_magic, zlib.compress(b"QWXN")):
        with pytest.raises(ValueError, match="not a network"):
            Network(data)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_weight_files_match_records(file: weights.WeightFile) -> None:
    data = FOLDER.joinpath(file.name).read_bytes()
    assert sha256(data).hexdigest() == file.digest
    assert len(Network(data).inputs) == feature_layout(VARIANTS[file.variant]).size
    record = json.loads(FOLDER.joinpath(file.name).with_suffix(".json").read_text("utf-8"))
    assert {"command", "seed", "games", "date", "strength"} <= set(record)
    assert record["sha256"] == file.digest


@pytest.mark.parametrize("variant", dict.fromkeys(file.variant for file in FILES))
def test_weights_of_each_variant_are_small(variant: str) -> None:
    players_counts = VARIANTS[variant].players
    names = {find_file(variant, players).name for players in players_counts}
    assert sum(FOLDER.joinpath(name).stat().st_size for name in names) <= MAX_BYTES
    names_of_other_variants = {file.name for file in FILES if file.variant != variant}
    assert not names & names_of_other_variants


def test_no_weights_for_six_players() -> None:
    with pytest.raises(MissingWeightsError, match="6 players"):
        find_file(CLASSIC, 6)


def test_install_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has no local files: it downloads the missing weight file and installs it."""
    monkeypatch.setattr(weights, "_installed", {})
    monkeypatch.setattr(weights, "__path__", ["/nowhere"])
    name = weights.missing_file(LONGO, 2)
    with pytest.raises(MissingWeightsError, match="not installed"):
        find_network(LONGO, 2)
    data = FOLDER.joinpath(name).read_bytes()
    for invalid in (data[:-1], b"", FOLDER.joinpath(find_file(CLASSIC, 2).name).read_bytes()):
        with pytest.raises(ValueError, match="not the weight file"):
            install_weights(name, invalid)
    with pytest.raises(ValueError, match="not the weight file"):
        install_weights("other.bin", data)
    assert weights.missing_file(LONGO, 2) == name
    install_weights(name, data)
    assert weights.missing_file(LONGO, 2) == ""
    assert find_network(LONGO, 2) is find_network(LONGO, 2)
