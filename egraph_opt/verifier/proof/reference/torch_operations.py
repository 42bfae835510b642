"""Core (ATen) operations of PyTorch, implemented by NumPy functions, so that they accept symbolic arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.proof.reference.special_functions import erf
from egraph_opt.verifier.proof.reference.torch_windows import adaptive_average_pool, average_pool, convolution, maximum_pool

Operation = Callable[..., Any]


def axes_of(dims: Any) -> Any:
    """Return a PyTorch list of axes in NumPy's form: an empty list or None becomes None, for all axes."""
    if dims is None or (isinstance(dims, list | tuple) and not dims):
        return None
    return tuple(dims) if isinstance(dims, list | tuple) else dims


def reduction(function: Operation) -> Operation:
    """Return a NumPy reduction with the parameters of PyTorch's (`dim`, `keepdim`)."""
    return lambda x, dims=None, keepdim=False, **_: function(x, axis=axes_of(dims), keepdims=bool(keepdim))


def extremum(fold: Operation, index: Operation) -> Operation:
    """Return PyTorch's `max` or `min`: over all elements, or along an axis, then with indices."""

    def apply(x: Any, dim: int | None = None, keepdim: bool = False) -> Any:
        if dim is None:
            return fold(x)
        return fold(x, axis=dim, keepdims=keepdim), index(x, axis=dim, keepdims=keepdim)

    return apply


def index_of(function: Operation) -> Operation:
    """Return NumPy's `argmax` or `argmin` with the parameters of PyTorch's (`dim`, `keepdim`)."""
    return lambda x, dim=None, keepdim=False: function(x, axis=dim, keepdims=bool(keepdim))


def variance(x: Any, dims: Any = None, correction: Any = 1, keepdim: bool = False, **_: Any) -> Any:
    """Return a variance along axes, divided by the number of elements minus `correction`."""
    if isinstance(correction, bool):
        correction = int(correction)
    return np.var(x, axis=axes_of(dims), ddof=1 if correction is None else correction, keepdims=bool(keepdim))


def normalise(x: Any, axes: tuple[int, ...], eps: float) -> tuple[Any, Any, Any]:
    """Normalise an array along axes; also return the mean and the reciprocal of the standard deviation (with `eps`)."""
    mean = np.mean(x, axis=axes, keepdims=True)
    scale = np.sqrt(np.var(x, axis=axes, keepdims=True) + eps)
    return (x - mean) / scale, mean, 1 / scale


def affine(x: Any, weight: Any, bias: Any, shape: Sequence[int]) -> Any:
    """Return an array times a weight plus a bias, each reshaped to `shape`, or left out if None."""
    found = x if weight is None else x * np.reshape(weight, shape)
    return found if bias is None else found + np.reshape(bias, shape)


def layer_norm(x: Any, shape: Sequence[int], weight: Any, bias: Any, eps: float) -> Any:
    found, mean, scale = normalise(x, tuple(range(-len(shape), 0)), eps)
    return affine(found, weight, bias, shape), mean, scale


def group_norm(x: Any, weight: Any, bias: Any, n: int, c: int, inner: int, groups: int, eps: float) -> Any:
    found, mean, scale = normalise(np.reshape(x, (n, groups, -1)), (2,), eps)
    return affine(np.reshape(found, x.shape), weight, bias, (c, *[1] * (x.ndim - 2))), mean, scale


def batch_norm(x: Any, weight: Any, bias: Any, mean: Any, var: Any, training: bool, momentum: float, eps: float) -> Any:
    """Return an array normalised for each channel; the other results of the operation are not computed."""
    shape = (-1, *[1] * (x.ndim - 2))
    if training:
        found = normalise(x, (0, *range(2, x.ndim)), eps)[0]
    else:
        found = (x - np.reshape(mean, shape)) / np.sqrt(np.reshape(var, shape) + eps)
    return affine(found, weight, bias, shape), None, None, None, None


def softmax(x: Any, dim: int, half: bool = False) -> Any:
    e = np.exp(x - np.max(x, axis=dim, keepdims=True))
    return e / np.sum(e, axis=dim, keepdims=True)


