"""Text beside operations is kept, both where nothing changes and where functions change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from egraph_opt import optimize
from egraph_opt.checker import check
from egraph_opt.families.pointer import raise_text
from egraph_opt.ir.module import InputError, Op
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops
from egraph_opt.text import join, read, split, write
from tests.text.texts import FUNCTION, METADATA, OTHER, TEXTS

LAYOUT = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>"
LAYOUTS = """#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
"""
TARGET = '"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32'
KERNEL = """tt.func @k(%p: tensor<512x!tt.ptr<f32>, #a>) {
    %c = arith.constant dense_resource<w> : tensor<512xf32, #b>
    %x = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
    %y = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #b>
    %z = arith.addf %y, %c : tensor<512xf32, #b>
    %w = ttg.convert_layout %z : tensor<512xf32, #b> -> tensor<512xf32, #a>
    tt.store %p, %w : tensor<512x!tt.ptr<f32>, #a>
    tt.return
  }"""
AROUND = (
    f"// lead\n{LAYOUTS}module attributes {{{TARGET}}} {{\n  // first\n  ",
    f" // behind\n\n  // second\n  {OTHER.replace('tt.return', 'tt.return  ')} // kept\n}}\n{METADATA}// end",
)


def again(text: str, form: str = "source") -> str:
    return join(text, [write(read(chunk, "f", line), form) for chunk, line in split(text)])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TEXTS)
def test_every_byte_comes_back(name: str) -> None:
    text = TEXTS[name]
    assert again(text) == text
    if "tt.func" in text:
        assert raise_text(text, "f", "block-pointer").ir == text
        laid = text.replace("f32>", f"f32, {LAYOUT}>").replace(f"ptr<f32, {LAYOUT}>>", f"ptr<f32>, {LAYOUT}>")
        assert laid != text and optimize(laid).ir == laid


@pytest.mark.parametrize("name", TEXTS)
def test_generic_form_keeps_what_is_no_operation(name: str) -> None:
    text = TEXTS[name]
    generic = again(text, "generic")
    assert again(generic, "generic") == generic
    comments = [line[line.find("//") :].strip() for line in text.splitlines() if "//" in line and '"' not in line]
    assert [line for line in comments if line not in generic] == []
    for (before, _), (after, _) in zip(split(text), split(generic), strict=True):
        assert read(before).resources == read(after).resources


@pytest.mark.parametrize("break_", ["\n", "\r\n"])
def test_a_function_that_changes_changes_nothing_else(break_: str) -> None:
    text = KERNEL.join(AROUND).replace("\n", break_)
    result = optimize(text)
    assert not result.remarks and "convert_layout" not in result.ir
    head, tail = (part.replace("\n", break_) for part in AROUND)
    assert result.ir.startswith(head) and result.ir.endswith(tail)
    assert "dense_resource<w> : tensor<512xf32, #a>" in result.ir
    assert result.ir.count("\n") == result.ir.count(break_)


def test_functions_in_modules_in_modules_are_exchanged() -> None:
    """They were counted as changed, and came back as they were."""
    inner = f"module @inner attributes {{{TARGET}}} {{\n    {KERNEL}\n  }}"
    result = optimize(f"{LAYOUTS}module {{\n  // outer\n  {inner}\n}}\n{METADATA}")
    assert not result.remarks and result.cost_after < result.cost_before
    assert "convert_layout" not in result.ir and "  // outer\n  module @inner" in result.ir
    wrong = result.ir.replace("arith.addf", "arith.subf")
    assert not check(read(result.ir), read(wrong)).equal


def test_the_threads_of_a_function_are_those_of_its_own_module() -> None:
    text = f'module {{\n  module @inner attributes {{"ttg.num-warps" = 8 : i32}} {{\n    {FUNCTION}\n  }}\n  {OTHER}\n}}\n'
    module = read(text)
    assert [module.threads(f) for f in module.functions()] == [256, 128]


def only(text: str, name: str) -> Op:
    return next(op for op in read(text).op.walk() if op.name == name)


def test_a_property_is_no_discardable_attribute() -> None:
    """MLIR takes the property, and drops a discardable attribute of its name; the last one written was taken here."""
    op = only('"f.g"() <{value = 1 : i32, "x y" = 3 : i32}> {value = 2 : i32, other} : () -> ()\n', "f.g")
    assert op.attributes["value"] == "1 : i32"
    assert op.properties == {"value": "1 : i32", "x y": "3 : i32"}
    assert op.discardable == {"value": "2 : i32", "other": "unit"}
    written = write(read('"f.g"() <{value = 1 : i32}> {value = 2 : i32, other} : () -> ()\n'), "generic")
    assert only(written, "f.g").properties == {"value": "1 : i32"}
    assert only(written, "f.g").discardable == {"value": "2 : i32", "other": "unit"}


def test_names_with_quotes_in_them() -> None:
    assert only('"f.g"() {"a\\"b" = 1 : i32, "\\22, c" = 2 : i32} : () -> ()\n', "f.g").attributes == {
        'a\\"b': "1 : i32",
        "\\22, c": "2 : i32",
    }


WRONG = {
    "not closed": (f"module {{\n}}\n{METADATA}".replace("#-}", ""), "#-}"),
    "twice": (f"module {{\n}}\n{METADATA}{METADATA}", "second resource"),
    "no value": ("module {\n}\n{-# dialect_resources #-}\n", "name: value"),
}


@pytest.mark.parametrize("name", WRONG)
def test_resources_that_cannot_be_read(name: str) -> None:
    text, word = WRONG[name]
    with pytest.raises(InputError, match=word) as found:
        read(text, "f.mlir")
    assert found.value.line > 2


def test_no_text_is_a_module_more() -> None:
    """Comments between separators were an error, a separator's own words were lost, and so were line ends."""
    text = "// -----// IR Dump After X //----- //\nmodule {\n}\n\n// ----- a\n\n// -----\n// b\n// -----\nmodule {\n}"
    assert len(split(text)) == 2
    assert join(text, ["module @a {\n}", "module @b {\n}"]) == text.replace("module {\n}\n\n", "module @a {\n}\n").replace(
        "module {\n}", "module @b {\n}"
    )


