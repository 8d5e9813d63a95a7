"""Links of each kind, cut off at each length, in all languages."""

from __future__ import annotations

import pytest

from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.games.written.bot_link import encode_bot
from qwixx.games.written.challenge_link import Challenge
from qwixx.games.written.share_link import encode_game
from qwixx.ui.model import Model
from qwixx.ui.model.messages import FragmentChanged, PageOpened
from qwixx.ui.model.signals import Signal, pack
from qwixx.ui.texts.languages import LANGUAGES
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.games.test_challenges import KINDS
from tests.games.turn_games import whole_game
from tests.ui.fake_page import text_of

SIGNAL = pack(Signal(5, 1, bytes(32), "AAAA", "A" * 24))
LINKS = {
    "g": encode_game(finished_game(seed=3)),
    "same": "R7K2M9",
    "bot": encode_bot(EXAMPLES["careful"], "Careful"),
    "join": SIGNAL,
    "answer": SIGNAL,
    "t": whole_game(1)[4].text,
    "c": Challenge(finished_game(seed=3), KINDS, "Zoë 🎲").code,
}


@pytest.mark.parametrize("kind", ["bot", "t", "c"])
def test_page_says_that_link_is_incomplete(kind: str) -> None:
    link = f"{kind}={LINKS[kind]}"
    for length in range(len(f"{kind}=") + 1, len(link)):
        model, _ = update(Model(), PageOpened(seed=5, fragment=link[:length]))
        assert "This link is incomplete: copy all of it." in text_of(view(model))


@pytest.mark.parametrize("kind", LINKS)
def test_page_opens_with_link_that_is_cut_off(kind: str) -> None:
    link = f"{kind}={LINKS[kind]}"
    for length in range(len(link)):
        language = [*LANGUAGES][length % len(LANGUAGES)]
        opened = PageOpened(
            {"lang": language}, seed=5, fragment=link[:length], page_url="https://example.org/"
        )
        for model in (
            update(Model(), opened)[0],
            update(update(Model(), opened)[0], FragmentChanged(link[: length // 2]))[0],
        ):
            assert text_of(view(model))
            assert root_attributes(model)["lang"] == language
