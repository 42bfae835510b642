"""Rewrite rules, made by the decorator `@rule` from a function that states an equation. `egraph_opt.prover` proves them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import get_type_hints

from egraph_opt.core.import_hints import hint
from egraph_opt.core.vocabulary import Fact, SortError, Term, Vocabulary, Word
from egraph_opt.errors import UserError

Equation = tuple[Term, ...]
"""`before, after, *conditions`: the return value of a rule's function."""


class RuleError(UserError, TypeError):
    """Error in a rule's definition; the message has the file, the line, the rule, and the mistake."""


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """Rewrite rule: `before` may be replaced by `after` if all `conditions` hold. Rules are compared by identity."""

    name: str
    doc: str
    variables: dict[str, type[Term]]
    before: Term
    after: Term
    conditions: tuple[Term, ...] = ()
    where: str = ""
    second: bool = False
    """Whether rule families with two searches use the rule only in the second (see `second_try`)."""

    def without(self, condition: Term) -> Rule:
        """Return this rule without one condition, for a test that the prover refutes it."""
        return replace(self, conditions=tuple(c for c in self.conditions if c is not condition))

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the vocabulary of the rule's symbols and conditions; the largest one if they belong to several vocabularies."""
        words = [term.word for term in (self.before, self.after, *self.conditions) if term.word is not None]
        return max((word.vocabulary for word in words), key=lambda vocabulary: len(vocabulary.words))

    @property
    def egglog_text(self) -> str:
        when = " ".join(c.egglog_text for c in self.conditions)
        before, after = self.before.egglog_text, self.after.egglog_text
        return f'(rule ((= .left {before}) {when}) ((union .left {after})) :ruleset rules :name "{self.name}")'

    def __repr__(self) -> str:
        variables = ", ".join(f"{name}: {sort.__name__}" for name, sort in self.variables.items())
        return f"<rule {self.name}({variables}): {self}>"

    def __str__(self) -> str:
        where = f"  where {', '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{self.before} = {self.after}{where}"


def rule(statement: Callable[..., Equation]) -> Rule:
    """Make a rule from a function.

    Args:
        statement: a function whose parameters are the variables, annotated with their sorts. The function returns `before, after,
            *conditions`. The docstring states the rule.

    Returns:
        The rule, which `prove` can prove.

    Raises:
        RuleError: the docstring or a sort is missing, the name is already used, or the function does not return an equation.
            Also: the equation has an unknown symbol, wrong arguments, or an unbound variable on its right side.
    """
    name, code = statement.__name__, statement.__code__
    line = code.co_firstlineno

    def mistake(what: str) -> RuleError:
        return RuleError(f"{code.co_filename}:{line}: rule {name}: {what}")

    doc = inspect.getdoc(statement)
    if not doc:
        raise mistake("needs a docstring: a sentence that states the fact, and perhaps one with the reason or source")
    if isinstance(other := statement.__globals__.get(name), (Rule, Word)):
        raise mistake(f"the name is taken, by {f'the rule at {other.where}' if isinstance(other, Rule) else f'the word {other}'}")
    try:
        sorts = {name: sort for name, sort in get_type_hints(statement).items() if name != "return"}
        variables = {parameter: sorts[parameter] for parameter in inspect.signature(statement).parameters}
    except (NameError, KeyError) as error:
        where = hint(str(error.name)) if isinstance(error, NameError) else ""
        if isinstance(error, KeyError):
            known = ", ".join(dict.fromkeys(getattr(each, "__name__", str(each)) for each in sorts.values())) or "Value"
            raise mistake(f"{error.args[0]} has no annotation: write {error.args[0]}: and its sort, such as {known}") from None
        raise mistake(f"a variable has no sort that is declared: {error}{where}") from None
    if wrong := [v for v, sort in variables.items() if not (isinstance(sort, type) and issubclass(sort, Term))]:
        raise mistake(f"the variable {wrong[0]} has no sort of a vocabulary, but {variables[wrong[0]]}")
    try:
        equation = statement(*(sort(variable) for variable, sort in variables.items()))
    except TypeError as error:
        line = _line(error, code.co_filename) or line
        raise mistake(
            f"{error}: terms are combined by words of the vocabulary, as plus(x, integer(1)), not by operators"
        ) from None
    except (NameError, SortError) as error:
        line = _line(error, code.co_filename) or line
        raise mistake(_describe_undeclared(error, statement) if isinstance(error, NameError) else str(error)) from None
    if not isinstance(equation, tuple) or len(equation) < 2 or not all(isinstance(term, Term) for term in equation):
        raise mistake(f"returned {type(equation).__name__}: return `before, after, *conditions`, terms of the vocabulary")
    before, after, *conditions = equation
    if before.word is None:
        raise mistake("the left side is a variable, which is every term: say of which terms the rule is true")
    if isinstance(before, Fact) or type(before) is not type(after):
        raise mistake(f"the left side is of sort {type(before).__name__}, the right side of sort {type(after).__name__}")
    if facts := [c for c in conditions if not isinstance(c, Fact)]:
        raise mistake(f"the condition {facts[0]} is no fact, but of sort {type(facts[0]).__name__}")
    bound = {v for term in (before, *conditions) for v in term.variables}
    if loose := sorted(set(after.variables) - bound):
        raise mistake(f"the right side uses {', '.join(loose)}, which the left side does not bind")
    return Rule(name, doc, variables, before, after, tuple(conditions), f"{code.co_filename}:{line}")


