"""Fixtures of the site's tests: exported sites, and a real browser that opens them from disk."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lineproof.serve.site.export import export_all
from tests.lineproof.serve.site.published import HOSTILE, PLAIN, published

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the library made by hand; no test changes it."""
    folder = tmp_path_factory.mktemp("site")
    export_all(published(folder / "workspace", PLAIN).corpora, folder / "out")
    return folder / "out"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the hostile library; no test changes it."""
    folder = tmp_path_factory.mktemp("hostile")
    export_all(published(folder / "workspace", HOSTILE).corpora, folder / "out")
    return folder / "out"


@pytest.fixture(scope="session")
def chrome() -> Iterator["Chrome"]:
    """One browser for all tests."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    binary, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("no chromium with its driver; on Debian: apt-get install chromium chromium-driver")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = binary
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        yield running
        running.quit()


@pytest.fixture
def browser(chrome: "Chrome") -> Iterator["Chrome"]:
    """The browser at the size of a desk, as if it had never been used."""
    chrome.set_window_size(1280, 900)
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    chrome.execute_cdp_cmd("Network.enable", {})
    yield chrome
    chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    chrome.execute_script("try { localStorage.clear(); } catch {}")
    chrome.get("about:blank")
    for log in ("browser", "performance"):
        chrome.get_log(log)
