"""Statistics of archived games: figures, charts, mistakes, and daily games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import DailyLog
from qwixx.rules.variants import VARIANTS
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


def statistics_by_name(model: Model) -> dict[str, str]:
    nodes = [n for n in walk(view(model)) if "data-stat" in n.attributes]
    return {n.attributes["data-stat"]: text_of(n).strip("\u2066\u2069") for n in nodes}


def test_statistics_cover_all_games_of_variant() -> None:
    games = [make_archived_game(seed) for seed in range(8, 0, -1)]
    model = model_after(open_history(*games), ControlUsed("statistics"))
    assert effects_of(open_history(), ControlUsed("statistics"))[0] == ReadArchive("statistics")
    model = model_after(model, archive_read(games, "statistics"))
    points = sorted(archived_game.scores[0] for archived_game in games)
    wins = sum(0 in archived_game.winners for archived_game in games)
    statistics = statistics_by_name(model)
    assert statistics["games"] == "8"
    assert statistics["won"] == f"{round(100 * wins / 8)}%"
    assert statistics["median"] in (
        f"{(points[3] + points[4]) / 2:.1f}",
        f"{points[3] + points[4] >> 1}",
    )
    assert statistics["best"] == str(points[-1])
    assert "Win chance given away per game, on average: \u206612%\u2069" in text_of(view(model))
    longo = make_archived_game(9, "longo")
    both = model_after(model, archive_read([longo, *games], "statistics"))
    assert statistics_by_name(both)["games"] == "1"  # only games of the variant played last
    assert statistics_by_name(model_after(both, ControlUsed("of", "classic")))["games"] == "8"
    assert statistics_by_name(model_after(both, ControlUsed("of", "chess")))["games"] == "1"


def test_statistics_of_many_sheets_are_chosen_from_a_list() -> None:
    """Eleven names do not fit side by side."""
    games = [make_archived_game(1, name) for name in VARIANTS]
    for count, tag in ((2, "input"), (4, "input"), (5, "select"), (len(games), "select")):
        model = model_after(
            open_page(), ControlUsed("statistics"), archive_read(games[:count], "statistics")
        )
        fields = [n for n in walk(view(model)) if n.attributes.get("data-action") == "of"]
        assert {field.tag for field in fields} == {tag}
        for entry in games[:count]:
            chosen = model_after(model, ControlUsed("of", entry.variant))
            assert statistics_by_name(chosen)["games"] == "1"


def test_statistics_list_most_costly_mistakes() -> None:
    games = [make_archived_game(seed) for seed in (3, 2, 1)]
    model = model_after(
        open_history(*games), ControlUsed("statistics"), archive_read(games, "statistics")
    )
    page = text_of(view(model))
    assert "You give away the most by passing on the white sum: \u206680%\u2069." in page
    assert "\u2066−5%\u2069" in page  # luck
    rows = [n for n in walk(view(model)) if n.attributes.get("class") == "mistake"]
    assert len(rows) == 2
    assert all("Passed too often" in text_of(row) for row in rows)
    replay = model_after(model, ControlUsed("mistake:0"))
    assert isinstance(replay.screen, ReplayScreen)
    assert replay.screen.step == 9
    assert model_after(model, ControlUsed("mistake:5")).screen == model.screen
    later = model.with_session(today="2026-11-22")  # only recent mistakes are listed
    assert not [n for n in walk(view(later)) if n.attributes.get("class") == "mistake"]
    assert history_screen(model_after(replay, ControlUsed("back"))).view == "statistics"


def test_statistics_can_be_filtered_by_opponent() -> None:
    games = [
        make_archived_game(3),
        make_archived_game(2),
        replace(make_archived_game(1), kinds=("person", "easy")),
    ]
    model = model_after(
        open_history(*games), ControlUsed("statistics"), archive_read(games, "statistics")
    )
    assert statistics_by_name(model)["games"] == "3"
    easy = model_after(model, ControlUsed("against:easy"))
    assert statistics_by_name(easy)["games"] == "1"
    assert statistics_by_name(easy)["best"] == str(games[2].scores[0])
    pressed = [
        n.attributes["data-action"]
        for n in walk(view(easy))
        if n.attributes.get("aria-pressed") == "true"
    ]
    assert pressed == ["against:easy"]
    assert statistics_by_name(model_after(easy, ControlUsed("against:easy")))["games"] == "3"
    assert statistics_by_name(model_after(easy, ControlUsed("of", "classic")))["games"] == "3"
    assert statistics_by_name(model_after(model, ControlUsed("against:chess")))["games"] == "3"


def test_charts_have_tables_for_screen_readers() -> None:
    games = [make_archived_game(seed) for seed in (3, 2, 1)]
    model = model_after(
        open_history(*games), ControlUsed("statistics"), archive_read(games, "statistics")
    )
    tables = [n for n in walk(view(model)) if n.tag == "table"]
    tables_by_caption = {
        text_of(n.children[0]): n for n in tables if isinstance(n.children[0], Node)
    }
    assert len(tables_by_caption) == 3
    [_points, luck, lost] = sorted(tables_by_caption)
    rows = [n for n in walk(tables_by_caption[lost]) if n.tag == "tr"]
    assert [text_of(row)[-5:] for row in rows] == ["\u206612%\u2069"] * 2
    rows = [n for n in walk(tables_by_caption[luck]) if n.tag == "tr"]
    assert all("−5%" in text_of(row) for row in rows)
    assert len([n for n in walk(view(model)) if n.tag == "polyline"]) == 2


def test_daily_result_opens_its_game_beside_game_of_bots() -> None:
    day = "2026-11-20"
    daily_game = replace(make_archived_game(2), daily_date=day)
    games = [daily_game, make_archived_game(1)]
    daily_log = (
        DailyLog()
        .with_started("2026-11-19")
        .with_finished_game("2026-11-19", 5)
        .with_started(day)
        .with_finished_game(day, 60)
    )
    model = open_history(*games, model=open_page().with_session(daily_log=daily_log, today=day))
    model = model_after(model, ControlUsed("statistics"), archive_read(games, "statistics"))
    buttons = [n for n in walk(view(model)) if n.attributes.get("data-action") == f"day:{day}"]
    [button] = buttons
    assert button.attributes["aria-label"] == "Nov 20, 2026: 60"
    replay = model_after(model, ControlUsed(f"day:{day}"))
    assert isinstance(replay.screen, ReplayScreen)
    assert replay.screen.whole_own_game.events == daily_game.decode_game().events
    assert replay.screen.thinks
    assert replay.screen.bot_game is not None
    assert replay.screen.bot_game.names == ("Rex", "Zara")
    assert (
        model_after(model, ControlUsed("day:2026-11-19")).screen == model.screen
    )  # that game is not in the archive
    broken = replace(daily_game, code="1xyz")
    model = model_after(model, archive_read([broken], "statistics"))
    assert model_after(model, ControlUsed(f"day:{day}")).notices == ("bad-game",)


def test_statistics_without_games_explain_when_they_begin() -> None:
    for games in ([], [replace(make_archived_game(), kinds=("person", "person"))]):
        model = model_after(
            open_page(), ControlUsed("statistics"), archive_read(games, "statistics")
        )
        assert statistics_by_name(model)["games"] == "0"
        assert "Statistics start" in text_of(view(model))
    with_one_game = model_after(
        open_page(), ControlUsed("statistics"), archive_read([make_archived_game()], "statistics")
    )
    assert statistics_by_name(with_one_game)["games"] == "1"
    assert not [n for n in walk(view(with_one_game)) if n.tag == "polyline"]
    [bar] = [
        n for n in walk(view(with_one_game)) if n.tag == "rect" and n.attributes.get("rx") == "3"
    ]
    assert float(bar.attributes["width"].rstrip("%")) < 20  # a narrow bar, not a full block
    assert history_screen(model_after(with_one_game, ControlUsed("history"))).view == "history"
