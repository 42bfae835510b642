"""Sections of reports (`egraph_opt.reports`) about layouts, loaded by name (`Family.report`).

programs (costs and traffic per line) and values (layouts and rules of each), with prices (costs of alternatives), layouts (names
and maps), machine (ptxas code of each program), proofs -> parts (the complete sections)
"""
