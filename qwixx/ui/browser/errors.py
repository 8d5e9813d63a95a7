"""Callbacks that report exceptions instead of stopping the page."""

from __future__ import annotations

import functools
import traceback
from typing import TYPE_CHECKING, Any, ParamSpec

from js import window
from pyodide.ffi import create_once_callable, create_proxy

if TYPE_CHECKING:
    from collections.abc import Callable

Given = ParamSpec("Given")
_handlers: list[Callable[[str], None]] = []


def add_exception_handler(handler: Callable[[str], None]) -> None:
    """Register the function that handles the traceback of each exception."""
    _handlers.append(handler)


def report_exception(text: str) -> None:
    """Report an exception to the handlers; otherwise, PyScript would show it on the page.

    Args:
        text: its traceback.
    """
    for handler in _handlers:
        handler(text)
    if not _handlers:
        window.console.error(text)


def report_exceptions_of(function: Callable[Given, object]) -> Callable[Given, None]:
    """Return a function that calls another one and reports the exceptions that it raises."""

    @functools.wraps(function)
    def call(*args: Given.args, **named: Given.kwargs) -> None:
        try:
            function(*args, **named)
        except Exception:  # noqa: BLE001 - nothing else handles it
            report_exception(traceback.format_exc())

    return call


def make_listener(function: Callable[Given, object]) -> Any:
    """Return a callback that can be called many times."""
    return create_proxy(report_exceptions_of(function))


def make_once_callback(function: Callable[Given, object]) -> Any:
    """Return a callback that can be called once."""
    return create_once_callable(report_exceptions_of(function))
