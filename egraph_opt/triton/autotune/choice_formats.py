"""Files of other packages with tuning choices: flash-linear-attention's (`FLA_CONFIG_DIR`) and vLLM's for fused mixture of experts.

flash-linear-attention has a file for each kernel, named after it, and keys as its tuner hashes them (`fla/ops/utils/cache.py`). vLLM and
SGLang have a file for each shape of experts, with a configuration for each number of tokens.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from egraph_opt.text.located_json import LocatedJson, LocatedValue
from egraph_opt.text.program_input import decode_bytes
from egraph_opt.triton.autotune.choice_table import OPTIONS, Choice, Configuration, read_configuration, table_choices

_FLA_FILE = ("kernel_name", "triton_version", "autotune_entries", "default_config")
_FLA_IGNORED = ("pre_hook", "ir_override")
MOE_KERNEL = "fused_moe_kernel"
TRITON = "triton_version"
"""Member of vLLM's files beside the numbers of tokens."""


def write_fla(choices: Iterable[Choice]) -> dict[str, str]:
    """Return flash-linear-attention's files by name, for choices of one device and version of Triton.

    The configuration that most keys choose is the default.
    """
    kernels: dict[str, list[Choice]] = {}
    for choice in sorted(choices):
        kernels.setdefault(choice.kernel.rpartition(".")[2], []).append(choice)
    return {f"{kernel}.json": json.dumps(_fla_file(kernel, of), indent=2) + "\n" for kernel, of in sorted(kernels.items())}


def _fla_file(kernel: str, choices: list[Choice]) -> dict[str, Any]:
    counts: dict[Configuration, int] = {}
    entries = {}
    for choice in choices:
        key = json.loads(choice.key)
        entries[_fla_hash(key)] = {"autotune_key": key, "config": _fla_config(choice.config)}
        counts[choice.config] = counts.get(choice.config, 0) + 1
    default = min(counts, key=lambda config: (-counts[config], config))
    return {
        "kernel_name": kernel,
        "triton_version": choices[0].triton,
        "autotune_entries": entries,
        "default_config": _fla_config(default),
    }


def _fla_config(config: Configuration) -> dict[str, Any]:
    return {**dict.fromkeys(OPTIONS), "num_ctas": 1, **config.record()}


def _fla_hash(key: Any) -> str:
    text = json.dumps(key, separators=(",", ":"), sort_keys=True)
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def write_moe(choices: Iterable[Choice]) -> str:
    """Return vLLM's file for choices whose key begins with the number of tokens."""
    by_tokens = {json.loads(choice.key)[0]: choice.config for choice in sorted(choices)}
    file = {str(tokens): {**dict(config.arguments), **dict(config.options)} for tokens, config in sorted(by_tokens.items())}
    return json.dumps(file, indent=4) + "\n"


def read_file(path: Path, device: str) -> list[Choice]:
    """Return the choices of a table, or of a file of flash-linear-attention or vLLM, which are for `device`.

    Raises:
        InputError: the file is none of these.
        OSError: the file cannot be read.
    """
    found = LocatedJson(decode_bytes(path.read_bytes(), str(path)), str(path))
    names = found.expect(found.root, dict, "a file of choices")
    if "format" in names or not names:
        return table_choices(found)
    return _fla_choices(found, device) if "autotune_entries" in names else _moe_choices(found, device)


def _fla_choices(found: LocatedJson, device: str) -> list[Choice]:
    """Return the choices of flash-linear-attention's file, without its default."""
    file = found.members(found.root, "a file of flash-linear-attention", _FLA_FILE, ("kernel_name", "autotune_entries"))
    kernel = found.expect(file["kernel_name"], str, "kernel_name")
    version = found.expect(file["triton_version"], str, "triton_version") if "triton_version" in file else ""
    choices = []
    for entry in found.expect(file["autotune_entries"], dict, "autotune_entries").values():
        fields = found.members(entry, "an entry", ("autotune_key", "config"), ("autotune_key", "config"))
        found.expect(fields["autotune_key"], list, "autotune_key")
        config = read_configuration(found, fields["config"], _FLA_IGNORED)
        choices.append(Choice(device, version, kernel, json.dumps(fields["autotune_key"].plain()), config))
    return choices


def _moe_choices(found: LocatedJson, device: str) -> list[Choice]:
    """Return the choices of vLLM's file; their key is the number of tokens."""
    choices, version = [], ""
    for name, of in found.root.value.items():
        if name == TRITON:
            version = found.expect(of, str, name)
        elif not name.isdecimal():
            found.fail(of, f"a number of tokens is an integer, not {name!r}")
        else:
            choices.append((int(name), _moe_config(found, of)))
    return [Choice(device, version, MOE_KERNEL, json.dumps([tokens]), config) for tokens, config in choices]


def _moe_config(found: LocatedJson, of: LocatedValue) -> Configuration:
    fields = found.expect(of, dict, "a configuration")
    for name, value in fields.items():
        found.expect(value, int, name)
    arguments = tuple(sorted((name, value.value) for name, value in fields.items() if name not in OPTIONS))
    return Configuration(arguments, tuple((name, fields[name].value) for name in OPTIONS if name in fields))
