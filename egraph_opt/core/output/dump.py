"""Dump of the result of each stage of a run into a folder: `01-read.mlir`, `02-encode.txt`, `03-saturate.txt` ..."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from egraph_opt.core.observers import Observer
from egraph_opt.core.output.expansion import expand_values
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import write
from egraph_opt.text.round_trip import wrap_in_module


class Dump(Observer):
    """Observer that writes the result of each stage into an existing folder. After an error it writes nothing, and `failure` has
    the reason.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.count, self.failure = folder, 0, ""
        self.named: list[tuple[str, int]] = []
        """Value names of the last encoded function, with their term numbers."""

    def stage(self, name: str, made: Any) -> None:
        text, suffix = dump_stage(made)
        if callable(named := getattr(made, "named_terms", None)):
            self.named = list(named())
        if hasattr(made, "terms_in"):
            text += expand_values(made, self.named)
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


def dump_stage(made: Any) -> tuple[str, str]:
    """Return the text of a stage's result, and a file suffix; two empty strings if the result has no text."""
    if isinstance(made, Module):
        return write(made), ".mlir"
    if isinstance(made, Op):
        return write(wrap_in_module(made)), ".mlir"
    if callable(show := getattr(made, "dump_text", None)):
        return show(), ".txt"
    return "", ""
