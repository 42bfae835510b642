"""What each stage of a run made, written into a folder while the run goes on: `01-read.mlir`, `02-encode.txt`, `03-saturate.txt` ..."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from egraph_opt.core.observe import Observer
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import write
from egraph_opt.text.again import alone


class Dump(Observer):
    """Writes what can be shown into a folder that is there. It writes no more after a failure, which `failure` says then."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count, self.failure = folder, 0, ""

    def stage(self, name: str, made: Any) -> None:
        text, suffix = shown(made)
        if not text or self.failure:
            return
        self.count += 1
        path = self.folder / f"{self.count:02}-{name}{suffix}"
        try:
            path.write_text(text)
        except OSError as error:
            self.failure = f"{path}: error: {error.strerror}"

    def module(self, before: Module, after: Module, records: object) -> None:
        self.stage("result", after)


def shown(made: Any) -> tuple[str, str]:
    """Return what a stage made as a text and the end of its file's name: a program, or what has a method `shown`; else nothing."""
    if isinstance(made, Module):
        return write(made), ".mlir"
    if isinstance(made, Op):
        return write(alone(made)), ".mlir"
    if callable(show := getattr(made, "shown", None)):
        return show(), ".txt"
    return "", ""
