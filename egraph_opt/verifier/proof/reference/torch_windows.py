"""Convolutions and pooling of PyTorch, implemented by NumPy functions, so that they accept symbolic arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from egraph_opt.verifier.lift.expression_domain import Unliftable

Extents = Sequence[int]


def each_axis(value: int | Extents, axes: int) -> tuple[int, ...]:
    """Return a parameter such as a stride as one number for each axis; a single number is repeated."""
    found = tuple(value) if isinstance(value, list | tuple) else (value,)
    return tuple(map(int, found * axes if len(found) == 1 else found))


def pad_axes(x: Any, before: Extents, after: Extents, value: float = 0.0) -> Any:
    """Return an array padded along its last axes; a negative width crops it."""
    axes = len(before)
    low, high = ([max(0, n) for n in each] for each in (before, after))
    widths = [(0, 0)] * (x.ndim - axes) + list(zip(low, high, strict=True))
    if any(low) or any(high):
        x = np.pad(x, widths, constant_values=value)
    cuts = [slice(max(0, -b), n - max(0, -a)) for b, a, n in zip(before, after, x.shape[-axes:], strict=True)]
    return x[(Ellipsis, *cuts)]


def windows(x: Any, kernel: Extents, stride: Extents, dilation: Extents) -> Iterator[Any]:
    """Yield, for each position in a window, an array of the elements that all windows of the last axes have there."""
    counts = [
        (n - d * (k - 1) - 1) // s + 1
        for n, k, s, d in zip(x.shape[-len(kernel) :], kernel, stride, dilation, strict=True)
    ]  # fmt: skip
    for place in product(*map(range, kernel)):
        parts = [
            slice(i * d, i * d + s * (n - 1) + 1, s) for i, d, s, n in zip(place, dilation, stride, counts, strict=True)
        ]  # fmt: skip
        yield x[(Ellipsis, *parts)]


def convolution(
    x: Any, weight: Any, bias: Any, stride: Extents, padding: Extents, dilation: Extents, transposed: bool,
    output_padding: Extents, groups: int,
) -> Any:  # fmt: skip
    """Return a convolution or transposed convolution with any number of spatial axes, as ATen's `convolution`."""
    axes = weight.ndim - 2
    batched = x if x.ndim == axes + 2 else x[None]
    stride, padding, dilation, output_padding = (each_axis(v, axes) for v in (stride, padding, dilation, output_padding))
    kernel = weight.shape[2:]
    if transposed:
        batched = spread(batched, stride)
        low = [d * (k - 1) - p for d, k, p in zip(dilation, kernel, padding, strict=True)]
        batched = pad_axes(batched, low, [n + o for n, o in zip(low, output_padding, strict=True)])
        weight = np.flip(weight, tuple(range(2, 2 + axes)))
        split = np.reshape(weight, (groups, weight.shape[0] // groups, weight.shape[1], *kernel))
        weight = np.reshape(np.swapaxes(split, 1, 2), (groups * weight.shape[1], -1, *kernel))
        stride = (1,) * axes
    else:
        batched = pad_axes(batched, padding, padding)
    found = grouped_convolution(batched, weight, stride, dilation, groups)
    if bias is not None:
        found = found + np.reshape(bias, (-1, *[1] * axes))
    return found if x.ndim == axes + 2 else found[0]


def spread(x: Any, stride: Extents) -> Any:
    """Return an array dilated along its last axes: `stride - 1` zeros between neighbours."""
    for axis, step in zip(range(x.ndim - len(stride), x.ndim), stride, strict=True):
        if step > 1:
            parts = [np.expand_dims(x, axis + 1), *(np.zeros_like(np.expand_dims(x, axis + 1)) for _ in range(step - 1))]
            shape = (*x.shape[:axis], x.shape[axis] * step, *x.shape[axis + 1 :])
            joined = np.reshape(np.concatenate(parts, axis + 1), shape)
            x = joined[(slice(None),) * axis + (slice(0, shape[axis] - step + 1),)]
    return x


def grouped_convolution(x: Any, weight: Any, stride: Extents, dilation: Extents, groups: int) -> Any:
    """Return a convolution without padding, as a matrix product of weights and windows for each group of channels."""
    kernel = weight.shape[2:]
    patches = np.stack(list(windows(x, kernel, stride, dilation)), axis=2)  # batch, channel, place in the window, results
    extents = patches.shape[3:]
    rows = np.reshape(patches, (x.shape[0], groups, weight.shape[1] * prod(kernel), prod(extents)))
    factors = np.reshape(weight, (groups, weight.shape[0] // groups, -1))
    return np.reshape(factors @ rows, (x.shape[0], weight.shape[0], *extents))


def average_pool(
    x: Any, kernel: Extents, stride: Extents = (), padding: Extents = (0,), ceil_mode: bool = False, count_include_pad: bool = True,
    divisor_override: int | None = None, *, axes: int,
) -> Any:  # fmt: skip
    """Return the means of pooling windows. Raises Unliftable for `ceil_mode`, and for padding that does not count."""
    kernel, padding = each_axis(kernel, axes), each_axis(padding, axes)
    stride = each_axis(stride, axes) if stride else kernel
    if ceil_mode or (any(padding) and not count_include_pad):
        raise Unliftable("average pooling of the reference in this mode")
    found = list(windows(pad_axes(x, padding, padding), kernel, stride, (1,) * axes))
    return np.sum(np.stack(found), axis=0) / (divisor_override or prod(kernel))


def maximum_pool(
    x: Any, kernel: Extents, stride: Extents = (), padding: Extents = (0,), dilation: Extents = (1,), ceil_mode: bool = False, *, axes: int
) -> tuple[Any, None]:  # fmt: skip
    """Return the maxima of pooling windows, and None in place of their indices. Raises Unliftable for `ceil_mode`."""
    kernel, padding, dilation = (each_axis(v, axes) for v in (kernel, padding, dilation))
    stride = each_axis(stride, axes) if stride else kernel
    if ceil_mode:
        raise Unliftable("maximum pooling of the reference in this mode")
    found = list(windows(pad_axes(x, padding, padding, -np.inf), kernel, stride, dilation))
    return np.max(np.stack(found), axis=0), None


def adaptive_average_pool(x: Any, extents: Extents) -> Any:
    """Return means of equal windows that divide an array evenly. Raises Unliftable for other extents."""
    axes = len(extents)
    if any(n % k for n, k in zip(x.shape[-axes:], extents, strict=True)):
        raise Unliftable("adaptive pooling of the reference with windows of several extents")
    return average_pool(x, [n // k for n, k in zip(x.shape[-axes:], extents, strict=True)], axes=axes)
