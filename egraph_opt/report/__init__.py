"""A report on one program: what was decided, by which rules, at what price, and what that means for the machine.

`build` makes the data (`data`), which is plain and can be written as JSON; `page` renders it as one HTML file, `words` as text. What only one
family knows, its own folder adds: `Family.report` names the function.
"""
