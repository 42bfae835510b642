"""Sections of reports (`egraph_opt.reports`) about layouts, loaded by name (`Family.report`).

`report_assembly.parts` makes all sections. Its sources are:

- `line_costs`: costs and memory traffic per line;
- `value_table`: layouts of each value, and the rules that led to them; `alternative_costs`: what other layouts would cost;
- `layout_drawings`: names and drawings of layouts; `code_counts`: machine code of each program; `evidence`: proofs.
"""
