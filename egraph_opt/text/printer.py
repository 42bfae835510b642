"""Printer from `Module` to text, in the form of the source or in generic form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from egraph_opt.ir.module import Block, Module, Op, Operand, Region, RegionSlot, SourceText, TypeOf, Value
from egraph_opt.text.region_op_state import ISOLATED_OPS
from egraph_opt.text.syntax.attribute_alias import Compressor
from egraph_opt.text.syntax.undeclared_ops import WORDS_ATTRIBUTE

Form = Literal["source", "generic"]
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*")
"""Names that MLIR accepts without quotes."""


def write(module: Module, form: Form = "source") -> str:
    """Print a module.

    Args:
        module: a module from `read`, possibly changed.
        form: `source` prints unchanged operations verbatim; `generic` prints every operation in MLIR's generic form.

    Returns:
        The text, with all comments, aliases, resources and blank lines of the source.

    Raises:
        ValueError: an operation uses a value that the module does not define.
    """
    if form == "source" and (verbatim := _verbatim(module.op)):
        return module.header + verbatim.rstrip("\n") + module.footer
    writer = _Writer(module.aliases, form)
    try:
        writer.names.function(module.op)
        if module.op.written is None:
            writer.op(module.op, "")
        else:
            writer.module(module.op, module.op.written, "")
    except KeyError as error:
        value = error.args[0]
        name = value.name if isinstance(value, Value) else value
        raise ValueError(f"the module uses the value {name}, but no operation or block of it defines that value") from None
    return module.header + "".join(writer.out).rstrip("\n") + module.footer


def _verbatim(op: Op) -> str:
    """Return the source text of a module, or an empty text if some operation has changed."""
    if op.written is None or op.pieces is not op.written.pieces:
        return ""
    written = op.written
    children = [child for region in op.regions for block in region.blocks for child in block.ops]
    if len(children) != len(written.children) or any(
        new is not old for new, (old, _, _) in zip(children, written.children, strict=True)
    ):
        return ""
    return written.source[written.start : written.end]


IMPLICIT = frozenset(("scf.for", "scf.if", "scf.index_switch"))
"""Operations whose terminator may be omitted in custom assembly, but not in generic form."""


PARTITIONS = "ttg.warp_specialize.partitions"
"""Operation in `ttg.warp_specialize` of which custom assembly prints only the regions."""


class _Names:
    """Names under which values are printed. A value keeps its source name if no other visible value has this name."""

    def __init__(self) -> None:
        self.printed: dict[Value, str] = {}
        self._visible: set[str] = set()
        self._taken: set[str] = set()
        self._tried: dict[str, int] = {}
        """For each name stem, a number below which all suffixes are in use."""

    def function(self, op: Op) -> None:
        """Assign a name to every value of an isolated operation."""
        outer = self._visible, self._taken, self._tried
        self._visible, self._tried = set(), {}
        self._taken = {_base(v.name) for v in _values(op)}
        for region in op.regions:
            self._region(region)
        self._visible, self._taken, self._tried = outer

    def _region(self, region: Region) -> None:
        mine: list[str] = []
        for block in region.blocks:
            for value in block.arguments:
                mine.append(self._name((value,)))
        for block in region.blocks:
            for op in block.ops:
                if op.results:
                    mine += self._results(op.results)
                if op.regions:
                    if op.name in ISOLATED_OPS and op.name != PARTITIONS:  # their names are those of the function around them
                        self.function(op)
                    else:
                        for inner in op.regions:
                            self._region(inner)
        self._visible.difference_update(mine)

    def _results(self, results: tuple[Value, ...]) -> list[str]:
        if len(results) == 1:
            return [self._name(results)]
        return [self._name(group) for group in groups(results)]

    def _name(self, values: tuple[Value, ...]) -> str:
        """Assign a base name to a group of values (see `groups`), and return the name."""
        base = values[0].name
        if "#" in base:
            base = _base(base) if len(values) > 1 else _suffixable_name(base.replace("#", "_"))
        if base in self._visible or (base != values[0].name and len(values) == 1 and base in self._taken):
            stem = _suffixable_name(base)
            k = self._tried.get(stem, 0)
            while f"{stem}_{k}" in self._taken:
                k += 1
            self._tried[stem] = k + 1
            base = f"{stem}_{k}"
            self._taken.add(base)
        self._visible.add(base)
        if len(values) == 1:
            self.printed[values[0]] = base
        else:
            for i, value in enumerate(values):
                self.printed[value] = f"{base}#{i}"
        return base


def groups(results: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    """Group results that share a name, such as `%5#0, %5#1`."""
    runs: list[list[Value]] = []
    for value in results:
        base, hash_, number = value.name.partition("#")
        run = runs[-1] if runs else None
        if run and hash_ and number == str(len(run)) and run[0].name == f"{base}#0":
            run.append(value)
        else:
            runs.append([value])
    return [tuple(run) for run in runs]


def _suffixable_name(name: str) -> str:
    """Return a name to which a suffix can be added: a numeric name gets a letter, since MLIR parses `%12_0` as `%12`."""
    return f"%v{name[1:]}" if name[1:2].isdigit() else name


def _base(name: str) -> str:
    return name.partition("#")[0]


def _values(op: Op) -> list[Value]:
    found: list[Value] = []
    for inner in op.walk():
        found += inner.results
        for region in inner.regions:
            for block in region.blocks:
                found += block.arguments
    return found


class _Writer:
    def __init__(self, aliases: Mapping[str, str], form: Form):
        self.out: list[str] = []
        self.aliases, self.form = aliases, form
        self.short = Compressor(aliases)
        self.names = _Names()

    def op(self, op: Op, indent: str) -> None:
        out = self.out
        out.append(indent)
        if op.results:
            out.append(self.results_text(op.results))
        if op.pieces and (self.form == "source" or WORDS_ATTRIBUTE in op.attributes):
            self.pieces(op, indent)
        else:
            self.generic(op, indent)
        out.append(op.location + "\n")

    def module(self, op: Op, written: SourceText, indent: str) -> None:
        """Print a module with unchanged operations, and the text between operations, from the source."""
        children = [child for region in op.regions for block in region.blocks for child in block.ops]
        inner = indent if written.start == written.opened else indent + "  "
        if op.pieces is not written.pieces or len(children) != len(written.children):
            self.op(op, indent)
            return
        out, source, implicit = self.out, written.source, written.start == written.opened
        verbatim = self.form == "source" or implicit
        properties = f" <{self.dictionary(op.properties)}>" if op.inherent else ""
        out.append(source[written.start : written.opened] if verbatim else f'"builtin.module"(){properties} ({{')
        if not (children or verbatim or "^" in source[written.opened : written.closed]):
            out.append(f"\n{indent}^bb0:")  # empty braces contain no block
        last = written.opened
        for new, (old, start, end) in zip(children, written.children, strict=True):
            out.append(source[last:start] if implicit else self.separator(source[last:start], "\n" + inner))
            last = end
            if new is old and self.form == "source":
                out.append(source[start:end])
            elif new.written is not None:
                self.module(new, new.written, inner)
            else:
                text = self.op_text(new, inner)
                same = self.form == "source" and old.name in ISOLATED_OPS and text == self.isolated_op_text(old, inner)
                out.append(source[start:end] if same else text.replace("\n", "\r\n") if "\r\n" in source else text)
        out.append(source[last : written.closed] if implicit else self.separator(source[last : written.closed], "\n" + indent))
        if verbatim:
            out.append(source[written.closed : written.end])
        else:
            kept = f" {self.dictionary(op.discardable)}" if op.discardable else ""
            out.append(f"}}){kept} : () -> (){op.location}")

    def separator(self, text: str, usual: str) -> str:
        """Return the text between two operations; in generic form, white space becomes `usual`."""
        return text if self.form == "source" or text.strip() else usual

    def op_text(self, op: Op, indent: str) -> str:
        mark = len(self.out)
        self.op(op, indent)
        text = "".join(self.out[mark:])
        del self.out[mark:]
        return text[len(indent) :].removesuffix("\n")

    def isolated_op_text(self, op: Op, indent: str) -> str:
        """Return the text of an operation that is isolated from above."""
        writer = _Writer(self.aliases, self.form)
        writer.names.function(op)
        return writer.op_text(op, indent)

    def results_text(self, results: tuple[Value, ...]) -> str:
        printed = self.names.printed
        if len(results) == 1:
            return printed[results[0]] + " = "
        names = []
        for group in groups(results):
            first = printed[group[0]]
            names.append(first if len(group) == 1 else f"{_base(first)}:{len(group)}")
        return ", ".join(names) + " = "

    def pieces(self, op: Op, indent: str) -> None:
        out, printed = self.out, self.names.printed
        for piece in op.pieces:
            if isinstance(piece, str):
                out.append(piece)
            elif isinstance(piece, Operand):
                out.append(printed[op.operands[piece.index]])
            elif isinstance(piece, TypeOf):
                values = op.results if piece.of == "result" else op.operands
                out.append(self.short(values[piece.index].type))
            elif isinstance(piece, RegionSlot):
                self.region(op.regions[piece.index], indent, op.name, False)
            else:
                out.append(printed[op.regions[piece.region].blocks[0].arguments[piece.index]])

    def region(self, region: Region, indent: str, owner: str, generic: bool) -> None:
        """Print a region; `generic` requires explicit labels and terminators."""
        out = self.out
        if owner == "ttg.warp_specialize" and not generic and len(ops := region.blocks[0].ops) == 1:
            written = ops[0].name == PARTITIONS and ops[0].pieces
            if written and ops[0].pieces[0] != f'"{PARTITIONS}"(':
                self.pieces(ops[0], indent)
                return
        out.append("{\n")
        inner = indent + "  "
        sources = _predecessors(region) if len(region.blocks) > 1 else {}
        for number, block in enumerate(region.blocks):
            if block.label is not None or number or (generic and (block.arguments or not block.ops)):
                self.label(block, number, indent, sources)
            for op in block.ops:
                self.op(op, inner)
            if generic and owner in IMPLICIT and not (block.ops and block.ops[-1].name == "scf.yield"):
                out.append(f'{inner}"scf.yield"() : () -> ()\n')
        out.append(indent + "}")

    def label(self, block: Block, number: int, indent: str, sources: Mapping[str, list[str]]) -> None:
        label = block.label or f"^bb{number}"
        arguments = ""
        if block.arguments:
            # a pass that adds or drops arguments keeps the locations of the old ones
            locations = block.locations if len(block.locations) == len(block.arguments) else ("",) * len(block.arguments)
            pairs = zip(block.arguments, locations, strict=True)
            arguments = "(" + ", ".join(f"{self.names.printed[v]}: {self.short(v.type)}{loc}" for v, loc in pairs) + ")"
        comment = ""
        if number:
            known = sources.get(label, [])
            many = f"{len(known)} preds: " if len(known) > 1 else "pred: "
            comment = f"  // {many}{', '.join(known)}" if known else "  // no predecessors"
        self.out.append(f"{indent}{label}{arguments}:{comment}\n")

    def dictionary(self, attributes: Mapping[str, str]) -> str:
        entries = [k if v == "unit" else f"{k} = {self.short(v)}" for k, v in ((_key(k), v) for k, v in attributes.items())]
        return f"{{{', '.join(entries)}}}"

    def generic(self, op: Op, indent: str) -> None:
        out, short, printed = self.out, self.short, self.names.printed
        out.append(f'"{op.name}"({", ".join([printed[v] for v in op.operands])})')
        if op.successors:
            out.append(f"[{', '.join(op.successors)}]")
        if op.inherent:
            out.append(f" <{self.dictionary(op.properties)}>")
        if op.regions:
            out.append(" (")
            for i, region in enumerate(op.regions):
                if i:
                    out.append(", ")
                self.region(region, indent, op.name, True)
            out.append(")")
        if op.discardable:
            out.append(" " + self.dictionary(op.discardable))
        results = ", ".join([short(v.type) for v in op.results])
        if len(op.results) != 1 or "->" in results:
            results = f"({results})"
        out.append(f" : ({', '.join([short(v.type) for v in op.operands])}) -> {results}")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{name}"'


def _predecessors(region: Region) -> dict[str, list[str]]:
    """Return the labels of each block's predecessors, in the order in which MLIR prints them."""
    found: dict[str, list[str]] = {}
    for number, block in enumerate(region.blocks):
        name = block.label or f"^bb{number}"
        for op in block.ops[-1:]:
            for successor in op.successors:
                found.setdefault(successor, []).append(name)
    return found
