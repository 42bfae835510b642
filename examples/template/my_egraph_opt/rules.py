"""Rules for layouts, which `--rules layout,my-rules` runs beside those that egraph-opt has."""

from egraph_opt import rule
from egraph_opt.core.rule import Equation
from egraph_opt.families.layout.vocabulary.term import Function, Value, choose


@rule
def choose_same(f: Function, x: Value) -> Equation:
    """A conditional that gives the same value on both sides is that value: nothing depends on the condition."""
    return choose(f, x, x), x
