"""Hints and the review in the page, the weights that they wait for, and who plays without."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from qwixx import LONGO, PASS, Mark, Phase, Roll, coach, new_game
from qwixx.bots import find_bot
from qwixx.coach.odds import Chance
from qwixx.coach.reasoning import Kind, Reason, reasons
from qwixx.games.events import Decision, apply_event
from qwixx.games.position import parse_position
from qwixx.rules.moves import parse_move
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import After, Fetch, Focus, Ponder
from qwixx.ui.model.messages import Act, Begin, Message, Press, Reviewed, Tap, Tick, Weights
from qwixx.ui.model.play import actor
from qwixx.ui.screens.game.coaching import shown_advice, target
from qwixx.ui.screens.game.hint import flags
from qwixx.ui.texts.coach import percents, reason_text, signed_percent
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO
from qwixx.ui.texts.sentences import percent
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake import after, effects_of, opened, text_of, walk, weights_of, without_files

if TYPE_CHECKING:
    from unittest.mock import Mock

    from qwixx.games.events import Event
    from qwixx.games.game import Game

NAME = "classic-2.bin"


@pytest.fixture(scope="module")
def over() -> Model:
    """A game of two people that is over."""
    model = opened(start="1", players="2", first="0", seed="9", names="Ann,Bob")
    while (game := model.game) is not None and game.state.phase is not Phase.OVER:
        player = actor(game.state, model.seats)
        assert player is not None
        message: Message = Act("roll" if game.state.phase is Phase.ROLL else "pass")
        if game.state.to_act:
            move = find_bot("greedy").choose_move(game.state, player, random.Random(1))
            if isinstance(move, Mark):
                message = Tap(player, move.code)
        model = after(model, message)
    return model


@pytest.fixture
def no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place without files, as the browser is."""
    without_files(monkeypatch)


def rolled() -> Model:
    return after(opened(start="1", players="2", first="0", seed="9"), Act("roll"))


def test_a_hint_shows_the_best_moves_and_goes_when_one_is_made() -> None:
    model = after(rolled(), Act("hint"))
    assert model.game is not None
    assert model.play.hint == coach.hint(model.game.state, 0)
    page, spoken = text_of(view(model)), status(model)
    shown = shown_advice(model.play)
    for _one, chance in zip(shown, percents("en", [one.chance for one in shown]), strict=True):
        assert f"{chance} to win" in page
        assert f"{chance} to win" in spoken
    first = reason_text("en", model.play.hint[0].reasons[0])
    assert first in page
    assert first in spoken
    best = target(model.play, model.play.hint[0])
    assert best is not None
    marked = [n for n in walk(view(model)) if n.attributes.get("data-marked") == "wanted"]
    assert [node.attributes["data-cell"] for node in marked] == [best.code]
    assert "Hint." not in status(after(model, Press("h")))
    assert after(model, Press("h")).play.hint == ()
    assert after(model, Act("pass")).play.hint == ()


def status(model: Model) -> str:
    """Return what the live region says."""
    (region,) = (node for node in walk(view(model)) if "data-status" in node.attributes)
    return text_of(region)


def test_where_nothing_is_to_be_decided_the_hint_says_why(over: Model) -> None:
    begun = opened(start="1", players="2", first="0", seed="9")
    bot = opened(start="1", bots="greedy", first="1", speed="calm")
    passed = after(
        opened(start="1", bots="greedy", first="0", speed="calm"), Act("roll"), Act("pass")
    )
    for model, told in (
        (begun, "There's no hint yet: roll the dice first."),
        (over, "There's no hint: the game is over."),
        (bot, "There's no hint now: it's up to Bot 2."),
        (passed, "There's no hint now: it's up to Bot 2."),
    ):
        before = status(model)
        asked = after(model, Press("h"))
        assert asked.play.hint == ()
        assert status(asked) == told
        (slip,) = (n for n in walk(view(asked)) if n.attributes.get("class") == "hint")
        assert told in text_of(slip)
        assert status(after(asked, Act("hint"))) == before
    assert "no hint" not in status(after(begun, Press("h"), Act("roll")))
    assert after(opened(), Act("hint")) == opened()
    assert after(opened(), Act("learn"), Act("roll"), Act("hint")).play.hint == ()


