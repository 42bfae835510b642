"""Tag in the keys of PyTorch's caches, which separates machine code with and without the plug-in.

The cache keys of `torch.compile` do not depend on Triton's backend. PyTorch adds a tag to its keys, from an environment variable
that it reads once and from its configuration.
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
    """Append a key to the user's tag in PyTorch's keys, in this process and its child processes; restore the user's tag if `key`
    is empty.
    """
    config: Any = sys.modules.get(CONFIG)
    users = _OURS.sub("", getattr(config, "cache_key_tag", os.environ.get(VARIABLE, "")))
    tag = f"{users}-egraph_opt-{key}" if key else users
    if tag:
        os.environ[VARIABLE] = tag
    else:
        os.environ.pop(VARIABLE, None)
    if hasattr(config, "cache_key_tag"):
        config.cache_key_tag = tag
