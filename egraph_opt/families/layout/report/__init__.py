"""Sections of reports (`egraph_opt.reports`) about layouts, loaded by name (`Family.report`).

`report_assembly.parts` makes all sections from costs and traffic per line (`line_costs`), layouts and rules of each value
(`value_table`), costs of alternatives (`alternative_costs`), drawings of layouts (`layout_drawings`), machine code
(`code_counts`), and proofs (`evidence`).
"""
