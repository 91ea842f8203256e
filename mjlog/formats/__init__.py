"""Logs of other programs: found out by content, read into games, written as mjlog logs.

>>> from mjlog import formats
>>> formats.sniff(b'<mjloggm ver="2.3"></mjloggm>')
'tenhou-xml'
"""

from mjlog.formats.base import Importer, ImportResult
from mjlog.formats.batch import Outcome, Task, Totals, import_many, import_task, plan, run
from mjlog.formats.registry import import_bytes, import_path, importer, names, sniff

__all__ = [
    "ImportResult",
    "Importer",
    "Outcome",
    "Task",
    "Totals",
    "import_bytes",
    "import_many",
    "import_path",
    "import_task",
    "importer",
    "names",
    "plan",
    "run",
    "sniff",
]
