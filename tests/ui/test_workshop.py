"""Test the workshop: opening, editing, practice, saving, and sharing of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.bots.user_bots.source import BotErrorReason
from qwixx.games.archive.archived_game import summarize_game
from qwixx.games.archive.statistics import compute_local_player_statistics
from qwixx.games.events import Decision
from qwixx.games.written.bot_link import MAX_TEXT, encode_bot, id_of_text
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    AskBot,
    ClearFragment,
    CopyField,
    DownloadText,
    GenerateQrCode,
    PickFile,
    RunPractice,
    SaveText,
    ShareText,
    StopPractice,
)
from qwixx.ui.model.messages import (
    SANDBOX_REASONS,
    BotDecided,
    BotFailed,
    BotOutputCut,
    BotPrinted,
    ControlUsed,
    FilePicked,
    FragmentChanged,
    PageOpened,
    PracticeProgressed,
    QrCodeGenerated,
    SlotChangedElsewhere,
    TextEdited,
    TimerFired,
)
from qwixx.ui.model.own_bots import (
    MAX_BOTS,
    MAX_PLAYED,
    PROBLEMS,
    OwnBots,
    name_of_bot,
    parse_own_bots_or_empty,
    write_own_bots,
)
from qwixx.ui.model.public import BOTS_SLOT
from qwixx.ui.model.setup import Setup
from qwixx.ui.parts.code_text import code_lines, indentation_after, spaces_to_next_stop
from qwixx.ui.screens.workshop.model import file_name_of_bot
from qwixx.ui.storage import parse_game, parse_setup, save_game_effect, write_setup
from qwixx.ui.texts.bots import failure_text, problem_text
from qwixx.ui.texts.languages import LANGUAGES, texts_in
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import model_after, open_page, page_actions, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Node


MORE_PRINTED = "The bot printed more than is shown here."


def write_bots(texts: tuple[str, ...], played: tuple[str, ...] = ()) -> str:
    return write_own_bots(OwnBots(texts, played))


DICEY = """\
NAME = "Dicey"
def choose_move(state, player, rng):
    moves = state.legal_moves(player)
    return moves[int(rng.random() * len(moves))]
"""
KINDS = ("easy", "own", "greedy")
DONE = PracticeProgressed(1000, 0.541, 0.0131, (65.4, 63.3), is_done=True)


def workshop(*messages: Message, **parameters: str) -> Model:
    return model_after(open_page(workshop="1", **parameters), *messages)


def opened(fragment: str = "", own_bots: str = "", **parameters: str) -> Model:
    """Return the page opened with a fragment, saved bots, or parameters."""
    message = PageOpened(
        parameters=parameters,
        fragment=fragment,
        saved={BOTS_SLOT: own_bots} if own_bots else {},
        languages=("en",),
    )
    return update(Model(), message)[0]


def code_of(node: Node | str) -> str:
    """Return the text of a node, without spaces between its parts."""
    return node if isinstance(node, str) else "".join(map(code_of, node.children))


def node_with(model: Model, name: str) -> Node:
    return next(node for node in walk(view(model)) if name in node.attributes)


def typed(text: str) -> TextEdited:
    return TextEdited("bot-text", text)


def test_it_opens_with_an_example_and_runs_nothing() -> None:
    model, effects = update(open_page(), ControlUsed("workshop"))
    assert root_attributes(model)["data-screen"] == "workshop"
    assert node_with(model, "data-bot-text").attributes["value"] == EXAMPLES["careful"]
    assert not any(isinstance(effect, RunPractice) for effect in effects)
    assert root_attributes(workshop())["data-screen"] == "workshop"
    assert root_attributes(open_page(workshop="0"))["data-screen"] == "start"


def test_practice_shows_the_share_as_it_grows() -> None:
    model, effects = update(workshop(variant="longo"), ControlUsed("run"))
    assert effects == [RunPractice(1, EXAMPLES["careful"], "greedy", "longo", 1000)]
    assert "stop" in page_actions(model)
    assert update(model, ControlUsed("run"))[1] == []
    model = model_after(model, PracticeProgressed(100, 0.5, 0.05, (60.0, 61.0)))
    assert "stop" in page_actions(model)
    model = model_after(model, DONE)
    result = node_with(model, "data-result")
    assert (result.attributes["data-games"], result.attributes["data-share"]) == ("1000", "0.5410")
    assert "54.10%" in text_of(result)
    assert "±\u00a01.31" in text_of(result)
    assert "Your bot is better." in text_of(result)
    assert "run" in page_actions(model)


@pytest.mark.parametrize(
    ("share", "verdict"), [(0.4, "worse"), (0.51, "equally good"), (0.6, "better")]
)
def test_verdicts_need_two_standard_errors(share: float, verdict: str) -> None:
    done = PracticeProgressed(1000, share, 0.01, (1.0, 2.0), is_done=True)
    assert verdict in text_of(node_with(workshop(ControlUsed("run"), done), "data-result"))


def test_milestones_are_announced_once() -> None:
    texts = []
    model = workshop(ControlUsed("run"))
    for games in (20, 80, 100, 400, 500, 600):
        model = model_after(model, PracticeProgressed(games, 0.5, 0.1, (1.0, 1.0)))
        statuses = [node for node in walk(view(model)) if node.attributes.get("role") == "status"]
        texts.append(next(node.key for node in statuses if node.key))
    assert texts == ["[]", "[]", "[0.1]", "[0.1]", "[0.1, 0.5]", "[0.1, 0.5]"]


def test_stop_keeps_the_result_and_ignores_late_messages() -> None:
    early = PracticeProgressed(100, 0.5, 0.05, (60.0, 61.0))
    model, effects = update(workshop(ControlUsed("run"), early), ControlUsed("stop"))
    assert effects == [StopPractice()]
    assert node_with(model, "data-result").attributes["data-games"] == "100"
    assert model_after(model, DONE).screen == model.screen
    assert model_after(model, BotFailed("", "exception")).screen == model.screen
    assert update(model, ControlUsed("stop"))[1] == []


def test_errors_are_shown_at_their_line() -> None:
    failure = BotFailed("", "exception", 3, "NameError: name 'x' is not defined", "Traceback")
    model = workshop(ControlUsed("run"), failure)
    error = node_with(model, "data-bot-line")
    assert error.attributes["data-error"] == "exception"
    assert code_of(error) == "Line 3: NameError: name 'x' is not defined"
    marked = [n for n in walk(view(model)) if "marked" in n.attributes.get("class", "")]
    assert code_of(marked[0]) == EXAMPLES["careful"].split("\n")[2]
    assert node_with(model, "data-bot-text").attributes["aria-invalid"] == "true"
    edited = model_after(model, typed("x = 1"))
    assert "data-bot-line" not in {name for n in walk(view(edited)) for name in n.attributes}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_failure_and_problem_has_a_sentence(language: str) -> None:
    reasons = {*(reason.value for reason in BotErrorReason), *SANDBOX_REASONS}
    for reason in reasons - {"syntax", "exception"}:
        assert failure_text(texts_in(language), BotFailed("", reason, 0, "r7"))
    assert (
        failure_text(texts_in(language), BotFailed("", "syntax", 1, "SyntaxError"))
        == "SyntaxError"
    )
    assert all(problem_text(texts_in(language), problem) for problem in PROBLEMS)


@pytest.mark.parametrize(
    ("reason", "message", "hint"),
    [
        (
            "exception",
            "NameError: name 'PASS' is not defined",
            "\u2066from qwixx import PASS\u2069",
        ),
        ("exception", "NameError: name 'x' is not defined", ""),
        ("exception", "ModuleNotFoundError: No module named 'numpy'", "such as math"),
        ("exception", "MemoryError", "memory"),
        ("exception", "RuntimeError: input(): lost sys.stdin", "\u2066input()\u2069"),
        ("not-a-move", "None", "return"),
        ("not-a-move", "7", ""),
    ],
)
def test_frequent_mistakes_get_a_hint(reason: str, message: str, hint: str) -> None:
    model = workshop(ControlUsed("run"), BotFailed("", reason, 3, message))
    hints = [n for n in walk(view(model)) if n.attributes.get("class") == "bot-hint"]
    assert [hint in text_of(node) for node in hints] == ([True] if hint else [])


def test_output_is_shown_up_to_a_limit() -> None:
    printed = [BotPrinted("a\nb"), *[BotPrinted("c")] * 300]
    model = workshop(ControlUsed("run"), *printed)
    assert text_of(node_with(model, "data-output")).split("\n") == ["c"] * 200
    assert MORE_PRINTED in text_of(view(model))


def test_page_says_that_output_was_cut() -> None:
    model = workshop(ControlUsed("run"), BotPrinted("a\n"), BotOutputCut(), BotPrinted("b"))
    assert text_of(node_with(model, "data-output")) == "a\n\nb"
    assert MORE_PRINTED in text_of(view(model))
    again = model_after(model, ControlUsed("stop"), ControlUsed("run"), BotPrinted("c"))
    assert MORE_PRINTED not in text_of(view(again))


@pytest.mark.parametrize("text", ["x" * MAX_TEXT, "\U0001f3b2" * (MAX_TEXT // 2)])
def test_page_says_that_field_is_full(text: str) -> None:
    """Browsers cut what is pasted beyond the field's limit, which they count in UTF-16."""
    model = model_after(workshop(), typed(text))
    field = node_with(model, "data-bot-text").attributes
    assert (field["maxlength"], field["value"]) == (str(MAX_TEXT), text)
    assert node_with(model, "data-problem").attributes["data-problem"] == "cut"
    shorter = model_after(model, typed(text[:-1]))
    assert "data-problem" not in str(view(shorter))


def test_failures_of_games_are_not_shown_here() -> None:
    model = workshop(ControlUsed("run"))
    assert model_after(model, BotFailed("5", "exception")).screen == model.screen


def test_each_edit_is_saved_in_the_bots_place() -> None:
    model, effects = update(workshop(), typed("a"))
    assert effects == [SaveText(BOTS_SLOT, write_bots(("a",)))]
    model, effects = update(model, typed("ab"))
    assert effects == [SaveText(BOTS_SLOT, write_bots(("ab",)))]
    assert update(model, ControlUsed("bot-text", "ab"))[1] == []
    model = model_after(model, ControlUsed("example:first"), typed("b"))
    assert model.session.own_bots == write_bots(("b", "ab"))
    assert [text_of(n) for n in walk(view(model)) if n.tag == "option"][:2] == ["Bot 1", "Bot 2"]
    model = model_after(model, ControlUsed("own-bot", "1"))
    assert node_with(model, "data-bot-text").attributes["value"] == "ab"
    reopened = model_after(model, ControlUsed("leave-workshop"), ControlUsed("workshop"))
    assert node_with(reopened, "data-bot-text").attributes["value"] == "b"


def test_saved_bots_are_read_when_the_page_opens() -> None:
    model = opened(own_bots=write_bots(("x = 1", "y")), workshop="1")
    assert node_with(model, "data-bot-text").attributes["value"] == "x = 1"
    for text in ("no JSON", '{"bots": 7}', "[]", ""):
        assert parse_own_bots_or_empty(text) == OwnBots()
    long = f'{{"bots": [1, "a", "{"x" * (MAX_TEXT + 1)}"], "played": ["b"]}}'
    assert parse_own_bots_or_empty(long) == OwnBots(("a",), ("b",))
    assert write_bots(()) == ""


def test_deleting_leaves_the_text_in_the_field() -> None:
    model, effects = update(workshop(typed("a")), ControlUsed("delete-bot"))
    assert SaveText(BOTS_SLOT, "") in effects
    assert node_with(model, "data-bot-text").attributes["value"] == "a"
    assert "delete-bot" not in page_actions(model)
    assert update(model, ControlUsed("delete-bot"))[1] == []
    assert update(model, typed("ab"))[1] == [SaveText(BOTS_SLOT, write_bots(("ab",)))]


def test_the_number_of_saved_bots_is_limited() -> None:
    full = write_bots(tuple(map(str, range(MAX_BOTS))))
    model = opened(own_bots=full, workshop="1")
    model = model_after(model, ControlUsed("example:first"), typed("new"))
    assert model.session.own_bots == full
    assert node_with(model, "data-problem").attributes["data-problem"] == "full"


def test_bots_saved_in_another_tab_are_taken_over() -> None:
    model = workshop(typed("mine"))
    other = SlotChangedElsewhere(BOTS_SLOT, write_bots(("theirs", "mine")))
    assert model_after(model, other).session.own_bots == write_bots(("mine", "theirs"))
    fresh = model_after(workshop(), other)
    assert fresh.session.own_bots == write_bots(("theirs", "mine"))
    assert model_after(model, SlotChangedElsewhere("5", "x")).screen == model.screen


def test_opening_another_text_ends_the_practice() -> None:
    model, effects = update(workshop(ControlUsed("run")), ControlUsed("example:first"))
    assert effects == [StopPractice()]
    model, (practice,) = update(model, ControlUsed("run"))
    assert practice == RunPractice(2, EXAMPLES["first"], "greedy", "classic", 1000)
    for action in ("example:nope", "own-bot"):
        assert update(model, ControlUsed(action, "99")) == (model, [])


