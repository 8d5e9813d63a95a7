"""Test the wheel: its contents and its use outside the checkout in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipapp
import zipfile
from pathlib import Path
from venv import EnvBuilder

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from qwixx.__main__ import main
from qwixx.publish.files import write
from tests.publish import stray_files
from tests.repo.tracked import tracked_files

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
GAME_SCRIPT = """
import random
from qwixx import LONGO, VARIANTS, Game, Phase, new_game, parse_position, roll_dice
from qwixx.bots import BOTS, find_bot, has_weights, play_game
from qwixx.coach import chances, hint, review

state = new_game(LONGO, players=3)
rng = random.Random(7)
state = state.apply_roll(roll_dice(rng, LONGO, state.closed))
assert parse_position(state.code) == state
assert hint(state, 0)[0].move in state.legal_moves(0)
for variant in VARIANTS.values():
    for players in filter(lambda count: has_weights(variant, count), variant.players):
        assert len(chances(new_game(variant, players))) == players
bots = [find_bot("hard"), find_bot("greedy")]
game = Game(VARIANTS["classic"], ["A", "B"], 4)
game = play_game(game, bots, rng)
assert len(review(game).accounts) == 2
print(game.state.outcome())
"""
IMPORT_SCRIPT = """
import importlib, pkgutil, qwixx
names = [module.name for module in pkgutil.walk_packages(qwixx.__path__, "qwixx.")]
for name in names:
    if name not in ("qwixx.research.pettingzoo", "qwixx.research.openspiel"):
        importlib.import_module(name)
print(*names)
"""


def run_command(
    command: list[str], cwd: Path, status: int = 0, env: dict[str, str] | None = None
) -> str:
    result = subprocess.run(  # noqa: S603 - ours
        command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert result.returncode == status, result.stdout + result.stderr
    return result.stdout + result.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    run_command([*build, str(folder), str(ROOT)], folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def bin_path(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of executables in an otherwise empty environment with the wheel installed."""
    folder = tmp_path_factory.mktemp("package")
    builder = EnvBuilder()
    builder.create(folder / "venv")
    context = builder.ensure_directories(folder / "venv")
    python = str(context.env_exe)
    install = [*PIP, "--python", python, "install", "--no-index", "--no-deps"]
    run_command([*install, str(wheel)], folder)
    return Path(context.bin_path)


def test_installed_package_plays_and_coaches(bin_path: Path, tmp_path: Path) -> None:
    assert "Outcome(termination=" in run_command(
        [str(bin_path / "python"), "-c", GAME_SCRIPT], tmp_path
    )


def test_modules_can_be_imported_and_page_is_excluded(bin_path: Path, tmp_path: Path) -> None:
    names = run_command([str(bin_path / "python"), "-c", IMPORT_SCRIPT], tmp_path).split()
    assert {"qwixx.coach.advice", "qwixx.research.openspiel"} < {*names}
    assert not {"qwixx.ui", "qwixx.publish.serve", "qwixx.research.training"} & {*names}


def test_wheel_contains_license_and_type_marker(bin_path: Path, tmp_path: Path) -> None:
    code = "from importlib.metadata import files; print(*files('qwixx'), sep='\\n')"
    files = run_command([str(bin_path / "python"), "-c", code], tmp_path).splitlines()
    assert "qwixx/py.typed" in files
    assert [name for name in files if name.endswith("licenses/LICENSE")]
    assert not [name for name in files if name.endswith((".js", ".html", ".mo"))]


def test_installed_command_runs_without_page(bin_path: Path, tmp_path: Path) -> None:
    qwixx = str(bin_path / "qwixx")
    (tmp_path / "game.txt").write_text(
        run_command([qwixx, "playthrough"], tmp_path), encoding="utf-8"
    )
    assert run_command([qwixx, "replay", "game.txt"], tmp_path).startswith("legal: ")
    help_text = run_command([qwixx, "--help"], tmp_path)
    assert help_text.startswith("usage: qwixx [-h]")
    assert "    arena " in help_text
    assert not [name for name in ("serve", "build", "renew", "bundle") if name in help_text]
    (tmp_path / "careful.py").write_text("from qwixx.bots.greedy import GreedyBot as Careful\n")
    arena = [qwixx, "arena", "--games", "2", "--workers", "2", "careful:Careful", "random"]
    assert "\ncareful:Careful " in run_command(arena, tmp_path)
    for command in ([], ["serve"], ["bundle"]):
        refusal = run_command([qwixx, *command], tmp_path, status=2)
        assert "but not the page; run `python3 -m qwixx` in a copy" in refusal


