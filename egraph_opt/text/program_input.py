"""Program inputs of the API: texts, paths of files, and errors for other inputs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from egraph_opt.ir.module import InputError

SUFFIXES = (".mlir", ".ttir", ".ttgir")
LONGEST_NAME = 4096


def expect_some(functions: int, filename: str) -> None:
    """Raise an error if a program has no functions.

    Raises:
        InputError: `functions` is 0.
    """
    if not functions:
        raise InputError("the program holds no function with a body", filename=filename)


def source_of(source: str | Path) -> tuple[str, str]:
    """Return the text and the file name of an input, which is a text or a path.

    Raises:
        InputError: the input is a file name as a string, is neither text nor path, or the file contains no text.
        OSError: the file cannot be read.
    """
    if isinstance(source, Path):
        return decode_bytes(source.read_bytes(), str(source)), str(source)
    if not isinstance(source, str):
        raise InputError(f"expected a text or a Path, found {type(source).__name__}", filename="<string>")
    check_text(source)
    return source, "<string>"


def files_of(paths: Path | Sequence[Path], suffixes: Sequence[str]) -> list[Path]:
    """Return the files among `paths`, and the files with one of `suffixes` in the folders among `paths`.

    Raises:
        InputError: a path is given as a string, or a folder has no file with one of `suffixes`.
    """
    found: list[Path] = []
    for path in [paths] if isinstance(paths, (str, Path)) else paths:
        if not isinstance(path, Path):
            raise InputError(f"expected a Path, found {type(path).__name__}", note=f"say Path({path!r})", filename="<string>")
        inside = sorted(file for suffix in suffixes for file in path.rglob(f"*{suffix}")) if path.is_dir() else [path]
        if not inside:
            raise InputError(f"the folder holds no file that ends in {' or '.join(suffixes)}", filename=str(path))
        found += inside
    return found


def check_text(text: str) -> None:
    """Raise InputError if a program text is a file name."""
    if is_file_name(text):
        raise InputError(f"{text!r} is the name of a file, not a program", note=f"say Path({text!r})", filename="<string>")


def is_file_name(text: str) -> bool:
    if "\n" in text or len(text) > LONGEST_NAME or "\0" in text or not text.strip():
        return False
    try:
        return text.strip().endswith(SUFFIXES) or Path(text).exists()
    except OSError:  # a path component is too long
        return False


def decode_bytes(data: bytes, filename: str) -> str:
    """Decode a file's bytes, without a byte-order mark.

    Raises:
        InputError: the file is empty, or not UTF-8.
    """
    if not data:
        raise InputError("the file is empty", filename=filename)
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        message = f"the file is not text: byte 0x{data[error.start]:02x} is not UTF-8"
        note = "it is UTF-16: write it as UTF-8" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        note = note or ("print bytecode as text: iree-opt, triton-opt or mlir-opt FILE" if data[:4] == b"ML\xefR" else "")
        raise InputError(message, line, column, note, filename) from None


def error_line(error: Exception) -> str:
    """Format an error on one line, with its note and without the position."""
    if isinstance(error, InputError):
        place = f"line {error.line}: " if error.line else ""
        return f"{place}{error.message}" + (f" ({error.note})" if error.note else "")
    return (str(error).splitlines() or [type(error).__name__])[0]


_FIRST = re.compile(r"\A(?:\s|//[^\n]*)+")
"""White space and comments before a program."""


def is_generic(text: str) -> bool:
    return _FIRST.sub("", text).startswith('"')
