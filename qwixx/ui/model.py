"""What the page shows, as one immutable value, and the messages that change it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from qwixx.games.events import Decision
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from qwixx.ui.screens.game.guards import UNGUARDED, Guards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.coach import Advice, Review
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.state import State
    from qwixx.ui.screens.lesson.script import Lesson

PERSON = "person"
"""The kind of a seat where a person sits; the other kinds are names of bots."""
OPPONENT = "medium"
"""The bot that sits at a seat for which nobody has chosen."""

THEMES = ("auto", "light", "dark")
CHANCES = ("hidden", "shown")
SPEEDS = {
    "calm": {Phase.ROLL: 600, Phase.WHITE: 900, Phase.COLOR: 900},
    "quick": {Phase.ROLL: 250, Phase.WHITE: 450, Phase.COLOR: 450},
    "instant": {Phase.ROLL: 0, Phase.WHITE: 0, Phase.COLOR: 0},
}
"""How long the page waits before a bot rolls or decides, in milliseconds."""
PAINT = 20
"""What a screen takes to show a person's step, in milliseconds, before bots answer it."""
HOLD = 1000
"""How long a person's cross can be moved or taken back before the device is handed on, in ms."""
CURTAIN = 600
"""How long the next person's sheet is covered then, in milliseconds."""
LAYOUTS = ("one", "all")
"""Whose sheets are large: that of who decides, or everybody's (a tablet on the table)."""


KEYS = {
    "r": "roll",
    "p": "pass",
    "u": "undo",
    "y": "redo",
    "s": "scores",
    "l": "log",
    "m": "menu",
    "h": "hint",
    "i": "rules",
    "?": "keys",
}
"""Which action a key stands for, in the order in which the page lists them."""


class Screen(Enum):
    """What fills the page."""

    START = "start"
    GAME = "game"


