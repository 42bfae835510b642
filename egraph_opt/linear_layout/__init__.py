"""Linear layouts: maps over F2 from hardware points (register, lane, warp, block) to tensor elements.

- `linear_layout(encoding, shape)`: the linear layout of an encoding, given as text.
- `conversion_class(source, target)`: the hardware that a `ttg.convert_layout` between two layouts uses.
"""

from egraph_opt.linear_layout.conversion_class import ConversionClass, conversion_class
from egraph_opt.linear_layout.encoding_parser import UnsupportedEncoding
from egraph_opt.linear_layout.encodings import linear_layout, parent_of_slice, slice_encoding
from egraph_opt.linear_layout.linear_map import (
    InvalidLayout,
    LinearLayout,
    elements_per_thread,
    equal,
    is_surjective,
    replication,
)

__all__ = [
    "ConversionClass",
    "InvalidLayout",
    "LinearLayout",
    "UnsupportedEncoding",
    "conversion_class",
    "elements_per_thread",
    "equal",
    "is_surjective",
    "linear_layout",
    "parent_of_slice",
    "replication",
    "slice_encoding",
]
