"""Backup of the memory that a launch may write, so that a kernel can be timed on the user's tensors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from egraph_opt.errors import EgraphOptError


class CannotRewind(EgraphOptError):
    """Error: the memory that a launch writes cannot be restored."""


class Rewind:
    """Backup of a launch's tensor arguments: of whole storages, since a kernel may write outside a view.

    Raises:
        CannotRewind: an argument has an address but is not a PyTorch tensor, or the device has no room for the copies.
    """

    def __init__(self, arguments: Iterable[Any]) -> None:
        torch = import_module("torch")
        storages = {}
        for tensor in _tensors(arguments):
            if not isinstance(tensor, torch.Tensor):
                raise CannotRewind(f"an argument is a {type(tensor).__name__}")
            storage = tensor.untyped_storage()
            storages[storage.data_ptr()] = torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage)
        size = sum(whole.numel() for whole in storages.values() if whole.is_cuda)
        free, _ = torch.cuda.mem_get_info() if size else (0, 0)
        if size > free // 2:
            raise CannotRewind(f"a copy of {size >> 20} MiB of arguments has no room")
        self._kept = [(whole, whole.clone()) for whole in storages.values()]

    def __call__(self) -> None:
        """Restore the contents of all tensors."""
        for whole, copy in self._kept:
            whole.copy_(copy)


def shapes(arguments: Iterable[Any]) -> list[str]:
    """Return the properties of a launch's arguments that determine its time: numeric values, and dtype, shape and strides of tensors."""
    found = []
    for argument in arguments:
        tensors = list(_tensors([argument]))
        if not tensors:
            found.append(repr(argument))
        found += [f"{getattr(x, 'dtype', '')} {[*getattr(x, 'shape', ())]} {getattr(x, 'stride', tuple)()}" for x in tensors]
    return found


def _tensors(arguments: Iterable[Any]) -> Iterator[Any]:
    """Yield every argument with an address, also inside tuples and host-side descriptors."""
    for argument in arguments:
        if isinstance(argument, (tuple, list)):
            yield from _tensors(argument)
        elif hasattr(argument, "data_ptr"):
            yield argument
        elif hasattr(argument, "base"):
            yield from _tensors([argument.base])
