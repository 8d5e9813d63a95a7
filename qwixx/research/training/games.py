"""Whole games at compiled speed: the rules once more over row states, players, a network.

This knows the rules a second time, since the engine is built to be read, not to play a
thousand games a second. `tests/research/test_training.py` holds both against each other.

A position is `rs[player, row]` (row states), `pen[player]` and whose turn begins. A
player's lucky numbers are `lucky[player, 0..1]`, 0 for none.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

from qwixx.bots.thinking.inputs import layout
from qwixx.bots.thinking.planner import PENALTY_WASTE, SCENARIOS
from qwixx.bots.thinking.row_states import row_states

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

NETWORK = 0
HEURISTIC = 1
GREEDY = 2
MAX_FEATURES = 48
WIN = np.float32(1000.0)
"""The logit of a finished game that is won; minus that for a lost one."""


class Tables(NamedTuple):
    """A variant's row states as arrays, the layout of the network's inputs, the dice."""

    nxt: Any
    score: Any
    count: Any
    first_free: Any
    shut: Any
    locked: int
    states: int
    cells: int
    sides: int
    penalty: int
    boxes: int
    to_end: int
    lucky: int
    own_penalties: int
    their_penalties: int
    turn: int
    closed: int
    each: int
    best: int
    lucky_own: int
    lucky_their: int
    inputs: int
    bucket: Any
    reach: int


class Network(NamedTuple):
    """A network's weights, and what its logit is multiplied by."""

    e: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any
    scale: Any = 1.0


def make_tables(variant: Variant) -> Tables:
    """Return the tables of a variant."""
    rows = row_states(variant)
    inputs = layout(variant)
    return Tables(
        np.array(rows.next, np.int32),
        np.array(rows.score, np.int32),
        np.array(rows.count, np.int32),
        np.array(rows.first_free, np.int32),
        np.array(rows.shut, np.int32),
        rows.locked,
        len(rows),
        rows.cells,
        variant.die_sides,
        variant.penalty_points,
        variant.penalty_boxes,
        variant.rows_to_end,
        int(bool(variant.lucky_pairs)),
        inputs.own_penalties,
        inputs.their_penalties,
        inputs.turn,
        inputs.closed,
        inputs.each,
        inputs.best,
        inputs.lucky_own,
        inputs.lucky_their,
        inputs.inputs,
        np.array(inputs.bucket, np.int32),
        inputs.reach,
    )


@njit(cache=True, inline="always")
def cell_of(t, row, number):
    """Return the index of the cell of a number in a row."""
    return number - 2 if row < 2 else t.cells + 1 - number


@njit(cache=True)
def points_of(t, rs, pen, player):
    """Return what a sheet scores."""
    total = -t.penalty * pen[player]
    for row in range(4):
        total += t.score[rs[player, row]]
    return total


@njit(cache=True)
def read_features(t, rs, pen, lucky, me, nxt, out):
    """Write the indices of the inputs that are on, some of them several times; return how many."""
    n = rs.shape[0]
    k0 = k1 = k2 = k3 = 0
    for j in range(n):
        w = 1024 if j == me else 1
        k0 += w * rs[j, 0]
        k1 += w * rs[j, 1]
        k2 += w * rs[j, 2]
        k3 += w * rs[j, 3]
    a, b, c, d = 0, 1, 2, 3
    if k1 > k0:
        a, b, k0, k1 = 1, 0, k1, k0
    if k3 > k2:
        c, d, k2, k3 = 3, 2, k3, k2
    mirrored = k2 > k0 or (k2 == k0 and k3 > k1)
    if mirrored:
        a, b, c, d = c, d, a, b
    count = 0
    states = t.states
    closed = 0
    for row in range(4):
        if rs[me, row] >= t.locked:
            closed += 1
    own = points_of(t, rs, pen, me)
    best = -1000
    for j in range(n):
        base = 0
        if j == me:
            out[count] = t.own_penalties + pen[j]
        else:
            base = 4 * states
            out[count] = t.their_penalties + pen[j]
            points = points_of(t, rs, pen, j)
            best = max(best, points)
            out[count + 5] = t.each + t.bucket[min(max(own - points, -t.reach), t.reach) + t.reach]
        out[count + 1] = base + rs[j, a]
        out[count + 2] = base + states + rs[j, b]
        out[count + 3] = base + 2 * states + rs[j, c]
        out[count + 4] = base + 3 * states + rs[j, d]
        count += 5 if j == me else 6
        if t.lucky:
            base = t.lucky_own if j == me else t.lucky_their
            for k in range(2):
                number = lucky[j, k] - 2
                out[count] = base + (t.cells - 1 - number if mirrored else number)
                count += 1
    out[count] = t.turn + n * (n - 1) // 2 - 1 + (me - nxt) % n
    out[count + 1] = t.closed + closed
    out[count + 2] = t.best + t.bucket[min(max(own - best, -t.reach), t.reach) + t.reach]
    return count + 3


