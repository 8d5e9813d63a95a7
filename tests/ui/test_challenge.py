"""Challenges: the same dice for a friend, hidden sheets, answers, and links that are refused."""

from __future__ import annotations

import random
import re

import pytest

from qwixx.bots import find_bot
from qwixx.games.archive.archived_game import parse_archived_game
from qwixx.games.challenge_log import parse_challenge_log
from qwixx.games.daily import daily_seed
from qwixx.games.written.challenge_link import Challenge, parse_challenge
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    ClearFragment,
    ContinueReview,
    CopyField,
    GenerateQrCode,
    ShareText,
    WriteArchive,
)
from qwixx.ui.model.hand import Weights
from qwixx.ui.model.messages import (
    ArchiveRead,
    CellTapped,
    ControlUsed,
    DateReceived,
    Message,
    PageOpened,
    QrCodeGenerated,
    ReviewProgressed,
    TextEdited,
    TimerFired,
)
from qwixx.ui.model.policy import Help, Undo
from qwixx.ui.screens.challenge.comparison import compare
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.browser_tabs import RecordingTab
from tests.ui.fake_page import page_actions, text_of, walk


class Device(RecordingTab):
    """A browser that plays games to their end."""

    def play_on(self, steps: int = 10_000, bot: str = "greedy") -> Device:
        """Play up to a number of a person's steps, with the moves of a bot."""
        for _step in range(steps):
            while self.model.game is not None and self.model.board.fast_forward:
                self.send(TimerFired(self.model.session.timer))
            board = self.model.board
            if board.game.state.phase is Phase.OVER:
                break
            player = board.person_to_act
            assert player is not None
            message: Message = ControlUsed(
                "roll" if board.game.state.phase is Phase.ROLL else "pass"
            )
            if board.game.state.to_act:
                move = find_bot(bot).choose_move(board.game.state, player, random.Random(1))
                if isinstance(move, Mark):
                    message = CellTapped(player, move.code)
            self.send(message)
        return self

    @property
    def stage(self) -> str:
        """The stage of the challenge, or ""."""
        found = [node.attributes.get("data-challenge") for node in walk(view(self.model))]
        return next(filter(None, found), "")

    @property
    def link(self) -> str:
        """The link to send."""
        return next(
            node.attributes["value"]
            for node in walk(view(self.model))
            if node.attributes.get("data-link") is not None
        )

    @property
    def screen(self) -> str:
        return root_attributes(self.model)["data-screen"] or ""


def challenger(name: str = "Ann", **parameters: str) -> Device:
    """Return the page of a finished game that has become a challenge."""
    options = {
        "start": "1",
        "players": "2",
        "bots": "greedy",
        "names": name,
        "seed": "9",
    }
    return Device(None, **{**options, **parameters}).play_on().send(ControlUsed("challenge"))


def friend(link: str, name: str = "Bo", bot: str = "random") -> Device:
    """Return the page of a friend who has played a challenge."""
    device = Device(seed="77").open_link(link)
    device.send(ControlUsed("challenge-name", name), ControlUsed("challenge-play"))
    return device.play_on(bot=bot).send(ControlUsed("challenge"))


@pytest.fixture(scope="module")
def ann() -> Device:
    return challenger()


def test_finished_game_becomes_a_link(ann: Device) -> None:
    assert (ann.screen, ann.stage) == ("challenge", "sent")
    challenge = parse_challenge(ann.link.removeprefix("c="))
    assert (challenge.name, challenge.kinds) == ("Ann", ("person", "greedy"))
    assert challenge.game.seed == 9


