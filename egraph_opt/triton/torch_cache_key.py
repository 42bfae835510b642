"""Cache key tag that separates PyTorch's caches with and without the plug-in: `torch.compile` keeps machine code in them.

Unlike Triton's, their keys contain nothing about the backend. But PyTorch lets users add a tag to them, by an environment
variable that it reads once and by its configuration.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any

VARIABLE = "TORCH_COMPILE_CACHE_KEY_TAG"
CONFIG = "torch.compiler.config"
_OURS = re.compile(r"-egraph_opt-[\w-]+$")


def set_tag(key: str = "") -> None:
    """Add a key of ours after the user's tag to PyTorch's keys, in this process and its child processes; without a key, restore
    the user's tag."""
    config: Any = sys.modules.get(CONFIG)
    users = _OURS.sub("", getattr(config, "cache_key_tag", os.environ.get(VARIABLE, "")))
    tag = f"{users}-egraph_opt-{key}" if key else users
    if tag:
        os.environ[VARIABLE] = tag
    else:
        os.environ.pop(VARIABLE, None)
    if hasattr(config, "cache_key_tag"):
        config.cache_key_tag = tag
