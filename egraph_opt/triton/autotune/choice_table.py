"""Table of tuning choices: a JSON file with the configuration chosen for each kernel, key and device.

The text depends on the choices alone: entries are sorted, one a line, and have no time and no machine's name.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.text.located_json import LocatedJson, LocatedValue
from egraph_opt.text.program_input import decode_bytes

FORMAT = "egraph_opt tuning choices 1"
OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")
"""Options of a configuration, besides the kernel's own arguments."""
_ENTRY = ("device", "triton", "kernel", "key", "config", "configurations")


class Configuration(NamedTuple):
    """Tuning configuration: arguments of the kernel by name, and Triton's options that are set."""

    arguments: tuple[tuple[str, Any], ...]
    options: tuple[tuple[str, int], ...]

    def record(self) -> dict[str, Any]:
        return {"kwargs": dict(self.arguments), **dict(self.options)}


class ClassedConfiguration(NamedTuple):
    """Configuration with its bits classes (`bit_classes`); -1 for a configuration that does not run."""

    config: Configuration
    bits: int
    unfused_bits: int


class Choice(NamedTuple):
    """Configuration chosen for a kernel, for one key of its tuner, on one kind of device.

    `kernel` is the qualified name; `key` has the tuner's key as JSON. `configurations` are those chosen from.
    """

    device: str
    triton: str
    kernel: str
    key: str
    config: Configuration
    configurations: tuple[ClassedConfiguration, ...] = ()

    @property
    def place(self) -> tuple[str, str, str, str]:
        return self.device, self.triton, self.kernel, self.key


def configuration(config: Any) -> Configuration:
    """Return a `triton.Config` as data."""
    options = tuple((name, value) for name in OPTIONS if (value := getattr(config, name, None)) is not None)
    return Configuration(tuple(sorted(config.kwargs.items())), options)


def key_text(key: Iterable[Any]) -> str:
    """Return a tuner's key as JSON; values that JSON does not have are written as text."""
    return json.dumps([value if isinstance(value, bool | int | float | str | None) else str(value) for value in key])


def write_choices(choices: Iterable[Choice]) -> str:
    """Return the text of a table; of several choices for one place, the last one is kept."""
    kept = {choice.place: choice for choice in choices}
    lines = [json.dumps(_entry(kept[place])) for place in sorted(kept)]
    return f'{{"format": {json.dumps(FORMAT)}, "choices": [\n' + ",\n".join(lines) + "\n]}\n"


def _entry(choice: Choice) -> dict[str, Any]:
    entry = {"device": choice.device, "triton": choice.triton, "kernel": choice.kernel, "key": json.loads(choice.key)}
    entry["config"] = choice.config.record()
    if choice.configurations:
        entry["configurations"] = [
            {"config": each.config.record(), "bits": each.bits, "unfused_bits": each.unfused_bits}
            for each in choice.configurations
        ]
    return entry


def read_choices(path: Path) -> list[Choice]:
    """Return the choices of a table.

    Raises:
        InputError: the file is no table.
        OSError: the file cannot be read.
    """
    return table_choices(LocatedJson(decode_bytes(path.read_bytes(), str(path)), str(path)))


def table_choices(found: LocatedJson) -> list[Choice]:
    """Return the choices of a parsed table. Raises InputError if it is none."""
    table = found.members(found.root, "a table of choices", ("format", "choices"), ("format", "choices"))
    if table["format"].value != FORMAT:
        found.fail(table["format"], f"the format is {json.dumps(FORMAT)}, not {json.dumps(table['format'].plain())[:60]}")
    choices = [_choice(found, each) for each in found.expect(table["choices"], list, "choices")]
    places: set[tuple[str, ...]] = set()
    for choice, each in zip(choices, table["choices"].value, strict=True):
        if choice.place in places:
            found.fail(each, f"there is another choice for {choice.kernel} with this key")
        places.add(choice.place)
    return choices


def _choice(found: LocatedJson, of: LocatedValue) -> Choice:
    entry = found.members(of, "a choice", _ENTRY, _ENTRY[:-1])
    device, triton, kernel = (found.expect(entry[name], str, name) for name in _ENTRY[:3])
    key = json.dumps(LocatedValue(found.expect(entry["key"], list, "a key"), 0).plain())
    classed = []
    if "configurations" in entry:
        for each in found.expect(entry["configurations"], list, "configurations"):
            names = ("config", "bits", "unfused_bits")
            fields = found.members(each, "a configuration's classes", names, names)
            bits, unfused = (found.expect(fields[name], int, name) for name in names[1:])
            classed.append(ClassedConfiguration(read_configuration(found, fields["config"]), bits, unfused))
    return Choice(device, triton, kernel, key, read_configuration(found, entry["config"]), tuple(classed))


def read_configuration(found: LocatedJson, of: LocatedValue, others: Collection[str] = ()) -> Configuration:
    """Return a configuration; `others` are further names that it may have, which are dropped."""
    fields = found.members(of, "a configuration", ("kwargs", *OPTIONS, *others), ("kwargs", "num_warps", "num_stages"))
    arguments = found.expect(fields["kwargs"], dict, "kwargs")
    for name, value in arguments.items():
        if isinstance(value.value, dict | list):
            found.fail(value, f"{name} is a number or a text, not {json.dumps(value.plain())[:60]}")
    options = []
    for name in OPTIONS:
        if name in fields and fields[name].value is not None:
            if found.expect(fields[name], int, name) < 1:
                found.fail(fields[name], f"{name} is 1 or more, not {fields[name].value}")
            options.append((name, fields[name].value))
    return Configuration(tuple(sorted((name, value.value) for name, value in arguments.items())), tuple(options))
