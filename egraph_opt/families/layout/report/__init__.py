"""What a report (`egraph_opt.report`) says of layouts: costs and traffic line by line, each value's layouts and why, Triton's own pass, machine
code. It is called by name (`Family.report`); nothing imports it.

programs (sides, operations) -> values (how each is held) -> prices (what alternatives would have cost) -> parts (all together)
"""