def test_what_a_hint_shows_does_as_it_says() -> None:
    model = after(rolled(), Act("hint"))
    assert model.game is not None
    state = model.game.state
    for rank, advice in enumerate(shown_advice(model.play)):
        done = after(model, Act(f"take:{rank}"))
        cell = target(model.play, advice)
        assert done.game is not None
        assert done.game.state == state.play(0, advice.move)
        assert done.play.plan == (cell if cell != advice.move else None)
        assert done.play.hint == ()
    for action in ("take:9", "take:x", "take"):
        assert after(model, Act(action)) == model
    assert after(opened(), Act("take:0")) == opened()


def hinted(position: str, roll: Roll, *moves: str) -> Model:
    """Return the model of a game that goes on from a position, with a hint."""
    model = opened(start="1", players="2", first="0", seed="9")
    assert model.game is not None
    states = [parse_position(position)]
    events: list[Event] = [roll]
    events += [Decision(seat, parse_move(code)) for seat, code in enumerate(moves)]
    for event in events:
        states.append(apply_event(states[-1], event))
    game = model.game._at(len(events), tuple(states), tuple(events))  # noqa: SLF001 - no seed leads there
    return after(model.playing(game=game), Act("hint"))


def test_flags_stand_where_a_tap_does_it_and_not_on_each_other() -> None:
    white = hinted("classic 9 0 roll - - r/y/g/b/0 r/y/g/b/0", Roll((1, 1), (6, 6, 6, 6)))
    assert [flag.code for flag in flags("en", white.play)] == ["r2", "y2"]
    assert [flag.under for flag in flags("en", white.play)] == [False, True]
    assert sum(flag.best for flag in flags("en", white.play)) == 1
    shown = [n for n in walk(view(white)) if "flag" in n.attributes.get("class", "").split()]
    assert [text_of(node) for node in shown] == [flag.text for flag in flags("en", white.play)]
    # To pass has no cell of its own.
    dry = "classic 9 0 roll - - r11/y11/g3/b8/0 r/y/g/b/0"
    only = hinted(dry, Roll((6, 6), (1, 1, 6, 6)), "-", "-")
    assert flags("en", only.play) == ()
    assert "You can only pass. Costs you a penalty (no. 1): −5." in status(only)
    assert "take:0" in {n.attributes.get("data-action") for n in walk(view(only))}


@pytest.mark.usefixtures("no_weights")
def test_a_hint_waits_for_the_weights() -> None:
    model, effects = update(rolled(), Act("hint"))
    assert effects == [Fetch(NAME)]
    assert not model.play.hint
    assert after(model, weights_of(NAME)).play.hint
    assert after(rolled(), weights_of(NAME)).play.hint == ()


@pytest.mark.parametrize("action", ["hint", "review"])
@pytest.mark.usefixtures("no_weights")
def test_without_weights_a_sentence_says_so(over: Model, action: str) -> None:
    begun = over.playing(reviewed=None) if action == "review" else rolled()
    model, effects = update(begun, Act(action))
    assert effects == [Fetch(NAME)]
    failed = after(model, Weights(NAME, done=False))
    assert failed.dialog is Dialog.NONE
    assert "couldn't be loaded" in text_of(view(failed))
    assert not failed.play.wants
    assert effects_of(failed, Act(action)) == [Fetch(NAME)]  # it may be tried again


def reviewed(over: Model) -> Model:
    model, effects = update(over, Act("review"))
    assert effects == []  # it was begun when the game ended
    assert "Reviewing the game" in text_of(view(model))
    assert over.game is not None
    half, effects = update(model, Reviewed(over.game, 0.5))
    assert effects == [Ponder(over.game)]
    assert effects_of(after(half, Act("close")), Reviewed(over.game, 0.7)) == [Ponder(over.game)]
    assert any(n.attributes.get("value") == "0.50" for n in walk(view(half)))
    done = Reviewed(over.game, 1.0, coach.review(over.game))
    assert Focus("dialog h2") in effects_of(half, done)
    return after(half, done)


