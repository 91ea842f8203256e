"""In a real browser: the library opens, a replay steps with keys and buttons, and nobody else is asked."""

from __future__ import annotations

import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from mjlog.view import command

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture
def address(db: str, tmp_path: Path) -> Iterator[str]:
    """The viewer on a free port of 127.0.0.1."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    args, environment = command(db, port, browser=False)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    url = f"http://127.0.0.1:{port}"
    with (tmp_path / "viewer.txt").open("w") as out:
        process = subprocess.Popen(args, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            for _ in range(150):
                try:
                    opener.open(f"{url}/_stcore/health").close()
                    break
                except OSError:
                    assert process.poll() is None, (tmp_path / "viewer.txt").read_text()
                    time.sleep(0.2)
            yield url
        finally:
            process.terminate()
            process.wait(20)


@pytest.mark.browser
def test_a_replay_steps_and_asks_nobody_else(address: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    if not Path(CHROMIUM).exists():
        pytest.skip("needs Chromium at " + CHROMIUM)
    hosts: set[str] = set()
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 1000})

        def ask(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme not in ("data", "blob"):
                hosts.add(parts.hostname or url)

        page.on("request", lambda r: ask(r.url))
        page.on("websocket", lambda w: ask(w.url))
        page.set_default_timeout(30_000)
        page.goto(address)
        page.get_by_role("button", name="Open replay").click()
        table, step = page.locator("#mjlog"), playwright.expect
        step(table).to_have_attribute("data-at", "0")
        for _ in range(6):
            page.keyboard.press("ArrowRight")
        step(table).to_have_attribute("data-at", "6")
        page.wait_for_url("**n=7*")
        step(page.locator("[data-zone='hand:1'] svg[data-tile=back]")).to_have_count(0)
        step(page.locator("[data-zone='hand:1'] svg")).to_have_count(13)
        page.locator("[data-action=back]").click()
        step(table).to_have_attribute("data-at", "5")
        page.get_by_text("0 random 0", exact=True).first.click()
        step(page.locator("[data-zone='hand:1'] svg[data-tile=back]")).to_have_count(13)
        step(table).to_have_attribute("data-at", "5")
        assert page.locator("[data-zone='hand:0'] svg[aria-label='hidden tile']").count() == 0
        page.locator("[data-action=last]").click()
        step(page.locator("[data-action=next]")).to_be_disabled()
        page.get_by_role("link", name="Statistics").click()
        step(page.locator(".js-plotly-plot")).to_have_count(3)
        browser.close()
    assert hosts == {"127.0.0.1"}
