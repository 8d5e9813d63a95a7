"""The entry point in the browser: turn events into messages, render the page, and run effects."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from js import document, window
from pyodide.ffi import JsException, create_once_callable

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
)
from qwixx.ui.browser.errors import make_listener, make_once_callback
from qwixx.ui.browser.frame import EmbeddingPage, key_among_identical_frames
from qwixx.ui.browser.keyboard import enter_action, is_harmful_repeat, is_page_key
from qwixx.ui.browser.offline import Offline
from qwixx.ui.browser.prerendered import take_prerendered
from qwixx.ui.browser.sound import Sounds
from qwixx.ui.browser.swipe import Swipes
from qwixx.ui.browser.tab import Tab
from qwixx.ui.browser.tasks import Coach, run_in_background
from qwixx.ui.browser.unload_guard import UnloadGuard
from qwixx.ui.browser.wake_lock import WakeLock
from qwixx.ui.files.versions import program_id
from qwixx.ui.model import ROLL_KEY
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
    WriteArchive,
)
from qwixx.ui.model.grid import WAYS
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    KeyPressed,
    Message,
    PageOpened,
    PrintStateChanged,
    TextEdited,
    TimerFired,
)
from qwixx.ui.parts.html import LostFocus, Mount, Page, can_patch
from qwixx.ui.parts.lost_focus import successors

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from qwixx.ui.browser.live import Live
    from qwixx.ui.browser.sandboxes import Sandboxes
    from qwixx.ui.files.importer import Importer
CONTROLS = "button, select, input, label, a, summary"
"""CSS selector of everything that can be clicked."""
PRINT_PATIENCE_MS = 1500
"""Time after which a page that has not begun to print cannot print."""
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
        self._has_printed = False
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
        coach = Coach(send)
        Swipes(send)
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
            PrintPage: lambda _effect: self._print(),
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
        # Listen only inside this element: extensions add elements and send events of their own.
        self.place = document.getElementById("app")
        self._pressed: tuple[Any, tuple[str, str]] | None = None
        """The element on which a pointer was pressed, and its names; None outside controls."""
        for kind, handler in (
            ("pointerdown", self._on_pointer_down),
            ("click", self._on_click),
            ("change", self._on_change),
            ("input", self._on_input),
        ):
            self.place.addEventListener(kind, make_listener(handler))
        document.addEventListener("keydown", make_listener(self._on_keydown))
        for kind, begins in (("beforeprint", True), ("afterprint", False)):
            window.addEventListener(kind, make_listener(self._make_print_listener(begins=begins)))
        # Capture the event: a dialog's cancel event does not bubble.
        self.place.addEventListener("cancel", make_listener(self._on_cancel), True)  # noqa: FBT003

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
        self.mount, messages = take_prerendered(self.dom, _now_ms())
        return messages

    def forget_rendered_page(self) -> None:
        """Forget the rendered nodes so that the next page is rendered from scratch."""
        self.mount = None
        self.attributes = {}

    def show(self, page: Page) -> None:
        """Render a page."""
        node, attributes, is_open, in_progress = page
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
        if screen != old_screen:
            self._restore_scroll_position(screen)
        if not self.is_ready:
            self._announce_ready()
        self._open_dialog()
        if self.embedding_page:
            self.embedding_page.announce_new_place()

    def _open_dialog(self) -> None:
        if dialog := self.place.querySelector("dialog:not([open])"):
            dialog.showModal()

    def _announce_ready(self) -> None:
        """Announce that the page is ready, and start what only a ready page needs."""
        self.is_ready = True
        self.offline.watch_for_activated_update()
        self.days.watch_date()
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

    def _restore_scroll_position(self, screen: str | None) -> None:
        """Scroll to where a screen was left, or to its top."""
        if self.is_ready and not self.is_embedded:
            window.scrollTo(0, self.scroll_tops.get(screen, 0))

    def run(self, effect: Effect) -> None:
        """Run an effect."""
        self.runners[type(effect)](effect)

    def _start_timer(self, effect: StartTimer) -> None:
        look = make_once_callback(lambda: self.send(TimerFired(effect.timer_id, _now_ms())))
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
            from qwixx.ui.browser.sandbox import SandboxHost  # noqa: PLC0415 - loads when first needed
            from qwixx.ui.browser.sandboxes import Sandboxes  # noqa: PLC0415

            self._sandboxes = Sandboxes(self.send, SandboxHost())
        self._sandboxes.run(effect)

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

    def _print(self) -> None:
        """Print the page; in an app that cannot, nothing happens or the call fails."""
        self._has_printed = False
        try:
            window.print()
        except (JsException, AttributeError, TypeError):
            self._send_action("no-print")
            return
        look = make_once_callback(
            lambda: None if self._has_printed else self._send_action("no-print")
        )
        window.setTimeout(look, PRINT_PATIENCE_MS)

    def _frame_height_key(self) -> tuple[str | None, bool]:
        """Return the public name of the screen and whether it shows a finished game.

        While both stay the same, the frame does not shrink.
        """
        return self.attributes.get("data-screen"), self.attributes.get("data-phase") == "over"

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

    def _on_pointer_down(self, event: Any) -> None:
        target = event.target.closest(CONTROLS)
        self._pressed = (target, _control_names(target)) if target else None

    def _on_click(self, event: Any) -> None:
        target = event.target.closest(CONTROLS)
        pressed, self._pressed = self._pressed, None
        if target and event.detail > 0 and _has_changed_since(pressed, target):
            return  # the button has changed its action under the finger
        if not target:
            if event.target.closest("main"):
                self.send(ControlUsed("skip", at=_now_ms()))
            return
        cell, action = _control_names(target)
        disabled = attribute_or_empty(target, "aria-disabled") == "true"
        if cell:
            sheet = target.closest("[data-player]")
            self.send(CellTapped(int(attribute_or_empty(sheet, "data-player")), cell, _now_ms()))
        elif action and target.tagName == "BUTTON" and not disabled:
            self.send(ControlUsed(action, at=_now_ms()))

    def _on_change(self, event: Any) -> None:
        action = attribute_or_empty(event.target, "data-action")
        if action:
            self.send(ControlUsed(action, event.target.value, _now_ms()))

    def _on_input(self, event: Any) -> None:
        """Send a slider's value while it is moving, and the text of a field for links or codes."""
        field = event.target
        if field.type == "range":
            self._on_change(event)
        elif field.hasAttribute("data-entry") and not event.isComposing:
            action = attribute_or_empty(field, "data-action")
            self.send(TextEdited(action, field.value, _now_ms()))

    def _on_keydown(self, event: Any) -> None:
        if not self._is_in_page(event.target):
            return
        is_text = getattr(event.target, "tagName", "") == "TEXTAREA"  # the document has no tag
        if is_text and event.target.hasAttribute("data-bot-text"):
            from qwixx.ui.browser.code_field import handle_key  # noqa: PLC0415 - loads when first needed

            handle_key(event)
            return
        if action := enter_action(event):
            event.target.blur()  # the browser sends a change first
            self.send(ControlUsed(action, at=_now_ms()))
        if not is_page_key(event):
            return
        cell = attribute_or_empty(event.target, "data-cell")
        if is_harmful_repeat(event, cell):
            if event.key == "Enter":  # otherwise, the browser would press the focused button
                event.preventDefault()
            return
        if (cell and event.key in WAYS) or self._rolls(event.key):
            event.preventDefault()  # the page would scroll
        sheet = _sheet_of_cell(event.target) if cell else _SheetOnPage()
        self.send(KeyPressed(event.key, cell, event.code, _now_ms(), *sheet))

    def _rolls(self, key: str) -> bool:
        """Return whether a key rolls the dice now."""
        can_roll = self.attributes.get("data-phase") == "roll" and self.attributes["data-actor"]
        return key == ROLL_KEY and bool(can_roll)

    def _is_in_page(self, target: Any) -> bool:
        """Return whether an element belongs to the page, not to an extension."""
        return bool(self.place.contains(target) or target.contains(self.place))

    def _make_print_listener(self, *, begins: bool) -> Callable[[object], None]:
        def on_print(_event: object) -> None:
            self._has_printed = True
            self.send(PrintStateChanged(begins))

        return on_print

    def _on_cancel(self, event: Any) -> None:
        event.preventDefault()
        self.send(ControlUsed("close"))


