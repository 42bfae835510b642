"""What is known of a warp's registers: the same integer in all threads, one for each thread, single bits, or nothing.

Values that come from memory or from floating point are unknown; addresses, loop counters and the conditions of branches nearly never are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORD = 0xFFFFFFFF
THREADS = 32
Lanes = NDArray[np.int64]
Value = int | Lanes | None
"""32 bits without a sign, of all threads or of each."""
Truth = bool | NDArray[np.bool_] | None
Bits = tuple[int, int]
"""A value and which of its bits are known."""
Compared = tuple[str, int, int]
"""A comparison and the integers that it compared, of the first thread."""
STACK_TOP = 0x100000
_REGISTER = re.compile(r"^([-~!])?(\|)?(U?R(?:\d+|Z))(\.\w+)?\|?$")
_CONSTANT = re.compile(r"^(-)?c\[0x0\]\[(0x[0-9a-f]+)\]$")
PREDICATE = re.compile(r"^!?U?P(\d|T)$")


def signed(value: Any) -> Any:
    """32 bits as a signed number."""
    return (value ^ 0x80000000) - 0x80000000


def known_all(truth: Truth) -> bool:
    """Whether it is known that it holds in all threads."""
    return truth is not None and bool(np.all(truth))


def known_none(truth: Truth) -> bool:
    """Whether it is known that it holds in no thread."""
    return truth is not None and not bool(np.any(truth))


def inverse(truth: Truth) -> Truth:
    return truth if truth is None else not truth if isinstance(truth, bool) else ~truth


def plain(truth: Any) -> Truth:
    return bool(truth) if isinstance(truth, np.bool_) else truth


def select(truth: Truth, one: Any, other: Any) -> Any:
    if isinstance(truth, bool):
        return one if truth else other
    return None if truth is None or one is None or other is None else np.where(truth, one, other)


def joined(low: Any, high: Any) -> Any:
    """64 bits of two words."""
    if isinstance(low, int) and isinstance(high, int):
        return low | high << 32
    return np.asarray(low, dtype=np.int64) | signed(np.asarray(high, dtype=np.int64)) << 32


class Warp:
    """Registers, predicates and stack of one warp. `constants` are the words of constant bank 0 by address; absent ones are unknown."""

    def __init__(self, constants: Mapping[int, int], block: Sequence[int], first_thread: int = 0) -> None:
        self.constants, self.block = {**constants, 0x28: STACK_TOP}, tuple(block)
        self.threads: Lanes = first_thread + np.arange(THREADS, dtype=np.int64)
        self.registers: dict[str, Value] = {"R1": STACK_TOP}
        self.bits: dict[str, Bits] = {}
        self.predicates: dict[str, Truth] = {}
        self.compared: dict[str, Compared] = {}
        self.stack: dict[int, tuple[Value, Bits | None]] = {}

    def value(self, operand: str) -> Any:
        """Of a register, a constant or a number; None where unknown."""
        if match := _REGISTER.match(operand):
            sign, absolute, name, part = match.groups()
            value = 0 if name.endswith("Z") else self.registers.get(name)
            if value is None or absolute or part not in (None, ".64", ".H0_H0"):
                return None
            return -value & WORD if sign == "-" else ~value & WORD if sign == "~" else value
        if match := _CONSTANT.match(operand):
            word = self.constants.get(int(match[2], 16))
            return None if word is None else -word & WORD if match[1] else word
        try:
            return int(operand, 0) & WORD
        except ValueError:
            return None

    def pair(self, operand: str) -> Any:
        """64 bits, of a register and the next or of two words of constants."""
        if match := _REGISTER.match(operand):
            if match[3].endswith("Z"):
                return 0
            low, high = (self.registers.get(name) for name in sequence(operand, 2))
        elif match := _CONSTANT.match(operand):
            low, high = (self.constants.get(int(match[2], 16) + offset) for offset in (0, 4))
        else:
            return self.value(operand)
        return None if low is None or high is None else joined(low, high)

    def known(self, operand: str) -> Bits | None:
        """Which bits of an operand are known; None if threads differ."""
        value = self.value(operand)
        if value is not None:
            return (value, WORD) if isinstance(value, int) else None
        match = _REGISTER.match(operand)
        return self.bits.get(match[3], (0, 0)) if match and not match[1] and not match[2] else None

    def truth(self, operand: str) -> Truth:
        name = operand.lstrip("!")
        found = True if name in ("PT", "UPT", "") else self.predicates.get(name)
        return inverse(found) if operand.startswith("!") else found

    def set(self, name: str, value: Any, mask: Truth = True, bits: Bits | None = None) -> None:
        """Where `mask` holds; `bits` are what is known if the value is not."""
        if name in ("RZ", "URZ"):
            return
        before = self.known(name)
        self.bits.pop(name, None)
        new = None if value is None else value & WORD
        self.registers[name] = select(mask, new, self.registers.get(name)) if mask is not True else new
        if self.registers[name] is None:
            after = (int(new), WORD) if isinstance(new, int) else bits
            if mask is not True and before and after:  # what both have in common
                after = (after[0], after[1] & before[1] & ~(after[0] ^ before[0]) & WORD)
            elif mask is not True:
                after = None
            if after and after[1] == WORD:
                self.registers[name] = after[0]
            elif after and after[1]:
                self.bits[name] = (after[0] & after[1], after[1])

    def set_pair(self, operand: str, value: Any, mask: Truth = True) -> None:
        for number, name in enumerate(sequence(operand, 2)):
            self.set(name, None if value is None else value >> 32 * number, mask)

    def set_truth(self, name: str, truth: Any, mask: Truth = True, compared: Compared | None = None) -> None:
        if name in ("PT", "UPT"):
            return
        truth = plain(truth)
        self.predicates[name] = truth if mask is True else select(mask, truth, self.predicates.get(name))
        if compared is None:
            self.compared.pop(name, None)
        else:
            self.compared[name] = compared

    def address(self, operand: str) -> Any:
        """Of `[R2.64+UR4+0x10]` and the like; None where unknown."""
        total: Any = 0
        for part in re.findall(r"\[([^\[\]]*)\]", operand)[-1].split("+"):
            name = re.sub(r"\.(U32|X\d+)", "", part.strip())
            if not name:
                continue
            value = (
                self.pair(name[:-3]) if name.endswith(".64") else signed(self.value(name)) if "0x" in name else self.value(name)
            )
            if value is None:
                return None
            total = total + value
        return total


def sequence(operand: str, count: int) -> list[str]:
    """The names of so many registers, beginning with one; none of the zero register."""
    match = re.match(r"^-?(U?R)(\d+)", operand)
    return [f"{match[1]}{int(match[2]) + i}" for i in range(count)] if match else []
