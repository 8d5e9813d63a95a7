"""Test bots that players write: loading, errors with their lines, limits, and figures."""

from __future__ import annotations

import json
import pickle
import random
import sys
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import PASS, VARIANTS, Phase, Roll, new_game, parse_position
from qwixx.__main__ import main
from qwixx.bots import find_bot
from qwixx.bots.contests import play_to_end
from qwixx.bots.decision_seeds import decision_rng, decision_seed
from qwixx.bots.user_bots import loop_limit
from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.bots.user_bots.limits import MAX_LINE, MAX_LINES
from qwixx.bots.user_bots.runner import Runner
from qwixx.bots.user_bots.source import (
    BotError,
    BotErrorReason,
    UserBot,
)
from qwixx.games.written.bot_link import MAX_TEXT
from qwixx.research.arena import Contest, run

if TYPE_CHECKING:
    from pathlib import Path

ROLLED = new_game().apply_roll(Roll((1, 2), (1, 1, 1, 1)))
REASONS = BotErrorReason
DICEY = """\
def choose_move(state, player, rng):
    moves = state.legal_moves(player)
    return moves[int(rng.random() * len(moves))]
"""
PASSING = "from qwixx import PASS\ndef choose_move(state, player, rng):\n    {}\n    return PASS\n"
needs_monitoring = pytest.mark.skipif(sys.version_info < (3, 12), reason="no limit before 3.12")


def failure_of(text: str) -> BotError:
    """Return the error that a bot's text causes when it is loaded and decides."""
    with pytest.raises(BotError) as caught:
        UserBot(text).choose_move(ROLLED, 0, random.Random(0))
    return caught.value


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_examples_play_every_sheet(name: str, variant: str) -> None:
    bot = UserBot(EXAMPLES[name])
    end = play_to_end(new_game(variant), [bot, find_bot("greedy")], 1)
    assert end.phase is Phase.OVER
    assert bot.name.lower() == name


@pytest.mark.no_cover  # slow when traced
def test_examples_get_better() -> None:
    shares = [share_of(EXAMPLES[name], games=200) for name in ("first", "careful", "choosy")]
    assert shares == sorted(shares)
    assert share_of(EXAMPLES["points"], games=200) < shares[1]


def share_of(text: str, games: int) -> float:
    """Return a bot's share of wins against `greedy`."""
    contest = Contest("classic", ("bot.py", "greedy"), games, texts=(("bot.py", text),))
    return run(contest).by_bot[0].win_share


@pytest.mark.parametrize(
    ("text", "reason", "line", "message"),
    [
        ("def f(:\n", REASONS.SYNTAX, 1, "SyntaxError: "),
        ("def choose_move(s, p, r):\n  x\n    y\n", REASONS.SYNTAX, 3, "IndentationError: "),
        ("a = '\0'", REASONS.SYNTAX, 0, "SyntaxError: "),
        ("", REASONS.NO_FUNCTION, 0, ""),
        ("choose_move = 7", REASONS.NO_FUNCTION, 0, ""),
        (
            "def choose_move(self, state, player, rng):\n  pass",
            REASONS.EXCEPTION,
            1,
            "TypeError: ",
        ),
        ("import nope\n", REASONS.EXCEPTION, 1, "ModuleNotFoundError: "),
        ("\nraise SystemExit", REASONS.EXCEPTION, 2, "SystemExit"),
        (PASSING.format("1 / 0"), REASONS.EXCEPTION, 3, "ZeroDivisionError: "),
        (PASSING.format("state.legal_moves()"), REASONS.EXCEPTION, 3, "TypeError: "),
        (PASSING.format("state.turn = 3"), REASONS.EXCEPTION, 3, "dataclasses.FrozenI"),
        (PASSING.format("choose_move(state, player, rng)"), REASONS.EXCEPTION, 3, "RecursionErr"),
        ("def choose_move(s, p, r): pass", REASONS.NOT_A_MOVE, 1, "None"),
        ("def choose_move(s, p, r): return 'r7'", REASONS.NOT_A_MOVE, 1, "'r7'"),
        ("def choose_move(s, p, r): return s", REASONS.NOT_A_MOVE, 1, "<State classic"),
        ("def choose_move(s, p, r): return 'x' * 999", REASONS.NOT_A_MOVE, 1, "'xxx"),
        (
            "\nfrom qwixx import Mark\ndef choose_move(s, p, r): return Mark(0, 12)",
            REASONS.ILLEGAL,
            3,
            "r12",
        ),
        ("#" * (MAX_TEXT + 1), REASONS.TOO_LONG, 0, ""),
    ],
)
def test_errors_name_their_line(
    text: str, reason: BotErrorReason, line: int, message: str
) -> None:
    error = failure_of(text)
    assert (error.reason, error.line) == (reason, line)
    assert error.message.startswith(message)
    assert len(error.message) < 100


