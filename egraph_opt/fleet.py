"""Former name of `egraph_opt.apps.fleet`, for one release: `egraph_opt.fleet.records.results` is still found."""

from pathlib import Path

__path__ = [str(Path(__file__).parent / "apps" / "fleet")]