@njit(cache=True, fastmath=True)
def forward(net, feats, count, h, z):
    """Return the logit; leave the hidden layers in `h` (before the ramp) and `z` (before it)."""
    n1 = net.b1.shape[0]
    n2 = net.b2.shape[0]
    for k in range(n1):
        h[k] = net.b1[k]
    for i in range(count):
        row = net.e[feats[i]]
        for k in range(n1):
            h[k] += row[k]
    for j in range(n2):
        z[j] = net.b2[j]
    for i in range(n1):
        x = h[i]
        if x > 0:
            row = net.w2[i]
            for j in range(n2):
                z[j] += x * row[j]
    out = net.b3[0]
    for j in range(n2):
        out += max(z[j], np.float32(0)) * net.w3[0, j]
    return out * net.scale


@njit(cache=True)
def result(t, rs, pen, me):
    """Return a player's share of the win in a finished game."""
    own = points_of(t, rs, pen, me)
    share = 1
    for j in range(rs.shape[0]):
        if j != me:
            points = points_of(t, rs, pen, j)
            if points > own:
                return 0.0
            if points == own:
                share += 1
    return 1.0 / share


@njit(cache=True)
def shut_rows(t, rs):
    """Close rows that somebody has locked; return how many are closed."""
    closed = 0
    n = rs.shape[0]
    for row in range(4):
        for j in range(n):
            if rs[j, row] >= t.locked:
                closed += 1
                for i in range(n):
                    rs[i, row] = t.shut[rs[i, row]]
                break
    return closed


@njit(cache=True)
def guess(t, thumb, rs, pen, player):
    """Return what a sheet may come to score, by a rule of thumb."""
    total = np.float32(0)
    for row in range(4):
        total += thumb[rs[player, row]]
    return total - thumb[t.states] * pen[player] - thumb[t.states + 1] * pen[player] * pen[player]


@njit(cache=True)
def value(t, net, table, mode, rs, pen, lucky, me, nxt, over, bufs):
    """Return what a position is worth to a player: a logit, or a heuristic's points."""
    if over:
        share = result(t, rs, pen, me)
        if share == 0.0:
            return -WIN
        if share == 1.0:
            return WIN
        return np.float32(math.log(share / (1.0 - share)))
    if mode >= HEURISTIC:
        return guess(t, table[mode - HEURISTIC], rs, pen, me)
    feats, h, z = bufs
    count = read_features(t, rs, pen, lucky, me, nxt, feats)
    return forward(net, feats, count, h, z)


@njit(cache=True)
def white_options(t, rs, lucky, player, total, rows, states, cells):
    """Write what a player may cross for a white sum; return how many options there are."""
    count = 0
    for row in range(4):
        cell = cell_of(t, row, total)
        ns = t.nxt[rs[player, row], cell]
        if ns >= 0:
            rows[count] = row
            states[count] = ns
            cells[count] = cell
            count += 1
    if t.lucky and (lucky[player, 0] == total or lucky[player, 1] == total):
        least = 1000
        for row in range(4):
            if rs[player, row] < t.locked:
                least = min(least, t.count[rs[player, row]])
        for row in range(4):
            now = rs[player, row]
            if now < t.locked and t.count[now] == least:
                cell = t.first_free[now]
                ns = t.nxt[now, cell]
                if ns >= 0 and cell != cell_of(t, row, total):
                    rows[count] = row
                    states[count] = ns
                    cells[count] = cell
                    count += 1
    return count


@njit(cache=True)
def least_skip(t, own, rows, states, cells, count, most):
    """Choose among so many options as `qwixx.bots.greedy` does: the row or -1, and its state."""
    top = np.int64(1) << 40
    best_row, best_state = -1, 0
    for k in range(count):
        now = own[rows[k]]
        skips = cells[k] - t.first_free[now]
        key = (skips * 100 - t.count[now]) * 4 + rows[k]
        if skips <= most and key < top:
            top = key
            best_row, best_state = rows[k], states[k]
    return best_row, best_state


