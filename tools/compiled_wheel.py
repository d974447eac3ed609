"""What a wheel gets besides the sources: the compiled rules, where somebody asks for them.

    TABLEWRIGHT_COMPILED=FOLDER pip wheel --no-deps --no-build-isolation .

The folder is made by ``compile.py``, and used as it is while it fits the sources. hatch-mypyc cannot do it: it compiles
where the sources are, checks every room of the package with them, and knows no flags of the C compiler.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "TABLEWRIGHT_COMPILED"


class CompiledWheel(BuildHookInterface[Any]):
    """Adds the binaries, and says for which Python and machine the wheel is then."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare a build; without the variable, and for an editable one, nothing is done."""
        if not os.environ.get(VARIABLE) or version != "standard":
            return
        sys.path.insert(0, str(Path(self.root) / "tools"))
        import compile as compiling

        folder = Path(os.environ[VARIABLE]).absolute()
        compiling.build(folder)
        for binary in folder.rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
            build_data["force_include"][str(binary)] = str(binary.relative_to(folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
