"""Test the messages and saved texts with which pages return to each other."""

from __future__ import annotations

import json

import pytest

from qwixx.ui.browser.return_messages import (
    KEY,
    MAX_LENGTH,
    OFFER,
    ReturnMessage,
    ReturnPath,
    new_key,
    parse_message,
    parse_return_paths,
    write_message,
    write_return_paths,
)
from qwixx.ui.model.effects import MAX_PEERS
from qwixx.ui.model.signals import pack

KEY_SIGNAL = new_key(bytes(32)).replace(ufrag="AAAA", pwd="B" * 24)
OFFER_SIGNAL = KEY_SIGNAL.replace(candidates=(("192.168.1.7", 4000),))
PATH = ReturnPath(KEY_SIGNAL, OFFER_SIGNAL)


def test_messages_round_trip() -> None:
    for kind, signal in ((KEY, KEY_SIGNAL), (OFFER, OFFER_SIGNAL)):
        assert parse_message(write_message(kind, signal)) == ReturnMessage(kind, signal)


def test_keys_differ() -> None:
    assert len({new_key(bytes(32)).pwd for _ in range(50)}) == 50


@pytest.mark.parametrize(
    "text",
    [
        *(None, 5, b"key", "", "key", "key ", "offer x", f"bye {pack(KEY_SIGNAL)}"),
        pack(KEY_SIGNAL),
        write_message(KEY, OFFER_SIGNAL),  # a key with an address
        write_message(KEY, KEY_SIGNAL)[:-1],
        write_message(OFFER, OFFER_SIGNAL) + " " * MAX_LENGTH,
    ],
)
def test_other_texts_are_no_messages(text: object) -> None:
    assert parse_message(text) is None


def test_saved_paths_round_trip_up_to_a_limit() -> None:
    assert parse_return_paths(write_return_paths([PATH, PATH])) == (PATH, PATH)
    assert len(parse_return_paths(write_return_paths([PATH] * 99))) == MAX_PEERS


@pytest.mark.parametrize("text", [None, "", "{", "5", "[5]", '["a"]', '[["a","b"]]', '{"a":1}'])
def test_other_texts_are_no_saved_paths(text: object) -> None:
    assert parse_return_paths(text) == ()
    assert parse_return_paths(json.dumps([[pack(KEY_SIGNAL)]])) == ()
