"""Rewrites of how work is spread over programs and launches, and of the order and names of values."""

from __future__ import annotations

import re
from collections.abc import Callable

from benchmarks.verify.rewriters.code import Code, Launched

ProgramRewriter = Callable[[Code], list[Launched] | None]
"""Function that returns the launches after a rewrite; None if it does not apply."""
_PROGRAM = re.compile(r"(\s*)(%\w+) = tt\.get_program_id ([xyz]) : i32")


def _programs(code: Code, axis: str) -> list[tuple[int, str, str]]:
    """Return line, indent and name of each value that is a program's number along an axis."""
    found = ((number, _PROGRAM.fullmatch(line)) for number, line in enumerate(code.lines))
    return [(number, s[1], s[2]) for number, s in found if s and s[3] == axis]


def _counts_programs(code: Code) -> bool:
    return any("tt.get_num_programs" in line or "tt.call" in line for line in code.lines)


def _branches(code: Code) -> bool:
    return any(line.lstrip().startswith("cf.") for line in code.lines)


def _with_programs(code: Code, axis: str, lines: Callable[[int], list[str]]) -> str:
    """Return the text with other lines for each program's number; in them `R` is the value, and `W` a prefix of new ones."""
    text = list(code.lines)
    for number, indent, name in reversed(_programs(code, axis)):
        new = [indent + line.replace("R ", f"{name} ", 1).replace("W", f"%w{number}_") for line in lines(number)]
        text[number : number + 1] = new
    return _text(text)


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def exchanged_axes(code: Code) -> list[Launched] | None:
    """Exchange two axes of the grid."""
    if _counts_programs(code) or not (_programs(code, "x") or _programs(code, "y")):
        return None
    turned = {"x": "y", "y": "x"}
    lines = [re.sub(r"(tt\.get_program_id )([xy])", lambda found: found[1] + turned[found[2]], line) for line in code.lines]
    x, y, z = code.grid
    return [Launched(_text(lines), (y, x, z))]


def reversed_programs(code: Code) -> list[Launched] | None:
    """Number programs from the last one."""
    if not _programs(code, "x") or code.grid[0] < 2 or _counts_programs(code):
        return None
    last = code.grid[0] - 1
    lines = ["Wp = tt.get_program_id x : i32", f"Wc = arith.constant {last} : i32", "R = arith.subi Wc, Wp : i32"]
    return [Launched(_with_programs(code, "x", lambda _: lines), code.grid)]


def rotated_programs(code: Code) -> list[Launched] | None:
    """Begin with the second program, and end with the first."""
    if not _programs(code, "x") or code.grid[0] < 2 or _counts_programs(code):
        return None
    lines = ["Wp = tt.get_program_id x : i32", "Wa = arith.constant 1 : i32", "Wb = arith.addi Wp, Wa : i32",
             f"Wc = arith.constant {code.grid[0]} : i32", "R = arith.remsi Wb, Wc : i32"]  # fmt: skip
    return [Launched(_with_programs(code, "x", lambda _: lines), code.grid)]


def flat_grid(code: Code) -> list[Launched] | None:
    """Use one axis of the grid in place of two."""
    x, y, z = code.grid
    if not _programs(code, "x") or y < 2 or _counts_programs(code):
        return None
    lines = ["Wp = tt.get_program_id x : i32", f"Wc = arith.constant {x} : i32"]
    first = _with_programs(code, "x", lambda _: [*lines, "R = arith.remsi Wp, Wc : i32"])
    second = Code(tuple(first.splitlines()), code.grid)
    text = _with_programs(second, "y", lambda _: [*lines, "R = arith.divsi Wp, Wc : i32"])
    return [Launched(text, (x * y, 1, z))]


