"""Dialog: share a game, with previews of the picture and the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.written.share_link import encode_game
from qwixx.rules.moves import Color
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from qwixx.ui import late
from qwixx.ui.model.public import GAME_LINK
from qwixx.ui.model.setup import Seat
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.qr import qr_code
from qwixx.ui.screens.replay.model import WORTH_TELLING
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import day_of_game_id, formatted_day
from qwixx.ui.texts.languages import is_rtl, texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.dialogs.picture import Poster
    from qwixx.ui.model import Model
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.messages import QrCodeGenerated
    from qwixx.ui.texts.languages import Texts

_SQUARES = {Color.RED: "🟥", Color.YELLOW: "🟨", Color.GREEN: "🟩", Color.BLUE: "🟦"}
_BONUS_SQUARE = "⬜"


def game_to_share(model: Model) -> Game:
    """Return the game to share: all of a finished game, or the part before the undone events."""
    game = model.screen.shareable_game
    assert game is not None  # noqa: S101 - the dialog opens only if there is a game
    is_finished = game.furthest.phase is Phase.OVER
    return game.go_to(game.event_count_with_undone) if is_finished else game.without_undone()


def _is_daily(model: Model) -> bool:
    board = model.screen.board
    return board is not None and bool(board.policy.day.date)


def share_link(model: Model, *, with_names: bool) -> str:
    """Return a link to the replay of a game; for a daily game, a link that starts it."""
    if _is_daily(model):
        return f"{model.session.address}?daily={model.board.policy.day.date}"
    seats = texts.without_you(model.seats, texts_of(model))
    # A name that is the number of its seat stands for no name; see `open_game_link`.
    names = [seat.name or str(number) for number, seat in enumerate(seats, start=1)]
    game = game_to_share(model).rename(names)
    code = encode_game(game, [seat.kind for seat in seats], with_names)
    return f"{model.session.address}#{GAME_LINK}{code}"


def share_text(model: Model, *, with_names: bool) -> str:
    """Return the text to share: title with scores, crosses as emoji, and link."""
    _, game = texts_of(model), game_to_share(model)
    if _is_daily(model):
        return daily_result_text(model)
    scores = game.state.scores()
    names = names_to_share(model, with_names=with_names)
    points = " : ".join(texts.points_number(points) for points in scores)
    # Translators: the first line of a result. Messengers derive the direction of a message
    # from its first letter: if your language runs from right to left, begin with its script.
    title = _("Qwixx {variant} · {points}")
    heading = title.format(
        variant=texts.variant_name(_, game.variant),
        points=texts.scores_text(_, game.rename(names)) if with_names else points,
    )
    seat = _seat_to_show(model, scores)
    owner = texts.points_text(_, texts.isolated(_, names[seat]), scores[seat])
    is_among_people = len(model.setup.person_seats) > 1
    return "\n".join(
        (
            heading,
            *([owner] if is_among_people else []),
            *crosses_as_emoji_rows(game.state.sheets[seat]),
            share_link(model, with_names=with_names),
        )
    )


def names_to_share(model: Model, *, with_names: bool) -> list[str]:
    """Return the players' names for other people; without names, those of unnamed players."""
    seats = [seat if with_names else Seat(seat.kind) for seat in model.seats]
    return texts.seat_names_for_others(seats, texts_of(model))


def _seat_to_show(model: Model, scores: Sequence[int]) -> int:
    """Return the seat whose sheet is shared: the best one of the local people, or else of all."""
    seats = sorted(model.local_people) or range(len(scores))
    return max(seats, key=lambda seat: scores[seat])


def daily_result_text(model: Model) -> str:
    """Return the result of a daily game for sharing, without revealing the dice."""
    board = model.board
    _ = texts_of(model)
    seat = next(iter(model.local_people), 0)
    sheet = board.game.state.sheets[seat]
    # Translators: the first line of the result of a daily game; the day is like 2026-11-20.
    title = _("Qwixx {day}: {points}")
    if sheet.variant is not CLASSIC:
        # Translators: the same with the name of a sheet, such as "Longo".
        title = _("Qwixx {variant} {day}: {points}")
    heading = title.format(
        variant=texts.variant_name(_, sheet.variant),
        day=board.policy.day.date,
        points=texts.points_number(sheet.points),
    )
    names = texts.seat_names(board.seats, _)
    scores = board.game.state.scores()
    others = [
        texts.points_text(_, names[other], scores[other])
        for other in range(len(scores))
        if other != seat
    ]
    share = _best_decision_share(board, seat)
    best = "" if share is None else _best_choices_text(_, share)
    address = share_link(model, with_names=False)
    rows = crosses_as_emoji_rows(sheet, hides_numbers=True)
    return "\n".join(filter(None, (heading, *rows, *others, best, address)))


def _best_decision_share(board: Board, seat: int) -> float | None:
    """Return the fraction of a player's decisions without notable cost; None without a review."""
    decisions = board.review.decisions if board.review else ()
    costs = [one.cost for one in decisions if one.player == seat]
    return sum(cost < WORTH_TELLING for cost in costs) / len(costs) if costs else None


