"""Run two programs of one kernel that are proved equal on the same memory, and print their differences: `python reproduce.py`.

The sentinel of egraph_opt writes this file beside a `report.json`. It needs only NumPy, PyTorch, Triton and a GPU.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np


def seeded_bytes(seed: int, type: str, size: int) -> Any:
    """Return `size` bytes of random floats of a type, normally distributed with standard deviation 0.5."""
    width = {"float64": 8, "float32": 4, "float16": 2, "bfloat16": 2}[type]
    numbers = np.random.default_rng(seed).standard_normal(size // width, dtype=np.float32) * np.float32(0.5)
    if type == "bfloat16":
        bits = numbers.view(np.uint32)
        found = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)  # rounded to the nearest, ties to even
    else:
        found = numbers.astype(type)
    return np.concatenate([found.view(np.uint8), np.zeros(size % width, np.uint8)])


def contents(report: dict[str, Any], folder: Path) -> list[Any]:
    kept = dict(np.load(folder / "inputs.npz")) if (folder / "inputs.npz").exists() else {}
    found = []
    for number, memory in enumerate(report["memories"]):
        if "seed" in memory:
            found.append(seeded_bytes(memory["seed"], memory["type"], memory["bytes"]))
        else:
            found.append(kept.get(str(number), np.zeros(memory["bytes"], np.uint8)))
    return found


def memories_after(report: dict[str, Any], folder: Path, program: dict[str, Any]) -> list[Any]:
    """Return the memories after a run of one program."""
    torch, triton = import_module("torch"), import_module("triton")
    memories = [torch.from_numpy(each).cuda() for each in contents(report, folder)]
    given: list[Any] = []
    for argument in report["arguments"]:
        if "memory" not in argument:
            given.append(argument["value"])
            continue
        memory, kind = memories[argument["memory"]], getattr(torch, argument["type"])
        tensor = torch.empty(0, dtype=kind, device=memory.device)
        begin = (memory.storage_offset() + argument["offset"]) // tensor.element_size()
        given.append(tensor.set_(memory.untyped_storage(), begin, argument["shape"], argument["stride"]))
    kernel = triton.compile(str(folder / program["file"]), options=program["options"])
    kernel[tuple(report["grid"])](*given)
    torch.cuda.synchronize()
    return [memory.cpu().numpy() for memory in memories]


def main(folder: Path) -> int:
    """Run both programs and print the differences; return 1 if they leave different bits, 2 if they cannot be launched."""
    report = json.loads((folder / "report.json").read_text())
    print(f"{report['kernel']}: {report['says']}")
    if report["unlaunchable"]:
        print(f"it cannot be launched from here: {report['unlaunchable']}")
        return 2
    one, other = (memories_after(report, folder, program) for program in report["programs"])
    differing = [int((a != b).sum()) for a, b in zip(one, other, strict=True)]
    for number, count in enumerate(differing):
        names = [argument["name"] for argument in report["arguments"] if argument.get("memory") == number]
        print(f"memory {number} ({', '.join(names)}): {count} of {len(one[number])} bytes differ")
    return int(any(differing))


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent))