def second_try(rule: Rule) -> Rule:
    """Mark a rule so that rule families with two searches use it only in the second search.

    Use `second_try` for rules that enlarge e-graphs so much that a limited search may find worse programs. The result of the
    second search is used only if it is cheaper.
    """
    return replace(rule, second=True)


def rules_of(modules: Iterable[ModuleType]) -> tuple[Rule, ...]:
    """Return the rules defined in modules, in order.

    Raises:
        RuleError: two rules have the same name.
    """
    found: dict[str, Rule] = {}
    for each in (value for module in modules for value in vars(module).values() if isinstance(value, Rule)):
        if (other := found.setdefault(each.name, each)) is not each:
            raise RuleError(f"{each.where}: rule {each.name}: the name is taken, by the rule at {other.where}")
    return tuple(found.values())


def rules_from(what: object, where: str) -> tuple[Rule, ...]:
    """Return the rules in a user's object: a rule, several rules, or a module, whose imported rules are ignored.

    Raises:
        RuleError: the object has no rules, or two with the same name.
    """
    if isinstance(what, Rule):
        return (what,)
    if isinstance(what, ModuleType):
        found = tuple(rule for rule in rules_of([what]) if rule.where.rpartition(":")[0] == what.__file__)
    else:
        found = tuple(what) if isinstance(what, (list, tuple)) and all(isinstance(each, Rule) for each in what) else ()
    if not found:
        raise RuleError(
            f"{where}: error: it is not a rule, a list of rules or a module with rules: decorate a function with @rule"
        )
    return found


def _line(error: Exception, filename: str) -> int:
    """Return the line of the last traceback frame in a file."""
    at, found = error.__traceback__, 0
    while at is not None:
        found = at.tb_lineno if at.tb_frame.f_code.co_filename == filename else found
        at = at.tb_next
    return found


def _describe_undeclared(error: NameError, statement: Callable[..., Equation]) -> str:
    from difflib import get_close_matches

    words = {n: value for n, value in statement.__globals__.items() if isinstance(value, Word)}
    near = get_close_matches(str(error.name), words, 1)
    where = hint(str(error.name), [word.vocabulary for word in words.values()])
    return f"no word {error.name!r} is declared or imported here" + (where or (f": is it {near[0]}?" if near else ""))
