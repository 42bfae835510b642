"""Processing of a corpus, on this machine or a cluster: one task and one record for each function in any number of files.

Modules in the order of processing:

    corpus           files in folders, globs, archives and lists
    function_task    functions of a file, with content keys
    jobs             work on one function, and its outcome
    child_main       child process that works on functions within limits
    thread_executor  child processes of this machine
    cluster          child processes of a Dask cluster
    records          results file: schema, cache, counts, progress, pages
    run              the whole run
"""
