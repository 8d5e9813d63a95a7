"""View of the workshop: the editor, the practice, and sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.games.written.bot_link import MAX_TEXT
from qwixx.ui.model.own_bots import OPPONENTS, name_of_bot
from qwixx.ui.parts.code_text import code_lines
from qwixx.ui.parts.controls import button, closable_header, select
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
    unreachable_note,
)
from qwixx.ui.screens.workshop import texts as workshop_texts
from qwixx.ui.screens.workshop.model import (
    GAME_COUNTS,
    WorkshopScreen,
    file_name_of_bot,
)
from qwixx.ui.texts import bots as bot_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.ui.screens.workshop.model import WorkshopModel
    from qwixx.ui.texts.languages import Texts

MILESTONES = (0.1, 0.5, 1.0)
"""Fractions of a practice that are announced."""


def workshop_view(model: WorkshopModel, title: Node) -> tuple[Node, Node]:
    """Return the header, and the main element with the editor and the practice."""
    _, screen = texts_of(model), model.screen
    header = closable_header(_, "leave-workshop", title, _("Write a bot"))
    main = h(
        "main",
        {"class": "workshop", "tabindex": "-1"},
        h(
            "div",
            {"class": "bot-program"},
            _intro(_, screen),
            _unsaved(_, model),
            _sources(_, screen),
            _editor(_, screen),
        ),
        h(
            "div",
            {"class": "bot-practice"},
            _practice_choices(_, screen, model.session.blocks),
            _run_button(_, screen),
            button("play-bot", _("Play against it"), "wide"),
            _message(_, screen),
            _result(_, screen),
            _output(_, screen),
            _help(_, screen),
        ),
        _file_buttons(model),
        key="workshop",
    )
    return header, main


def _intro(_: Texts, screen: WorkshopScreen) -> Node:
    text = (
        _("This bot is from a link. Nothing runs until you press “Run”.")
        if screen.is_from_link
        else _("A bot is a function in Python. Change it, press “Run”, and see how often it wins.")
    )
    return h("p", {"class": "bot-intro"}, text)


def _unsaved(_: Texts, model: WorkshopModel) -> Node | None:
    """Return a warning if the browser saves nothing."""
    if model.session.can_save and not model.session.is_full:
        return None
    text = _("This browser won’t keep your bots: before you leave, save them as files.")
    return h("p", {"class": "bot-intro", "data-unsaved": True}, text, key="unsaved")


def _sources(_: Texts, screen: WorkshopScreen) -> Node:
    """Return the examples and the saved bots."""
    examples = (
        button(
            f"example:{name}",
            name_of_bot(text),
            "small",
            translate="no",
            **{"aria-pressed": "true" if screen.text == text else "false"},
        )
        for name, text in EXAMPLES.items()
    )
    saved = [
        (str(place), bot_texts.bot_label(_, text, place + 1))
        for place, text in enumerate(screen.saved)
    ]
    if screen.place is None:
        saved.insert(0, ("", "–"))
    chosen = "" if screen.place is None else str(screen.place)
    own = h(
        "div",
        {"class": "own-bots"},
        select("own-bot", _("Your bots"), saved, chosen, is_label_visible=True, translate="no"),
        button("delete-bot", _("Delete"), "small") if screen.place is not None else None,
        key="own-bots",
    )
    return h(
        "div",
        {"class": "bot-sources"},
        h(
            "div",
            {"class": "bot-examples", "role": "group", "aria-label": _("Examples")},
            h("span", {"aria-hidden": "true"}, _("Examples")),
            *examples,
        ),
        own if screen.saved else None,
    )


def _editor(_: Texts, screen: WorkshopScreen) -> Node:
    """Return the field with the program, over the same text in colors."""
    failure = screen.failure
    line = failure.line if failure is not None else 0
    return h(
        "div",
        {"class": "code", "dir": "ltr"},
        h(
            "div",
            {"class": "code-text"},
            h(
                "div",
                {"class": "code-colors", "aria-hidden": "true", "translate": "no"},
                *code_lines(screen.text, line),
            ),
            h(
                "textarea",
                {
                    "data-action": "bot-text",
                    "data-bot-text": True,
                    "data-entry": True,
                    "value": screen.text,
                    "aria-label": _("Program of the bot, in Python"),
                    "aria-describedby": "bot-message" if line else None,
                    "aria-invalid": "true" if line else None,
                    "spellcheck": "false",
                    "autocapitalize": "off",
                    "autocomplete": "off",
                    "autocorrect": "off",
                    "wrap": "off",
                    "maxlength": MAX_TEXT,
                    "translate": "no",
                },
            ),
        ),
        key="code",
    )


def _file_buttons(model: WorkshopModel) -> Node:
    _, screen = texts_of(model), model.screen
    shared: list[Node | None] = []
    if screen.link:
        shared = [
            h("p", None, _("Whoever opens this link sees the program and can let it play.")),
            *share_and_copy_buttons(
                _,
                "bot",
                can_share=model.session.can_share,
                was_copied=screen.was_copied,
            ),
            copyable_text_field("bot-link", screen.link, has_data_link=True),
            qr_code_or_failure(_, screen.link, screen.code),
            unreachable_note(_, screen.link),
        ]
    return h(
        "div",
        {"class": "bot-files"},
        h(
            "div",
            {"class": "bot-file-buttons"},
            button("share-bot", _("Share")),
            button("save-bot", _("Save as a file")),
            button("open-bot", _("Open a file")),
            button("round-robin", _("Round robin")),
        ),
        h("div", {"class": "bot-sharing"}, *shared, key="sharing") if shared else None,
    )


def _practice_choices(_: Texts, screen: WorkshopScreen, blocks: Sequence[str]) -> Node:
    variants = texts.variant_options(_, screen.shown_variant, blocks)
    opponents = [(name, texts.seat_kind_name(_, name)) for name in OPPONENTS]
    counts = [(str(count), str(count)) for count in GAME_COUNTS]
    return h(
        "div",
        {"class": "bot-choices"},
        select("bot-opponent", _("Opponent"), opponents, screen.opponent, is_label_visible=True),
        select("bot-variant", _("Variant"), variants, screen.variant, is_label_visible=True),
        select("bot-games", _("Games"), counts, str(screen.games), is_label_visible=True),
    )


def _run_button(_: Texts, screen: WorkshopScreen) -> Node:
    if screen.is_running:
        # Translators: a button that ends a running program.
        return button("stop", _("Stop"), "wide", key="run")
    # Translators: a button that starts a program.
    return button("run", _("Run"), "primary wide", key="run")


def _message(_: Texts, screen: WorkshopScreen) -> Node:
    """Return the failure or problem, and what screen readers announce."""
    failure = screen.failure
    if failure is None:
        problem = bot_texts.problem_text(_, screen.problem)
        return h(
            "div",
            {"class": "bot-message", "id": "bot-message", "role": "alert"},
            h("p", {"data-problem": screen.problem}, problem) if problem else None,
        )
    sentence = bot_texts.failure_text(_, failure)
    is_python = sentence == failure.message
    hint = bot_texts.hint_text(_, failure)
    line = bot_texts.line_text(_, failure.line) if failure.line else ""
    return h(
        "div",
        {"class": "bot-message", "id": "bot-message", "role": "alert"},
        h(
            "p",
            {
                "data-error": failure.reason,
                "data-bot-line": str(failure.line) if failure.line else None,
            },
            h("b", None, f"{line}: ") if line else None,
            untranslated(sentence, dir="ltr") if is_python else sentence,
        ),
        h("p", {"class": "bot-hint"}, hint) if hint else None,
        h(
            "details",
            None,
            # Translators: expands to show where in a program an error happened.
            h("summary", None, _("Details")),
            h("pre", {"dir": "ltr", "translate": "no"}, failure.details),
            key="details",
        )
        if failure.details
        else None,
    )


def _result(_: Texts, screen: WorkshopScreen) -> Node:
    """Return the share of wins so far; milestones are announced."""
    progress = screen.progress
    if progress is None:
        waiting = _("Python is starting…") if screen.is_running else ""
        return h("div", {"class": "bot-result"}, _announcement(waiting), key="result")
    share = bot_texts.share_text(_, progress.share, progress.error)
    won = _("won, out of {count} games").format(count=progress.games)
    own, other = (bot_texts.points_text(_, points) for points in progress.points)
    reached = [step for step in MILESTONES if progress.games >= step * screen.games]
    return h(
        "div",
        {
            "class": "bot-result",
            "data-result": True,
            "data-games": str(progress.games),
            "data-share": f"{progress.share:.4f}",
            "data-error": f"{progress.error:.4f}",
        },
        _announcement(f"{share} {won}" if reached else _("The bot is playing…"), key=str(reached)),
        h("b", {"class": "bot-share", "dir": "ltr"}, share),
        h("span", {"class": "bot-games"}, won),
        h(
            "progress",
            {"max": str(screen.games), "value": str(progress.games), "aria-label": _("Games")},
        ),
        h("p", None, _("Points per game: {own} to {other}").format(own=own, other=other)),
        h("p", {"class": "bot-verdict"}, workshop_texts.verdict_text(_, progress))
        if not screen.is_running
        else None,
        key="result",
    )


def _announcement(text: str, key: str = "") -> Node:
    """Return a text for screen readers, which changes only with its key."""
    return h("p", {"class": "visually-hidden", "role": "status"}, text, key=key)


def _output(_: Texts, screen: WorkshopScreen) -> Node | None:
    if not screen.output:
        return None
    return h(
        "section",
        {"class": "bot-output"},
        # Translators: what a program prints.
        h("h2", None, _("Output")),
        h(
            "pre",
            {"data-output": True, "dir": "ltr", "translate": "no", "tabindex": "0"},
            "\n".join(screen.output),
        ),
        h("p", {"class": "fine-print"}, _("The bot printed more than is shown here."))
        if screen.is_output_cut
        else None,
        key="output",
    )


def _help(_: Texts, screen: WorkshopScreen) -> Node:
    """Return the page of what a bot can see."""
    things = (
        h(
            "div",
            None,
            h("dt", None, h("code", {"dir": "ltr", "translate": "no"}, code)),
            h("dd", None, meaning),
        )
        for code, meaning in workshop_texts.visible_things(_)
    )
    command = f"python3 -m qwixx arena {file_name_of_bot(screen.text)} {screen.opponent}"
    return h(
        "details",
        {"class": "bot-help"},
        h("summary", {"class": "disclosure-button"}, h("span", None, _("What a bot can see"))),
        h(
            "p",
            None,
            bot_texts.with_isolated_code(
                _(
                    "In each step, choose_move gets the position and returns a move. Keep nothing "
                    "between two calls: many games are played."
                )
            ),
        ),
        h("dl", None, *things),
        h("p", None, _("The same file plays on the command line, with the same figures:")),
        h("pre", {"dir": "ltr", "translate": "no"}, command),
        key="help",
    )
