"""Test fair dice: a host that cheats a genuine guest gains nothing, or is named, or is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwixx.games import chains
from qwixx.games.chains import CHAIN_LENGTH, DRAW, Call, MadeRoll, make_chain
from qwixx.games.game import Game
from qwixx.games.live.guest import new_guest
from qwixx.games.live.protocol import GUEST, HERE, VERSION, Anchor, Link, OccupantView, Open
from qwixx.rules.dice import Roll
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from tests.games.dishonest_host import KINDS, NAMES, TABLE_ID, DishonestHost


def started() -> DishonestHost:
    host = DishonestHost()
    host.start()
    return host


def at_phase(phase: Phase, *, active: int | None = None) -> DishonestHost:
    """Return a host in the given phase of its second turn or later, perhaps of one player."""
    host = started()
    host.play_turn()
    while active is not None and host.game.state.active != active:  # type: ignore[union-attr]
        host.play_turn()
    if phase is not Phase.ROLL:
        host.roll()
    while host.game.state.phase is not phase:  # type: ignore[union-attr]
        host.decide(host.game.state.to_act[0])  # type: ignore[union-attr]
    return host


def test_honest_game_is_fair() -> None:
    host = started()
    host.play_to_end()
    assert host.verdict == "fair"
    assert host.counts == (0, 0, 0, 0)


# Nobody can choose: the second round of one start


def test_start_that_is_repeated_gets_other_links() -> None:
    """A link that the host knows is never used for terms that the host may still choose."""
    host = DishonestHost()
    host.connect()
    host.send_start()
    first = host.next_call(DRAW)
    known = {host.link_for(first)}
    assert "" not in known
    again = host.next_call(DRAW)
    assert host.link_for(again) not in {"", *known}
    assert host.counts == (1, 0, 0, 0)
    assert host.link_for(first) == ""  # a call given up does not come back
    host.game_number = 1
    host.send_start()
    assert host.link_for(host.next_call(DRAW)) not in {"", *known}
    assert host.counts == (0, 0, 1, 0)
    assert host.verdict == ""


def test_device_never_gives_link_twice_for_different_calls() -> None:
    host = at_phase(Phase.ROLL)
    turn = host.game.state.turn  # type: ignore[union-attr]
    call = host.next_call(turn)
    link = host.link_for(call)
    assert link == host.link_for(call) != ""  # the same call again
    for changes in (
        {"chains": (*call.chains[:2], (make_chain(TABLE_ID, "07" * 16).anchor, 1))},
        {"chains": call.chains[:2]},
        {"turn": turn + 1},
        {"game": 1},
    ):
        assert host.link_for(call._replace(**changes)) == ""
    assert host.guest.given == dict(call.chains)[host.guest.anchor]


@pytest.mark.parametrize(
    "change",
    [
        "another turn",
        "an earlier turn",
        "another game",
        "without the guest",
        "the guest twice",
        "an anchor twice",
        "a later link",
        "an earlier link",
        "a link beyond the end",
        "too many chains",
        "no chains",
    ],
)
def test_impossible_call_gets_nothing(change: str) -> None:
    host = at_phase(Phase.ROLL)
    turn = host.game.state.turn  # type: ignore[union-attr]
    call = host.next_call(turn)
    own, (anchor, number), other = call.chains
    spare = tuple((make_chain(TABLE_ID, f"{n:032x}", 1).anchor, 1) for n in range(3))
    changed: dict[str, Call] = {
        "another turn": call._replace(turn=turn + 1),
        "an earlier turn": call._replace(turn=DRAW),
        "another game": call._replace(game=3),
        "without the guest": call._replace(chains=(own, other)),
        "the guest twice": call._replace(chains=(own, (anchor, number), (anchor, number))),
        "an anchor twice": call._replace(chains=(own, (anchor, number), own)),
        "a later link": call._replace(chains=(own, (anchor, number + 1), other)),
        "an earlier link": call._replace(chains=(own, (anchor, number - 1), other)),
        "a link beyond the end": call._replace(
            chains=((own[0], CHAIN_LENGTH), (anchor, number), (other[0], 0))
        ),
        "too many chains": call._replace(chains=(*call.chains, *spare)),
        "no chains": call._replace(chains=()),
    }
    given = host.guest.given
    try:
        replies = host.send(changed[change])
    except ValueError:
        replies = []
    assert not any(isinstance(reply, Link) for reply in replies)
    assert host.guest.given == given


@pytest.mark.parametrize("phase", [Phase.WHITE, Phase.COLOR])
def test_call_before_all_decisions_are_public_gets_nothing(phase: Phase) -> None:
    host = at_phase(phase)
    turn = host.game.state.turn  # type: ignore[union-attr]
    assert host.link_for(host.next_call(turn + 1)) == ""
    assert not any(isinstance(one, Link) for one in host.send(host.next_call(turn)))
    assert host.guest.given == len(host.made)


def test_call_before_terms_or_first_view_gets_nothing() -> None:
    host = DishonestHost()
    host.connect()
    assert host.link_for(host.next_call(DRAW)) == ""
    host.send_view()
    assert host.link_for(host.next_call(DRAW)) == ""
    host.send_start()
    host.connect()  # the table may have changed since the last connection
    assert host.link_for(host.next_call(DRAW)) == ""
    host.send_start()
    assert host.link_for(host.next_call(DRAW))


def test_turn_with_roll_gets_this_roll_and_no_link() -> None:
    host = at_phase(Phase.ROLL)
    made = host.make_roll(host.game.state.turn)  # type: ignore[union-attr]
    assert host.send(host.next_call(made.turn)) == [made]


# Rolls


def test_wrong_link_is_named() -> None:
    for wrong in ("swapped", "repeated", "skipped", "another table", "another number"):
        host = at_phase(Phase.ROLL)
        call = host.next_call(host.game.state.turn)  # type: ignore[union-attr]
        made = host.roll_of(call, host.link_for(call))
        first, own, third = made.links
        number = call.chains[0][1]
        other_table = make_chain("cd" * 16, "05" * 16)
        (anchor, _number), *rest = call.chains
        bad = {
            "swapped": made._replace(links=(third, own, first)),
            "repeated": made._replace(links=(host.chain.links[number - 1], own, third)),
            "skipped": made._replace(links=(host.chain.links[number + 1], own, third)),
            "another table": made._replace(links=(other_table.links[number], own, third)),
            "another number": made._replace(
                chains=((anchor, number - 1), *rest),
                links=(host.chain.links[number - 1], own, third),
            ),
        }[wrong]
        host.send(bad)
        # With another number, it is also another call than the one that the guest answered.
        assert host.verdict in ("wrong link", "wrong second"), wrong


def test_dice_that_do_not_come_from_links_are_refused() -> None:
    host = at_phase(Phase.ROLL)
    call = host.next_call(host.game.state.turn)  # type: ignore[union-attr]
    host.send(host.roll_of(call, host.link_for(call)))
    assert host.game is not None
    before = host.guest.known
    host.send_game(host.game.apply_or_redo(Roll((6, 6), (6, 6, 6, 6))))
    assert host.verdict == "wrong dice"
    assert host.guest.known == before  # not shown


def test_roll_that_was_not_told_is_refused() -> None:
    host = at_phase(Phase.ROLL)
    assert host.game is not None
    host.send_game(host.game.apply_or_redo(Roll((1, 2), (3, 4, 5, 6))))
    assert host.verdict == "wrong dice"


def test_other_first_player_is_named() -> None:
    host = DishonestHost()
    host.connect()
    host.send_start()
    call = host.next_call(DRAW)
    made = host.roll_of(call, host.link_for(call))
    host.send(made)
    drawn = chains.first_player_of(TABLE_ID, made, 3)
    host.send_game(Game("classic", NAMES, 0, first=(drawn + 1) % 3))
    assert host.verdict == "wrong dice"
    assert host.guest.known is None


def test_second_roll_for_turn_is_named() -> None:
    host = at_phase(Phase.ROLL)
    made = host.make_roll(host.game.state.turn)  # type: ignore[union-attr]
    host.send(made)  # once more
    assert host.verdict == ""
    host.send(made._replace(chains=made.chains[:1], links=made.links[:1]))
    assert host.verdict == "wrong second"


def test_call_that_was_given_up_does_not_come_back() -> None:
    """Otherwise, the host could have the better of two rolls."""
    for is_reloaded in (False, True):
        host = at_phase(Phase.ROLL)
        turn = host.game.state.turn  # type: ignore[union-attr]
        first = host.next_call(turn)
        first_roll = host.roll_of(first, host.link_for(first))
        second = host.next_call(turn)
        assert host.link_for(second)
        assert host.counts == (1, 0, 0, 0)
        if is_reloaded:
            host.reload_guest()
        host.send(first_roll)
        assert host.verdict == "wrong second"


def test_roll_without_device_is_counted() -> None:
    host = at_phase(Phase.ROLL)
    turn = host.game.state.turn  # type: ignore[union-attr]
    answered = host.next_call(turn)
    assert host.link_for(answered)
    left_out = host.next_call(turn)
    left_out = left_out._replace(chains=(left_out.chains[0], left_out.chains[2]))
    host.publish(host.roll_of(left_out, ""))
    assert host.verdict == ""
    assert host.counts == (1, 1, 0, 0)
    assert host.guest.has_new_count
    while host.game.state.phase is not Phase.ROLL:  # type: ignore[union-attr]
        host.decide(host.game.state.to_act[0])  # type: ignore[union-attr]
    host.play_to_end()
    assert host.verdict == "fair"


def test_chain_chosen_after_links_are_known_does_not_enter() -> None:
    """A device that comes late, or a seat of the host's own, cannot be added to a known roll."""
    host = at_phase(Phase.ROLL)
    call = host.next_call(host.game.state.turn)  # type: ignore[union-attr]
    link = host.link_for(call)
    late = make_chain(TABLE_ID, "09" * 16)
    made = host.roll_of(call, link)
    host.send(
        MadeRoll(
            call.game, call.turn, (*call.chains, (late.anchor, 1)), (*made.links, late.links[1])
        )
    )
    assert host.verdict == "wrong second"