def test_errors_show_only_lines_of_the_bot() -> None:
    error = failure_of(PASSING.format("sheet = state.sheets[7]"))
    assert error.message == "IndexError: tuple index out of range"
    assert error.details.splitlines()[1:3] == [
        '  File "my_bot.py", line 3, in choose_move',
        "    sheet = state.sheets[7]",
    ]
    assert "qwixx" not in error.details
    assert str(error) == "my_bot.py, line 3: IndexError: tuple index out of range"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own


def test_sentences_of_wrong_answers() -> None:
    returned = "my_bot.py, line 1: choose_move returned 3, which is not a move"
    assert str(failure_of("def choose_move(s, p, r): return 3")) == returned
    assert str(failure_of("")) == "my_bot.py: there is no function choose_move(state, player, rng)"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no suggestions in texts before 3.12")
def test_errors_have_suggestions() -> None:
    error = failure_of(PASSING.format("sheet = 1; shet"))
    assert error.message == "NameError: name 'shet' is not defined. Did you mean: 'sheet'?"


def test_exceptions_that_cannot_be_shown_are_named() -> None:
    nasty = """
class Nasty(Exception):
    def __str__(self):
        raise self
class Odd:
    def __repr__(self):
        raise ValueError
def choose_move(state, player, rng):
    if player:
        return Odd()
    raise Nasty
"""
    assert failure_of(nasty).reason is BotErrorReason.EXCEPTION
    with pytest.raises(BotError) as caught:
        UserBot(nasty).choose_move(ROLLED, 1, random.Random(0))
    assert caught.value.message == "Odd"


def test_ctrl_c_interrupts_a_bot() -> None:
    bot = UserBot("def choose_move(s, p, r): raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        bot.choose_move(ROLLED, 0, random.Random(0))


@needs_monitoring
@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "while True: pass"),
        (3, PASSING.format("while True: pass")),
        (4, PASSING.format("for turn in iter(int, 1):\n        turn += 1")),
        (2, "def f(n):\n  return f(n - 1) + f(n - 2) if n else 1\nf(30)"),
        (3, PASSING.format("[0 for row in iter(int, 1)]")),
    ],
)
def test_endless_loops_end_with_their_line(
    line: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_limit, "MAX_STEPS", 1000)
    error = failure_of(text)
    assert (error.reason, error.line) in {(REASONS.TOO_SLOW, line), (REASONS.TOO_SLOW, line - 1)}
    assert str(error).endswith(": a loop did not end")


@needs_monitoring
def test_the_limit_is_per_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_limit, "MAX_STEPS", 150)
    bot = UserBot(PASSING.format("for _ in range(100): pass"))
    for _ in range(5):
        assert bot.choose_move(ROLLED, 0, random.Random(0)) is PASS


def test_plays_is_optional() -> None:
    assert UserBot(DICEY).plays(VARIANTS["longo"], 5)
    chosen = UserBot(f"{DICEY}\ndef plays(variant, players): return players == 2")
    assert chosen.plays(VARIANTS["longo"], 2)
    assert not chosen.plays(VARIANTS["longo"], 3)
    with pytest.raises(BotError):
        UserBot(f"{DICEY}\ndef plays(): pass").plays(VARIANTS["longo"], 2)


def test_names_are_sanitized() -> None:
    assert UserBot(f"NAME = '\u202eolleH  '\n{DICEY}").name == "olleH"
    assert UserBot(f"NAME = 7\n{DICEY}").name == ""