def test_the_end_tells_how_it_went(over: Model) -> None:
    assert over.game is not None
    before = replace(over, screen=replace(over.play, game=over.game.undo(), reviewed=None))
    model, effects = update(before, Act("redo"))
    assert model.game is not None
    assert effects[-1] == Ponder(model.game)  # by itself
    assert "Win chances, turn by turn" in text_of(view(model))
    assert "decision" not in text_of(view(model))
    whole = coach.review(model.game)
    model, effects = update(model, Reviewed(model.game, 1.0, whole))
    assert effects == []  # nobody's focus is taken
    best, worst = whole.best((0, 1)), whole.worst((0, 1))
    assert best is not None
    assert worst is not None
    assert best.gain == max(one.gain for one in whole.decisions)
    assert best.cost == 0
    assert worst.cost == max(one.cost for one in whole.decisions)
    page, names = text_of(view(model)), over.game.names
    for one, name in ((best, "Best decision"), (worst, "Costliest decision")):
        assert f"{names[one.player]}: {name}" in page
        assert any(
            node.attributes.get("data-action") == f"jump:{one.event}" for node in walk(view(model))
        )
    signs = [node.attributes.get("class") for node in walk(view(model))]
    assert {"sign good", "sign bad"} <= {*signs}
    # Who looks at an earlier place finds it again; who plays on from there does not.
    back = after(after(model, Act(f"jump:{worst.event}")), Act("to-end"))
    assert back.play.review is whole
    elsewhere = after(after(model, Act(f"jump:{worst.event}")), Act("pass"))
    assert (elsewhere.play.review, elsewhere.play.reviewed) == (None, None)


def test_nothing_is_judged_while_somebody_plays(over: Model) -> None:
    assert over.game is not None
    back = after(over.playing(review=None, reviewed=0.3), Act("undo"))
    stopped, effects = update(back, Reviewed(over.game, 0.4))
    assert (stopped.play.reviewed, effects) == (None, [])
    _model, effects = update(stopped, Act("to-end"))
    assert any(isinstance(effect, Ponder) for effect in effects)


def test_a_lesson_does_not_end_the_judging(over: Model) -> None:
    assert over.game is not None
    judging = over.playing(review=None, reviewed=0.3)
    learning = after(judging, Act("learn"), Reviewed(over.game, 0.4))
    back, effects = update(learning, Act("leave-lesson"))
    assert back.play.reviewed == 0.0
    assert any(isinstance(effect, Ponder) for effect in effects)


@pytest.mark.usefixtures("no_weights")
def test_weights_that_come_later_are_taken() -> None:
    model = after(opened(start="1", bots="medium", first="0", seed="9"), Weights(NAME, done=False))
    assert model.play.simple
    asked = after(model, Act("roll"), Act("hint"))
    assert asked.play.wants == "hint"
    assert after(asked, weights_of(NAME)).play.hint


def test_a_decision_that_nothing_hung_on_is_neither_best_nor_worst(over: Model) -> None:
    assert over.game is not None
    whole = replace(coach.review(over.game), decisions=())
    page = text_of(view(over.playing(review=whole)))
    assert "Win chances" in page
    assert "decision" not in page


@pytest.mark.usefixtures("no_weights")
def test_nobody_hears_that_the_end_could_not_be_judged(over: Model) -> None:
    assert over.game is not None
    before = replace(over, screen=replace(over.play, game=over.game.undo(), reviewed=None))
    model, effects = update(before, Act("redo"))
    assert effects[-1] == Fetch(NAME)
    assert "Win chances" in text_of(view(model))  # its place
    failed = after(model, Weights(NAME, done=False))
    assert failed.notices == ()
    assert "Win chances" not in text_of(view(failed))
    asked = after(after(model, Act("review")), Weights(NAME, done=False))
    assert asked.notices == ("no-weights",)
    assert asked.dialog is Dialog.NONE
    come, effects = update(model, weights_of(NAME))
    assert effects == [Ponder(model.game)]  # type: ignore[arg-type]
    assert come.dialog is Dialog.NONE


def test_there_is_no_review_of_a_game_that_goes_on() -> None:
    for model in (opened(), rolled()):
        assert update(model, Act("review")) == (model, [])


def test_a_review_shows_chart_decisions_and_accounts(over: Model) -> None:
    model = reviewed(over)
    assert model.play.review is not None
    page = text_of(view(model))
    assert "Ann" in page
    lines = [n for n in walk(view(model)) if n.attributes.get("class", "").startswith("line ")]
    moments = model.play.review.moments
    assert [len(n.attributes["points"].split()) for n in lines[:2]] == [len(moments)] * 2
    for account in model.play.review.accounts:
        for part in (account.luck, account.skill, account.others, account.misjudged):
            assert signed_percent("en", part) in page
    (dialog,) = [node for node in walk(view(model)) if node.tag == "dialog"]
    jumps = [
        n.attributes["data-action"]
        for n in walk(dialog)
        if n.attributes.get("data-action", "").startswith("jump:")
    ]
    costly = [*model.play.review.costliest(0), *model.play.review.costliest(1)]
    assert jumps == [f"jump:{one.event}" for one in costly]
    # It is not made twice, and another game's is of no use.
    again = after(model, Act("close"))
    assert effects_of(again, Act("review")) == []
    other: Game = rolled().game  # type: ignore[assignment]
    assert after(over, Reviewed(other, 0.5)) is over


