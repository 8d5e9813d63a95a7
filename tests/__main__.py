"""Run all checks with `python3 -m tests`, or the quickest ones with `python3 -m tests --quick`.

The first run creates a virtual environment in `.venv` and installs the test and lint dependencies
from `pyproject.toml`; later runs do so only if these or the Python version change. Except in CI,
the page's generated files are renewed before the checks. With other arguments, such as `-k dice`,
only pytest runs, with these arguments. `--all` alone also runs the tests marked `exhaustive`;
`--long` alone runs all checks, with far more damaged saves, hostile addresses, and examples.
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
WORKERS = min(4, (os.cpu_count() or 1) + 1)
"""Number of test processes: one more than processors, because browser tests often wait."""
PARALLEL = ["-n", str(WORKERS), "--dist", "worksteal"]
QUICK = [
    *("tests/rules", "tests/games", "tests/ui", "tests/i18n", "tests/repo"),
    "tests/browser/test_game.py::test_rematch_and_new_game",
    *("--ignore=tests/i18n/test_translators_page.py", "--ignore=tests/repo/test_package.py"),
    *("--ignore=tests/ui/test_altered_pages.py", "--ignore=tests/ui/test_coach_claims.py"),
    "--ignore=tests/ui/test_mutated.py",
]
"""Tests of the engine, the page's model, the texts, and the repository, and one browser test."""


@dataclass(frozen=True)
class Step:
    """One command of the checks.

    Args:
        command: program and arguments.
        seconds: approximate duration on two idle cores.
    """

    command: list[str]
    seconds: int


def main(arguments: list[str]) -> int:
    """Run the selected checks and return the exit status: 0 if everything passed."""
    install()
    # Else each of the many processes would compile all modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not os.environ.get("CI"):  # CI checks the files as committed
        run_command([str(PYTHON), "-m", "qwixx", "renew"])
    if arguments and arguments not in (["--all"], ["--long"], ["--quick"]):
        return run_command([str(PYTHON), "-m", "pytest", *arguments])
    return max(run_steps(check_steps(arguments)))


def check_steps(arguments: list[str]) -> list[Step]:
    """Return the steps: the linters, then all tests, or with `--quick` only quick ones."""
    pytest = [str(PYTHON), "-m", "pytest", *PARALLEL, "--durations=10"]
    if arguments == ["--long"]:
        pytest.append("--timeout=0")  # some tests run for hours
    if arguments == ["--quick"]:
        tests = Step([*pytest, *QUICK], 95)
    else:
        tests = Step([*pytest, *arguments, "--cov", "--cov-report=term"], 820)
    return [
        Step([str(BIN / "ruff"), "check"], 1),
        Step([str(BIN / "ruff"), "format", "--check"], 1),
        Step([str(PYTHON), "-m", "mypy"], 19),
        Step([str(BIN / "lint-imports")], 3),
        tests,  # last, so that the output ends with its summary
    ]


def run_steps(steps: list[Step]) -> Iterator[int]:
    """Run the steps one after another and yield their exit statuses."""
    remaining = sum(step.seconds for step in steps)
    for number, step in enumerate(steps, start=1):
        print_line(
            f"\n[{number}/{len(steps)}] about {step.seconds} s, {remaining} s until the end"
        )
        started = monotonic()
        yield run_command(step.command)
        print_line(f"took {monotonic() - started:.0f} s")
        remaining -= step.seconds


def print_line(text: str) -> None:
    """Print a line and flush it, so that the output of subprocesses follows it."""
    print(text, flush=True)  # noqa: T201 - this is a command


def run_command(command: list[str]) -> int:
    """Print a command, run it in the project's folder, and return its exit status."""
    print_line("$ " + " ".join([Path(command[0]).stem, *command[1:]]))
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - our own command


def install() -> None:
    """Install the tools from `pyproject.toml` and Chromium, unless `.venv` is up to date."""
    with ROOT.joinpath("pyproject.toml").open("rb") as file:
        groups = tomllib.load(file)["dependency-groups"]
    expected = f"{sys.version}\n{groups}\n"
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == expected:
        return
    make_venv()
    pip = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    tools = ["--group", "test", "--group", "lint"]
    for command in ([*pip, "--upgrade", "pip>=25.1"], [*pip, *tools]):  # 25.1 supports --group
        if run_command(command) != 0:
            sys.exit("Installing the test tools failed; see above.")
    install_browser()
    STAMP.write_text(expected, encoding="utf-8")


def install_browser() -> None:
    """Install Chromium if it is missing: from Debian if possible, otherwise from Playwright."""
    if shutil.which("chromium"):
        return
    if can_install_packages() and install_package("chromium"):
        return
    if run_command([str(PYTHON), "-m", "playwright", "install", "chromium"]) != 0:
        sys.exit("Chromium is missing, and installing it failed; see above.")


def can_install_packages() -> bool:
    """Return whether this process is root on a system with apt."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def install_package(name: str) -> bool:
    """Install a Debian package and return whether this succeeded."""
    apt = ["apt-get", "--yes", "--quiet=2"]
    run_command([*apt, "update"])
    return run_command([*apt, "install", "--no-install-recommends", name]) == 0


def make_venv() -> None:
    """Create the virtual environment, installing Debian's package for it if necessary."""
    clear = ["--clear"] if STAMP.exists() else []  # only an environment that this command created
    command = [sys.executable, "-m", "venv", *clear, str(VENV)]
    if run_command(command) == 0:
        return
    if can_install_packages() and install_package("python3-venv") and run_command(command) == 0:
        return
    sys.exit(
        "This Python cannot create virtual environments.\n"
        "On Debian or Ubuntu: sudo apt-get install python3-venv, then try again."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
