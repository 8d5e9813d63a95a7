"""Tests that run only with `--all` or `--long`.

Most are cases of full crosses, of which a representative stays; some are long and resemble others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_RELEASES = "tests/browser/offline/test_next_release.py"
_OFFLINE = "tests/browser/offline/test_offline.py"
_DAMAGED = "tests/browser/offline/test_damaged_cache.py"
_HOSTS = "tests/browser/offline/test_unusual_hosts.py"
_FAULTS = "tests/browser/test_faulty_servers.py"
_SNAPSHOT = "tests/browser/test_snapshot.py"
_RETURNS = "tests/browser/test_returns.py"
_WHOLE_TESTS = (
    # Renders all pages of other tests; tests of its parts stay.
    "tests/i18n/test_translators_page.py::test_every_message_has_a_picture",
    # Each starts Python several times: some tests of new releases and of damaged caches stay.
    f"{_RELEASES}::test_page_requests_update_until_it_is_active",
    f"{_RELEASES}::test_page_of_first_visit_offers_update",
    f"{_RELEASES}::test_preview_reloads_when_update_becomes_active",
    f"{_RELEASES}::test_interrupted_installation_is_completed_on_next_visit",
    f"{_RELEASES}::test_single_file_is_not_made_from_next_release",
    f"{_RELEASES}::test_deleted_cache_is_filled_again",
    f"{_RELEASES}::test_release_without_cached_files_is_replaced",
    f"{_RELEASES}::test_reload_of_last_open_page_activates_update",
    f"{_RELEASES}::test_mixed_files_of_two_releases_are_not_installed",
    "tests/browser/offline/test_failing_server.py::test_invalid_responses_do_not_end_offline_play",
    "tests/browser/offline/test_failing_server.py::test_empty_worker_is_not_offered_as_update",
    f"{_DAMAGED}::test_page_starts_if_host_has_no_longer_missing_file",
    f"{_OFFLINE}::test_frame_registers_no_service_worker",
    # Visits to hosts and browsers of many kinds: an unusual page and a missing worker stay.
    f"{_HOSTS}::test_page_works_offline_although_host_redirects",
    f"{_HOSTS}::test_menu_says_that_browser_has_no_room_for_files",
    f"{_HOSTS}::test_menu_says_that_browser_allows_no_offline_play",
    f"{_HOSTS}::test_damaged_copy_of_changed_page_is_replaced",
    f"{_FAULTS}::test_slow_network_is_not_reported_as_failure",
    f"{_FAULTS}::test_source_folder_starts_without_python_files",
    f"{_FAULTS}::test_frames_and_pages_without_javascript_report_no_missing_files",
    f"{_FAULTS}::test_refused_scripts_are_named",
    "tests/browser/test_startup.py::test_failure_without_texts_is_in_english",
    "tests/browser/test_workshop.py::test_bots_play_on_pages_opened_from_disk",
    "tests/browser/test_file.py::test_single_file_works_in_frame_without_origin",
    "tests/browser/test_file.py::test_failure_to_make_single_file_is_reported",
    "tests/browser/test_mixed_releases.py::test_one_press_of_play_starts_new_release_in_frame",
    "tests/browser/test_prerendered.py::test_page_starts_without_prerendered_files",
    "tests/browser/test_prerendered.py::test_url_of_another_screen_is_not_prerendered",
    f"{_OFFLINE}::test_deleted_files_come_from_network_if_storage_is_full",
    f"{_OFFLINE}::test_page_works_online_if_cache_exceeds_quota",
    f"{_DAMAGED}::test_page_that_fails_without_cache_leaves_it_only_once",
    "tests/browser/test_mixed_releases.py::test_incompatible_modules_are_fetched_again",
    "tests/browser/test_file.py::test_game_opened_from_disk_is_restored",
    "tests/browser/test_prerendered.py::test_page_is_not_prerendered_after_settings_changed",
    f"{_SNAPSHOT}::test_snapshot_with_program_of_another_release_is_not_saved",
    f"{_SNAPSHOT}::test_two_tabs_make_snapshots_and_one_remains",
    f"{_SNAPSHOT}::test_page_resumes_without_snapshot_after_crash",
    f"{_SNAPSHOT}::test_snapshot_of_unfinished_start_is_deleted",
    f"{_SNAPSHOT}::test_snapshot_of_another_pyodide_is_deleted",
    f"{_SNAPSHOT}::test_snapshot_of_enlarged_memory_is_not_saved",
    f"{_SNAPSHOT}::test_snapshot_of_another_release_is_ignored",
    f"{_SNAPSHOT}::test_snapshot_is_deleted_after_exception",
    f"{_SNAPSHOT}::test_no_snapshot_is_made_in_first_minute_of_game",
    f"{_SNAPSHOT}::test_no_snapshot_is_made_without_idle_time",
    f"{_SNAPSHOT}::test_page_starts_where_no_snapshot_can_be_saved",
    f"{_SNAPSHOT}::test_snapshots_respect_data_saver_and_low_memory",
    f"{_SNAPSHOT}::test_starting_game_cancels_snapshot",
    # Each connects pages: returns of both sides, of removed peers, and after failures stay.
    f"{_RETURNS}::test_peer_is_replaced_before_its_loss_is_noticed",
    f"{_RETURNS}::test_page_without_returns_connects_to_page_with_them",
    f"{_RETURNS}::test_guest_returns_again_although_channel_for_returns_opened_late",
    f"{_RETURNS}::test_guest_calls_again_if_its_first_call_fails",
    f"{_RETURNS}::test_guest_that_leaves_while_it_returns_dials_nobody",
    f"{_RETURNS}::test_host_that_leaves_during_call_gives_up",
    f"{_RETURNS}::test_browser_that_refuses_a_chosen_user_name_reports_failure",
    # Similar tests with two games, two players, two phones, and fewer reloads stay.
    "tests/browser/embed/test_frames.py::test_identical_frames_have_separate_games",
    "tests/browser/embed/test_frames.py::test_game_fits_small_frame",
    "tests/browser/embed/test_element.py::test_demo_page",
    "tests/browser/embed/test_element.py::test_requested_height_includes_frame_border",
    "tests/browser/test_game.py::test_person_plays_against_four_bots_by_touch",
    "tests/browser/test_live.py::test_live_table_survives_lessons_of_host_and_guest",
    "tests/browser/test_live.py::test_longo_game_on_five_devices_survives_interruptions",
    "tests/browser/test_live.py::test_three_devices_reload_one_after_another",
    "tests/browser/test_live.py::test_answer_opened_in_browser_of_host_is_relayed",
    # Need compiled code, which takes a minute; short games of the same code stay, not compiled.
    "tests/research/test_training.py::test_solitaire_average",
    "tests/research/test_training.py::test_solitaire_choices_match_exact_values",
    "tests/research/test_training.py::test_won_position_is_won",
    "tests/research/test_training.py::test_weak_openings_are_not_recorded",
    "tests/research/test_training.py::test_network_learns_solitaire",
    "tests/research/test_training.py::test_match_against_oneself_is_even",
)
_CASES: dict[str, Mapping[str, Sequence[str]]] = {
    "tests/bots/test_levels.py": {
        "test_stronger_bot_wins_more_often": ("medium-easy-120", "hard-easy-60"),
        "test_whole_games_are_reproducible": tuple(
            f"{level}-{players}-" for level in ("easy", "medium", "hard") for players in (3, 4)
        ),
    },
    "tests/bots/test_general.py": {
        "test_hard_beats_greedy_on_every_sheet": (
            "mixx-b",
            "big-points",
            "bonus-b",
            "connected-b",
        ),
        "test_levels_differ_without_weights": ("medium-easy",),
    },
    "tests/bots/test_rivals.py": {
        "test_rival_beats_random_bot": (  # the slowest rival; classic, longo and double-a stay
            *("TreeSearch-mixx-a", "TreeSearch-mixx-b", "TreeSearch-big-points"),
            *("TreeSearch-bonus-a", "TreeSearch-bonus-b", "TreeSearch-x-change"),
            *("TreeSearch-connected-a", "TreeSearch-connected-b"),
        ),
    },
    "tests/bots/test_user_bots.py": {
        "test_the_sandbox_and_the_command_line_get_the_same_figures": ("medium-careful",),
    },
    "tests/browser/embed/test_columns.py": {
        "test_embedded_game_is_whole_in_columns_of_all_widths": (
            "element-classic-easy,medium-he",
            *("element-classic-greedy-en", "element-longo-greedy-he", "element-longo-greedy-ru"),
            *("iframe-classic-greedy-en", "iframe-longo-greedy-he"),
            *("iframe-longo-easy,medium,hard,hard-en", "iframe-longo-greedy-ru"),
            "iframe-classic-easy,medium-he",
        ),
    },
    "tests/browser/embed/test_element.py": {
        "test_snippet_is_copied_and_embeds_game": ("by hand",),
        "test_element_adopts_color_scheme_of_page": ("silent", "meta both", "style dark"),
    },
    "tests/browser/embed/test_frames.py": {
        "test_game_is_playable_in_every_kind_of_frame": (
            "other origin]",
            "sandbox",
            "same origin",
            "no origin]",
        ),
        "test_game_ignores_posted_messages": ("message", "None"),
        "test_game_is_playable_with_and_without_storage": ("nothing blocked",),
        "test_names_chances_and_penalties_do_not_overlap": ("2", "3", "4"),
    },
    "tests/browser/embed/test_preview.py": {
        "test_preview_shows_variant": (
            *("320-chess", "320--44", "320-classic", "760-classic", "760-chess", "760-longo"),
        ),
    },
    _DAMAGED: {
        "test_page_starts_although_cached_file_is_damaged": (
            *("/qwixx/", "static/js/shim.js", "program.bin", "pyodide.mjs", "pyodide.asm.wasm"),
            *("python_stdlib.bin", "static/vendor/pyscript/core.js"),
        ),
        "test_page_without_network_says_why_it_cannot_start": ("program.bin", "static/js/boot.js"),
    },
    _OFFLINE: {
        "test_page_works_offline_after_first_visit": ("source",),
    },
    "tests/browser/offline/test_unusual_hosts.py": {
        "test_page_works_offline_although_host_changes_it": (
            *("comment", "first line", "partial", "vary"),
        ),
        "test_menu_says_why_page_does_not_work_offline": (
            "other page",
            "missing icon",
            "worker of another type",
            "changed style sheet",
            "busy",
        ),
    },
    "tests/browser/test_faulty_servers.py": {
        "test_page_starts_if_server_serves_scripts": (
            "types of scripts",
            "webassembly",
            "types of modules",
            "statuses",
            "others",
        ),
        "test_server_fault_is_named_in_language_of_page": ("cs", "de"),
    },
    "tests/browser/test_file.py": {
        "test_missing_script_bundle_is_reported": (
            "static/file/runtime.js",
            "static/file/game.js",
        ),
        "test_single_file_is_not_made_from_wrong_parts": ("portal",),
    },
    "tests/browser/test_focus.py": {
        "test_large_button_keeps_focus": ("seats0-calm", "seats0-instant", "seats1-instant"),
    },
    "tests/browser/test_game.py": {"test_two_people_play_by_mouse": ("longo",)},
    "tests/browser/test_hint.py": {"test_hint_moves_nothing": ("longo", "five")},
    "tests/browser/test_history.py": {
        "test_no_game_is_lost_if_database_fails": ("silent", "aborts", "quota"),
    },
    "tests/browser/test_host_apps.py": {
        "test_page_says_that_app_cannot_save_files": ("script1",),
        "test_result_is_shared_with_a_picture_in_one_touch": ("AbortError",),
        "test_page_says_that_app_cannot_print": ("does nothing", "throws"),
    },
    "tests/browser/test_languages.py": {
        "test_start_screen_and_dialogs_are_translated_and_fit": ("1280",),
        "test_lesson_is_translated_and_fits": ("1280",),
        "test_game_is_translated_and_fits": ("320",),
        "test_other_screens_are_translated_and_fit": ("1280",),
    },
    "tests/browser/test_layout.py": {
        "test_no_part_of_a_game_is_cut_off_or_overlaps": (
            "classic-5-he",
            *("classic-2-en", "classic-3-de", "classic-4-ru", "longo-3-en", "longo-4-de"),
            *("longo-2-ar", "mixx-a-5-ar", "mixx-a-2-he", "bonus-a-2-ru"),
        ),
        "test_large_text_makes_page_longer_but_not_wider": ("en", "de"),
        "test_longo_game_of_five_players_fits_on_one_screen": ("(390, 844)",),
        "test_parts_of_pad_fit_and_can_be_tapped": ("classic-2",),
        "test_print_choices_fit_on_one_line_in_wide_window": ("en",),
        "test_all_sheets_of_hot_seat_game_fit_on_one_screen": (
            *("classic-2", "classic-3", "classic-4", "classic-5"),
            *("longo-2", "longo-3", "longo-4"),
        ),
        "test_lesson_keeps_sheet_in_place": (
            "en-(360, 640)",
            *("en-(844, 390)", "en-(1280, 800)", "ru-(360, 640)", "ru-(1280, 800)"),
        ),
        "test_sheet_never_moves": ("(390, 844)", "(1280, 800)"),
        "test_sums_fit_below_colored_die": ("classic-de", "classic-ru", "longo-ru"),
        "test_texts_fit_with_minimum_font_size": ("18",),
        "test_tablet_shows_names_on_other_sheets": ("4",),
        "test_result_background_is_as_wide_as_tablet": ("0",),
        "test_texts_of_longo_cell_fit": ("(390, 844)", "(412, 732)"),
    },
    "tests/browser/test_live.py": {
        "test_reloaded_page_returns_without_invitation": ("guest",),
    },
    "tests/browser/test_mixed_releases.py": {
        "test_page_reloads_once_after_deployment": ("python",),
    },
    "tests/browser/test_pad.py": {
        "test_controls_are_reachable_in_every_window": (*("longo-5-de", "classic-5-ar"),),
    },
    "tests/browser/test_page.py": {
        "test_path_with_extra_slashes_is_same_page": (
            "/]",
            "//]",
            "/index.html",
        ),
        "test_screens_have_no_accessibility_violations": ("longo-he-dark",),
        "test_invalid_parameters_are_ignored_with_notice": (
            *("{'players'", "{'bots'", "{'first'", "{'seed': '9", "{'theme'", "{'speed'"),
        ),
        "test_not_found_page_links_to_home_page": ("none-/]", "a/b", "a//b-/]"),
        "test_unreadable_save_is_quarantined": ("cut", "null", "other", "half", "foreign"),
        "test_hostile_names_are_shown_as_text": ("short",),
        "test_page_fits_every_window": (
            *("classic-(360, 740)", "classic-(768, 1024)", "classic-(740, 360)"),
            *("longo-(320, 568)", "longo-(1280, 800)", "longo-(768, 1024)"),
        ),
        "test_decision_needs_no_scrolling_on_landscape_phone": (
            *("classic-(740, 360)", "classic-(844, 390)", "longo-(640, 360)", "longo-(740, 360)"),
        ),
    },
    "tests/browser/test_prerendered.py": {
        "test_touch_that_has_to_wait_is_answered_at_once": ("reduced",),
        "test_main_choices_are_in_sight_on_phones": ("cs", "de", "en", "es", "ru", "uk", "he"),
        "test_damaged_prerendered_data_is_ignored": ("{", "]", "null"),
        "test_saved_game_is_shown_and_tap_counts_once": ("new tab",),
        "test_prerendered_page_respects_parameters": ("lang=de", "theme=dark"),
    },
    "tests/browser/test_print.py": {
        "test_score_pad_prints_as_sheets": ("light",),
        "test_blank_sheets_fit_their_page": ("de", "ar"),
    },
    "tests/browser/test_readability.py": {
        "test_texts_with_wider_spacing_stay_in_place": ("en", "ru", "he"),
        "test_every_row_has_letter_of_its_color": ("bots=easy", "pad=1-", "same=1"),
        "test_notice_neither_covers_nor_moves_anything": ("en",),
        "test_name_of_wide_signs_widens_no_page": ("ideographs",),
    },
    "tests/browser/test_same_dice.py": {
        "test_controls_are_visible_and_tappable_in_every_window": ("classic-",),
    },
    "tests/browser/test_snapshot.py": {
        "test_damaged_snapshot_is_deleted": (
            *("nearly all cut", "empty", "size", "hash", "half", "one page", "cut"),
        ),
    },
    "tests/browser/test_startup.py": {
        "test_missing_file_is_reported": (
            "static/file/program.js-he",
            "pyodide-lock.json-he",
            "core.js-he",
        ),
        "test_old_browser_is_named_as_cause": (
            *("en-boot.js", "en-end of boot.js", "en-PyScript"),
            *("de-first.js", "de-boot.js", "de-PyScript"),
        ),
        "test_preview_appears_despite_invalid_settings": (
            *("objects", "others", "null", "number", "nested", "cut"),
        ),
        "test_settings_of_this_folder_apply": ("old",),
        "test_invalid_settings_are_quarantined": ("object",),
    },
    "tests/publish/test_compiling.py": {
        "test_same_modules_are_compiled_to_same_bytes": ("all",),
    },
    "tests/publish/test_line_endings.py": {
        "test_clone_on_windows_has_published_line_endings": ("defeated",),
        "test_converted_site_has_same_ids_lists_and_script_bundles": ("PowerShell",),
        "test_converted_site_is_built_identically": ("PowerShell",),
        "test_renew_restores_converted_files": ("PowerShell",),
    },
    "tests/publish/test_renew.py": {
        "test_renew_mends_damaged_generated_files": ("empty", "first byte", "nearly all", "zeros"),
    },
    "tests/publish/test_stray_files.py": {
        "test_listed_file_that_is_link_or_special_is_refused": tuple(
            f"{target}-{name}"
            for target in ("/etc/passwd", ".env", "loop", "nowhere", "pipe", ".")
            for name in ("static/css/base.css", "qwixx/rules/dice.py", "sw.js", "LICENSE")
        ),
    },
    "tests/i18n/test_sentences.py": {"test_no_sentence_is_wrong": ("cs", "es", "he", "uk")},
    "tests/games/test_turns.py": {
        "test_whole_game_by_links_alone": ("longo", "big-points", "x-change"),
    },
    "tests/ui/test_first_game.py": {
        "test_spotlights_have_twelve_words_at_most": ("ar", "cs", "es", "he", "uk"),
    },
    "tests/ui/test_covered_games.py": {
        "test_whole_game_can_be_played_while_covered": (  # each stays on the other device
            *("lesson-host", "longo-lesson-guest", "history-host", "statistics-guest"),
            *("print-host", "pad-guest", "same-dice-host", "replay-guest"),
            *("print-over-history-host", "pad-over-print-guest", "menu-host", "rules-guest"),
            *("keys-host", "log-guest", "look-host", "leave-table-guest"),
        ),
        "test_game_ends_although_devices_keep_covering_it": ("2", "3"),
    },
    "tests/ui/test_coach_claims.py": {
        f"test_{text}_are_true": tuple(f"variant{number}-" for number in (0, 2, 4, 6, 7, 8))
        for text in ("hints", "reviews")
    }
    | {"test_reasons_name_second_cross_of_best_plan": ("5000",)},
    "tests/research/test_training.py": {
        "test_compiled_code_decides_like_engine": (
            "classic-hard",
            "longo-hard",
        ),
    },
}
"""Beginnings of the names of the cases, by file and test; `]` ends a name."""

EXHAUSTIVE = (
    *_WHOLE_TESTS,
    *(
        f"{path}::{test}[{case}"
        for path, tests in _CASES.items()
        for test, cases in tests.items()
        for case in cases
    ),
)
"""Beginnings of the ids of these tests."""


def is_named(test_id: str, arguments: Iterable[str]) -> bool:
    """Return whether an argument names a test, and not only its file or folder."""
    return test_id.startswith(tuple(argument for argument in arguments if "::" in argument))
