"""The page in the browser: render it, and run effects."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from js import document, window
from pyodide.ffi import create_once_callable

from qwixx.ui.address import normalize_known_parameters
from qwixx.ui.browser import files
from qwixx.ui.browser.archive import Archive
from qwixx.ui.browser.browser_storage import BrowserStorage, folder_path
from qwixx.ui.browser.database import IndexedDatabase
from qwixx.ui.browser.days import Days
from qwixx.ui.browser.document import (
    BrowserDom,
    attribute_or_empty,
    js_options,
    minimum_font_size,
    node_of_control,
    now_ms,
)
from qwixx.ui.browser.errors import make_once_callback
from qwixx.ui.browser.first_frame import show_cell, show_part
from qwixx.ui.browser.frame import EmbeddingPage, key_among_identical_frames
from qwixx.ui.browser.input import Input
from qwixx.ui.browser.late_part import load_late_part
from qwixx.ui.browser.offline import Offline
from qwixx.ui.browser.prerendered import take_prerendered
from qwixx.ui.browser.printer import Printer
from qwixx.ui.browser.sound import Sounds
from qwixx.ui.browser.tab import Tab
from qwixx.ui.browser.tasks import Coach, run_in_background
from qwixx.ui.browser.unload_guard import UnloadGuard
from qwixx.ui.browser.wake_lock import WakeLock
from qwixx.ui.files.late_part import LATE_TABLE, PartMissingError
from qwixx.ui.files.versions import program_id
from qwixx.ui.model.effects import (
    AcceptAnswer,
    ActivateUpdate,
    AskBot,
    ClearFragment,
    ContinueReview,
    CopyField,
    CreateAnswer,
    CreateInvitation,
    DeleteGames,
    DisconnectPeer,
    DownloadImage,
    DownloadSingleFile,
    DownloadText,
    Effect,
    FocusElement,
    ForgetPeers,
    GenerateQrCode,
    GetDate,
    ListenForAnswers,
    LoadCatalog,
    LoadGame,
    LoadLiveTable,
    LoadSameDice,
    LoadScorePad,
    LoadWeights,
    LogError,
    PickFile,
    PickFiles,
    PlaySound,
    PrintPage,
    QuarantineText,
    ReadArchive,
    ReadCopies,
    ReloadPage,
    RememberPeers,
    RemoveCopies,
    RunPractice,
    RunTournament,
    SaveText,
    SaveTurnGame,
    SendText,
    SetTabSlot,
    ShareImage,
    ShareText,
    StartScanning,
    StartTableTimer,
    StartTimer,
    StopPractice,
    StopScanning,
    StopTournament,
    WatchWindowSize,
    WriteArchive,
)
from qwixx.ui.model.messages import (
    NO_SANDBOX,
    BotFailed,
    ControlUsed,
    Message,
    PageOpened,
    TimerFired,
)
from qwixx.ui.parts.html import LostFocus, Mount, can_patch
from qwixx.ui.parts.lost_focus import successors

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from qwixx.ui.browser.live import Live
    from qwixx.ui.browser.sandboxes import Sandboxes
    from qwixx.ui.files.importer import Importer
    from qwixx.ui.parts.html import Node, Page
SHOW_TEXT = 4
"""The browser's `NodeFilter.SHOW_TEXT`."""
LARGE_TEXT, HUGE_TEXT = 15, 20
"""Minimum font sizes, in pixels, at which small texts are given more space; see text.css."""
LIVE = (
    AcceptAnswer,
    CreateAnswer,
    DisconnectPeer,
    ForgetPeers,
    ListenForAnswers,
    CreateInvitation,
    RememberPeers,
    SendText,
    StartScanning,
    StopScanning,
    StartTableTimer,
    WatchWindowSize,
)
"""Effects that only a live table returns."""


SANDBOXED = (RunPractice, StopPractice, RunTournament, StopTournament, AskBot)
"""Effects that need sandboxes."""


