"""Effects of operations in the project's tables compared with Triton's own passes, for Triton 3.6.

    python -m benchmarks.trust.effects.table --write

The table, `benchmarks/results/effects.tsv`, has a row for each specimen (`benchmarks/trust/effects/specimens.txt`), and one for
each other operation of Triton's dialects or of the project's tables, which says that it could not be probed. The comparison
covers the changes that our tables allow, those that the optimiser makes to the same programs, and those that the checker accepts
(`accepts`). If Triton does not make one of them, there is a reason (`reason`), or it is a mistake.
"""

from __future__ import annotations

import mmap
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.trust.effects.accepts import accepted
from benchmarks.trust.effects.accepts import laxer as lax
from benchmarks.trust.effects.probes import MEMORIES, Specimen, Verdict, ask, specimens, verdicts
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt import optimize
from egraph_opt.checker.access import effects as checker
from egraph_opt.families.layout.emit import load_scheduling
from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.ir.declaration_lookup import DECLARATIONS, Effect
from egraph_opt.ir.module import InputError, Op
from egraph_opt.text import read

TRITON = "3.6.0"
ASKED = (*MEMORIES, "own", "filled", "twins", "past_store", "dropped", "hoisted")
SOMETIMES = ("tensor", "own", "filled")
"""Of these, the ones that there are not always the buffers for."""
COLUMNS = (
    "operation", "note", *ASKED, "optimiser", "checker", "optimiser_laxer", "does_laxer", "checker_laxer", "accepted", "accepts_laxer",
    "error",
)  # fmt: skip
DIALECTS = ("amdg", "arith", "cf", "gluon", "gpu", "math", "nvg", "nvws", "scf", "tt", "ttg", "tti", "ttng", "ub")
PURE = frozenset((*MEMORIES, "twins", "past_store", "dropped"))
READS = PURE - {"past_store"}
ALLOWS = {Effect.PURE.value: PURE, Effect.READS.value: READS}
"""Changes that an effect allows the optimiser: it never moves a computation to a place where it would not have been done."""
CHECKED = {"pure": PURE | {"hoisted"}, "divides": PURE, "read": READS}
"""Changes that an effect lets the checker accept."""