def test_friend_plays_the_same_dice_without_seeing_the_sheet(ann: Device) -> None:
    bo = Device(seed="77").open_link(ann.link)
    assert (bo.screen, bo.stage) == ("challenge", "lobby")
    assert "Ann" in bo.text
    challenge = parse_challenge(ann.link.removeprefix("c="))
    assert not any("data-link" in node.attributes for node in walk(view(bo.model)))
    assert not any("sheet" in node.attributes.get("class", "") for node in walk(view(bo.model)))
    assert str(challenge.sheet.points) not in bo.text.split()
    bo.press("challenge-play")
    assert bo.screen == "game"
    assert ClearFragment() in bo.effects
    game, policy = bo.model.board.game, bo.model.board.policy
    assert game.states[0] == challenge.game.states[0]
    assert game.seed == challenge.game.seed
    assert (policy.undo, policy.advice) == (Undo.THIS_TURN, Help.NONE)


def test_whole_challenge_with_a_reload() -> None:
    ann = challenger()
    bo = Device(seed="77").open_link(ann.link)
    bo.send(ControlUsed("challenge-name", "Bo"), ControlUsed("challenge-play"))
    bo.play_on(7, bot="random")
    events = bo.model.board.game.events
    bo = bo.reload()
    assert bo.model.board.game.events == events
    assert bo.model.board.policy.undo is Undo.THIS_TURN
    bo.play_on(bot="random")
    assert "challenge" in page_actions(bo.model)
    bo.press("challenge")
    assert bo.stage == "played"
    assert "Ann" in bo.text
    answer = bo.link
    ann.open_link(answer)
    assert (ann.screen, ann.stage) == ("challenge", "answered")
    assert "Bo" in ann.text
    points = [
        one.sheet.points
        for one in map(parse_challenge, (ann.link.removeprefix("c="), answer.removeprefix("c=")))
    ]
    for device in (ann, bo):
        cells = [
            text_of(node)
            for node in walk(view(device.model))
            if node.attributes.get("class") == "total" and node.tag == "td"
        ]
        assert sorted(map(int, cells)) == sorted(points)


def test_answers_of_several_friends_make_a_table() -> None:
    ann = challenger()
    link = ann.link
    ann.open_link(friend(link).link)
    cy = friend(link, "Cy", "greedy").link
    ann.open_link(cy)
    assert "Bo" in ann.text
    assert "Cy" in ann.text
    rows = [node for node in walk(view(ann.model)) if "data-result" in node.attributes]
    assert len(rows) == 3
    ann.open_link(cy)  # the same answer again
    rows = [node for node in walk(view(ann.model)) if "data-result" in node.attributes]
    assert len(rows) == 3
    assert ann.model.screen.shown == 1  # type: ignore[attr-defined]
    ann.send(ControlUsed("challenge-with", "0"))
    assert ann.model.screen.shown == 0  # type: ignore[attr-defined]
    ann.send(ControlUsed("challenge-with", "9"))
    assert ann.model.screen.shown == 0  # type: ignore[attr-defined]
    reloaded = ann.reload().open_link(link)
    assert "Bo" in reloaded.text
    assert "Cy" in reloaded.text


def test_unnamed_friends_are_numbered() -> None:
    ann = challenger("")
    link = ann.link
    assert "a friend’s challenge" in Device().open_link(link).text
    ann.open_link(friend(link, "").link)
    assert "Your friend" in ann.text
    ann.open_link(friend(link, "", "greedy").link)
    assert "Friend 2" in ann.text


@pytest.mark.parametrize("bot", ["random", "greedy", "hard"])
def test_sentences_do_not_need_names(bot: str) -> None:
    ann = challenger("")
    bo = friend(ann.link, "", bot)
    assert "Now send your reply back." in bo.text
    lead = r"You’re (\d+) points? (ahead|behind)|A tie"
    assert (found := re.search(lead, bo.text))
    ann.open_link(bo.link)
    assert (opposite := re.search(lead, ann.text))
    assert found[1] == opposite[1]
    assert {found[2], opposite[2]} in ({"ahead", "behind"}, {None})


def test_answer_in_another_tab_reaches_the_first_one() -> None:
    ann = challenger()
    second = Device(ann.store)
    second.open_link(friend(ann.link).link)
    assert second.stage == "answered"
    ann.receive_storage_events()
    assert ann.stage == "answered"