def test_link_of_one_turn_is_not_used_in_another() -> None:
    host = at_phase(Phase.ROLL)
    turn = host.game.state.turn  # type: ignore[union-attr]
    call = host.next_call(turn)
    link = host.link_for(call)
    without = host.next_call(turn)
    without = without._replace(chains=(without.chains[0], without.chains[2]))
    host.publish(host.roll_of(without, ""))
    host.number += 1
    later = Call(0, turn + 1, ((host.chain.anchor, host.number), call.chains[1]))
    host.send(host.roll_of(later, link))
    assert host.verdict == "wrong second"


def test_older_chain_of_device_is_not_used() -> None:
    host = at_phase(Phase.ROLL)
    turn = host.game.state.turn  # type: ignore[union-attr]
    call = host.next_call(turn)
    link = host.link_for(call)
    old_anchor = host.guest.anchor
    hello = host.reload_guest()
    assert hello.anchor != old_anchor
    assert hello.next_number == 1
    assert hello.made == host.made[-1]
    host.publish(host.roll_of(call, link))  # the call that it had answered, before the reload
    assert host.verdict == ""
    assert host.counts == (0, 0, 0, 0)
    while host.game.state.phase is not Phase.ROLL:  # type: ignore[union-attr]
        host.decide(host.game.state.to_act[0])  # type: ignore[union-attr]
    mixed = host.next_call(turn + 1)
    for chains_ in ((*mixed.chains, (old_anchor, 99)), (mixed.chains[0], (old_anchor, 99))):
        assert host.link_for(mixed._replace(chains=chains_)) == ""