_FILLED = (
    "Triton's CSE asks for a write between two reads, whatever it writes to. This buffer is filled when it is made, no view of it is"
    " mutable, and nobody sees it but what reads: what is written meanwhile is elsewhere. It stays allocated until its last read,"
    " wherever that stands (Triton's Allocation.cpp computes live ranges later)."
)
_UNIFORM = "No effect, and defined for all operands; only the trait AlwaysSpeculatable is missing, which LICM asks for."
_ALLOCATES = (
    "A buffer filled when it is made is as good as a value: LICM leaves it for its allocation, which lasts longer outside."
)
_ON_CHIP = (
    "Triton's CSE asks for any write. This one is to shared memory or registers, or waits for such writes (PTX ISA: cp.async, wgmma,"
    " fence.proxy.async): a load of global memory finds what it would have found before."
)
_NOT_SHARED = (
    "Triton's CSE asks for any write. This one writes global memory or registers, fills a buffer of its own, ends a group of copies without"
    " a wait, or waits for products, which only read shared memory (PTX ISA: wgmma, cp.async, fence.proxy.async): a read of a buffer that"
    " exists finds what it would have found before."
)
_LONGER = (
    "A later read, or another one, of a buffer that is filled when it is made, and that X only reads (PTX ISA: bulk copies from shared"
    " memory, `tcgen05.mma` and `tcgen05.cp` of what is there): it finds the same, and the buffer is there for longer. To merge the"
    " reads, or to read earlier, is not accepted."
)
_UNUSED = (
    "Nobody uses the results here, and the operation does nothing else that is seen: MLIR removes it wherever it stands"
    " (`isOpTriviallyDead`), so a program with it is one without it."
)
_BELIEVED = "What is assumed is seen by nobody: an assumption may be dropped. To add one is not accepted."
_RUN_ONCE = (
    "A single block runs once, where the operation stands, as its operations would without it (SCF's SingleBlockExecuteInliner). Triton"
    " does not inline it here, and believes that it has any effect."
)
_AWAY, _AROUND = "dropped.added hoisted.hoisted", "global.earlier global.later global.merged global.repeated"
_DEAD = {
    ("ttg.local_load", "of what was placed"): _AWAY,
    ("ttg.local_alloc", "filled, mutable"): f"{_AWAY} {_AROUND} hoisted.sunk",
    ("ttg.local_alloc", "filled, unchanging, placed"): f"{_AWAY} {_AROUND} hoisted.sunk",
    ("ttng.tmem_load", ""): _AWAY,
    **{("ttng.warp_group_dot", note): _AWAY for note in ("asynchronous", "at once")},
    **{("ttng.tmem_alloc", note): f"{_AWAY} hoisted.sunk" for note in ("empty", "filled")},
    ("ttng.tmem_alloc", "filled, unchanging"): _AWAY,
    ("ttg.local_alloc", "empty"): f"{_AWAY} hoisted.sunk",
    ("ttg.global_scratch_alloc", ""): f"{_AWAY} hoisted.sunk",
}
"""Specimens that may be removed, and the changes that the checker accepts therefore."""
REASONS: Mapping[tuple[str, str, str], str] = {
    ("optimiser", "ttg.local_load", "of what is filled when it is made"): _FILLED,
    ("checker", "tt.cat", ""): _UNIFORM,
    ("checker", "tt.map_elementwise", ""): _UNIFORM,
    ("accepts past_store.merged", "ttg.local_load", "of what is filled when it is made"): _FILLED,
    ("accepts past_store.repeated", "ttg.local_load", "of what is filled when it is made"): _FILLED,
    ("accepts dropped.added", "ttg.local_load", "of what is filled when it is made"): _FILLED,
    ("accepts hoisted.hoisted", "ttg.local_load", "of what is filled when it is made"): _FILLED,
    ("accepts dropped.added", "ttg.local_alloc", "filled, unchanging"): _ALLOCATES,
    ("accepts hoisted.hoisted", "ttg.local_alloc", "filled, unchanging"): _ALLOCATES,
    **{(f"accepts {change}", *specimen): _UNUSED for specimen, changes in _DEAD.items() for change in changes.split()},
    **{
        (f"accepts {change}", "llvm.intr.assume", ""): _BELIEVED
        for change in ("dropped.dropped", "past_store.merged", "twins.merged")
    },
    **{
        (f"accepts {change}", name, ""): _UNIFORM
        for change in ("dropped.added", "hoisted.hoisted")
        for name in ("tt.cat", "tt.map_elementwise", "scf.index_switch")
    },
    **{
        (f"accepts {question}.{change}", "scf.execute_region", ""): _RUN_ONCE
        for questions, changes in (
            ("global shared", "earlier later merged repeated"),
            ("tensor", "earlier later"),
            ("twins past_store", "merged repeated"),
            ("dropped", "added dropped"),
            ("hoisted", "hoisted sunk"),
        )
        for question in questions.split()
        for change in changes.split()
    },
    **{
        (f"accepts filled.{change}", f"ttng.{name}", note): _LONGER
        for change in ("later", "repeated")
        for names, *notes in (
            ("async_tma_copy_local_to_global async_tma_reduce async_tma_scatter tc_gen5_mma tc_gen5_mma_scaled tmem_copy", ""),
            ("tc_gen5_mma", "with a barrier", "with a token"),
        )
        for name in names.split()
        for note in notes
    },
}
"""Reasons why we are right to allow more than Triton does."""
ON_CHIP = {"optimiser": load_scheduling.ON_CHIP, "checker": checker.NOT_GLOBAL_WRITES}
"""Writes that loads of global memory may pass, for the optimiser and for the checker."""
LAX = {"optimiser_laxer": "optimiser", "does_laxer": "optimiser", "checker_laxer": "checker", "accepts_laxer": "accepts"}
"""Columns of what is allowed or done against Triton, and by whom."""


