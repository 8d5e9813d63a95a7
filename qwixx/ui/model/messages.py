"""Messages: events as values, which `update` handles."""

from __future__ import annotations

from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.bots.contests import PairTally
    from qwixx.coach import Review
    from qwixx.games.game import Game
    from qwixx.ui.model.effects import WriteArchive
    from qwixx.ui.model.session import OfflineStatus

LATER = inf
"""The time of a message whose time is unknown: later than all others."""
NOTHING: Mapping[str, str] = MappingProxyType({})


class ControlUsed(Value):
    """A control was clicked, changed, or typed in, by mouse, touch, or keyboard.

    Swipes, the browser's "Back", and some effects send this message, too.

    Args:
        action: its `data-action`: a name, or a name and an argument, such as "kind:1".
        value: its `data-value`, or the text that was typed or chosen.
        at: time in milliseconds, on a clock with an arbitrary origin; `LATER` if unknown.
    """

    action: str
    value: str = ""
    at: float = LATER

    @property
    def name(self) -> str:
        """The part of the action before the colon."""
        return self.action.partition(":")[0]

    @property
    def argument(self) -> str:
        """The part of the action after the colon, or ""."""
        return self.action.partition(":")[2]

    @property
    def index(self) -> int | None:
        """The argument as a number; None if it is not a number."""
        return int(self.argument) if self.argument.isdecimal() else None


class TextEdited(Value):
    """The text of a field for links or codes was edited: pasted, dropped, or typed so far.

    Args:
        action: the field's `data-action`; see `ControlUsed`.
        value: its text.
        at: see `ControlUsed`.
    """

    action: str
    value: str
    at: float = LATER


class CellTapped(Value):
    """A cell of a sheet was tapped.

    Args:
        player: index of the sheet's player.
        code: code of the cell, such as "r7".
        at: see `ControlUsed`.
    """

    player: int
    code: str
    at: float = LATER


class KeyPressed(Value):
    """A key was pressed.

    Args:
        key: `KeyboardEvent.key`.
        cell: code of the focused cell, or "".
        code: `KeyboardEvent.code`: the key's place on the keyboard, such as "KeyR".
        at: see `ControlUsed`.
        player: index of the player whose sheet has the focus.
        is_vertical: whether the numbers on that sheet run downward.
    """

    key: str
    cell: str = ""
    code: str = ""
    at: float = LATER
    player: int = 0
    is_vertical: bool = False

    @property
    def key_on_latin_layout(self) -> str:
        """The key as in `KEYS`; for a non-Latin letter, the Latin letter at the same position."""
        if len(self.key) != 1:
            return self.key
        if self.key.isalpha() and not self.key.isascii() and self.code.startswith("Key"):
            return self.code[3:].lower()
        return {"؟": "?"}.get(self.key, self.key.lower())


class TimerFired(Value):
    """A timer ran out.

    Args:
        timer_id: number of the timer; see `StartTimer`.
        at: see `ControlUsed`.
    """

    timer_id: int
    at: float = LATER


class PageOpened(Value):
    """The page was opened.

    Args:
        parameters: the URL's parameters.
        saved: saved texts, by key.
        languages: the browser's preferred languages, the most preferred one first.
        can_save: whether the browser allows storage.
        has_room: whether storage has space for a long game.
        page_url: URL without parameters; "" for a single file or a page opened from disk.
        seed: random number from the browser.
        next_slot: number of the next game's slot, made of milliseconds since 1970 and 20
            random bits.
        tab_state: the tab state from before a reload (see `storage.write_tab_state`); "" for none.
        fragment: the part of the URL after "#".
        can_share: whether the browser supports the Web Share API.
        can_connect: whether the browser has WebRTC.
        release: identifier of the page's release; "" if unknown.
        entropy: 64 hexadecimal digits from a secure random source.
    """

    parameters: Mapping[str, str] = NOTHING
    saved: Mapping[str, str] = NOTHING
    languages: tuple[str, ...] = ()
    can_save: bool = True
    has_room: bool = True
    page_url: str = ""
    seed: int = 0
    next_slot: int = 0
    tab_state: str = ""
    fragment: str = ""
    can_share: bool = False
    can_connect: bool = True
    release: str = ""
    entropy: str = ""


