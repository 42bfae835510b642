"""The kernels of a running program are written down, each once, and nothing that it does changes."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("triton")

from triton import knobs
from triton.runtime.jit import JITFunction

import egraph_opt.triton as plugin
from egraph_opt.apps.replay.kernel_corpus import kernel_of
from egraph_opt.triton.capture import kernel_folder
from egraph_opt.triton.capture.fake_driver import FakeTensor, driver, target_of
from egraph_opt.triton.capture.kernel_source import standing_alone
from egraph_opt.triton.launch_capture import FirstLaunch
from tests.support.jit_kernels import softmax


@pytest.fixture(autouse=True)
def gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("EGRAPH_OPT", raising=False)
    with driver(target_of("cuda:90")):
        yield
        plugin.disable()


def warm() -> Any:
    x = FakeTensor("float32", (64, 64))
    return softmax.warmup(x, x, 64, 64, BLOCK=64, grid=(64,))


def test_a_kernel_is_written_with_its_first_launch(tmp_path: Path) -> None:
    before = JITFunction._do_compile, knobs.compilation.listener
    plugin.enable(capture=tmp_path / "kernels", rewrite=False)
    kernel = warm()
    assert isinstance(kernel, FirstLaunch)
    (place,) = (tmp_path / "kernels").iterdir()
    assert place.name.startswith("softmax-") and {file.name for file in place.iterdir()} == {
        "input.ttir",
        "kernel.json",
        "source.py",
    }
    assert kernel_of(place).launch is None
    x = FakeTensor("float32", (64, 64))
    arguments = [x, x, 64, 64, 64]
    launched = kernel.choose_kernel(arguments, (64, 1, 1, 0))
    assert not isinstance(launched, FirstLaunch) and launched.asm["ttir"]
    captured = kernel_of(place)
    assert captured.launch is not None and captured.launch.grid == (64, 1, 1) and captured.work is not None
    assert captured.launch.arguments["in_ptr"] == {"tensor": "float32", "shape": [64, 64], "stride": [64, 1]}
    assert captured.source is not None and captured.options["num_warps"] == 4 and captured.target == "cuda:90"
    plugin.disable()
    assert before == (JITFunction._do_compile, knobs.compilation.listener)


def test_the_same_kernel_is_written_once_by_whoever_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0
    for _ in range(2):
        softmax.device_caches.clear()
        monkeypatch.setenv("EGRAPH_OPT_CAPTURE", str(tmp_path / "kernels"))
        plugin.enable()
        warm()
        seen += len(plugin.report().kernels)
    assert len(list((tmp_path / "kernels").iterdir())) == 1
    assert seen == 1, "the optimiser was there, too, and the second kernel came out of the cache"


def test_what_cannot_be_written_costs_a_warning_and_no_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "kernels"
    monkeypatch.setattr(kernel_folder, "MAX_BYTES", 100)
    softmax.device_caches.clear()
    plugin.enable(capture=place, rewrite=False)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert warm() is not None
    assert len([each for each in said if "kernels are not captured" in str(each.message)]) == 1
    assert not list(place.iterdir())


def test_a_source_that_names_other_things_is_left_out() -> None:
    text = standing_alone(softmax)
    assert text is not None and "import triton.language as tl" in text and text.count("@triton.jit") == 1
    other = softmax.fn.__globals__.pop("tl")
    try:
        assert standing_alone(softmax) is None
    finally:
        softmax.fn.__globals__["tl"] = other


def test_a_record_is_plain_data(tmp_path: Path) -> None:
    plugin.enable(capture=tmp_path / "kernels", rewrite=False)
    softmax.device_caches.clear()
    warm()
    (place,) = (tmp_path / "kernels").iterdir()
    record = json.loads((place / "kernel.json").read_text())
    assert record["schema_version"] == kernel_folder.SCHEMA_VERSION and "triton" in record["versions"]
