"""Run all checks: `python3 -m tests`.

The first time this makes a virtual environment in `.venv` and installs into it what
`pyproject.toml` names for tests and linting; later only when that changes. What is made of the
page's files is renewed before they are checked, but not in CI. Arguments go to pytest, and then
the linters are left out: `python3 -m tests -k dice`. With `--long` alone everything runs, and
far more damaged saves, hostile addresses and examples than usual.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed-for"
PARALLEL = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]


def main(arguments: list[str]) -> int:
    """Return the exit status: 0 if everything passed."""
    install()
    if not os.environ.get("CI"):  # what is committed is what is checked there
        run([str(PYTHON), "-m", "qwixx", "renew"])
    pytest = [str(PYTHON), "-m", "pytest", *arguments]
    if arguments and arguments != ["--long"]:
        return run(pytest)
    commands = [
        [str(BIN / "ruff"), "check"],
        [str(BIN / "ruff"), "format", "--check"],
        [str(PYTHON), "-m", "mypy"],
        [str(BIN / "lint-imports"), "--no-cache"],
        [*pytest, *PARALLEL, "--cov", "--cov-report=term"],  # last: its summary is the result
    ]
    return max(run(command) for command in commands)


def run(command: list[str]) -> int:
    """Show a command, run it in the project's folder and return its exit status."""
    shown = " ".join([Path(command[0]).stem, *command[1:]])
    print(f"\n$ {shown}", flush=True)  # noqa: T201 - for the person who waits
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