class FragmentChanged(Value):
    """The URL's fragment changed (`hashchange`).

    Args:
        fragment: the part of the URL after "#".
    """

    fragment: str


class UpdateReady(Value):
    """A newer release was downloaded; the current one runs until a person asks for the update."""


class OfflineStatusChanged(Value):
    """The service worker was registered or could not be, or has checked the cached files.

    Args:
        status: whether the page can start without a network.
    """

    status: OfflineStatus


class UpdateActivated(Value):
    """A newer release controls the page from now on, at the request of this tab or another one."""


class WeightsLoaded(Value):
    """Reply to `LoadWeights`.

    Args:
        name: name of the file.
        ok: whether the weights can be used.
    """

    name: str
    ok: bool


class CatalogLoaded(Value):
    """Reply to `LoadCatalog`.

    Args:
        language: code of the language.
        ok: whether the catalog can be used.
    """

    language: str
    ok: bool


class ReviewProgressed(Value):
    """Reply to `ContinueReview`: the coach has reviewed another part of a game.

    Args:
        game: the game.
        progress: the reviewed fraction, from 0 to 1.
        review: the whole review once `progress` is 1.
    """

    game: Game
    progress: float
    review: Review | None = None


class SaveStatusChanged(Value):
    """Saving started to fail, or works again.

    Args:
        ok: whether saving works.
    """

    ok: bool


class SlotChangedElsewhere(Value):
    """Another tab saved or deleted a text that this tab has read.

    Args:
        slot: slot of a game, or "pad", "same", "table", "seat", "bots", or
            "challenges".
        text: the text that is saved now; "" if deleted.
    """

    slot: str
    text: str


class TurnGameSaved(Value):
    """Reply to `SaveTurnGame`.

    Args:
        game_id: id of the game.
        text: the text that is saved now: another tab's if it differs from the effect's.
        ok: whether the storage could be read and written.
    """

    game_id: str
    text: str
    ok: bool


class GameLoaded(Value):
    """Reply to `LoadGame`.

    Args:
        slot: slot of the game.
        text: the game as `storage.write_game` writes it; "" if not found.
    """

    slot: str
    text: str


class ScorePadLoaded(Value):
    """Reply to `LoadScorePad`.

    Args:
        text: the saved score pad; "" if there is none.
    """

    text: str


class SameDiceLoaded(Value):
    """Reply to `LoadSameDice`.

    Args:
        text: the saved same-dice game; "" if there is none.
        fragment: the effect's fragment.
    """

    text: str
    fragment: str = ""


class LiveTableLoaded(Value):
    """Reply to `LoadLiveTable`.

    Args:
        table: the saved table of this device as host; "" if there is none.
        seat: the saved seat of this device as guest; "" if there is none.
        fragment: the effect's fragment.
    """

    table: str
    seat: str = ""
    fragment: str = ""


class ArchiveWritten(Value):
    """Reply to `WriteArchive`. A late answer from the database causes a second reply.

    Args:
        effect: the effect.
        stored: the texts that the database now holds under the effect's keys; None if it refused
            or did not answer in time.
    """

    effect: WriteArchive
    stored: tuple[str, ...] | None


class GamesDeleted(Value):
    """Reply to `DeleteGames`. A late answer from the database causes a second reply.

    Args:
        ok: whether the database no longer holds the games.
    """

    ok: bool


class ArchiveRead(Value):
    """Reply to `ReadArchive`.

    Args:
        purpose: the effect's purpose.
        games: archived games as text (`archived_game.write_archived_game`), the latest first.
        reviews: the coach's saved review of each game, or "".
        total: number of games in the archive.
        from_database: whether the database answered; if not, `games` are only those that this tab
            has yet to write to the database.
        offset: the effect's offset.
    """

    purpose: str
    games: tuple[str, ...]
    reviews: tuple[str, ...]
    total: int
    from_database: bool
    offset: int = 0


