"""Layout decisions by linear algebra over F2 against a check of every element: `python -m benchmarks.trust.f2 --write`.

Four questions, as many random cases each: whether two layouts are the same map, whether a layout holds every element, how near
the holder of a wanted element is in a conversion, and which layout the operand of a transposition needs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.families.layout.encode.layout_inference import BitMap
from egraph_opt.linear_layout import ConversionClass, LinearLayout, conversion_class
from egraph_opt.linear_layout.linear_map import equal, is_surjective, replication

PARTS = ("register", "lane", "warp", "block")
REACH = {
    ConversionClass.EQUAL: 4, ConversionClass.REGISTER: 3, ConversionClass.LANE_SHUFFLE: 2, ConversionClass.LANE_SHARED: 2,
    ConversionClass.SHARED: 1, ConversionClass.BLOCK: 0,
}  # fmt: skip
"""Number of (block, warp, lane, register) that an element keeps."""


def layout(chance: random.Random, bits: int, widths: tuple[int, ...], reaching: bool) -> LinearLayout:
    """Random bases of `widths` hardware bits for a tensor of 2**bits elements; if `reaching`, they hold every element."""
    total = sum(widths)
    bases = [chance.randrange(1 << bits) for _ in range(total)]
    if reaching or chance.random() < 0.5:
        mixed = chance.random() < 0.5
        span = [(1 << bit) ^ (chance.randrange(1 << bit) if mixed and bit else 0) for bit in range(bits)]
        bases = (span + [chance.choice([0, 0, *span]) for _ in range(total - bits)])[:total]
        chance.shuffle(bases)
    ends = np.cumsum((0, *widths)).tolist()
    parts = {part: tuple(bases[ends[i] : ends[i + 1]]) for i, part in enumerate(PARTS)}
    return LinearLayout(**parts, shape=(1 << bits,))


def points(held: LinearLayout) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    """Every hardware point as (element, (block, warp, lane, register))."""
    for point in np.ndindex(*(1 << len(getattr(held, part)) for part in reversed(PARTS))):
        block, warp, lane, register = map(int, point)
        yield held.element(register, lane, warp, block), (block, warp, lane, register)


def nearest(source: LinearLayout, target: LinearLayout) -> int:
    """Return the number of (block, warp, lane, register) that the element with the longest way keeps, each from its nearest
    holder."""
    holders: dict[int, list[tuple[int, int, int, int]]] = {}
    for element, point in points(source):
        holders.setdefault(element, []).append(point)
    return min(
        max(next((i for i in range(4) if point[i] != other[i]), 4) for other in holders[element])
        for element, point in points(target)
    )


def widths_for(chance: random.Random, bits: int) -> tuple[int, ...]:
    """Hardware bits that are enough to hold 2**bits elements."""
    lane, warp, block = (chance.randrange(3) for _ in range(3))
    return max(0, bits - lane - warp - block) + chance.randrange(2), lane, warp, block


def same(chance: random.Random) -> bool:
    bits = chance.randint(1, 6)
    widths = widths_for(chance, bits)
    a = layout(chance, bits, widths, True)
    bases = list(a.bases)
    at, other = chance.randrange(len(bases)), chance.randrange(len(bases))
    match chance.randrange(3):
        case 0:
            bases[at] ^= 1 << chance.randrange(bits)
        case 1:
            bases[at], bases[other] = bases[other], bases[at]
    ends = np.cumsum((0, *widths)).tolist()
    b = LinearLayout(**{part: tuple(bases[ends[i] : ends[i + 1]]) for i, part in enumerate(PARTS)}, shape=a.shape)
    return equal(a, b) == (dict(map(reversed, points(a))) == dict(map(reversed, points(b))))  # type: ignore[arg-type]


def reaches(chance: random.Random) -> bool:
    bits = chance.randint(1, 6)
    held = layout(chance, bits, widths_for(chance, bits), False)
    return is_surjective(held) == (len({element for element, _ in points(held)}) == 1 << bits)


def near(chance: random.Random) -> bool:
    """Among copies Triton takes one by rule, maybe not the nearest, and it wants dimensions that do not mix: then the class is a bound."""
    bits = chance.randint(1, 6)
    widths = widths_for(chance, bits)
    source, target = (
        layout(chance, bits, widths, True),
        layout(chance, bits, (chance.randrange(2) + widths[0], *widths[1:]), True),
    )
    reached = nearest(source, target)
    reach = REACH[conversion_class(source, target)]
    exact = (
        all(basis.bit_count() == 1 for basis in source.bases + target.bases) and replication(source) == replication(target) == 1
    )
    return reach == reached if exact else reach <= reached


def moved(chance: random.Random) -> bool:
    logs = [chance.randrange(3) for _ in range(chance.randint(1, 3))]
    order = chance.sample(range(len(logs)), len(logs))
    operand = tuple(1 << log for log in logs)
    result = tuple(operand[axis] for axis in order)
    lowest = [sum(logs[axis + 1 :]) for axis in range(len(logs))]
    mapped = tuple(bit for axis in reversed(order) for bit in range(lowest[axis], lowest[axis] + logs[axis]))
    flat = layout(chance, sum(logs), widths_for(chance, sum(logs)), True)
    wanted = LinearLayout(flat.register, flat.lane, flat.warp, flat.block, result)
    needed = BitMap(mapped, result, operand, tuple(order)).backward(wanted)
    source = np.arange(1 << sum(logs)).reshape(operand).transpose(order).reshape(-1)
    return all(int(source[a]) == b for (a, _), (b, _) in zip(points(wanted), points(needed), strict=True))


QUESTIONS: dict[str, Callable[[random.Random], bool]] = {
    "the same map": same, "every element is held": reaches, "how near a holder is": near, "the operand of a transposition": moved,
}  # fmt: skip


def mismatches(question: str, cases: int, first: int = 0) -> list[int]:
    """The numbers of the cases in which the decision is not what looking says."""
    return [number for number in range(first, first + cases) if not QUESTIONS[question](random.Random(number))]


def run(cases: int = 26_000, first: int = 0) -> Found:
    """Ask each question of so many random cases."""
    wrong = {question: mismatches(question, cases, first) for question in QUESTIONS}
    rows = [(question, cases, len(found)) for question, found in wrong.items()]
    return Found(
        ("question", "cases", "mismatches"), rows, [f"{question}: case {n}" for question, found in wrong.items() for n in found]
    )


SWEEPS = (Sweep("f2", run),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
