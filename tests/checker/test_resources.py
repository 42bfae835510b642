"""Contents outside of operations, and properties beside discardable attributes, in the checker."""

from __future__ import annotations

import pytest

from egraph_opt.checker import Outcome, check
from egraph_opt.text import read

FUNCTION = """"builtin.module"() ({{
  "tt.func"() <{{sym_name = "f", function_type = (!tt.ptr<f32>) -> ()}}> ({{
  ^bb0(%p: !tt.ptr<f32>):
    {body}
    "tt.return"() : () -> ()
  }}) : () -> ()
}}) : () -> ()
"""
CONSTANT = """%c = "arith.constant"() <{{value = dense_resource<{key}> : tensor<2xf32>}}> : () -> tensor<2xf32>
    "their.use"(%c) : (tensor<2xf32>) -> ()"""
OPAQUE = '"their.table"() {{entries = dense_resource<{key}> : tensor<2xf32>}} : () -> ()'
INSIDE = '"their.loop"() ({{\n      "their.table"() <{{entries = dense_resource<{key}> : tensor<2xf32>}}> : () -> ()\n    }}) : () -> ()'
ONE, TWO = '"0x040000000000803F0000803F"', '"0x040000000000803F00000040"'


def program(body: str, resources: str = "", section: str = "dialect_resources: {builtin: ") -> str:
    metadata = f"\n{{-# {section}{{{resources}}}}} #-}}\n" if resources else ""
    return FUNCTION.format(body=body) + metadata


def outcome(before: str, after: str) -> Outcome:
    return check(read(before), read(after)).outcome


@pytest.mark.parametrize("form", [CONSTANT, OPAQUE, INSIDE])
def test_contents_are_compared_not_keys(form: str) -> None:
    """A constant whose value is a resource was not modelled; in other attributes only the key was compared."""
    here, there = form.format(key="w"), form.format(key='"v w"')
    before = program(here, f"w: {ONE}, x: {TWO}")
    assert outcome(before, before) is Outcome.EQUAL
    assert outcome(before, program(there, f'"v w": {ONE.lower()}')) is Outcome.EQUAL
    assert outcome(before, program(here, f"w: {TWO}")) is not Outcome.EQUAL
    assert outcome(before, program(form.format(key="x"), f"w: {ONE}, x: {TWO}")) is not Outcome.EQUAL


@pytest.mark.parametrize("form", [CONSTANT, OPAQUE, INSIDE])
def test_contents_that_are_not_there_are_not_known(form: str) -> None:
    here = form.format(key="w")
    assert outcome(program(here), program(here)) is Outcome.NOT_PROVED
    assert outcome(program(here, f"w: {ONE}"), program(here, f"v: {ONE}")) is Outcome.NOT_PROVED


def test_resources_of_other_dialects_are_the_same() -> None:
    """Resources of other dialects must be equal, because neither their meaning nor their users are known."""
    use = '"their.table"() {entries = #their.blob<w>} : () -> ()'
    one, two = (program(use, f"w: {blob}", "dialect_resources: {their: ") for blob in (ONE, TWO))
    assert outcome(one, one) is Outcome.EQUAL
    assert outcome(one, two) is Outcome.NOT_PROVED


SQUARE = """%c = "arith.constant"() <{{value = dense<{elements}> : tensor<2x2xi8>}}> : () -> tensor<2x2xi8>
    %t = "tt.trans"(%c) <{{order = array<i32: 1, 0>}}> : (tensor<2x2xi8>) -> tensor<2x2xi8>
    "their.use"({used}) : (tensor<2x2xi8>) -> ()"""


@pytest.mark.parametrize("elements", ['"0x01020304"', "[[1, 2], [3, 4]]"])
def test_text_that_stands_for_many_elements_is_not_one_element(elements: str) -> None:
    """A transposed constant in hexadecimal, or in a resource, was one that is not transposed: its elements were taken to be equal."""
    turned, plain = (program(SQUARE.format(elements=elements, used=used)) for used in ("%t", "%c"))
    assert outcome(turned, plain) is not Outcome.EQUAL
    splat, same = (program(SQUARE.format(elements="7", used=used)) for used in ("%t", "%c"))
    assert outcome(splat, same) is Outcome.EQUAL


def test_a_transposed_resource_is_another_tensor() -> None:
    form = SQUARE.replace("dense<{elements}>", "dense_resource<w>")
    turned, plain = (program(form.format(used=used), 'w: "0x0400000001020304"') for used in ("%t", "%c"))
    assert outcome(turned, turned) is Outcome.EQUAL
    assert outcome(turned, plain) is not Outcome.EQUAL


APART = {
    "moved to the properties": ("{a = 1 : i32}", "<{a = 1 : i32}>"),
    "moved from the properties": ("<{a = 1 : i32, b}>", "<{b}> {a = 1 : i32}"),
    "a discardable one of the same name": ("<{a = 1 : i32}> {a = 2 : i32}", "<{a = 1 : i32}>"),
    "another discardable one": ("<{a = 1 : i32}> {a = 2 : i32}", "<{a = 1 : i32}> {a = 3 : i32}"),
    "exchanged": ("<{a = 1 : i32}> {a = 2 : i32}", "<{a = 2 : i32}> {a = 1 : i32}"),
}


@pytest.mark.parametrize("name", APART)
@pytest.mark.parametrize("form", ['"their.op"() {} : () -> ()', '"their.loop"() ({{ "their.op"() {} : () -> () }}) : () -> ()'])
def test_properties_of_unknown_operations_are_no_discardable_attributes(name: str, form: str) -> None:
    before, after = (program(form.replace("{{", "{").replace("}}", "}").replace("{}", text)) for text in APART[name])
    assert outcome(before, before) is Outcome.EQUAL
    assert outcome(before, after) is not Outcome.EQUAL
    assert outcome(after, before) is not Outcome.EQUAL


def test_properties_of_known_operations_are_what_mlir_makes_of_them() -> None:
    """`{value = ...}` alone is the property; beside the property it is nothing (MLIR drops it)."""
    store = """%c = "arith.constant"() {} : () -> f32
    "tt.store"(%p, %c) : (!tt.ptr<f32>, f32) -> ()"""
    old, new, both, other = (
        program(store.replace("{}", text))
        for text in (
            "{value = 1.0 : f32}",
            "<{value = 1.0 : f32}>",
            "<{value = 1.0 : f32}> {value = 2.0 : f32}",
            "{value = 2.0 : f32}",
        )
    )
    assert outcome(old, new) is Outcome.EQUAL
    assert outcome(new, both) is Outcome.EQUAL
    assert outcome(both, other) is Outcome.NOT_PROVED
