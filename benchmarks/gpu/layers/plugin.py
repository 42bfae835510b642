"""The plug-in as each variant asks for it, and what its launches are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "default": {},
    "tuned": {"tune": True},
}
"""Arguments of `enable` in each variant; `plain` is Triton alone, `default` the plug-in with its defaults."""
CHOICES = ["earlier", "exact", "inert", "first", "loads", "earlier_exact", "earlier_loads"]
"""`egraph_opt.triton.tune.variants`: compiled beforehand in parallel, as a user's second process finds them."""


def use(variant: str) -> None:
    """Turn the plug-in on as a variant asks; `tuned:NAME` is one of the programs that `tuned` chooses from."""
    variant, _, one = variant.partition(":")
    if variant == "plain" or one == "plain":
        return
    import egraph_opt.triton as plugin

    if one:
        from egraph_opt.triton.hook import Hook
        from egraph_opt.triton.settings import Settings
        from egraph_opt.triton.tune import variants

        plugin._install(Hook(variants(Settings())[one]))
    else:
        plugin.enable(**VARIANTS[variant])


class Touched:
    """Bytes of the tensors that Triton's kernels are given, by kernel: the least that they move if they touch every element once."""

    def __init__(self) -> None:
        self.bytes: dict[str, int] = {}

    def watch(self) -> None:
        """Count each launch from now on."""
        from triton.runtime.jit import JITFunction

        run = JITFunction.run

        def counted(function: Any, *arguments: Any, **named: Any) -> Any:
            name = function.__name__
            self.bytes[name] = self.bytes.get(name, 0) + distinct([*arguments, *named.values()])
            return run(function, *arguments, **named)

        JITFunction.run = counted


def distinct(arguments: Iterable[Any]) -> int:
    """Bytes of the tensors among a launch's arguments; tensors of the same memory count once."""
    import torch

    spans = {(x.data_ptr(), x.numel() * x.element_size()) for x in arguments if isinstance(x, torch.Tensor)}
    return sum(size for _, size in spans)
