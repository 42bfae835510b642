"""Commands that tests call in their own process do their work there too: only `test_worker` starts workers."""

import os

os.environ["EGRAPH_OPT_ISOLATE"] = "0"
