"""URL parameters and fragments: valid, invalid, and unknown ones."""

from __future__ import annotations

import pytest

from qwixx import CLASSIC, LONGO, Game
from qwixx.games.written.share_link import encode_game
from qwixx.ui.address import (
    KNOWN,
    fragment_if_known,
    normalize_known_parameters,
    parse_initial_choices,
    without_foreign_parameters,
)
from qwixx.ui.model import Model
from qwixx.ui.model.messages import ControlUsed, FragmentChanged, PageOpened, SameDiceLoaded
from qwixx.ui.model.settings import Settings
from qwixx.ui.model.setup import PERSON, Seat, Setup
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.live_table.links import parse_link as parse_table_link
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.same_dice.saved import parse_link as parse_same_dice_link
from qwixx.ui.storage import write_settings, write_setup
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, render_html

PERSON_SEAT = Seat(PERSON)


def parse_parameters(**parameters: str) -> tuple[Settings, Setup, tuple[str, ...]]:
    return parse_initial_choices(PageOpened(parameters=parameters, languages=("de-CH", "en")))


def test_no_parameters_give_defaults() -> None:
    assert parse_parameters() == (Settings(language="de"), Setup(), ())


@pytest.mark.parametrize(
    ("parameters", "settings"),
    [
        ({"lang": "cs"}, Settings(language="cs")),
        ({"theme": "dark"}, Settings(language="de", theme="dark")),
        ({"speed": "instant"}, Settings(language="de", speed="instant")),
    ],
)
def test_parameters_set_settings(parameters: dict[str, str], settings: Settings) -> None:
    assert parse_parameters(**parameters)[0] == settings


@pytest.mark.parametrize(
    ("parameters", "setup"),
    [
        ({"variant": "longo"}, Setup(variant=LONGO)),
        ({"players": "3"}, Setup(seats=(PERSON_SEAT,) * 3)),
        ({"bots": "easy,hard"}, Setup(seats=(PERSON_SEAT, Seat("easy"), Seat("hard")))),
        ({"bots": "hard", "players": "3"}, Setup(seats=(PERSON_SEAT, PERSON_SEAT, Seat("hard")))),
        ({"bots": "easy,hard", "players": "2"}, Setup(seats=(Seat("easy"), Seat("hard")))),
        ({"bots": "easy," * 5, "players": "5"}, Setup(seats=(Seat("easy"),) * 5)),
        ({"bots": ""}, Setup(seats=(PERSON_SEAT,) * 2)),
        ({"names": "Zoë,,x"}, Setup(seats=(Seat(name="Zoë"), *Setup().seats[1:]))),
        ({"names": "a\nb"}, Setup(seats=(Seat(name="ab"), *Setup().seats[1:]))),
        ({"first": "1"}, Setup(first=1)),
    ],
)
def test_parameters_set_setup(parameters: dict[str, str], setup: Setup) -> None:
    assert parse_parameters(**parameters)[1:] == (setup, ())


@pytest.mark.parametrize(
    ("parameters", "setup"),
    [
        ({"lang": "tlh"}, Setup()),
        ({"theme": "pink"}, Setup()),
        ({"speed": "?"}, Setup()),
        ({"variant": "mixx"}, Setup()),
        ({"first": "2"}, Setup()),
        ({"first": "-1"}, Setup()),
        ({"players": "1"}, Setup(seats=(PERSON_SEAT,) * 2)),
        ({"players": "x"}, Setup(seats=(PERSON_SEAT,) * 2)),
        ({"bots": "<b>,hard"}, Setup(seats=(PERSON_SEAT, Seat("hard")))),
        ({"bots": "harrd"}, Setup()),
        ({"bots": "harrd", "players": "3"}, Setup(seats=(PERSON_SEAT,) * 3)),
        ({"bots": "easy,easy,hard", "players": "2"}, Setup(seats=(PERSON_SEAT, Seat("easy")))),
        ({"bots": "easy," * 6}, Setup(seats=(PERSON_SEAT, *(Seat("easy"),) * 4))),
        ({"bots": "easy," * 5}, Setup(seats=(PERSON_SEAT, *(Seat("easy"),) * 4))),
        ({"bots": "easy," * 6, "players": "5"}, Setup(seats=(PERSON_SEAT, *(Seat("easy"),) * 4))),
        ({"bots": "easy," * 6, "players": "9"}, Setup(seats=(PERSON_SEAT, *(Seat("easy"),) * 4))),
    ],
)
def test_invalid_values_are_dropped_with_notice(parameters: dict[str, str], setup: Setup) -> None:
    assert parse_parameters(**parameters) == (Settings(language="de"), setup, ("bad-parameters",))


