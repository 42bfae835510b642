"""What commands read and write: texts in, files out all or nothing, one message where that fails."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

import click


def read(file: str) -> tuple[str, str]:
    """The name and the text of an input; bytes that are no text end the program with one message."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        fail(f"{file}: error: {error.strerror}")
    name = "<stdin>" if file == "-" else file
    try:
        return name, data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        fail(f"{name}:{line}:{column}: error: the file is not text: byte 0x{data[error.start]:02x} is not UTF-8")


def write(output: str | None, text: str) -> None:
    """Write all or nothing: to stdout, or to a new file that then takes the old one's name and mode. A link keeps its target."""
    if output is None:
        click.echo(text, nl=False)
        return
    target = Path(output).resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_text(text)  # a device or a pipe has nothing to lose, and has to stay one
            return
        temporary = target.with_name(f".egraph-opt-{os.getpid()}-{target.name}")
        try:
            with temporary.open("x") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        fail(f"{output}: error: {error.strerror}")


kept_in: str | None = None
"""Where `kept` puts files: the folder for temporary files, unless that will be removed."""


def kept(text: str) -> str:
    """The name of a new file in the folder for temporary files that holds a text."""
    handle, name = tempfile.mkstemp(prefix="egraph-opt-rejected-", suffix=".mlir", dir=kept_in)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    return name


def fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(1)