class Dialog(Enum):
    """What lies over it."""

    NONE = ""
    MENU = "menu"
    RULES = "rules"
    KEYS = "keys"
    LOG = "log"
    LEAVE = "leave"
    REVIEW = "review"
    EMBED = "embed"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat.

    Args:
        kind: `PERSON`, or the name of a bot.
        name: the player's name; empty for the seat's usual one.
    """

    kind: str = PERSON
    name: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the start screen asks for.

    Args:
        variant: the rules.
        seats: who plays, two to five.
        first: index of who begins; None draws by lot.
        lucky: a typed pair for each seat, as text; empty deals one.
    """

    variant: Variant = CLASSIC
    seats: tuple[Seat, ...] = (Seat(), Seat(OPPONENT))
    first: int | None = None
    lucky: tuple[str, ...] = ("", "", "", "", "")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person has chosen for the page.

    Args:
        language: code of the language.
        theme: one of `THEMES`.
        speed: one of `SPEEDS`.
        layout: one of `LAYOUTS`.
        chances: one of `CHANCES`.
    """

    language: str = "en"
    theme: str = "auto"
    speed: str = "calm"
    layout: str = "one"
    chances: str = "hidden"


@dataclass(frozen=True, slots=True)
class Model:
    """All that the page shows.

    Args:
        settings: what was chosen for the page.
        setup: what the start screen shows, and the game in play was made from.
        table: what the start screen will show again; None if that is `setup`.
        screen: what fills the page.
        dialog: what lies over it.
        game: the game in play; never changed in place.
        plan: what the active player will cross in the color step, chosen early.
        held: the cell that a person at a shared device has tapped, until it counts.
        curtain: whether the device goes to the next person, whose sheet is still covered.
        guards: places where a touch counts only later, as `guards` keeps them.
        why: the last tap, if it was on a cell that may not be crossed.
        scores: whether the scores were asked for.
        shown: index of the player whose sheet is large.
        timer: number of the last timer that was started; older ones are void.
        waiting: whether that timer runs, because a bot is to act.
        hurry: whether bots act without being shown, until a person is to act.
        ahead: whether they do so for the rest of the game.
        lot: whether who begins was drawn by lot.
        asked: whether weights were asked for, because a bot cannot decide without them.
        simple: whether they could not be had, so that such bots play a simpler way.
        notices: keys of what is to be told once, in the order of `texts.notices`.
        can_save: whether the browser keeps what is saved.
        kept_aside: what was saved and could not be read, as it was, the last one at the end.
        slot: where the game in play is saved; empty if none is.
        others: slots of games that are saved and not shown, the one to be offered first.
        ticket: the slot of the next game, as a number that no other tab has.
        embedded: whether the page lies in another page.
        address: the page's own, without parameters; empty if others cannot open it.
        copied: whether the snippet for other pages was copied.
        focus: code of the cell that the tab key reaches.
        opener: the selector of the cell from which a key opened the dialog; empty if none did.
        seed: of the next game.
        query: what the address asked for when the game was started.
        topic: index of the rules' topic that is read.
        lesson: where the learner is, in a game that teaches; None in any other.
        back: the model to which the page returns after a lesson.
        newer: whether a newer version of the page is ready.
        hint: what the coach says of the moves that are legal now; empty if nobody asked.
        no_hint: whether a hint was asked for where there is nothing to decide.
        review: what the coach says of the game that is over.
        reviewed: how far the coach is with it, from 0 to 1.
        wants: the action that waits for weights; empty if none does.
        loading: code of the language whose catalogue is awaited; empty if none is.
        opening: how the page was opened, while nothing is shown because of that.
    """

    settings: Settings = Settings()
    setup: Setup = Setup()
    table: Setup | None = None
    screen: Screen = Screen.START
    dialog: Dialog = Dialog.NONE
    game: Game | None = None
    plan: Mark | None = None
    held: Tap | None = None
    curtain: bool = False
    guards: Guards = UNGUARDED
    why: Tap | None = None
    scores: bool = False
    shown: int = 0
    timer: int = 0
    waiting: bool = False
    hurry: bool = False
    ahead: bool = False
    lot: bool = False
    asked: bool = False
    simple: bool = False
    notices: tuple[str, ...] = ()
    can_save: bool = True
    kept_aside: tuple[str, ...] = ()
    slot: str = ""
    others: tuple[str, ...] = ()
    ticket: int = 0
    embedded: bool = False
    address: str = ""
    copied: bool = False
    focus: str = ""
    opener: str = ""
    seed: int = 0
    query: str = ""
    topic: int = 0
    lesson: Lesson | None = None
    back: Model | None = None
    newer: bool = False
    hint: tuple[Advice, ...] = ()
    no_hint: bool = False
    review: Review | None = None
    reviewed: float = 0.0
    wants: str = ""
    loading: str = ""
    opening: Begin | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self.setup.seats

    def is_person(self, player: int) -> bool:
        """Tell whether a person sits there."""
        return self.setup.seats[player].kind == PERSON

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.kind == PERSON)

    @property
    def you(self) -> int | None:
        """The one person at this device, who is called "you"; None if there are several."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def paced(self) -> bool:
        """Whether the page takes its time, so that people can follow."""
        return bool(SPEEDS[self.settings.speed][Phase.WHITE])

    @property
    def handed_round(self) -> bool:
        """Whether one device goes from person to person, with one sheet large."""
        one = self.settings.layout == LAYOUTS[0]
        return self.paced and one and len(self.people) > 1 and self.lesson is None


def actor(state: State, seats: Sequence[Seat]) -> int | None:
    """Return the person whose touch is awaited; None if a bot is to act, or nobody.

    White decisions are asked for one person after another, from the active player
    onwards; bots decide when all persons have.
    """
    if state.phase is Phase.ROLL:
        candidates: Sequence[int] = (state.active,)
    elif state.phase is Phase.WHITE:
        turns = range(state.active, state.active + state.players)
        candidates = [turn % state.players for turn in turns]
    else:
        candidates = state.to_act
    for player in candidates:
        to_act = state.phase is Phase.ROLL or player in state.to_act
        if to_act and seats[player].kind == PERSON:
            return player
    return None


def awaited(model: Model) -> int | None:
    """Return the person whose touch counts now: who can still move a cross before all others."""
    if model.game is None or model.curtain:
        return None
    if model.held is not None:
        return model.held.player
    return actor(model.game.state, model.seats)