@pytest.mark.parametrize("seed", ["-1", "x", "1.5", "9" * 20, "٣", str(2**53)])
def test_invalid_seed_shows_notice(seed: str) -> None:
    assert parse_parameters(seed=seed)[2] == ("bad-seed", "bad-parameters")


def test_url_overrides_saved_choices() -> None:
    saved = {
        "settings": write_settings(Settings(language="ar", theme="dark")),
        "setup": write_setup(Setup(variant=LONGO, first=1)),
    }
    settings, setup, notices = parse_initial_choices(
        PageOpened(parameters={"variant": "classic"}, saved=saved, languages=("en",))
    )
    assert settings == Settings(language="ar", theme="dark")
    assert setup == Setup(variant=CLASSIC, first=1)
    assert notices == ()


@pytest.mark.parametrize("damaged", ["settings", "setup"])
def test_damaged_saved_choices_are_ignored(damaged: str) -> None:
    page_opened = PageOpened(saved={damaged: "{"}, languages=("en",))
    assert parse_initial_choices(page_opened)[:2] == (Settings(), Setup())


def test_root_attributes_describe_page() -> None:
    start = root_attributes(open_page(lang="he", theme="dark"))
    assert (start["lang"], start["dir"], start["data-theme"]) == (
        "he",
        "rtl",
        "dark",
    )
    assert (start["data-screen"], start["data-embed"]) == ("start", None)
    assert start["data-phase"] is start["data-actor"] is start["data-variant"] is None
    game = root_attributes(open_page(start="1", variant="longo", players="2", first="1"))
    assert (
        game["data-variant"],
        game["data-phase"],
        game["data-actor"],
    ) == ("longo", "roll", "1")
    bot_turn = root_attributes(open_page(start="1", bots="greedy", first="1", speed="calm"))
    assert bot_turn["data-actor"] is None
    assert root_attributes(open_page(embed="1"))["data-embed"] == "1"


# Additions by other sites

FOREIGN_PARAMETERS = {
    "fbclid": "IwAR0",
    "gclid": "x",
    "igsh": "x",
    "mc_cid": "x",
    "_gl": "1*a*b",
    "si": "x",
    "utm_source": "news",
    "utm_medium": "mail",
    "ref": "blog",
    "": "",
    "color": "red",
}


@pytest.mark.parametrize("name", FOREIGN_PARAMETERS)
def test_unknown_parameters_are_ignored_without_notice(name: str) -> None:
    for parameters in ({}, {"embed": "1"}, {"start": "1", "variant": "longo"}, {"pad": "1"}):
        plain, tracked = (
            open_page(**parameters),
            open_page(**parameters, **{name: FOREIGN_PARAMETERS[name]}),
        )
        assert tracked == plain
        assert tracked.notices == ()
    assert parse_parameters(**{name: FOREIGN_PARAMETERS[name]}) == parse_parameters()


def test_bad_value_of_known_parameter_still_shows_notice() -> None:
    assert open_page(variant="mixx", fbclid="x").notices == ("bad-parameters",)
    assert open_page(daily="someday", fbclid="x").notices == ("bad-day",)


def test_parameter_names_ignore_case_and_first_duplicate_wins() -> None:
    assert normalize_known_parameters({"LANG": "de", "Embed": "1"}) == {"lang": "de", "embed": "1"}
    assert normalize_known_parameters({"Lang": "de", "lang": "en"}) == {"lang": "de"}
    assert normalize_known_parameters(dict.fromkeys(KNOWN, "1")) == dict.fromkeys(KNOWN, "1")