@njit(cache=True)
def greedy_white(t, rs, lucky, player, total, work):
    """Choose the white step of a greedy player: the row or -1, and its state."""
    rows, states, cells = work[2], work[3], work[6]
    count = white_options(t, rs, lucky, player, total, rows, states, cells)
    return least_skip(t, rs[player], rows, states, cells, count, 2)


@njit(cache=True)
def greedy_color(t, rs, me, dice, crossed, work):
    """Choose the color step of a greedy player: the row or -1, and its state."""
    rows, states, cells = work[2], work[3], work[6]
    count = 0
    for row in range(4):
        now = rs[me, row]
        for w in range(2):
            cell = cell_of(t, row, dice[w] + dice[2 + row])
            if now < t.locked and t.nxt[now, cell] >= 0:
                rows[count] = row
                states[count] = t.nxt[now, cell]
                cells[count] = cell
                count += 1
    return least_skip(t, rs[me], rows, states, cells, count, 2 if crossed else 3)


@njit(cache=True)
def settle_white(t, rs, wrow, wstate, out):
    """Write the row states after the white step; return how many rows are closed then."""
    out[:, :] = rs
    for j in range(rs.shape[0]):
        if wrow[j] >= 0:
            out[j, wrow[j]] = wstate[j]
    return shut_rows(t, out)


@njit(cache=True)
def plan_color(t, net, table, mode, base, pen, lucky, me, dice, crossed, noise, tmp, bufs, best):
    """Choose the color step of the active player: the value and `best` = row, state, waste."""
    n = base.shape[0]
    nxt = (me + 1) % n
    top = -np.inf
    best[0] = -1
    best[2] = 0
    for row in range(4):
        now = base[me, row]
        if now >= t.locked:
            continue
        for w in range(2):
            if w == 1 and dice[0] == dice[1]:
                break
            cell = cell_of(t, row, dice[w] + dice[2 + row])
            ns = t.nxt[now, cell]
            if ns < 0:
                continue
            tmp[:, :] = base
            tmp[me, row] = ns
            over = False
            if ns >= t.locked:
                over = shut_rows(t, tmp) >= t.to_end
            x = np.float64(value(t, net, table, mode, tmp, pen, lucky, me, nxt, over, bufs))
            if noise > 0 and abs(x) < WIN:
                x += np.random.normal(0.0, noise)
            waste = 0 if ns >= t.locked else cell - t.first_free[now]
            if x > top or (x == top and waste < best[2]):
                top = x
                best[0] = row
                best[1] = ns
                best[2] = waste
    over = False
    if not crossed:
        pen[me] += 1
        over = pen[me] >= t.boxes
    x = np.float64(value(t, net, table, mode, base, pen, lucky, me, nxt, over, bufs))
    if not crossed:
        pen[me] -= 1
    if noise > 0 and abs(x) < WIN:
        x += np.random.normal(0.0, noise)
    waste = 0 if crossed else PENALTY_WASTE
    if x > top or (x == top and waste < best[2]):
        top = x
        best[0] = -1
        best[2] = waste
    return top


@njit(cache=True)
def explore(t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, plans, work):
    """Write what each white choice of the active player is worth, given what the others do.

    `options` are rows, states and cells, passing the last; `plans` are values, wastes, and
    the color choices that go with them (row or -1, state).
    """
    base, tmp, _, _, bufs, best, _ = work
    rows, states, _, count = options
    values, wastes, color_rows, color_states = plans
    n = rs.shape[0]
    nxt = (active + 1) % n
    for option in range(count):
        wrow[active] = rows[option]
        wstate[active] = states[option]
        best[0] = -1
        best[2] = 0
        if settle_white(t, rs, wrow, wstate, base) >= t.to_end:
            x = np.float64(value(t, net, table, mode, base, pen, lucky, active, nxt, True, bufs))
        else:
            x = plan_color(
                t, net, table, mode, base, pen, lucky, active, dice, rows[option] >= 0, 0.0, tmp,
                bufs, best,
            )  # fmt: skip
        values[option] = x
        wastes[option] = best[2] + waste_of(t, rs[active], options, option)
        color_rows[option] = best[0]
        color_states[option] = best[1]