def pending(model: Model, player: int) -> Mark | None:
    """Return what a person has crossed in a step that is not over; None for the others.

    What was tapped early, for the color step, is pending as well. Nobody sees it but who
    looks at the large sheet.
    """
    if model.game is None or player != model.shown or not model.is_person(player):
        return None
    if model.held is not None:
        return Mark.from_code(model.held.code) if model.held.player == player else None
    state = model.game.state
    if state.phase is not Phase.WHITE or state.decisions[player] is None:
        return None
    decided = state.decisions[player]
    planned = model.plan if player == state.active else None
    return decided if isinstance(decided, Mark) else planned


def can_take_back(model: Model) -> bool:
    """Whether there is a step of a person to take back."""
    if model.game is None or model.lesson is not None or model.curtain:
        return False
    if model.held is not None:
        return True
    earlier = reversed(model.game.states[:-1])
    return any(actor(state, model.seats) is not None for state in earlier)


def undecided(state: State, player: int) -> State:
    """Return a state of the white step as it was before that player decided."""
    if not state.decisions:
        return state
    decisions = (*state.decisions[:player], None, *state.decisions[player + 1 :])
    return replace(state, decisions=decisions)


def last_marks(game: Game) -> tuple[tuple[Mark, ...], ...]:
    """Return for each player what they crossed in the last turn of which anything is known.

    White decisions are not known before all are in: until then it is the turn before.
    """
    events = list(game.events)
    if game.state.phase is Phase.WHITE:
        while isinstance(events.pop(), Decision):
            pass  # the last one popped is this turn's roll
    marks: list[tuple[Mark, ...]] = [()] * game.state.players
    while events and isinstance(event := events.pop(), Decision):
        if isinstance(event.move, Mark):
            marks[event.player] = (event.move, *marks[event.player])
    return tuple(marks)


def plans(state: State, player: int) -> tuple[Mark, ...]:
    """Return what the active player could cross in the color step after passing now.

    Nothing for anybody else, and in any other phase. Others may still close a row, and
    with it make a plan void.
    """
    if state.phase is not Phase.WHITE or player != state.active or player not in state.to_act:
        return ()
    state = state.view(player)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return tuple(move for move in state.legal_moves(player) if isinstance(move, Mark))


def focused(model: Model, game: Game) -> str:
    """Return the code of the cell that the tab key reaches: the last one, or a legal one."""
    rows = game.variant.rows
    if model.focus:
        mark = Mark.from_code(model.focus)
        if mark.number in rows[mark.row].bits:
            return model.focus
    legal = [move for move in game.state.legal_moves(model.shown) if isinstance(move, Mark)]
    return legal[0].code if legal else game.variant.marks[0][0].code


def notify(model: Model, notice: str) -> Model:
    """Return the model with a notice, once."""
    if notice in model.notices:
        return model
    return replace(model, notices=(*model.notices, notice))


def withdraw(model: Model, notice: str) -> Model:
    """Return the model without a notice."""
    return replace(model, notices=tuple(key for key in model.notices if key != notice))


# Messages

LATER = inf
"""When a message comes, in milliseconds of some clock; what has no time comes after all else."""


@dataclass(frozen=True, slots=True)
class Act:
    """A control was used.

    Args:
        action: what its `data-action` says.
        value: what its `data-value` says, or what was typed or chosen.
        at: see `LATER`.
    """

    action: str
    value: str = ""
    at: float = field(default=LATER, compare=False)


@dataclass(frozen=True, slots=True)
class Tap:
    """A cell was tapped.

    Args:
        player: index of the sheet's player.
        code: the cell, as "r7".
        at: see `LATER`.
    """

    player: int
    code: str
    at: float = field(default=LATER, compare=False)


@dataclass(frozen=True, slots=True)
class Press:
    """A key was pressed.

    Args:
        key: what the browser calls it.
        cell: code of the cell that has the focus; empty if none has.
        place: where it lies on the keyboard, as "KeyR".
        at: see `LATER`.
    """

    key: str
    cell: str = ""
    place: str = ""
    at: float = field(default=LATER, compare=False)

    @property
    def command(self) -> str:
        """The key as in `KEYS`: where letters are not Latin, the one at the same place."""
        if len(self.key) != 1:
            return self.key
        if self.key.isalpha() and not self.key.isascii() and self.place.startswith("Key"):
            return self.place[3:].lower()
        return {"؟": "?"}.get(self.key, self.key.lower())


