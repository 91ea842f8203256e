"""For all tests: with MJLOG_STRICT set, a test that was skipped counts as failed."""

import os
from pathlib import Path

import pytest

STRICT = bool(os.environ.get("MJLOG_STRICT"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if STRICT and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped, which is not allowed here: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    if STRICT and report.skipped:
        report.outcome, report.longrepr = "failed", f"skipped, which is not allowed here: {report.longrepr}"
    return report


@pytest.fixture
def long_dir():
    """Where long campaigns keep finished pieces, so that a campaign that was stopped goes on."""
    folder = Path(os.environ.get("MJLOG_LONG_DIR", ".long")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder
