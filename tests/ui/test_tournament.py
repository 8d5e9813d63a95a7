"""Test the screen of round robins: adding bots, playing, tables, and sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.bots.contests import PairTally
from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.games.names import MAX_NAME
from qwixx.games.written.bot_link import encode_bot, id_of_text
from qwixx.ui.model.effects import (
    DownloadImage,
    PickFiles,
    PrintPage,
    RunPractice,
    RunTournament,
    StopPractice,
    StopTournament,
)
from qwixx.ui.model.messages import (
    BotFailed,
    ControlUsed,
    EntrantFailed,
    FilesPicked,
    PairPlayed,
    TextEdited,
    TournamentEnded,
)
from qwixx.ui.screens.tournament.model import MAX_ENTRANTS
from qwixx.ui.texts.languages import LANGUAGES
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, page_actions, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Node

FIRST, CAREFUL = EXAMPLES["first"], EXAMPLES["careful"]
FILES = FilesPicked((("a.py", FIRST), ("b.py", CAREFUL)))
IDS = [id_of_text(FIRST), id_of_text(CAREFUL)]
PLAYED = PairPlayed(IDS[0], IDS[1], PairTally(10, 5.0, 1.0, (700, 900)))


def tournament(*messages: Message, **parameters: str) -> Model:
    opened = model_after(open_page(workshop="1", **parameters), ControlUsed("round-robin"))
    return model_after(opened, *messages)


def rows(model: Model) -> list[Node]:
    return [node for node in walk(view(model)) if "data-bot" in node.attributes]


def names(model: Model) -> list[str]:
    heads = [next(n for n in walk(row) if n.tag == "th") for row in rows(model)]
    return [text_of(head) for head in heads]


def problem(model: Model) -> str | None:
    found = [n for n in walk(view(model)) if "data-problem" in n.attributes and text_of(n)]
    return found[0].attributes["data-problem"] if found else None


def test_it_opens_from_the_workshop_with_the_saved_bots() -> None:
    model = tournament()
    assert root_attributes(model)["data-screen"] == "tournament"
    assert names(model) == []
    saved = model_after(
        open_page(workshop="1"),
        TextEdited("bot-text", "a = 1"),
        ControlUsed("example:first"),
        TextEdited("bot-text", f"{FIRST}#"),
        ControlUsed("run"),
    )
    opened, effects = update(saved, ControlUsed("round-robin"))
    assert StopPractice() in effects
    assert names(opened) == ["Bot 1", "First"]
    closed = model_after(opened, ControlUsed("leave-tournament"))
    assert "run" in page_actions(closed)
    assert any(isinstance(one, RunPractice) for one in update(closed, ControlUsed("run"))[1])


def test_files_are_added_by_name() -> None:
    model = tournament()
    assert update(model, ControlUsed("add-bots"))[1] == [PickFiles(".py,text/x-python,text/plain")]
    model = model_after(model, FILES, FilesPicked((("anna.py", "x = 1"), ("b.py", f"{FIRST}#"))))
    assert names(model) == ["First", "Careful", "anna", "First 2"]
    refused = model_after(model, FilesPicked((("image.py", "\0"),)))
    assert problem(refused) == "not-text"
    assert "image.py" in text_of(view(refused))
    assert problem(model_after(model, FILES)) == "twice"
    many = FilesPicked(tuple((f"{n}.py", f"x = {n}") for n in range(MAX_ENTRANTS)))
    full = model_after(model, many)
    assert (len(names(full)), problem(full)) == (MAX_ENTRANTS, "too-many")


def test_names_of_files_are_cleaned() -> None:
    family = "👩\u200d👩\u200d👧"
    long_name = "x" * (MAX_NAME - len(family)) + family
    model = model_after(
        tournament(), FilesPicked(tuple((f"{long_name}.py", f"x = {n}") for n in "12"))
    )
    assert names(model) == [long_name, f"{long_name.removesuffix(family)} 2"]
    refused = model_after(model, FilesPicked((("ab\u202eyp.\u2069" + "x" * 300, "\0"),)))
    text = text_of(view(refused))
    assert "abyp.x" in text
    assert "\u202e" not in text
    assert "x" * MAX_NAME not in text


def test_links_are_added() -> None:
    links = "\n".join(f"https://a.example/#bot={encode_bot(t, 'N')}" for t in (FIRST, "x = 1"))
    model = tournament(ControlUsed("bot-links", links))
    assert names(model) == ["First", "N"]
    whole = model_after(tournament(), TextEdited("bot-links", links))
    assert names(whole) == names(model)
    half = links[:-3]
    assert names(model_after(tournament(), TextEdited("bot-links", half))) == []
    for text, reason in (
        (half, "link-incomplete"),
        ("hello", "link-damaged"),
        ("#bot=9", "link-newer"),
    ):
        assert problem(tournament(ControlUsed("bot-links", text))) == reason
    assert names(tournament(ControlUsed("bot-links", half))) == ["First"]
    assert problem(tournament(ControlUsed("bot-links", " "))) is None


def test_our_bots_are_added_and_removed() -> None:
    model = tournament(ControlUsed("add-ours", "greedy"), ControlUsed("add-ours", "nope"))
    assert [row.attributes["data-bot"] for row in rows(model)] == ["greedy"]
    removed = model_after(model, ControlUsed("remove-bot:greedy"))
    assert names(removed) == []


def playing() -> tuple[Model, RunTournament]:
    model, effects = update(tournament(FILES), ControlUsed("run"))
    (effect,) = effects
    assert isinstance(effect, RunTournament)
    return model, effect


def test_the_table_grows_as_games_are_played() -> None:
    model, effect = playing()
    bots = tuple(zip(IDS, (FIRST, CAREFUL), strict=True))
    assert (effect.bots, effect.variant, effect.seeds, effect.played) == (bots, "classic", 10, ())
    assert update(model, ControlUsed("run"))[1] == []
    model = model_after(model, PLAYED)
    best, last = rows(model)
    assert (best.attributes["data-bot"], best.attributes["data-share"]) == (IDS[1], "0.7500")
    assert (last.attributes["data-games"], last.attributes["data-share"]) == ("20", "0.2500")
    cells = [text_of(node) for node in walk(view(model)) if node.tag == "td"]
    assert {"75", "25"} <= {*cells}
    assert "stop" in page_actions(model)
    ended = model_after(model, TournamentEnded())
    assert "run" in page_actions(ended)
    assert "20 of 20 games" in text_of(view(ended))


def test_more_games_continue_the_table() -> None:
    model = model_after(playing()[0], PLAYED, TournamentEnded())
    model = model_after(model, ControlUsed("tournament-games", "100"))
    (effect,) = update(model, ControlUsed("run"))[1]
    assert isinstance(effect, RunTournament)
    assert (effect.seeds, effect.played) == (50, ((*IDS, 10),))
    added = model_after(model, ControlUsed("add-ours", "random"))
    (effect,) = update(added, ControlUsed("run"))[1]
    assert isinstance(effect, RunTournament)
    assert effect.played == ((*IDS, 10),)
    other = model_after(model, ControlUsed("tournament-variant", "longo"))
    (effect,) = update(other, ControlUsed("run"))[1]
    assert isinstance(effect, RunTournament)
    assert (effect.variant, effect.played) == ("longo", ())


def games_played(model: Model) -> list[str]:
    return [row.attributes["data-games"] for row in rows(model)]


def test_results_stay_until_the_page_is_left() -> None:
    model = model_after(playing()[0], PLAYED)
    reopened = model_after(model, ControlUsed("leave-tournament"), ControlUsed("round-robin"))
    assert games_played(reopened) == games_played(model) == ["20", "20"]
    assert names(reopened) == names(model)
    assert "run" in page_actions(reopened)
    other = model_after(reopened, ControlUsed("tournament-variant", "longo"))
    assert games_played(other) == ["0", "0"]
    back = model_after(other, ControlUsed("tournament-variant", "classic"))
    assert games_played(back) == games_played(model)


def test_stop_keeps_the_table_and_ignores_late_messages() -> None:
    model, effects = update(model_after(playing()[0], PLAYED), ControlUsed("stop"))
    assert effects == [StopTournament()]
    late = (PLAYED, EntrantFailed(IDS[0], BotFailed("", "crashed")))
    assert model_after(model, *late, TournamentEnded("crashed")).screen == model.screen
    assert update(model, ControlUsed("stop"))[1] == []
    assert StopTournament() in update(playing()[0], ControlUsed("leave-tournament"))[1]
    assert StopTournament() not in update(model, ControlUsed("leave-tournament"))[1]


def test_bots_that_failed_are_last_with_their_line() -> None:
    failure = BotFailed("", "exception", 3, "NameError: name 'x' is not defined")
    model = model_after(playing()[0], PLAYED, EntrantFailed(IDS[1], failure), TournamentEnded())
    first, out = rows(model)
    assert first.attributes["data-games"] == "0"  # games against it do not count
    assert (out.attributes["data-error"], out.attributes["data-bot-line"]) == ("exception", "3")
    assert "Line 3:  NameError" in text_of(out)
    assert update(model, ControlUsed("run"))[1] == []
    mended = model_after(model, ControlUsed(f"remove-bot:{IDS[1]}"), FILES)
    assert any(isinstance(one, RunTournament) for one in update(mended, ControlUsed("run"))[1])


def test_choices_and_bots_do_not_change_during_games() -> None:
    model, _effect = playing()
    for act in (
        ControlUsed("tournament-games", "500"),
        ControlUsed("tournament-variant", "longo"),
        ControlUsed(f"remove-bot:{IDS[0]}"),
    ):
        assert update(model, act) == (model, [])
    assert update(tournament(FILES), ControlUsed("tournament-games", "7"))[1] == []


def test_a_browser_without_sandboxes_gets_a_sentence() -> None:
    model = model_after(playing()[0], TournamentEnded("no-sandbox"))
    assert problem(model) == "no-sandbox"
    assert "can’t run bots" in text_of(view(model))
    assert problem(model_after(model, ControlUsed("run"))) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_and_the_printed_table(language: str) -> None:
    model = model_after(playing()[0], PLAYED, TournamentEnded())
    model = model_after(model, ControlUsed("language", language))
    (image,) = update(model, ControlUsed("table-picture"))[1]
    assert isinstance(image, DownloadImage)
    assert image.svg.index("1. Careful") < image.svg.index("2. First")
    assert update(model, ControlUsed("print-table"))[1] == [PrintPage()]
    assert f"--seed {playing()[1].seed} *.py" in text_of(view(model))
