"""Registry, by content hash, of programs that the plug-in wrote. Its decisions are about Triton's programs, not about these."""

from __future__ import annotations

from hashlib import sha256

from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.state.disk_memo import DiskMemo

OWN_PROGRAM_ANSWER = "the plug-in wrote this program: compile the kernel without it (EGRAPH_OPT=0), and ask about that"
_memory = DiskMemo("written")


def remember(text: str) -> None:
    _memory.note(True, _digest(text))


def is_ours(text: str) -> bool:
    """Return whether the plug-in wrote a program on this machine."""
    return _memory.recall(_digest(text)) is True


def _digest(text: str) -> str:
    return sha256(compact(text).encode()).hexdigest()
