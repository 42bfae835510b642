"""Processing of many kernels: one task and one record for each function of any number of files, on this machine or a cluster.

Modules in the order of processing:

    corpus      the files that paths name: folders, globs, archives, lists
    unit        the functions of a file, each under a key of its content
    work        what is done with a function, and what is recorded of it
    child       a child process that does one function after another, within limits
    local       such children side by side on this machine
    cluster     the same on a cluster of Dask
    records     the results file: lines, their schema, results found before, counts, progress, pages
    run         all of it together
"""
