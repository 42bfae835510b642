"""Pretty forms of operations, as in MLIR's `assemblyFormat`: the text between operands and types.

A form is a sequence of words: `%` is an operand, `!` a type, `I` an integer, `S` a string, `D` an optional dictionary; any other
word stands for itself, round brackets in quotes. `( a b )?` is optional, `( a )*` may repeat, `( a | b )` is one of both. A word
in capitals is a form that is declared below. `Syntax` gives the meaning of the types and the number of operands.
"""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.ir.syntax import CACHE, CMPF, CMPI, ELEMENT, PRECISION, RMW, ROUNDING, SCOPE, SEM


def _one(words: Iterable[str] | None) -> str:
    """Return the form that matches one of the given words."""
    return f"( {' | '.join(words or ())} )"


_FAST = _one("none reassoc nnan ninf nsz arcp contract afn fast".split())
SHARED = {
    "OPERANDS": "% ( , % )*",
    "TYPES": "! ( , ! )*",
    "LISTS": "'(' ( TYPES )? ')' -> ( ! | '(' ( TYPES )? ')' )",
    "PASSED": "D ( OPERANDS D : TYPES )?",
    "BLOCK": "^ ( '(' OPERANDS : TYPES ')' )?",
    "INDEX": "[ ( OPERANDS )? ]",
    "FAST": f"( fastmath < {_FAST} ( , {_FAST} )* > )?",
    "FLOW": "( overflow < ( nsw | nuw | none ) ( , ( nsw | nuw ) )* > )?",
    "CACHED": f"( cacheModifier = {_one(CACHE[0].values)} | evictionPolicy = {_one(CACHE[1].values)} )*",
    "PRECISE": f"( , inputPrecision = {_one(PRECISION.values)} )?",
    "ELEMENT": _one(ELEMENT),
    "SEM": _one(SEM),
    "SCOPE": _one(SCOPE),
}
"""Forms that other forms are made of."""

