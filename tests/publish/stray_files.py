"""Stray files in working folders, which must never be published."""

from __future__ import annotations

import contextlib
import os
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SECRET = b"password=hunter2"
NAMES = (
    *(".env", ".DS_Store", "._base.css", "Thumbs.db", "desktop.ini", ".htpasswd", "id_rsa"),
    *("notes~", "#notes#", ".base.css.swp", "base.css.orig", "base.css.bak", "boot.js~"),
    *("base copy.css", "boot (1).js", "old.js", "old.css", "photo.png", "todo.txt"),
    *(".#game.py", "#game.py#", "game.py~", "game.py.orig", "._game.py"),
    *("game copy.py", "game (1).py", "game.bak.py", "game-old.py"),
    *("secrets.json", "dump.sqlite", "core.bin", "more.mo", "page.html", "app.min.js.map"),
)


def create_in(folder: Path) -> None:
    """Create all kinds of stray files in a folder: regular files, links, a pipe, and a socket."""
    for name in NAMES:
        folder.joinpath(name).write_bytes(SECRET)
    for name, target in (
        ("loop.css", "loop.css"),
        ("passwd.css", "/etc/passwd"),
        ("passwd.png", "/etc/passwd"),
        ("gone.js", "nowhere"),
        ("hidden.js", ".env"),
        ("here", "."),
        ("up", ".."),
    ):
        folder.joinpath(name).symlink_to(target)
    make_pipe(folder / "pipe.js")
    make_socket(folder / "socket.css")
    with folder.joinpath("huge.js").open("wb") as file:
        file.truncate(1 << 40)  # a sparse file of one terabyte


def make_pipe(path: Path) -> None:
    """Create a pipe. Opening it for reading blocks until it is opened for writing."""
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    """Create a socket that no process listens on."""
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)  # a full path may be too long
