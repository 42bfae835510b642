"""What of a program is left, and why."""

from egraph_opt.families.pointer.validation.refused import Refused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read


def refused(old: str, new: str) -> bool:
    try:
        validate(read(old), read(new))
    except Refused:
        return True
    return False
