"""Validation of a program from the cache, to which other users may be able to write."""

from __future__ import annotations

from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.validate import prove
from egraph_opt.ir.module import InputError
from egraph_opt.text import read


def holds(plain: str, text: str, options: Options) -> bool:
    """Prove that a cached program equals Triton's program `plain`; return whether the proof succeeds."""
    try:
        return prove(read(plain), read(text), not options.reassociate, options.assume_no_alias).equal
    except InputError:
        return False
