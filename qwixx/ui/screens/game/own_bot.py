"""Game: decisions of a player's own bot, which runs in a sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import find_bot
from qwixx.bots.decision_seeds import decision_seed
from qwixx.games.events import Decision
from qwixx.rules.dice import bot_rng
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui.model import with_notice
from qwixx.ui.model.effects import AskBot
from qwixx.ui.model.messages import NO_SANDBOX
from qwixx.ui.model.own_bots import parse_own_bots_or_empty
from qwixx.ui.model.setup import SUBSTITUTE
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.advance import Change, play_step

if TYPE_CHECKING:
    from qwixx.rules.moves import Move
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import BotDecided, BotFailed
    from qwixx.ui.screens.game.advance import OwnerStep


def ask(model: Model, player: int, play: OwnerStep) -> Result:
    """Ask the bot for its decision, or let the substitute decide."""
    board, game = model.board, model.board.game
    if board.asked:
        return model, []
    text = parse_own_bots_or_empty(model.session.own_bots).find_played(board.setup.own_bot)
    if text is None or board.without_own_bot:
        if not board.without_own_bot:
            model = with_notice(model.with_board(without_own_bot=True), "own-bot-missing")
        return _play_substitute(model, player, play)
    earlier = sum(isinstance(one, Decision) and one.player == player for one in game.events)
    model = model.with_new_timer()
    key = f"{board.slot}:{model.timer}"
    seed = decision_seed(game.seed, player, earlier)
    question = AskBot(key, text, game.state.view(player).code, player, seed)
    return model.with_board(asked=key), [question]


def on_bot_decided(model: Model, message: BotDecided, play: OwnerStep) -> Result | None:
    """Play the bot's move, or pass for it if the move is illegal; ignore late replies."""
    board = model.board
    player = board.next_local_bot
    if not board.asked or message.key != board.asked or player is None:
        return None
    moves = {move.code: move for move in board.game.state.legal_moves(player)}
    move = moves.get(message.code)
    if move is None:
        return _play(with_notice(model, "own-bot-failed"), player, _pass_or_first(model), play)
    return _play(model, player, move, play)


def on_bot_failed(model: Model, message: BotFailed, play: OwnerStep) -> Result | None:
    """Pass for a bot that failed, with a notice that names its line; ignore late replies."""
    board = model.board
    player = board.next_local_bot
    if not board.asked or message.key != board.asked or player is None:
        return None
    if message.reason == NO_SANDBOX:
        model = with_notice(model.with_board(without_own_bot=True), "own-bot-missing")
        return _play_substitute(model, player, play)
    place = f":{message.line}" if message.line else ""
    notices = tuple(key for key in model.notices if not key.startswith("own-bot-failed"))
    model = with_notice(replace(model, notices=notices), f"own-bot-failed{place}")
    return _play(model, player, _pass_or_first(model), play)


def _pass_or_first(model: Model) -> Move:
    """Return the move for a bot that failed: a pass, if that is allowed."""
    board = model.board
    player = board.next_local_bot
    moves = () if player is None else board.game.state.legal_moves(player)
    return PASS if PASS in moves or not moves else moves[0]


def _play_substitute(model: Model, player: int, play: OwnerStep) -> Result:
    game = model.board.game
    rng = bot_rng(game.seed, len(game.events))
    move = find_bot(SUBSTITUTE).choose_move(game.state.view(player), player, rng)
    return _play(model, player, move, play)


def _play(model: Model, player: int, move: Move, play: OwnerStep) -> Result:
    board = model.board
    before, game = board.game.state.phase, board.game.play(player, move)
    secret = before is game.state.phase is Phase.WHITE
    change = Change.UNSEEN if board.fast_forward or secret else Change.STEP
    return play_step(model.with_board(asked=""), play, game, change)
