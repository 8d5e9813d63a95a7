"""Only what belongs to the page is published, whatever else is in its folders."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from qwixx.publish import build
from qwixx.publish.files import ROOT, TABLE, game_files, published_files, read_published
from qwixx.publish.renew import renew, texts_with_current_version, up_to_date_config
from qwixx.publish.script_bundles import stale_bundles
from tests.publish import strays

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    for name in published_files():
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture
def littered(site: Path) -> Path:
    folders = {site.joinpath(name).parent for name in published_files()}
    for folder in folders:
        strays.leave(folder)
    assert {"css", "js", "icons", "embed", "file", "licenses"} <= {each.name for each in folders}
    return site


def test_strays_are_in_no_list_and_in_no_script_bundle(littered: Path) -> None:
    assert published_files(littered) == published_files(ROOT)
    assert up_to_date_config(littered) == up_to_date_config(ROOT)
    assert texts_with_current_version(littered) == texts_with_current_version(ROOT)
    assert stale_bundles(littered) == renew(littered) == []


def test_strays_are_not_built(littered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        build, "compile_if_possible", lambda files: build.PackedModules(files, "not compiled")
    )
    out = littered.parent / "dist"
    build.build(out, root=littered)
    beside = {build.MANIFEST, build.CONFIG, TABLE}
    assert build.paths_in(out) - beside <= set(published_files(ROOT))
    assert strays.SECRET not in b"".join(
        path.read_bytes() for path in out.rglob("*") if path.is_file()
    )


def test_all_that_the_page_has_of_its_own_is_listed() -> None:
    """What is added to one of these folders must be named by the page, or by `files`."""
    lying = {
        path.relative_to(ROOT).as_posix()
        for folder in ("css", "js", "icons", "embed", "file", "vendor/licenses")
        for path in ROOT.joinpath("static", folder).iterdir()
    }
    assert lying <= set(published_files())
    assert not [name for name in published_files() if "/." in name]
    assert {"static/css/fonts.css", "static/js/carried.js"} < set(game_files())


@pytest.mark.parametrize(
    "name", ["index.html", "static/css/base.css", "qwixx/rules/dice.py", "sw.js", "LICENSE"]
)
@pytest.mark.parametrize("target", ["/etc/passwd", ".env", "loop", "nowhere", "pipe", "."])
def test_a_listed_file_that_is_a_link_is_refused(site: Path, name: str, target: str) -> None:
    path = site / name
    path.unlink()
    if target == "pipe":
        strays.make_pipe(path)
    else:
        path.parent.joinpath(".env").write_bytes(strays.SECRET)
        path.symlink_to(path.name if target == "loop" else target)
    for act in (renew, lambda root: build.build(site.parent / "dist", root=root)):
        with pytest.raises(ValueError, match=f"{name} is a link or not a plain file"):
            act(site)
    assert not site.parent.joinpath("dist").exists()


def test_a_folder_that_is_a_link_is_refused(site: Path) -> None:
    site.joinpath("static/css").rename(site.parent / "css")
    site.joinpath("static/css").symlink_to(site.parent / "css")
    with pytest.raises(ValueError, match=r"static/css/\w+\.css is a link or"):
        renew(site)


def test_the_project_itself_may_be_reached_by_a_link(site: Path) -> None:
    link = site.parent / "link"
    link.symlink_to(site)
    assert texts_with_current_version(link) == texts_with_current_version(ROOT)
    assert read_published(link, "LICENSE") == ROOT.joinpath("LICENSE").read_bytes()


def test_a_module_that_is_a_link_is_refused(site: Path) -> None:
    site.joinpath("qwixx/more.py").symlink_to("/etc/passwd")
    with pytest.raises(ValueError, match=r"qwixx/more\.py is a link"):
        renew(site)


def test_a_script_bundle_is_not_written_through_a_link(site: Path) -> None:
    outside = site.parent / "outside"
    site.joinpath("static/file/program.js").unlink()
    site.joinpath("static/file/program.js").symlink_to(outside)
    with pytest.raises(ValueError, match=r"program\.js is a link"):
        renew(site)
    assert not outside.exists()
