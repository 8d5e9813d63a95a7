"""Effects: commands for the browser, as values that `update` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.games.game import Game


class SaveText(Value):
    """Save a text in storage; an empty one deletes the key.

    Replies with `SaveStatusChanged` when saving begins to fail or works again. A game that another
    tab has changed is not overwritten; the reply is then `SlotChangedElsewhere`.

    Args:
        key: `game:<slot>` or `over:<slot>` for a game, else a fixed key.
        text: the text.
    """

    key: str
    text: str


class WriteArchive(Value):
    """Add texts to the archive. Replies with `ArchiveWritten`.

    Args:
        store: "games" or "judgements".
        entries: pairs of a game's key and a text.
        overwrite: whether to replace texts that are archived under the same keys.
        copies: for each entry, the name and text of the game's copy in storage; () for no copies.
            Copies named `entry:<key>` are saved first. A copy with the text "" is not removed.
    """

    store: str
    entries: tuple[tuple[str, str], ...]
    overwrite: bool = False
    copies: tuple[tuple[str, str], ...] = ()


class ReadArchive(Value):
    """Read a page of archived games, the latest first. Replies with `ArchiveRead`.

    Args:
        purpose: use of the games, such as "history"; the reply repeats it.
        offset: number of latest games to skip.
        limit: maximum number of games; 0 for all.
    """

    purpose: str
    offset: int = 0
    limit: int = 0


class LoadLiveTable(Value):
    """Read the saved live table and the saved seat. Replies with `LiveTableLoaded`.

    Args:
        fragment: the fragment of a followed link; the reply repeats it.
    """

    fragment: str = ""


class DeleteGames(Value):
    """Delete archived games, their reviews, and their copies. Replies with `GamesDeleted`.

    Args:
        keys: keys of the games.
    """

    keys: tuple[str, ...]


class ReadCopies(Value):
    """Read copies of finished games from storage. Replies with `CopiesRead`.

    Args:
        excluded: names of copies to skip.
        limit: maximum number of copies.
    """

    excluded: frozenset[str]
    limit: int


class RemoveCopies(Value):
    """Remove copies of archived games from storage, unless they have changed since.

    Args:
        copies: pairs of a name and a text.
    """

    copies: tuple[tuple[str, str], ...]


class LogError(Value):
    """Write an error to the browser's console.

    Args:
        text: the traceback.
    """

    text: str


class PickFile(Value):
    """Open the file dialog. Replies with `FilePicked` if a file is chosen.

    Args:
        mime_type: MIME type of the file.
    """

    mime_type: str


class PickFiles(Value):
    """Open the file dialog for several files. Replies with `FilesPicked` if files are chosen.

    Args:
        mime_type: MIME type of the files.
    """

    mime_type: str


class SaveTurnGame(Value):
    """Save a game by turns unless another tab has changed it. Replies with `TurnGameSaved`.

    Args:
        game_id: id of the game.
        before: the saved text that this tab knows; "" for none.
        text: the new text; "" to delete the game.
    """

    game_id: str
    before: str
    text: str


class QuarantineText(Value):
    """Save an unreadable text for download, then delete its key.

    Args:
        key: the key; "" if the text is not saved anywhere.
        text: the text.
    """

    key: str
    text: str


class LoadGame(Value):
    """Read a saved game. Replies with `GameLoaded`.

    Args:
        slot: slot of the game.
    """

    slot: str


class SetTabSlot(Value):
    """Store the slot of the tab's game in the tab's history entry, for a reload.

    Args:
        slot: slot of the game; "" for none.
    """

    slot: str


class LoadScorePad(Value):
    """Read the saved score pad. Replies with `ScorePadLoaded`."""


class LoadSameDice(Value):
    """Read the saved same-dice game. Replies with `SameDiceLoaded`.

    Args:
        fragment: the fragment of a followed link; the reply repeats it.
    """

    fragment: str = ""


class ClearFragment(Value):
    """Remove the fragment from the page's URL."""


class GetDate(Value):
    """Read the date. Replies with `DateReceived`."""


class StartTimer(Value):
    """Start a timer. Replies with `TimerFired`.

    Args:
        delay_ms: delay in milliseconds.
        timer_id: number of the timer.
    """

    delay_ms: int
    timer_id: int


class FocusElement(Value):
    """Focus an element.

    Args:
        selector: CSS selectors, separated by commas; the first one with a match wins.
    """

    selector: str