def split_grid(code: Code) -> list[Launched] | None:
    """Use two axes of the grid in place of one."""
    x, y, z = code.grid
    if not _programs(code, "x") or y > 1 or _programs(code, "y") or _counts_programs(code):
        return None
    parts = next((k for k in (2, 3, 5) if x % k == 0), 0)
    if not parts:
        return None
    lines = ["Wp = tt.get_program_id x : i32", "Wq = tt.get_program_id y : i32", f"Wc = arith.constant {x // parts} : i32",
             "Wm = arith.muli Wq, Wc : i32", "R = arith.addi Wm, Wp : i32"]  # fmt: skip
    return [Launched(_with_programs(code, "x", lambda _: lines), (x // parts, parts, z))]


def two_launches(code: Code) -> list[Launched] | None:
    """Launch the programs in two parts."""
    x, y, z = code.grid
    if not _programs(code, "x") or x < 2 or _counts_programs(code):
        return None
    first = x // 2
    lines = ["Wp = tt.get_program_id x : i32", f"Wc = arith.constant {first} : i32", "R = arith.addi Wp, Wc : i32"]
    rest = _with_programs(code, "x", lambda _: lines)
    return [Launched(_text(list(code.lines)), (first, y, z)), Launched(rest, (x - first, y, z))]


def persistent_program(code: Code) -> list[Launched] | None:
    """Let one program do the work of all along an axis, in a loop."""
    x, y, z = code.grid
    lines = list(code.lines)
    start = next((k for k, line in enumerate(lines) if "tt.func public" in line), None)
    ends = [k for k, line in enumerate(lines) if line.strip() == "tt.return"]
    if start is None or len(ends) != 1 or not _programs(code, "x") or x < 2 or _counts_programs(code):
        return None
    if _branches(code):
        return None
    head = ["    %w0 = arith.constant 0 : i32", "    %w1 = arith.constant 1 : i32", f"    %w2 = arith.constant {x} : i32",
            "    scf.for %w3 = %w0 to %w2 step %w1  : i32 {"]  # fmt: skip
    body = [re.sub(r"tt\.get_program_id x : i32", "arith.addi %w3, %w0 : i32", line) for line in lines[start + 1 : ends[0]]]
    made = [*lines[: start + 1], *head, *(f"  {line}" for line in body), "    }", *lines[ends[0] :]]
    return [Launched(_text(made), (1, y, z))]


def renamed_values(code: Code) -> list[Launched]:
    """Give all values other names."""
    return [Launched(re.sub(r"%(\w+)", r"%v_\1", _text(list(code.lines))), code.grid)]


def late_operations(code: Code) -> list[Launched] | None:
    """Compute each value of the function's own block as late as possible, constants included."""
    indent = "    "
    start = next((k for k, line in enumerate(code.lines) if "tt.func public" in line), None)
    if start is None or sum("tt.func" in line for line in code.lines) != 1 or _branches(code):
        return None
    blocks, moved = _top_level(list(code.lines[start + 1 :]), indent), False
    result: list[list[str]] = []
    for block in reversed(blocks):
        name = re.match(rf"{indent}(%\w+) = (arith\.|math\.|tt\.(?:splat|broadcast|expand_dims|addptr|make_range))", block[0])
        place = 0
        if name and len(block) == 1:
            uses = re.compile(rf"{re.escape(name[1])}(?!\w)")
            place = next((k for k, other in enumerate(result) if any(map(uses.search, other))), 0)
            moved = moved or place > 0
        result.insert(place, block)
    if not moved:
        return None
    return [Launched(_text([*code.lines[: start + 1], *(line for block in result for line in block)]), code.grid)]


def _top_level(lines: list[str], indent: str) -> list[list[str]]:
    """Return the operations of one depth, each with the lines of its regions."""
    found: list[list[str]] = []
    for line in lines:
        inner = line.startswith(f"{indent} ") or (line.startswith((f"{indent}}}", f"{indent}^")) and found)
        if inner and found:
            found[-1].append(line)
        else:
            found.append([line])
    return found


PROGRAM_REWRITES: tuple[ProgramRewriter, ...] = (
    exchanged_axes, reversed_programs, rotated_programs, flat_grid, split_grid, two_launches, persistent_program, renamed_values,
    late_operations,
)  # fmt: skip