@dataclass(frozen=True, slots=True)
class Tick:
    """A timer ran out.

    Args:
        timer: its number.
        at: see `LATER`.
    """

    timer: int
    at: float = field(default=LATER, compare=False)


@dataclass(frozen=True, slots=True)
class Begin:
    """The page has been opened.

    Args:
        parameters: those of its address.
        saved: what was saved, by name; empty if nothing.
        languages: what the browser prefers.
        can_save: whether the browser lets the page read and save anything.
        has_room: whether there is room to save anything.
        address: the page's own, without parameters; empty if others cannot open it.
        seed: a number from the browser's source of chance.
        ticket: milliseconds since 1970, and 20 bits of chance; games are saved under it.
        place: what this tab knows of itself, as `storage.write_place` has it; empty if nothing.
    """

    parameters: dict[str, str] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    can_save: bool = True
    has_room: bool = True
    address: str = ""
    seed: int = 0
    ticket: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class Newer:
    """A newer version of the page is ready; this one goes on until a person asks for it."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A newer version of the page has taken over: here, or in another tab."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of weights has come.

    Args:
        name: the file.
        data: what it holds; nothing if it could not be had.
    """

    name: str
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a `Load` asked for: the catalogue of a language; empty if it could not be had."""

    language: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Reviewed:
    """How far the coach is with a game.

    Args:
        game: the game.
        done: the part that is done, 0 to 1.
        review: what the coach says, at the end.
    """

    game: Game
    done: float
    review: Review | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Saving has begun to fail, or works again."""

    done: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """Another tab has played on in a game, or left it.

    Args:
        slot: the game's.
        text: the game as it is saved now; empty if it is gone.
    """

    slot: str
    text: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a `Recall` asked for: the game in a slot; empty if it is gone."""

    slot: str
    text: str


Message: TypeAlias = (
    Act
    | Tap
    | Press
    | Tick
    | Begin
    | Newer
    | Replaced
    | Weights
    | Loaded
    | Reviewed
    | Written
    | Moved
    | Recalled
)


# Effects: what the browser is asked to do.


@dataclass(frozen=True, slots=True)
class Save:
    """Keep a text under a name; an empty text forgets the name.

    A game has `game:<slot>` for a name, or `over:<slot>`. It answers with `Written` when that
    fails, and when it works again; with `Moved` if another tab has played on in the game: then
    that is kept, and not this.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class SetAside:
    """Keep what could not be read, and only then forget it where it lay.

    Args:
        key: the name under which it lies; empty if it is not saved anywhere.
        text: what it is.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Recall:
    """Read the game in a slot; it answers with `Recalled`."""

    slot: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Remember in this tab which game is its own; empty if none is."""

    slot: str


@dataclass(frozen=True, slots=True)
class After:
    """Send `Tick(timer)` when so many milliseconds have passed."""

    milliseconds: int
    timer: int


@dataclass(frozen=True, slots=True)
class Focus:
    """Give the focus to the first element that a selector finds."""

    selector: str


@dataclass(frozen=True, slots=True)
class Download:
    """Offer a text as a file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy the text of the field that a selector finds; send `Act("copied")` after that."""

    selector: str


@dataclass(frozen=True, slots=True)
class MakeFile:
    """Offer the page as one file; send `Act("file-made")` then, or `Act("file-failed")`."""

    name: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Let the newer version take over; it answers with `Replaced`."""


@dataclass(frozen=True, slots=True)
class Reload:
    """Load the page anew, with what this tab knows of itself, as in `Begin.place`."""

    place: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """Get a file of weights, and send `Weights`."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """Fetch the catalogue of a language; it answers with `Loaded`."""

    language: str


@dataclass(frozen=True, slots=True)
class Ponder:
    """Let the coach look at a game for a moment; it answers with `Reviewed`."""

    game: Game


Effect: TypeAlias = (
    Save
    | SetAside
    | Recall
    | Hold
    | After
    | Focus
    | Download
    | Copy
    | MakeFile
    | TakeOver
    | Reload
    | Fetch
    | Load
    | Ponder
)

Result: TypeAlias = tuple[Model, list[Effect]]
"""What an update returns: the next model, and what the browser is asked to do."""
