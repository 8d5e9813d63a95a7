"""Test the page's side of the sandboxes: requests, reports, limits, and the pace of progress."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from qwixx.bots.user_bots.limits import MAX_LINE, MAX_LINES, MAX_OUTPUT, MAX_PROGRESS, MAX_REPORTS
from qwixx.bots.user_bots.runner import Runner
from qwixx.ui.browser.sandbox_job import IDLE_MS, RENDER_MS, START_MS
from qwixx.ui.browser.sandbox_reports import MAX_REPORT, Ready, Request, read_report
from qwixx.ui.browser.sandboxes import ANSWER_MS, PRACTICE_MS, Sandboxes
from qwixx.ui.model.effects import AskBot, RunPractice, StopPractice
from qwixx.ui.model.messages import BotDecided, BotFailed, BotPrinted, PracticeProgressed
from tests.ui.fake_sandbox import FakeHost

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.browser.sandbox_reports import Report
    from qwixx.ui.model.messages import Message
    from tests.ui.fake_sandbox import FakeFrame

PRACTICE = RunPractice(1, "text", "greedy", "classic", 1000)
QUESTION = AskBot("key", "text", "position", 1, 7)
PROGRESS = {"share": 0.5, "error": 0.1, "points": [1, -2.5]}
EMPTY = '{"type": "error", "id": 3, "reason": "syntax", "line": 1, "message": "", "details": ""}'


class SandboxedPage:
    """The sandboxes of a page, and the messages that they send."""

    def __init__(self, weights: object = None) -> None:
        self.host = FakeHost(weights)
        self.messages: list[Message] = []
        self.sandboxes = Sandboxes(self.messages.append, self.host)

    def run(self, effect: RunPractice | StopPractice | AskBot) -> FakeFrame:
        self.sandboxes.run(effect)
        return self.host.frames[-1]

    def run_ready(self, effect: RunPractice | AskBot) -> FakeFrame:
        frame = self.run(effect)
        frame.report("ready")
        return frame


def progress(games: int) -> PracticeProgressed:
    return PracticeProgressed(games, 0.5, 0.1, (1.0, -2.5), is_done=games == 1000)


# Reports, in which a bot may have changed anything


def read(text: object, kind: str = "practice") -> Report:
    return read_report(text, Request({"type": kind, "id": 3, "games": 4}, 0, "k"))


def test_reports_are_read() -> None:
    text = json.dumps({"type": "progress", "id": 3, "games": 4, **PROGRESS})
    assert read(text) == PracticeProgressed(4, 0.5, 0.1, (1.0, -2.5), is_done=True)
    assert read('{"type": "printed", "id": 0, "text": "a"}') == BotPrinted("a")
    assert read('{"type": "move", "id": 3, "code": "r7"}', "decide") == BotDecided("k", "r7")
    assert read('{"type": "ready", "id": 3}', "start") == Ready()
    error = EMPTY.replace('"line": 1, "message": ""', '"line": 2, "message": "m"')
    assert read(error) == BotFailed("k", "syntax", 2, "m", "")


@pytest.mark.parametrize(
    "report",
    [
        None,
        7,
        "",
        "[]",
        "{}",
        '{"type": "progress"}',
        '{"type": "progress", "id": 3}',
        '{"type": "progress", "id": 3, "games": 6, "share": 0.5, "error": 0.1, "points": [1, 2]}',
        '{"type": "progress", "id": 2, "games": 4, "share": 0.5, "error": 0.1, "points": [1, 2]}',
        '{"type": "progress", "id": 3, "games": true, "share": 0, "error": 0.1, "points": [1, 2]}',
        '{"type": "progress", "id": 3, "games": 4, "share": 1.5, "error": 0.1, "points": [1, 2]}',
        '{"type": "progress", "id": 3, "games": 4, "share": NaN, "error": 0.1, "points": [1, 2]}',
        '{"type": "progress", "id": 3, "games": 4, "share": 0.5, "error": "0", "points": [1, 2]}',
        '{"type": "progress", "id": 3, "games": 4, "share": 0.5, "error": 0.1, "points": [1]}',
        '{"type": "progress", "id": 3, "games": 4, "share": 0, "error": 0, "points": [1e9, 1]}',
        '{"type": "move", "id": 3, "code": "r7"}',
        '{"type": "printed", "text": 7}',
        EMPTY.replace("syntax", "nope"),
        EMPTY.replace('"line": 1', '"line": -1'),
        EMPTY.replace('"id": 3', '"id": "3"'),
        EMPTY.replace('"message": ""', f'"message": "{"x" * 3000}"'),
        '{"type": "ready", "id": 3}',
        '{"type": ["ready"], "id": 3}',
        f'{{"type": "printed", "text": "{"x" * MAX_REPORT}"}}',
        "[" * 10_000,
    ],
)
def test_forged_reports_are_refused(report: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - for any reason
        read(report)


@pytest.mark.parametrize("text", [EMPTY, '{"type": "printed", "id": 3, "text": "a"}'])
def test_a_sandbox_that_starts_reports_only_that(text: str) -> None:
    with pytest.raises(ValueError, match="not a report"):
        read(text, "start")


def test_honest_reports_stay_within_the_limits() -> None:
    sent: list[str] = []
    bot = """