@njit(cache=True)
def adjust(
    t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, alone, plans, work
):
    """Write what `explore` does, where others lock nothing: a plan that ends nothing stays."""
    base, tmp, _, _, bufs, best, _ = work
    rows, states, _, count = options
    nxt = (active + 1) % rs.shape[0]
    for option in range(count):
        wrow[active] = rows[option]
        wstate[active] = states[option]
        over = settle_white(t, rs, wrow, wstate, base) >= t.to_end
        if abs(alone[0][option]) >= WIN and not over:
            plans[0][option] = plan_color(
                t, net, table, mode, base, pen, lucky, active, dice, rows[option] >= 0, 0.0, tmp,
                bufs, best,
            )  # fmt: skip
            continue
        fined = False
        if not over:
            if alone[2][option] >= 0:
                base[active, alone[2][option]] = alone[3][option]
                if alone[3][option] >= t.locked:
                    over = shut_rows(t, base) >= t.to_end
            elif rows[option] < 0:
                fined = True
                pen[active] += 1
                over = pen[active] >= t.boxes
        plans[0][option] = value(t, net, table, mode, base, pen, lucky, active, nxt, over, bufs)
        if fined:
            pen[active] -= 1


@njit(cache=True)
def all_options(t, rs, lucky, player, total):
    """Return what a player may do in the white step, to pass (-1) the last.

    That is rows, states, cells, and how many.
    """
    rows = np.full(9, -1, np.int32)
    states = np.zeros(9, np.int32)
    cells = np.zeros(9, np.int32)
    count = white_options(t, rs, lucky, player, total, rows, states, cells)
    rows[count] = -1
    return rows, states, cells, count + 1


@njit(cache=True)
def waste_of(t, own, options, option):
    """Return how many numbers a white choice skips; a lock skips none."""
    rows, states, cells, _ = options
    if rows[option] < 0 or states[option] >= t.locked:
        return 0
    return cells[option] - t.first_free[own[rows[option]]]


@njit(cache=True)
def pick(values, wastes, count):
    """Return the index of the highest value; of equals that which skips least, then the first."""
    top = 0
    for k in range(1, count):
        if values[k] > values[top] or (values[k] == values[top] and wastes[k] < wastes[top]):
            top = k
    return top


@njit(cache=True)
def weigh(values, wastes, count, guess):
    """Return how likely each choice is, by what it is worth to whoever chooses."""
    weights = np.zeros(count)
    if guess[0] == 0.0:
        weights[pick(values, wastes, count)] = 1.0
        return weights
    top = values[pick(values, wastes, count)]
    total = 0.0
    for k in range(count):
        weights[k] = math.exp((values[k] - top) / guess[0])
        total += weights[k]
    for k in range(count):
        weights[k] = (1.0 - guess[1]) * weights[k] / total + guess[1] / count
    return weights


@njit(cache=True)
def average(values, weights, count):
    """Return the logit of the average chance; a value that is certain stays as it is."""
    win = lose = 0.0
    for k in range(count):
        if weights[k] == 1.0:
            return values[k]
        if values[k] >= WIN:
            win += weights[k]
        elif values[k] <= -WIN:
            lose += weights[k]
        else:
            win += weights[k] / (1.0 + math.exp(-values[k]))
            lose += weights[k] / (1.0 + math.exp(values[k]))
    if lose == 0.0:
        return np.float64(WIN)
    if win == 0.0:
        return -np.float64(WIN)
    return math.log(win / lose)


