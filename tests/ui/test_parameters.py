"""What the address says: what fits is taken, what does not is told of and left out."""

from __future__ import annotations

import pytest

from qwixx import CLASSIC, LONGO
from qwixx.ui.address import read_parameters
from qwixx.ui.model.messages import Begin
from qwixx.ui.model.settings import Settings
from qwixx.ui.model.table import PERSON, Seat, Setup
from qwixx.ui.storage import write_settings, write_setup
from qwixx.ui.view import root_attributes
from tests.ui.fake import opened

PEOPLE = Seat(PERSON)


def read(**parameters: str) -> tuple[Settings, Setup, tuple[str, ...]]:
    return read_parameters(Begin(parameters=parameters, languages=("de-CH", "en")))


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
    settings, setup, notices = read_parameters(
        Begin(parameters={"variant": "classic"}, saved=saved, languages=("en",))
    )
    assert settings == Settings(language="ar", theme="dark")
    assert setup == Setup(variant=CLASSIC, first=1)
    assert notices == ()


@pytest.mark.parametrize("damaged", ["settings", "setup"])
def test_what_was_saved_and_is_damaged_is_as_if_it_were_not(damaged: str) -> None:
    begin = Begin(saved={damaged: "{"}, languages=("en",))
    assert read_parameters(begin)[:2] == (Settings(), Setup())


def test_what_style_sheets_and_other_tools_read_of_the_page() -> None:
    start = root_attributes(opened(lang="he", theme="dark"))
    assert (start["lang"], start["dir"], start["data-theme"]) == ("he", "rtl", "dark")
    assert (start["data-screen"], start["data-embed"]) == ("start", None)
    assert start["data-phase"] is start["data-actor"] is start["data-variant"] is None
    game = root_attributes(opened(start="1", variant="longo", players="2", first="1"))
    assert (game["data-variant"], game["data-phase"], game["data-actor"]) == ("longo", "roll", "1")
    bots = root_attributes(opened(start="1", bots="greedy", first="1", speed="calm"))
    assert bots["data-actor"] is None
    assert root_attributes(opened(embed="1"))["data-embed"] == "1"
