"""Which family of rules a text is for, told by the dialects in it before it is read: rules for another one would find nothing to do."""

from __future__ import annotations

import re
from pathlib import Path

from egraph_opt.ir.module import InputError

_COMMENT = re.compile(r"//[^\n]*")


def _operation(*dialects: str) -> str:
    """A pattern for operations of some dialects, in pretty form or in generic form."""
    any_of = "|".join(dialects)
    return rf'(?:^|[={{}}])\s*(?:{any_of})\.\w|"(?:{any_of})\.\w+"\s*\('


KINDS = (
    ("vector-layout", ("iree_vector_ext",), re.compile(r"\biree_vector_ext\b")),
    ("region", ("util.", "flow."), re.compile(_operation("util", "flow"), re.M)),
    (
        "layout",
        ("ttg.", "ttng.", "amdg."),
        re.compile(rf"[#!]ttn?g\.|\bttg\.num-warps\b|{_operation('ttg', 'ttng', 'amdg')}", re.M),
    ),
    ("pointer", ("tt.",), re.compile(_operation("tt"), re.M)),
    ("region", ("linalg.", "tensor."), re.compile(_operation("linalg", "tensor"), re.M)),
)
"""How each family's texts are known, the first that fits counts: by words of which one is in all of them, and by a pattern."""
NAMES = {
    "vector-layout": "a vector program of IREE",
    "layout": "TTGIR, whose tensors have layouts already",
    "pointer": "TTIR, whose tensors have no layouts yet",
    "region": "a tensor program of IREE",
}
WAYS = {
    "vector-layout": "--rules vector-layout takes it",
    "layout": "--rules layout, which is the default, takes it; the kernel's .ttir has the pointers",
    "pointer": "--rules pointer --target tts|block-pointer|descriptor takes it (egraph_opt.families.pointer.raise_text);"
    " layouts are in the .ttgir",
    "region": "--rules region takes it",
}
SUFFIXES = (".mlir", ".ttir", ".ttgir")
LONGEST_NAME = 4096


def kind_of(text: str, filename: str = "") -> str:
    """The family that a text is for, or nothing where nothing in it tells: a kernel without tensors is the same in TTIR and TTGIR."""
    bare = _COMMENT.sub("", text)
    kind = next((f for f, words, pattern in KINDS if any(word in bare for word in words) and pattern.search(bare)), "")
    return "" if kind == "pointer" and "tensor<" not in bare and not filename.endswith(".ttir") else kind


def expect(family: str, text: str, filename: str, line: int = 1) -> None:
    """Refuse a text that is for another family.

    Raises:
        InputError: it is; the note says which rules take it.
    """
    kind = kind_of(text, filename)
    if kind not in ("", family):
        message = f"this is {NAMES[kind]}: the rules {family!r} have nothing to do in it"
        raise InputError(message, line, 1, WAYS[kind], filename, text.splitlines()[0])


def expect_some(functions: int, filename: str) -> None:
    """Refuse a program of so many functions where they are none, so that nothing done does not look like success.

    Raises:
        InputError: there are no functions.
    """
    if not functions:
        raise InputError("the program holds no function with a body", filename=filename)


def source_of(source: str | Path) -> tuple[str, str]:
    """The text and the name of what a caller gave: a text, or the path of a file.

    Raises:
        InputError: the name of a file was given as a text, what was given is neither, or the file's bytes are no text.
        OSError: the file cannot be read.
    """
    if isinstance(source, Path):
        return decoded(source.read_bytes(), str(source)), str(source)
    if not isinstance(source, str):
        raise InputError(f"expected a text or a Path, found {type(source).__name__}", filename="<string>")
    if is_file_name(source):
        raise InputError(f"{source!r} is the name of a file, not a program", note=f"say Path({source!r})", filename="<string>")
    return source, "<string>"


def is_file_name(text: str) -> bool:
    """Whether a text is no program but the name of a file."""
    if "\n" in text or len(text) > LONGEST_NAME or "\0" in text or not text.strip():
        return False
    try:
        return text.strip().endswith(SUFFIXES) or Path(text).exists()
    except OSError:  # a part of it is too long for a name
        return False


def decoded(data: bytes, filename: str) -> str:
    """The text of a file's bytes, without a byte-order mark.

    Raises:
        InputError: they are not UTF-8.
    """
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
    """An error in one line, with its note and without the place, for tables that name the file themselves."""
    if isinstance(error, InputError):
        place = f"line {error.line}: " if error.line else ""
        return f"{place}{error.message}" + (f" ({error.note})" if error.note else "")
    return (str(error).splitlines() or [type(error).__name__])[0]
