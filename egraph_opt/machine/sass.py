"""Decoder of NVIDIA machine code (compute capability 7.0 and later): instructions and their encoded schedule.

ptxas encodes how long a warp stalls after an instruction, and for which of six counters an instruction waits. Field positions: Jia et al.,
"Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, section 2.1. Opcodes and branch offsets come from nvdisasm
output for compute capability 8.0, 9.0 and 10.0. A kernel's resources are in section `.nv.info`, in records EIATTR_REGCOUNT and
EIATTR_MIN_STACK_SIZE.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

SIZE = 16
"""Size of an instruction in bytes."""
NO_COUNTER = 7
TRUE_PREDICATE = 7
"""Number of the predicate that is always true."""
OPCODES = {
    0x180: "LD", 0x181: "LDG", 0x182: "LDC", 0x183: "LDL", 0x184: "LDS", 0x185: "ST", 0x186: "STG", 0x187: "STL", 0x188: "STS",
    0x18A: "ATOM", 0x18C: "ATOMS", 0x18E: "RED", 0x1A6: "RED", 0x1A8: "ATOMG", 0x1AE: "LDGSTS", 0x1B4: "UTMALDG", 0x1B5: "UTMASTG",
    0x03B: "LDSM", 0x044: "STSM", 0x0B9: "ULDC", 0x1AC: "LDCU",
    0x020: "FMUL", 0x021: "FADD", 0x023: "FFMA", 0x108: "MUFU", 0x109: "POPC",
    0x104: "F2F", 0x110: "F2F", 0x105: "F2I", 0x111: "F2I", 0x106: "I2F", 0x112: "I2F",
    0x037: "IMMA", 0x03C: "HMMA", 0x1F0: "HGMMA", 0x1F1: "IGMMA", 0x1F3: "QGMMA", 0x189: "SHFL", 0x1C4: "REDUX",
    0x119: "S2R", 0x1C3: "S2UR", 0x0CA: "R2UR", 0x118: "NOP",
    0x11A: "DEPBAR", 0x1AF: "LDGDEPBAR", 0x1C5: "WARPGROUP", 0x11D: "BAR",
    0x147: "BRA", 0x144: "CALL", 0x150: "RET", 0x14D: "EXIT",
}  # fmt: skip
"""Opcode names by the lower nine bits; the upper three bits encode the kinds of operands."""
GLOBAL = frozenset(("LDG", "LDGSTS", "STG"))
SHARED = frozenset(("LDS", "STS"))
MATRICES = frozenset(("LDSM", "STSM"))
"""Accesses of a warp to four matrices of 8 x 8 elements of 16 bits in shared memory: 16 bytes per lane."""
WIDTHS = (1, 1, 2, 2, 4, 8, 16, 16)
"""Bytes per lane of a memory access, by a three-bit field of the instruction."""
REGISTERS, STACK = 0x2F, 0x12
"""Record kinds of `.nv.info`: registers of a function, and bytes of its stack, including callees."""
SIZED_FORM = 4
"""Format code of `.nv.info` records with an explicit length; other records have four bytes."""
_HEADER, _SECTION = struct.Struct("<40xQI6xHHH"), struct.Struct("<II8x8xQQII16x")
_RECORD, _SAYS, _SYMBOL = struct.Struct("<BBH"), struct.Struct("<II"), struct.Struct("<I20x")


@dataclass(frozen=True, slots=True)
class Instruction:
    """Machine instruction.

    Attributes:
        name: opcode, or empty if not in `OPCODES`.
        conditional: whether a predicate guards the instruction.
        stall: cycles after the instruction in which the warp issues nothing.
        written: number of the counter that is raised until the result is ready; 7 for none.
        read: number of the counter that is raised until the operands are read; 7 for none.
        wait: bit mask of the counters that must be zero before the instruction.
        target: number of a branch's target instruction, else -1.
        left: for DEPBAR, how many copy groups may stay pending. For WARPGROUP, -1 if the instruction does not wait.
        bytes: bytes of global memory accessed per lane.
        shared: bytes of shared memory accessed per lane.
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
    shared: int = 0


@dataclass(frozen=True, slots=True)
class SassKernel:
    """Machine code of a kernel: instructions, registers per thread, and bytes of stack."""

    instructions: tuple[Instruction, ...]
    registers: int
    stack: int