def test_rolls_before_guest_came_count_as_missed() -> None:
    host = at_phase(Phase.ROLL)
    late = DishonestHost(new_guest("2" * 64), made=host.made, game=host.game, number=host.number)
    late.connect()
    late.send(*late.made)
    late.send_game()
    assert late.counts == (0, len(host.made), 0, 0)
    assert late.verdict == ""
    late.play_to_end()
    assert late.verdict == "fair"


# The record


def test_decision_in_the_past_does_not_change() -> None:
    host = at_phase(Phase.ROLL, active=0)
    host.roll()
    assert host.game is not None
    length = len(host.game.events)
    while host.game.state.phase is Phase.WHITE:
        host.decide(host.game.state.to_act[0])
    host.game = host.game.go_to(length).without_undone()
    mark = next(move for move in host.game.state.legal_moves(0) if isinstance(move, Mark))
    host.game = host.game.play(0, mark)
    for seat in (1, 2):
        host.game = host.game.play(seat, host.game.state.legal_moves(seat)[0])
    host.send_game()
    assert host.verdict == "wrong changed"


def test_guests_own_decision_is_published_as_it_was_sent() -> None:
    host = at_phase(Phase.WHITE)
    assert host.game is not None
    assert host.guest.known is not None
    marks = [move for move in host.game.state.legal_moves(1) if isinstance(move, Mark)]
    assert marks
    host.guest, _texts = host.guest.send_changes(host.guest.known.play(1, marks[0]))
    while host.game.state.phase is Phase.WHITE:
        seat = host.game.state.to_act[0]
        passing = next(m for m in host.game.state.legal_moves(seat) if not isinstance(m, Mark))
        host.game = host.game.play(seat, passing)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_seats_do_not_change_in_game() -> None:
    swapped = (KINDS[1], KINDS[0], KINDS[2])
    for changes in (
        {"terms": swapped},
        {"seat": 2},
        {"seat": -1},
        {
            "occupants": tuple(
                OccupantView(kind, name, away=False)
                for kind, name in zip(swapped, NAMES, strict=True)
            )
        },
        {
            "occupants": tuple(
                OccupantView(kind, name, away=False)
                for kind, name in zip(KINDS, ("Ann", "Cem", "Ben"), strict=True)
            )
        },
        {
            "occupants": tuple(
                OccupantView(kind, name, away=False)
                for kind, name in zip(("easy", GUEST, GUEST), NAMES, strict=True)
            )
        },
        {"variant": "longo"},
    ):
        host = at_phase(Phase.ROLL)
        host.send_game(**changes)
        assert host.verdict.startswith("wrong"), changes


