"""What Triton's CSE, its removal of what is dead, and its LICM do with an operation: what Triton takes its effect to be, found by asking.

`benchmarks/effect_specimens.txt` has each operation as text. Around it stand two equal reads, beside it stands another one like it, with or
without a store between; it stands alone, and alone in a loop.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SPECIMENS = ROOT / "benchmarks" / "effect_specimens.txt"
NAME = re.compile(r'^(?:(?:%\w+(?::\d+)?(?:, )?)+ = )?"?([a-z_]+(?:\.[a-z_0-9]+)+)')
IN_LOOP = 3
"""Regions around what stands in a function's loop: the module's, the function's, the loop's."""
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

    def results(self, types: Sequence[str], suffix: str = "") -> list[tuple[str, str]]:
        """The names of its results, with their types."""
        names = re.findall(r"%\w+", self.text.partition(" = ")[0]) if types else []
        return [(name + suffix, type) for name, type in zip(names, types, strict=True)]


class Verdict(NamedTuple):
    """What is done with a specimen; None where that could not be asked."""

    error: str
    around: dict[str, bool | None]
    """Whether two equal reads with the operation between them become one, by memory."""
    twins: bool | None = None
    """Whether of two that are equal, side by side, one goes."""
    past_store: bool | None = None
    """The same with a store to global memory between them."""
    dropped: bool | None = None
    """Whether one goes whose results nobody wants."""
    hoisted: bool | None = None
    """Whether it leaves a loop in which it is always the same."""


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
    """The answers of `effect_child`, in order; where it dies, that request failed, and a new one goes on."""
    answers: list[dict[str, Any]] = []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
    command = [sys.executable, "-m", "benchmarks.effect_child"]
    while len(answers) < len(requests):
        left = json.dumps(requests[len(answers) :])
        done = subprocess.run(command, input=left, capture_output=True, text=True, env=environment, check=False)
        answers += [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) < len(requests):
            answers.append({"error": f"Triton's process died ({done.returncode})"})
    return answers


def verdicts(found: Sequence[Specimen], whom: Callable[[Sequence[dict[str, str]]], list[dict[str, Any]]] = ask) -> list[Verdict]:
    """What Triton does with each specimen, or another who answers such requests; Triton says in any case what is a program."""
    alone = ask([{"program": each.program(each.text), "name": each.name, "pass": ""} for each in found])
    requests, ranges = [], []
    for each, known in zip(found, alone, strict=True):
        asked = _requests(each, known["types"]) if "types" in known else []
        ranges.append(range(len(requests), len(requests) + len(asked)))
        requests += asked
    answers = whom(requests)
    return [
        _verdict([answers[i] for i in span], "%RT" in each.module) if span else Verdict(known["error"], dict.fromkeys(MEMORIES))
        for each, known, span in zip(found, alone, ranges, strict=True)
    ]


def _requests(each: Specimen, types: Sequence[str]) -> list[dict[str, str]]:
    one, two = each.results(types), each.results(types, "_2")
    threads = 256 if "= 64 : i32" in each.module else 128
    bodies: list[tuple[str, str, str, list[tuple[str, str]]]] = []
    for at, read, made in MEMORIES.values() if "%RT" in each.module else list(MEMORIES.values())[:2]:
        declared = re.search(re.escape(at) + r": ((?:[^<>,)]|<(?:[^<>]|<[^<>]*>)*>)*)", each.module)
        assert declared, at
        made = made.format(threads)
        text = read.format(at, declared[1], made)
        both = [("%R1", made), ("%R2", made), *one]
        bodies.append((read.split(" ")[0], "cse", f"%R1 = {text}\n{each.text}\n%R2 = {text}", both))
    for between in ("", "tt.store %p, %f : !tt.ptr<f32>\n"):
        bodies.append((each.name, "cse", f"{each.text}\n{between}{each.again()}", [*one, *two]))
    bodies.append((each.name, "cse", each.text, []))
    loop = "%L0 = arith.constant 0 : i32\n%L1 = arith.constant 1 : i32\nscf.for %L = %L0 to %L1 step %L1 : i32 {\n"
    bodies.append((each.name, "licm", f"{loop}{each.text}\n}}", []))
    return [{"program": each.program(body, given), "name": name, "pass": how} for name, how, body, given in bodies]


def _verdict(answers: Sequence[dict[str, Any]], tensor_memory: bool) -> Verdict:
    counts = [(sum(a["before"].values()), sum(a["after"].values())) if "before" in a else None for a in answers]
    fewer = [None if pair is None else pair[0] > pair[1] for pair in counts]
    around = dict(zip(MEMORIES, fewer[: 2 + tensor_memory], strict=False))
    twins, past, dropped = fewer[2 + tensor_memory : -1]
    loop = answers[-1]
    kept = "before" in loop and sum(loop["before"].values()) == sum(loop["after"].values())
    inside = [loop.get(when, {}).get(str(IN_LOOP), 0) for when in ("before", "after")]
    hoisted = None if "before" not in loop else kept and inside[0] > inside[1]
    errors = [a["error"] for a in answers if "error" in a]
    return Verdict(errors[0] if errors else "", around, twins, past, dropped, hoisted)
