"""Test round robins: views as numbers, the referee, and the standings."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import VARIANTS, new_game
from qwixx.__main__ import main
from qwixx.bots import find_bot
from qwixx.bots.contests import PairTally, ask_for_moves
from qwixx.bots.tournaments import pair_seed, rank_bots, tally_of
from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.bots.user_bots.referee import Referee
from qwixx.bots.user_bots.runner import Runner
from qwixx.bots.user_bots.source import UserBot
from qwixx.bots.user_bots.views import pack_view, unpack_view
from qwixx.games.written.bot_link import id_of_text
from qwixx.research.arena import Contest, run

if TYPE_CHECKING:
    from collections.abc import Sequence

DICEY = """\
def choose_move(state, player, rng):
    moves = state.legal_moves(player)
    return moves[int(rng.random() * len(moves))]
"""


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [2, 3])
def test_views_as_numbers_are_the_same(name: str, players: int) -> None:
    variant = VARIANTS[name]
    lucky = variant.lucky_pairs[:players] or None
    rng = Random(players)
    for seed in range(5):
        moves = ask_for_moves(new_game(variant, players, lucky=lucky), seed)
        asked = next(moves)
        with suppress(StopIteration):
            while True:
                view = asked.state
                packed = json.loads(json.dumps(pack_view(view)))
                assert unpack_view(packed, variant) == view
                legal = view.legal_moves(asked.player)
                asked = moves.send(legal[int(rng.random() ** 2 * len(legal))])


def reports_to(runner: Runner, sent: list[dict[str, Any]], **request: object) -> dict[str, Any]:
    sent.clear()
    runner.handle(json.dumps({"id": 1, **request}))
    return sent[-1]


def play_by_referee(variant: str, texts: Sequence[str], seed: int, seeds: int) -> PairTally:
    """Return the tally of two bots: texts, or names of our bots."""
    names = [name if name in {"greedy", "random", "medium"} else "" for name in texts]
    sent: list[list[dict[str, Any]]] = [[], [], []]
    runners = [Runner(lambda text, log=log: log.append(json.loads(text))) for log in sent]  # type: ignore[misc]
    report = reports_to(
        runners[2],
        sent[2],
        type="begin",
        variant=variant,
        bots=names,
        seed=seed,
        seeds=seeds,
    )
    while report["type"] == "questions":
        answers = ["", ""]
        for bot, questions in enumerate(report["questions"]):
            if questions:
                fields = {"text": texts[bot], "variant": variant, "questions": questions}
                reply = reports_to(runners[bot], sent[bot], type="answer", **fields)
                answers[bot] = reply["codes"]
        report = reports_to(runners[2], sent[2], type="continue", answers=answers)
    seeds, wins, squares, points = report["tally"]
    return PairTally(seeds, wins, squares, tuple(points))


@pytest.mark.parametrize(
    ("variant", "first", "second"),
    [
        ("classic", EXAMPLES["careful"], DICEY),
        ("classic", DICEY, EXAMPLES["points"]),
        ("longo", DICEY, "random"),
        ("bonus-b", EXAMPLES["careful"], DICEY),
        ("double-a", "greedy", DICEY),
        ("classic", "random", "greedy"),
    ],
)
def test_the_referee_and_the_command_line_get_the_same_figures(
    variant: str, first: str, second: str
) -> None:
    tally = play_by_referee(variant, (first, second), 5, 6)
    names = [text if "\n" not in text else f"{n}.py" for n, text in enumerate((first, second))]
    texts = tuple((name, text) for name, text in zip(names, (first, second), strict=True))
    texts = tuple(pair for pair in texts if "\n" in pair[1])
    result = run(Contest(variant, tuple(names), 12, 5, texts=texts))
    for of_bot, known in zip((tally, tally.swapped), result.by_bot, strict=True):
        assert of_bot.win_share == (known.win_share, known.std_error)
        assert of_bot.points[0] / of_bot.games == known.score


def test_a_referee_refuses_answers_that_are_not_legal_moves() -> None:
    for codes in ([], ["r7"] * 3, ["r99"] * 4, ["-"] * 5):
        referee = Referee(VARIANTS["classic"], [None, find_bot("greedy")], range(2))
        referee.play_on()
        asked = referee.questions()
        assert ([len(questions) for questions in asked], referee.tally) == ([4, 0], None)
        assert not referee.answer(0, codes)
    sent: list[dict[str, Any]] = []
    runner = Runner(lambda text: sent.append(json.loads(text)))
    reports_to(runner, sent, type="begin", variant="classic", bots=["", ""], seed=1, seeds=1)
    report = reports_to(runner, sent, type="continue", answers=["nonsense", ""])
    assert report == {"type": "refused", "id": 1, "bot": 0}
    fresh = Runner(lambda text: sent.append(json.loads(text)))
    assert reports_to(fresh, sent, type="continue", answers=["", ""])["type"] == "error"


def test_questions_do_not_tell_the_seed_of_the_dice() -> None:
    referee = Referee(VARIANTS["classic"], [None, None], range(977, 979))
    referee.play_on()
    assert "97" not in json.dumps([ask[0] for asked in referee.questions() for ask in asked])
    assert all(ask[2] > 1_000 for asked in referee.questions() for ask in asked)


def test_tallies_add_up() -> None:
    bots = [UserBot(DICEY), find_bot("greedy")]
    whole, first, rest = (Referee(VARIANTS["classic"], bots, seeds) for seeds in _RANGES)
    tallies = []
    for referee in (whole, first, rest):
        referee.play_on()
        assert referee.tally is not None
        tallies.append(referee.tally)
    assert tallies[1].plus(tallies[2]) == tallies[0]
    assert tallies[0].swapped.swapped == tallies[0]


_RANGES = (range(6), range(2), range(2, 6))


def test_pairs_have_dice_of_their_own() -> None:
    seeds = {pair_seed(seed, "a", other) for seed in (1, 2) for other in "bc"}
    assert len(seeds) == 4
    assert pair_seed(1, "b", "a") == pair_seed(1, "a", "b")
    assert all(seed < 1 << 48 for seed in seeds)


def test_ranks() -> None:
    tallies = {
        ("a", "b"): PairTally(10, 15.0, 6.0, (900, 700)),
        ("c", "a"): PairTally(10, 10.0, 3.0, (800, 800)),
    }
    assert tally_of(tallies, "b", "a") == PairTally(10, 5.0, 1.0, (700, 900))
    assert tally_of(tallies, "b", "c") == PairTally()
    first, second, third, last = rank_bots(tallies, "dabc")
    assert (first.bot, first.games, first.share, first.points) == ("a", 40, 0.625, 42.5)
    assert (second.bot, second.share) == ("c", 0.5)
    assert (third.bot, third.share) == ("b", 0.25)
    assert (last.bot, last.games) == ("d", 0)
    one = tallies["a", "b"].win_share.std_error
    other = tallies["c", "a"].win_share.std_error
    assert first.std_error == pytest.approx((one**2 + other**2) ** 0.5 / 2)


# On the command line


def test_a_round_robin_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        "a.py": EXAMPLES["careful"],
        "b.py": DICEY,
        "same.py": DICEY,
        "bad.py": "nope",
        "late.py": f"{DICEY}".replace("    moves =", "    1 / (2 - state.turn)\n    moves =", 1),
    }
    for name, text in texts.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    paths = [str(tmp_path / name) for name in texts]
    options = ["--workers", "1", "--games", "8", "--seed", "9"]
    assert main(["arena", "--pairs", *options, *paths, "greedy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = {Path(line.split()[0]).name: line.split()[1:] for line in lines[1:]}
    assert {*shown} == {"a.py", "same.py", "bad.py", "late.py", "greedy"}
    assert " ".join(shown["bad.py"]).startswith("is out: bad.py, line 1: NameError")
    assert " ".join(shown["late.py"]).startswith("is out: late.py, line 2: ZeroDivisionError")
    careful, dicey = EXAMPLES["careful"], DICEY
    ids = {"a.py": id_of_text(careful), "same.py": id_of_text(dicey), "greedy": "greedy"}
    players = {"a.py": careful, "same.py": dicey, "greedy": "greedy"}
    tallies = {}
    for first, second in combinations(ids, 2):
        seed = pair_seed(9, ids[first], ids[second])
        pair = (players[first], players[second])
        tallies[first, second] = play_by_referee("classic", pair, seed, 4)
    for one in rank_bots(tallies, [*ids]):
        assert shown[one.bot] == [
            "16",
            f"{one.share:.2%}",
            f"{one.std_error:.2%}",
            f"{one.points:.1f}",
        ]


def test_a_round_robin_prints_only_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--pairs", "--json", "greedy", "random"])
    assert "a table only" in capsys.readouterr().err
