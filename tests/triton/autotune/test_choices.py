"""Tables of tuning choices: written, read, used without a ranking, and as files of other packages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.ir.module import InputError
from egraph_opt.triton.autotune.choice_formats import read_file, write_fla, write_moe
from egraph_opt.triton.autotune.choice_table import (
    FORMAT,
    Choice,
    ClassedConfiguration,
    Configuration,
    read_choices,
    write_choices,
)

SMALL = Configuration((("BLOCK", 64), ("FAST", True)), (("num_warps", 4), ("num_stages", 2), ("num_ctas", 1)))
LARGE = Configuration((("BLOCK", 128), ("FAST", False)), (("num_warps", 8), ("num_stages", 3), ("num_ctas", 1), ("maxnreg", 128)))
CLASSES = (ClassedConfiguration(SMALL, 0, 0), ClassedConfiguration(LARGE, 1, 0))
CHOICES = [
    Choice("cuda:90, 132 multiprocessors", "3.6.0", "some.ops.kernel", '[64, "torch.bfloat16", null]', SMALL, CLASSES),
    Choice("cuda:90, 132 multiprocessors", "3.6.0", "some.ops.kernel", '[128, "torch.bfloat16", null]', LARGE, CLASSES),
    Choice("cuda:90, 132 multiprocessors", "3.6.0", "some.ops.kernel", '[256, "torch.bfloat16", null]', LARGE),
]


def test_a_table_comes_back_and_its_text_does_not_depend_on_the_order(tmp_path: Path) -> None:
    (file := tmp_path / "table.json").write_text(text := write_choices(CHOICES))
    assert sorted(read_choices(file)) == sorted(CHOICES) and write_choices(reversed(CHOICES)) == text
    assert read_file(file, "any") == read_choices(file) and len(text.splitlines()) == len(CHOICES) + 2


def entry(**changed: Any) -> str:
    fields = {**json.loads(write_choices(CHOICES[:1]))["choices"][0], **changed}
    return json.dumps({name: value for name, value in fields.items() if value is not ...})


def table(*entries: str) -> str:
    return f'{{"format": "{FORMAT}", "choices": [\n' + ",\n".join(entries) + "\n]}\n"


CONFIG = {"kwargs": {"BLOCK": 64}, "num_warps": 4, "num_stages": 2}


@pytest.mark.parametrize(
    "text,message",
    [
        ("", "error: the file is empty"),
        ("{", "1:2: error: no JSON: expecting property name enclosed in double quotes"),
        ('{"format": NaN}', "1:12: error: no JSON: NaN is no number"),
        ("[]", "1:1: error: a file of choices is an object, not []"),
        ("[" * 100_000, "1:1: error: values are nested too deeply"),
        ("{}", "1:1: error: a table of choices has no 'format'"),
        ('{"format": "other", "choices": []}', f'1:12: error: the format is "{FORMAT}", not "other"'),
        (table(entry(kernel=...)), "2:1: error: a choice has no 'kernel'"),
        (table(entry(kernels="k")), "error: a choice has an unknown key 'kernels' (did you mean kernel?)"),
        (table(entry(key="k")), 'error: a key is a list, not "k"'),
        (table(entry(config={**CONFIG, "num_warps": 0})), "error: num_warps is 1 or more, not 0"),
        (table(entry(config={**CONFIG, "num_warps": True})), "error: num_warps is an integer, not true"),
        (table(entry(config={**CONFIG, "kwargs": {"BLOCK": [1]}})), "error: BLOCK is a number or a text, not [1]"),
        (table(entry(), entry()), "3:1: error: there is another choice for some.ops.kernel with this key"),
        ('{"format": 1, "format": 1}', "1:15: error: the key 'format' is given twice"),
        ('{"64": {"BLOCK_SIZE_M": "a"}}', '1:25: error: BLOCK_SIZE_M is an integer, not "a"'),
        ('{"tokens": {}}', "1:12: error: a number of tokens is an integer, not 'tokens'"),
        ('{"kernel_name": "k", "autotune_entries": {"0": {"autotune_key": [1]}}}', "1:48: error: an entry has no 'config'"),
    ],
)
def test_wrong_files_have_one_message_with_a_place(text: str, message: str, tmp_path: Path) -> None:
    (file := tmp_path / "t.json").write_text(text)
    with pytest.raises(InputError) as raised:
        read_file(file, "")
    assert str(raised.value).startswith(str(file)) and message in str(raised.value)
    done = CliRunner().invoke(main, ["choices", str(file)])
    assert done.exit_code == 1 and done.output.count("error: ") == 1 and "Traceback" not in done.output


def test_files_of_flash_linear_attention(tmp_path: Path) -> None:
    """Names, keys and hashes are those of `fla/ops/utils/cache.py`: an MD5 of the key without spaces."""
    (name, text), *more = write_fla(CHOICES).items()
    found = json.loads(text)
    assert name == "kernel.json" and not more and found["kernel_name"] == "kernel"
    assert found["default_config"] == {
        "kwargs": dict(LARGE.arguments),
        "num_warps": 8,
        "num_stages": 3,
        "num_ctas": 1,
        "maxnreg": 128,
    }
    assert found["autotune_entries"]["3efcd20af46e2771c2e23c5a5275c5bb"]["autotune_key"] == [64, "torch.bfloat16", None]
    (file := tmp_path / name).write_text(text)
    again = read_file(file, CHOICES[0].device)
    assert [(c.device, c.triton, c.kernel, c.key, c.config) for c in sorted(again)] == [
        (c.device, c.triton, "kernel", c.key, c.config) for c in sorted(CHOICES)
    ]


def test_files_of_vllm(tmp_path: Path) -> None:
    config = Configuration((("BLOCK_SIZE_M", 64), ("GROUP_SIZE_M", 8)), (("num_warps", 4), ("num_stages", 3)))
    choices = [Choice("d", "", "fused_moe_kernel", f"[{tokens}]", config) for tokens in (1, 64, 512)]
    text = write_moe(reversed(choices))
    assert list(json.loads(text)) == ["1", "64", "512"]
    assert json.loads(text)["64"] == {"BLOCK_SIZE_M": 64, "GROUP_SIZE_M": 8, "num_warps": 4, "num_stages": 3}
    (file := tmp_path / "E=8,N=64.json").write_text(text)
    assert read_file(file, "d") == choices


def test_the_command_lists_and_writes(tmp_path: Path) -> None:
    (file := tmp_path / "table.json").write_text(write_choices(CHOICES))
    listed = CliRunner().invoke(main, ["choices", str(file)])
    assert listed.exit_code == 0 and listed.output.count("some.ops.kernel") == 3 and "1 of 2 write the same bits" in listed.output
    arguments = ["choices", str(file), "--fla", str(tmp_path / "fla"), "-o", str(tmp_path / "again.json")]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert (tmp_path / "again.json").read_text() == file.read_text() and (tmp_path / "fla" / "kernel.json").exists()
    file.write_text(write_choices([*CHOICES, CHOICES[0]._replace(device="cuda:80")]))
    assert CliRunner().invoke(main, arguments).exit_code == 2
    assert CliRunner().invoke(main, [*arguments, "--device", "cuda:80"]).exit_code == 0