class _SheetOnPage(NamedTuple):
    """A sheet in the document.

    Args:
        player: index of its player.
        is_vertical: whether its numbers run downward.
    """

    player: int = 0
    is_vertical: bool = False


def _control_names(control: Any) -> tuple[str, str]:
    """Return the cell and the action of a control, each "" if it has none."""
    return attribute_or_empty(control, "data-cell"), attribute_or_empty(control, "data-action")


def _has_changed_since(pressed: tuple[Any, tuple[str, str]] | None, control: Any) -> bool:
    """Return whether a control has other names than when a pointer was pressed on it."""
    return pressed is not None and control == pressed[0] and _control_names(control) != pressed[1]


def _sheet_of_cell(cell: Any) -> _SheetOnPage:
    """Return the sheet that contains a cell."""
    row = cell.parentElement
    player = attribute_or_empty(cell.closest("[data-player]"), "data-player")
    return _SheetOnPage(int(player), row.clientHeight > row.clientWidth)


def _log_error(text: str) -> None:
    """Log an exception; static/js/runtime.js deletes the memory snapshot, a possible cause."""
    window.console.error(text)
    document.dispatchEvent(window.CustomEvent.new("qwixx:exception"))


def _now_ms() -> float:
    """Return the time at which the page handles an event, in milliseconds.

    The event's own time would be wrong: a person who taps a busy page has not yet seen a response.
    """
    return float(window.performance.now())


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
