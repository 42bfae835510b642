"""Replay of one kernel: compiled by several versions of Triton, measured, and optimised under the last version."""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.apps.replay.attribution import blame
from egraph_opt.apps.replay.compiler_process import ProcessCompiler
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
from egraph_opt.apps.replay.kernel_metrics import Measurements, MissingMeasurement, measure_answer
from egraph_opt.apps.replay.optimized_program import ours
from egraph_opt.apps.replay.replay_records import OURS
from egraph_opt.apps.replay.verdict import CompilerResult, ReplayedKernel
from egraph_opt.errors import describe_error
from egraph_opt.ir.module import InputError
from egraph_opt.process.atomic_write import write_whole
from egraph_opt.text import read, write
from egraph_opt.triton.state.settings import Settings


@dataclass(frozen=True)
class Replay:
    """Configuration of a replay under several versions of Triton. The last version is compared with the first.

    Args:
        compilers: two or more compilers, by name of the version.
        settings: settings of the plug-in under the last version, or None without the plug-in.
        reasons: whether to search for the cause of a slowdown.
        binaries: an existing folder to which machine code is written (`pack_launch`), or None.
    """

    compilers: Mapping[str, ProcessCompiler]
    settings: Settings | None = None
    reasons: bool = True
    binaries: Path | None = None

    def run(self, kernel: CorpusKernel) -> ReplayedKernel:
        """Return the result for a kernel. A failure is part of the result.

        Raises:
            OSError: machine code cannot be written.
        """
        try:
            return self._run(kernel)
        except OSError:
            raise
        except Exception as error:
            nothing = CompilerResult(None, describe_error(error, "replaying it"))
            return ReplayedKernel(
                kernel.name, kernel.place, kernel.key, kernel.target, dict.fromkeys(self.compilers, nothing), []
            )

    def _run(self, kernel: CorpusKernel) -> ReplayedKernel:
        forms = list(_forms(kernel))
        chosen = {name: _first(compiler, forms) for name, compiler in self.compilers.items()}
        answers: dict[str, Mapping[str, Any]] = {name: answer for name, (answer, _) in chosen.items()}
        sides = {name: _side(answer, kernel, form) for name, (answer, form) in chosen.items()}
        last = list(self.compilers)[-1]
        found = ReplayedKernel(kernel.name, kernel.place, kernel.key, kernel.target, sides, _group_equal(answers))
        if self.settings is not None and sides[last].numbers is not None:
            made = ours(self.compilers[last], kernel, answers[last], self.settings)
            found = found.with_ours(_side(made.answer, kernel), made.outcome, made.reason)
            answers[OURS] = made.answer
        if self.binaries is not None:
            for name, answer in answers.items():
                if "binary" in answer:
                    write_whole(self.binaries / f"{kernel.key[:16]}.{name}.xz", pack_launch(answer))
        pair = found.worst_step()
        if self.reasons and pair is not None and kernel.kind == "ttir":
            one, other = ((name, self.compilers[name], answers[name]) for name in pair)
            found = found.with_reason(blame(forms[-1].kernel, one, other))
        return found

    def close(self) -> None:
        for compiler in self.compilers.values():
            compiler.close()


class KernelForm(NamedTuple):
    """Syntactic form of a kernel for a compiler: the form's name, the kernel, and the request to the compiler."""

    name: str
    kernel: CorpusKernel
    request: dict[str, Any]


def _forms(kernel: CorpusKernel) -> Iterator[KernelForm]:
    """Yield the captured program and, for versions with another TTIR syntax, its Python source and its generic MLIR form."""
    given = {"target": kernel.target, "options": dict(kernel.options)}
    yield KernelForm("", kernel, {"kind": kernel.kind, "text": kernel.text, **given})
    if kernel.source is not None:
        named = {name: kernel.record[name] for name in ("name", "signature", "constants", "attributes")}
        yield KernelForm("source", kernel, {"kind": "source", "text": kernel.source, **given, **named})
    with suppress(InputError):
        generic = replace(kernel, text=write(read(kernel.text), "generic"))
        yield KernelForm("generic", generic, {"kind": kernel.kind, "text": generic.text, **given})


def _first(compiler: ProcessCompiler, forms: Sequence[KernelForm]) -> tuple[dict[str, Any], str]:
    """Return the answer for the first syntactic form of a kernel that compiles, and the form's name.

    If no form compiles, return the error for the captured program. After a timeout, no other form is compiled.
    """
    first = compiler.ask(**forms[0].request)
    if "error" not in first or "late" in first:
        return first, ""
    for form in sorted(forms[1:], key=lambda form: form.name):
        answer = compiler.ask(**form.request)
        if "error" not in answer:
            return answer, form.name
    return first, ""


def compiled_first(compiler: ProcessCompiler, kernel: CorpusKernel) -> dict[str, Any]:
    """Return a compiler's answer for the first form of a kernel that compiles."""
    return _first(compiler, list(_forms(kernel)))[0]


def pack_launch(answer: Mapping[str, Any]) -> bytes:
    """Return compressed data: the launch metadata as a line of JSON, followed by the machine code."""
    return lzma.compress(json.dumps(answer["metadata"]).encode() + b"\n" + base64.b64decode(answer["binary"]))


def _side(answer: Mapping[str, Any], kernel: CorpusKernel, form: str = "") -> CompilerResult:
    try:
        numbers: Measurements | None = measure_answer(answer, kernel)
    except MissingMeasurement as error:
        return CompilerResult(None, str(error))
    return CompilerResult(numbers, "", form)


def _group_equal(answers: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Return the names of versions, grouped by equal TTGIR."""
    groups: dict[str, list[str]] = {}
    for name, answer in answers.items():
        if "ttgir" in answer:
            groups.setdefault(str(answer["ttgir"]), []).append(name)
    return list(groups.values())