def test_substitute_and_return_are_allowed() -> None:
    host = at_phase(Phase.ROLL)
    for kind, name, away in (
        (GUEST, "Cem", True),
        ("easy", "Cem", False),
        (HERE, "Cem", False),
        (GUEST, "Dan", False),
    ):
        last = OccupantView(kind, name, away=away)
        people = tuple(
            OccupantView(k, n, away=False) for k, n in zip(KINDS[:2], NAMES[:2], strict=True)
        )
        host.send_game(occupants=(*people, last))
        assert host.verdict == ""


def test_end_is_not_taken_back() -> None:
    host = started()
    host.play_to_end()
    assert host.game is not None
    host.take_back(len(host.game.events) - 1)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_shorter_record_without_undo_is_named_while_connected() -> None:
    host = at_phase(Phase.ROLL)
    assert host.game is not None
    host.game = host.game.go_to(len(host.game.events) - 1).without_undone()
    host.send_game()
    assert host.verdict == "wrong changed"


def test_shorter_record_after_new_connection_is_said() -> None:
    host = at_phase(Phase.ROLL)
    assert host.game is not None
    roll = max(n for n, event in enumerate(host.game.events) if isinstance(event, Roll))
    lost = len(host.game.events) - roll
    host.game = host.game.go_to(roll).without_undone()
    host.connect()
    host.send(*host.made)
    host.send_game()
    assert host.verdict == ""
    assert host.counts == (0, 0, 0, lost)
    assert host.guest.has_new_count


def test_other_record_after_new_connection_is_named() -> None:
    host = at_phase(Phase.COLOR, active=0)
    assert host.game is not None
    game = host.game
    host.decide(0)
    mark = next((m for m in game.state.legal_moves(0) if isinstance(m, Mark)), None)
    assert mark is not None
    host.game = game.play(0, mark)
    host.connect()
    host.send(*host.made)
    host.send_game()
    assert host.verdict == "wrong changed"


# Undo


def test_color_decision_is_free_until_next_call() -> None:
    host = at_phase(Phase.COLOR, active=0)
    host.decide(0)
    assert host.game is not None
    host.take_back(len(host.game.events) - 1)
    host.send_game()
    assert host.verdict == ""
    host.decide(0)
    assert host.game.state.phase is Phase.ROLL
    host.link_for(host.next_call(host.game.state.turn))
    host.take_back(len(host.game.events) - 1)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_white_decision_is_not_free_once_others_are_known() -> None:
    host = at_phase(Phase.COLOR, active=0)
    assert host.game is not None
    roll = max(n for n, e in enumerate(host.game.events) if isinstance(e, Roll))
    host.take_back(roll + 1)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_undo_with_consent_is_allowed_once() -> None:
    host = at_phase(Phase.COLOR, active=0)
    assert host.game is not None
    roll = max(n for n, e in enumerate(host.game.events) if isinstance(e, Roll))
    host.send_game(undo_request=1, requester=0, length=roll + 1, waiting=(1, 2))
    host.guest, texts = host.guest.answer_or_cancel_undo_request(yes=True)
    assert texts
    host.take_back(roll + 1, undo_request=1)
    host.send_game()
    assert host.verdict == ""
    while host.game.state.phase is Phase.WHITE:
        host.decide(host.game.state.to_act[0])
    host.take_back(roll + 1, undo_request=2)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_consent_is_for_one_length_only() -> None:
    host = at_phase(Phase.COLOR, active=0)
    assert host.game is not None
    roll = max(n for n, e in enumerate(host.game.events) if isinstance(e, Roll))
    host.send_game(undo_request=1, requester=0, length=roll + 1, waiting=(1, 2))
    host.guest, _texts = host.guest.answer_or_cancel_undo_request(yes=True)
    host.take_back(roll, undo_request=1)  # behind the roll
    host.send_game()
    assert host.verdict == "wrong changed"


