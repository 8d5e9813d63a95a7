"""Test that stray files in the folders of the page are not published."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from qwixx.publish import build
from qwixx.publish.files import ROOT, TABLES, game_files, published_files, read_published
from qwixx.publish.renew import renew, texts_with_current_version, up_to_date_config
from qwixx.publish.script_bundles import stale_bundles
from tests.publish import stray_files

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
def littered_site(site: Path) -> Path:
    folders = {site.joinpath(name).parent for name in published_files()}
    for folder in folders:
        stray_files.create_in(folder)
    assert {"css", "js", "icons", "embed", "file", "licenses"} <= {
        folder.name for folder in folders
    }
    return site


@pytest.mark.no_cover  # slow when traced
def test_stray_files_are_not_listed_or_bundled(littered_site: Path) -> None:
    assert published_files(littered_site) == published_files(ROOT)
    assert up_to_date_config(littered_site) == up_to_date_config(ROOT)
    assert texts_with_current_version(littered_site) == texts_with_current_version(ROOT)
    assert stale_bundles(littered_site) == renew(littered_site) == []


def test_stray_files_are_not_built(littered_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        build, "compile_if_possible", lambda files: build.PackedModules(files, "not compiled")
    )
    out = littered_site.parent / "dist"
    build.build(out, root=littered_site)
    generated = {build.MANIFEST, build.CONFIG, *TABLES}
    assert build.paths_in(out) - generated <= set(published_files(ROOT))
    assert stray_files.SECRET not in b"".join(
        path.read_bytes() for path in out.rglob("*") if path.is_file()
    )


def test_all_files_of_page_are_listed() -> None:
    """The page or `qwixx/publish/files.py` must name each file in the folders listed here."""
    existing = {
        path.relative_to(ROOT).as_posix()
        for folder in ("css", "js", "icons", "embed", "file", "vendor/licenses")
        for path in ROOT.joinpath("static", folder).iterdir()
    }
    assert existing <= set(published_files())
    assert not [name for name in published_files() if "/." in name]
    assert {"static/css/fonts.css", "static/js/carried.js"} < set(game_files())


@pytest.mark.parametrize(
    "name", ["index.html", "static/css/base.css", "qwixx/rules/dice.py", "sw.js", "LICENSE"]
)
@pytest.mark.parametrize("target", ["/etc/passwd", ".env", "loop", "nowhere", "pipe", "."])
def test_listed_file_that_is_link_or_special_is_refused(
    site: Path, name: str, target: str
) -> None:
    path = site / name
    path.unlink()
    if target == "pipe":
        stray_files.make_pipe(path)
    else:
        path.parent.joinpath(".env").write_bytes(stray_files.SECRET)
        path.symlink_to(path.name if target == "loop" else target)
    for publish in (renew, lambda root: build.build(site.parent / "dist", root=root)):
        with pytest.raises(ValueError, match=f"{name} is a link or not a plain file"):
            publish(site)
    assert not site.parent.joinpath("dist").exists()


def test_folder_that_is_link_is_refused(site: Path) -> None:
    site.joinpath("static/css").rename(site.parent / "css")
    site.joinpath("static/css").symlink_to(site.parent / "css")
    with pytest.raises(ValueError, match=r"static/css/\w+\.css is a link or"):
        renew(site)


def test_project_folder_may_be_link(site: Path) -> None:
    link = site.parent / "link"
    link.symlink_to(site)
    assert texts_with_current_version(link) == texts_with_current_version(ROOT)
    assert read_published(link, "LICENSE") == ROOT.joinpath("LICENSE").read_bytes()


def test_module_that_is_link_is_refused(site: Path) -> None:
    site.joinpath("qwixx/more.py").symlink_to("/etc/passwd")
    with pytest.raises(ValueError, match=r"qwixx/more\.py is a link"):
        renew(site)


@pytest.mark.no_cover  # slow when traced
def test_script_bundle_is_not_written_through_link(site: Path) -> None:
    outside = site.parent / "outside"
    site.joinpath("static/file/program.js").unlink()
    site.joinpath("static/file/program.js").symlink_to(outside)
    renew(site)
    assert not outside.exists()
    assert not site.joinpath("static/file/program.js").is_symlink()