@njit(cache=True)
def think(
    t, net, table, mode, guess, noise, rs, pen, lucky, active, dice, me, picked_row, picked_state,
    work,
):  # fmt: skip
    """Decide the white step of a player by what they guess of the others; -1: of everybody.

    `guess` is what the planner's `Guess` holds; without a network it counts for nothing.
    """
    if mode >= HEURISTIC:
        guess = np.zeros(2)
    base, _, _, _, bufs, _, _ = work
    n = rs.shape[0]
    nxt = (active + 1) % n
    total = dice[0] + dice[1]
    wrow = np.full(n, -1, np.int32)
    wstate = np.zeros(n, np.int32)
    options = all_options(t, rs, lucky, active, total)
    rows, states, _, count = options
    alone = (np.zeros(9), np.zeros(9, np.int32), np.zeros(9, np.int32), np.zeros(9, np.int32))
    explore(t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, alone, work)
    likely = weigh(alone[0], alone[1], count, guess)
    # What may come together of the others, the likeliest first: what each crosses.
    chance = np.zeros(SCENARIOS)
    chance[0] = 1.0
    scenarios = 1
    scene_row = np.full((SCENARIOS, n), -1, np.int32)
    scene_state = np.zeros((SCENARIOS, n), np.int32)
    values, wastes, terms = np.zeros(9), np.zeros(9, np.int32), np.zeros(9)
    worths = np.zeros((n, 9, 9))
    for i in range(n):
        if i == active or (guess[0] == 0.0 and me >= 0 and me != active and me != i):
            continue
        theirs = all_options(t, rs, lucky, i, total)
        for option in range(theirs[3]):
            wrow[:] = -1
            if theirs[0][option] >= 0:
                wrow[i] = theirs[0][option]
                wstate[i] = theirs[1][option]
            for k in range(count):
                if likely[k] == 0.0:
                    continue
                wrow[active] = rows[k]
                wstate[active] = states[k]
                over = settle_white(t, rs, wrow, wstate, base) >= t.to_end
                fined = False
                if not over:
                    row = alone[2][k]
                    if row >= 0 and base[active, row] < t.locked:
                        base[active, row] = alone[3][k]
                        if alone[3][k] >= t.locked:
                            over = shut_rows(t, base) >= t.to_end
                    elif rows[k] < 0:
                        fined = True
                        pen[active] += 1
                        over = pen[active] >= t.boxes
                terms[k] = value(t, net, table, mode, base, pen, lucky, i, nxt, over, bufs)
                if fined:
                    pen[active] -= 1
            worths[i, option] = terms
            values[option] = average(terms, likely, count)
            wastes[option] = waste_of(t, rs[i], theirs, option)
        answers = weigh(values, wastes, theirs[3], guess)
        scenarios = combine(i, theirs, answers, chance, scene_row, scene_state, scenarios)
    if guess[0] == 0.0 and me >= 0 and me != active:
        answer(
            t, rs, lucky, total, active, me, worths, likely, count, noise, picked_row, picked_state
        )
        return
    every = np.zeros((9, SCENARIOS))
    plans = (np.zeros(9), np.zeros(9, np.int32), np.zeros(9, np.int32), np.zeros(9, np.int32))
    for s in range(scenarios):
        idle, locking = True, False
        for i in range(n):
            wrow[i] = scene_row[s, i]
            wstate[i] = scene_state[s, i]
            if i != active and wrow[i] >= 0:
                idle = False
                locking |= wstate[i] >= t.locked
        if not idle and not locking:
            adjust(
                t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, alone,
                plans, work,
            )  # fmt: skip
        elif not idle:
            explore(
                t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, plans,
                work,
            )  # fmt: skip
        for k in range(count):
            every[k, s] = alone[0][k] if idle else plans[0][k]
    for k in range(count):
        values[k] = average(every[k], chance, scenarios)
    if guess[0] != 0.0:  # the others know that the active player thinks of them
        likely = weigh(values, alone[1], count, guess)
    answer(t, rs, lucky, total, active, me, worths, likely, count, noise, picked_row, picked_state)
    if me < 0 or me == active:
        add_noise(values, count, noise)
        k = pick(values, alone[1], count)
        picked_row[active] = rows[k]
        picked_state[active] = states[k]


@njit(cache=True)
def answer(
    t, rs, lucky, total, active, me, worths, likely, count, noise, picked_row, picked_state
):
    """Let a player who is not active decide, or all (-1), given how likely each plan is."""
    values, wastes = np.zeros(9), np.zeros(9, np.int32)
    for i in range(rs.shape[0]):
        if i == active or (me >= 0 and me != i):
            continue
        theirs = all_options(t, rs, lucky, i, total)
        for option in range(theirs[3]):
            values[option] = average(worths[i, option], likely, count)
            wastes[option] = waste_of(t, rs[i], theirs, option)
        add_noise(values, theirs[3], noise)
        option = pick(values, wastes, theirs[3])
        picked_row[i] = theirs[0][option]
        picked_state[i] = theirs[1][option]


@njit(cache=True)
def add_noise(values, count, noise):
    """Let a player err."""
    if noise > 0:
        for k in range(count):
            if abs(values[k]) < WIN:
                values[k] += np.random.normal(0.0, noise)


