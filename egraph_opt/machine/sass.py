"""Machine code of compute capability 9.0 as `cuobjdump -sass` prints it, with the scheduling that is in each instruction's upper bits.

ptxas decides there how long a warp waits after an instruction, and which of six counters it waits for: no dependence has to be found
again. The fields' places: Jia et al., "Dissecting the NVIDIA Volta GPU
Architecture via Microbenchmarking", 2018, section 2.1; the same here.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import pairwise

SIZE = 16
"""Bytes of an instruction."""
NO_COUNTER = 7
_LINE = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(?:@(!?U?P\w+)\s+)?([A-Z0-9_.a-z]+)\s*(.*?)\s*;\s+/\* 0x[0-9a-f]{16} \*/")
_UPPER = re.compile(r"^\s+/\* 0x([0-9a-f]{16}) \*/")
_USE = re.compile(r"REG:(\d+) STACK:(\d+)")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. `guard` is its predicate ("P0", "!UP1", "" for none), `target` the number of the instruction that it may jump to.

    A warp issues nothing for `stall` cycles after it; `wait` has a bit for each counter that must be zero before it; it counts on
    `written` until its result is there and on `read` until its operands are read (7: on none).
    """

    opcode: tuple[str, ...]
    operands: tuple[str, ...]
    guard: str
    stall: int
    written: int
    read: int
    wait: int
    target: int

    @property
    def name(self) -> str:
        return self.opcode[0]

    @property
    def words(self) -> int:
        """How many 32-bit words a thread moves at most."""
        return 4 if "128" in self.opcode else 2 if "64" in self.opcode else 1


@dataclass(frozen=True, slots=True)
class Code:
    """One kernel: its instructions, registers of a thread, and bytes of its stack."""

    instructions: tuple[Instruction, ...]
    registers: int
    stack: int


def disassemble(cubin: bytes) -> str:
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
        ValueError: there is no kernel in it, or no word on what it uses.
    """
    lines, found = text.splitlines(), []
    for line, following in pairwise(lines):
        match, upper = _LINE.match(line), _UPPER.match(following)
        if match and upper:
            found.append(_instruction(match[3], match[4], match[2] or "", int(upper[1], 16) >> 41))
    use = _USE.search(text)
    if use is None or not found:
        raise ValueError("no kernel in what cuobjdump printed")
    return Code(tuple(found), int(use[1]), int(use[2]))


def _instruction(opcode: str, operands: str, guard: str, control: int) -> Instruction:
    parts = tuple(opcode.split("."))
    target = -1
    if parts[0] == "BRA" and (addresses := re.findall(r"0x[0-9a-f]+", operands)):
        target = int(addresses[-1], 16) // SIZE
    split = tuple(re.split(r",\s*(?![^\[]*\])", operands.replace(".reuse", ""))) if operands else ()
    return Instruction(parts, split, guard, control & 15, control >> 5 & 7, control >> 8 & 7, control >> 11 & 63, target)
