"""Instructions and what a trace says of them, as operations of the simulator."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .access import cost
from .constants import constants
from .sass import Code, Instruction
from .simulate import (
    ASYNC,
    AWAIT,
    AWAIT_MATRIX,
    BARRIER,
    BRANCH,
    COMMIT,
    END,
    JUMP,
    LOOP,
    MATRIX,
    NEXT,
    Operation,
)  # fmt: skip
from .trace import MEMORY, Touched, Trace, conditional, is_branch, likely

ALU, FLOAT, MULTIPLY, SPECIAL, TENSOR, UNIFORM, PIPE, NONE = range(8)
UNITS = 8
INTEGERS = set(
    "LOP3 IADD3 SEL FSEL PRMT ISETP FSETP LEA SHF FMNMX PLOP3 P2R R2P SGXT VIADD IABS F2FP MOV VIMNMX VIADDMNMX BMSK CS2R FCHK I2FP "
    "HMNMX2 LOP".split()
)
FLOATS = set("FMUL FADD FFMA HMUL2 HADD2 HFMA2 FSWZADD".split())
SPECIALS = set("I2F F2F F2I FRND POPC FLO BREV MUFU".split())
ATOMICS = {"ATOMG", "ATOM", "RED", "REDG", "ATOMS"}
SHAPES = {"16816": 1.0, "1688": 0.5, "16832": 1.0, "1684": 0.25}
"""Work of a warp's matrix instruction in that of m16n8k16."""
Cost = tuple[int, float, float, float, float]
"""Unit, cycles of it, passes, bytes beyond the first-level cache, latency."""


def operations(code: Code, traces: Sequence[Trace], missed: float) -> tuple[list[Operation], dict[int, int]]:
    """The program, and the numbers of its loops and branches by instruction. `missed`: the part of the stack that misses the cache."""
    touched: dict[int, list[Touched]] = {}
    exits: dict[int, int] = {}
    for trace in traces:
        exits |= trace.exits
        for number, seen in trace.touched.items():
            touched.setdefault(number, []).extend(seen)
    sectors: set[int] = set()
    found: dict[int, tuple[float, float] | None] = {
        number: cost(code.instructions[number], touched[number], sectors) for number in sorted(touched)
    }
    branches: dict[int, int] = {}
    ways = likely(code)
    program = []
    for number, i in enumerate(code.instructions):
        kind, target = _kind(i, number, ways, code)
        if kind in (LOOP, BRANCH):
            branches[number] = len(branches)
        unit, busy, passes, load, latency = _cost(i, found.get(number), missed)
        leaves = exits.get(number, 0) if kind == LOOP else 0
        branch, counted = branches.get(number, -1), (i.written, i.read, i.wait)
        program.append(Operation(kind, unit, i.stall, *counted, target, branch, busy, passes, load, latency, leaves))
    return program, branches


def _kind(i: Instruction, number: int, ways: Mapping[int, bool], code: Code) -> tuple[int, int]:
    """What comes after an instruction, and the target of a jump or the number that may be outstanding."""
    if is_branch(i):
        if i.target == number:
            return NEXT, -1
        if i.target < number:
            spins = number - i.target < 8 and any(j.name == "SYNCS" for j in code.instructions[i.target : number])
            return (NEXT, -1) if spins else (LOOP, i.target)
        return (BRANCH if conditional(i) else JUMP), i.target
    if i.name == "EXIT" and not i.guard:
        return END, -1
    if i.name == "BAR":
        return BARRIER, -1
    if i.name == "LDGSTS":
        return ASYNC, -1
    if i.name == "LDGDEPBAR":
        return COMMIT, -1
    if i.name in ("DEPBAR", "WARPGROUP") and {"LE", "DEPBAR"} & set(i.opcode[1:]):
        outstanding = re.search(r"0x([0-9a-f]+)", ", ".join(i.operands))
        return (AWAIT if i.name == "DEPBAR" else AWAIT_MATRIX), int(outstanding[1], 16) if outstanding else 0
    if i.name.endswith("GMMA"):
        return MATRIX, int("gsb0" in i.operands)
    return NEXT, -1


def _cost(i: Instruction, found: tuple[float, float] | None, missed: float) -> Cost:
    c, name = constants(), i.name
    if name in MEMORY:
        return _memory(i, found)
    if name in ("LDL", "STL"):
        passes, load = c["local_passes"] * i.words, 128 * i.words * missed / c["bytes_local"]
        latency = c["latency_local"] + missed * (c["latency_local_missed"] - c["latency_local"])
        return PIPE, 0.0, passes, load, latency if name == "LDL" else c["latency_store"]
    if name in ATOMICS:
        return PIPE, 0.0, 1.0, 128 / c["bytes_global"], c["latency_atomic"]
    if name in ("SHFL", "REDUX"):
        return PIPE, 0.0, c["shuffle_passes"], 0.0, c["latency_shuffle"]
    if name == "LDC":
        return PIPE, 0.0, c["constant_passes"], 0.0, c["latency_constant"]
    if name == "SYNCS":
        return PIPE, 0.0, 1.0, 0.0, c["latency_shared"]
    if name in ("HMMA", "IMMA", "DMMA"):
        work = SHAPES.get(i.opcode[1], 1.0) * (2 if "TF32" in i.opcode else 1)
        return TENSOR, c["matrix_warp"] * work, 0.0, 0.0, c["latency_matrix_warp"]
    if name.endswith("GMMA"):
        return TENSOR, c["matrix_group"] * int(i.opcode[1].split("x")[1]), 0.0, 0.0, c["latency_matrix_group"]
    if name in SPECIALS:
        return SPECIAL, c["special"], 0.0, 0.0, c["latency_special"]
    if name in ("S2R", "S2UR"):
        return NONE, 0.0, 0.0, 0.0, c["latency_register"]
    if name.startswith("U"):
        return UNIFORM, c["uniform"], 0.0, 0.0, c["latency_uniform"]
    if name == "R2UR":
        return NONE, 0.0, 0.0, 0.0, c["latency_uniform"]
    if name in ("IMAD", "IDP"):
        return MULTIPLY, c["multiply"], 0.0, 0.0, 0.0
    if name in INTEGERS:
        return ALU, c["alu"], 0.0, 0.0, 0.0
    return (FLOAT, c["float"], 0.0, 0.0, 0.0) if name in FLOATS else (NONE, 0.0, 0.0, 0.0, 0.0)


def _memory(i: Instruction, found: tuple[float, float] | None) -> Cost:
    c = constants()
    words = (
        int(i.opcode[-1])
        if i.name in ("LDSM", "STSM") and i.opcode[-1].isdigit()
        else 1
        if i.name in ("LDSM", "STSM")
        else i.words
    )
    beyond = i.name not in ("LDS", "STS", "LDSM", "STSM")
    passes, bytes_ = found if found else (float(words), 128.0 * words if beyond else 0.0)
    passes = max(passes, c["least_passes"])
    if not beyond:
        latency = (
            c["latency_store"] if i.name.startswith("ST") else c["latency_shared" if i.name == "LDS" else "latency_matrix_load"]
        )
        return PIPE, 0.0, passes, 0.0, latency
    latency = c["latency_store"] if i.name in ("STG", "ST") else c["latency_global"]
    return PIPE, 0.0, passes, bytes_ / c["bytes_global"], latency
