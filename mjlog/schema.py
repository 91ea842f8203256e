"""The JSON Schemas of what mjlog writes: header, entry, event, ruleset description."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from mjlog.describe import RulesetDescription
from mjlog.events import ADAPTER
from mjlog.log.models import ENTRY, Header, Seal


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by file name."""
    return {
        "entry.json": ENTRY.json_schema(),
        "event.json": ADAPTER.json_schema(),
        "header.json": Header.model_json_schema(),
        "ruleset.json": RulesetDescription.model_json_schema(),
        "seal.json": Seal.model_json_schema(),
    }


def schema_texts() -> dict[str, str]:
    """Every schema as text: sorted keys, two spaces, one newline at the end.

    >>> sorted(schema_texts())
    ['entry.json', 'event.json', 'header.json', 'ruleset.json', 'seal.json']
    """
    found = {}
    for name, schema in schemas().items():
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
        found[name] = json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    return found


def write_schemas(folder: str | os.PathLike[str]) -> list[str]:
    """Write all schemas into a folder and return the paths."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in schema_texts().items():
        (out / name).write_text(text, encoding="utf-8")
        paths.append(str(out / name))
    return paths
