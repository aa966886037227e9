"""The site in a real browser, opened from disk."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

FAMILY = "documents/hv-30-01.html"


def visit(browser: "Chrome", site: Path, address: str) -> None:
    """Open a page, and wait until its scripts have run; a fragment alone would not load it anew."""
    browser.get("about:blank")
    browser.get((site / "index.html").as_uri().removesuffix("index.html") + address)


def one(browser: "Chrome", selector: str) -> "WebElement":
    return browser.find_element(By.CSS_SELECTOR, selector)


def every(browser: "Chrome", selector: str) -> list["WebElement"]:
    return browser.find_elements(By.CSS_SELECTOR, selector)


def panel(browser: "Chrome") -> str:
    """The text of the evidence panel once it is open."""
    WebDriverWait(browser, 5).until(lambda driver: one(driver, "#panel").is_displayed())
    return one(browser, "#panel").text


def closed(browser: "Chrome") -> None:
    WebDriverWait(browser, 5).until(lambda driver: not one(driver, "#panel").is_displayed())


def focused(browser: "Chrome") -> "WebElement":
    return browser.switch_to.active_element


def background(browser: "Chrome") -> str:
    return str(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))


def emulate(browser: "Chrome", width: int = 1280, **media: str) -> None:
    """The browser at another width, or with other preferences of its reader (``prefers_color_scheme="dark"``)."""
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    kind = media.pop("media", "")
    features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": kind, "features": features})


def addresses(site: Path) -> list[str]:
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*.html"))


def requests(browser: "Chrome") -> Iterator[str]:
    """The addresses of everything that the browser asked for since the last look."""
    for entry in browser.get_log("performance"):
        message: dict[str, Any] = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]


class TestEvidence:
    def test_hovering_a_number_shows_the_quote_with_its_place(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        ActionChains(browser).move_to_element(one(browser, ".mark")).perform()
        shown = panel(browser)
        assert "You must send us proof of loss within 90 days." in shown
        assert "forms/hv-30-01-2026-01.md#L3" in shown
        assert "Homeowners Form > Conditions" in shown
        assert "in force" in shown

    def test_it_stays_while_the_pointer_is_on_it_and_goes_when_it_leaves(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        ActionChains(browser).move_to_element(one(browser, ".mark")).perform()
        panel(browser)
        ActionChains(browser).move_to_element(one(browser, "#panel .place")).pause(0.6).perform()
        assert one(browser, "#panel").is_displayed()
        ActionChains(browser).move_to_element(one(browser, "h1")).perform()
        closed(browser)

    def test_focus_shows_it_enter_moves_into_it_and_escape_returns(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        mark = one(browser, ".mark")
        browser.execute_script("arguments[0].focus()", mark)
        panel(browser)
        assert focused(browser) == mark
        mark.send_keys(Keys.ENTER)
        assert focused(browser) == one(browser, "#panel")
        assert mark.get_attribute("aria-expanded") == "true"
        ActionChains(browser).send_keys(Keys.ESCAPE).perform()
        closed(browser)
        assert focused(browser) == mark
        assert mark.get_attribute("aria-expanded") is None

    def test_escape_closes_what_hovering_opened(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        ActionChains(browser).move_to_element(one(browser, ".mark")).perform()
        panel(browser)
        ActionChains(browser).send_keys(Keys.ESCAPE).perform()
        closed(browser)

    def test_a_click_keeps_it_and_a_click_elsewhere_closes_it(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        one(browser, ".mark").click()
        panel(browser)
        ActionChains(browser).move_to_element(one(browser, ".foot")).pause(0.6).perform()
        assert one(browser, "#panel").is_displayed()
        browser.execute_script("scrollTo(0, 0)")
        one(browser, "h1").click()
        closed(browser)

    def test_a_superseded_claim_names_what_replaced_it_and_its_history(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        one(browser, ".line-change .side:first-child .mark").click()
        assert "superseded" in panel(browser)
        replaced = one(browser, "#panel .bond-replaced_by")
        assert "within 90 days" in replaced.text
        one(browser, "#panel summary").click()
        history = one(browser, "#panel .history").text
        assert "asserted" in history
        assert "2026-02-01 superseded" in history

    def test_the_panel_copies_no_id(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        one(browser, ".mark").click()
        panel(browser)
        assert not every(browser, "#panel [id]")

    def test_its_link_leads_to_the_record_of_the_claim(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        one(browser, ".mark").click()
        panel(browser)
        one(browser, "#panel .record a").click()
        WebDriverWait(browser, 5).until(lambda driver: "/registers/" in driver.current_url)
        assert "within 90 days" in one(browser, ":target").text

    def test_without_scripts_a_number_is_a_link_to_the_note(self, browser: "Chrome", site: Path) -> None:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        visit(browser, site, FAMILY)
        one(browser, ".mark").click()
        assert browser.current_url.endswith("#note-1")
        assert not one(browser, ".theme").is_displayed()

    def test_on_a_phone_it_is_a_sheet_at_the_foot(self, browser: "Chrome", site: Path) -> None:
        emulate(browser, 360)
        visit(browser, site, FAMILY)
        one(browser, ".mark").click()
        panel(browser)
        box = one(browser, "#panel").rect
        assert (box["x"], box["width"]) == (0, 360)


class TestSides:
    def test_the_words_that_differ_are_marked_on_both_sides(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        assert [node.text for node in every(browser, ".line-change del")] == ["60"]
        assert [node.text for node in every(browser, ".line-change ins")] == ["90"]
        left, right = every(browser, ".line-change .side")
        assert "HV 30 01 (2019-04)" in left.text
        assert "HV 30 01 (2026-01)" in right.text
        assert left.location["y"] == right.location["y"]

    def test_a_conflict_says_which_side_is_preferred(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        left, right = every(browser, ".line-conflict .side")
        assert left.find_element(By.TAG_NAME, "dt").text.lower() == "preferred"
        assert "Basics for New Adjusters" in right.text


class TestSearch:
    @pytest.mark.parametrize(
        ("query", "title"),
        [
            ("homeown", "Homeowners Form (HV 30 01)"),
            ("drying 48", "Homeowners Form (HV 30 01)"),
            ("water damage", "Homeowners Form (HV 30 01)"),
            ("PROOF LOSS", "Proof of loss"),
        ],
    )
    def test_it_finds_titles_statements_and_topics(self, browser: "Chrome", site: Path, query: str, title: str) -> None:
        visit(browser, site, "search.html")
        one(browser, "#seek").send_keys(query)
        WebDriverWait(browser, 5).until(lambda driver: every(driver, ".result"))
        assert title in [node.text for node in every(browser, ".result > a")]
        assert one(browser, "#found").text

    def test_a_result_leads_to_the_sentence(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "search.html#q=drying")
        one(browser, ".result .links a").click()
        WebDriverWait(browser, 5).until(lambda driver: FAMILY in driver.current_url)
        assert "Drying must begin" in one(browser, ":target").text

    def test_an_address_with_a_query_asks_it(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "search.html?q=drying")
        WebDriverWait(browser, 5).until(lambda driver: every(driver, ".result"))
        assert one(browser, "#seek").get_attribute("value") == "drying"

    def test_every_page_leads_to_it(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        ActionChains(browser).send_keys("/").send_keys("48 hours").send_keys(Keys.ENTER).perform()
        WebDriverWait(browser, 5).until(lambda driver: "search.html" in driver.current_url and every(driver, ".result"))
        assert one(browser, "#seek").get_attribute("value") == "48 hours"

    def test_what_is_not_there_is_said_in_words(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "search.html")
        one(browser, "#seek").send_keys("<b>$&zebra")
        WebDriverWait(browser, 5).until(lambda driver: one(driver, "#found").text)
        assert "<b>$&zebra" in one(browser, "#found").text
        assert not every(browser, ".result")


class TestColours:
    def test_the_system_decides_until_the_reader_does(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "index.html")
        light = background(browser)
        emulate(browser, prefers_color_scheme="dark")
        dark = background(browser)
        assert light != dark
        one(browser, ".theme").click()
        assert background(browser) == light

    def test_the_choice_is_remembered_on_other_pages(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "index.html")
        one(browser, ".theme").click()
        one(browser, ".theme").click()
        assert one(browser, ".theme").text == "Colours: dark"
        visit(browser, site, FAMILY)
        dark = background(browser)
        one(browser, ".theme").click()
        assert background(browser) != dark
        assert one(browser, ".theme").text == "Colours: as the system"

    def test_without_storage_it_holds_for_the_page(self, browser: "Chrome", site: Path) -> None:
        broken = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('closed', 'SecurityError'); }});"
        script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": broken})
        visit(browser, site, "index.html")
        light = background(browser)
        one(browser, ".theme").click()
        one(browser, ".theme").click()
        dark = background(browser)
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        assert light != dark


class TestKeyboard:
    def test_the_first_stop_leads_past_the_bar(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        ActionChains(browser).send_keys(Keys.TAB).perform()
        skip = focused(browser)
        assert skip.text == "Skip to the content"
        assert skip.location["y"] >= 0
        skip.send_keys(Keys.ENTER)
        assert focused(browser) == one(browser, "main")

    def test_arrow_keys_walk_the_graph_and_enter_opens_a_page(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "graph.html")
        nodes = every(browser, "#graph .node")
        assert [node.get_attribute("tabindex") for node in nodes] == ["0", "-1"]
        browser.execute_script("arguments[0].focus()", nodes[0])
        reached = set()
        for key in (Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_RIGHT):
            ActionChains(browser).send_keys(key).perform()
            reached.add(focused(browser).get_attribute("aria-label"))
        assert len(reached) == 2
        assert len(every(browser, "#graph .near")) == 3
        ActionChains(browser).send_keys(Keys.ENTER).perform()
        WebDriverWait(browser, 5).until(lambda driver: "graph.html" not in driver.current_url)

    def test_the_list_says_what_the_drawing_says(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, "graph.html")
        listed = {node.text for node in every(browser, "#list .tree > li > a")}
        drawn = {node.get_attribute("aria-label").rpartition(" (")[0] for node in every(browser, "#graph .node")}
        assert drawn <= listed
        assert listed == {"Homeowners Form (HV 30 01)", "Proof of loss", "What changed"}


class TestEveryPage:
    @pytest.mark.parametrize("library", ["site", "hostile"])
    def test_nothing_is_wider_than_a_phone(self, browser: "Chrome", request: pytest.FixtureRequest, library: str) -> None:
        site = request.getfixturevalue(library)
        emulate(browser, 360)
        wide = {}
        for address in addresses(site):
            visit(browser, site, address)
            wide[address] = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide == dict.fromkeys(wide, 360)

    @pytest.mark.parametrize("library", ["site", "hostile"])
    def test_no_page_complains_or_asks_for_anything_but_its_own_files(
        self, browser: "Chrome", request: pytest.FixtureRequest, library: str
    ) -> None:
        site = request.getfixturevalue(library)
        for address in addresses(site):
            visit(browser, site, address)
        assert [entry["message"] for entry in browser.get_log("browser")] == []
        asked = {url for url in requests(browser) if url != "about:blank"}
        assert asked
        assert {url for url in asked if not url.startswith(site.as_uri() + "/")} == set()

    def test_on_paper_there_are_notes_and_no_controls(self, browser: "Chrome", site: Path) -> None:
        emulate(browser, media="print")
        visit(browser, site, FAMILY)
        assert not one(browser, ".bar").is_displayed()
        assert one(browser, "#note-1").is_displayed()


class TestHostile:
    def test_nothing_of_a_source_runs_or_becomes_markup(self, browser: "Chrome", hostile: Path) -> None:
        for address in addresses(hostile):
            visit(browser, hostile, address)
            assert browser.execute_script("return window.__pwned === undefined"), address
            assert not every(browser, "main img, main script, main svg[onload], main [onerror]"), address
            found = "return [...document.querySelectorAll('a')].map(link => new URL(link.getAttribute('href'), link.baseURI).protocol)"
            links = browser.execute_script(found)
            assert set(links) == {"file:"}, address

    def test_not_even_when_it_is_searched_shown_and_hovered(self, browser: "Chrome", hostile: Path) -> None:
        visit(browser, hostile, "search.html#q=script")
        WebDriverWait(browser, 5).until(lambda driver: every(driver, ".result"))
        assert "<script>window.__pwned=1</script>" in one(browser, ".result").text
        visit(browser, hostile, "documents/page.html")
        for mark in every(browser, ".mark")[:3]:
            browser.execute_script("arguments[0].focus()", mark)
            assert "<script>window.__pwned=1</script>" in panel(browser)
        assert browser.execute_script("return window.__pwned === undefined")

    def test_overrides_of_direction_are_shown_not_obeyed(self, browser: "Chrome", hostile: Path) -> None:
        visit(browser, hostile, "documents/page.html")
        assert "[U+202E]gnp.exe[U+202C]" in one(browser, "h1").text
        assert "\u202e" not in browser.page_source

    def test_the_policy_forbids_what_the_pages_do_not_need(self, browser: "Chrome", site: Path) -> None:
        visit(browser, site, FAMILY)
        assert browser.execute_script(
            "try { document.body.innerHTML = '<b>x</b>'; return 'written'; } catch (error) { return error.name; }"
        ) == ("TypeError")
        run = "const s = document.createElement('p'); s.setAttribute('onclick', 'window.__pwned = 1'); document.body.append(s); s.click();"
        browser.execute_script(f"try {{ {run} }} catch {{}}")
        assert browser.execute_script("return window.__pwned === undefined")
