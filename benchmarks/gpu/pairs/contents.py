"""Arguments of a launch on a GPU, made anew from what was written down of them, with contents from a seed."""

from __future__ import annotations

import re
from typing import Any

import torch

DECAY = re.compile(r"(g|gk|gv|gi|ge|gs|gc|gq|g_cumsum|log_\w+|A_log|w)(_\w+)?")
"""Parameters so named hold logarithms of decays, which are at most 0; as anything else's contents, such values do no harm."""
SHARE = re.compile(r"beta\w*")
"""Between 0 and 1."""

SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}
"""Random numbers are not made for all types."""


class Contents:
    """The tensors of a launch. Those that shared memory where they were recorded share it here."""

    def __init__(self, arguments: list[dict[str, Any]], device: str = "cuda") -> None:
        self._device = device
        self._arguments = [argument for argument in arguments if argument["kind"].startswith("*")]
        sizes: dict[int, int] = {}
        kinds: dict[int, torch.dtype] = {}
        for argument in self._arguments:
            value = argument["value"]
            kind = getattr(torch, value["tensor"])
            last = sum((extent - 1) * step for extent, step in zip(value["shape"], value["stride"], strict=True))
            size = (value["offset"] + last + 1) * kind.itemsize if all(value["shape"]) else 0
            sizes[value["memory"]] = max(sizes.get(value["memory"], 0), size)
            kinds.setdefault(value["memory"], kind)
        self.memories = {
            number: torch.zeros(max(16, -(-size // 16) * 16), dtype=torch.uint8, device=device).view(kinds[number])
            for number, size in sizes.items()
        }

    def pointer(self, argument: dict[str, Any]) -> int:
        value = argument["value"]
        return int(self.memories[value["memory"]].data_ptr() + value["offset"] * getattr(torch, value["tensor"]).itemsize)

    def fill(self, scale: float) -> None:
        """The same contents each time: floats are normal, `scale` wide; integers as they were recorded, or as their range."""
        filled: set[int] = set()
        for argument in self._arguments:
            value = argument["value"]
            memory = self.memories[value["memory"]]
            if value["memory"] not in filled:
                filled.add(value["memory"])
                random = torch.Generator(self._device).manual_seed(value["memory"])
                _fill(memory, argument["name"], value.get("range"), scale, random)
            if value.get("values"):
                kind = getattr(torch, value["tensor"])
                tensor = memory.view(kind).as_strided(value["shape"], value["stride"], value["offset"])
                contents = torch.tensor(value["values"], dtype=kind).reshape(value["shape"])
                for dimension, step in enumerate(value["stride"]):
                    if not step:  # one element is seen several times
                        tensor, contents = tensor.narrow(dimension, 0, 1), contents.narrow(dimension, 0, 1)
                tensor.copy_(contents)

    @property
    def bytes(self) -> int:
        return sum(memory.numel() * memory.itemsize for memory in self.memories.values())


def _fill(memory: torch.Tensor, name: str, range: list[int] | None, scale: float, random: torch.Generator) -> None:
    if not memory.dtype.is_floating_point:
        memory = memory.view(SIGNED.get(memory.dtype, memory.dtype))
        low, high = range or (0, 0)
        if low == high:
            memory.fill_(low)
        else:
            memory.random_(low, high + 1, generator=random)
        return
    if memory.itemsize == 1:
        memory.copy_(torch.randn(memory.numel(), device=memory.device, generator=random) * scale)
        return
    memory.normal_(generator=random)
    if DECAY.fullmatch(name):
        memory.abs_().mul_(-0.1)
    elif SHARE.fullmatch(name):
        memory.sigmoid_()
    else:
        memory.mul_(scale)