def test_dataclasses_work() -> None:
    text = f"from dataclasses import dataclass\n@dataclass\nclass Plan:\n    row: 'int'\n{DICEY}"
    assert UserBot(text).choose_move(ROLLED, 0, random.Random(0)) in ROLLED.legal_moves(0)


def test_random_sources_differ_by_decision_and_hide_the_dice() -> None:
    seeds = {
        decision_seed(seed, seat, n) for seed in range(9) for seat in (0, 1) for n in range(9)
    }
    assert len(seeds) == 9 * 2 * 9
    assert decision_rng(1, 0, 0).random() == decision_rng(1, 0, 0).random()


# The sandbox's program


def reports_to(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the runner's reports on some requests."""
    sent: list[dict[str, Any]] = []
    runner = Runner(lambda text: sent.append(json.loads(text)))
    files = sys.stdin, sys.stdout, sys.stderr
    runner.capture_output()
    try:
        for request in requests:
            runner.handle(json.dumps({"id": 7, **request}))
    finally:
        sys.stdin, sys.stdout, sys.stderr = files
    return sent


def test_a_bot_can_ask_nobody() -> None:
    text = PASSING.format("input('Move? ')")
    position = {"position": ROLLED.code, "player": 1, "seed": 1}
    failure = reports_to({"type": "decide", "text": text, **position})[-1]
    assert (failure["type"], failure["line"]) == ("error", 3)
    assert failure["message"] == "RuntimeError: input(): lost sys.stdin"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\ndef choose_move(state):\n    return 1\n", 2),
        ("choose_move = int\n", 0),
    ],
)
def test_a_function_that_cannot_be_called_is_named_by_its_line(text: str, line: int) -> None:
    with pytest.raises(BotError) as raised:
        UserBot(text).choose_move(ROLLED, 1, decision_rng(1, 1, 0))
    assert (raised.value.reason, raised.value.line) == (REASONS.EXCEPTION, line)