POINTERS = """tt.func @p(%p: !tt.ptr<f32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %c = arith.constant dense_resource<w> : tensor<128xf32>
    tt.store %q, %c : tensor<128x!tt.ptr<f32>>
    tt.return
  }"""


@pytest.mark.parametrize("target", ["tts", "block-pointer"])
def test_raising_pointers_changes_nothing_else(target: str) -> None:
    """With the contents of its constants: before, each access whose program has a resource was left."""
    head, tail = AROUND[0].replace(LAYOUTS, "").replace(f" attributes {{{TARGET}}}", ""), AROUND[1]
    result = raise_text(head + POINTERS + tail, "f", target)  # type: ignore[arg-type]
    assert [report.raised for report in result.reports] == [True, False], result.reports  # the second function has no pattern
    assert result.ir.startswith(head) and result.ir.endswith(tail)


def test_locations_of_arguments_that_are_gone_are_left_out() -> None:
    """A pass that drops arguments of a block, as of a loop's carried values, need not know their locations."""
    text = """module {
  tt.func public @f(%a: i32) {
    %c = arith.constant true
    %r:2 = "scf.while"(%a, %a) ({
    ^bb0(%x: i32 loc("x"), %w: i32 loc("w")):
      "scf.condition"(%c, %x, %w) : (i1, i32, i32) -> ()
    }, {
    ^bb0(%y: i32 loc("y"), %z: i32 loc("z")):
      "scf.yield"(%y, %z) : (i32, i32) -> ()
    }) : (i32, i32) -> (i32, i32)
    tt.return
  }
}
"""
    module = read(text)
    (function,) = module.functions()
    (loop,) = (op for op in function.walk() if op.name == "scf.while")
    old = loop.regions[1].blocks[0]
    body = replace(loop.regions[1], blocks=(replace(old, arguments=old.arguments[:1], ops=()),))
    changed = replace(loop, regions=(loop.regions[0], body), pieces=())
    new = map_blocks(function, lambda block: replace_ops(block, [changed if op is loop else op for op in block.ops]))
    written = write(module.replace_functions({function: new}))
    assert "^bb0(%y: i32):" in written and 'loc("w")' in written