class DownloadText(Value):
    """Offer a text file for download.

    Args:
        filename: name of the file.
        text: its content.
    """

    filename: str
    text: str


class CopyField(Value):
    """Copy a field's text to the clipboard. Replies with `ControlUsed("copied")`.

    Args:
        selector: CSS selector of the field.
    """

    selector: str


class ShareText(Value):
    """Open the system's share dialog (Web Share API).

    Args:
        text: the text to share.
    """

    text: str


class ShareImage(Value):
    """Open the system's share dialog with a picture and a text, or with the text alone.

    Replies with `ControlUsed("no-share")` if there is no such dialog.

    Args:
        filename: name of the picture's file.
        svg: the picture as SVG text.
        text: the text to share.
    """

    filename: str
    svg: str
    text: str


class GenerateQrCode(Value):
    """Generate a QR code. Replies with `QrCodeGenerated`.

    Args:
        text: the text to encode.
    """

    text: str


class DownloadImage(Value):
    """Offer an SVG for download as a PNG.

    Args:
        filename: name of the file.
        svg: the image as SVG text.
    """

    filename: str
    svg: str


class PrintPage(Value):
    """Open the print dialog."""


class DownloadSingleFile(Value):
    """Offer the page for download as a single HTML file.

    Replies with `ControlUsed("file-made")` or `ControlUsed("file-failed")`.

    Args:
        filename: name of the file.
    """

    filename: str


class ActivateUpdate(Value):
    """Activate the downloaded release. Replies with `UpdateActivated`."""


class ReloadPage(Value):
    """Reload the page.

    Args:
        tab_state: the tab state after the reload; see `PageOpened`.
    """

    tab_state: str


class LoadWeights(Value):
    """Fetch and install a file of weights. Replies with `WeightsLoaded`.

    Args:
        name: name of the file.
    """

    name: str


class LoadCatalog(Value):
    """Fetch and install the catalog of a language. Replies with `CatalogLoaded`.

    Args:
        language: code of the language.
    """

    language: str


class ContinueReview(Value):
    """Run the coach's review of a game for one time slice. Replies with `ReviewProgressed`.

    Args:
        game: the game.
    """

    game: Game


class PlaySound(Value):
    """Play a sound and vibrate, but only after the first tap on the page.

    Args:
        sound: one of `model.timeline.SOUNDS`.
        vibrate: whether to vibrate, if the sound has a vibration.
        is_swift: whether nothing moves, so that the sound is compressed.
        has_pen: whether the cross of a lock is written now, so that its strokes are heard.
    """

    sound: str
    vibrate: bool = True
    is_swift: bool = False
    has_pen: bool = True


class CreateInvitation(Value):
    """Create an invitation and wait for a guest.

    Replies with `InvitationCreated`, and with `PeerConnected` once a guest connects.

    Args:
        peer: number of the guest; an older connection with that number is closed.
        invitation_id: number of the invitation, 0 to 65535; answers to other invitations are
            ignored.
        seat: seat at the table; `signals.SPECTATOR` for spectators.
        name: name of the host, as `signals.shortened_name` returns it; "" for none.
    """

    peer: int
    invitation_id: int
    seat: int
    name: str = ""


class AcceptAnswer(Value):
    """Connect to a guest who answered an invitation.

    Invalid answers, second answers, and answers to other invitations are ignored.

    Args:
        peer: number of the guest.
        text: the answer, as `signals.pack` returns it.
    """

    peer: int
    text: str


class CreateAnswer(Value):
    """Answer an invitation as a guest. Replies with `AnswerCreated`, then with `HostProbed`.

    Args:
        text: the invitation, as `signals.pack` returns it.
    """

    text: str


class SendText(Value):
    """Send a text to a peer. Does nothing if the peer is not connected.

    Args:
        peer: number of the peer.
        text: the text, of at most 64 KiB.
    """

    peer: int
    text: str


MAX_PEERS = 16
"""Maximum number of peers to which a page returns: all guests and spectators of a table."""


class RememberPeers(Value):
    """Save from now on how to return to peers after a reload, without a new invitation.

    Replies with `PeerConnected` for each peer that is reached again, with `PeerDisconnected` if
    one is not, or for a guest without a saved return path, and with `ReturnsEnded` at the end.

    Args:
        slot: `TABLE_SLOT` for a host, `SEAT_SLOT` for a guest.
        reconnects: whether to return to the peers saved before a reload, which are numbered from
            1, or 0 for a guest's host; otherwise, they are forgotten.
    """

    slot: str
    reconnects: bool = False


