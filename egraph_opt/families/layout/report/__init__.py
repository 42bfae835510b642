"""Parts of a report (`egraph_opt.reports`) on layouts. They are called by name (`Family.report`); nothing imports this package.

programs (costs and traffic line by line) and values (layouts of each, by which rules), with prices (costs of alternatives),
layouts (their names and maps), machine (machine code of each side by ptxas), proofs -> parts (all together)
"""