def crosses_as_emoji_rows(sheet: Sheet, *, hides_numbers: bool = False) -> list[str]:
    """Return a line for each row with crosses, and one for points that come from no row.

    A cross is a square in the color of its box, or in that of its row, which says nothing about
    its number; in bonus rows, it is white.

    Args:
        sheet: the sheet.
        hides_numbers: whether the boxes must stay unknown, as in a daily game.
    """
    variant = sheet.variant
    lines = []
    for row in variant.row_order:
        count = sheet.count(row)
        if row >= len(variant.rows):
            lines.append(_BONUS_SQUARE * count)
            continue
        colors = [Color(row)] * count
        if variant.rows[row].dice and not hides_numbers:
            colors[: len(sheet.crossed(row))] = [
                variant.rows[row].color_of(number) for number in sheet.crossed(row)
            ]
        lines.append("".join(_SQUARES[color] for color in colors))
    if sheet.extra_points:
        lines.append(f"+{sheet.extra_points}")
    return [line for line in lines if line]


def picture_to_share(model: Model, *, with_names: bool) -> Poster:
    """Return a picture of a player's sheet: the only local person's, or else the best one."""
    _, game = texts_of(model), game_to_share(model)
    is_daily, scores = _is_daily(model), game.state.scores()
    seat = _seat_to_show(model, scores)
    names = names_to_share(model, with_names=with_names)
    ranking = sorted(range(len(scores)), key=lambda player: -scores[player])
    others = [texts.points_text(_, names[one], scores[one]) for one in ranking if one != seat]
    day = (
        model.board.policy.day.date if is_daily else day_of_game_id(model.screen.printable_game_id)
    )
    share = _best_decision_share(model.board, seat) if model.screen.board is not None else None
    is_named = bool(model.seats[seat].name) or not model.seats[seat].is_person
    sheet = game.state.sheets[seat]
    title = _("Daily game") if is_daily else texts.variant_name(_, game.variant)
    return late.picture.Poster(
        sheet=sheet,
        has_numbers=not is_daily,
        title=title,
        day=formatted_day(_, day) if day else "",
        owner=names[seat] if with_names and is_named and not is_daily else "",
        note="" if share is None else _best_choices_text(_, share),
        others=" · ".join(others),
        address=model.session.address.partition("://")[2].rstrip("/"),
        is_rtl=is_rtl(_.language),
        # Translators: a picture in words, for screen readers: the variant or "Daily game".
        label=_("Picture of a sheet. {title}: {points}.").format(
            title=title, points=texts.points_number(sheet.points)
        ),
    )


def _best_choices_text(_: Texts, share: float) -> str:
    """Return the fraction of a player's decisions without notable cost, as text."""
    percent = texts.whole_percent_text(_, share).strip("\u2066\u2069")
    return _("Best choices: {share}").format(share=percent)


def share_body(model: Model) -> list[Node]:
    """Return the picture and the text to share, and the controls for sharing them."""
    _, state = texts_of(model), model.dialog
    names, can_share = state.with_names, model.session.can_share
    field: dict[str, str | int | bool | None] = {
        "id": "shared",
        "data-share-text": True,
        "aria-labelledby": "dialog-title",
        "readonly": True,
        "rows": 7,
        "dir": "ltr",
        "spellcheck": "false",
    }
    of_a_day = _is_daily(model)
    shown = [
        late.picture.poster_view(picture_to_share(model, with_names=names)),
        h(
            "div",
            {"class": "share-actions"},
            button("send", _("Share…"), "primary wide") if can_share else None,
            button("paint", _("Save picture"), "" if can_share else "primary"),
            button("copy", _("Copy text")),
            None if state.code else button("qr", _("QR code")),
        ),
        h("p", {"role": "status"}, _("Copied.") if state.copied else ""),
        _qr_code_or_failure(_, state.code) if state.code else None,
        h("textarea", field, share_text(model, with_names=names)),
        None
        if of_a_day  # the result of a daily game contains no names
        else h(
            "label",
            {"class": "check"},
            h("input", {"type": "checkbox", "data-action": "share-names", "checked": names}),
            h("span", None, _("With names")),
        ),
        h("p", {"class": "fine-print"}, _privacy_text(model)),
    ]
    return [node for node in shown if node is not None]


def _privacy_text(model: Model) -> str:
    """Return a text that says what the shared text and its link reveal."""
    _ = texts_of(model)
    if _is_daily(model):
        return _("This won’t give away today’s dice.")
    text = _("Anyone with the link can watch this game, move by move.")
    if game_to_share(model).has_given_rolls:
        text += " " + _("The link shows every roll, but it doesn’t prove that the dice were fair.")
    return text


def _qr_code_or_failure(_: Texts, code: QrCodeGenerated) -> Node:
    """Return the QR code, or a text that says that there is none."""
    if not code.modules:
        return h("p", {"role": "status"}, _("Can’t make a QR code right now."))
    return qr_code(code.modules, _("QR code"))
