"""Report on one program: its choices, their rules and costs, and the effect on the machine code.

    build -> data -> page (one HTML file, by `lines`, `numbers` and the templates in `sources/`) or words (text for a terminal)

The data is plain, and can be written as JSON. A family adds its own data with the function that `Family.report` names.
"""