@cache
def parsed(specimen: Specimen) -> tuple[Op, Op] | None:
    """The function around a specimen, and its operation; None where our reader refuses it."""
    try:
        module = read(specimen.program(specimen.text))
    except InputError:
        return None
    function = next(f for f in module.functions() if f.attributes["sym_name"] == '"probe"')
    return function, next(op for op in reversed(function.regions[0].blocks[0].ops) if op.name == specimen.name)


def ours(specimen: Specimen) -> tuple[str, str]:
    """Return what the optimiser and the checker take a specimen's effect to be."""
    known = parsed(specimen)
    if known is None:
        return "not read", "not read"
    function, op = known
    return FunctionBuffers(function).declaration(op).effect.value, checked(op)


def checked(op: Op) -> str:
    """Return what the checker takes an operation's effect to be."""
    effect = checker.effect(op)
    return "divides" if effect is checker.OpEffect.PURE and op.name in checker.DIVISIONS else effect.value


def answers(verdict: Verdict) -> dict[str, bool | None]:
    """Return what Triton does with a specimen, by what was asked."""
    return {**verdict.around, **{name: getattr(verdict, name) for name in ASKED if name not in MEMORIES}}


def laxer(who: str, specimen: Specimen, effect: str, asked: Mapping[str, bool | None]) -> str:
    """Return what one of us allows and Triton does not do."""
    allowed = set((ALLOWS if who == "optimiser" else CHECKED).get(effect, ()))
    if specimen.name in ON_CHIP[who]:
        allowed.add("global")
    return " ".join(name for name in ASKED if name in allowed and asked.get(name) is False)


def reason(who: str, name: str, note: str, lax: str) -> str:
    """Why it is right to allow what Triton does not do; nothing where it is not."""
    if who == "accepts":
        found = [_accepted(name, note, each) for each in lax.split()]
        return " ".join(dict.fromkeys(found)) if all(found) else ""
    return REASONS.get((who, name, note), _ON_CHIP if lax == "global" and name in ON_CHIP[who] else "")


def _accepted(name: str, note: str, change: str) -> str:
    """Why it is right that the checker accepts one change."""
    memory, _, _ = change.partition(".")
    if memory == "global" and name in checker.NOT_GLOBAL_WRITES:
        return _ON_CHIP
    if memory in ("shared", "own", "filled") and name in checker.NOT_SHARED_WRITES:
        return _NOT_SHARED
    if memory == "past_store" and name == "ttg.local_load":  # of global memory
        return _NOT_SHARED
    return REASONS.get((f"accepts {change}", name, note), "")


