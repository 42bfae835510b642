"""Two equal programs of one kernel, run on copies of one launch's arguments: where a bit differs, one was compiled wrongly."""
