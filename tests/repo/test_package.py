"""The package that `pip install` makes, outside the checkout, in an empty environment."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from venv import EnvBuilder

import pytest

from qwixx.__main__ import main

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
GAME = """
import random
from qwixx import LONGO, VARIANTS, Game, Phase, new_game, parse_position, roll_dice
from qwixx.bots import BOTS, find_bot, play_game
from qwixx.coach import chances, hint, review

state = new_game(LONGO, players=3)
rng = random.Random(7)
state = state.apply_roll(roll_dice(rng, LONGO, state.closed))
assert parse_position(state.code) == state
assert hint(state, 0)[0].move in state.legal_moves(0)
for variant in VARIANTS.values():
    for players in variant.players:
        assert len(chances(new_game(variant, players))) == players
bots = [find_bot("hard"), find_bot("greedy")]
game = Game(VARIANTS["classic"], ["A", "B"], 4)
game = play_game(game, bots, rng)
assert len(review(game).accounts) == 2
print(game.state.outcome())
"""
IMPORTS = """
import importlib, pkgutil, qwixx
names = [module.name for module in pkgutil.walk_packages(qwixx.__path__, "qwixx.")]
for name in names:
    if name not in ("qwixx.research.pettingzoo", "qwixx.research.openspiel"):
        importlib.import_module(name)
print(*names)
"""


def run(command: list[str], cwd: Path, status: int = 0) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def bin_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs are of an empty environment into which our wheel is installed."""
    folder = tmp_path_factory.mktemp("package")
    build = [*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    run([*build, str(folder), str(ROOT)], folder)
    (wheel,) = folder.glob("*.whl")
    builder = EnvBuilder()
    builder.create(folder / "venv")
    context = builder.ensure_directories(folder / "venv")
    python = str(context.env_exe)
    install = [*PIP, "--python", python, "install", "--no-index", "--no-deps"]
    run([*install, str(wheel)], folder)
    return Path(context.bin_path)


def test_it_plays_and_coaches(bin_path: Path, tmp_path: Path) -> None:
    assert "Outcome(termination=" in run([str(bin_path / "python"), "-c", GAME], tmp_path)


def test_all_of_it_can_be_imported_and_the_page_is_not_in_it(
    bin_path: Path, tmp_path: Path
) -> None:
    names = run([str(bin_path / "python"), "-c", IMPORTS], tmp_path).split()
    assert {"qwixx.coach.advice", "qwixx.research.openspiel"} < {*names}
    assert not {"qwixx.ui", "qwixx.publish.serve", "qwixx.research.training"} & {*names}


def test_it_has_its_license_and_its_types(bin_path: Path, tmp_path: Path) -> None:
    code = "from importlib.metadata import files; print(*files('qwixx'), sep='\\n')"
    files = run([str(bin_path / "python"), "-c", code], tmp_path).splitlines()
    assert "qwixx/py.typed" in files
    assert [name for name in files if name.endswith("licenses/LICENSE")]
    assert not [name for name in files if name.endswith((".js", ".html", ".mo"))]


def test_the_command(bin_path: Path, tmp_path: Path) -> None:
    qwixx = str(bin_path / "qwixx")
    (tmp_path / "game.txt").write_text(run([qwixx, "playthrough"], tmp_path), encoding="utf-8")
    assert run([qwixx, "replay", "game.txt"], tmp_path).startswith("legal: ")
    assert run([qwixx, "--help"], tmp_path).startswith("usage: qwixx [-h]")
    for command in ([], ["serve"], ["bundle"]):
        refusal = run([qwixx, *command], tmp_path, status=2)
        assert "but not the page; run `python3 -m qwixx` in a copy" in refusal


def test_only_what_needs_the_page_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("qwixx.__main__.PAGE", tmp_path / "index.html")
    monkeypatch.chdir(tmp_path)
    for command in ("bundle", "build", "renew", "serve"):
        with pytest.raises(SystemExit, match="2"):
            main([command])
        assert "not the page" in capsys.readouterr().err
    assert main(["perft", "--depth", "1"]) == 0


def test_as_a_module_it_is_called_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for first, called in (("/a/qwixx/__main__.py", "python3 -m qwixx"), ("/bin/qwixx", "qwixx")):
        monkeypatch.setattr(sys, "argv", [first])
        with pytest.raises(SystemExit, match="0"):
            main(["--help"])
        assert capsys.readouterr().out.startswith(f"usage: {called} [-h]")


def test_the_tests_install_what_the_package_asks_for() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    groups = project["dependency-groups"]
    assert set(groups["research"]) == {need for extra in extras.values() for need in extra}
    assert set(project["build-system"]["requires"]) <= {*map(str, groups["test"])}
