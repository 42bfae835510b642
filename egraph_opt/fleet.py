"""Deprecated name of `egraph_opt.apps.fleet`, kept for one release: `egraph_opt.fleet.records.results` still resolves."""

from pathlib import Path

__path__ = [str(Path(__file__).parent / "apps" / "fleet")]
