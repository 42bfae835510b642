"""Values of constants (`{-# ... #-}`) stay in the program's file; the program's text has a placeholder for them.

The placeholder stands for the rest of the file, and `pieces` yields the full text. A placeholder is valid in the process that created it
and in forks of that process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

CONTENTS = "\n{-#"
"""Text before the values of constants."""
CHUNK = 1 << 20
_MARK = '\n{{-# egraph_opt_contents: "{}" #-}}\n'
_files: list[tuple[int, int]] = []
"""Open file descriptors (so that the output may overwrite the file), and the offsets of the values of constants."""


def program_of(file: BinaryIO, most: int) -> bytes:
    """Return the bytes of a file before the values of constants, or slightly more than `most` bytes of a longer program."""
    found, mark = bytearray(), CONTENTS.encode()
    while len(found) <= most and (chunk := file.read(CHUNK)):
        seen = max(0, len(found) - len(mark))
        found += chunk
        if (at := found.find(mark, seen)) >= 0:
            del found[at:]
            break
    return bytes(found)


def content_mark(file: int, start: int) -> str:
    """Return a text that stands for the contents of an open file from byte offset `start` on. The caller may close the descriptor."""
    _files.append((os.dup(file), start))
    return _MARK.format(len(_files) - 1)


def place(text: str) -> int:
    """Return the offset of the placeholder for file contents in a text, or -1."""
    found = _mark_position(text)
    return found[0] if found else -1


def pieces(text: str) -> Iterator[bytes]:
    """Yield a text in short pieces, with file contents in place of the placeholder."""
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
    """Return the offset of the placeholder in a text and the index of the file in `_files`, or None."""
    for number in range(len(_files)):
        if (at := text.rfind(_MARK.format(number))) >= 0:
            return at, number
    return None
