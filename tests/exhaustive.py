"""Tests that run only with `--all` or `--long`: full crosses, of which a representative stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINKS = "tests/publish/test_stray_files.py::test_listed_file_that_is_link_or_special_is_refused"
_OFFLINE = "tests/browser/offline/test_offline.py"

EXHAUSTIVE = (
    "tests/bots/test_levels.py::test_stronger_bot_wins_more_often[medium-easy-120]",
    "tests/browser/embed/test_frames.py::test_game_is_playable_in_every_kind_of_frame[sandbox]",
    "tests/browser/embed/test_frames.py::test_game_ignores_posted_messages[message",
    "tests/browser/embed/test_frames.py::test_game_ignores_posted_messages[None]",
    "tests/browser/embed/test_frames.py::test_game_fits_small_frame[(360, 480)]",
    "tests/browser/embed/test_frames.py::test_game_fits_small_frame[(700, 480)]",
    "tests/browser/embed/test_frames.py::test_names_chances_and_penalties_do_not_overlap[2]",
    "tests/browser/embed/test_frames.py::test_names_chances_and_penalties_do_not_overlap[3]",
    "tests/browser/embed/test_frames.py::test_names_chances_and_penalties_do_not_overlap[4]",
    "tests/browser/offline/test_offline.py::test_page_works_offline_after_first_visit[source]",
    f"{_OFFLINE}::test_deleted_files_come_from_network_if_storage_is_full[open]",
    "tests/browser/test_file.py::test_missing_script_bundle_is_reported[static/file/runtime.js]",
    "tests/browser/test_file.py::test_missing_script_bundle_is_reported[static/file/game.js]",
    "tests/browser/test_file.py::test_single_file_is_not_made_from_wrong_parts[portal]",
    "tests/browser/test_game.py::test_two_people_play_by_mouse[longo]",
    "tests/browser/test_hint.py::test_hint_moves_nothing[longo]",
    "tests/browser/test_history.py::test_no_game_is_lost_if_database_fails[none]",
    "tests/browser/test_host_apps.py::test_page_says_that_app_cannot_share[AbortError-False]",
    "tests/browser/test_history.py::test_no_game_is_lost_if_database_fails[aborts]",
    "tests/browser/test_history.py::test_no_game_is_lost_if_database_fails[quota]",
    "tests/browser/test_languages.py::test_start_screen_and_dialogs_are_translated_and_fit[1280]",
    "tests/browser/test_layout.py::test_all_sheets_of_hot_seat_game_fit_on_one_screen[classic-3]",
    "tests/browser/test_layout.py::test_all_sheets_of_hot_seat_game_fit_on_one_screen[classic-4]",
    "tests/browser/test_layout.py::test_all_sheets_of_hot_seat_game_fit_on_one_screen[longo-3]",
    "tests/browser/test_layout.py::test_all_sheets_of_hot_seat_game_fit_on_one_screen[longo-4]",
    "tests/browser/test_layout.py::test_lesson_keeps_sheet_in_place[en-(844, 390)]",
    "tests/browser/test_layout.py::test_lesson_keeps_sheet_in_place[ru-(1280, 800)]",
    "tests/browser/test_layout.py::test_sheet_never_moves[(390, 844)]",
    "tests/browser/test_layout.py::test_sums_fit_below_colored_die[classic-en]",
    "tests/browser/test_layout.py::test_sums_fit_below_colored_die[classic-ru]",
    "tests/browser/test_layout.py::test_sums_fit_below_colored_die[longo-en]",
    "tests/browser/test_layout.py::test_texts_fit_with_minimum_font_size[18]",
    "tests/publish/test_line_endings.py::test_clone_on_windows_has_published_line_endings[defeated]",
    *(
        f"{_LINKS}[{target}-{name}]"
        for target in ("/etc/passwd", ".env", "loop", "nowhere", "pipe", ".")
        for name in ("static/css/base.css", "qwixx/rules/dice.py", "sw.js", "LICENSE")
    ),
    "tests/research/test_training.py::test_compiled_code_decides_like_engine[classic-hard-hard-40]",
)
"""Beginnings of the ids of these tests."""


def is_named(test_id: str, arguments: Iterable[str]) -> bool:
    """Return whether an argument names a test, and not only its file or folder."""
    return test_id.startswith(tuple(argument for argument in arguments if "::" in argument))
