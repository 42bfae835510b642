"""Build step that `pyproject.toml` cannot state: a line that Python runs as it starts, in its own file beside the package."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ASKED = 'os.environ.get("EGRAPH_OPT") or os.environ.get("EGRAPH_OPT_AUTOTUNE") or os.environ.get("EGRAPH_OPT_CAPTURE", "")'
ACTIVATION = f'import os; ({ASKED}) in ("", "0") or __import__("egraph_opt.activation")\n'
"""Line that Python runs as it starts. If `EGRAPH_OPT` is 0, or all variables are unset, it only looks that up."""


class BuildWithActivation(build_py):
    """Put `egraph_opt.pth` into wheels, those of editable installs too. It is one of the package's files: uninstalling removes it."""

    def run(self) -> None:
        super().run()
        folder = self.get_finalized_command("install").install_purelib if self.editable_mode else self.build_lib
        Path(folder, "egraph_opt.pth").write_text(ACTIVATION)


setup(cmdclass={"build_py": BuildWithActivation})