def test_stale_tab_does_not_lose_an_answer() -> None:
    ann = challenger()
    Device(ann.store).open_link(friend(ann.link).link)
    ann.send(ControlUsed("challenge-name", "Anna"))
    log = parse_challenge_log(ann.store.texts_by_name()["challenges"])
    assert [len(one.answers) for one in log.challenges] == [1]
    assert parse_challenge(log.challenges[0].code).name == "Anna"


def test_challenge_is_continued_or_shown_when_its_link_is_opened_again(ann: Device) -> None:
    bo = Device().open_link(ann.link).press("challenge-play").play_on(5)
    bo.open_link(ann.link)
    assert "Continue this game" in bo.text
    assert bo.press("challenge-play").screen == "game"
    assert bo.model.below == ()
    events = bo.model.board.game.events
    bo.press("home").open_link(ann.link).press("challenge-play")
    assert bo.model.board.game.events == events
    bo.play_on().press("home")
    assert bo.open_link(ann.link).stage == "played"


def test_leaving_keeps_the_game_and_a_lost_game_starts_again(ann: Device) -> None:
    bo = Device().open_link(ann.link).press("challenge-play").play_on(3)
    assert bo.press("new-game").screen == "start"
    bo.open_link(ann.link).press("challenge-play")
    assert bo.screen == "game"
    assert bo.model.board.game.events
    slot = bo.model.board.slot
    bo.press("home")
    bo.store.remove(f"qwixx:/:game:{slot}")
    bo.open_link(ann.link).press("challenge-play")
    assert bo.model.board.game.events == ()
    assert bo.model.board.policy.origin == ann.link.removeprefix("c=")


def test_first_result_counts(ann: Device) -> None:
    bo = friend(ann.link)
    first = bo.link
    bo.press("leave-challenge")
    bo.press("undo")
    bo.play_on(bot="greedy").press("challenge")
    assert bo.link == first


def test_own_challenge_opens_for_its_sender() -> None:
    ann = challenger()
    ann.press("leave-challenge").open_link(ann_link := ann_link_of(ann))
    assert ann.stage == "sent"
    assert ann.link == ann_link


def ann_link_of(device: Device) -> str:
    log = parse_challenge_log(device.model.session.challenges)
    return f"c={log.challenges[-1].code}"


def test_answer_of_an_unknown_challenge_is_refused(ann: Device) -> None:
    stranger = challenger("Zed", seed="10")
    answer = friend(ann.link).link
    before = stranger.model.screen
    stranger.open_link(answer)
    assert stranger.model.screen == before
    assert "wasn’t sent from this browser" in stranger.text
    forged = Challenge(
        finished_game(seed=5),
        ("person", "greedy"),
        "Eve",
        parse_challenge(ann.link.removeprefix("c=")).id,
    )
    sender = challenger()
    sender.open_link(f"c={forged.code}")
    assert sender.stage == "sent"
    assert "wasn’t sent from this browser" in sender.text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda link: link[:-4], "This link is incomplete"),
        (lambda link: link[:20] + "x0" + link[22:], "Something in this link is wrong"),
        (lambda link: "c=2" + link[3:], "newer version of the page"),
        (lambda _link: "c=" + "A" * 100_000, "Something in this link is wrong"),
        (lambda _link: "c=", "This link is incomplete"),
        (lambda _link: "c=%00", "This link is incomplete"),
        (
            lambda _link: (
                "c=" + Challenge(finished_game(), ("person", "mine"), "x").code
                if False
                else "c=9999"
            ),
            "newer version of the page",
        ),
    ],
)
def test_bad_link_is_explained_and_the_game_stays(
    ann: Device, change: object, sentence: str
) -> None:
    bo = Device(start="1", players="2", bots="greedy", first="0").play_on(3)
    before = bo.model.board.game
    bo.open_link(change(ann.link))  # type: ignore[operator]
    assert sentence in bo.text
    assert (bo.screen, bo.model.board.game) == ("game", before)
    assert bo.effects[-1] == ClearFragment()
    opened = update(
        Model(),
        PageOpened(fragment=change(ann.link), languages=("en",)),  # type: ignore[operator]
    )[0]
    assert sentence in text_of(view(opened))


