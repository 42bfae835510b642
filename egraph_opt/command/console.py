"""Input and output of commands: texts, atomically written files, and failures reported by one message."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NoReturn

import click

from egraph_opt.errors import CostModelError
from egraph_opt.ir.module import InputError
from egraph_opt.text.program_input import decode_bytes
from egraph_opt.text.resources.resource_blobs import content_mark, pieces, place, program_of
from egraph_opt.text.syntax.lexer import MAX_BYTES

MAX_INPUT_BYTES = 2 << 30
"""Largest size of an input in bytes."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Error numbers for a stream that accepts no more data."""


def read(file: str, contents: bool = True) -> tuple[str, str]:
    """Return the name and the text of an input. Exits with a message if the bytes are not text.

    Without `contents`, a marker may replace the contents of constants in a large file (`egraph_opt.text.resources.resource_blobs`).
    """
    name = "<stdin>" if file == "-" else file
    if not file:
        fail("'': error: the name of the input is empty")
    if file.endswith(".py"):
        fail(f"{name}: error: this looks like Python: compile it first (docs/tutorials/kernels.md says how)")
    try:
        if file == "-" and sys.stdin is None:
            fail(f"{name}: error: standard input is closed")
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as source:
            if contents or file == "-" or not Path(file).is_file() or os.stat(file).st_size <= MAX_BYTES:
                data, mark = source.read(MAX_INPUT_BYTES + 1), ""
            else:
                data = program_of(source, MAX_INPUT_BYTES)
                mark = content_mark(source.fileno(), len(data)) if len(data) < os.fstat(source.fileno()).st_size else ""
        if len(data) > MAX_INPUT_BYTES:
            fail(f"{name}: error: it has more than {MAX_INPUT_BYTES >> 30} GiB")
        return name, decode_bytes(data, name) + mark
    except OSError as error:
        fail(f"{name}: error: {error.strerror}")
    except InputError as error:
        fail(str(error))


def files_of(paths: Sequence[Path], *suffixes: str) -> list[Path]:
    """Return the files at some paths. For a folder, these are the files in it with one of the suffixes.

    Exits for a path without files.
    """
    found: list[Path] = []
    for path in paths:
        inside = sorted(f for suffix in suffixes for f in path.rglob(f"*{suffix}")) if path.is_dir() else [path]
        if not path.exists():
            fail(f"{path}: error: No such file or directory")
        if not inside:
            fail(f"{path}: error: the folder holds no file that ends in {' or '.join(suffixes)}")
        found += inside
    return found


def write(output: str | None, text: str) -> None:
    """Write to stdout, or atomically to a file. An existing file keeps its mode, and a link is followed."""
    if output is None or output == "-":
        _print(text)
        return
    target = resolve_links(output)
    with guard_output(output):
        if target.exists() and not target.is_file():
            with target.open("wb") as device:  # a device or a pipe must not be replaced
                device.writelines(pieces(text))
            return
        temporary = target.with_name(f".egraph-opt-{os.getpid()}-{target.name}")
        try:
            with temporary.open("xb") as file:
                file.writelines(pieces(text))
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _print(text: str) -> None:
    """Write to stdout. If the reader has closed the pipe, end the program without a message."""
    if isinstance(sys.stdout, ClosedOutput):
        fail("<stdout>: error: standard output is closed: name a file with -o")
    if place(text) < 0:
        click.echo(text, nl=False)
        return
    for piece in pieces(text):
        click.echo(piece, nl=False)


def is_stdouts(error: BaseException) -> bool:
    """Return whether an error means that stdout accepts no more data.

    Errors of files, which have a file name, are handled where the file is written.
    """
    return isinstance(error, OSError) and error.filename is None and error.errno in FULL


def refused_by_stdout(error: OSError) -> NoReturn:
    if not is_stdouts(error):
        raise error
    if not isinstance(sys.stdout, ClosedOutput):
        with open(os.devnull, "w") as nowhere:  # otherwise the interpreter flushes again at exit
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
    fail(f"<stdout>: error: {error.strerror}")


@contextmanager
def guard_output(output: object) -> Iterator[None]:
    """Exit with one message if code inside this context cannot write to `output`."""
    try:
        yield
    except OSError as error:
        fail(f"{output}: error: {error.strerror}")


