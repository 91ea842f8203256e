"""Lets the tests of this folder import its maker of logs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
