"""Test the results that all processes of a test run share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.shared_results import share_results

if TYPE_CHECKING:
    from pathlib import Path


def test_function_is_called_once_for_each_argument(tmp_path: Path) -> None:
    calls = []

    def double(data: bytes) -> bytes:
        calls.append(data)
        return data * 2

    # As in two processes
    first, second = share_results(double, tmp_path), share_results(double, tmp_path)
    assert [first(b"a"), second(b"a"), second(b"b"), first(b"b")] == [b"aa", b"aa", b"bb", b"bb"]
    assert calls == [b"a", b"b"]