@njit(cache=True)
def combine(i, theirs, answers, chance, scene_row, scene_state, scenarios):
    """Join what one more player may do with what the others may; return how many remain."""
    rows, states, _, count = theirs
    old_chance, old_row, old_state = chance.copy(), scene_row.copy(), scene_state.copy()
    found = 0
    for s in range(scenarios):
        for k in range(count):
            x = old_chance[s] * answers[k]
            if x == 0.0:
                continue
            at = found
            while at > 0 and chance[at - 1] < x:
                at -= 1
            if at >= SCENARIOS:
                continue
            found = min(found + 1, SCENARIOS)
            for j in range(found - 1, at, -1):
                chance[j] = chance[j - 1]
                scene_row[j] = scene_row[j - 1]
                scene_state[j] = scene_state[j - 1]
            chance[at] = x
            scene_row[at] = old_row[s]
            scene_state[at] = old_state[s]
            scene_row[at, i] = rows[k]
            scene_state[at, i] = states[k]
    total = 0.0
    for s in range(found):
        total += chance[s]
    for s in range(found):
        chance[s] /= total
    return found


@njit(cache=True)
def decide_white(
    t, nets, who, table, modes, guesses, noises, rs, pen, lucky, active, dice, wrow, wstate, work
):
    """Let everybody decide on the white sum, each by their own guess of the others."""
    n = rs.shape[0]
    picked_row = np.full(n, -1, np.int32)
    picked_state = np.zeros(n, np.int32)
    same = modes[0] != GREEDY
    for j in range(1, n):
        if modes[j] != modes[0] or noises[j] != noises[0] or who[j] != who[0]:
            same = False
        if guesses[j, 0] != guesses[0, 0] or guesses[j, 1] != guesses[0, 1]:
            same = False
    for j in range(n):
        if modes[j] == GREEDY:
            total = dice[0] + dice[1]
            picked_row[j], picked_state[j] = greedy_white(t, rs, lucky, j, total, work)
        elif j == 0 or not same:  # equal players think the same: once is enough
            think(
                t, nets[who[j]], table, modes[j], guesses[j], noises[j], rs, pen, lucky, active,
                dice, -1 if same else j, picked_row, picked_state, work,
            )  # fmt: skip
    wrow[:] = picked_row
    wstate[:] = picked_state


@njit(cache=True)
def make_work(n, net):
    """Return buffers for the planners."""
    return (
        np.zeros((n, 4), np.int32),
        np.zeros((n, 4), np.int32),
        np.zeros(8, np.int32),
        np.zeros(8, np.int32),
        (np.zeros(MAX_FEATURES, np.int32), np.zeros_like(net.b1), np.zeros_like(net.b2)),
        np.zeros(3, np.int32),
        np.zeros(8, np.int32),
    )


@njit(cache=True)
def play_turn(t, nets, who, table, modes, guesses, noises, rs, pen, lucky, active, dice, work):
    """Play one turn; tell whether it ended the game."""
    n = rs.shape[0]
    wrow = np.full(n, -1, np.int32)
    wstate = np.zeros(n, np.int32)
    decide_white(
        t,
        nets,
        who,
        table,
        modes,
        guesses,
        noises,
        rs,
        pen,
        lucky,
        active,
        dice,
        wrow,
        wstate,
        work,
    )
    after = np.zeros((n, 4), np.int32)
    closed = settle_white(t, rs, wrow, wstate, after)
    rs[:, :] = after
    if closed >= t.to_end:
        return True
    _, tmp, _, _, bufs, best, _ = work
    if modes[active] == GREEDY:
        best[0], best[1] = greedy_color(t, rs, active, dice, wrow[active] >= 0, work)
    else:
        plan_color(
            t, nets[who[active]], table, modes[active], rs, pen, lucky, active, dice,
            wrow[active] >= 0, noises[active], tmp, bufs, best,
        )  # fmt: skip
    if best[0] >= 0:
        rs[active, best[0]] = best[1]
        return best[1] >= t.locked and shut_rows(t, rs) >= t.to_end
    if wrow[active] < 0:
        pen[active] += 1
        return pen[active] >= t.boxes
    return False


@njit(cache=True)
def play_games(
    t, nets, who, table, modes, guesses, noises, lucky_pairs, n, games, seed, shares, scores,
    pens, turns
):  # fmt: skip
    """Play games with rotated first players, for measuring: sums by seat."""
    np.random.seed(seed)
    work = make_work(n, nets[0])
    dice = np.zeros(6, np.int32)
    for game in range(games):
        rs = np.zeros((n, 4), np.int32)
        pen = np.zeros(n, np.int32)
        lucky = deal_lucky(t, lucky_pairs, n)
        active = game % n
        while True:
            for k in range(6):
                dice[k] = np.random.randint(1, t.sides + 1)
            turns[0] += 1
            if play_turn(
                t, nets, who, table, modes, guesses, noises, rs, pen, lucky, active, dice, work
            ):
                break
            active = (active + 1) % n
        for j in range(n):
            shares[j] += result(t, rs, pen, j)
            scores[j] += points_of(t, rs, pen, j)
            pens[j] += pen[j]