def practice(text: str, opponent: str = "greedy", games: int = 20) -> dict[str, Any]:
    return {
        "type": "practice",
        "text": text,
        "opponent": opponent,
        "variant": "classic",
        "games": games,
        "seed": 0,
    }


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("text", [EXAMPLES["careful"], DICEY], ids=["careful", "dicey"])
@pytest.mark.parametrize("opponent", ["greedy", "random", "medium"])
def test_the_sandbox_and_the_command_line_get_the_same_figures(
    text: str, opponent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(text, encoding="utf-8")
    *_rest, last = reports_to(practice(text, opponent))
    assert main(["arena", "--workers", "1", "--json", "--games", "20", str(file), opponent]) == 0
    printed = json.loads(capsys.readouterr().out)["bots"]
    assert last["games"] == 20
    assert last["share"] == printed[0]["win_share"]
    assert last["error"] == printed[0]["std_error"]
    assert last["points"] == [bot["score"] for bot in printed]


def test_figures_do_not_depend_on_the_order_of_games() -> None:
    texts = (("bot.py", DICEY),)
    whole = Contest("classic", ("bot.py", "greedy"), 60, texts=texts)
    assert run(whole) == run(whole, workers=2)


def test_practice_reports_after_each_seed() -> None:
    reports = reports_to(practice(EXAMPLES["careful"], games=6))
    assert [report["type"] for report in reports] == ["progress"] * 3
    assert [report["games"] for report in reports] == [2, 4, 6]


def test_errors_are_reported_with_their_line() -> None:
    (report,) = reports_to(practice(PASSING.format("nope")))
    assert (report["type"], report["id"], report["line"]) == ("error", 7, 3)
    assert report["reason"] == "exception"
    assert report["message"].startswith("NameError")
    assert "line 3" in report["details"]
    (report,) = reports_to(practice(f"{DICEY}\ndef plays(variant, players): return False"))
    assert report["reason"] == "other-game"


def test_faults_of_the_engine_are_reported() -> None:
    (report,) = reports_to({**practice(DICEY), "variant": "nope"})
    assert (report["type"], report["line"]) == ("error", 0)


def test_output_is_bounded() -> None:
    bot = PASSING.format("print('turn', state.turn, end='')\n    print('x' * 5000)")
    reports = reports_to(practice(bot, games=400))
    lines = [
        line for one in reports if one["type"] == "printed" for line in one["text"].split("\n")
    ]
    assert len(lines) == MAX_LINES
    assert max(map(len, lines)) == 500
    assert [report["type"] for report in reports].count("cut") == 1
    again = reports_to(load("print(1, end='')\n" + DICEY))
    assert [report["type"] for report in again] == ["loaded"]
    unfinished = reports_to(decide("import sys\nsys.stdout.write('a')\n" + DICEY))
    assert [(one["type"], one.get("text")) for one in unfinished[:2]] == [
        ("printed", "a"),
        ("move", None),
    ]


@pytest.mark.parametrize(
    ("printed", "is_cut"),
    [
        ("'x' * 1_000_000", True),
        ("'x\\n' * 1_000_000", True),
        (f"'x\\n' * {MAX_LINES}", True),  # and the line's own end
        (f"'x\\n' * {MAX_LINES - 1}", False),
        (f"'x' * {MAX_LINE + 1}", True),
        (f"'x' * {MAX_LINE}", False),
        ("", False),
    ],
)
def test_output_that_is_not_shown_is_reported(printed: str, *, is_cut: bool) -> None:
    reports = reports_to(decide(PASSING.format(f"print({printed})")))
    assert ("cut" in [report["type"] for report in reports]) == is_cut
    lines = [line for one in reports if "text" in one for line in one["text"].split("\n")]
    assert 0 < len(lines) <= MAX_LINES


def load(text: str) -> dict[str, Any]:
    return {"type": "load", "text": text, "variant": "classic"}


def decide(text: str) -> dict[str, Any]:
    return {
        "type": "decide",
        "text": text,
        "position": ROLLED.code,
        "player": 1,
        "seed": decision_seed(3, 1, 0),
    }


def test_decisions_in_a_game() -> None:
    loaded, moved = reports_to(load(DICEY), decide(DICEY))
    assert loaded == {"type": "loaded", "id": 7}
    expected = UserBot(DICEY).choose_move(parse_position(ROLLED.code), 1, decision_rng(3, 1, 0))
    assert moved == {"type": "move", "id": 7, "code": expected.code}
    (report,) = reports_to(decide(f"{DICEY}\ndef plays(variant, players): return False"))
    assert report["reason"] == "other-game"


def test_weights_are_checked() -> None:
    with pytest.raises(ValueError, match="not the weight file"):
        Runner(lambda _text: None).install_weights("classic-2.bin", b"nope")


# Files on the command line


def test_a_file_without_a_bot_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"none.py": b"x = 1", "error.py": b"\nnope", "image.py": b"\x89PNG\xff"}
    messages = {
        "none.py": "none.py: there is no function choose_move",
        "error.py": "error.py, line 2: NameError",
        "image.py": "is not text",
        "missing.py": "cannot read bot",
    }
    for name, data in texts.items():
        tmp_path.joinpath(name).write_bytes(data)
    for name, message in messages.items():
        with pytest.raises(SystemExit):
            main(["arena", "--workers", "1", "--games", "2", str(tmp_path / name), "greedy"])
        assert message in capsys.readouterr().err


def test_an_error_during_games_ends_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "late.py"
    file.write_text(PASSING.format("1 / (3 - state.turn)"), encoding="utf-8")
    for workers in ("1", "2"):
        with pytest.raises(SystemExit):
            main(["arena", "--workers", workers, "--games", "20", str(file), "random"])
        assert "late.py, line 3: ZeroDivisionError" in capsys.readouterr().err


def test_results_of_another_text_are_refused(tmp_path: Path) -> None:
    names = ("bot.py", "greedy")
    results = tmp_path / "results"
    run(Contest("classic", names, 4, texts=(("bot.py", DICEY),)), path=results)
    other = Contest("classic", names, 4, texts=(("bot.py", EXAMPLES["first"]),))
    with pytest.raises(ValueError, match="another contest"):
        run(other, path=results)


def test_a_file_that_does_not_play_a_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "duel.py"
    file.write_text(f"{DICEY}\ndef plays(variant, players): return False", encoding="utf-8")
    with pytest.raises(ValueError, match="does not play"):
        Contest("classic", (str(file), "greedy"), 2)
