"""Test the design screen: drawing, setting, undo, keeping, sharing, and using a block."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, Color, find_variant
from qwixx.rules.base32 import encode_base32
from qwixx.rules.variants import block, own
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    CopyField,
    GenerateQrCode,
    QuarantineText,
    SaveText,
    SetTabSlot,
    ShareText,
)
from qwixx.ui.model.known_blocks import (
    MAX_BLOCKS,
    parse_blocks,
    parse_blocks_or_empty,
    readable_blocks,
    with_block,
    write_blocks,
)
from qwixx.ui.model.messages import ControlUsed, PageOpened, QrCodeGenerated, TextEdited
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.design.model import DesignScreen
from qwixx.ui.screens.stack import push
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import effects_of, model_after, open_page, page_actions, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node

NAME = "block:R7K2M9"
CUSTOM = own.design(
    [(7, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12), *[row.numbers for row in CLASSIC.rows[1:]]],
    [[*[Color.BLUE] * 10, color] for color in Color],
).name


def design(*messages: ControlUsed, **parameters: str) -> Model:
    return model_after(open_page(design="1", **{"variant": NAME, **parameters}), *messages)


def screen_of(model: Model) -> DesignScreen:
    assert isinstance(model.screen, DesignScreen)
    return model.screen


def box(row: int, place: int) -> ControlUsed:
    return ControlUsed("design-box", f"{row}-{place}")


def letters(model: Model, row: int) -> str:
    spec = screen_of(model).shown_variant.rows[row]
    return "".join(spec.color_of(number).letter for number in spec.numbers)


def numbers(model: Model, row: int) -> tuple[int, ...]:
    return screen_of(model).shown_variant.rows[row].numbers


def node_with(model: Model, attribute: str, value: str) -> Node:
    found = (node for part in view(model).children for node in walk(part))
    return next(node for node in found if node.attributes.get(attribute) == value)


def variant_values(model: Model, action: str) -> list[str]:
    """Return the values of a choice of variants: buttons, or a select field."""
    controls = [n for n in walk(view(model)) if n.attributes.get("data-action") == action]
    options = [option for control in controls for option in walk(control)]
    return [str(n.attributes["value"]) for n in options if n.tag in {"input", "option"}]


# Open


def test_start_screen_opens_the_design_screen_with_a_new_block() -> None:
    model = open_page(seed="7")
    opened = model_after(model, ControlUsed("design"))
    assert root_attributes(opened)["data-screen"] == "design"
    assert screen_of(opened).shown_variant.name.startswith("block:")
    assert opened.session.seed != model.session.seed
    assert model_after(opened, ControlUsed("leave-design")).screen == model.screen


@pytest.mark.parametrize("name", [NAME, CUSTOM])
def test_url_opens_the_design_screen_with_its_block(name: str) -> None:
    model = design(variant=name)
    assert screen_of(model).name == name
    assert not model.back_stays_on_page
    assert root_attributes(open_page(design="0"))["data-screen"] == "start"


def test_text_of_every_language_fits_each_state() -> None:
    for language in ("en", "de", "ar"):
        model = design(box(0, 10), ControlUsed("design-color:b"), lang=language)
        assert text_of(view(model))


# Set


def test_number_swaps_places_with_the_one_it_replaces() -> None:
    model = design(box(0, 0), ControlUsed("design-number:9"))
    assert numbers(design(), 0) == (5, 11, 7, 6, 2, 12, 10, 8, 4, 3, 9)
    assert numbers(model, 0) == (9, 11, 7, 6, 2, 12, 10, 8, 4, 3, 5)
    assert "9 and 5 have changed places." in text_of(view(model))
    assert screen_of(model).name.startswith("own:")
    assert letters(model, 0) == letters(design(), 0)


def test_color_paints_a_box_but_not_the_one_before_the_lock() -> None:
    model = design(box(1, 0), ControlUsed("design-color:b"))
    assert letters(model, 1) == "b" + letters(design(), 1)[1:]
    last = model_after(model, box(1, 10), ControlUsed("design-color:b"))
    assert letters(last, 1) == letters(model, 1)
    assert "has the color of its lock" in text_of(view(last))
    again = model_after(last, ControlUsed("design-color:y"))
    assert "has the color of its lock" not in text_of(view(again))


def test_any_steps_give_a_block_whose_rows_can_be_locked() -> None:
    steps = [
        message
        for row in range(4)
        for place in (0, 4, 10)
        for message in (
            box(row, place),
            ControlUsed(f"design-number:{2 + place}"),
            ControlUsed("design-color:g"),
        )
    ]
    variant = screen_of(design(*steps)).shown_variant
    for color, row in zip(Color, variant.rows, strict=True):
        assert sorted(row.numbers) == [*range(2, 13)]
        assert row.color_of(row.numbers[-1]) == color


@pytest.mark.parametrize(
    "message",
    [
        ControlUsed("design-number:9"),
        ControlUsed("design-color:b"),
        box(4, 0),
        box(0, 11),
        ControlUsed("design-box", ""),
        ControlUsed("design-kind", "letters"),
        ControlUsed("undo-design"),
    ],
    ids=lambda message: f"{message.action} {message.value}",
)
def test_control_without_a_box_or_with_another_value_changes_nothing(message: ControlUsed) -> None:
    model = design()
    assert model_after(model, message) == model


@pytest.mark.parametrize("action", ["design-number:13", "design-number:x", "design-color:w"])
def test_unknown_number_or_color_changes_nothing(action: str) -> None:
    model = design(box(0, 0))
    assert model_after(model, ControlUsed(action)) == model


def test_undo_brings_back_every_block() -> None:
    model = design(box(0, 0), ControlUsed("design-number:9"), ControlUsed("draw-block"), box(0, 0))
    drawn = screen_of(model).name
    model = model_after(model, ControlUsed("design-color:b"), ControlUsed("undo-design"))
    assert screen_of(model).name == drawn
    assert model.session.blocks[0] == drawn
    model = model_after(model, ControlUsed("undo-design"), ControlUsed("undo-design"))
    assert screen_of(model).name == NAME
    assert screen_of(model).earlier == ()


# Draw


@pytest.mark.parametrize("kind", block.KINDS)
def test_a_kind_draws_a_block_of_it_and_then_others(kind: str) -> None:
    model = design(ControlUsed("design-kind", kind))
    again = model_after(model, ControlUsed("draw-block"))
    names = [screen_of(each).name for each in (model, again)]
    assert len({NAME, *names}) == 3
    for name in names:
        assert block.kind_of_code(find_variant(name).block_code) == kind


@pytest.mark.parametrize(
    "text",
    [
        *("1AAAAA", "laaaaa", "1AA AAA", " block:1aaaaa "),
        *("https://example.org/?variant=block%3A1AAAAA&x=1", "Play block:1AAAAA with me"),
    ],
)
def test_code_or_link_shows_its_block(text: str) -> None:
    model, effects = update(design(), TextEdited("design-code", text, 0))
    assert screen_of(model).name == "block:1AAAAA"
    assert SaveText("blocks", write_blocks(("block:1AAAAA", NAME))) in effects


def test_own_link_is_shown_and_has_no_code_to_type() -> None:
    model = design(ControlUsed("design-code", f"https://example.org/?variant={CUSTOM}"))
    assert screen_of(model).name == CUSTOM
    assert node_with(model, "data-action", "design-code").attributes["value"] == ""
    assert "Send it as a link" in text_of(view(model))


@pytest.mark.parametrize("text", ["R7K2M", "R7K2MU", "", "own:R7K2M9", CUSTOM[:-1], "x" * 10**5])
def test_text_without_a_block_is_refused_and_nothing_is_lost(text: str) -> None:
    model = design(ControlUsed("design-code", text))
    assert screen_of(model).name == NAME
    assert "There’s no block with this code." in text_of(view(model))
    assert model_after(design(), TextEdited("design-code", text, 0)) == design()
    assert screen_of(model_after(model, ControlUsed("design-code", NAME))).message == ""


# Keep and use


def test_shown_block_takes_the_place_of_the_one_before() -> None:
    model, effects = update(design(box(0, 0)), ControlUsed("design-number:9"))
    first = screen_of(model).name
    assert effects[0] == SaveText("blocks", write_blocks((first, NAME)))
    model = model_after(model, ControlUsed("design-number:10"))
    assert model.session.blocks == (screen_of(model).name, NAME)


def test_removed_block_is_forgotten_and_can_be_brought_back() -> None:
    model, effects = update(design(), ControlUsed("forget-block"))
    assert effects == [SaveText("blocks", "")]
    assert model.session.blocks == ()
    assert screen_of(model).name != NAME
    assert "forget-block" not in page_actions(model)
    back = model_after(model, ControlUsed("undo-design"))
    assert back.session.blocks == (screen_of(back).name,) == (NAME,)
    two = model_after(back, ControlUsed("use-block"), ControlUsed("design"))
    two = model_after(two, ControlUsed("draw-block"), ControlUsed("forget-block"))
    assert screen_of(two).name == NAME


def test_used_block_is_chosen_on_the_start_screen() -> None:
    model = design(ControlUsed("draw-block"))
    used, effects = update(model, ControlUsed("use-block"))
    name = screen_of(model).name
    assert isinstance(used.screen, StartScreen)
    assert used.below == ()
    assert used.setup.variant.name == name
    assert SaveText("blocks", write_blocks((name, NAME))) in effects
    assert name in variant_values(used, "variant")[:2]  # beside the sheet of the last game
    # It stays on the shelf while another sheet is chosen, and a further block joins it.
    again = model_after(used, ControlUsed("variant", "longo"))
    assert again.setup.variant is LONGO
    other = model_after(again, ControlUsed("design"), ControlUsed("draw-block"))
    names = variant_values(model_after(other, ControlUsed("use-block")), "variant")
    assert {name, screen_of(other).name} < {*names}
    assert len(names) == len({*names})


def test_block_used_over_a_saved_game_keeps_that_game() -> None:
    game = model_after(open_page(start="1", seed="3", first="0"), ControlUsed("roll"))
    design_screen = push(game, DesignScreen(NAME), by_page=True)[0]
    used, effects = update(design_screen, ControlUsed("use-block"))
    assert isinstance(used.screen, StartScreen)
    assert used.setup.variant.name == NAME
    assert used.session.offer is not None
    assert used.session.offer.game == game.game
    assert SetTabSlot("") in effects


def test_game_on_a_block_is_played_and_saved() -> None:
    model = open_page(variant=CUSTOM, start="1", seed="3", first="0")
    assert model.game is not None
    assert model.game.variant.name == CUSTOM
    text = storage.write_game(model.game, model.setup, "")
    assert storage.parse_game(text).setup.variant.name == CUSTOM
    assert "Own block" in text_of(view(model))


@pytest.mark.parametrize("screen", ["print", "pad", "same", "table", "workshop"])
@pytest.mark.parametrize("name", [NAME, CUSTOM])
def test_other_screens_offer_known_blocks(screen: str, name: str) -> None:
    model = open_page(**{screen: "1", "variant": name})
    if screen == "pad":
        model = model_after(model, ControlUsed("pad-view:choices"))
    values = {node.attributes.get("value") for node in walk(view(model))}
    assert {name, "classic"} < values


def test_print_shows_the_block() -> None:
    model = design(ControlUsed("print"))
    assert root_attributes(model)["data-screen"] == "print"
    assert "Qwixx Block R7K2M9" in text_of(view(model))
    chosen = model_after(model, ControlUsed("print-variant", "classic"))
    again = model_after(chosen, ControlUsed("print-variant", NAME))
    assert "Qwixx Block R7K2M9" in text_of(view(again))
    assert model_after(again, ControlUsed("print-variant", "block:R7K2M")) == again


def test_host_chooses_a_block_for_the_table() -> None:
    model = open_page(table="1", variant=NAME)
    assert NAME in variant_values(model, "table-variant")


# Share


def test_shared_link_opens_the_block_elsewhere() -> None:
    opened = design(variant=CUSTOM).with_session(address="https://example.org/")
    model, effects = update(opened, ControlUsed("share-block"))
    link = f"https://example.org/?variant={CUSTOM}"
    assert GenerateQrCode(link) in effects
    assert node_with(model, "id", "block-link").attributes["value"] == link
    coded = model_after(model, QrCodeGenerated(link, ("1",)))
    assert screen_of(coded).code is not None
    assert model_after(model, QrCodeGenerated("another", ("1",))) == model
    assert effects_of(model, ControlUsed("block-copy")) == [CopyField("#block-link")]
    assert effects_of(model, ControlUsed("block-share")) == [ShareText(link)]
    assert "Copied." in text_of(view(model_after(model, ControlUsed("copied"))))
    assert open_page(variant=CUSTOM).setup.variant.name == CUSTOM
    from_disk, effects = update(design(), ControlUsed("share-block"))
    assert not any(isinstance(effect, GenerateQrCode) for effect in effects)
    assert "can’t open this page from here" in text_of(view(from_disk))


# Same dice


def test_same_dice_shows_a_twelve_letter_code_or_only_a_link() -> None:
    drawn = open_page(same="1", variant=NAME)
    code = str(node_with(drawn, "data-action", "same-code").attributes["value"])
    assert len(code) == 12
    other = model_after(open_page(same="1"), ControlUsed("same-code", code))
    assert "Block R7K2M9" in text_of(view(other))
    by_hand = open_page(same="1", variant=CUSTOM)
    assert "same-code" not in page_actions(by_hand)
    assert "Send the link or the QR code" in text_of(view(by_hand))


# Bad input


UNREADABLE = {
    "cut off": CUSTOM[:-1],
    "too short": "own:AAAA",
    "a letter too few": "block:R7K",
    "another family's code": "own:R7K2M9",
    "empty": "block:",
    "mistyped": f"{CUSTOM[:-1]}{'A' if CUSTOM[-1] != 'A' else 'B'}",
}


@pytest.mark.parametrize("name", UNREADABLE.values(), ids=UNREADABLE)
def test_link_with_an_invalid_block_says_so(name: str) -> None:
    openings = ("design", "pad", "same", "table", "print", "turns", "workshop", "start", "embed")
    for parameters in ({}, *({opening: "1"} for opening in openings)):
        model = open_page(variant=name, lang="de", **parameters)
        assert "bad-block" in model.notices, parameters
        assert "Der Block" in text_of(view(model))
        assert model.setup.variant is CLASSIC
        assert not any("bad-block" in layer.notices for layer in model.below)  # not twice
    assert open_page(variant="blocks:R7K2M9").notices == ("bad-parameters",)


def test_code_of_a_block_that_cannot_be_played_is_invalid() -> None:
    """No code holds such a block: its own letters would also be those of another version."""
    rows = [row.numbers for row in CLASSIC.rows]
    dice = [[color] * 11 for color in Color]
    for broken in (((*rows[0][:-1], 2), dice), (rows[0], [[Color.BLUE] * 11, *dice[1:]])):
        with pytest.raises(ValueError, match="row"):
            own.design([broken[0], *rows[1:]], broken[1])
    data = "1" + encode_base32(32**37 - 1, 37)  # more than all blocks
    digest = sha256(f"qwixx own block {data}".encode()).digest()
    check = encode_base32(int.from_bytes(digest, "big") % 32**4, 4)
    assert "bad-block" in open_page(variant=f"own:{data}{check}", design="1").notices


def opened_with(blocks: str) -> tuple[Model, list[object]]:
    page = PageOpened(parameters={}, saved={"blocks": blocks}, languages=("en",))
    model, effects = update(Model(), page)
    return model, [*effects]


def test_saved_blocks_are_known_again() -> None:
    model, _effects = opened_with(write_blocks((CUSTOM, "block:1AAAAA", "newer:1")))
    assert model.session.blocks == (CUSTOM, "block:1AAAAA", "newer:1")
    assert [each.name for each in readable_blocks(model.session.blocks)] == [
        CUSTOM,
        "block:1AAAAA",
    ]
    names = with_block(model.session.blocks, find_variant(NAME))
    assert names == (NAME, CUSTOM, "block:1AAAAA", "newer:1")  # that of a newer version, too
    many = tuple(f"block:{block.random_code(number, 'both')}" for number in range(20))
    assert len(with_block(many, find_variant(NAME))) == MAX_BLOCKS
    assert with_block(many, CLASSIC) == many


@pytest.mark.parametrize("text", ["[]", "{", '{"blocks": 5}', '{"blocks": [5]}', "5"])
def test_unreadable_saved_blocks_are_set_aside(text: str) -> None:
    model, effects = opened_with(text)
    assert model.session.blocks == ()
    assert "unread-choices" in model.notices
    assert QuarantineText("blocks", text) in effects
    assert parse_blocks_or_empty(text) == ()
    assert parse_blocks("") == parse_blocks(write_blocks(())) == ()