def test_one_tap_leads_to_the_position(over: Model) -> None:
    model = reviewed(over)
    assert model.play.review is not None
    decided = [*model.play.review.costliest(0), *model.play.review.costliest(1)][0]
    there = after(model, Act(f"jump:{decided.event}"))
    assert there.game is not None
    assert over.game is not None
    assert there.game.state == over.game.states[decided.event]
    assert there.dialog is Dialog.NONE
    assert there.play.hint[0].move == decided.better
    assert there.game.can_redo
    assert after(model, Act("jump:9999")) is model
    assert after(model, Act("jump:x")) is model
    assert after(opened(), Act("jump:0")) == opened()


def test_who_never_erred_is_told_so(over: Model) -> None:
    model = reviewed(over)
    assert model.play.review is not None
    perfect = replace(model.play.review, decisions=())
    assert "No mistakes worth mentioning." in text_of(view(model.playing(review=perfect)))


def test_bots_are_not_taught(over: Model) -> None:
    model = reviewed(over)
    seats = (replace(model.seats[0], kind="greedy"), model.seats[1])
    taught = model.playing(setup=replace(model.setup, seats=seats))
    assert "Ann: costliest" not in text_of(view(taught))
    assert "Bob: costliest" in text_of(view(taught))


@pytest.mark.parametrize("language", [*LANGUAGES, *PSEUDO])
def test_every_fact_has_a_sentence(language: str) -> None:
    facts = [
        Reason(
            kind, other, count, points, points + more, (3, 4)[:count], Mark(0, 5), Chance(5, 36),
            2, (5, 6)[:count], Chance(2, 36),
        )
        for kind in Kind
        for other in (PASS, Mark(3, 5))
        for count in (0, 1, 2)
        for points in (-5, 0, 5)
        for more in (0, 9)
    ]  # fmt: skip
    for fact in facts:
        text = reason_text(language, fact)
        assert text
        assert "{" not in text


def test_percentages() -> None:
    assert percent("en", 0.9999) == "\u2066>99%\u2069"
    assert percent("en", 0.0001) == "\u2066<1%\u2069"
    assert percent("en", 1) == "\u2066100%\u2069"
    assert percent("en", 0.456) == "\u206646%\u2069"
    assert percents("en", [0.456, 0.3]) == ["\u206646%\u2069", "\u206630%\u2069"]
    assert percents("en", [0.1424, 0.1441]) == ["\u206614.2%\u2069", "\u206614.4%\u2069"]
    assert percents("de", [0.1424, 0.14241]) == [
        "\u206614,240\u00a0%\u2069",
        "\u206614,241\u00a0%\u2069",
    ]
    assert percents("en", [0.1424, 0.1424]) == ["\u206614%\u2069"] * 2
    assert percents("en", [0.002, 0.0004, 0]) == [
        "\u20660.2%\u2069",
        "\u2066<0.1%\u2069",
        "\u20660.0%\u2069",
    ]
    assert percents("en", [0.9999, 0.998]) == ["\u2066>99.9%\u2069", "\u206699.8%\u2069"]
    assert percents("en", [0.5, 0.5 + 1e-7]) == ["\u206650.000%\u2069"] * 2  # as good as equal
    assert signed_percent("en", -0.0123) == "\u2066−1.2\u2069"
    assert signed_percent("de", 0.1) == "\u2066+10,0\u2069"


def test_longo_hints_know_lucky_numbers() -> None:
    state = new_game(LONGO, 2).apply_roll(Roll((4, 4), (1, 2, 3, 4)))
    by_luck = {"r2", "y2", "g16", "b16"}
    for move in state.legal_moves(0)[:-1]:
        lucky = Kind.LUCKY in [one.kind for one in reasons(state, 0, move, PASS)]
        assert lucky == (move.code in by_luck)


def chances_shown(model: Model) -> list[str]:
    """Return what stands beside the names, if anything does."""
    page = view(model)
    chips = [node for node in walk(page) if node.attributes.get("class") == "chance"]
    return [text_of(chip).removeprefix("Win chance at the start of this turn  ") for chip in chips]