def by_optimiser(requests: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Answer requests as `probes.ask` does, with the optimiser and all its freedom, unchecked."""
    found: list[dict[str, Any]] = []
    for each in requests:
        try:
            result = optimize(
                each["program"], check=False, min_gain=0.0, extract="dag", move_loads=True, move_stores=True, read_copies=True,
                loads_first=True,
            )  # fmt: skip
            texts = {"before": each["program"], "after": result.ir}
            found.append({when: depths(read(text).op, each["name"]) for when, text in texts.items()})
        except InputError as error:
            found.append({"error": error.message})
    return found


def depths(op: Op, name: str, depth: int = 0) -> dict[str, int]:
    """Return the number of operations with a name, by the number of regions around them."""
    counts: Counter[str] = Counter({str(depth): 1} if op.name == name else {})
    for inner in (inner for region in op.regions for block in region.blocks for inner in block.ops):
        counts.update(depths(inner, name, depth + 1))
    return dict(counts)


def row(specimen: Specimen, verdict: Verdict, does: Verdict) -> tuple[str, ...]:
    asked, done = answers(verdict), answers(does)
    said = ["" if asked.get(name) is None else "yes" if asked[name] else "no" for name in ASKED]
    effects = ours(specimen)
    allowed = [laxer(who, specimen, effect, asked) for who, effect in zip(ON_CHIP, effects, strict=True)]
    more = " ".join(name for name in ASKED if done.get(name) and asked.get(name) is False)
    accepts = list(accepted(specimen))
    counts = f"{sum(equal for *_, equal in accepts)} of {len(accepts)}"
    return (
        specimen.name,
        specimen.note,
        *said,
        *effects,
        allowed[0],
        more,
        allowed[1],
        counts,
        lax(accepts, asked),
        verdict.error,
    )


def tables() -> set[str]:
    """Every operation that the optimiser declares or that the checker has in a table."""
    groups = [group for group in vars(checker).values() if isinstance(group, frozenset | set | dict)]
    names = {name for group in groups for name in group if isinstance(name, str)}
    declared = {name for name, known in DECLARATIONS.items() if known.effect is not Effect.OPAQUE}
    return declared | {name for name in names if re.fullmatch(r"[a-z_]+\.[a-z_0-9.]+", name)}


@cache
def registered() -> tuple[str, ...]:
    """The operations of Triton's dialects: what its library has the names of, and knows when it is asked for."""
    import triton

    names: set[str] = set()
    with open(Path(triton.__file__).parent / "_C" / "libtriton.so", "rb") as file:
        library = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        for dialect in DIALECTS:
            at = library.find(start := f"\0{dialect}.".encode())
            while at >= 0:
                word = library[at + 1 : at + 80].partition(b"\0")[0]
                if re.fullmatch(rb"[a-z_0-9.]{1,60}", word):
                    names.add(word.decode())
                at = library.find(start, at + 1)
        library.close()
    wanted = sorted(names)
    requests = [{"program": f'tt.func @f() {{ "{name}"() : () -> () tt.return }}', "name": name, "pass": ""} for name in wanted]
    return tuple(name for name, a in zip(wanted, ask(requests), strict=True) if "unregistered" not in a.get("error", ""))


def unasked(asked: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """A row for each operation that no specimen stands for."""
    known = {row[0] for row in asked if not row[-1]}
    rest = sorted({*registered(), *tables()} - known - {row[0] for row in asked})
    blank = ("",) * (len(COLUMNS) - 2)
    return [(name, *blank, "not constructed" if name in registered() else f"not in Triton {TRITON}") for name in rest]


def table(found: Sequence[Specimen] | None = None) -> list[tuple[str, ...]]:
    """The rows of the table, or of some specimens alone."""
    wanted = specimens() if found is None else found
    rows = [row(*each) for each in zip(wanted, verdicts(wanted), verdicts(wanted, by_optimiser), strict=True)]
    return sorted(rows + (unasked(rows) if found is None else []))


def run(every: int = 1) -> Found:
    """Ask about every n-th specimen, and say of all other operations that none stands for them."""
    rows = table(None if every == 1 else specimens()[::every])
    asked = [dict(zip(COLUMNS, each, strict=True)) for each in rows]
    wrong = [
        f"{column}: {each['operation']} {each['note']}: {each[column]}: nobody knows why"
        for column, who in LAX.items()
        for each in asked
        if each[column] and not reason(who, each["operation"], each["note"], each[column])
    ]
    known = [each for each in asked if not each["error"]]
    counts = [list(map(int, each["accepted"].split(" of "))) for each in asked if each["accepted"]]
    note = (
        f"{len(known)} specimens of {len({each['operation'] for each in known})} operations asked for, {len(asked) - len(known)} not "
        f"constructed; {sum(n for _, n in counts)} pairs of programs asked of the checker, {sum(n for n, _ in counts)} accepted"
    )
    return Found(COLUMNS, rows, wrong, note)


SWEEPS = (Sweep("effects", run, ("triton",)),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
