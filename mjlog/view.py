"""Starting the viewer: Streamlit on 127.0.0.1 in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from mjlog.errors import MjlogError, StoreError


def command(db: str, port: int, browser: bool) -> tuple[list[str], dict[str, str]]:
    """The command line and environment of the viewer; raises MjlogError when there is no store or no viewer."""
    if not Path(db).is_file():
        raise StoreError("no store there; make one with: mjlog load PATH… --db", where=db)
    spec = find_spec("viewer")
    if spec is None or not spec.submodule_search_locations:
        raise MjlogError("the viewer is not installed")
    app = Path(next(iter(spec.submodule_search_locations))) / "app.py"
    options = {
        "server.address": "127.0.0.1",
        "server.port": port,
        "server.headless": str(not browser).lower(),
        "browser.gatherUsageStats": "false",
        "server.fileWatcherType": "none",
        "client.toolbarMode": "minimal",
        "runner.magicEnabled": "false",
    }
    args = [f"--{k}={v}" for k, v in options.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app), *args], {
        **os.environ,
        "MJLOG_DB": str(Path(db).absolute()),
    }


def serve(db: str, port: int, browser: bool) -> int:
    """Run the viewer until it is stopped; prints its address first and returns its exit code."""
    args, environment = command(db, port, browser)
    print(f"viewer: http://127.0.0.1:{port} (stop with Ctrl+C)", flush=True)
    try:
        return subprocess.call(args, env=environment)
    except KeyboardInterrupt:
        return 0
