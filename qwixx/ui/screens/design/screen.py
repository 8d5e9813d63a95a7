"""Design: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import QrCodeGenerated
from qwixx.ui.screens.design import update
from qwixx.ui.screens.design.model import DesignScreen
from qwixx.ui.screens.design.view import design_view
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments
from qwixx.ui.screens.stack import pop

SCREEN = ScreenKind(
    DesignScreen,
    design_view,
    pop,
    actions={
        "design-box": update.select_box,
        "design-number": update.set_number,
        "design-color": update.set_color,
        "design-code": update.type_code,
        "design-kind": update.choose_kind,
        "draw-block": without_arguments(update.draw),
        "undo-design": without_arguments(update.undo),
        "use-block": update.use_block,
        "forget-block": without_arguments(update.forget),
        "share-block": without_arguments(update.share),
        "block-copy": without_arguments(update.copy),
        "block-share": without_arguments(update.share_by_system),
        "copied": without_arguments(update.on_copied),
        "leave-design": without_arguments(pop),
    },
    handlers=handler_entry(QrCodeGenerated, update.on_qr_code),
    offers=frozenset({"print"}),
    entries={"design-code": update.is_whole_code},
    open=update.open_design,
    open_page=update.open_design_if_requested,
)