@njit(cache=True)
def deal_lucky(t, lucky_pairs, n):
    """Return a pair for each player: mostly distinct printed ones, now and then any."""
    lucky = np.zeros((n, 2), np.int32)
    if t.lucky:
        if np.random.random() < 0.7:
            order = np.random.permutation(lucky_pairs.shape[0])
            for j in range(n):
                lucky[j] = lucky_pairs[order[j]]
        else:
            for j in range(n):
                a = np.random.randint(2, 2 * t.sides + 1)
                b = np.random.randint(2, 2 * t.sides)
                if b >= a:
                    b += 1
                lucky[j, 0], lucky[j, 1] = min(a, b), max(a, b)
    return lucky


@njit(cache=True)
def record_games(
    t, net, table, mode, others, guess, lucky_pairs, low, high, games, seed, lam, noisy, feats,
    counts, targets
):  # fmt: skip
    """Play games and write the positions with their targets; return how many.

    One player decides by `mode`, and learns, the rest by `others`; if that is the same, all
    learn. `guess` is how they guess the others to choose, `lam` how much later results count
    against the network's own estimates, `noisy` the share of the games in which one player
    errs. The targets are the win, the lead over the best of the others, the own score.
    """
    np.random.seed(seed)
    nets = (net,)
    bufs = (
        np.zeros(MAX_FEATURES, np.int32),
        np.zeros_like(net.b1),
        np.zeros_like(net.b2),
    )
    dice = np.zeros(6, np.int32)
    total = 0
    for _ in range(games):
        n = np.random.randint(low, high + 1)
        work = make_work(n, net)
        modes = np.full(n, others, np.int32)
        seat, learners = 0, n
        if others != mode:
            seat, learners = np.random.randint(0, n), 1
            modes[seat] = mode
        who = np.zeros(n, np.int32)
        noises = np.zeros(n, np.float64)
        guesses = np.zeros((n, 2), np.float64)
        guesses[:, 0], guesses[:, 1] = guess
        if np.random.random() < noisy:
            noises[seat + np.random.randint(0, learners)] = np.random.random() * 0.6
        rs = np.zeros((n, 4), np.int32)
        pen = np.zeros(n, np.int32)
        lucky = deal_lucky(t, lucky_pairs, n)
        active = 0
        first = total
        while True:
            if total + n > feats.shape[0]:
                return first
            for j in range(seat, seat + learners):
                counts[total] = read_features(t, rs, pen, lucky, j, active, feats[total])
                x = forward(net, feats[total], counts[total], bufs[1], bufs[2])
                targets[total, 0] = 1.0 / (1.0 + math.exp(-x))
                total += 1
            for k in range(6):
                dice[k] = np.random.randint(1, t.sides + 1)
            if play_turn(
                t, nets, who, table, modes, guesses, noises, rs, pen, lucky, active, dice, work
            ):
                break
            active = (active + 1) % n
        for j in range(seat, seat + learners):
            share = result(t, rs, pen, j)
            own = points_of(t, rs, pen, j)
            best = -1000
            for i in range(n):
                if i != j:
                    best = max(best, points_of(t, rs, pen, i))
            later = share
            index = total - learners + j - seat
            while index >= first:
                estimate = targets[index, 0]
                targets[index, 0] = later
                targets[index, 1] = (own - best) / 40.0
                targets[index, 2] = own / 60.0
                later = lam * later + (1 - lam) * estimate
                index -= learners
    return total


