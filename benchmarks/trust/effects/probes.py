"""Behaviour of Triton's CSE, dead code elimination and LICM on an operation, which shows the effect that Triton assumes for it.

`benchmarks/trust/effects/specimens.txt` has each operation as text. Probes place it between two equal reads, beside an equal
operation, with or without a store between, alone, and alone in a loop.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.paths import ROOT

SPECIMENS = Path(__file__).with_name("specimens.txt")
NAME = re.compile(r'^(?:(?:%\w+(?::\d+)?(?:, )?)+ = )?"?([a-z_]+(?:\.[a-z_0-9]+)+)')
IN_LOOP = 3
"""Regions around what stands in a function's loop: the module's, the function's, the loop's."""
TYPE = r"((?:[^<>,)]|<(?:[^<>]|<[^<>]*>)*>)*)"
BUFFER = re.compile(r"!ttg\.memdesc<((?:\d+x)+)(\w+), #\w+, #(smem|ttng\.tensor_memory)(, mutable)?[^<>]*>")
MEMORIES = {
    "global": ("%RG", "tt.load {} : {}", "tensor<{}xf32, #b>"),
    "shared": ("%RS", "ttg.local_load {} : {} -> {}", "tensor<{}xf32, #b>"),
    "tensor": ("%RT", "ttng.tmem_load {} : {} -> {}", "tensor<128x128xf32, #row>"),
}
"""Memories, and how they are read: what, by which operation, as what."""


@dataclass(frozen=True, slots=True)
class Specimen:
    name: str
    note: str
    module: str
    """The text around it."""
    setup: str
    text: str

    def program(self, body: str, given: Sequence[tuple[str, str]] = ()) -> str:
        """A module whose function has a body and gives back values of types."""
        names, types = ", ".join(name for name, _ in given), ", ".join(type for _, type in given)
        head, tail = self.module.split(" {\n    SPECIMEN\n")
        ends = f"tt.return {names} : {types}" if given else "tt.return"
        return f"{head}{f' -> ({types})' if given else ''} {{\n{self.setup}\n{body}\n{ends}\n{tail}"

    def again(self) -> str:
        """The same operation, with other names for its results."""
        head, equals, rest = self.text.partition(" = ")
        return re.sub(r"%(\w+)", r"%\1_2", head) + equals + rest if head.startswith("%") else self.text

    def buffers(self) -> list[tuple[str, str]]:
        """The shared and tensor memory that it is given: names and types."""
        found = []
        head = self.text.partition(" = ")[0] if self.text.startswith("%") else ""
        for name in dict.fromkeys(re.findall(r"%\w+", self.text.removeprefix(head))):
            made = re.search(rf"^{name} = .*(!ttg\.memdesc<.*>)$", self.setup, re.MULTILINE)
            given = made or re.search(rf"{name}: {TYPE}", self.module)
            if given and BUFFER.fullmatch(given[1]):
                found.append((name, given[1]))
        return found

    def results(self, types: Sequence[str], suffix: str = "") -> list[tuple[str, str]]:
        """The names of its results, with their types."""
        names = re.findall(r"%\w+", self.text.partition(" = ")[0]) if types else []
        return [(name + suffix, type) for name, type in zip(names, types, strict=True)]


class Verdict(NamedTuple):
    """Results of the probes of a specimen; None if a probe could not be run."""

    error: str
    around: dict[str, bool | None]
    """True if two equal reads with the operation between them are merged, by memory."""
    twins: bool | None = None
    """True if one of two equal, adjacent operations is removed."""
    past_store: bool | None = None
    """The same with a store to global memory between them."""
    dropped: bool | None = None
    """True if an operation with unused results is removed."""
    hoisted: bool | None = None
    """True if it is hoisted from a loop in which it is invariant, with its results used or not."""
    own: bool | None = None
    """True if two equal reads around it are merged, for each buffer among its operands."""
    filled: bool | None = None
    """The same, where it is given a mutable view of a buffer that is filled when it is made, and the reads are of that buffer."""


class Question(NamedTuple):
    """A program that a pass is to change."""

    name: str
    """Name, as in `Verdict`."""
    counted: str
    """The operation of which there may be fewer."""
    how: str
    program: str


def specimens() -> list[Specimen]:
    """Every specimen of `effect_specimens.txt`."""
    found = []
    for section in SPECIMENS.read_text().split("\n==== ")[1:]:
        module, _, rest = section.partition("\n----\n")
        for paragraph in rest.strip().split("\n\n"):
            lines = paragraph.split("\n")
            note = next((line[2:] for line in lines if line.startswith("# ")), "")
            names = next((line[2:].split() for line in lines if line.startswith("* ")), [""])
            setup = "\n".join(line for line in lines if not line.startswith(("> ", "# ", "* ")))
            for name in names:
                text = "\n".join(line[2:] for line in lines if line.startswith("> ")).replace("OP", name)
                known = NAME.match(text)
                assert known, text
                found.append(Specimen(known[1], note, module.partition("\n")[2], setup, text))
    return found


def ask(requests: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
    """The answers of `child`, in order; where it dies, that request failed, and a new one goes on."""
    answers: list[dict[str, Any]] = []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
    command = [sys.executable, "-m", "benchmarks.trust.effects.child"]
    while len(answers) < len(requests):
        left = json.dumps(requests[len(answers) :])
        done = subprocess.run(command, input=left, capture_output=True, text=True, env=environment, check=False)
        answers += [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) < len(requests):
            answers.append({"error": f"Triton's process died ({done.returncode})"})
    return answers


def verdicts(found: Sequence[Specimen], whom: Callable[[Sequence[dict[str, str]]], list[dict[str, Any]]] = ask) -> list[Verdict]:
    """Return what Triton does with each specimen, or another who answers such requests; Triton says in any case what is a program."""
    alone = ask([{"program": each.program(each.text), "name": each.name, "pass": ""} for each in found])
    requests: list[Question] = []
    ranges = []
    for each, known in zip(found, alone, strict=True):
        asked = questions(each, known["types"]) if "types" in known else []
        ranges.append(range(len(requests), len(requests) + len(asked)))
        requests += asked
    answers = whom([{"program": each.program, "name": each.counted, "pass": each.how} for each in requests])
    return [
        _verdict([requests[i].name for i in span], [answers[i] for i in span])
        if span
        else Verdict(known["error"], dict.fromkeys(MEMORIES))
        for known, span in zip(alone, ranges, strict=True)
    ]


def questions(each: Specimen, types: Sequence[str]) -> list[Question]:
    """The programs about a specimen whose results have types."""
    one, two = each.results(types), each.results(types, "_2")
    threads = 256 if "= 64 : i32" in each.module else 128
    found = []
    for memory, (at, read, made) in MEMORIES.items():
        declared = re.search(re.escape(at) + ": " + TYPE, each.module)
        if declared:
            found.append(_around(memory, each, read.format(at, declared[1], made.format(threads)), made.format(threads), one))
    for name, between in (("twins", ""), ("past_store", "tt.store %p, %f : !tt.ptr<f32>\n")):
        body = f"{each.text}\n{between}{each.again()}"
        found.append(Question(name, each.name, "cse", each.program(body, [*one, *two])))
    found.append(Question("dropped", each.name, "cse", each.program(each.text)))
    found += [Question("hoisted", each.name, "licm", _loop(each, carried)) for carried in ([one, []] if one else [one])]
    for name, type in each.buffers():
        known = BUFFER.fullmatch(type)
        assert known
        shape, element, space, mutable = known.groups()
        layout = "#row" if space != "smem" else "#b2" if shape.count("x") == 2 else "#b"
        made = f"tensor<{shape}{element}, {layout}>"
        load = "ttg.local_load" if space == "smem" else "ttng.tmem_load"
        found.append(_around("own", each, f"{load} {name} : {type} -> {made}", made, one))
        if space != "smem":
            continue
        still = type.replace(", mutable", "")
        fill = f"%F0 = ub.poison : {made}\n%F = ttg.local_alloc %F0 : ({made}) -> {still}"
        view = f"%V = ttg.memdesc_reinterpret %F : {still} -> {type}" if mutable else ""
        given = re.sub(rf"{name}\b", "%V" if mutable else "%F", each.text)
        other = replace(each, setup="\n".join((each.setup, fill, view)), text=given)
        found.append(_around("filled", other, f"{load} %F : {still} -> {made}", made, one))
    return found


def _around(name: str, each: Specimen, read: str, made: str, results: list[tuple[str, str]]) -> Question:
    """Two equal reads around a specimen."""
    body = f"%R1 = {read}\n{each.text}\n%R2 = {read}"
    return Question(name, read.split(" ")[0], "cse", each.program(body, [("%R1", made), ("%R2", made), *results]))


def _loop(each: Specimen, results: list[tuple[str, str]]) -> str:
    """A specimen in a loop, which carries its results, or not."""
    types = ", ".join(type for _, type in results)
    lines = ["%L0 = arith.constant 0 : i32", "%L1 = arith.constant 1 : i32"]
    lines += [f"%U{i} = ub.poison : {type}" for i, (_, type) in enumerate(results)]
    carried = ", ".join(f"%C{i} = %U{i}" for i in range(len(results)))
    head = "scf.for %L = %L0 to %i step %L1"
    if results:
        head = f"%H:{len(results)} = {head} iter_args({carried}) -> ({types})"
    lines += [f"{head} : i32 {{", each.text]
    if results:
        lines.append(f"scf.yield {', '.join(name for name, _ in results)} : {types}")
    return each.program("\n".join([*lines, "}"]), [(f"%H#{i}", type) for i, (_, type) in enumerate(results)])


def _verdict(names: Sequence[str], answers: Sequence[dict[str, Any]]) -> Verdict:
    found: dict[str, bool | None] = {}
    errors = []
    for name, answer in zip(names, answers, strict=True):
        if "before" not in answer:
            if name not in ("own", "filled"):  # not every buffer can be read so
                errors.append(answer["error"])
            continue
        before, after = (sum(answer[when].values()) for when in ("before", "after"))
        inside = [answer[when].get(str(IN_LOOP), 0) for when in ("before", "after")]
        done = before == after and inside[0] > inside[1] if name == "hoisted" else before > after
        found[name] = done and bool(found.get(name, True))
    around = {memory: found.pop(memory, None) for memory in MEMORIES}
    return Verdict(errors[0] if errors else "", around, **found)
