"""A report on one program: what was decided, by which rules, at what price, and what that means for the machine.

    build -> data -> page (one HTML file, by `lines`, `numbers` and the templates in `sources/`) or words (text for a terminal)

The data is plain, and can be written as JSON. What only one family knows, its own folder adds: `Family.report` names the function.
"""