def test_closing_ends_the_practice() -> None:
    assert StopPractice() in update(workshop(ControlUsed("run")), ControlUsed("leave-workshop"))[1]
    assert StopPractice() not in update(workshop(), ControlUsed("leave-workshop"))[1]


def test_choices_of_a_practice() -> None:
    model = workshop(
        ControlUsed("bot-opponent", "medium"),
        ControlUsed("bot-variant", "longo"),
        ControlUsed("bot-games", "200"),
        ControlUsed("bot-games", "7"),
        ControlUsed("bot-opponent", "nope"),
    )
    (practice,) = update(model, ControlUsed("run"))[1]
    assert practice == RunPractice(1, EXAMPLES["careful"], "medium", "longo", 200)
    offered = {n.attributes["value"] for n in walk(view(model)) if n.tag == "option"}
    assert {*VARIANTS} <= offered
    running = model_after(model, ControlUsed("run"))
    assert update(running, ControlUsed("bot-games", "1000"))[1] == [StopPractice()]


# Links and files


def test_a_link_opens_its_text_beside_the_draft_and_runs_nothing() -> None:
    code = encode_bot("print(1)", "Emma")
    model = opened(f"bot={code}", write_bots(("mine",)))
    assert node_with(model, "data-bot-text").attributes["value"] == "print(1)"
    assert "Nothing runs until you press" in text_of(view(model))
    assert model.session.own_bots == write_bots(("mine",))
    other, effects = update(workshop(ControlUsed("run")), FragmentChanged(f"bot={code}"))
    assert node_with(other, "data-bot-text").attributes["value"] == "print(1)"
    assert effects == [StopPractice(), ClearFragment()]
    assert "Nothing runs" not in text_of(view(model_after(other, ControlUsed("run"))))


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("", "link-incomplete"),
        (encode_bot("print(1)")[:-1], "link-incomplete"),
        ("1abc", "link-damaged"),
        ("3x", "link-newer"),
        ("1" * 5000, "link-too-long"),
    ],
)
def test_bad_links_get_a_sentence(code: str, problem: str) -> None:
    for model in (opened(f"bot={code}"), workshop(FragmentChanged(f"bot={code}"))):
        assert node_with(model, "data-problem").attributes["data-problem"] == problem
        assert node_with(model, "data-bot-text").attributes["value"] == EXAMPLES["careful"]


def on_a_host(*messages: Message) -> Model:
    """Return the workshop on a page that others can open, after some messages."""
    return model_after(workshop().with_session(address="https://a.example/"), *messages)


def test_sharing_shows_a_link_and_its_code() -> None:
    model, effects = update(on_a_host(), ControlUsed("share-bot"))
    link = node_with(model, "data-link").attributes["value"]
    assert link.endswith(f"#bot={encode_bot(EXAMPLES['careful'], 'Careful')}")
    assert GenerateQrCode(link) in effects
    assert update(model, ControlUsed("bot-copy"))[1] == [CopyField("#bot-link")]
    assert update(model, ControlUsed("bot-share"))[1] == [ShareText(link)]
    assert "Copied." in text_of(view(model_after(model, ControlUsed("copied"))))
    coded = model_after(model, QrCodeGenerated(link, ("10", "01")))
    assert any(node.tag == "svg" for node in walk(view(coded)))
    edited = model_after(coded, typed("x"))
    assert "bot-copy" not in page_actions(edited)
    assert update(edited, ControlUsed("bot-copy"))[1] == []


def test_long_bots_have_no_link() -> None:
    noise = "".join(f"x{n * 7919 % 10007} = {n * 104729 % 65537}\n" for n in range(900))
    model = on_a_host(typed(noise), ControlUsed("share-bot"))
    assert node_with(model, "data-problem").attributes["data-problem"] == "no-link"


def test_a_page_that_others_cannot_open_has_no_link() -> None:
    model = workshop(ControlUsed("share-bot"))
    assert node_with(model, "data-problem").attributes["data-problem"] == "no-address"
    assert "bot-copy" not in page_actions(model)


