"""Texts whose end stays in its file: the contents of constants, which follow a program in `{-# ... #-}` and may be gigabytes.

In such a text, a mark stands for the end. Whoever writes the text for others writes `pieces` of it, in which the end is copied from
the file. Marks mean something in the process that made them, and in its forks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

CONTENTS = "\n{-#"
"""Text before the contents of constants."""
CHUNK = 1 << 20
_MARK = '\n{{-# egraph_opt_contents: "{}" #-}}\n'
_files: list[tuple[int, int]] = []
"""Descriptors of files, kept open, so that a file may be written over its own input; and where the contents begin."""


def program_of(file: BinaryIO, most: int) -> bytes:
    """Return the bytes of a file before the contents of constants, or some more than `most` bytes if there are that many."""
    found, mark = bytearray(), CONTENTS.encode()
    while len(found) <= most and (chunk := file.read(CHUNK)):
        seen = max(0, len(found) - len(mark))
        found += chunk
        if (at := found.find(mark, seen)) >= 0:
            del found[at:]
            break
    return bytes(found)


def content_mark(file: int, start: int) -> str:
    """Return the mark of a file's contents from a byte on. The file is that of an open descriptor, which the caller may close."""
    _files.append((os.dup(file), start))
    return _MARK.format(len(_files) - 1)


def place(text: str) -> int:
    """Return where the mark of a text begins, or -1."""
    found = _mark_position(text)
    return found[0] if found else -1


def pieces(text: str) -> Iterator[bytes]:
    """Yield a text in short pieces, with the contents that its mark stands for. A long text is not copied as a whole."""
    found = _mark_position(text)
    end = found[0] if found else len(text)
    for start in range(0, end, CHUNK):
        yield text[start : min(start + CHUNK, end)].encode()
    if found:
        file, at = _files[found[1]]
        while piece := os.pread(file, CHUNK, at):
            at += len(piece)
            yield piece
        yield text[end + len(_MARK.format(found[1])) :].encode()


def _mark_position(text: str) -> tuple[int, int] | None:
    """Return where the mark of a text begins, and the number of its file."""
    for number in range(len(_files)):
        if (at := text.rfind(_MARK.format(number))) >= 0:
            return at, number
    return None