def test_chances_to_win_stand_beside_the_names_if_somebody_wants_them(over: Model) -> None:
    model = opened(start="1", players="3", first="0", seed="9")
    assert chances_shown(model) == []
    model = after(model, Act("chances", "shown"))
    assert model.game is not None
    first = [percent("en", chance) for chance in coach.chances(model.game.state)]
    order = [0, 1, 2]  # the one to act comes first, large
    assert chances_shown(model) == [first[player] for player in order]
    model = after(model, Act("roll"), Act("pass"))  # no secret shows in them
    assert sorted(chances_shown(model)) == sorted(first)
    model = after(model, Act("pass"), Act("pass"), Act("pass"))
    assert sorted(chances_shown(model)) != sorted(first)
    assert chances_shown(after(model, Act("chances", "hidden"))) == []
    assert chances_shown(after(model, Act("learn"))) == []
    ended = after(over, Act("chances", "shown"))
    results = coach.chances(over.game.state) if over.game else ()
    assert sorted(chances_shown(ended)) == sorted(percent("en", share) for share in results)


@pytest.mark.usefixtures("no_weights")
def test_chances_to_win_wait_for_the_weights() -> None:
    model, effects = update(rolled(), Act("chances", "shown"))
    assert Fetch(NAME) in effects
    assert chances_shown(model) == []
    model = after(model, weights_of(NAME))
    assert len(chances_shown(model)) == 2
    kept = {"settings": '{"chances": "shown"}'}
    again = after(Model(), Begin(saved=kept, languages=("en",), seed=5), Act("start"))
    assert len(chances_shown(again)) == 2


@pytest.mark.usefixtures("no_weights")
def test_a_game_that_begins_fetches_what_its_chances_need() -> None:
    model = after(opened(players="2"), Act("chances", "shown"))
    assert Fetch(NAME) in effects_of(model, Act("start"))
    bots = after(opened(players="2", bots="hard"), Act("chances", "shown"))
    assert effects_of(bots, Act("start")).count(Fetch(NAME)) == 1


def test_one_tap_leads_back_to_the_end_of_a_game_that_was_over(over: Model) -> None:
    ask = "This game is over."
    assert ask not in text_of(view(over))
    there = after(over, Act("jump:1"))
    assert over.game is not None
    assert there.game is not None
    assert there.game.furthest == over.game.state
    assert ask in text_of(view(there))
    back = after(there, Act("to-end"))
    assert back.game is not None
    assert back.game.events == over.game.events
    assert ask not in text_of(view(back))
    (mark, *_) = there.game.state.legal_moves(0)
    other = after(there, Tap(0, mark.code))
    assert ask not in text_of(view(other))  # another game has begun there
    assert after(other, Act("to-end")) == other
    assert after(opened(), Act("to-end")) == opened()


def test_a_review_that_is_there_stays(over: Model) -> None:
    assert over.game is not None
    done = after(over, Reviewed(over.game, 1.0, coach.review(over.game)))
    assert done.play.review is not None
    assert after(done, Reviewed(over.game, 0.7)) == done


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_hint_is_thought_of_in_small_parts(variant: str, judged: Mock) -> None:
    """In a slow page a position takes most of a millisecond, and each part is one task."""
    model = after(opened(variant=variant, start="1", players="3", first="0"), Act("roll"))
    model, effects = update(model, Act("hint"))
    most, parts = judged.call_count, 1
    while not model.play.hint:
        assert effects == [After(0, model.session.timer)]
        judged.reset_mock()
        model, effects = update(model, Tick(model.session.timer))
        most, parts = max(most, judged.call_count), parts + 1
    assert most <= 30
    assert parts > 2
    # Who decides meanwhile wants no hint any more.
    rolled = after(opened(start="1", players="2", first="0", seed="4"), Act("roll"))
    asked, _effects = update(rolled, Act("hint"))
    decided, _effects = update(asked, Act("pass"))
    assert not decided.play.wants
    assert update(decided, Tick(asked.session.timer)) == (decided, [])


def test_a_cross_that_is_held_is_not_kept_waiting_by_a_hint() -> None:
    calm = opened(start="1", players="2", first="0", seed="5", speed="calm")
    held, _effects = update(after(calm, Act("roll")), Tap(0, "r8"))
    assert update(held, Act("hint")) == (held, [])