class CopiesRead(Value):
    """Reply to `ReadCopies`.

    Args:
        copies: texts by name: `over:<slot>` as `storage.write_game` writes it, and `entry:<key>`
            as `archived_game.write_archived_game` writes it.
    """

    copies: Mapping[str, str]


class BrowserWentIdle(Value):
    """The browser has been idle for long enough to preload all modules."""


class ExceptionRaised(Value):
    """An exception was raised outside `update` and `view`.

    Args:
        report: the traceback.
    """

    report: str


class DateReceived(Value):
    """Reply to `GetDate`.

    Args:
        date: the date in UTC, such as "2026-11-20".
        daily_log: the daily games started in any tab, as `daily.write_daily_log` writes them.
        local_date: the date in the player's time zone; "" if it is the same.
        hours_left: hours until the next date in UTC, the last one included; 0 if unknown.
    """

    date: str
    daily_log: str = ""
    local_date: str = ""
    hours_left: int = 0


class DayChanged(Value):
    """A day or an hour began, or the page became visible again.

    Args:
        date: see `DateReceived`.
        daily_log: see `DateReceived`.
        local_date: see `DateReceived`.
        hours_left: see `DateReceived`.
    """

    date: str
    daily_log: str = ""
    local_date: str = ""
    hours_left: int = 0


class FilePicked(Value):
    """Reply to `PickFile`.

    Args:
        text: content of the file; "" if it is unreadable or too large.
    """

    text: str


class FilesPicked(Value):
    """Reply to `PickFiles`.

    Args:
        files: pairs of a file's name and its text; an unreadable file has the text "".
    """

    files: tuple[tuple[str, str], ...]


class QrCodeGenerated(Value):
    """Reply to `GenerateQrCode`.

    Args:
        text: the encoded text.
        modules: the code, as `qr.qr_module_rows` returns it; empty if it cannot be made.
    """

    text: str
    modules: tuple[str, ...]


class PrintStateChanged(Value):
    """Printing is about to begin, or has ended.

    Args:
        active: whether printing is about to begin.
    """

    active: bool


class InvitationCreated(Value):
    """Reply to `CreateInvitation`.

    Args:
        peer: number of the guest.
        text: the invitation, as `signals.pack` returns it; "" if it could not be created.
    """

    peer: int
    text: str


class AnswerCreated(Value):
    """Reply to `CreateAnswer`.

    Args:
        text: the answer, as `signals.pack` returns it; "" if the invitation is invalid or the
            browser cannot connect.
    """

    text: str


class PeerConnected(Value):
    """A connection opened: both sides can send.

    Args:
        peer: number of the peer.
    """

    peer: int


class PeerTextReceived(Value):
    """A peer sent a text, which is untrusted.

    Args:
        peer: number of the peer.
        text: the text.
    """

    peer: int
    text: str


class PeerDisconnected(Value):
    """A connection closed, or could not be opened. The peer sends nothing more.

    Args:
        peer: number of the peer.
        reason: "closed" by the other side, "failed", or "flood" if the peer sent too much.
    """

    peer: int
    reason: str


class ReturnsEnded(Value):
    """All attempts to return to a table's guests after a reload have ended."""


class PeerSilenceChanged(Value):
    """A connected peer became silent, or was heard from again.

    Args:
        peer: number of the peer.
        silent: whether the peer is silent.
    """

    peer: int
    silent: bool


class TableTimerFired(Value):
    """The time for guests to send a greeting or a link ran out.

    Args:
        wait: id of the wait: `Host.roll_wait_id`, or "hello" and the number of a connection.
    """

    wait: str


class WindowSizeChanged(Value):
    """The size of the window became known, or changed.

    Args:
        is_large: whether the window is as large as a television's.
    """

    is_large: bool


class HostProbed(Value):
    """Before accepting the answer, the host's device responded to a probe or failed to.

    Args:
        peer: number of the host, always 0.
        reachable: whether the device responded. A device that does not respond within five
            seconds may do so later.
    """

    peer: int
    reachable: bool


