"""What the address says: what fits is taken, what does not is told of and left out."""

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
from qwixx.ui.screens.live_table.links import parse_link as read_table_link
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.same_dice.saved import parse_link as read_same_link
from qwixx.ui.storage import write_settings, write_setup
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, render_html

PEOPLE = Seat(PERSON)


def read(**parameters: str) -> tuple[Settings, Setup, tuple[str, ...]]:
    return parse_initial_choices(PageOpened(parameters=parameters, languages=("de-CH", "en")))


def test_nothing_said_is_nothing_wrong() -> None:
    assert read() == (Settings(language="de"), Setup(), ())


@pytest.mark.parametrize(
    ("parameters", "settings"),
    [
        ({"lang": "cs"}, Settings(language="cs")),
        ({"theme": "dark"}, Settings(language="de", theme="dark")),
        ({"speed": "instant"}, Settings(language="de", speed="instant")),
    ],
)
def test_settings(parameters: dict[str, str], settings: Settings) -> None:
    assert read(**parameters)[0] == settings


@pytest.mark.parametrize(
    ("parameters", "setup"),
    [
        ({"variant": "longo"}, Setup(variant=LONGO)),
        ({"players": "3"}, Setup(seats=(PEOPLE,) * 3)),
        ({"bots": "easy,hard"}, Setup(seats=(PEOPLE, Seat("easy"), Seat("hard")))),
        ({"bots": "hard", "players": "3"}, Setup(seats=(PEOPLE, PEOPLE, Seat("hard")))),
        ({"bots": "easy,hard", "players": "2"}, Setup(seats=(Seat("easy"), Seat("hard")))),
        ({"bots": "easy," * 5, "players": "5"}, Setup(seats=(Seat("easy"),) * 5)),
        ({"bots": ""}, Setup(seats=(PEOPLE,) * 2)),
        ({"names": "Zoë,,x"}, Setup(seats=(Seat(name="Zoë"), *Setup().seats[1:]))),
        ({"names": "a\nb"}, Setup(seats=(Seat(name="ab"), *Setup().seats[1:]))),
        ({"first": "1"}, Setup(first=1)),
    ],
)
def test_seats(parameters: dict[str, str], setup: Setup) -> None:
    assert read(**parameters)[1:] == (setup, ())


@pytest.mark.parametrize(
    ("parameters", "setup"),
    [
        ({"lang": "tlh"}, Setup()),
        ({"theme": "pink"}, Setup()),
        ({"speed": "?"}, Setup()),
        ({"variant": "mixx"}, Setup()),
        ({"first": "2"}, Setup()),
        ({"first": "-1"}, Setup()),
        ({"players": "1"}, Setup(seats=(PEOPLE,) * 2)),
        ({"players": "x"}, Setup(seats=(PEOPLE,) * 2)),
        ({"bots": "<b>,hard"}, Setup(seats=(PEOPLE, Seat("hard")))),
        ({"bots": "harrd"}, Setup()),
        ({"bots": "harrd", "players": "3"}, Setup(seats=(PEOPLE,) * 3)),
        ({"bots": "easy,easy,hard", "players": "2"}, Setup(seats=(PEOPLE, Seat("easy")))),
        ({"bots": "easy," * 6}, Setup(seats=(PEOPLE, *(Seat("easy"),) * 4))),
        ({"bots": "easy," * 5}, Setup(seats=(PEOPLE, *(Seat("easy"),) * 4))),
        ({"bots": "easy," * 6, "players": "5"}, Setup(seats=(PEOPLE, *(Seat("easy"),) * 4))),
        ({"bots": "easy," * 6, "players": "9"}, Setup(seats=(PEOPLE, *(Seat("easy"),) * 4))),
    ],
)
def test_what_cannot_be_is_left_out_and_told_of(parameters: dict[str, str], setup: Setup) -> None:
    assert read(**parameters) == (Settings(language="de"), setup, ("bad-parameters",))


@pytest.mark.parametrize("seed", ["-1", "x", "1.5", "9" * 20, "٣", str(2**53)])
def test_a_seed_that_cannot_be(seed: str) -> None:
    assert read(seed=seed)[2] == ("bad-seed", "bad-parameters")


def test_the_address_goes_before_what_was_saved() -> None:
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
def test_what_was_saved_and_is_damaged_is_as_if_it_were_not(damaged: str) -> None:
    begin = PageOpened(saved={damaged: "{"}, languages=("en",))
    assert parse_initial_choices(begin)[:2] == (Settings(), Setup())


def test_what_style_sheets_and_other_tools_read_of_the_page() -> None:
    start = root_attributes(open_page(lang="he", theme="dark"))
    assert (start["lang"], start["dir"], start["data-theme"]) == ("he", "rtl", "dark")
    assert (start["data-screen"], start["data-embed"]) == ("start", None)
    assert start["data-phase"] is start["data-actor"] is start["data-variant"] is None
    game = root_attributes(open_page(start="1", variant="longo", players="2", first="1"))
    assert (game["data-variant"], game["data-phase"], game["data-actor"]) == ("longo", "roll", "1")
    bots = root_attributes(open_page(start="1", bots="greedy", first="1", speed="calm"))
    assert bots["data-actor"] is None
    assert root_attributes(open_page(embed="1"))["data-embed"] == "1"


