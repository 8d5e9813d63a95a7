"""The start screen, settings, and saved games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qwixx import LONGO, Phase, RecordError
from qwixx.games.names import sanitize_name
from qwixx.rules.variants import VARIANTS
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.effects import FocusElement, SaveText
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    KeyPressed,
    LiveTableLoaded,
    Message,
    PageOpened,
    TimerFired,
)
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens import SCREENS, folder_for_action
from qwixx.ui.screens.start.ways_to_play import SEATING, WAYS_TO_PLAY
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.texts.sentences import seat_names
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import (
    effects_of,
    model_after,
    open_page,
    page_actions,
    render_html,
    text_of,
    walk,
)

# The start screen


def test_start_screen_choices() -> None:
    model = model_after(
        open_page(),
        ControlUsed("variant", "longo"),
        ControlUsed("count", "3"),
        ControlUsed("kind:1", "person"),
        ControlUsed("name:0", "  Zoë\n "),
        ControlUsed("lucky:1", "9 & 4"),
        ControlUsed("first", "2"),
    )
    assert model.setup.variant is LONGO
    assert model.setup.seats == (Seat(name="Zoë"), Seat(), Seat("medium"))
    started = model_after(model, ControlUsed("start"))
    assert started.game is not None
    assert started.game.names == ("Zoë", "Player 2", "Trey")
    lucky = [sheet.lucky for sheet in started.game.state.sheets]
    assert lucky == [(5, 8), (4, 9), (6, 11)]
    assert started.game.playthrough().start.active == 2
    fewer = model_after(model, ControlUsed("count", "2"))
    assert fewer.setup.first is None


def test_entropy_is_preserved_when_game_starts() -> None:
    entropy = "0123456789abcdef" * 4
    model, _effects = update(Model(), PageOpened(entropy=entropy))
    assert model.session.chance == entropy
    assert model_after(model, ControlUsed("start")).session.chance == entropy


def test_picture_equals_the_one_in_static_page() -> None:
    source = Path(__file__).parents[2].joinpath("index.html").read_text(encoding="utf-8")
    static_page = re.sub(r">\s+<", "><", source.replace(' class="pending"', ""))
    for variant in filter(lambda variant: not variant.summary, VARIANTS.values()):
        (picture,) = (
            node
            for node in walk(view(open_page(variant=variant.name)))
            if node.attributes.get("class") == "art"
        )
        sheet, *dice = picture.children
        sheet_html = render_html(sheet)
        assert sheet_html in static_page
        assert "".join(map(render_html, dice)) in static_page


def test_game_against_one_bot_starts_with_one_tap() -> None:
    model = model_after(open_page(), ControlUsed("kind:1", "hard"))
    assert "Play against Rex" in text_of(view(model))
    assert {"name:0", "count", "first"}.isdisjoint(page_actions(model))
    chosen = [node for node in walk(view(model)) if "checked" in node.attributes]
    assert [node.attributes["value"] for node in chosen] == [*("classic", "bot", "hard")]
    started = model_after(model, ControlUsed("start"))
    assert started.seats == (Seat(), Seat("hard"))
    assert started.game is not None
    assert started.game.names == ("You", "Rex")


def test_player_choices_unfold_and_fold() -> None:
    player_actions = {"count", "first", "kind:0", "name:0", "kind:1", "name:1"}
    model = model_after(open_page(), ControlUsed("unfold"))
    assert player_actions <= page_actions(model)
    assert effects_of(open_page(), ControlUsed("unfold")) == [
        FocusElement('[data-action="unfold"]')
    ]
    more = model_after(model, ControlUsed("count", "3"))
    folded = model_after(more, ControlUsed("unfold"))  # the line stays, for three players, too
    assert "3 players · random first player" in text_of(view(folded))
    assert player_actions.isdisjoint(page_actions(folded))
    assert folded.setup == more.setup
    assert model_after(folded, ControlUsed("unfold")) == more
    assert player_actions.isdisjoint(
        page_actions(model_after(model, ControlUsed("unfold"))) - {"kind:1"}
    )
    assert model_after(open_page(start="1"), ControlUsed("unfold")) == open_page(start="1")


def test_player_choices_stay_unfolded_while_they_change() -> None:
    model = open_page(players="3")
    assert {"kind:2", "first"} <= page_actions(model)
    assert "first" in page_actions(
        model_after(model, ControlUsed("count", "2"), ControlUsed("kind:1", "easy"))
    )


def test_family_shares_device() -> None:
    """Added seats are people, and their names can be typed."""
    model = model_after(open_page(), ControlUsed("who", "device"))
    assert model.setup.seats == (Seat(), Seat())
    assert {"count", "name:0", "name:1", "layout", "start"} <= page_actions(model)
    more = model_after(model, ControlUsed("count", "4"), ControlUsed("name:3", "Lin"))
    assert more.setup.seats == (Seat(), Seat(), Seat(), Seat(name="Lin"))
    started = model_after(more, ControlUsed("start"))
    assert started.game is not None
    assert started.game.names == ("Player 1", "Player 2", "Player 3", "Lin")


def test_choice_of_who_plays_follows_seats() -> None:
    def chosen(model: Model) -> list[str]:
        options = (n for n in walk(view(model)) if n.attributes.get("data-action") == "who")
        return [option.attributes["value"] for option in options if "checked" in option.attributes]

    assert chosen(open_page()) == ["bot"]
    assert chosen(open_page(bots="easy,hard")) == ["bot"]
    assert chosen(open_page(players="3")) == ["device"]
    assert chosen(open_page(players="3", bots="easy")) == ["device"]
    assert chosen(model_after(open_page(), ControlUsed("kind:1", "person"))) == ["device"]
    assert chosen(model_after(open_page(players="2"), ControlUsed("kind:1", "hard"))) == ["bot"]


def test_return_to_bot_keeps_person_and_bot() -> None:
    family = open_page(players="4", names="Ann,Ben,Cleo", bots="hard", first="3")
    model = model_after(family, ControlUsed("who", "bot"))
    assert model.setup.seats == (Seat(name="Ann"), Seat("hard"))
    assert model.setup.first is None
    assert "Play against Rex" in text_of(view(model))
    assert model_after(model, ControlUsed("who", "nobody")) == model


def test_layout_for_one_table_is_offered_only_to_several_people() -> None:
    assert "layout" not in page_actions(model_after(open_page(), ControlUsed("unfold")))
    model = open_page(players="2")
    assert "Around the table" in text_of(view(model))
    assert model_after(model, ControlUsed("layout", "around")).settings.layout == "around"


def test_ways_lead_to_all_ways_in_readme() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    parameters = re.findall(r"^\|[^|]+\| `\?(\w+)=1` \|", readme, re.MULTILINE)
    links = [way for way in WAYS_TO_PLAY if way.action != "who"]
    assert {way.value for way in WAYS_TO_PLAY if way.action == "who"} == {*SEATING}
    screens = {
        name
        for name, entry in SCREENS.items()
        for parameter in parameters
        if parameter in entry.parameters
    }
    assert len(screens) == 4
    # The same dice are reached from the lobby, and from "More".
    assert {folder_for_action(way.action) for way in links} == screens - {"same_dice"}
    assert {way.action for way in links} | {"same-dice"} <= page_actions(open_page())
    table = model_after(open_page(), ControlUsed("together"), LiveTableLoaded("", "", ""))
    assert "same-dice" in page_actions(table)


def test_bots_of_same_kind_have_names_of_their_own() -> None:
    names = seat_names((Seat(), Seat("easy"), Seat("hard"), Seat("hard")), texts_in("en"))
    assert names == ["You", "Pip", "Rex", "Zara"]
    for kind in ("easy", "medium", "hard"):
        rivals = seat_names([Seat()] + 4 * [Seat(kind)], texts_in("en"))
        assert len({*rivals}) == 5
        assert not any(character.isdecimal() for character in "".join(rivals))
    assert seat_names(5 * [Seat("hard")], texts_in("en"))[4] == "Rex 5"
    assert seat_names((Seat(), Seat("greedy")), texts_in("en")) == ["You", "Bot 2"]


@pytest.mark.parametrize("text", ["5", "5 5", "1 8", "5 8 9", "x y", "5,17"])
def test_invalid_lucky_numbers_prevent_start(text: str) -> None:
    model = model_after(
        open_page(variant="longo"), ControlUsed("lucky:0", text), ControlUsed("start")
    )
    assert model.game is None
    assert "bad-lucky" in model.notices
    roles = [n.attributes.get("role") for n in walk(view(model))]
    assert "alert" in roles  # although the player choices were folded
    restarted = model_after(model, ControlUsed("start"))
    assert restarted.notices.count("bad-lucky") == 1
    fixed = model_after(model, ControlUsed("lucky:0", ""), ControlUsed("start"))
    assert fixed.game is not None
    assert "bad-lucky" not in fixed.notices


def test_error_in_lucky_numbers_is_shown_beside_them() -> None:
    model = model_after(open_page(variant="longo", players="3"), ControlUsed("lucky:1", "Ben"))
    assert effects_of(model, ControlUsed("start")) == [FocusElement('[data-action="lucky:1"]')]
    page = view(model_after(model, ControlUsed("start")))
    alerts = [node for node in walk(page) if node.attributes.get("role") == "alert"]
    assert ["Lucky numbers" in text_of(alert) for alert in alerts] == [True]
    fields = {node.attributes["data-action"]: node for node in walk(page) if node.tag == "input"}
    assert fields["lucky:1"].attributes["aria-invalid"] == "true"
    assert fields["lucky:1"].attributes["aria-describedby"] == alerts[0].attributes["id"]
    assert "aria-invalid" not in fields["lucky:0"].attributes
    fixed_page = view(model_after(model, ControlUsed("start"), ControlUsed("lucky:1", "5 8")))
    assert not [node for node in walk(fixed_page) if node.attributes.get("role") == "alert"]


def test_duplicate_lucky_numbers_are_marked_at_second_player() -> None:
    pairs = (ControlUsed("lucky:0", "5 8"), ControlUsed("lucky:2", "8, 5"))
    model, effects = update(
        model_after(open_page(variant="longo", players="3"), *pairs), ControlUsed("start")
    )
    assert model.game is None
    assert effects == [FocusElement('[data-action="lucky:2"]')]
    alerts = [node for node in walk(view(model)) if node.attributes.get("role") == "alert"]
    assert [text_of(alert) for alert in alerts] == [
        "Another player already has these two numbers."
    ]
    assert model_after(model, ControlUsed("lucky:0", ""), ControlUsed("start")).game is not None


def test_invalid_lucky_numbers_of_removed_player_are_ignored() -> None:
    table = model_after(open_page(variant="longo", players="3"), ControlUsed("lucky:2", "x"))
    assert model_after(table, ControlUsed("start")).game is None
    fewer = model_after(table, ControlUsed("count", "2"), ControlUsed("start"))
    assert fewer.game is not None
    assert fewer.board.setup.lucky[2] == "x"


@pytest.mark.parametrize(
    "message",
    [
        ControlUsed("variant", "chess"),
        ControlUsed("count", "9"),
        ControlUsed("kind:7", "person"),
        ControlUsed("kind:0", "cheater"),
        ControlUsed("name:7", "x"),
        ControlUsed("language", "xx"),
        ControlUsed("theme", "pink"),
        ControlUsed("unknown"),
        ControlUsed("roll"),
        ControlUsed("pass"),
        ControlUsed("undo"),
        ControlUsed("redo"),
        ControlUsed("rematch"),
        ControlUsed("skip"),
        CellTapped(0, "r5"),
        TimerFired(0),
        KeyPressed("r"),
    ],
    ids=str,
)
def test_start_screen_ignores_invalid_messages(message: Message) -> None:
    model = open_page()
    assert model_after(model, message) == model


def test_tap_on_missing_cell_does_not_move_tab_stop() -> None:
    rolled = model_after(open_page(start="1", players="2", first="0"), ControlUsed("roll"))
    assert rolled.game is not None
    tapped = model_after(rolled, CellTapped(0, "r16"))
    assert tapped.game is rolled.game
    assert tapped.board.tab_stop_code == rolled.board.tab_stop_code


def test_pass_button_stays_while_bots_move_instantly() -> None:
    parameters = {"start": "1", "bots": "greedy,greedy", "players": "3", "first": "1"}
    calm, _effects = update(Model(), PageOpened(parameters | {"speed": "calm"}))
    decided = model_after(calm, TimerFired(calm.timer), ControlUsed("pass"))
    assert "skip" in page_actions(decided)
    instant, _effects = update(Model(), PageOpened(parameters | {"speed": "instant"}))
    assert instant.board.is_local_bot_next
    assert "pass" in page_actions(instant)
    assert "skip" not in page_actions(instant)


@pytest.mark.parametrize("action", ["roll", "pass", "redo", "skip", "rematch"])
def test_actions_out_of_turn_change_nothing(action: str) -> None:
    waiting = open_page(start="1", bots="greedy", first="1", speed="calm")
    if action in ("roll", "pass", "redo"):
        assert model_after(waiting, ControlUsed(action)) == waiting
    rolled = model_after(open_page(start="1", players="2", first="0"), ControlUsed("roll"))
    if action not in ("pass", "rematch"):
        assert model_after(rolled, ControlUsed(action)) == rolled


def test_settings_are_saved() -> None:
    model = open_page()
    for action, value in (("language", "he"), ("theme", "dark"), ("speed", "quick")):
        (effect,) = effects_of(model, ControlUsed(action, value))
        assert isinstance(effect, SaveText)
        assert getattr(storage.parse_settings_or_defaults(effect.text), action) == value


def test_saved_settings_are_restored() -> None:
    model = model_after(open_page(), ControlUsed("language", "he"), ControlUsed("theme", "dark"))
    saved = {"settings": storage.write_settings(model.settings)}
    reopened = model_after(Model(), PageOpened(saved=saved, languages=("en",)))
    assert reopened.settings == model.settings
    assert root_attributes(reopened)["dir"] == "rtl"
    in_english = model_after(Model(), PageOpened(parameters={"lang": "en"}, saved=saved))
    assert in_english.settings.language == "en"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"language":5}', "[" * 10**5, '{"theme":"pink"}']
)
def test_unreadable_settings_are_replaced_by_defaults(text: str) -> None:
    model = model_after(
        Model(), PageOpened(saved={"settings": text, "setup": text}, languages=("en",))
    )
    assert model.settings.language == "en"
    assert model.settings.theme == "auto"
    assert model.notices == ("unread-choices",)


# Saved games


def saved_game() -> dict[str, str]:
    model = open_page(bots="greedy", speed="instant", seed="4", first="0")
    texts_by_key: dict[str, str] = {}
    for message in (ControlUsed("start"), ControlUsed("roll"), ControlUsed("pass")):
        model, effects = update(model, message)
        while model.board.fast_forward:
            model, more_effects = update(model, TimerFired(model.session.timer))
            effects += more_effects
        texts_by_key |= {e.key: e.text for e in effects if isinstance(e, SaveText)}
    return texts_by_key


def test_saved_game_is_resumed() -> None:
    saved = saved_game()
    model = model_after(Model(), PageOpened(saved=saved, languages=("en",)))
    assert model.game is not None
    assert model.game.state.phase is Phase.COLOR
    assert [seat.kind for seat in model.seats] == ["person", "greedy"]


def test_inconsistent_saves_are_rejected() -> None:
    two = open_page(start="1", players="2")
    three = open_page(players="3")
    assert two.game is not None
    with pytest.raises(ValueError, match="a seat for each player"):
        storage.parse_game(storage.write_game(two.game, three.setup, ""))
    with pytest.raises(RecordError):
        storage.parse_game('{"game":"{}","setup":"{}","query":""}')
    for field in ("seats", "first", "lucky", "variant"):
        text = storage.write_setup(two.setup).replace(f'"{field}":', f'"{field}x":')
        if field != "first":
            with pytest.raises(ValueError, match="no choices"):
                storage.parse_setup(text)


@pytest.mark.parametrize("kind", ["greedy", "random", "heuristic"])
def test_bots_without_level_are_offered_only_if_url_names_them(kind: str) -> None:
    page = render_html(view(open_page(bots=f"{kind},hard", players="3")))
    assert page.count(f'value="{kind}"') == 1
    assert page.count('value="medium"') == 3


@pytest.mark.parametrize("name", [" ", "a\n", "\u2028", "\u202eb", "\u3164"])
def test_setup_with_formerly_allowed_name_is_read(name: str) -> None:
    text = storage.write_setup(replace(Setup(), seats=(Seat(name=name), Seat("greedy"))))
    assert storage.parse_setup(text).seats[0].name == sanitize_name(name)


@pytest.mark.parametrize("name", ["x" * 99])
def test_setup_with_invalid_name_is_rejected(name: str) -> None:
    text = storage.write_setup(replace(Setup(), seats=(Seat(name=name), Seat("greedy"))))
    with pytest.raises(ValueError, match=r"."):
        storage.parse_setup(text)
    opened_with = PageOpened(saved={"setup": text}, parameters={"start": "1"}, languages=("en",))
    assert model_after(Model(), opened_with).game is not None


def test_first_visit_features_lesson_and_later_ones_daily_game() -> None:
    def daily_and_learn_buttons(model: Model) -> list[tuple[str, bool]]:
        return [
            (node.attributes["data-action"], "featured" in node.attributes["class"].split())
            for node in walk(view(model))
            if node.attributes.get("data-action") in ("daily", "learn")
        ]

    first = open_page()
    assert daily_and_learn_buttons(first) == [("learn", True), ("daily", False)]
    saved = {"setup": storage.write_setup(Setup())}
    later = model_after(Model(), PageOpened(saved=saved, languages=("en",)))
    assert daily_and_learn_buttons(later) == [("daily", True), ("learn", False)]
    after_game = model_after(
        first, ControlUsed("start"), ControlUsed("new-game"), ControlUsed("leave")
    )
    assert daily_and_learn_buttons(after_game) == [("daily", True), ("learn", False)]
