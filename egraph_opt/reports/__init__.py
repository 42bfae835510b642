"""Report on one program: changes with their rules and costs, and effects on machine code.

    report_builder -> report_data -> page (one HTML file, from `line_view`, `number_format` and the templates in `sources/`)
                                  or text_report (terminal)

The data can be written as JSON. Each family of rules adds sections by the function that `Family.report` names.
"""
