"""Generic form: operations that differ in the names of values only are analysed once, and some are passed by."""

from __future__ import annotations

import pytest

from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read, write
from egraph_opt.text.parser import TextReader
from tests.support.kernels import CORPUS, FILES, program_text
from tests.text.texts import TEXTS

TEXT = program_text("text/generic_form.text")
PAIR = """"func.func"() <{{function_type = (f32, i1) -> (), sym_name = "f"}}> ({{
^bb0(%a: f32, %k: i1):
  %1 = "x.y"(%a) {{n = 1}} : (f32) -> f32
  {second}
  "func.return"() : () -> ()
}}) : () -> ()
"""


class Forgetful(dict[object, object]):
    """Templates that are not kept."""

    def __setitem__(self, key: object, value: object) -> None:
        pass


def one_by_one(text: str) -> Module:
    """Return a program of which each operation is analysed anew."""
    reader = TextReader(text, "<stdin>", 1)
    reader.templates = Forgetful()  # type: ignore[assignment]
    return reader.module()


def shown(module: Module) -> list[object]:
    """Return all that is known of a module's operations."""
    found: list[object] = [module.header, module.footer, module.resources]
    for op in module.op.walk():
        values = [[(v.name, v.type) for v in vs] for vs in (op.operands, op.results)]
        inside = [(b.label, b.locations, [(v.name, v.type) for v in b.arguments]) for r in op.regions for b in r.blocks]
        places = [(start, end) for _, start, end in op.written.children] if op.written else []
        found.append((op.name, values, inside, dict(op.attributes), op.successors, op.pieces, op.location, op.line, places))
        found.append((op.inherent, dict(op.shadowed), op.properties, op.discardable))
    return found


WHOLE = {"here": TEXT} | {name: text for name, text in TEXTS.items() if "// -----\n" not in text and name != "two modules"}


@pytest.mark.parametrize("name", [*WHOLE, *(p.parent.name for p in FILES["input"][:20])])
def test_known_templates_read_alike(name: str) -> None:
    text = WHOLE.get(name) or write(read((CORPUS / f"kernels/{name}/input.ttir").read_text()), "generic")
    assert shown(read(text)) == shown(one_by_one(text))
    assert write(read(text), "generic") == write(one_by_one(text), "generic")


def test_what_is_alike_is_analysed_once() -> None:
    reader = TextReader(TEXT, "<stdin>", 1)
    reader.module()
    ours = [chunks[0] for _, chunks in reader.templates]
    assert ours.count('"arith.addf"(') == 2  # with and without more attributes
    assert ours.count('"x.y"(') == 2  # with and without names for its results
    assert ours.count('"x.z"(') == 1  # the last one of a line


@pytest.mark.parametrize(
    "second",
    [
        '%2 = "x.y"(%3) {n = 1} : (f32) -> f32',  # not defined
        '%2 = "x.y"(%k) {n = 1} : (f32) -> f32',  # of another type
        '%1 = "x.y"(%a) {n = 1} : (f32) -> f32',  # defined twice
        '%2:2 = "x.y"(%a) {n = 1} : (f32) -> f32',  # too many names
        '%2 = "x.y"(%a, %a) {n = 1} : (f32) -> f32',  # too many operands
    ],
)
def test_mistakes_are_found_behind_a_known_template(second: str) -> None:
    text = PAIR.format(second=second)
    with pytest.raises(InputError) as known:
        read(text)
    with pytest.raises(InputError) as alone:
        one_by_one(text)
    assert str(known.value) == str(alone.value)
    read(PAIR.format(second='%2 = "x.y"(%1) {n = 1} : (f32) -> f32'))


def test_what_is_not_wanted_is_passed_by() -> None:
    beside = {"util.global", "util.initializer"}
    whole, part = read(TEXT), read(TEXT, unread=beside)
    inside = [list(module.op.regions[0].blocks[0].ops) for module in (whole, part)]
    assert [(op.name, op.line) for op in inside[0]] == [(op.name, op.line) for op in inside[1]]
    assert [(op.attributes, op.regions) for op in inside[1][:2]] == [({}, ())] * 2
    assert shown(whole)[-24:] == shown(part)[-24:]
    assert ("util.global.store" in str(shown(whole)), "util.global.store" in str(shown(part))) == (True, False)
    with pytest.raises(InputError, match="undeclared"):
        read(TEXT, unread={"arith.constant"})
