"""PyTorch functions and modules as references: run on numbers, or traced to a graph of core operations for symbolic arrays."""

from __future__ import annotations

import inspect
import operator
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from egraph_opt.errors import reason_of
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.proof.reference.symbol_array import SymbolArray
from egraph_opt.verifier.proof.reference.torch_operations import TABLE


class TorchFunction:
    """A PyTorch function or module that takes NumPy or symbolic arrays. A module's parameter `fc.weight` is the argument `fc_weight`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        import torch

        self.__name__ = str(getattr(function, "__name__", type(function).__name__))
        self.function, self.state = function, {}
        given = [p for p in inspect.signature(getattr(function, "forward", function)).parameters.values()]
        if isinstance(function, torch.nn.Module):
            tensors = {**dict(function.named_parameters()), **dict(function.named_buffers())}
            self.state = {name: tensor.detach() for name, tensor in tensors.items()}
        named = [p.replace(kind=p.KEYWORD_ONLY) for p in given if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        states = [inspect.Parameter(flat_name(name), inspect.Parameter.KEYWORD_ONLY, default=None) for name in self.state]
        self.__signature__ = inspect.Signature([*named, *states])
        self.names = tuple(p.name for p in named)

    def __call__(self, **given: Any) -> Any:
        if any(isinstance(value, SymbolArray) for value in given.values()):
            return self.with_expressions(given)
        tensors = {name: as_tensor(value) for name, value in given.items()}
        return as_arrays(self.call_with(tensors))

    def call_with(self, given: Mapping[str, Any]) -> Any:
        """Call the function with tensors and numbers by name; missing parameters of a module keep their values, in float64."""
        import torch

        arguments = {name: given[name] for name in self.names if name in given}
        if not isinstance(self.function, torch.nn.Module):
            return self.function(**arguments)
        state = {name: given.get(flat_name(name), as_wide(tensor)) for name, tensor in self.state.items()}
        return torch.func.functional_call(self.function, state, (), arguments)

    def with_expressions(self, given: Mapping[str, Any]) -> Any:
        """Call the function with symbolic arrays, by tracing its graph. Raises Unliftable."""
        arrays = {name: value for name, value in given.items() if isinstance(value, SymbolArray)}
        others = {name: value for name, value in given.items() if name not in arrays}
        try:
            graph = self.trace(arrays, others)
        except Exception as error:  # of the user's function, or of an operation that needs numbers
            raise Unliftable(f"the reference {self.__name__} cannot be traced: {reason_of(error)}") from None
        return compute_graph(graph, list(arrays.values()))

    def trace(self, arrays: Mapping[str, SymbolArray], others: Mapping[str, Any]) -> Any:
        """Return the graph of core ATen operations for arrays of these shapes; no branch may depend on elements."""
        import torch
        from torch._decomp import core_aten_decompositions
        from torch.fx.experimental.proxy_tensor import make_fx

        def call(*tensors: Any) -> Any:
            return self.call_with({**others, **dict(zip(arrays, tensors, strict=True))})

        samples = [torch.zeros(x.shape, dtype=as_tensor(np.zeros(0, x.dtype)).dtype) for x in arrays.values()]
        pure = torch.func.functionalize(call, remove="mutations_and_views")
        make = make_fx(pure, decomposition_table=core_aten_decompositions(), tracing_mode="fake", _allow_non_fake_inputs=True)
        return make(*samples)


def flat_name(name: str) -> str:
    """Return the array name for a module's parameter: `fc_weight` for `fc.weight`."""
    return name.replace(".", "_")


def as_wide(tensor: Any) -> Any:
    """Return a copy of a tensor, of `f64` if it has floats."""
    return tensor.double() if tensor.is_floating_point() else tensor.clone()


def as_tensor(value: Any) -> Any:
    """Return a NumPy array as a tensor, and any other value unchanged."""
    import torch

    return torch.from_numpy(np.array(value)) if isinstance(value, np.ndarray) else value


def as_arrays(value: Any) -> Any:
    """Return a tensor, or the tensors in a mapping or sequence, as NumPy arrays."""
    if isinstance(value, Mapping):
        return {name: as_arrays(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return tuple(map(as_arrays, value))
    return value.detach().numpy() if hasattr(value, "detach") else value


def compute_graph(module: Any, inputs: list[Any]) -> Any:
    """Return the results of a traced graph. Raises Unliftable."""
    from torch.fx.node import map_arg

    values: dict[Any, Any] = {}
    pending = iter(inputs)
    for node in module.graph.nodes:
        match node.op:
            case "placeholder":
                values[node] = next(pending)
            case "get_attr":
                values[node] = as_arrays(getattr(module, node.target))
            case "output":
                return map_arg(node.args[0], values.__getitem__)
            case _:
                arguments, options = (map_arg(each, values.__getitem__) for each in (node.args, node.kwargs))
                values[node] = compute_node(node, arguments, options)
    raise Unliftable("the graph of the reference has no result")


def compute_node(node: Any, arguments: Any, options: Any) -> Any:
    """Return the result of a graph node; None if nothing uses it. Raises Unliftable."""
    if node.target is operator.getitem:
        return arguments[0][arguments[1]]
    name, schema = str(node.target), getattr(node.target, "_schema", None)
    if schema is not None:
        name = schema.name.partition("::")[2]
        if schema.is_mutable:
            expect_unshared(name, node)
            name = name.removesuffix("_")
    if not node.users:
        return None
    name = name if name in TABLE else name.removesuffix("_copy")  # of a view, which is a copy here
    if name not in TABLE:
        raise Unliftable(f"{name} of PyTorch in the reference is not known")
    try:
        return TABLE[name](*arguments, **options)
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unliftable(f"{name} of PyTorch in the reference cannot be computed with expressions: {reason_of(error)}") from None


def expect_unshared(name: str, node: Any) -> None:
    """Raise Unliftable if the tensor that a node updates in place is a view, has a view, or is used by a later node."""
    changed = node.args[0]
    others = [user for user in changed.users if user is not node]
    if is_view(changed) or any(user > node or is_view(user) for user in others):
        raise Unliftable(f"{name} of PyTorch in the reference changes a tensor that is used elsewhere")


def is_view(node: Any) -> bool:
    """Return whether the result of a node shares its memory with an operand."""
    schema = getattr(node.target, "_schema", None)
    return schema is not None and any(each.alias_info is not None for each in schema.returns)


def uses_torch(function: Any) -> bool:
    """Return whether a function is a PyTorch module or function, or refers to PyTorch in its code."""
    torch = sys.modules.get("torch")
    if torch is None or isinstance(function, TorchFunction):
        return False
    if isinstance(function, torch.nn.Module) or str(getattr(function, "__module__", "")).partition(".")[0] == "torch":
        return True
    code = getattr(function, "__code__", None)
    known = {**getattr(function, "__globals__", {}), **closure_of(function)}
    return any(is_of_torch(known[name]) for name in (*code.co_names, *code.co_freevars) if name in known) if code else False


def closure_of(function: Any) -> dict[str, Any]:
    """Return the variables that a function captures in its closure, with their values."""
    cells = getattr(function, "__closure__", None) or ()
    names = function.__code__.co_freevars if cells else ()
    return {name: cell.cell_contents for name, cell in zip(names, cells, strict=True)}


def is_of_torch(value: Any) -> bool:
    """Return whether a value is a module, function, class or object of PyTorch."""
    name = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", "") or type(value).__module__
    torch = sys.modules["torch"]
    return str(name).partition(".")[0] == "torch" or isinstance(value, torch.nn.Module)
