"""Machine code as `cuobjdump -sass` prints it, with the scheduling that is in each instruction's upper bits.

ptxas decides there how long a warp waits after an instruction, and which of six counters it waits for: no dependence has to be found
again. The fields' places, since compute capability 7.0: Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via
Microbenchmarking", 2018, section 2.1.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass

SIZE = 16
"""Bytes of an instruction."""
NO_COUNTER = 7
_INSTRUCTION = re.compile(
    r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@(!?U?P\w+)\s+)?([A-Z]\w*)((?:\.\w+)*)\s*(.*?)\s*;\s+/\* 0x[0-9a-f]{16} \*/\n\s+/\* 0x([0-9a-f]{16}) \*/",
    re.M,
)
_USE = re.compile(r" Function (\S+):\n\s+REG:(\d+) STACK:(\d+)")
_FUNCTION = re.compile(r"\bFunction : (\S+)\n(.*?)(?=\n\s+Function : |\Z)", re.S)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. `guard` is its predicate (`P0`, `!UP1`, "" for none), `target` the number of the instruction that it may jump to.

    A warp issues nothing for `stall` cycles after it; `wait` has a bit for each counter that must be zero before it; it counts on
    `written` until its result is there and on `read` until its operands are read (7: on none).
    """

    name: str
    modifiers: str
    operands: str
    guard: str
    stall: int
    written: int
    read: int
    wait: int
    target: int


@dataclass(frozen=True, slots=True)
class Code:
    """One kernel: its instructions, registers of a thread, and bytes of its stack."""

    instructions: tuple[Instruction, ...]
    registers: int
    stack: int


def disassembled(cubin: bytes) -> str:
    """What Triton's own `cuobjdump` prints of a kernel.

    Raises:
        OSError: it does not run.
    """
    from triton import knobs

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "kernel.cubin")
        with open(file, "wb") as out:
            out.write(cubin)
        command = [knobs.nvidia.cuobjdump.path, "-sass", "-res-usage", file]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout


def read(text: str) -> Code:
    """Read what `cuobjdump -sass -res-usage` printed of one kernel.

    Raises:
        ValueError: there is not one kernel in it, or no word on what it uses.
    """
    code, *more = kernels(text)
    if more:
        raise ValueError("more than one kernel")
    return code


def kernels(text: str) -> list[Code]:
    """As `read`, of all kernels, in the order in which what they use is printed.

    Raises:
        ValueError: there is none, or no word on what they use.
    """
    bodies = dict(_FUNCTION.findall(text))
    uses = _USE.findall(text)
    found = [
        Code(
            tuple(_instruction(*match.groups(default="")) for match in _INSTRUCTION.finditer(bodies.get(name, ""))),
            int(r),
            int(s),
        )
        for name, r, s in uses
    ]
    if not found or not all(code.instructions for code in found):
        raise ValueError("cuobjdump does not say what a kernel uses")
    return found


def _instruction(guard: str, name: str, modifiers: str, operands: str, upper: str) -> Instruction:
    control = int(upper, 16) >> 41
    addresses = re.findall(r"0x[0-9a-f]+", operands) if name == "BRA" else []
    target = int(addresses[-1], 16) // SIZE if addresses else -1
    return Instruction(
        name, modifiers, operands, guard, control & 15, control >> 5 & 7, control >> 8 & 7, control >> 11 & 63, target
    )
