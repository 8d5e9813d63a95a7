"""View of the history: the list of games with miniature sheets, or the statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.archive.statistics import sole_local_player
from qwixx.rules.variants import CLASSIC, find_variant
from qwixx.ui import late
from qwixx.ui.parts.controls import button, closable_header, icon_button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.miniature import miniature
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.history.empty import empty_history
from qwixx.ui.screens.history.model import PAGE
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import day_of_game
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.coach.mistakes import MistakeSummary
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.ui.model import Model
    from qwixx.ui.screens.history.model import HistoryModel, HistoryScreen
    from qwixx.ui.texts.languages import Texts


def history_view(model: HistoryModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main element."""
    return _header(model, title), _main(model)


def _header(model: HistoryModel, title: Node) -> Node:
    """Return the header: title, close button, and menu button."""
    _ = texts_of(model)
    heading = _("Past games") if model.screen.view == "history" else _("Statistics")
    return closable_header(_, "leave-history", title, heading)


def _main(model: HistoryModel) -> Node:
    """Return the main element, with the list or the statistics."""
    screen, _ = model.screen, texts_of(model)
    views = {"history": _("Past games"), "statistics": _("Statistics")}
    if screen.total is None:
        shown: list[Node | None] = [h("p", {"class": "fine-print"}, _("Loading…"))]
    elif screen.view == "statistics":
        shown = late.figures.statistics_view(_, screen, model.session)
    else:
        shown = _game_list(model, screen)
    return h(
        "main",
        {"class": "history", "tabindex": "-1"},
        h(
            "nav",
            {"class": "views", "aria-label": _("Past games")},
            *(
                button(
                    view,
                    label,
                    "chip",
                    **{"aria-current": "true" if view == screen.view else None},
                )
                for view, label in views.items()
            ),
        ),
        h("div", {"class": "history-status", "role": "status"}, _status_text(model, screen)),
        button("bring-back", _("Undo"), "primary") if screen.deleted else None,
        *shown,
        # The list already has this button.
        button("export", _("Save to a file"))
        if screen.refused and screen.total and screen.view == "statistics"
        else None,
        key=f"history {screen.view}",
    )


def _status_text(model: Model, screen: HistoryScreen) -> str:
    """Return the status after an import or a deletion, and any problems with the archive."""
    _ = texts_of(model)
    count, broken = screen.counts
    sentences = []
    if screen.status == "deleted":
        sentences.append(_("Games deleted: {count}.").format(count=count))
    elif screen.status == "imported":
        sentences.append(_("Games imported: {count}.").format(count=count))
        if broken:
            sentences.append(_("Damaged games in the file: {count}.").format(count=broken))
    elif screen.status == "no-file":
        sentences.append(_("There are no games in this file."))
    if screen.refused:
        copied = model.session.can_save and not model.session.is_full
        sentences.append(texts.notice_text(_, "no-answer" if copied else "not-kept"))
    if screen.unread:
        sentences.append(_("Games that can’t be read: {count}.").format(count=screen.unread))
    return " ".join(sentences)


def _game_list(model: Model, screen: HistoryScreen) -> list[Node | None]:
    """Return a page of the list, and the buttons for pages and files."""
    _ = texts_of(model)
    total = screen.total or 0
    older = screen.skip + PAGE < total
    pairs = zip(screen.entries, screen.judged, strict=True)
    return [
        empty_history(
            _,
            _(
                "No finished games yet. "
                "Every game you finish is kept here to replay and learn from."
            ),
        )
        if not total
        else h(
            "ol",
            {"class": "card games"},
            *(
                _game_item(_, index, entry, judged, _challenge_label(model, entry))
                for index, (entry, judged) in enumerate(pairs)
            ),
        ),
        h(
            "div",
            {"class": "pages"},
            button("newer", _("Newer")) if screen.skip else None,
            button("older", _("Older")) if older else None,
        ),
        h(
            "div",
            {"class": "pages"},
            button("export", _("Save to a file")) if total else None,
            button("import", _("Import a file")),
            button("delete-all", _("Delete all")) if total else None,
        ),
        h(
            "p",
            {"class": "fine-print"},
            _("Save your games to a file to move them to another device or browser."),
        ),
    ]


def _game_item(
    _: Texts,
    index: int,
    entry: ArchivedGame,
    judged: MistakeSummary | None,
    challenge_label: str,
) -> Node:
    """Return a list item for a game: the player's sheet, the outcome, and the date."""
    you = sole_local_player(entry)
    seat = you or 0
    points = " : ".join(map(texts.points_number, entry.scores))
    outcome = _outcome_text(_, entry)
    variant = texts.variant_name(_, find_variant(entry.variant))
    kind = variant
    if entry.daily_date:
        is_usual = entry.variant == CLASSIC.name
        kind = _("Daily game") if is_usual else f"{_('Daily game')} · {variant}"
    if entry.pad_json:
        kind = f"{_('Score pad')} · {variant}"
    elif entry.same_dice_json:
        kind = f"{_('Same dice')} · {variant}"
    others = [other for other in range(len(entry.names)) if other != seat]
    day = day_of_game(_, entry)
    label = ". ".join(filter(None, (day, kind, f"{outcome} {points}".strip())))
    return h(
        "li",
        {"class": "game-entry", "data-game-id": entry.id},
        h(
            "button",
            {
                "type": "button",
                "class": "entry",
                "data-action": f"open:{index}",
                "aria-label": label,
            },
            miniature(entry.final_sheet(seat)),
            h(
                "b",
                {"data-won": you in entry.winners if outcome else None},
                f"{outcome} ",
                h("span", {"dir": "ltr"}, points),
            ),
            h(
                "small",
                None,
                *(seat_token(entry.kinds[other], other) for other in others),
                f"{kind} · {day}",
            ),
            h("small", None, _lost_chance_text(_, judged.chance_lost)) if judged else None,
        ),
        icon_button(f"delete:{index}", _("Delete")),
        button(f"answers:{index}", challenge_label, "link") if challenge_label else None,
        key=entry.id,
    )


def _challenge_label(model: Model, entry: ArchivedGame) -> str:
    """Return the label of the button for a game's challenge; "" for a game without one."""
    if not model.session.challenges:
        return ""
    log = late.challenge_log.parse_challenge_log(model.session.challenges)
    logged, _ = log.find_slot(entry.id), texts_of(model)
    if logged is None:
        return ""
    if not logged.is_own:
        return _("Challenge: compare")
    count = len(logged.answers)
    return _.ngettext("Challenge: {count} reply", "Challenge: {count} replies", count).format(
        count=count
    )


def _outcome_text(_: Texts, entry: ArchivedGame) -> str:
    """Return the outcome for the sole local player; "" if a finished game has no such player."""
    you = sole_local_player(entry)
    if not entry.is_finished:
        return _("Not finished")
    if you is None:
        return ""
    if you not in entry.winners:
        return _("Lost")
    return _("Tie") if len(entry.winners) > 1 else _("Won")


def _lost_chance_text(_: Texts, lost_chance: float) -> str:
    """Return the win probability lost in a game, as text."""
    return _("Win chance given away: {share}").format(
        share=texts.whole_percent_text(_, lost_chance)
    )
