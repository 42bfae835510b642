"""What a report (`egraph_opt.reports`) says of layouts. It is called by name (`Family.report`); nothing imports it.

programs (costs and traffic line by line) and values (how each is held, by which rules), with prices (what alternatives would have
cost), layouts (their names and maps), machine (what ptxas makes of each side), proofs -> parts (all together)
"""
