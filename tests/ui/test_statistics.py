"""What all games tell: figures, charts, mistakes, the days of daily games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import DailyLog
from qwixx.ui.model.effects import (
    ReadArchive,
)
from qwixx.ui.model.messages import (
    ControlUsed,
)
from qwixx.ui.model.values import replace
from qwixx.ui.parts.html import Node
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.view import view
from tests.ui.fake_page import effects_of, model_after, open_page, text_of, walk
from tests.ui.history_pages import archive_read, history_screen, make_archived_game, open_history

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def stat(model: Model) -> dict[str, str]:
    nodes = [n for n in walk(view(model)) if "data-stat" in n.attributes]
    return {n.attributes["data-stat"]: text_of(n).strip("\u2066\u2069") for n in nodes}


def test_statistics_tell_of_all_games_of_a_variant() -> None:
    games = [make_archived_game(seed) for seed in range(8, 0, -1)]
    model = model_after(open_history(*games), ControlUsed("statistics"))
    assert effects_of(open_history(), ControlUsed("statistics"))[0] == ReadArchive("statistics")
    model = model_after(model, archive_read(games, "statistics"))
    points = sorted(one.scores[0] for one in games)
    wins = sum(0 in one.winners for one in games)
    told = stat(model)
    assert told["games"] == "8"
    assert told["won"] == f"{round(100 * wins / 8)}%"
    assert told["median"] in (
        f"{(points[3] + points[4]) / 2:.1f}",
        f"{points[3] + points[4] >> 1}",
    )
    assert told["best"] == str(points[-1])
    assert "you give away \u206612.5%\u2069 in win chance" in text_of(view(model))
    longo = make_archived_game(9, "longo")
    both = model_after(model, archive_read([longo, *games], "statistics"))
    assert stat(both)["games"] == "1"  # of what was played last
    assert stat(model_after(both, ControlUsed("of", "classic")))["games"] == "8"
    assert stat(model_after(both, ControlUsed("of", "chess")))["games"] == "1"


def test_statistics_teach_what_cost_most() -> None:
    games = [make_archived_game(seed) for seed in (3, 2, 1)]
    model = model_after(
        open_history(*games), ControlUsed("statistics"), archive_read(games, "statistics")
    )
    told = text_of(view(model))
    assert "You give away the most by passing on the white sum: \u206680%\u2069." in told
    assert "\u2066−5.0%\u2069" in told  # the luck
    rows = [n for n in walk(view(model)) if n.attributes.get("class") == "mistake"]
    assert len(rows) == 2
    assert all("Passed too often" in text_of(row) for row in rows)
    there = model_after(model, ControlUsed("mistake:0"))
    assert isinstance(there.screen, ReplayScreen)
    assert there.screen.step == 9
    assert model_after(model, ControlUsed("mistake:5")).screen == model.screen
    late = model.with_session(today="2026-11-22")  # these games are of long ago
    assert not [n for n in walk(view(late)) if n.attributes.get("class") == "mistake"]
    assert history_screen(model_after(there, ControlUsed("back"))).view == "statistics"


def test_statistics_tell_of_one_kind_of_opponents() -> None:
    games = [
        make_archived_game(3),
        make_archived_game(2),
        replace(make_archived_game(1), kinds=("person", "easy")),
    ]
    model = model_after(
        open_history(*games), ControlUsed("statistics"), archive_read(games, "statistics")
    )
    assert stat(model)["games"] == "3"
    easy = model_after(model, ControlUsed("against:easy"))
    assert stat(easy)["games"] == "1"
    assert stat(easy)["best"] == str(games[2].scores[0])
    pressed = [
        n.attributes["data-action"]
        for n in walk(view(easy))
        if n.attributes.get("aria-pressed") == "true"
    ]
    assert pressed == ["against:easy"]
    assert stat(model_after(easy, ControlUsed("against:easy")))["games"] == "3"
    assert stat(model_after(easy, ControlUsed("of", "classic")))["games"] == "3"
    assert stat(model_after(model, ControlUsed("against:chess")))["games"] == "3"


def test_the_course_of_decisions_and_luck_is_a_table_for_who_listens() -> None:
    games = [make_archived_game(seed) for seed in (3, 2, 1)]
    model = model_after(
        open_history(*games), ControlUsed("statistics"), archive_read(games, "statistics")
    )
    tables = [n for n in walk(view(model)) if n.tag == "table"]
    told = {text_of(n.children[0]): n for n in tables if isinstance(n.children[0], Node)}
    assert len(told) == 3
    [_points, lost, luck] = sorted(told)
    rows = [n for n in walk(told[lost]) if n.tag == "tr"]
    assert [text_of(row)[-7:] for row in rows] == ["\u206612.5%\u2069"] * 2
    rows = [n for n in walk(told[luck]) if n.tag == "tr"]
    assert all("−5.0" in text_of(row) for row in rows)
    assert len([n for n in walk(view(model)) if n.tag == "polyline"]) == 2


def test_a_day_that_was_played_leads_to_its_game_beside_the_bots() -> None:
    day = "2026-11-20"
    of_the_day = replace(make_archived_game(2), daily_date=day)
    games = [of_the_day, make_archived_game(1)]
    diary = (
        DailyLog()
        .with_started("2026-11-19")
        .with_finished_game("2026-11-19", 5)
        .with_started(day)
        .with_finished_game(day, 60)
    )
    model = open_history(*games, model=open_page().with_session(daily_log=diary, today=day))
    model = model_after(model, ControlUsed("statistics"), archive_read(games, "statistics"))
    shown = [n for n in walk(view(model)) if n.attributes.get("data-action") == f"day:{day}"]
    [button] = shown
    assert button.attributes["aria-label"] == "\u206611/20/2026\u2069: 60"
    there = model_after(model, ControlUsed(f"day:{day}"))
    assert isinstance(there.screen, ReplayScreen)
    assert there.screen.whole_own_game.events == of_the_day.decode_game().events
    assert there.screen.thinks
    assert there.screen.bot_game is not None
    assert there.screen.bot_game.names == ("Rex 1", "Rex 2")
    assert (
        model_after(model, ControlUsed("day:2026-11-19")).screen == model.screen
    )  # it was not kept
    broken = replace(of_the_day, code="1xyz")
    model = model_after(model, archive_read([broken], "statistics"))
    assert model_after(model, ControlUsed(f"day:{day}")).notices == ("bad-game",)


def test_without_games_statistics_say_when_they_begin() -> None:
    for games in ([], [replace(make_archived_game(), kinds=("person", "person"))]):
        model = model_after(
            open_page(), ControlUsed("statistics"), archive_read(games, "statistics")
        )
        assert stat(model)["games"] == "0"
        assert "Statistics begin" in text_of(view(model))
    one = model_after(
        open_page(), ControlUsed("statistics"), archive_read([make_archived_game()], "statistics")
    )
    assert stat(one)["games"] == "1"
    assert not [n for n in walk(view(one)) if n.tag == "polyline"]
    [bar] = [n for n in walk(view(one)) if n.tag == "rect" and n.attributes.get("rx") == "3"]
    assert float(bar.attributes["width"].rstrip("%")) < 20  # a bar, not a block
    assert history_screen(model_after(one, ControlUsed("history"))).view == "history"
