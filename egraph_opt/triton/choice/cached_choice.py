"""Check of a program that an earlier process chose: anyone who can write to the cache can put another one there."""

from __future__ import annotations

from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.validate import said
from egraph_opt.ir.module import InputError
from egraph_opt.text import read


def holds(plain: str, text: str, options: Options) -> bool:
    """Return whether a kept program is proved to do what Triton's own does."""
    try:
        return said(read(plain), read(text), not options.reassociate, options.assume_no_alias).equal
    except InputError:
        return False