def log_softmax(x: Any, dim: int, half: bool = False) -> Any:
    shifted = x - np.max(x, axis=dim, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=dim, keepdims=True))


def gelu(x: Any, approximate: str = "none") -> Any:
    if approximate == "tanh":
        return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + erf(x / np.sqrt(2)))


def elu(x: Any, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Any:
    return np.where(x > 0, x * scale, (np.exp(x * input_scale) - 1) * alpha * scale)


def clamp(x: Any, low: Any = None, high: Any = None) -> Any:
    found = x if low is None else np.maximum(x, low)
    return found if high is None else np.minimum(found, high)


def cast(x: Any, dtype: Any = None, **_: Any) -> Any:
    """Return an array cast to another type; a cast between float types does not round symbolic numbers."""
    if dtype is None:
        return x
    name = str(dtype).rpartition(".")[2]
    return x.astype(np.float64 if "float" in name or name == "half" else np.dtype(name))


def slice_axis(x: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Any:
    return x[(slice(None),) * (dim % x.ndim) + (slice(start, end, step),)]


def take_index(x: Any, indices: Sequence[Any]) -> Any:
    """Return elements at indices per axis; None for all elements of an axis."""
    return x[tuple(slice(None) if each is None else each for each in indices)]


def unfold(x: Any, dim: int, size: int, step: int) -> Any:
    """Return sliding windows along an axis, each in a new last axis."""
    return slice_axis(sliding_window_view(x, size, axis=dim % x.ndim), dim % x.ndim, step=step)


def arange(*bounds: Any, **_: Any) -> Any:
    return np.arange(*bounds)


def pad(x: Any, widths: Sequence[int], value: float = 0.0) -> Any:
    """Return a padded array; `widths`: before and after, for the last axis first."""
    if min(widths, default=0) < 0:
        raise Unliftable("padding of the reference by a negative width")
    pairs = list(zip(widths[::2], widths[1::2], strict=True))[::-1]
    return np.pad(x, [(0, 0)] * (x.ndim - len(pairs)) + pairs, constant_values=value)


def product_of(accumulator: Any, a: Any, b: Any, beta: float = 1, alpha: float = 1) -> Any:
    """Return `beta * accumulator + alpha * (a @ b)`."""
    return accumulator * beta + (a @ b) * alpha if (beta, alpha) != (1, 1) else accumulator + a @ b


UNARY: dict[str, Operation] = {
    **{
        name: getattr(np, name)
        for name in "exp exp2 log log2 log10 log1p expm1 sqrt tanh sin cos floor ceil abs sign square".split()
    },
    "neg": np.negative,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "reciprocal": lambda x: 1 / x,
    "erf": erf,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "relu": lambda x: np.maximum(x, 0),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "logical_not": np.logical_not,
    "bitwise_not": np.invert,
    "isnan": np.isnan,
    "isinf": np.isinf,
}
BINARY: dict[str, Operation] = {
    "mul": np.multiply,
    "pow": np.power,
    "minimum": np.minimum,
    "maximum": np.maximum,
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
    "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or,
    "mm": np.matmul,
    "bmm": np.matmul,
    "mv": np.matmul,
    "dot": np.matmul,
}
SHAPES: dict[str, Operation] = {
    "permute": np.transpose,
    "transpose": np.swapaxes,
    "t": lambda x: x.T,
    "view": lambda x, shape: np.reshape(x, shape),
    "reshape": lambda x, shape: np.reshape(x, shape),
    "expand": lambda x, shape, **_: np.broadcast_to(
        x, [n if n >= 0 else m for n, m in zip(shape, extents_before(x, shape), strict=True)]
    ),
    "unsqueeze": np.expand_dims,
    "squeeze": lambda x, dims=None: np.squeeze(x, tuple(d for d in to_list(dims, x.ndim) if x.shape[d] == 1)),
    "select": lambda x, dim, index: x[(slice(None),) * (dim % x.ndim) + (index,)],
    "slice": slice_axis,
    "cat": lambda arrays, dim=0: np.concatenate(arrays, dim),
    "stack": lambda arrays, dim=0: np.stack(arrays, dim),
    "flip": lambda x, dims: np.flip(x, tuple(dims)),
    "repeat": lambda x, counts: np.tile(x, counts),
    "split": lambda x, size, dim=0: np.split(x, range(size, x.shape[dim], size), dim),
    "unbind": lambda x, dim=0: [x[(slice(None),) * (dim % x.ndim) + (i,)] for i in range(x.shape[dim])],
    "diagonal": lambda x, offset=0, dim1=0, dim2=1: np.diagonal(x, offset, dim1, dim2),
    "constant_pad_nd": pad,
    "gather": lambda x, dim, index, **_: np.take_along_axis(x, index, dim),
    "index": take_index,
    "unfold": unfold,
    "copy": lambda x, source, *_: np.broadcast_to(source, x.shape),
    "tril": np.tril,
    "triu": np.triu,
    **{name: lambda x, *_, **__: x for name in "alias clone detach lift_fresh_copy contiguous".split()},
}
"""Operations that only move elements."""


def to_list(dims: Any, count: int) -> list[int]:
    """Return axes as a list; None gives all `count` axes."""
    return list(range(count)) if dims is None else [dims] if isinstance(dims, int) else list(dims)


def extents_before(x: Any, shape: Sequence[int]) -> list[int]:
    """Return the extents of an array, padded in front with ones to the length of `shape`."""
    return [1] * (len(shape) - x.ndim) + list(x.shape)


TABLE: dict[str, Operation] = {
    **UNARY,
    **BINARY,
    **SHAPES,
    "add": lambda a, b, alpha=1: np.add(a, b if alpha == 1 else b * alpha),
    "sub": lambda a, b, alpha=1: np.subtract(a, b if alpha == 1 else b * alpha),
    "rsub": lambda a, b, alpha=1: np.subtract(b, a if alpha == 1 else a * alpha),
    "div": lambda a, b: np.divide(a, b),
    "addmm": product_of,
    "baddbmm": product_of,
    "where": np.where,
    "clamp": clamp,
    "clamp_min": clamp,
    "clamp_max": lambda x, high: clamp(x, None, high),
    "hardtanh": lambda x, low=-1.0, high=1.0: clamp(x, low, high),
    "leaky_relu": lambda x, slope=0.01: np.where(x > 0, x, x * slope),
    "elu": elu,
    "gelu": gelu,
    "sum": reduction(np.sum),
    "mean": reduction(np.mean),
    "amax": reduction(np.max),
    "amin": reduction(np.min),
    "prod": reduction(np.prod),
    "any": reduction(np.any),
    "all": reduction(np.all),
    "var": variance,
    "max": extremum(np.max, np.argmax),
    "min": extremum(np.min, np.argmin),
    "argmax": index_of(np.argmax),
    "argmin": index_of(np.argmin),
    "cumsum": lambda x, dim, **_: np.cumsum(x, dim),
    "cumprod": lambda x, dim, **_: np.cumprod(x, dim),
    "_softmax": softmax,
    "_log_softmax": log_softmax,
    "native_layer_norm": layer_norm,
    "native_group_norm": group_norm,
    "native_batch_norm": batch_norm,
    "_native_batch_norm_legit_functional": batch_norm,
    "_native_batch_norm_legit_no_training": lambda x, w, b, mean, var, momentum, eps: batch_norm(
        x, w, b, mean, var, False, momentum, eps
    ),
    "convolution": convolution,
    **{f"avg_pool{n}d": partial(average_pool, axes=n) for n in (1, 2, 3)},
    **{f"max_pool{n}d_with_indices": partial(maximum_pool, axes=n) for n in (2, 3)},
    "_adaptive_avg_pool2d": adaptive_average_pool,
    "_adaptive_avg_pool3d": adaptive_average_pool,
    "_to_copy": cast,
    "scalar_tensor": lambda value, **_: np.asarray(value),
    "full": lambda shape, value, **_: np.full(shape, value),
    "full_like": lambda x, value, **_: np.full(x.shape, value),
    **dict.fromkeys(("empty", "empty_permuted", "empty_strided"), lambda shape, *_, **__: np.full(shape, np.nan)),
    "arange": arange,
}
