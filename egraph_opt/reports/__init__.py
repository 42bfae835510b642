"""Report on one program: choices with their rules and costs, and effects on machine code.

    report_builder -> data -> page (one HTML file, from `line_view`, `number_format` and the templates in `sources/`)
                           or text_report (terminal)

The data is plain and can be written as JSON. A family adds its own through the function that `Family.report` names.
"""