def kernels(cubin: bytes) -> list[SassKernel]:
    """Return all kernels of a cubin.

    Raises:
        ValueError: `cubin` is no cubin, has no kernel, or does not state a kernel's resources.
    """
    bodies, architecture = sections(cubin), _architecture(cubin)
    uses: dict[str, dict[int, int]] = {}
    for name, kind, number in _uses(_every_section(cubin)):
        uses.setdefault(name, {})[kind] = number
    found = [
        SassKernel(decode_sass(bodies[name], architecture), use[REGISTERS], use[STACK])
        for name, use in uses.items()
        if name in bodies and use.keys() >= {REGISTERS, STACK}
    ]
    if not found:
        raise ValueError("a cubin that does not say what a kernel uses")
    return found


def read(cubin: bytes) -> SassKernel:
    """Return the only kernel of a cubin. Raises the exceptions of `kernels`."""
    code, *more = kernels(cubin)
    if more:
        raise ValueError("there is more than one kernel")
    return code


def _uses(held: dict[str, bytes]) -> Iterator[tuple[str, int, int]]:
    """Yield (function name, record kind, value) for each function record of `.nv.info`."""
    records, symbols, names = (held.get(title, b"") for title in (".nv.info", ".symtab", ".strtab"))
    at = 0
    while at < len(records):
        try:
            form, kind, size = _RECORD.unpack_from(records, at)
            if form == SIZED_FORM and kind in (REGISTERS, STACK):
                symbol, number = _SAYS.unpack_from(records, at + _RECORD.size)
                (name,) = _SYMBOL.unpack_from(symbols, symbol * _SYMBOL.size)
                yield names[name : names.index(b"\0", name)].decode(), kind, number
        except struct.error:
            raise ValueError("a cubin that is cut off") from None
        at += _RECORD.size + (size if form == SIZED_FORM else 0)


def sections(cubin: bytes) -> dict[str, bytes]:
    every = _every_section(cubin)
    return {title.removeprefix(".text."): body for title, body in every.items() if title.startswith(".text.")}


def _every_section(cubin: bytes) -> dict[str, bytes]:
    """Return the sections of an ELF file by name.

    Raises:
        ValueError: the bytes are no ELF file.
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
    return {title: cubin[head[2] : head[2] + head[3]] for title, head in zip(titles, table, strict=True)}


def _architecture(cubin: bytes) -> int:
    """Return the compute capability of a cubin (90 for 9.0) from the ELF header's flags."""
    flags: int = _HEADER.unpack_from(cubin)[1]
    return flags & 0xFF if flags & 0xFF >= 70 else flags >> 8 & 0xFF


def decode_sass(body: bytes, architecture: int) -> tuple[Instruction, ...]:
    """Decode the instructions of one function for a compute capability (90 for 9.0)."""
    return tuple(
        _instruction(low, high, number, architecture) for number, (low, high) in enumerate(struct.iter_unpack("<QQ", body))
    )


def _instruction(low: int, high: int, number: int, architecture: int) -> Instruction:
    """Decode a 128-bit instruction, given as two 64-bit numbers."""
    name, control = OPCODES.get(low & 0x1FF, ""), high >> 41
    conditional, target, left = low >> 12 & 15 != TRUE_PREDICATE, -1, 0
    if name == "BRA":
        distance = low >> 34 | (high & 0x3FFFF) << 30
        distance -= (distance >> 47) << 48
        distance = (distance << 8 | low >> 16 & 0xFF) if architecture >= 90 else distance
        target = number + 1 + distance * 4 // SIZE
        conditional |= high >> 23 & 15 != TRUE_PREDICATE
    elif name == "DEPBAR":
        left = low >> 38 & 0xFF
    elif name == "WARPGROUP":
        left = (high >> 8 & 0xFF) if low >> 47 & 1 else -1
    banks = WIDTHS[high >> 9 & 7] if name in SHARED else 16 * (name in MATRICES)
    wide = WIDTHS[high >> (10 if name == "LDGSTS" and architecture >= 100 else 9) & 7] if name in GLOBAL else 0
    return Instruction(
        name, conditional, control & 15, control >> 5 & 7, control >> 8 & 7, control >> 11 & 63, target, left, wide, banks
    )