class ForgetPeers(Value):
    """Stop saving how to return to peers, and do not wait for any to return.

    Args:
        slot: see `RememberPeers`.
        deletes: whether to delete what is saved; False if another tab has opened the table.
    """

    slot: str
    deletes: bool = True


class DisconnectPeer(Value):
    """Close a connection or an open invitation. No more messages about that peer follow.

    Args:
        peer: number of the peer.
    """

    peer: int


class StartTableTimer(Value):
    """Start a timer of `TABLE_WAIT_MS` milliseconds. Replies with `TableTimerFired`.

    Args:
        wait: id of the wait; the reply repeats it.
    """

    wait: str


class StartScanning(Value):
    """Scan for QR codes in `video[data-camera]`.

    Replies with `QrCodeScanned` or `CameraUnavailable`.
    """


class StopScanning(Value):
    """Stop scanning and close the camera."""


class WatchWindowSize(Value):
    """Report whether the window is as large as a television's, now and at each change.

    Replies with `WindowSizeChanged`.
    """


class ListenForAnswers(Value):
    """Start or stop receiving answers from other tabs, each as `AnswerRelayed`.

    Args:
        enabled: whether to listen.
    """

    enabled: bool


class RunPractice(Value):
    """Let a player's own bot play a contest in a sandbox, which ends a running one.

    Replies with `PracticeProgressed`, `BotPrinted`, and, if it fails, `BotFailed` with the key "".

    Args:
        draft: number of the bot; another one gets a sandbox of its own.
        text: text of the bot.
        opponent: name of the other bot.
        variant: name of the variant.
        games: number of games.
        seed: first seed of the dice.
    """

    draft: int
    text: str
    opponent: str
    variant: str
    games: int
    seed: int = 0


class StopPractice(Value):
    """End the practice and its sandbox at once."""


class RunTournament(Value):
    """Let bots play a round robin in sandboxes, which ends a running one and a practice.

    Replies with `PairPlayed` and `EntrantFailed`, and at the end with `TournamentEnded`.

    Args:
        bots: pairs of a bot's id and its text; a bot without a text is the one of `BOTS` with
            that name.
        variant: name of the variant.
        seed: seed of the round robin; see `qwixx.bots.tournaments.pair_seed`.
        seeds: number of dice seeds for each pair, with two games each.
        played: the ids of each pair, in the order of `bots`, and its number of seeds so far.
    """

    bots: tuple[tuple[str, str], ...]
    variant: str
    seed: int
    seeds: int
    played: tuple[tuple[str, str, int], ...] = ()


class StopTournament(Value):
    """End the round robin and its sandboxes at once."""


class AskBot(Value):
    """Ask a player's own bot for a move. Replies with `BotDecided` or `BotFailed`.

    Args:
        key: id of the question; the reply repeats it.
        text: text of the bot.
        position: the position as the bot sees it, in notation.
        player: the bot's seat.
        seed: seed of its random source.
    """

    key: str
    text: str
    position: str
    player: int
    seed: int


Effect: TypeAlias = (
    SaveText
    | SaveTurnGame
    | QuarantineText
    | LoadGame
    | SetTabSlot
    | ClearFragment
    | StartTimer
    | FocusElement
    | DownloadText
    | GenerateQrCode
    | ReadArchive
    | GetDate
    | CopyField
    | DownloadSingleFile
    | ReadCopies
    | RemoveCopies
    | LogError
    | ActivateUpdate
    | ReloadPage
    | LoadWeights
    | LoadScorePad
    | LoadSameDice
    | LoadLiveTable
    | DeleteGames
    | WriteArchive
    | LoadCatalog
    | DownloadImage
    | PickFile
    | PickFiles
    | ContinueReview
    | PrintPage
    | ShareImage
    | ShareText
    | PlaySound
    | CreateInvitation
    | AcceptAnswer
    | CreateAnswer
    | SendText
    | DisconnectPeer
    | RememberPeers
    | ForgetPeers
    | StartTableTimer
    | StartScanning
    | StopScanning
    | ListenForAnswers
    | WatchWindowSize
    | RunPractice
    | StopPractice
    | RunTournament
    | StopTournament
    | AskBot
)