_DECLARED = f"""
arith.andi ori xori minsi maxsi minui maxui remsi remui ceildivsi ceildivui floordivsi = %, % D : !
arith.addi subi muli shli = %, % FLOW D : !
arith.shrsi shrui divsi divui = ( exact )? %, % ( exact )? D : !
arith.addf subf mulf minnumf maxnumf minimumf maximumf divf remf = %, % FAST D : !
arith.negf = % FAST D : !
arith.cmpi = {_one(CMPI)}, %, % D : !
arith.cmpf = {_one(CMPF)}, %, % FAST D : !
arith.select = %, %, % D : ! ( , ! )?
arith.bitcast index_cast index_castui extsi sitofp fptosi fptoui = % D : ! to !
arith.extui uitofp = % ( nneg )? D : ! to !
arith.trunci = % FLOW D : ! to !
arith.extf = % FAST D : ! to !
arith.truncf = % ( {_one(ROUNDING)} )? FAST D : ! to !
arith.mulsi_extended mului_extended = %, % D : !
arith.addui_extended = %, % D : !, !
math.absf floor ceil round roundeven trunc exp2 exp rsqrt sqrt log2 log sin cos tanh erf erfc expm1 log1p log10 = % FAST D : !
math.tan asin acos atan sinh cosh asinh acosh atanh cbrt = % FAST D : !
math.copysign powf atan2 = %, % FAST D : !
math.fma = %, %, % FAST D : !
math.absi ctlz cttz ctpop = % D : !
math.ipowi = %, % D : !
ub.poison = ( < D > )? D : !
scf.yield tt.return func.return ttg.warp_yield ttg.predicate.return = PASSED
scf.reduce.return = % D : !
scf.condition = '(' % ')' PASSED
tt.reduce.return scan.return map_elementwise.return = PASSED
ttg.warp_return = D
cf.assert = %, S D
cf.br = BLOCK D
cf.cond_br = %, BLOCK, BLOCK D
tt.call func.call = @ '(' ( OPERANDS )? ')' D : LISTS
tt.approx_divf precise_divf mulhiui = %, % D : !
tt.precise_sqrt unsplat = % D : !
tt.addptr = %, % D : !, !
tt.bitcast ptr_to_int int_to_ptr splat broadcast expand_dims trans = % D : ! -> !
tt.clampf = %, %, %, propagateNan = ( none | all ) D : !
tt.fp_to_fp = % ( , % )? D ( , rounding = ( rtz | rtne | rs ) )? D : ! ( , ! )? -> !
tt.elementwise_inline_asm = S D ( OPERANDS : TYPES )? -> TYPES
tt.extern_elementwise = ( OPERANDS )? D : LISTS
tt.load = % ( , ( % ( , ( % )? )? | , )? )? CACHED D : !
tt.store = %, % ( , ( % )? )? CACHED D : !
tt.descriptor_load = % INDEX CACHED D : ! -> !
tt.descriptor_store = % INDEX, % D : !, !
tt.descriptor_reduce = ( add | min | max | inc | dec | and | or | xor ), % INDEX, % D : !, !
tt.descriptor_gather = % INDEX D : LISTS
tt.descriptor_scatter = % INDEX, % D : TYPES
tt.histogram = % ( , ( % )? )? D : ! -> !
tt.gather = % [ % ] D : LISTS
tt.make_range = D : !
tt.reshape = % ( allow_reorder )? ( efficient_layout )? D : ! -> !
tt.join cat = %, % D : ! -> !
tt.split = % D : ! -> !
tt.get_program_id get_num_programs = ( x | y | z ) D : !
tt.make_tensor_descriptor = %, INDEX, INDEX D : !, !
tt.make_tensor_ptr = %, INDEX, INDEX, INDEX D : !
tt.advance = %, INDEX D : !
tt.dot = %, %, % PRECISE D : ! * ! -> !
tt.dot_scaled = % ( scale % )?, % ( scale % )?, % lhs = ELEMENT rhs = ELEMENT D : ! ( , ! )? * ! ( , ! )? -> !
tt.atomic_rmw = {_one(RMW)}, SEM, SCOPE, %, % ( , ( % )? )? D : LISTS
tt.atomic_cas = SEM, SCOPE, %, %, % D : LISTS
tt.print = S D ( : OPERANDS : TYPES )?
tt.assert = %, S D : !
ttg.convert_layout fp4_to_fp memdesc_trans memdesc_reshape memdesc_reinterpret = % D : ! -> !
ttg.local_alloc = ( % )? D : LISTS
ttg.local_load = % ( token % )? D : ! -> !
ttg.local_store = %, % D : ! -> !
ttg.memdesc_index = % ( [ % ] | , % ) D : ! -> !
ttg.memdesc_subslice = % [ ( I ( , I )* )? ] D : ! -> !
ttg.local_dealloc = % D : !
ttg.global_scratch_alloc = D : !
ttg.async_commit_group = ( tokens OPERANDS )? D
ttg.async_wait = ( OPERANDS )? D
ttg.async_copy_global_to_local = %, % ( mask % )? ( other % )? CACHED D : ! -> !
ttng.warp_group_dot = %, %, % ( , % )? PRECISE D : ! * ! -> !
ttng.warp_group_dot_wait = OPERANDS D : TYPES
ttng.inval_barrier = % D : !
"""


def _table() -> dict[str, str]:
    found = {}
    for line in _DECLARED.strip().splitlines():
        names, _, form = line.partition(" = ")
        first, *others = names.split()
        dialect = first.partition(".")[0]
        for name in (first, *(other if other.split(".")[0] in _DIALECTS else f"{dialect}.{other}" for other in others)):
            found[name] = form
    return found


_DIALECTS = frozenset(("arith", "math", "scf", "tt", "func", "ttg", "ttng", "cf", "ub"))
FORMS: dict[str, str] = _table()
"""The form of an operation by its name."""