@pytest.mark.parametrize(
    ("value", "clean_value"),
    [
        ("1?utm_source=x", "1"),  # appended as if the URL had no query yet
        ("1?fbclid=x&utm_source=y", "1"),
        ("1&utm_source=x", "1"),  # encoded twice
        ("1#fbclid=x", "1"),
        ("Who?,Ann & Ben", "Who?,Ann & Ben"),
        ("2026-11-20", "2026-11-20"),
    ],
)
def test_junk_after_value_is_cut_off(value: str, clean_value: str) -> None:
    assert normalize_known_parameters({"names": value}) == {"names": clean_value}


@pytest.mark.parametrize(
    ("query", "known_query"),
    [
        ("", ""),
        ("?fbclid=x", ""),
        ("?embed=1&bots=hard", "?embed=1&bots=hard"),
        ("?embed=1?utm_source=a", "?embed=1"),
        ("?utm_source=a&embed=1&_gl=b&names=A%26B", "?embed=1&names=A%26B"),
    ],
)
def test_frame_is_identified_by_known_parameters(query: str, known_query: str) -> None:
    """The storage keys of a frame's games contain this text, so nothing else is cut from it."""
    assert without_foreign_parameters(query) == known_query


@pytest.mark.parametrize(
    "junk", ["", "&fbclid=x", "?utm_source=x", "#x", ":~:text=a", "%26a=b", "."]
)
def test_junk_after_fragment_is_cut_off(junk: str) -> None:
    for fragment in ("g=1aB-_", "same=ABC123", "same=ABC123.X-1.Y_2", "join=ABC", "answer=ABC"):
        assert fragment_if_known(fragment + junk) == fragment


@pytest.mark.parametrize("fragment", ["", ":~:text=Qwixx", "fbclid=x", "there", "xg=1", "="])
def test_unknown_fragments_are_ignored(fragment: str) -> None:
    assert fragment_if_known(fragment) == ""
    model = model_after(Model(), PageOpened(fragment=fragment, languages=("en",)))
    assert isinstance(model.screen, StartScreen)
    assert model.notices == ()
    assert update(model, FragmentChanged(fragment)) == (model, [])


def test_share_link_opens_game_despite_appended_junk() -> None:
    code = encode_game(Game(CLASSIC, ("Ann", "Ben"), 5).roll())
    page_opened = PageOpened(
        fragment=f"g={code}&utm_source=x", parameters=FOREIGN_PARAMETERS, languages=("en",)
    )
    opened_page = model_after(Model(), page_opened)
    visited_page = model_after(open_page(), FragmentChanged(f"g={code}?fbclid=x"))
    for model in (opened_page, visited_page):
        assert isinstance(model.screen, ReplayScreen)
        assert model.notices == ()
    assert model_after(open_page(), FragmentChanged("g=?fbclid=x")).notices == ("bad-link",)


def test_pasted_link_is_parsed_despite_appended_junk() -> None:
    invitation = "https://me.org/?speed=quick#join=ABC234&utm_source=x"
    assert parse_table_link(invitation) == ("join=", "ABC234")
    assert parse_table_link(" ABC 234 ") == ("", "ABC 234")
    screen = open_page(same="1").screen
    assert isinstance(screen, SameDiceScreen)
    code = screen.setup.code
    assert parse_same_dice_link(f"https://me.org/#same={code}?fbclid=x").setup.code == code
    assert parse_same_dice_link(f" {code[:3]} {code[3:]} ").setup.code == code


@pytest.mark.parametrize("opening", ["design", "pad", "same", "table", "print", "turns"])
def test_notices_about_the_url_are_on_the_screen_that_it_opens(opening: str) -> None:
    model = open_page(**{opening: "1"}, variant="mixx", seed="x")
    assert {"bad-parameters", "bad-seed"} <= {*model.notices}
    assert not any({*layer.notices} & {*model.notices} for layer in model.below)


def test_shared_links_omit_foreign_parameters() -> None:
    page_opened = PageOpened(
        parameters=FOREIGN_PARAMETERS, page_url="https://me.org/", languages=("en",)
    )
    model = model_after(Model(), page_opened)
    embed_html = render_html(view(model_after(model, ControlUsed("embed"))))
    assert "https://me.org/?embed=1" in embed_html
    same_dice_html = render_html(
        view(model_after(model, SameDiceLoaded(""), ControlUsed("same-qr")))
    )
    assert "#same=" in same_dice_html
    assert not any(
        f"{name}=" in embed_html + same_dice_html for name in FOREIGN_PARAMETERS if name
    )
