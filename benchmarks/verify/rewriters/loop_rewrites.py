"""Rewrites of loops: other bounds and steps, bodies twice, the other order, and operations that move in or out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchmarks.verify.rewriters.code import Code, Rewriter

_FOR = re.compile(
    r"(\s*)(?:(%\w+)(?::\d+)? = )?scf\.for (%\w+) = (%[\w#]+) to (%[\w#]+) step (%[\w#]+)"
    r"(?: iter_args\((.*?)\) -> \((.*)\))?  : (i32|i64) \{"
)
_YIELD = re.compile(r"\s*scf\.yield (.*?) : .*")
_NAMES = re.compile(r"%\w+(?:#\d+)?")
_PURE = ("arith.", "math.", "tt.splat", "tt.broadcast", "tt.expand_dims", "tt.addptr", "tt.make_range")


@dataclass(frozen=True)
class Loop:
    """A loop: where it is, its values, and the lines of its body without the yield."""

    first: int
    end: int
    indent: str
    result: str
    counter: str
    lower: str
    upper: str
    step: str
    carried: tuple[str, ...]
    initial: tuple[str, ...]
    types: str
    type: str
    body: tuple[str, ...]
    yields: tuple[str, ...]

    def head(self, name: str, counter: str, bounds: tuple[str, str, str], initial: tuple[str, ...]) -> str:
        """Return the first line of a loop with other names and bounds."""
        lower, upper, step = bounds
        if not self.carried:
            return f"{self.indent}scf.for {counter} = {lower} to {upper} step {step}  : {self.type} {{"
        several = f":{len(self.carried)}" if len(self.carried) > 1 else ""
        pairs = ", ".join(f"{c} = {i}" for c, i in zip(self.carried, initial, strict=True))
        ends = f"iter_args({pairs}) -> ({self.types})  : {self.type} {{"
        return f"{self.indent}{name}{several} = scf.for {counter} = {lower} to {upper} step {step} {ends}"

    def tail(self, yields: tuple[str, ...]) -> list[str]:
        """Return the last lines of a loop."""
        last = [f"{self.indent}  scf.yield {', '.join(yields)} : {self.types}"] if yields else []
        return [*last, f"{self.indent}}}"]

    def results(self, name: str) -> tuple[str, ...]:
        """Return the results of a loop of a name."""
        return (name,) if len(self.carried) == 1 else tuple(f"{name}#{k}" for k in range(len(self.carried)))

    def copy(self, mark: str, given: dict[str, str]) -> tuple[list[str], tuple[str, ...]]:
        """Return the body and its yields with all names of its own marked, and others in place of the counter and what is carried."""
        own = {name for line in self.body for name in re.findall(r"^\s*(%\w+)(?::\d+)? = ", line)}
        own |= {name for line in self.body for name in re.findall(r"(%\w+)(?:: | = %[\w#]+[,)])", _arguments(line))}
        own |= {name for line in self.body for name in re.findall(r"scf\.for (%\w+) =", line)}

        def rename(found: re.Match[str]) -> str:
            name, _, number = found[0].partition("#")
            if name in given and not number:
                return given[name]
            return f"{name}{mark}#{number}" if name in own and number else f"{name}{mark}" if name in own else found[0]

        return [_NAMES.sub(rename, line) for line in self.body], tuple(_NAMES.sub(rename, each) for each in self.yields)


def _arguments(line: str) -> str:
    """Return the part of a line that names arguments of a block."""
    found = re.search(r"\^\w+\((.*)\):|iter_args(\(.*?\))", line)
    return (found[1] or found[2]) if found else ""


def loop_at(code: Code, number: int) -> Loop | None:
    """Return the loop that begins on a line."""
    head = _FOR.fullmatch(code.lines[number])
    if head is None:
        return None
    indent, result, counter, lower, upper, step, pairs, types, type = head.groups()
    end = next(k for k in range(number, len(code.lines)) if code.lines[k] == f"{indent}}}")
    body = code.lines[number + 1 : end]
    last = _YIELD.fullmatch(body[-1]) if body and pairs else None
    if pairs and last is None:
        return None
    carried = [pair.split(" = ") for pair in pairs.split(", ")] if pairs else []
    return Loop(
        number, end, indent, result or "", counter, lower, upper, step, tuple(c for c, _ in carried),
        tuple(i for _, i in carried), types or "", type, tuple(body[:-1] if pairs else body),
        tuple(last[1].split(", ")) if last else (),
    )  # fmt: skip


def split_loop(code: Code, number: int) -> list[str] | None:
    """Run the first iteration in a loop of its own."""
    if (loop := loop_at(code, number)) is None:
        return None
    made = [f"{loop.indent}%w0 = arith.addi {loop.lower}, {loop.step} : {loop.type}"]
    made.append(f"{loop.indent}%w1 = arith.minsi %w0, {loop.upper} : {loop.type}")
    body, yields = loop.copy("_w", {})
    first = loop.head("%w2", loop.counter, (loop.lower, "%w1", loop.step), loop.initial)
    second = loop.head(loop.result, loop.counter, ("%w1", loop.upper, loop.step), loop.results("%w2"))
    made += [first, *body, *loop.tail(yields), second, *loop.body, *loop.tail(loop.yields)]
    return code.replace(number, made, loop.end + 1)


def unrolled_loop(code: Code, number: int) -> list[str] | None:
    """Run two iterations at a time, and the rest in a second loop."""
    if (loop := loop_at(code, number)) is None:
        return None
    made = [f"%w0 = arith.subi {loop.upper}, {loop.lower} : {loop.type}", f"%w1 = arith.addi {loop.step}, {loop.step} : {loop.type}",
            f"%w2 = arith.divsi %w0, %w1 : {loop.type}", f"%w3 = arith.muli %w2, %w1 : {loop.type}",
            f"%w4 = arith.addi {loop.lower}, %w3 : {loop.type}"]  # fmt: skip
    made = [loop.indent + line for line in made]
    first, between = loop.copy("_w", {})
    following = f"{loop.indent}  %w5 = arith.addi {loop.counter}, {loop.step} : {loop.type}"
    second, yields = loop.copy("_x", {loop.counter: "%w5", **dict(zip(loop.carried, between, strict=True))})
    made += [loop.head("%w6", loop.counter, (loop.lower, "%w4", "%w1"), loop.initial), *first, following, *second]
    made += [*loop.tail(yields), loop.head(loop.result, loop.counter, ("%w4", loop.upper, loop.step), loop.results("%w6"))]
    return code.replace(number, [*made, *loop.body, *loop.tail(loop.yields)], loop.end + 1)


def counted_loop(code: Code, number: int) -> list[str] | None:
    """Count iterations from zero, and compute the counter from their number."""
    if (loop := loop_at(code, number)) is None:
        return None
    return code.replace(number, _count_iterations(loop, "%w8"), loop.end + 1)


def reversed_loop(code: Code, number: int) -> list[str] | None:
    """Sum in the other order, where all that a loop carries are sums."""
    loop = loop_at(code, number)
    if loop is None or not loop.carried or any("tt.store" in line or "tt.atomic" in line for line in loop.body):
        return None
    for carried, yielded in zip(loop.carried, loop.yields, strict=True):
        uses = [line for line in loop.body if carried in _NAMES.findall(line)]
        sum_of = re.compile(
            rf"\s*{re.escape(yielded)} = (?:arith\.addf (?:%[\w#]+, )?|tt\.dot %[\w#]+, %[\w#]+, ){re.escape(carried)}\b.*"
        )
        if len(uses) != 1 or not sum_of.fullmatch(uses[0]) or _NAMES.findall(uses[0]).count(carried) != 1:
            return None
        if sum(yielded in _NAMES.findall(line) for line in loop.body) != 1:
            return None
    last = [f"{loop.indent}  %w6 = arith.subi %w5, %w4 : {loop.type}", f"{loop.indent}  %w7 = arith.subi %w6, %w3 : {loop.type}"]
    return code.replace(number, _count_iterations(loop, "%w7", last), loop.end + 1)


def _count_iterations(loop: Loop, number: str, middle: list[str] | None = None) -> list[str]:
    """Return the loop with a counter of iterations (`%w8`, from 0 to `%w5`) from which its own counter is computed."""
    t = loop.type
    made = [
        f"%w3 = arith.constant 1 : {t}",
        f"%w4 = arith.constant 0 : {t}",
        f"%w0 = arith.subi {loop.upper}, {loop.lower} : {t}",
        f"%w1 = arith.addi %w0, {loop.step} : {t}",
        f"%w2 = arith.subi %w1, %w3 : {t}",
        f"%w5 = arith.divsi %w2, {loop.step} : {t}",
    ]
    made = [loop.indent + line for line in made]
    middle = [line.replace("%w4", "%w8") for line in middle or []]
    made += [loop.head(loop.result, "%w8", ("%w4", "%w5", "%w3"), loop.initial), *middle]
    made.append(f"{loop.indent}  %w9 = arith.muli {number}, {loop.step} : {t}")
    made.append(f"{loop.indent}  {loop.counter} = arith.addi {loop.lower}, %w9 : {t}")
    return [*made, *loop.body, *loop.tail(loop.yields)]


def hoisted_operation(code: Code, number: int) -> list[str] | None:
    """Compute before a loop what does not change in it."""
    if (loop := loop_at(code, number)) is None:
        return None
    defined = {loop.counter, *loop.carried}
    moved, rest, depth = [], [], 0
    for line in loop.body:
        s = re.match(r"\s*(%\w+) = ([\w.]+)", line) or re.match(r"\s*(%\w+):\d+ = (\S+)", line)
        names = {each.partition("#")[0] for each in _NAMES.findall(line)}
        if (
            depth == 0
            and s
            and s[2].startswith(_PURE)
            and not names - {s[1]} & defined
            and "div" not in s[2]
            and "rem" not in s[2]
        ):
            moved.append(line)
        else:
            rest.append(line)
            defined |= {s[1]} if s else set()
        depth += line.count("{") - line.count("}")
    if not moved:
        return None
    names = {line.split()[0] for line in moved}  # they get new ones, since regions that follow may use theirs

    def rename(found: re.Match[str]) -> str:
        return f"{found[0]}_w" if found[0] in names else found[0]

    lines = [f"{loop.indent}{line.strip()}" for line in moved]
    changed = [_NAMES.sub(rename, line) for line in (*lines, code.lines[number], *rest, *loop.tail(loop.yields))]
    return code.replace(number, changed, loop.end + 1)


def sunk_operation(code: Code, number: int) -> list[str] | None:
    """Compute in a loop what was computed before it and is used nowhere else."""
    if (loop := loop_at(code, number)) is None:
        return None
    for k in range(number - 1, -1, -1):
        line = code.lines[k]
        s = re.match(r"(\s*)(%\w+) = ([\w.]+)", line)
        if s is None or s[1] != loop.indent or not s[3].startswith(_PURE) or line.endswith("{"):
            continue
        uses = [
            n for n, other in enumerate(code.lines) if n != k and s[2] in {x.partition("#")[0] for x in _NAMES.findall(other)}
        ]
        if uses and all(loop.first < n < loop.end for n in uses):
            return [*code.lines[:k], *code.lines[k + 1 : number + 1], f"  {line}", *code.lines[number + 1 :]]
    return None


LOOP_REWRITES: tuple[Rewriter, ...] = (
    split_loop, unrolled_loop, counted_loop, reversed_loop, hoisted_operation, sunk_operation,
)  # fmt: skip