# What others add to an address

TRACKING = {
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


@pytest.mark.parametrize("name", TRACKING)
def test_names_that_the_page_does_not_know_are_left_out_without_a_word(name: str) -> None:
    for parameters in ({}, {"embed": "1"}, {"start": "1", "variant": "longo"}, {"pad": "1"}):
        plain, tracked = open_page(**parameters), open_page(**parameters, **{name: TRACKING[name]})
        assert tracked == plain
        assert tracked.notices == ()
    assert read(**{name: TRACKING[name]}) == read()


def test_a_known_name_with_a_bad_value_is_still_told_of() -> None:
    assert open_page(variant="mixx", fbclid="x").notices == ("bad-parameters",)
    assert open_page(daily="someday", fbclid="x").notices == ("bad-day",)


def test_names_are_known_in_any_case_and_the_first_of_two_counts() -> None:
    assert normalize_known_parameters({"LANG": "de", "Embed": "1"}) == {"lang": "de", "embed": "1"}
    assert normalize_known_parameters({"Lang": "de", "lang": "en"}) == {"lang": "de"}
    assert normalize_known_parameters(dict.fromkeys(KNOWN, "1")) == dict.fromkeys(KNOWN, "1")


@pytest.mark.parametrize(
    ("value", "own"),
    [
        ("1?utm_source=x", "1"),  # it was appended as if the address had no "?"
        ("1?fbclid=x&utm_source=y", "1"),
        ("1&utm_source=x", "1"),  # encoded once too often
        ("1#fbclid=x", "1"),
        ("Who?,Ann & Ben", "Who?,Ann & Ben"),
        ("2026-11-20", "2026-11-20"),
    ],
)
def test_what_is_appended_to_a_value_is_cut_off(value: str, own: str) -> None:
    assert normalize_known_parameters({"names": value}) == {"names": own}


@pytest.mark.parametrize(
    ("search", "own"),
    [
        ("", ""),
        ("?fbclid=x", ""),
        ("?embed=1&bots=hard", "?embed=1&bots=hard"),
        ("?embed=1?utm_source=a", "?embed=1"),
        ("?utm_source=a&embed=1&_gl=b&names=A%26B", "?embed=1&names=A%26B"),
    ],
)
def test_a_frame_is_known_by_its_own_parameters(search: str, own: str) -> None:
    """Games in frames are saved under this text, so nothing else in it changes."""
    assert without_foreign_parameters(search) == own


@pytest.mark.parametrize(
    "junk", ["", "&fbclid=x", "?utm_source=x", "#x", ":~:text=a", "%26a=b", "."]
)
def test_what_is_appended_to_a_fragment_is_cut_off(junk: str) -> None:
    for own in ("g=1aB-_", "same=ABC123", "same=ABC123.X-1.Y_2", "join=ABC", "answer=ABC"):
        assert fragment_if_known(own + junk) == own


@pytest.mark.parametrize("fragment", ["", ":~:text=Qwixx", "fbclid=x", "there", "xg=1", "="])
def test_other_fragments_hold_nothing(fragment: str) -> None:
    assert fragment_if_known(fragment) == ""
    model = model_after(Model(), PageOpened(fragment=fragment, languages=("en",)))
    assert isinstance(model.screen, StartScreen)
    assert model.notices == ()
    assert update(model, FragmentChanged(fragment)) == (model, [])


def test_a_link_to_a_game_is_followed_whatever_was_appended() -> None:
    code = encode_game(Game(CLASSIC, ("Ann", "Ben"), 5).roll())
    begin = PageOpened(fragment=f"g={code}&utm_source=x", parameters=TRACKING, languages=("en",))
    linked = model_after(Model(), begin)
    visited = model_after(open_page(), FragmentChanged(f"g={code}?fbclid=x"))
    for model in (linked, visited):
        assert isinstance(model.screen, ReplayScreen)
        assert model.notices == ()
    assert model_after(open_page(), FragmentChanged("g=?fbclid=x")).notices == ("bad-link",)


def test_a_link_that_is_pasted_is_read_whatever_was_appended() -> None:
    invitation = "https://me.org/?speed=quick#join=ABC234&utm_source=x"
    assert read_table_link(invitation) == ("join=", "ABC234")
    assert read_table_link(" ABC 234 ") == ("", "ABC 234")
    screen = open_page(same="1").screen
    assert isinstance(screen, SameDiceScreen)
    code = screen.setup.code
    assert read_same_link(f"https://me.org/#same={code}?fbclid=x").setup.code == code
    assert read_same_link(f" {code[:3]} {code[3:]} ").setup.code == code


def test_what_is_shared_carries_nothing_of_others_on() -> None:
    begin = PageOpened(parameters=TRACKING, page_url="https://me.org/", languages=("en",))
    model = model_after(Model(), begin)
    shown = render_html(view(model_after(model, ControlUsed("embed"))))
    assert "https://me.org/?embed=1" in shown
    table = render_html(view(model_after(model, SameDiceLoaded(""), ControlUsed("same-qr"))))
    assert "#same=" in table
    assert not any(f"{name}=" in shown + table for name in TRACKING if name)