def test_package_runs_from_zip(wheel: Path, tmp_path: Path) -> None:
    """The wheel and a zipapp represent all archives from which a package can be run."""
    shutil.unpack_archive(wheel, tmp_path / "app", "zip")
    zipapp.create_archive(tmp_path / "app", tmp_path / "app.pyz", main="qwixx.__main__:main")
    arena = ["arena", "--games", "4", "--workers", "2", "hard", "greedy"]
    path = {**os.environ, "PYTHONPATH": str(wheel)}
    from_wheel = run_command([sys.executable, "-m", "qwixx", *arena], tmp_path, env=path)
    from_zipapp = run_command([sys.executable, "app.pyz", *arena], tmp_path)
    assert from_wheel.partition("classic, 4 games")[2] == from_zipapp.partition("games")[2]
    assert "\nhard " in from_wheel
    outcome = run_command([sys.executable, "-c", GAME_SCRIPT], tmp_path, env=path)
    assert "Outcome(termination=" in outcome
    refusal = run_command([sys.executable, "app.pyz", "serve"], tmp_path, status=2)
    assert "but not the page" in refusal


def test_languages_are_read_from_zip(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "research")
    shutil.copytree(ROOT / "qwixx", tmp_path / "all/qwixx", ignore=ignored)
    archive_path = shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path / "all")
    code = "from qwixx.ui.texts.languages import find_catalog; print(find_catalog('de')._catalog)"
    env = {**os.environ, "PYTHONPATH": archive_path, "PYTHONIOENCODING": "utf-8"}
    assert "Würfeln" in run_command([sys.executable, "-c", code], tmp_path, env=env)


# Contents of the wheel and the source archive


def packed_names(root: Path, out: Path) -> tuple[set[str], set[str]]:
    """Return the file names in the wheel and in the source archive built from a folder."""
    built = [
        next(builder(str(root)).build(directory=str(out), versions=["standard"]))
        for builder in (WheelBuilder, SdistBuilder)
    ]
    with zipfile.ZipFile(built[0]) as wheel, tarfile.open(built[1]) as archive:
        return set(wheel.namelist()), set(archive.getnames())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "qwixx", folder / "qwixx", ignore=ignored)
    for name in ("LICENSE", "README.md", "pyproject.toml", ".gitignore"):
        shutil.copyfile(ROOT / name, folder / name)
    return folder


def test_stray_files_are_not_packed(project: Path, tmp_path: Path) -> None:
    before = packed_names(project, tmp_path)
    assert {"qwixx/py.typed", "qwixx/bots/weights/longo-3-5.bin"} < before[0]
    tracked = {path.as_posix() for path in tracked_files() if path.parts[0] == "qwixx"}
    archived = {name.partition("/")[2] for name in before[1]}
    packed = {name for name in archived if name.startswith("qwixx/")}
    assert packed == tracked, "add new files to the index: git add"
    for folder in (".", "qwixx", "qwixx/bots", "qwixx/bots/weights", "qwixx/rules/variants"):
        stray_files.create_in(project / folder)
    assert packed_names(project, tmp_path) == before


@pytest.mark.parametrize("name", ["qwixx/more.py", "qwixx/rules/dice.py", "qwixx/py.typed"])
def test_links_and_pipes_are_refused(project: Path, tmp_path: Path, name: str) -> None:
    path = project / name
    for make in (stray_files.make_pipe, lambda path: path.symlink_to("/etc/passwd")):
        path.unlink(missing_ok=True)
        make(path)
        with pytest.raises(ValueError, match=f"{name} is a link or not a plain file"):
            packed_names(project, tmp_path)


def test_link_to_outside_folder_is_refused(project: Path, tmp_path: Path) -> None:
    write(tmp_path / "other/secret.py", "")
    project.joinpath("qwixx/other").symlink_to(tmp_path / "other")
    with pytest.raises(ValueError, match=r"qwixx/other/secret\.py is a link or"):
        packed_names(project, tmp_path)


def test_only_page_commands_require_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("qwixx.__main__.INDEX_HTML", tmp_path / "index.html")
    monkeypatch.chdir(tmp_path)
    for command in ("bundle", "build", "renew", "serve"):
        with pytest.raises(SystemExit, match="2"):
            main([command])
        assert "not the page" in capsys.readouterr().err
    assert main(["perft", "--depth", "1"]) == 0


def test_usage_names_program_as_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for argv0, program in (("/a/qwixx/__main__.py", "python3 -m qwixx"), ("/bin/qwixx", "qwixx")):
        monkeypatch.setattr(sys, "argv", [argv0])
        with pytest.raises(SystemExit, match="0"):
            main(["--help"])
        assert capsys.readouterr().out.startswith(f"usage: {program} [-h]")


def test_dependency_groups_include_extras() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    groups = project["dependency-groups"]
    tested = [requirements for name, requirements in extras.items() if name != "docs"]
    assert set(groups["research"]) == {
        requirement for requirements in tested for requirement in requirements
    }
    assert set(project["build-system"]["requires"]) <= {*map(str, groups["test"])}
