"""Operations in the checker: their text and attributes as plain data, facts that they assert, warp partitions."""