from qwixx import PASS
def choose_move(state, player, rng):
    print("x" * 600)
    return PASS
"""
    runner = Runner(sent.append)
    runner._output.restart()  # noqa: SLF001 - without capturing the test's own output
    request = {
        "type": "practice",
        "id": 1,
        "text": bot.replace("print(", "__import__('sys').modules['out'].write('\\n' + "),
        "opponent": "random",
        "variant": "classic",
        "games": 2 * MAX_PROGRESS,
        "seed": 0,
    }
    import sys  # noqa: PLC0415 - the bot's way to its output

    sys.modules["out"] = runner._output  # type: ignore[assignment]  # noqa: SLF001
    try:
        runner.handle(json.dumps(request))
    finally:
        del sys.modules["out"]
    printed = [one["text"] for one in map(json.loads, sent) if one["type"] == "printed"]
    assert sum(text.count("\n") + 1 for text in printed) == MAX_LINES
    assert max(map(len, "\n".join(printed).split("\n"))) == MAX_LINE
    assert sum(map(len, printed)) <= MAX_OUTPUT
    assert MAX_LINES < len(sent) <= MAX_REPORTS


# Practice


def test_requests_wait_until_the_sandbox_is_ready() -> None:
    page = SandboxedPage()
    frame = page.run(PRACTICE)
    assert frame.requests == []
    frame.report("ready")
    (request,) = frame.requests
    assert (request["type"], request["opponent"], request["games"]) == ("practice", "greedy", 1000)


def test_a_sandbox_plays_again_if_it_is_free() -> None:
    page = SandboxedPage()
    frame = page.run_ready(PRACTICE)
    frame.report("progress", games=1000, **PROGRESS)
    assert page.run(PRACTICE) is frame
    assert [request["id"] for request in frame.requests] == [1, 2]
    other = page.run(PRACTICE)  # busy
    assert frame.is_closed
    assert other is not frame
    assert page.run(PRACTICE.replace(draft=2)) is not other
    assert other.is_closed
    assert len(page.host.frames) == 3


def test_weights_precede_the_request() -> None:
    page = SandboxedPage(["weights"])
    frame = page.run_ready(PRACTICE.replace(opponent="hard"))
    assert page.host.fetched == ["classic-2.bin"]
    assert frame.requests[0] == ["weights"]
    assert frame.requests[1]["opponent"] == "hard"
    without = SandboxedPage().run_ready(PRACTICE.replace(opponent="hard"))
    assert [request["opponent"] for request in without.requests] == ["heuristic"]


def test_weights_that_arrive_after_a_stop_are_dropped() -> None:
    page = SandboxedPage(["weights"])
    late: list[Callable[[object], None]] = []

    def fetch_weights(name: str, callback: Callable[[object], None]) -> None:
        assert name
        late.append(callback)

    page.host.fetch_weights = fetch_weights  # type: ignore[method-assign]
    frame = page.run_ready(PRACTICE.replace(opponent="hard"))
    page.run(StopPractice())
    late[0](["weights"])
    assert frame.requests == []


def test_progress_is_shown_at_a_pace() -> None:
    page = SandboxedPage()
    frame = page.run_ready(PRACTICE)
    for games in (10, 20, 30):
        frame.report("progress", games=games, **PROGRESS)
    assert page.messages == [progress(10)]
    (end_rest,) = (callback for delay, callback in page.host.timers if delay == RENDER_MS)
    end_rest()
    assert page.messages == [progress(10), progress(30)]
    frame.report("progress", games=40, **PROGRESS)
    frame.report("printed", text="a")
    assert page.messages[2:] == [progress(40), BotPrinted("a")]
    frame.report("progress", games=50, **PROGRESS)
    frame.report("progress", games=1000, **PROGRESS)
    assert page.messages[4:] == [progress(1000)]
    for delay, callback in page.host.timers:
        if delay == RENDER_MS:
            callback()
    assert page.messages[4:] == [progress(1000)]


def test_a_stop_ends_the_sandbox_and_its_messages() -> None:
    page = SandboxedPage()
    page.sandboxes.run(StopPractice())  # nothing to stop
    frame = page.run_ready(PRACTICE)
    frame.report("progress", games=10, **PROGRESS)
    frame.report("progress", games=20, **PROGRESS)
    page.run(StopPractice())
    assert frame.is_closed
    frame.report("progress", games=30, **PROGRESS)
    frame.on_failure("crashed")
    page.host.let_time_pass()
    assert page.messages == [progress(10)]


def test_an_error_ends_a_practice_and_leaves_the_sandbox() -> None:
    page = SandboxedPage()
    frame = page.run_ready(PRACTICE)
    frame.report("error", reason="exception", line=3, message="m", details="d")
    assert page.messages == [BotFailed("", "exception", 3, "m", "d")]
    page.host.let_time_pass()
    assert not frame.is_closed
    assert page.run(PRACTICE) is frame


# Failures of the sandbox


def test_a_sandbox_that_does_not_start_fails() -> None:
    page = SandboxedPage()
    frame = page.run(QUESTION)
    assert page.host.timers[0][0] == START_MS
    page.host.let_time_pass()
    assert frame.is_closed
    assert page.messages == [BotFailed("key", "no-sandbox")]
    forged = page.run(QUESTION)
    forged.report("move", code="r7")
    failed = page.run(QUESTION)
    failed.report("failed", text="Error")
    assert page.messages[1:] == [BotFailed("key", "no-sandbox")] * 2


@pytest.mark.parametrize(
    "reports",
    [
        [("failed", {"text": "RangeError"})],
        [("ready", {})],
        [("progress", {"games": 0, **PROGRESS})],
        [("progress", {"games": 1000, **PROGRESS}), ("printed", {"text": "unasked"})],
    ],
)
def test_unexpected_reports_end_the_sandbox(reports: list[tuple[str, dict[str, object]]]) -> None:
    page = SandboxedPage()
    frame = page.run_ready(PRACTICE)
    for kind, fields in reports:
        frame.report(kind, **fields)
    assert frame.is_closed
    assert page.messages[-1] == BotFailed("", "crashed")


def test_silence_and_crashes_end_the_sandbox() -> None:
    page = SandboxedPage()
    page.run_ready(PRACTICE)
    assert page.host.timers[-1][0] == PRACTICE_MS
    page.host.let_time_pass()
    crashed = page.run_ready(PRACTICE)
    crashed.on_failure("crashed")
    assert crashed.is_closed
    assert page.messages == [BotFailed("", "no-answer"), BotFailed("", "crashed")]


def test_floods_end_the_sandbox() -> None:
    page = SandboxedPage()
    frame = page.run_ready(PRACTICE)
    frame.report("printed", text="x" * (MAX_OUTPUT + 1))
    assert frame.is_closed
    many = page.run_ready(PRACTICE)
    for _ in range(MAX_REPORTS):
        many.report("printed", text="x")
    assert not many.is_closed
    many.report("printed", text="x")
    assert many.is_closed
    assert page.messages.count(BotFailed("", "flood")) == 2


def test_limits_are_per_request() -> None:
    page = SandboxedPage()
    frame = page.run_ready(QUESTION)
    for _ in range(3):
        for _ in range(MAX_REPORTS - 1):
            frame.report("printed", text="x" * (MAX_OUTPUT // MAX_REPORTS))
        frame.report("move", code="-")
        page.run(QUESTION)
    assert not frame.is_closed


# Games


def test_moves_of_a_game() -> None:
    page = SandboxedPage()
    frame = page.run_ready(QUESTION)
    assert page.host.timers[-1][0] == ANSWER_MS
    assert frame.requests == [
        {"type": "decide", "text": "text", "position": "position", "player": 1, "seed": 7, "id": 1}
    ]
    frame.report("move", code="r7")
    assert page.messages == [BotDecided("key", "r7")]
    assert page.run(QUESTION.replace(key="next")) is frame
    other = page.run(QUESTION.replace(text="other"))
    assert other is not frame
    assert frame.is_closed


def test_an_idle_game_closes_its_sandbox() -> None:
    page = SandboxedPage()
    frame = page.run_ready(QUESTION)
    frame.report("move", code="r7")
    assert page.host.timers[-1][0] == IDLE_MS
    page.host.let_time_pass()
    assert frame.is_closed
    assert page.messages == [BotDecided("key", "r7")]
    again = page.run_ready(QUESTION)
    assert again is not frame
    page.host.let_time_pass()
    assert page.messages[1:] == [BotFailed("key", "no-answer")]
