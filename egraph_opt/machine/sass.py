"""Machine code of NVIDIA processors since compute capability 7.0, as it lies in a cubin: which instructions, and how ptxas schedules them.

ptxas decides how long a warp waits after an instruction, and which of six counters it waits for: no dependence has to be found again.
The places of these fields: Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, section 2.1. Opcodes and
the distances of branches are read off what NVIDIA's nvdisasm prints for compute capability 8.0, 9.0 and 10.0; a test compares them with it.
Disassembling takes a second, and this a few milliseconds.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass

from egraph_opt.process.run import scratch

SIZE = 16
"""Bytes of an instruction."""
NO_COUNTER = 7
ALWAYS = 7
"""The predicate that is true."""
OPCODES = {
    0x180: "LD", 0x181: "LDG", 0x182: "LDC", 0x183: "LDL", 0x184: "LDS", 0x185: "ST", 0x186: "STG", 0x187: "STL", 0x188: "STS",
    0x18A: "ATOM", 0x18C: "ATOMS", 0x18E: "RED", 0x1A6: "RED", 0x1A8: "ATOMG", 0x1AE: "LDGSTS", 0x1B4: "UTMALDG", 0x1B5: "UTMASTG",
    0x03B: "LDSM", 0x044: "STSM", 0x0B9: "ULDC", 0x1AC: "LDCU",
    0x020: "FMUL", 0x021: "FADD", 0x023: "FFMA", 0x108: "MUFU", 0x109: "POPC",
    0x104: "F2F", 0x110: "F2F", 0x105: "F2I", 0x111: "F2I", 0x106: "I2F", 0x112: "I2F",
    0x037: "IMMA", 0x03C: "HMMA", 0x1F0: "HGMMA", 0x1F3: "QGMMA", 0x189: "SHFL", 0x1C4: "REDUX",
    0x119: "S2R", 0x1C3: "S2UR", 0x0CA: "R2UR", 0x118: "NOP",
    0x11A: "DEPBAR", 0x1AF: "LDGDEPBAR", 0x1C5: "WARPGROUP", 0x11D: "BAR",
    0x147: "BRA", 0x144: "CALL", 0x150: "RET", 0x14D: "EXIT",
}  # fmt: skip
"""Names by the lower nine bits; the upper three say of which kind the operands are."""
GLOBAL = frozenset(("LDG", "LDGSTS", "STG"))
WIDTHS = (1, 1, 2, 2, 4, 8, 16, 16)
"""Bytes of a lane, by bits 73 to 75 of an access to global memory; since 10.0, bits 74 to 76 of copies to shared memory."""
_USE = re.compile(r" Function (\S+):\n\s+REG:(\d+) STACK:(\d+)")
_HEADER, _SECTION = struct.Struct("<40xQI6xHHH"), struct.Struct("<II8x8xQQII16x")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. `name` is "" where it is not in `OPCODES`, `target` the number of the instruction that a branch leads to, else -1.

    A warp issues nothing for `stall` cycles after it; `wait` has a bit for each counter that must be zero before it; it counts on
    `written` until its result is there and on `read` until its operands are read (7: on none). `left`: how many groups of copies DEPBAR
    leaves under way; of WARPGROUP, -1 where it awaits nothing. `bytes`: what each lane reads or writes of global memory.
    """

    name: str
    conditional: bool = False
    stall: int = 1
    written: int = NO_COUNTER
    read: int = NO_COUNTER
    wait: int = 0
    target: int = -1
    left: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Code:
    """One kernel: its instructions, registers of a thread, and bytes of its stack."""

    instructions: tuple[Instruction, ...]
    registers: int
    stack: int


def kernels(cubin: bytes) -> list[Code]:
    """All kernels of a cubin; what they use, Triton's own `cuobjdump` says.

    Raises:
        OSError: it does not run.
        ValueError: there is no kernel, or it does not say.
    """
    return with_use(cubin, [(name, int(r), int(s)) for name, r, s in _USE.findall(_usage(cubin))])


def with_use(cubin: bytes, used: Iterable[tuple[str, int, int]]) -> list[Code]:
    """The kernels of a cubin of which registers and stack bytes are known, by name.

    Raises:
        ValueError: it is none, or no kernel of it is known.
    """
    bodies = sections(cubin)
    found = [Code(decoded(bodies[name], _architecture(cubin)), r, s) for name, r, s in used if name in bodies]
    if not found:
        raise ValueError("nobody says what a kernel uses")
    return found


def read(cubin: bytes) -> Code:
    """The one kernel of a cubin. Raises what `kernels` does."""
    code, *more = kernels(cubin)
    if more:
        raise ValueError("there is more than one kernel")
    return code


def _usage(cubin: bytes) -> str:
    from triton import knobs

    with scratch() as folder:
        file = os.path.join(folder, "kernel.cubin")
        with open(file, "wb") as out:
            out.write(cubin)
        command = [knobs.nvidia.cuobjdump.path, "-res-usage", file]
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout


def sections(cubin: bytes) -> dict[str, bytes]:
    """The code of each function, by name: the sections `.text.NAME` of an ELF file.

    Raises:
        ValueError: it is none.
    """
    try:
        if cubin[:5] != b"\x7fELF\x02":
            raise ValueError("a cubin is an ELF file of 64 bits")
        start, _, size, count, names = _HEADER.unpack_from(cubin)
        table = [_SECTION.unpack_from(cubin, start + n * size) for n in range(count)]
        text = cubin[table[names][2] : table[names][2] + table[names][3]]
    except (struct.error, IndexError):
        raise ValueError("a cubin that is cut off") from None
    titles = [text[head[0] : text.index(b"\0", head[0])].decode() for head in table]
    return {
        title.removeprefix(".text."): cubin[head[2] : head[2] + head[3]]
        for title, head in zip(titles, table, strict=True)
        if title.startswith(".text.")
    }


def _architecture(cubin: bytes) -> int:
    """The compute capability, 90 for 9.0: the lowest byte of the header's flags, since 10.0 the one above."""
    flags: int = _HEADER.unpack_from(cubin)[1]
    return flags & 0xFF if flags & 0xFF >= 70 else flags >> 8 & 0xFF


def decoded(body: bytes, architecture: int) -> tuple[Instruction, ...]:
    """The instructions of one function, for a compute capability (90: 9.0)."""
    return tuple(
        _instruction(low, high, number, architecture) for number, (low, high) in enumerate(struct.iter_unpack("<QQ", body))
    )


def _instruction(low: int, high: int, number: int, architecture: int) -> Instruction:
    """One of 128 bits. Since 9.0 the distance of a branch has eight bits more, apart from the others."""
    name, control = OPCODES.get(low & 0x1FF, ""), high >> 41
    conditional, target, left = low >> 12 & 15 != ALWAYS, -1, 0
    if name == "BRA":
        distance = low >> 34 | (high & 0x3FFFF) << 30
        distance -= (distance >> 47) << 48
        distance = (distance << 8 | low >> 16 & 0xFF) if architecture >= 90 else distance
        target = number + 1 + distance * 4 // SIZE
        conditional |= high >> 23 & 15 != ALWAYS
    elif name == "DEPBAR":
        left = low >> 38 & 0xFF
    elif name == "WARPGROUP":
        left = (high >> 8 & 0xFF) if low >> 39 & 1 else -1
    wide = WIDTHS[high >> (10 if name == "LDGSTS" and architecture >= 100 else 9) & 7] if name in GLOBAL else 0
    return Instruction(
        name, conditional, control & 15, control >> 5 & 7, control >> 8 & 7, control >> 11 & 63, target, left, wide
    )
