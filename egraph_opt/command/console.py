"""What commands read and write: texts in, files out all or nothing, one message where that fails."""

from __future__ import annotations

import os
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
    """Write all or nothing: to stdout, or to a new file that then takes the old one's name."""
    if output is None:
        click.echo(text, nl=False)
        return
    folder = os.path.dirname(os.path.abspath(output))
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".egraph-opt-")
        try:
            with os.fdopen(handle, "w") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, output)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        fail(f"{output}: error: {error.strerror}")


def kept(text: str) -> str:
    """The name of a new file in the folder for temporary files that holds a text."""
    handle, name = tempfile.mkstemp(prefix="egraph-opt-rejected-", suffix=".mlir")
    with os.fdopen(handle, "w") as file:
        file.write(text)
    return name


def fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(1)