@njit(cache=True, fastmath=True)
def train(net, mean, m, v, feats, counts, targets, order, total, batch, lr, step, decay, aux):
    """Go once over the positions with Adam, and let `mean` follow; return steps done, losses."""
    n1 = net.b1.shape[0]
    n2 = net.b2.shape[0]
    h = np.zeros(n1, np.float32)
    z = np.zeros(n2, np.float32)
    dh = np.zeros(n1, np.float32)
    dz = np.zeros(n2, np.float32)
    out = np.zeros(3, np.float32)
    dout = np.zeros(3, np.float32)
    ge = np.zeros_like(net.e)
    gb1 = np.zeros_like(net.b1)
    gw2 = np.zeros_like(net.w2)
    gb2 = np.zeros_like(net.b2)
    gw3 = np.zeros_like(net.w3)
    gb3 = np.zeros_like(net.b3)
    loss = np.zeros(3)
    for start in range(0, total - batch + 1, batch):
        ge[:] = 0
        gb1[:] = 0
        gw2[:] = 0
        gb2[:] = 0
        gw3[:] = 0
        gb3[:] = 0
        scale = np.float32(1.0 / batch)
        for s in range(start, start + batch):
            i = order[s]
            out[0] = forward(net, feats[i], counts[i], h, z)
            for o in range(1, 3):
                x = net.b3[o]
                for j in range(n2):
                    x += max(z[j], np.float32(0)) * net.w3[o, j]
                out[o] = x
            p = 1.0 / (1.0 + math.exp(-out[0]))
            dout[0] = scale * (p - targets[i, 0])
            q = min(max(p, 1e-7), 1 - 1e-7)
            loss[0] -= targets[i, 0] * math.log(q) + (1 - targets[i, 0]) * math.log(1 - q)
            for o in range(1, 3):
                error = out[o] - targets[i, o]
                loss[o] += error * error
                dout[o] = scale * aux * error
            for j in range(n2):
                dz[j] = 0
            for o in range(3):
                gb3[o] += dout[o]
                for j in range(n2):
                    x = max(z[j], np.float32(0))
                    gw3[o, j] += dout[o] * x
                    dz[j] += dout[o] * net.w3[o, j]
            for j in range(n2):
                if z[j] <= 0:
                    dz[j] = 0
                gb2[j] += dz[j]
            for k in range(n1):
                x = h[k]
                dh[k] = 0
                if x > 0:
                    total_d = np.float32(0)
                    for j in range(n2):
                        gw2[k, j] += x * dz[j]
                        total_d += net.w2[k, j] * dz[j]
                    dh[k] = total_d
                gb1[k] += dh[k]
            for f in range(counts[i]):
                row = ge[feats[i, f]]
                for k in range(n1):
                    row[k] += dh[k]
        step += 1
        rate = lr * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        adam(
            net.e.reshape(-1), mean.e.reshape(-1), m.e.reshape(-1), v.e.reshape(-1),
            ge.reshape(-1), rate, decay,
        )  # fmt: skip
        adam(net.b1, mean.b1, m.b1, v.b1, gb1, rate, decay)
        adam(
            net.w2.reshape(-1), mean.w2.reshape(-1), m.w2.reshape(-1), v.w2.reshape(-1),
            gw2.reshape(-1), rate, decay,
        )  # fmt: skip
        adam(net.b2, mean.b2, m.b2, v.b2, gb2, rate, decay)
        adam(
            net.w3.reshape(-1), mean.w3.reshape(-1), m.w3.reshape(-1), v.w3.reshape(-1),
            gw3.reshape(-1), rate, decay,
        )  # fmt: skip
        adam(net.b3, mean.b3, m.b3, v.b3, gb3, rate, decay)
    return step, loss


@njit(cache=True, fastmath=True)
def adam(w, mean, m, v, g, rate, decay):
    """Do one step of Adam, without its correction for the first steps, and move the mean."""
    b1, c1 = np.float32(0.9), np.float32(0.1)
    b2, c2 = np.float32(0.999), np.float32(0.001)
    rate = np.float32(rate)
    keep, move = np.float32(decay), np.float32(1 - decay)
    eps = np.float32(1e-8)
    for i in range(w.shape[0]):
        x = g[i]
        m[i] = b1 * m[i] + c1 * x
        v[i] = b2 * v[i] + c2 * x * x
        w[i] -= rate * m[i] / (np.sqrt(v[i]) + eps)
        mean[i] = keep * mean[i] + move * w[i]


def new_network(inputs: int, hidden: tuple[int, int], seed: int) -> Network:
    """Return a network of small random weights."""
    rng = np.random.default_rng(seed)
    n1, n2 = hidden

    def draw(scale: float, *shape: int) -> Any:
        return rng.normal(0, scale, shape).astype(np.float32)

    return Network(
        draw(0.05, inputs, n1),
        draw(0.2, n1),
        draw((2 / n1) ** 0.5, n1, n2),
        np.zeros(n2, np.float32),
        draw((1 / n2) ** 0.5, 3, n2),
        np.zeros(3, np.float32),
    )
