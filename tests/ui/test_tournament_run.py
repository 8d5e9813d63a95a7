"""Test how a round robin runs in sandboxes, whose program runs here without a browser."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING

from qwixx.bots.contests import PairTally
from qwixx.bots.tournaments import pair_seed
from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.bots.user_bots.runner import Runner
from qwixx.games.written.bot_link import id_of_text
from qwixx.research.arena import Contest, run
from qwixx.ui.browser.sandboxes import Sandboxes
from qwixx.ui.browser.tournament import MAX_LOADED, current_round
from qwixx.ui.model.effects import RunPractice, RunTournament, StopTournament
from qwixx.ui.model.messages import EntrantFailed, PairPlayed, TournamentEnded
from tests.ui.fake_sandbox import FakeFrame, FakeHost

if TYPE_CHECKING:
    from qwixx.ui.model.messages import Message

FIRST, CAREFUL = EXAMPLES["first"], EXAMPLES["careful"]
PASSING = "from qwixx import PASS\ndef choose_move(state, player, rng):\n    {}\n    return PASS\n"
SLOW_FAILURE = PASSING.format("1 / (2 - state.turn)")


class RunnerHost(FakeHost):
    """A page whose sandboxes run the real program when the test lets them work."""

    def __init__(self, weights: object = None) -> None:
        super().__init__(weights)
        self.most_open = 0

    def work(self) -> None:
        """Let all sandboxes work until none has anything to do."""
        done: dict[int, int] = {}
        runners: dict[int, Runner] = {}
        is_busy = True
        while is_busy:
            is_busy = False
            self.most_open = max(self.most_open, sum(not one.is_closed for one in self.frames))
            for number, frame in enumerate(self.frames):
                if number not in runners:
                    runners[number] = Runner(frame.on_report)
                    frame.report("ready")
                while not frame.is_closed and done.get(number, 0) < len(frame.requests):
                    is_busy = True
                    request = frame.requests[done.get(number, 0)]
                    done[number] = done.get(number, 0) + 1
                    if isinstance(request, dict):
                        runners[number].handle(json.dumps(request))


def entrants(*texts: str) -> tuple[tuple[str, str], ...]:
    """Return the bots of a round robin: texts, or names of our bots."""
    return tuple((id_of_text(text), text) if "\n" in text else (text, "") for text in texts)


def play(effect: RunTournament, host: RunnerHost | None = None) -> list[Message]:
    """Play a round robin to its end; return its messages."""
    messages: list[Message] = []
    host = host or RunnerHost()
    Sandboxes(messages.append, host).run(effect)
    host.work()
    assert all(frame.is_closed for frame in host.frames)
    return messages


def tallies_in(messages: list[Message]) -> dict[tuple[str, str], PairTally]:
    found: dict[tuple[str, str], PairTally] = {}
    for one in messages:
        if isinstance(one, PairPlayed):
            pair = (one.first, one.second)
            found[pair] = found.get(pair, PairTally()).plus(one.tally)
    return found


def test_all_pairs_play_and_get_the_figures_of_the_command_line() -> None:
    bots = entrants(CAREFUL, FIRST, "random")
    messages = play(RunTournament(bots, "classic", 9, 12))
    assert messages[-1] == TournamentEnded()
    tallies = tallies_in(messages)
    assert len(tallies) == 3
    names = {bot: f"{bot}.py" if text else bot for bot, text in bots}
    texts = {names[bot]: text for bot, text in bots if text}
    for first, second in combinations(names, 2):
        pair = names[first], names[second]
        of_pair = tuple((name, texts[name]) for name in pair if name in texts)
        contest = Contest("classic", pair, 24, pair_seed(9, first, second), texts=of_pair)
        expected = run(contest).by_bot[0]
        assert tallies[first, second].games == 24
        assert tallies[first, second].win_share == expected[:2]
    # every pair has played a few games before any pair plays more
    played = [one.tally.seeds for one in messages if isinstance(one, PairPlayed)]
    assert played == [10, 10, 10, 2, 2, 2]


def test_a_round_robin_continues_where_it_was_stopped() -> None:
    bots = entrants(CAREFUL, "random")
    (careful, _text), (other, _none) = bots
    whole = tallies_in(play(RunTournament(bots, "classic", 9, 12)))
    first = tallies_in(play(RunTournament(bots, "classic", 9, 5)))
    rest = tallies_in(play(RunTournament(bots, "classic", 9, 12, ((careful, other, 5),))))
    pair = (careful, other)
    assert first[pair].plus(rest[pair]) == whole[pair]
    assert play(RunTournament(bots, "classic", 9, 5, ((*pair, 5),))) == [TournamentEnded()]


def test_bots_that_fail_are_out_and_the_others_play_on() -> None:
    elsewhere = f"{FIRST}\ndef plays(variant, players): return False\n"
    bad = ("def choose_move(:\n", SLOW_FAILURE, PASSING.format("return 7"), elsewhere)
    bots = entrants(CAREFUL, *bad, FIRST)
    messages = play(RunTournament(bots, "classic", 9, 2))
    failures = {one.bot: one.failure for one in messages if isinstance(one, EntrantFailed)}
    found = [(failures[bot].reason, failures[bot].line) for bot, _text in bots[1:5]]
    assert found == [("syntax", 1), ("exception", 3), ("not-a-move", 2), ("other-game", 0)]
    assert tallies_in(messages).keys() == {(bots[0][0], bots[5][0])}
    assert messages[-1] == TournamentEnded()


def test_our_bots_alone_need_only_the_referee() -> None:
    host = RunnerHost()
    messages = play(RunTournament(entrants("greedy", "random", "medium"), "classic", 9, 1), host)
    assert len(tallies_in(messages)) == 3
    assert len(host.frames) == 1
    assert host.fetched == ["classic-2.bin"]
    pairs = [one["bots"] for one in host.frames[0].requests if one["type"] == "begin"]
    assert pairs[1] == ["greedy", "heuristic"]  # without weights


def test_few_sandboxes_are_open_at_a_time() -> None:
    host = RunnerHost()
    texts = [f"{FIRST}# {number}\n" for number in range(7)]
    messages = play(RunTournament(entrants(*texts), "classic", 9, 1), host)
    assert len(tallies_in(messages)) == 21
    assert host.most_open <= MAX_LOADED + 1


def test_a_class_needs_few_starts() -> None:
    bots = [str(number) for number in range(25)]
    played: dict[tuple[str, str], int] = {}
    loaded: list[str] = []
    starts = 0
    while now := current_round(bots, played, 10):
        pair = now.next_pair(loaded)
        played[pair] = now.target
        for bot in pair:
            if bot not in loaded:
                starts += 1
                others = [one for one in loaded if one not in pair]
                if len(loaded) == MAX_LOADED:
                    loaded.remove(now.bot_to_unload(others))
                loaded.append(bot)
    assert len(played) == 300
    assert starts <= 110


# Sandboxes that fail


def opened(*bots: str) -> tuple[list[Message], RunnerHost, FakeFrame, FakeFrame]:
    """Return a round robin that has pairs, with the sandboxes of the referee and of a bot."""
    messages: list[Message] = []
    host = RunnerHost()
    Sandboxes(messages.append, host).run(RunTournament(entrants(*bots), "classic", 9, 1))
    referee, bot, *_others = host.frames
    return messages, host, referee, bot


def test_a_bot_that_never_answers_is_out() -> None:
    messages, host, referee, bot = opened(FIRST, "greedy")
    for frame in (referee, bot):
        frame.report("ready")
    bot.report("loaded")
    referee.report("questions", questions=["[]", ""])
    assert bot.requests[-1]["type"] == "answer"
    host.timers[-1][1]()
    assert [type(one) for one in messages] == [EntrantFailed, TournamentEnded]
    assert bot.is_closed


def test_a_referee_that_refuses_answers_ends_the_bots_games() -> None:
    messages, _host, referee, bot = opened(FIRST, "greedy")
    for frame in (referee, bot):
        frame.report("ready")
    bot.report("loaded")
    referee.report("questions", questions=["[]", ""])
    bot.report("moves", codes="-")
    assert referee.requests[-1]["answers"] == ["-", ""]
    referee.report("refused", bot=0)
    assert isinstance(messages[0], EntrantFailed)
    assert messages[0].failure.reason == "crashed"


def test_the_page_waits_for_the_other_reports_after_a_failure() -> None:
    messages, host, referee, bot = opened(FIRST, CAREFUL, SLOW_FAILURE)
    other = host.frames[2]
    for frame in (referee, bot, other):
        frame.report("ready")
    bot.report("error", reason="syntax", line=1, message="", details="")
    assert len(messages) == 1
    other.report("loaded")
    assert len(referee.requests) == 1
    referee.report("questions", questions=["[]", "[]"])
    assert [one["type"] for one in referee.requests] == ["begin", "begin"]
    assert [one["type"] for one in other.requests] == ["load"]
    assert len(host.frames) == 4


def test_a_round_robin_without_sandboxes_ends() -> None:
    messages, _host, referee, _bot = opened(FIRST, "greedy")
    referee.on_failure("no-sandbox")
    assert messages == [TournamentEnded("no-sandbox")]
    messages, _host, _referee, bot = opened(FIRST, "greedy")
    bot.on_failure("no-sandbox")
    assert messages == [TournamentEnded("no-sandbox")]
    messages, _host, referee, _bot = opened(FIRST, "greedy")
    referee.report("ready")
    referee.report("tally", tally=[1, 2, 3])
    assert messages == [TournamentEnded("crashed")]


def test_stop_ends_all_sandboxes() -> None:
    messages: list[Message] = []
    host = RunnerHost()
    sandboxes = Sandboxes(messages.append, host)
    sandboxes.run(StopTournament())
    sandboxes.run(RunPractice(1, FIRST, "greedy", "classic", 200))
    sandboxes.run(RunTournament(entrants(FIRST, CAREFUL), "classic", 9, 1))
    assert [frame.is_closed for frame in host.frames] == [True, False, False, False]
    sandboxes.run(StopTournament())
    assert all(frame.is_closed for frame in host.frames)
    host.work()
    assert messages == []
