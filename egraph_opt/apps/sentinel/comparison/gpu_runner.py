"""GPU that runs programs on copies of a launch's arguments, with PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any

from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, CannotCompare, MemoryPlace
from egraph_opt.apps.sentinel.comparison.bit_comparison import Crash

ALIGNMENT = 256
"""Alignment in bytes. A copy has the same address as its original modulo this number, since programs are specialised by alignment."""

Launch = Callable[[Any, Sequence[Any]], None]
"""Function that launches a compiled kernel with arguments."""


class Device:
    """GPU that runs programs on copies of a launch's arguments: of whole storages, since a kernel may write outside a view.

    Args:
        arguments: the launch's arguments, in the order of `signature`.
        signature: Triton's types by parameter, `constexpr` for compile-time constants.
        launch: launches a compiled kernel with the given arguments.

    Raises:
        CannotCompare: a pointer is not a PyTorch tensor, so the extent of its memory is unknown.
    """

    def __init__(self, arguments: Sequence[Any], signature: Mapping[str, Any], launch: Launch) -> None:
        self._torch = import_module("torch")
        self._arguments, self._signature, self._launch = arguments, signature, launch
        self._numbers: dict[int, int] = {}
        self._memories: list[Any] = []
        self.places: list[MemoryPlace] = []
        self.parameters: list[tuple[str, Any]] = []
        """Program's parameters by name: a memory place for a pointer, else the value."""
        for name, kind, argument in zip(signature, signature.values(), arguments, strict=True):
            self._enter(str(name), kind, argument)

    def copy_memories(self) -> Any:
        torch, size = self._torch, sum(whole.numel() for whole in self._memories if whole.is_cuda)
        if size and 2 * size > torch.cuda.mem_get_info()[0]:
            raise CannotCompare(f"two copies of {size >> 20} MiB of arguments have no room")
        return [self._copy(whole) for whole in self._memories]

    def run(self, program: Any, memories: Any) -> None:
        given = [
            argument if kind == "constexpr" else self._exchange_tensors(argument, memories)
            for argument, kind in zip(self._arguments, self._signature.values(), strict=True)
        ]
        try:
            self._launch(program, given)
            self._torch.cuda.synchronize()
        except RuntimeError as error:
            raise Crash(str(error).splitlines()[0]) from error

    def is_same(self, one: Any, other: Any) -> bool:
        return all(self._torch.equal(a, b) for a, b in zip(one, other, strict=True))

    def on_host(self, memories: Any) -> list[Bytes]:
        return [memory.cpu().numpy() for memory in memories]

    def initial_memories(self) -> list[Bytes]:
        """Return what the argument tensors' storages contained before the launch."""
        return self.on_host(self._memories)

    @property
    def sizes(self) -> list[int]:
        """Sizes in bytes of the argument tensors' storages."""
        return [whole.numel() for whole in self._memories]

    def holding(self, contents: Sequence[Bytes]) -> Any:
        """Return copies of the argument tensors' storages, filled with `contents`."""
        memories = self.copy_memories()
        for memory, each in zip(memories, contents, strict=True):
            memory.copy_(self._torch.from_numpy(each))
        return memories

    def _enter(self, name: str, kind: Any, argument: Any) -> None:
        if kind == "constexpr":
            return
        if isinstance(argument, tuple | list):
            kinds = kind if isinstance(kind, tuple | list) else [kind] * len(argument)
            for number, (inner, part) in enumerate(zip(kinds, argument, strict=True)):
                self._enter(f"{name}.{number}", inner, part)
        elif isinstance(argument, self._torch.Tensor):
            self._enter_tensor(name, argument)
        elif hasattr(argument, "base"):  # a descriptor, or a reinterpreted tensor
            self._enter(name, kind, argument.base)
            self.parameters[-1] = (name, argument)
        elif hasattr(argument, "data_ptr") or (isinstance(kind, str) and kind.startswith(("*", "tensordesc", "nvTmaDesc"))):
            raise CannotCompare(f"{name} is an address, a {type(argument).__name__}: how much memory is behind it is not known")
        else:
            self.parameters.append((name, argument))

    def _enter_tensor(self, name: str, tensor: Any) -> None:
        torch, storage = self._torch, tensor.untyped_storage()
        if storage.data_ptr() not in self._numbers:
            self._numbers[storage.data_ptr()] = len(self._memories)
            self._memories.append(torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage))
        offset, type = tensor.data_ptr() - storage.data_ptr(), str(tensor.dtype).removeprefix("torch.")
        shape, stride = tuple(map(int, tensor.shape)), tuple(map(int, tensor.stride()))
        place = MemoryPlace(name, self._numbers[storage.data_ptr()], offset, type, shape, stride)
        self.places.append(place)
        self.parameters.append((name, place))

    def _copy(self, whole: Any) -> Any:
        pinned = {"pin_memory": True} if not whole.is_cuda else {}
        room = self._torch.empty(whole.numel() + ALIGNMENT, dtype=whole.dtype, device=whole.device, **pinned)
        begin = (whole.data_ptr() - room.data_ptr()) % ALIGNMENT
        copy = room[begin : begin + whole.numel()]
        copy.copy_(whole)
        return copy

    def _exchange_tensors(self, argument: Any, memories: Any) -> Any:
        if isinstance(argument, tuple | list):
            parts = [self._exchange_tensors(part, memories) for part in argument]
            return type(argument)(*parts) if hasattr(argument, "_fields") else type(argument)(parts)
        if isinstance(argument, self._torch.Tensor):
            storage = argument.untyped_storage()
            copy = memories[self._numbers[storage.data_ptr()]]
            offset = copy.storage_offset() + argument.data_ptr() - storage.data_ptr()
            new = self._torch.empty(0, dtype=argument.dtype, device=argument.device)
            return new.set_(copy.untyped_storage(), offset // argument.element_size(), argument.shape, argument.stride())
        if not hasattr(argument, "base"):
            return argument
        base = self._exchange_tensors(argument.base, memories)
        if hasattr(argument, "__dataclass_fields__"):  # a descriptor
            return type(argument)(**{field.name: getattr(argument, field.name) for field in fields(argument)} | {"base": base})
        return type(argument)(base, argument.dtype)