@pytest.mark.parametrize(
    ("can_save", "has_room", "is_warned"),
    [(True, True, False), (False, False, True), (True, False, True)],
)
def test_a_browser_that_saves_nothing_gets_a_warning(
    *, can_save: bool, has_room: bool, is_warned: bool
) -> None:
    message = PageOpened(
        {"workshop": "1"}, languages=("en",), can_save=can_save, has_room=has_room
    )
    nodes = walk(view(update(Model(), message)[0]))
    assert any("data-unsaved" in node.attributes for node in nodes) == is_warned


@pytest.mark.parametrize("language", ["en", "ar", "he"])
def test_code_in_a_sentence_reads_from_left_to_right(language: str) -> None:
    for reason, code in (
        ("no-function", "choose_move(state, player, rng)"),
        ("not-a-move", "state.legal_moves(player)"),
        ("illegal", "choose_move"),
        ("other-game", "plays"),
    ):
        sentence = failure_text(texts_in(language), BotFailed("", reason, 0, "r7"))
        assert f"\u2066{code}\u2069" in sentence


def test_files() -> None:
    model = workshop()
    assert update(model, ControlUsed("open-bot"))[1] == [PickFile(".py,text/x-python,text/plain")]
    saved = update(model, ControlUsed("save-bot"))[1]
    assert saved == [DownloadText("careful.py", EXAMPLES["careful"])]
    other, effects = update(model, FilePicked("x = 2\n"))
    assert node_with(other, "data-bot-text").attributes["value"] == "x = 2\n"
    assert effects == [SaveText(BOTS_SLOT, write_bots(("x = 2\n",)))]
    for text in ("", "\0", "\ufffdPNG", "#" * (MAX_TEXT + 1)):
        refused = model_after(model, FilePicked(text))
        assert node_with(refused, "data-problem").attributes["data-problem"] == "not-text"
        assert refused.screen.board is None


def test_names_come_from_the_text() -> None:
    assert name_of_bot("NAME = 'Pip 2'\n") == "Pip 2"
    assert name_of_bot(' NAME = "no"') == ""
    assert file_name_of_bot("NAME = 'Pip 2!'") == "pip_2.py"
    assert file_name_of_bot("") == file_name_of_bot("NAME = 'Ωω'") == "my_bot.py"


# Colors and indentation


def test_colored_lines_contain_the_text() -> None:
    for text in (*EXAMPLES.values(), 'x = """a\nb""" # c\n\'\'\'d\ne', "'open\n\"", "#'\n\t1e5"):
        lines = ["" if code_of(n) == "\u200b" else code_of(n) for n in code_lines(text)]
        assert lines == text.split("\n")


def test_colors() -> None:
    def colors(line: str) -> list[tuple[str, str]]:
        (node,) = code_lines(line)
        return [
            (child.attributes["class"].removeprefix("code-"), text_of(child))
            for child in walk(node)
            if child.tag == "span"
        ]

    assert colors("def f(x): return 7 # no") == [
        ("keyword", "def"),
        ("name", "f"),
        ("keyword", "return"),
        ("number", "7"),
        ("comment", "# no"),
    ]
    assert colors("x = f'a#b' + match") == [("string", "f'a#b'")]
    after = code_lines('"""a\nb # c\n""" + 1')
    assert [code_of(n.children[0]) for n in after] == ['"""a', "b # c", '"""']


@pytest.mark.parametrize(
    ("before", "indentation"),
    [
        ("", ""),
        ("def f():", "    "),
        ("def f():\n    if x:", "        "),
        ("    x = 1", "    "),
        ("        return x", "    "),
        ("    returned = 1", "    "),
        ("pass", ""),
    ],
)
def test_enter_indents_the_next_line(before: str, indentation: str) -> None:
    assert indentation_after(before) == indentation


def test_tab_indents_to_the_next_stop() -> None:
    assert [len(spaces_to_next_stop(before)) for before in ("", "a", "abc", "x\nabcd")] == [
        4,
        3,
        1,
        4,
    ]


# Games against the bot


def unasked(model: Model) -> Model:
    return model.with_board(asked="")


def asked_game() -> tuple[Model, AskBot]:
    """Return a game that has asked the bot after a person's pass, and the question."""
    model = update(workshop(typed(DICEY)), ControlUsed("play-bot"))[0]
    effects: list[Effect] = []
    while not any(isinstance(one, AskBot) for one in effects):
        if model.board.is_local_bot_next:
            model, effects = update(model, TimerFired(model.timer))
        else:
            action = "roll" if model.board.game.state.phase is Phase.ROLL else "pass"
            model, effects = update(model, ControlUsed(action))
    return model, next(one for one in effects if isinstance(one, AskBot))


