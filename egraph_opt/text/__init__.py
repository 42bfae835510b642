"""Parser and printer of MLIR text: the custom assembly of Triton's dialects, or the generic form of any dialect."""

from egraph_opt.text.files import join, split
from egraph_opt.text.parser import read
from egraph_opt.text.printer import write

__all__ = ["join", "read", "split", "write"]