def test_refusal_is_no_consent() -> None:
    host = at_phase(Phase.COLOR, active=0)
    assert host.game is not None
    length = len(host.game.events) - 1
    host.send_game(undo_request=1, requester=0, length=length, waiting=(1, 2))
    host.guest, texts = host.guest.answer_or_cancel_undo_request(yes=False)
    assert texts
    host.take_back(length, undo_request=1)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_own_undo_request_explains_own_undo() -> None:
    host = at_phase(Phase.ROLL, active=2)
    assert host.game is not None
    host.guest, _texts = host.guest.request_undo()
    index = max(
        n
        for n, event in enumerate(host.game.events)
        if not isinstance(event, Roll) and event.player == 1
    )
    host.take_back(index, seat=1, undo_request=1)
    host.send_game()
    assert host.verdict == ""
    host.take_back(index - 1, seat=1, undo_request=2)
    host.send_game()
    assert host.verdict == "wrong changed"


def test_turn_keeps_its_roll_after_undo() -> None:
    host = at_phase(Phase.ROLL, active=2)
    host.play_turn()
    assert host.game is not None
    turn, roll = host.game.state.turn - 1, host.made[-1]
    index = max(n for n, e in enumerate(host.game.events) if isinstance(e, Roll))
    host.send_game(undo_request=1, requester=0, length=index, waiting=(1, 2))
    host.guest, _texts = host.guest.answer_or_cancel_undo_request(yes=True)
    host.take_back(index, undo_request=1)
    host.send_game()
    assert host.send(host.next_call(turn)) == [roll]
    other = host.next_call(turn)
    host.send(host.roll_of(other._replace(chains=other.chains[:1]), ""))
    assert host.verdict == "wrong second"


# Counts over games and tables


def test_games_broken_off_are_counted_over_tables_until_game_ends() -> None:
    host = DishonestHost()
    for number in range(2):
        host.game_number = number
        host.connect()
        host.send_start()
        assert host.link_for(host.next_call(DRAW))
    assert host.guest.pins.broken_off == 1
    other = DishonestHost(
        guest=host.guest,
        table_id="cd" * 16,
        chain=make_chain("cd" * 16, "05" * 16),
        accomplice=make_chain("cd" * 16, "06" * 16),
    )
    other.start()
    assert other.guest.pins.broken_off == 2
    other.play_to_end()
    assert other.verdict == "fair"
    assert other.counts == (0, 0, 2, 0)
    other.game_number, other.made, other.game, other.undone = 1, [], None, []
    other.send_start()
    other.make_roll(DRAW)
    assert other.counts == (0, 0, 0, 0)


def test_earlier_game_does_not_come_back() -> None:
    host = started()
    host.game_number = 1
    host.send_start()
    host.game_number = 0
    host.send_game()
    assert host.verdict == "wrong changed"


def test_game_does_not_disappear() -> None:
    host = at_phase(Phase.ROLL)
    host.send_view(game=0, terms=KINDS)
    assert host.verdict == "wrong changed"


def test_first_reason_stays() -> None:
    host = at_phase(Phase.ROLL)
    host.send_game(seat=2)
    assert host.verdict == "wrong changed"
    assert host.game is not None
    host.send_game(host.game.apply_or_redo(Roll((6, 6), (6, 6, 6, 6))))
    assert host.verdict == "wrong changed"


# Saves


def test_pinned_call_survives_reload() -> None:
    """The host cannot use a link in another roll because the guest's page was reloaded."""
    host = at_phase(Phase.ROLL)
    call = host.next_call(host.game.state.turn)  # type: ignore[union-attr]
    link = host.link_for(call)
    host.reload_guest()
    host.number += 1
    other = call._replace(chains=((host.chain.anchor, host.number), *call.chains[1:]))
    host.send(host.roll_of(other, link))
    assert host.verdict == "wrong second"


def test_second_greeting_over_one_connection_is_named() -> None:
    host = started()
    host.send(Open(VERSION, "", "cd" * 16))
    assert host.verdict == "wrong rules"


def test_variant_of_newer_host_is_refused_with_reason() -> None:
    host = DishonestHost()
    host.connect()
    host.send_view(variant="mega")
    assert host.guest.refused == "version"
    assert host.verdict == ""


def test_chain_that_ends_is_followed_by_another() -> None:
    host = at_phase(Phase.ROLL)
    chain = host.guest.chain
    assert chain is not None
    host.number = CHAIN_LENGTH - 2
    host.guest = replace(host.guest, given=CHAIN_LENGTH - 2)
    host.roll()
    anchors = [one for one in host.received if isinstance(one, Anchor)]
    assert [one.anchor for one in anchors] == [host.guest.anchor]
    assert host.guest.anchor != chain.anchor
    assert host.guest.given == 0
    assert host.verdict == ""