def resolve_links(path: str | Path) -> Path:
    """Return a path with links resolved, except cyclic links."""
    return Path(os.path.realpath(path))


def writable(output: str | None) -> None:
    """Exit if an output file cannot be written."""
    if output is None or output == "-":
        return
    if not output:
        fail("'': error: the name of the output is empty")
    target = resolve_links(output)
    if not target.parent.exists():
        fail(f"{output}: error: cannot write here: the folder {target.parent} does not exist")
    with guard_output(output):
        target.parent.stat()
        if target.is_dir():
            fail(f"{output}: error: is a folder: name a file in it")
        if target.is_symlink():
            fail(f"{output}: error: {os.strerror(errno.ELOOP)}")
    if not os.access(target if target.exists() else target.parent, os.W_OK) or not target.parent.is_dir():
        fail(f"{output}: error: Permission denied")


def check_outputs(file: str, outputs: Mapping[str, str | None]) -> None:
    """Exit if an output file cannot be written, or would overwrite another output or the input.

    Args:
        file: the input, which may be overwritten only by `-o`.
        outputs: files to write, by flag. The file `-` is stdout, allowed only for `-o`.
    """
    taken = {} if file == "-" else {resolve_links(file): f"it is {file}, which is read"}
    for flag, output in outputs.items():
        writable(output)
        if output is None or (output == "-" and flag == "-o"):
            continue
        if output == "-":
            raise click.UsageError(f"{flag}: the program goes to stdout: name a file")
        path = resolve_links(output)
        if path in taken and (flag != "-o" or not taken[path].endswith("read")):
            raise click.UsageError(f"{flag} {output}: {taken[path]}, and would be lost")
        taken[path] = f"it is what {flag} writes"


def empty_folder(folder: str) -> None:
    """Create a folder for output. Exits if the folder exists and is not empty."""
    if os.path.lexists(folder) and not os.path.isdir(folder):
        fail(f"{folder}: error: it is a file: name a new folder")
    with guard_output(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        if any(Path(folder).iterdir()):
            fail(f"{folder}: error: the folder is not empty: name a new one")
    if not os.access(folder, os.W_OK | os.X_OK):
        fail(f"{folder}: error: Permission denied")


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Exit with one message if code inside this context raises an error about an input or its costs."""
    try:
        yield
    except InputError as error:
        error.filename = error.filename or name
        fail(str(error))
    except CostModelError as error:
        fail(f"{error}\nnote: the program is {name}" if error.place else f"{name}: error: {error}")


kept_in: str | None = None
"""Folder for the files of `save_text`, or None for the default temporary folder."""


def save_text(text: str) -> str:
    """Write a text to a new temporary file, and return its name."""
    handle, name = tempfile.mkstemp(prefix="egraph-opt-rejected-", suffix=".mlir", dir=kept_in)
    with os.fdopen(handle, "wb") as file:
        file.writelines(pieces(text))
    return name


class ClosedOutput(io.TextIOBase):
    """Replacement of a closed stdout, which raises an error on output."""

    def write(self, text: str) -> int:
        """Raise OSError, since standard output is closed."""
        raise OSError(errno.EBADF, "standard output is closed")


def open_streams() -> None:
    """Open the null device for closed stdin, stdout or stderr, whose file descriptors the next opened files would get."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", closefd=False)


LABELS = {"error": "red", "warning": "yellow", "remark": "blue", "note": "cyan"}
_LABEL = re.compile(rf"(?m)^(.*?: )?({'|'.join(LABELS)}):(?= )")


def colour() -> bool | None:
    """Return whether to colour output: False with NO_COLOR or a dumb terminal, else None, for which click colours only on a terminal."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def say(message: str) -> None:
    """Write a message to stderr, with coloured labels on a terminal."""
    styled = _LABEL.sub(lambda found: (found[1] or "") + click.style(f"{found[2]}:", fg=LABELS[found[2]], bold=True), message)
    with suppress(OSError):
        click.echo(styled, err=True, color=colour())


def fail(message: str) -> NoReturn:
    """Print a message about bad input, and exit."""
    say(message)
    sys.exit(1)