def test_a_game_starts_against_the_bot() -> None:
    model, effects = update(workshop(typed(DICEY)), ControlUsed("play-bot"))
    assert root_attributes(model)["data-screen"] == "game"
    assert model.board.setup.own_bot == id_of_text(DICEY)
    assert [seat.kind for seat in model.seats] == ["person", "own"]
    assert model.board.game.names[1] == "Dicey"
    assert SaveText(BOTS_SLOT, write_bots((DICEY,), (DICEY,))) in effects
    rematch = model_after(model, ControlUsed("rematch"))
    assert rematch.board.setup.own_bot == id_of_text(DICEY)


def test_the_bot_sees_no_secret_and_its_move_is_played() -> None:
    model, question = asked_game()
    state = model.board.game.state
    assert question.text == DICEY
    assert question.position == state.view(1).code
    assert update(model, TimerFired(model.timer)) == (model, [])  # it has been asked
    move = state.legal_moves(1)[0]
    played, _effects = update(model, BotDecided(question.key, move.code))
    assert Decision(1, move) == played.board.game.events[-1]
    assert played.board.asked == ""
    late_reply = BotDecided(question.key, move.code)
    assert update(played, late_reply)[0].board.game == played.board.game


@pytest.mark.parametrize(
    ("reply", "notice"),
    [
        (BotFailed("", "exception", 3), "line 3"),
        (BotFailed("", "no-answer"), "Your bot failed"),
        (BotDecided("", "r99"), "Your bot failed"),
        (BotDecided("", "nonsense"), "Your bot failed"),
    ],
)
def test_a_bot_that_fails_passes(reply: BotFailed | BotDecided, notice: str) -> None:
    model, question = asked_game()
    played, _effects = update(model, reply.replace(key=question.key))
    assert played.board.game.events[-1] == Decision(1, PASS)
    assert notice in text_of(view(played))


def test_a_substitute_plays_where_the_bot_cannot() -> None:
    model, question = asked_game()
    played, _effects = update(model, BotFailed(question.key, "no-sandbox"))
    assert len(played.board.game.events) == len(model.board.game.events) + 1
    assert "cautious bot plays on" in text_of(view(played))
    gone = unasked(model).with_session(own_bots="")
    played, effects = update(gone, TimerFired(gone.timer))
    assert len(played.board.game.events) == len(model.board.game.events) + 1
    assert not any(isinstance(one, AskBot) for one in effects)
    assert "cautious bot plays on" in text_of(view(played))


def test_undo_makes_a_late_reply_harmless() -> None:
    model, question = asked_game()
    undone = model_after(model, ControlUsed("undo"))
    assert undone.board.asked == ""
    game = undone.board.game
    assert update(undone, BotDecided(question.key, "-"))[0].board.game == game
    assert update(undone, BotFailed(question.key, "no-answer"))[0].board.game == game


def test_only_texts_that_were_played_play_again() -> None:
    model, _question = asked_game()
    saved = parse_game(save_game_effect(model.board, "").text)
    assert saved.setup == model.board.setup
    edited = write_bots((f"{DICEY}#",), (f"{DICEY}#",))
    other = unasked(model).with_session(own_bots=edited)
    assert not any(isinstance(one, AskBot) for one in update(other, TimerFired(other.timer))[1])


def test_the_number_of_played_texts_is_limited() -> None:
    own = OwnBots()
    for number in (*range(MAX_PLAYED + 2), 3):
        own = own.with_played(str(number))
    assert own.played == ("3", "6", "5", "4", "2")
    assert own.find_played(id_of_text("6")) == "6"
    assert own.find_played(id_of_text("0")) is None


def test_a_bot_without_a_text_is_replaced() -> None:
    model = open_page(start="1", bots="own")
    assert [seat.kind for seat in model.seats] == ["person", "greedy"]
    with pytest.raises(ValueError, match="no choices"):
        parse_setup(write_setup(Setup(own_bot="0" * 16)).replace("0" * 16, "x"))
    assert parse_setup(write_setup(Setup(own_bot="0" * 16))).own_bot == "0" * 16
    assert '"own"' not in write_setup(Setup())


def test_such_games_are_listed_but_not_counted() -> None:
    game = finished_game("classic", 2, 1)
    entries = [summarize_game(game, ("person", kind), f"{n:016x}") for n, kind in enumerate(KINDS)]
    assert compute_local_player_statistics(entries).games == len(KINDS) - 1