def test_bot_that_this_page_lacks_is_explained(
    ann: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = ann.link
    device = challenger().press("leave-challenge")
    monkeypatch.setattr("qwixx.ui.screens.game.challenge_record.BOTS", {})
    assert "newer version of the page" in Device().open_link(link).text
    assert "newer version of the page" in device.press("challenge").text


def test_page_opens_with_a_challenge(ann: Device) -> None:
    opened = PageOpened(fragment=ann.link, languages=("en",), seed=3)
    model, _effects = update(Model(), opened)
    assert root_attributes(model)["data-screen"] == "challenge"
    assert not model.back_stays_on_page
    closed, effects = update(model, ControlUsed("leave-challenge"))
    assert root_attributes(closed)["data-screen"] == "start"
    assert ClearFragment() in effects


def test_link_is_shared_copied_and_shown_as_qr_code(ann: Device) -> None:
    device = ann.reload().open_link(ann.link)
    text = next(
        one.text
        for one in [*device.press("challenge-share").effects][::-1]
        if isinstance(one, ShareText)
    )
    assert text.endswith(device.link)
    device.press("challenge-copy", "copied")
    assert CopyField("#challenge-link") in device.effects
    assert "Copied." in device.text
    device.press("challenge-qr")
    assert GenerateQrCode(device.link) in device.effects
    device.send(QrCodeGenerated("another", ("1",)), QrCodeGenerated(device.link, ("1",)))
    assert any(node.tag == "svg" for node in walk(view(device.model)))
    device.press("challenge-qr")
    assert not device.model.screen.qr_text  # type: ignore[attr-defined]


def test_answer_is_pasted() -> None:
    ann = challenger()
    answer = friend(ann.link).link
    ann.send(ControlUsed("challenge-paste", answer[:-3]))
    assert "This link is incomplete" in ann.text
    ann.send(ControlUsed("challenge-paste", " "))
    assert "This link is incomplete" not in ann.text
    stranger = friend(challenger("Zed", seed="10").link).link
    ann.send(ControlUsed("challenge-paste", stranger))
    assert "wasn’t sent from this browser" in ann.text
    ann.send(TextEdited("challenge-paste", answer[:-3]))
    assert ann.stage == "sent"
    ann.send(TextEdited("challenge-paste", f"Look! https://me.org/#{answer}"))
    assert ann.stage == "answered"
    ann.send(ControlUsed("challenge-paste", challenger("Zed", seed="11").link))
    assert ann.stage == "lobby"


@pytest.mark.parametrize(
    ("parameters", "field"), [({"same": "1"}, "same-code"), ({"table": "1"}, "summons")]
)
def test_challenge_is_pasted_where_invitations_are(
    ann: Device, parameters: dict[str, str], field: str
) -> None:
    link = f"https://me.org/#{ann.link}"
    bo = Device(None, **parameters)
    bo.send(TextEdited(field, link[:-1]))
    assert bo.stage == ""
    bo.send(TextEdited(field, link))
    assert bo.stage == "lobby"
    assert Device(None, **parameters).send(ControlUsed(field, link)).stage == "lobby"
    assert "incomplete" in Device(None, **parameters).send(ControlUsed(field, link[:-1])).text


def test_only_games_of_one_person_offer_a_challenge() -> None:
    two = Device(start="1", players="2", bots="", names="A,B", first="0").play_on()
    assert "challenge" not in page_actions(two.model)
    assert two.press("challenge").screen == "game"
    unfinished = Device(start="1", players="2", bots="greedy", first="0").play_on(3)
    assert unfinished.press("challenge").screen == "game"
    assert Device().press("challenge").screen == "start"


def test_daily_game_becomes_a_challenge() -> None:
    day = "2026-11-20"
    device = Device().send(DateReceived(day, "", day))
    device.model = device.model.with_board(setup=device.model.setup, weights=Weights.FAILED)
    assert device.model.board.game.seed == daily_seed(day)


def test_daily_dice_are_named_and_five_friends_fit_the_table() -> None:
    day = "2026-11-20"
    ann = challenger(seed=str(daily_seed(day)))
    ann.model = ann.model.with_session(today=day)
    assert "These are the dice of today’s daily game." in ann.text
    for name, bot in zip(
        ("Bo", "", "Cleo", "Dee", "Eve"), ("greedy", *["random"] * 4), strict=True
    ):
        ann.open_link(friend(ann.link, name, bot).link)
    assert ann.text.count("Friend 2") >= 2
    options = [node for node in walk(view(ann.model)) if node.tag == "option"]
    assert [text_of(option).strip() for option in options] == [
        *("Bo", "Friend 2", "Cleo", "Dee", "Eve"),
    ]
    tokens = [
        node.attributes["class"]
        for node in walk(view(ann.model))
        if node.attributes.get("class", "").startswith("token seat-")
    ]
    assert len(tokens) == 6
    assert "token seat-6" not in tokens


def test_compared_sheets_have_the_size_of_their_variant() -> None:
    ann = challenger(variant="longo")
    ann.open_link(friend(ann.link).link)
    [sheets] = [
        node for node in walk(view(ann.model)) if node.attributes.get("class") == "compared-sheets"
    ]
    assert (sheets.attributes["data-columns"], sheets.attributes["data-long"]) == ("15", "1")


def test_game_that_cannot_be_rated_says_so() -> None:
    ann = challenger(variant="mixx-a")
    ann.open_link(friend(ann.link).link)
    assert "The decisions in this kind of game can’t be rated." in ann.text


def test_both_games_are_reviewed_one_after_the_other() -> None:
    ann = challenger()
    ann.open_link(friend(ann.link).link)
    reviewed = []
    for _step in range(10_000):
        games = [one.game for one in ann.effects if isinstance(one, ContinueReview)]
        if not games:
            break
        ann.effects.clear()
        from qwixx.coach.reviewing import Review  # noqa: PLC0415

        reviewed.append(games[-1])
        ann.send(ReviewProgressed(games[-1], 0.5))
        assert ContinueReview(games[-1]) in ann.effects
        ann.effects.clear()
        ann.send(ReviewProgressed(games[-1], 1.0, Review((), (), ())))
    assert len(reviewed) == 2
    assert "Given away" in ann.text


def test_history_leads_to_the_answers() -> None:
    ann = challenger()
    bo = friend(ann.link)
    ann.open_link(bo.link)
    for device, label, stage in (
        (ann, "Challenge: 1 reply", "answered"),
        (bo, "Challenge: compare", "played"),
    ):
        archived = [one for one in device.effects if isinstance(one, WriteArchive)][-1].entries
        key, text = archived[0]
        assert parse_archived_game(text).is_finished
        device.press("leave-challenge", "history")
        device.send(ArchiveRead("history", (text,), ("",), 1, from_database=True))
        assert label in device.text
        assert key
        assert device.press("answers:0").stage == stage


def test_turns_are_compared() -> None:
    game = finished_game(seed=3)
    turns = compare(game, game, 0)
    assert [turn.number for turn in turns] == [*range(1, game.state.turn + 2)]
    assert not any(turn.differs for turn in turns)
    assert sum(one.own.has_penalty for one in turns if one.own) == game.state.sheets[0].penalties
    marks = [mark for turn in turns if turn.own for mark in turn.own.marks]
    assert (
        len(marks)
        >= sum(len(game.state.sheets[0].crossed(row)) for row in range(4))
        - game.state.sheets[0].penalties
    )
    shorter = compare(game, game.go_to(4), 0)
    assert shorter[-1].other is None
    assert shorter[-1].differs