class QrCodeScanned(Value):
    """The camera read a QR code and was closed.

    Args:
        text: the code's text.
    """

    text: str


class CameraUnavailable(Value):
    """There is no camera, or the page may not use it."""


class AnswerRelayed(Value):
    """An answer was opened in another tab of this browser, which relayed it.

    Args:
        text: the answer, as `signals.pack` returns it.
    """

    text: str


class PracticeProgressed(Value):
    """Reply to `RunPractice`: more games have been played.

    Args:
        games: number of games so far.
        share: the bot's wins per game.
        error: standard error of `share`.
        points: average points of the bot and of its opponent.
        is_done: whether these were the last games.
    """

    games: int
    share: float
    error: float
    points: tuple[float, float]
    is_done: bool = False


class BotPrinted(Value):
    """A player's own bot has printed text.

    Args:
        text: one or more lines.
    """

    text: str


class BotOutputCut(Value):
    """A player's own bot has printed more than is reported."""


class BotDecided(Value):
    """Reply to `AskBot`.

    Args:
        key: the effect's key.
        code: code of the move, which is untrusted.
    """

    key: str
    code: str


class BotFailed(Value):
    """A player's own bot failed, or its sandbox did.

    Args:
        key: key of the question; "" for a practice.
        reason: value of a `BotErrorReason`, or one of `SANDBOX_REASONS`.
        line: line of the text, from 1; 0 if unknown.
        message: message of Python, or the bot's answer; "" for none.
        details: traceback; "" for none.
    """

    key: str
    reason: str
    line: int = 0
    message: str = ""
    details: str = ""


class PairPlayed(Value):
    """Reply to `RunTournament`: two bots have played more games.

    Args:
        first: id of a bot.
        second: id of the other bot.
        tally: the sums over these games.
    """

    first: str
    second: str
    tally: PairTally


class EntrantFailed(Value):
    """Reply to `RunTournament`: a bot failed, and plays no more games.

    Args:
        bot: id of the bot.
        failure: the failure.
    """

    bot: str
    failure: BotFailed


class TournamentEnded(Value):
    """Reply to `RunTournament`: all games have been played, or the sandboxes failed.

    Args:
        reason: one of `SANDBOX_REASONS`; "" for none.
    """

    reason: str = ""


NO_SANDBOX, NO_ANSWER, CRASHED, FLOOD = SANDBOX_REASONS = (
    "no-sandbox",
    "no-answer",
    "crashed",
    "flood",
)
"""Reasons why a sandbox failed: it did not start; the bot did not answer in time; its Python
crashed; it sent too much."""


Message: TypeAlias = (
    ControlUsed
    | TextEdited
    | CellTapped
    | KeyPressed
    | TimerFired
    | PageOpened
    | FragmentChanged
    | UpdateReady
    | OfflineStatusChanged
    | UpdateActivated
    | WeightsLoaded
    | CatalogLoaded
    | ReviewProgressed
    | SaveStatusChanged
    | SlotChangedElsewhere
    | TurnGameSaved
    | GameLoaded
    | ScorePadLoaded
    | SameDiceLoaded
    | LiveTableLoaded
    | ArchiveWritten
    | ArchiveRead
    | FilePicked
    | FilesPicked
    | CopiesRead
    | ExceptionRaised
    | GamesDeleted
    | BrowserWentIdle
    | DateReceived
    | DayChanged
    | QrCodeGenerated
    | PrintStateChanged
    | InvitationCreated
    | AnswerCreated
    | PeerConnected
    | PeerTextReceived
    | PeerDisconnected
    | ReturnsEnded
    | PeerSilenceChanged
    | HostProbed
    | WindowSizeChanged
    | TableTimerFired
    | QrCodeScanned
    | CameraUnavailable
    | AnswerRelayed
    | PracticeProgressed
    | BotPrinted
    | BotOutputCut
    | BotDecided
    | BotFailed
    | PairPlayed
    | EntrantFailed
    | TournamentEnded
)
