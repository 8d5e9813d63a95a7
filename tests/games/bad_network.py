"""Whole games of honest devices in a bad network: lost connections, reloads, and reordering."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwixx.games.live import host_actions
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import GUEST, HERE
from qwixx.rules.variants import CLASSIC, LONGO
from tests.games.simulated_table import (
    SimulatedTable,
    make_guest,
    new_host,
    play_step,
    seat_to_request,
)

if TYPE_CHECKING:
    from qwixx.games.live.host import Step

MAX_STEPS = 20_000


@dataclass
class BadNetwork:
    """A table of honest devices whose messages and connections are subject to chance.

    Args:
        rng: the random source; a test repeats a table by its seed.
        table: the table.
        next_peer: number of the next connection.
        reload_count: number of reloads so far, each with new entropy.
        lost: guests without a connection.
    """

    rng: random.Random
    table: SimulatedTable
    next_peer: int = 100
    reload_count: int = 0
    lost: list[Guest] = field(default_factory=list)

    def new_entropy(self) -> str:
        self.reload_count += 1
        return f"{self.reload_count:064x}"

    def reload_host(self) -> None:
        """Reload the host's page, which closes all connections."""
        text, guests = self.table.host.to_json(), [*self.table.guests.values()]
        host = Host.from_json(text, "build", self.new_entropy())
        self.table = SimulatedTable(host)
        self.lost += [guest.without_connection() for guest in guests]

    def reload_guest(self, guest: Guest) -> Guest:
        return Guest.from_json(guest.to_json(), "build", self.new_entropy())

    def reconnect(self) -> None:
        """Connect a lost guest, perhaps after a reload."""
        guest = self.lost.pop(self.rng.randrange(len(self.lost)))
        if self.rng.random() < 0.5:
            guest = self.reload_guest(guest)
        self.next_peer += 1
        self.table.connect(self.next_peer, guest, seat_to_request(guest))

    def disturb(self) -> None:
        """Let one thing happen that may happen between any two messages."""
        peers, chance = [*self.table.guests], self.rng.random()
        if chance < 0.02:
            self.reload_host()
        elif chance < 0.06 and peers:
            self.lost.append(self.table.disconnect(self.rng.choice(peers)))
        elif chance < 0.3 and self.lost:
            self.reconnect()
        else:
            self._act(chance, peers)

    def _act(self, chance: float, peers: list[int]) -> None:
        """Let a person do something, or let a message arrive."""
        rng, table = self.rng, self.table
        if chance < 0.34 and table.host.away_seats and not table.host.is_in_lobby:
            seat = rng.choice(table.host.away_seats)
            seated = rng.choice((host_actions.seat_bot, _seat_here))
            table.apply_host_step(seated(table.host, seat, "easy"))
        elif chance < 0.4 and peers:
            self._ask_or_answer(rng.choice(peers))
        elif chance < 0.43 and table.host.game is not None:
            table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
        elif chance < 0.44:
            table.apply_host_step(
                host_actions.name_late_guests(table.host, table.host.roll_wait_id)
            )
            table.apply_host_step(host_actions.replace_late_guests(table.host, "easy"))
        elif chance < 0.48:
            yes = rng.random() < 0.7
            seats = table.host.local_seats
            table.apply_host_step(
                host_actions.answer_or_cancel_undo_request(table.host, seats, yes=yes)
            )
        elif chance < 0.9 and peers:
            table.deliver_next(rng.choice(peers), rng.choice(("up", "down")))
        elif table.host.game is not None:
            play_step(table, rng)

    def _ask_or_answer(self, peer: int) -> None:
        guest = self.table.guests[peer]
        if guest.seat is None:
            return
        if self.rng.random() < 0.3:
            self.table.apply_guest_step(peer, guest.request_undo())
            return
        yes = self.rng.random() < 0.7
        self.table.apply_guest_step(peer, guest.answer_or_cancel_undo_request(yes=yes))

    def finish(self) -> None:
        """Let everybody return, and play to the end."""
        while self.lost:
            self.reconnect()
            self.table.deliver_all()
        for _ in range(MAX_STEPS):
            if self.table.host.is_finished:
                return
            for seat in self.table.host.away_seats:
                self.table.apply_host_step(host_actions.seat_bot(self.table.host, seat, "easy"))
            request = self.table.host.undo_request
            if request is not None:
                self.table.apply_host_step(
                    host_actions.answer_or_cancel_undo_request(
                        self.table.host, [request.requester], yes=False
                    )
                )
            self.table.deliver_all()
            if self.table.host.game is not None:
                play_step(self.table, self.rng)
                self.table.deliver_all()
        msg = "the game does not end"
        raise AssertionError(msg)


def _seat_here(host: Host, seat: int, _kind: str) -> Step:
    return host_actions.seat_local_person(host, seat)


def started_network(seed: int) -> BadNetwork:
    """Return a table whose game is starting, with 2 to 4 guests, and perhaps a bot."""
    rng = random.Random(seed)
    guest_count = rng.randint(1, 4)
    occupants = [Occupant(HERE, "Emma"), *[Occupant() for _ in range(guest_count)]]
    if guest_count < 4 and rng.random() < 0.5:
        occupants.append(Occupant("easy"))
    host = new_host(*occupants, variant=rng.choice((CLASSIC, LONGO)))
    table = SimulatedTable(host)
    for number in range(1, guest_count + 1):
        table.connect(number, make_guest(1000 * seed + number, f"Guest {number}"), number)
    table.connect(9, make_guest(1000 * seed + 9))
    table.deliver_all()
    assert [one.kind for one in table.host.occupants].count(GUEST) == guest_count
    network = BadNetwork(rng, table)
    table.apply_host_step(host_actions.start_game(table.host, ["P"] * len(occupants)))
    return network


def play_in_bad_network(seed: int, disturbances: int = 300) -> BadNetwork:
    """Play a whole game with the given number of disturbances, and a rematch of half as many."""
    network = started_network(seed)
    for _ in range(disturbances):
        network.disturb()
        assert_nobody_is_accused(network)
    network.finish()
    assert_nobody_is_accused(network)
    host = network.table.host
    network.table.apply_host_step(host_actions.start_rematch(host, ["P"] * len(host.occupants)))
    for _ in range(disturbances // 2):
        network.disturb()
    network.finish()
    assert_nobody_is_accused(network)
    return network


def assert_nobody_is_accused(network: BadNetwork) -> None:
    for guest in (*network.table.guests.values(), *network.lost):
        assert guest.pins.reason is None
    for reason in network.table.refusals.values():
        assert reason not in ("message", "version"), network.table.refusals
