"""Triton's caches, on disk and in memory, keep kernels of both kinds apart: none is stale, none leaks into plain compilations."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

pytest.importorskip("triton")

from triton import knobs

import egraph_opt
import egraph_opt.triton as plugin
from egraph_opt.core.engine import Limits
from egraph_opt.cost import Converts
from egraph_opt.cost.model_spec import MixedModel, cost_model
from egraph_opt.families.layout.options import Options
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.state import cache_keys
from egraph_opt.triton.state.settings import Settings
from tests.support import jit_kernels
from tests.support.jit_kernels import TARGETS, binary, compile_for, warm_up

KERNEL = ("cuda:90", "row_sums")
EAGER = {"min_gain": 0.0, "move_stores": True}


own_cache = jit_kernels.own_cache


def test_no_stale_plain_kernel_on_disk() -> None:
    plain = compile_for(*KERNEL)
    with plugin.enabled(**EAGER):
        new = compile_for(*KERNEL)
        assert plugin.report().changed == 1
        assert binary(compile_for(*KERNEL)) == binary(new) != binary(plain)
        assert len(plugin.report().kernels) == 1, "the second compilation is a hit"


def test_no_leak_into_plain_compilations_on_disk() -> None:
    with plugin.enabled(**EAGER):
        new = compile_for(*KERNEL)
    plain = compile_for(*KERNEL)
    knobs.compilation.always_compile = True
    try:
        assert binary(plain) == binary(compile_for(*KERNEL)) != binary(new)
    finally:
        knobs.compilation.always_compile = False


@pytest.mark.parametrize("plain_first", [True, False])
def test_both_kinds_live_side_by_side_in_memory(plain_first: bool) -> None:
    def plain() -> object:
        return warm_up("row_sums")

    def ours() -> object:
        with plugin.enabled(**EAGER):
            return warm_up("row_sums")

    with driver(target_of(KERNEL[0])):
        first, second = (plain, ours) if plain_first else (ours, plain)
        a, b = first(), second()
        assert binary(a) != binary(b)
        assert first() is a and second() is b
        with plugin.enabled(min_gain=0.5, alternatives=False):
            assert warm_up("row_sums") not in (a, b), "other settings, another kernel"


@pytest.mark.parametrize("target", TARGETS)
def test_a_compilation_that_began_before_is_not_changed(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its key says that it is plain, though the hook is there by the time its stages are made."""
    from triton.compiler import compiler

    made = compiler.get_cache_key

    def late(*arguments: object, **named: object) -> str:
        key = made(*arguments, **named)
        plugin.enable(**EAGER)
        return key

    monkeypatch.setattr(compiler, "get_cache_key", late)
    new = compile_for(target, "row_sums")
    assert plugin.report().kernels == ()
    plugin.disable()
    monkeypatch.setattr(compiler, "get_cache_key", made)
    assert binary(new) == binary(compile_for(target, "row_sums"))


def test_the_key_follows_everything_that_decides_the_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options()
    variants = [
        Settings(),
        Settings(place="replace-all"),
        Settings(min_gain=0.5),
        Settings(confirm=False),
        Settings(alternatives=False),
        Settings(loads_first=False),
        Settings(local_waits=True),
        *(
            Settings(options=other)
            for other in (
                replace(options, cost=Converts()),
                replace(options, cost=Converts(change_price=0.5)),
                replace(options, cost=cost_model("cycles:alu=0.6")),
                replace(options, cost=cost_model("cycles=0.7,shared_bytes=0.3")),
                replace(options, cost=cost_model("cycles=0.6,shared_bytes=0.4")),
                replace(options, extract="dag"),
                replace(options, work_limit=1_000_000),
                replace(options, candidates=4),
                replace(options, reassociate=True),
                replace(options, limits=Limits(nodes=1)),
            )
        ),
    ]
    keys = [cache_keys.key(settings) for settings in variants]
    assert len(set(keys)) == len(keys)
    assert keys == [cache_keys.key(settings) for settings in variants]
    for name in ("sources", "engines"):
        with monkeypatch.context() as patch:
            patch.setattr(cache_keys, name, lambda: "another version")
            assert cache_keys.key(Settings()) != keys[0]


def test_the_sources_hold_the_rules(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "rules").mkdir(parents=True)
    (package / "rules" / "layout.py").write_text("a = 1")
    before = cache_keys.sources(str(package))
    (package / "rules" / "layout.py").write_text("a = 2")
    cache_keys.sources.cache_clear()
    assert cache_keys.sources(str(package)) != before
    cache_keys.sources.cache_clear()
    read = []
    real = open
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.open", lambda path, *mode, **more: read.append(str(path)) or real(path, *mode, **more))
        cache_keys.sources()
    assert {"layout.py", "optimize.py", "exact.py"} <= {os.path.basename(path) for path in read}
    assert all(path.startswith(os.path.dirname(egraph_opt.__file__)) for path in read)


def test_the_key_is_the_same_in_every_process() -> None:
    code = "from egraph_opt.triton.state.cache_keys import key; from egraph_opt.triton import Settings; print(key(Settings()))"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        assert done.stdout.strip() == cache_keys.key(Settings())


@dataclass(frozen=True)
class OwnModel(Converts):
    name: str = "own"


class Heir(OwnModel):
    """It is what it inherits."""


def test_a_model_of_the_users_is_told_apart_by_its_source() -> None:
    key = cache_keys.model_key(OwnModel())
    assert "class OwnModel" in key and cache_keys.model_key(OwnModel(change_price=2.0)) != key
    mixed = [cache_keys.model_key(MixedModel(((1.0, model),), "mine")) for model in (OwnModel(), Converts())]
    assert "class OwnModel" in mixed[0] and mixed[0] != mixed[1], "of what it mixes too"
    assert "class OwnModel" in cache_keys.model_key(Heir()), "and of what it inherits"
    namespace: dict[str, type] = {"Converts": Converts}
    exec("class Unseen(Converts): pass", namespace)
    with pytest.raises(ValueError, match="source of cost model Unseen"):
        cache_keys.model_key(namespace["Unseen"](name="unseen"))