class Browser:
    """The page in the browser.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        """Listen for events on the page."""
        self.send = send
        self.dom = BrowserDom()
        self.mount: Mount | None = None
        self._lost_focus: LostFocus | None = None
        self.is_ready = False
        """Whether a page has been rendered."""
        self.attributes: dict[str, str | None] = {}
        self.scroll_tops: dict[str | None, float] = {}
        """Scroll positions of screens when they were left, by public name."""
        search = window.URLSearchParams.new(window.location.search)
        parameters = {key: search.get(key) for key in search.keys()}  # noqa: SIM118 - not a dict
        self.parameters = normalize_known_parameters(parameters)
        self.is_embedded = self.parameters.get("embed") == "1"
        self.embedding_page = EmbeddingPage(self._frame_height_key) if self.is_embedded else None
        self.tab = Tab(send, embedded=self.is_embedded)
        self.saving = BrowserStorage(
            send, key_among_identical_frames() if self.is_embedded else "", self.tab
        )
        self.offline = Offline(send)
        self.days = Days(send, self.saving.read_daily_log_or_empty)
        self.wake_lock = WakeLock()
        self.unload_guard = UnloadGuard()
        self.live: Live | None = None
        self._sandboxes: Sandboxes | None = None
        self.archive = Archive(send, IndexedDatabase(folder_path()))
        coach, printer = Coach(send), Printer(send)
        self.runners: dict[type, Callable[[Any], None]] = {
            ClearFragment: lambda _effect: self.tab.save_state(
                self.tab.state, drops_fragment=True
            ),
            StartTimer: self._start_timer,
            ReadArchive: lambda effect: run_in_background(self.archive.read(effect)),
            GetDate: lambda _effect: self.days.send_date(),
            CopyField: lambda effect: run_in_background(self._copy_field(effect)),
            DownloadText: lambda effect: self._send_action(files.download_text(effect)),
            GenerateQrCode: lambda effect: run_in_background(
                self._send_reply(files.generate_qr_code(effect))
            ),
            LoadWeights: lambda effect: run_in_background(
                self._send_reply(files.load_weights(effect))
            ),
            LoadScorePad: self.saving.load_score_pad,
            LoadSameDice: self.saving.load_same_dice,
            LoadLiveTable: self.saving.load_live_table,
            FocusElement: lambda effect: self._focus(effect.selector),
            DeleteGames: self._delete_games,
            SetTabSlot: self.saving.set_tab_slot,
            WriteArchive: self._write_archive,
            LoadCatalog: lambda effect: run_in_background(
                self._send_reply(files.load_catalog(effect))
            ),
            DownloadSingleFile: lambda effect: run_in_background(
                self._download_single_file(effect)
            ),
            DownloadImage: lambda effect: run_in_background(self._download_image(effect)),
            PickFile: lambda effect: files.pick_file(effect, send),
            PickFiles: lambda effect: files.pick_files(effect, send),
            ContinueReview: coach.continue_review,
            PrintPage: lambda _effect: printer.print_page(),
            ReadCopies: self.saving.read_copies,
            LoadGame: self.saving.load_game,
            ReloadPage: self._reload,
            RemoveCopies: self.saving.remove_copies,
            LogError: lambda effect: _log_error(effect.text),
            SaveText: self.saving.save,
            ShareImage: lambda effect: run_in_background(self._share_image(effect)),
            SaveTurnGame: self.saving.save_turn_game,
            ShareText: lambda effect: run_in_background(self._share_text(effect)),
            QuarantineText: self.saving.quarantine,
            PlaySound: Sounds().play_after_frame,
            ActivateUpdate: lambda _effect: self.offline.activate_update(),
            **dict.fromkeys(LIVE, self._run_live_effect),
            **dict.fromkeys(SANDBOXED, self._run_sandbox_effect),
        }
        smallest = minimum_font_size()
        if smallest >= LARGE_TEXT:
            document.documentElement.dataset.text = "huge" if smallest >= HUGE_TEXT else "large"
        self.place = document.getElementById("app")
        self.input = Input(self.place, send, self._is_roll_awaited)

    def first_message(self) -> PageOpened:
        """Return the message with which the page opens."""
        return self._page_opened(self.parameters, self.saving.saved, self.tab.state)

    def first_message_next_time(self, tab_state: str) -> PageOpened:
        """Return the first message that the page will handle when it next opens.

        Args:
            tab_state: state of this tab, or "" for a new tab.
        """
        return self._page_opened(
            self.parameters if tab_state else {}, self.saving.read_as_new_page(), tab_state
        )

    def _page_opened(
        self, parameters: Mapping[str, str], saved: Mapping[str, str], tab_state: str
    ) -> PageOpened:
        saving = self.saving
        return PageOpened(
            parameters=parameters,
            saved=saved,
            tab_state=tab_state,
            languages=tuple(json.loads(window.JSON.stringify(window.qwixxFirst.languages))),
            can_save=saving.can_save,
            has_room=saving.works,
            page_url=_shareable_url_or_empty(),
            fragment=self.tab.fragment,
            can_share=hasattr(window.navigator, "share"),
            can_connect=hasattr(window, "RTCPeerConnection"),
            release=attribute_or_empty(document.documentElement, "data-program"),
            seed=random.SystemRandom().getrandbits(53),
            next_slot=(int(window.Date.now()) << 20) + random.SystemRandom().getrandbits(20),
            entropy=f"{random.SystemRandom().getrandbits(256):064x}",
        )

    def take_over_prerendered(self) -> tuple[Message, ...]:
        """Continue with the prerendered page and return the messages recorded on it."""
        self.mount, messages = take_prerendered(self.dom, now_ms())
        return messages

    def forget_rendered_page(self) -> None:
        """Forget the rendered nodes so that the next page is rendered from scratch."""
        self.mount = None
        self.attributes = {}

    def show(self, page: Page) -> None:
        """Render a page."""
        node, attributes, is_open, in_progress = page
        self.dom.begin_update()
        root = document.documentElement
        screen, old_screen = attributes["data-screen"], self.attributes.get("data-screen")
        if screen != old_screen:
            self.scroll_tops[old_screen] = window.scrollY
        for name, value in attributes.items():
            if name not in self.attributes or self.attributes[name] != value:
                self.dom.set_attribute(root, name, value)
        self.attributes = dict(attributes)
        self.unload_guard.set_needed(needed=attributes.get("data-live") == "connected")
        self.tab.set_back_entry(is_open=is_open)
        self.wake_lock.set_needed(
            needed=in_progress and not self.is_embedded
        )  # embedded: the embedding page decides
        focused = document.activeElement
        self.dom.focused = focused if focused and self.place.contains(focused) else None
        if self.mount is None or not can_patch(self.mount.node, node):
            self.mount, lost = Mount(self.dom, node), None
            if self.dom.focused:
                lost = LostFocus(node_of_control(focused))
        else:
            lost = self.mount.update(node)
        self._lost_focus = lost or self._lost_focus
        if not self.mount.element.isConnected:  # new, or replaced by a copy
            self.place.replaceChildren(self.mount.element)
        self.dom.apply_tab_indexes()
        self.dom.end_update()
        if screen != old_screen:
            self._restore_scroll_position(screen)
        if not self.is_ready:
            self._announce_ready()
        self._open_dialog()
        if self.embedding_page:
            self.embedding_page.announce_new_place()

    def show_tapped_cell(self, answered: Callable[[Node], Node | None]) -> bool:
        """Show the tapped cell in the next frame, as `show_cell`; return whether it changes."""
        return self._show_answer(partial(show_cell, element=self.input.tapped, answered=answered))

    def show_part(self, page: Node, selector: str) -> bool:
        """Show a part of a page in the next frame, as `show_part`; return whether it is shown."""
        return self._show_answer(partial(show_part, page=page, selector=selector))

    def _show_answer(self, show: Callable[[Mount], tuple[bool, LostFocus | None]]) -> bool:
        if self.mount is None or document.hidden:  # no frame follows
            return False
        self.dom.begin_update()
        self.dom.focused = document.activeElement
        is_shown, lost = show(self.mount)
        self._lost_focus = lost or self._lost_focus
        self.dom.end_update()
        return is_shown

    def _open_dialog(self) -> None:
        if dialog := self.place.querySelector("dialog:not([open])"):
            dialog.showModal()

    def _announce_ready(self) -> None:
        """Announce that the page is ready, and start what only a ready page needs."""
        self.is_ready = True
        self.offline.watch_for_activated_update()
        self.days.watch_date()
        self.dom.watch_for_foreign_changes(self.place)
        root = document.documentElement
        root.dataset.qwixx = "ready"
        document.dispatchEvent(window.CustomEvent.new("qwixx:ready"))
        run_in_background(self.offline.register())
        if root.hasAttribute("data-mixed"):
            self.send(ControlUsed("mixed"))

    def restore_focus(self) -> None:
        """Focus the replacement of a focused element that an update removed.

        Call this after the effects, which may have chosen another element.
        """
        lost, self._lost_focus = self._lost_focus, None
        if lost is None or self.mount is None or self.place.contains(document.activeElement):
            return
        if self.is_embedded and not document.hasFocus():
            return
        for mount in successors(lost, self.mount):
            mount.element.focus(js_options(preventScroll=True))
            if document.activeElement == mount.element:  # else it is hidden
                return

    def repeat_announcement(self) -> None:
        """Make screen readers repeat the page's announcements.

        Each text of a live region is replaced by a new node, which looks the same. Texts of
        buttons stay.
        """
        place = self.place.querySelector("dialog[open]") or self.place
        for region in place.querySelectorAll("[role=status], [role=alert]"):
            walker, texts = document.createTreeWalker(region, SHOW_TEXT), []
            while text := walker.nextNode():
                texts.append(text)
            for text in texts:
                if not text.parentElement.closest("button"):
                    text.replaceWith(document.createTextNode(text.data))
        self.dom.end_update()

    def _restore_scroll_position(self, screen: str | None) -> None:
        """Scroll to where a screen was left, or to its top."""
        if self.is_ready and not self.is_embedded:
            window.scrollTo(0, self.scroll_tops.get(screen, 0))

    def run(self, effect: Effect) -> None:
        """Run an effect."""
        self.runners[type(effect)](effect)

    def _start_timer(self, effect: StartTimer) -> None:
        look = make_once_callback(lambda: self.send(TimerFired(effect.timer_id, now_ms())))
        window.setTimeout(look, effect.delay_ms)

    def _reload(self, effect: ReloadPage) -> None:
        """Reload the page without a question: the player has already agreed."""
        self.unload_guard.set_needed(needed=False)
        self.saving.reload(effect)

    def _write_archive(self, effect: WriteArchive) -> None:
        self.saving.save_entry_copies(effect)
        run_in_background(self.archive.write(effect))

    def _delete_games(self, effect: DeleteGames) -> None:
        self.saving.remove_copies_of_deleted(effect)
        run_in_background(self.archive.delete(effect))

    def _run_live_effect(self, effect: Effect) -> None:
        if self.live is None:
            from qwixx.ui.browser.live import Live  # noqa: PLC0415 - loads when first needed

            self.live = Live(self.send)
        self.live.run(effect)

    def _run_sandbox_effect(self, effect: Effect) -> None:
        if self._sandboxes is None:
            try:
                from qwixx.ui.browser.sandbox import SandboxHost  # noqa: PLC0415 - loads when first needed
                from qwixx.ui.browser.sandboxes import Sandboxes  # noqa: PLC0415
            except PartMissingError:
                run_in_background(self._run_with_late_part(effect))
                return
            self._sandboxes = Sandboxes(self.send, SandboxHost())
        self._sandboxes.run(effect)

    async def _run_with_late_part(self, effect: Effect) -> None:
        """Run an effect once the late part of the program has been loaded."""
        if await load_late_part():
            self.run(effect)
        elif isinstance(effect, AskBot):
            self.send(BotFailed(effect.key, NO_SANDBOX))

    def report_missing_part(self) -> None:
        """Say that the late part of the program could not be loaded."""
        if self.is_ready:
            self._send_action("part-failed")
        else:
            url = window.URL.new(LATE_TABLE, document.baseURI).href
            window.qwixxBoot.fail("file", url)

    async def _copy_field(self, effect: CopyField) -> None:
        if await files.copy_field(effect):
            self.send(ControlUsed("copied"))

    async def _send_reply(self, answer: Awaitable[Message]) -> None:
        self.send(await answer)

    async def _download_single_file(self, effect: DownloadSingleFile) -> None:
        failure = await files.download_single_file(effect)
        if failure != "file-failed":
            self.send(ControlUsed("file-made"))
        self._send_action(failure)

    async def _download_image(self, effect: DownloadImage) -> None:
        self._send_action(await files.download_image(effect))

    async def _share_image(self, effect: ShareImage) -> None:
        if not await files.share_image(effect):
            self._send_action("no-share")

    async def _share_text(self, effect: ShareText) -> None:
        if not await files.share_text(effect):
            self._send_action("no-share")

    def _send_action(self, action: str) -> None:
        """Send an action, unless it is empty."""
        if action:
            self.send(ControlUsed(action))

    def _frame_height_key(self) -> tuple[str | None, bool]:
        """Return the public name of the screen and whether it shows a finished game.

        While both stay the same, the frame does not shrink.
        """
        return self.attributes.get("data-screen"), self.attributes.get("data-phase") == "over"

    def _is_roll_awaited(self) -> bool:
        """Return whether the page waits for a person who rolls the dice."""
        return self.attributes.get("data-phase") == "roll" and bool(self.attributes["data-actor"])

    def _focus(self, selector: str) -> None:
        """Focus an element, but never take the focus from an embedding page."""
        found = map(self.place.querySelector, selector.split(", "))
        element = next(filter(None, found), None)
        if not element or (self.is_embedded and not document.hasFocus()):
            return
        # In a frame, scroll only if a cell is focused, to bring it into view.
        keep = self.is_embedded and "data-cell" not in selector
        element.focus(js_options(preventScroll=keep))
        if selector == "main" and not self.is_embedded:
            window.scrollTo(0, 0)


def _log_error(text: str) -> None:
    """Log an exception; static/js/runtime.js deletes the memory snapshot, a possible cause."""
    window.console.error(text)
    document.dispatchEvent(window.CustomEvent.new("qwixx:exception"))


def _shareable_url_or_empty() -> str:
    """Return the URL without parameters; "" for a single file or if others cannot open it."""
    location = window.location
    if location.protocol not in ("http:", "https:") or hasattr(window, "qwixxImport"):
        return ""
    return f"{location.origin}{location.pathname}"


def start_unless_mixed_versions(start: Callable[[], object]) -> None:
    """Start the program if all modules have the page's version.

    Otherwise, some modules are from the browser's cache: boot.js fetches all modules again or
    reports a failure.
    """
    release = attribute_or_empty(document.documentElement, "data-program")
    importer = cast("Importer", __spec__.loader)
    sources = cast("Mapping[str, str]", importer.modules)  # compiled modules come with their id
    if release in ("", importer.program or program_id(sources)):
        start()
    else:
        window.qwixxRenew(create_once_callable(start))
