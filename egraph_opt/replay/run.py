"""One kernel under several versions: compiled by each, measured, and by ours under the last one; a line of JSON for each kernel."""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egraph_opt.replay.blame import blame
from egraph_opt.replay.corpus import Kernel
from egraph_opt.replay.elsewhere import Elsewhere
from egraph_opt.replay.measure import Measured, Unmeasured, measured
from egraph_opt.replay.ours import ours
from egraph_opt.replay.records import OURS
from egraph_opt.replay.verdict import Replayed, Side
from egraph_opt.triton.settings import Settings


@dataclass(frozen=True)
class Replay:
    """What kernels are compiled with: compilers by their names, the base first and the last one that is asked about.

    Args:
        compilers: two or more, by what users call them.
        settings: of the plug-in under the last version; None leaves it out.
        reasons: whether to look for what made a kernel worse.
        binaries: a folder that is there, for the machine code of each side (`packed`).
    """

    compilers: Mapping[str, Elsewhere]
    settings: Settings | None = None
    reasons: bool = True
    binaries: Path | None = None

    def run(self, kernel: Kernel) -> Replayed:
        """What becomes of a kernel. What fails is said in the record."""
        answers = {name: self._compiled(compiler, kernel) for name, compiler in self.compilers.items()}
        sides = {name: _side(answer, kernel) for name, answer in answers.items()}
        last = list(self.compilers)[-1]
        found = Replayed(kernel.name, kernel.place, kernel.key, kernel.target, sides, _same(answers))
        if self.settings is not None and sides[last].numbers is not None:
            made = ours(self.compilers[last], kernel, answers[last], self.settings)
            found = found.with_ours(_side(made.answer, kernel), made.outcome, made.reason)
            answers |= {OURS: made.answer}
        if self.binaries is not None:
            for name, answer in answers.items():
                if "binary" in answer:
                    (self.binaries / f"{kernel.key[:16]}.{name}.xz").write_bytes(packed(answer))
        pair = found.turned()
        if self.reasons and pair is not None and kernel.kind == "ttir":
            one, other = ((name, self.compilers[name], answers[name]) for name in pair)
            found = found.with_reason(blame(kernel, one, other))
        return found

    def close(self) -> None:
        """End all compilers."""
        for compiler in self.compilers.values():
            compiler.close()

    def _compiled(self, compiler: Elsewhere, kernel: Kernel) -> dict[str, Any]:
        """The answer for the program, or, where that cannot be read or compiled, for the kernel's source."""
        given = {"target": kernel.target, "options": dict(kernel.options)}
        answer = compiler.ask(kind=kernel.kind, text=kernel.text, **given)
        if "error" not in answer or kernel.source is None:
            return answer
        named = {name: kernel.record[name] for name in ("name", "signature", "constants", "attributes")}
        again = compiler.ask(kind="source", text=kernel.source, **given, **named)
        return again | {"from_source": True} if "error" not in again else answer


def packed(answer: Mapping[str, Any]) -> bytes:
    """What a launch needs, as a line of JSON, and after it the machine code; compressed."""
    return lzma.compress(json.dumps(answer["metadata"]).encode() + b"\n" + base64.b64decode(answer["binary"]))


def _side(answer: Mapping[str, Any], kernel: Kernel) -> Side:
    try:
        numbers: Measured | None = measured(answer, kernel)
    except Unmeasured as error:
        return Side(None, str(error))
    return Side(numbers, "", bool(answer.get("from_source")))


def _same(answers: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Names of versions in groups that end the stage `ttgir` with the same text."""
    groups: dict[str, list[str]] = {}
    for name, answer in answers.items():
        if "ttgir" in answer:
            groups.setdefault(str(answer["ttgir"]), []).append(name)
    return list(groups.values())
