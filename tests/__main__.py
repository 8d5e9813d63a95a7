"""Run all checks: `python3 -m tests`; those of daily work: `python3 -m tests --quick`.

The first time this makes a virtual environment in `.venv` and installs into it what
`pyproject.toml` names for tests and linting; later only when that changes. Generated files of the
page are renewed before they are checked, but not in CI. Other arguments go to pytest, and then
the linters are left out: `python3 -m tests -k dice`. With `--long` alone everything runs, and
far more damaged saves, hostile addresses and examples than usual.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed-for"
PARALLEL = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
QUICK = [
    *("tests/rules", "tests/games", "tests/ui", "tests/i18n", "tests/repo"),
    "tests/browser/test_game.py::test_rematch_and_new_game",
]
"""The engine, the page's model, and one page that starts and plays."""


@dataclass(frozen=True)
class Step:
    """One command of the checks.

    Args:
        command: program and arguments.
        seconds: how long it takes on two quiet cores.
    """

    command: list[str]
    seconds: int


def main(arguments: list[str]) -> int:
    """Return the exit status: 0 if everything passed."""
    install()
    if not os.environ.get("CI"):  # what is committed is what is checked there
        run([str(PYTHON), "-m", "qwixx", "renew"])
    if arguments and arguments not in (["--long"], ["--quick"]):
        return run([str(PYTHON), "-m", "pytest", *arguments])
    return max(run_steps(steps(arguments)))


def steps(arguments: list[str]) -> list[Step]:
    """Return all checks, or with `--quick` those that find most mistakes, in about a minute."""
    pytest = [str(PYTHON), "-m", "pytest", *PARALLEL, "--durations=10"]
    if arguments == ["--quick"]:
        tests = Step([*pytest, *QUICK], 60)
    else:
        tests = Step([*pytest, *arguments, "--cov", "--cov-report=term"], 520)
    return [
        Step([str(BIN / "ruff"), "check"], 1),
        Step([str(BIN / "ruff"), "format", "--check"], 1),
        Step([str(PYTHON), "-m", "mypy"], 10),
        Step([str(BIN / "lint-imports")], 3),
        tests,  # last: its summary is the result
    ]


def run_steps(steps: list[Step]) -> Iterator[int]:
    """Run the steps one after another and yield their exit statuses."""
    left = sum(step.seconds for step in steps)
    for number, step in enumerate(steps, start=1):
        tell(f"\n[{number}/{len(steps)}] about {step.seconds} s, {left} s with all that follows")
        started = monotonic()
        yield run(step.command)
        tell(f"took {monotonic() - started:.0f} s")
        left -= step.seconds


def tell(text: str) -> None:
    """Print a line for the person who waits."""
    print(text, flush=True)  # noqa: T201 - this is a command


def run(command: list[str]) -> int:
    """Show a command, run it in the project's folder and return its exit status."""
    tell("$ " + " ".join([Path(command[0]).stem, *command[1:]]))
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - ours


def install() -> None:
    """Make the virtual environment hold what `pyproject.toml` asks for."""
    with ROOT.joinpath("pyproject.toml").open("rb") as file:
        groups = tomllib.load(file)["dependency-groups"]
    wanted = f"{sys.version}\n{groups}\n"
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    make_venv()
    pip = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    tools = ["--group", "test", "--group", "lint"]
    for command in ([*pip, "--upgrade", "pip>=25.1"], [*pip, *tools]):  # 25.1 knows groups
        if run(command) != 0:
            sys.exit("Installing the test tools failed; see above.")
    install_browser()
    STAMP.write_text(wanted, encoding="utf-8")


def install_browser() -> None:
    """See that there is a Chromium: Debian's where we may install it, else Playwright's."""
    if shutil.which("chromium"):
        return
    if may_install() and install_package("chromium"):
        return
    if run([str(PYTHON), "-m", "playwright", "install", "chromium"]) != 0:
        sys.exit("There is no Chromium, and none could be installed; see above.")


def may_install() -> bool:
    """Tell whether this is root on a system with apt."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def install_package(name: str) -> bool:
    """Install a package of Debian."""
    apt = ["apt-get", "--yes", "--quiet=2"]
    run([*apt, "update"])
    return run([*apt, "install", "--no-install-recommends", name]) == 0


def make_venv() -> None:
    """Make the virtual environment anew, with Debian's missing piece if need be."""
    ours = ["--clear"] if STAMP.exists() else []  # somebody's own environment is kept
    command = [sys.executable, "-m", "venv", *ours, str(VENV)]
    if run(command) == 0:
        return
    if may_install() and install_package("python3-venv") and run(command) == 0:
        return
    sys.exit(
        "This Python cannot make virtual environments.\n"
        "On Debian or Ubuntu: sudo apt-get install python3-venv, then try again."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
