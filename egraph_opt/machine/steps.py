"""The instructions that are followed, by name, and what becomes of the results of all others."""

from __future__ import annotations

from collections.abc import Callable

from .sass import Instruction
from .state import PREDICATE, Truth, Warp, sequence

Step = Callable[[Warp, Instruction, Truth], None]
STEPS: dict[str, Step] = {}
UNIFORM = {"UMOV", "UIMAD", "UIADD3", "ULEA", "USHF", "ULOP3", "UISETP", "UPLOP3", "USEL", "USGXT", "UPRMT", "ULDC"}
RESULTS = {"HMMA": 4, "IMMA": 4}
"""Registers that a matrix instruction writes."""
NO_RESULT = {
    "STS", "STG", "STL", "STSM", "ST", "LDGSTS", "BAR", "NOP", "RED", "REDG", "BSSY", "BSYNC", "WARPSYNC", "MEMBAR", "FENCE", "DEPBAR",
    "LDGDEPBAR", "WARPGROUP", "BREAK", "SYNCS", "ERRBAR", "CGAERRBAR", "CCTL", "RET", "CALL",
}  # fmt: skip


def step(warp: Warp, instruction: Instruction, mask: Truth) -> None:
    """Follow one instruction in the threads where `mask` holds."""
    name = instruction.name[1:] if instruction.name in UNIFORM else instruction.name
    known = STEPS.get(name)
    if known is None:
        forget(warp, instruction, mask)
    else:
        known(warp, instruction, mask)


def forget(warp: Warp, instruction: Instruction, mask: Truth = True) -> None:
    """Its results are unknown."""
    name, opcode = instruction.name, instruction.opcode
    if name in NO_RESULT:
        return
    count = RESULTS.get(name, 1)
    if name in ("LDS", "LDG", "LDL", "LD", "LDC", "ULDC"):
        count = instruction.words
    elif name == "LDSM":
        count = int(opcode[-1]) if opcode[-1].isdigit() else 1
    elif name.endswith("GMMA"):  # a warp holds 16 rows: N / 2 words of a thread
        count = int(opcode[1].split("x")[1]) // 2
    for operand in instruction.operands[:3]:
        if PREDICATE.match(operand):
            warp.set_truth(operand, None)
        else:
            for register in sequence(operand, count):
                warp.set(register, None)
            break


def means(*names: str) -> Callable[[Step], Step]:
    def register(function: Step) -> Step:
        STEPS.update(dict.fromkeys(names, function))
        return function

    return register
