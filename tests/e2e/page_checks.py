"""Checks for every page: accessibility, translations, target sizes, broken words and scrolling."""

import re
from functools import cache
from typing import Any

from playwright.async_api import Locator, Page

from tests.e2e.texts import catalogue
from tests.e2e.waiting import wait_until_idle
from tools.programs import ROOT

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
HEAD_HEIGHT = 120  # pixels; a head that is higher has not the width of the page
IMPACTS = ("serious", "critical")
# A rule's impact is that of all its violations, so rules of other impacts need not run.
RUN_AXE = """async impacts => {
    const others = axe._audit.rules.filter(rule => rule.impact && !impacts.includes(rule.impact));
    const rules = Object.fromEntries(others.map(rule => [rule.id, {enabled: false}]));
    const found = await axe.run(document, {resultTypes: ['violations'], rules});
    return found.violations.filter(rule => impacts.includes(rule.impact));
}"""
TEXTS = """() => [document.title, ...document.body.innerText.split('\\n'),
    ...[...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap(element =>
        ['aria-label', 'title', 'alt', 'placeholder'].map(name => element.getAttribute(name)))]
    .filter(Boolean).map(text => text.trim())"""
SIZES = """within => [...document.querySelector(within)
    .querySelectorAll('a, button, select, input, summary, [tabindex="0"]')]
    .filter(element => element.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .map(element => {
        const target = element.closest('label') ?? element;
        const {width, height} = target.getBoundingClientRect();
        const name = element.ariaLabel ?? target.innerText;
        return {name, width, height, least: 'space' in element.dataset ? 30 : 44};
    })"""

BROKEN_WORDS = """() => [...document.querySelectorAll('button, .button')]
    .filter(button => button.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .flatMap(button => {
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT), broken = [];
        for (let text; (text = texts.nextNode()); ) {
            if (text.parentElement.closest('.unseen')) continue;
            for (const {0: word, index} of text.data.matchAll(/\\p{Script=Latin}{2,}/gu)) {
                const range = new Range();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const lines = new Set([...range.getClientRects()].map(line => Math.round(line.top)));
                if (lines.size > 1) broken.push(word);
            }
        }
        return broken;
    })"""


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


async def accessibility_violations(page: Page) -> list[str]:
    """Returns the serious and critical violations that axe finds."""
    await wait_until_idle(page)
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(_axe())
    found: list[dict[str, Any]] = await page.evaluate(RUN_AXE, IMPACTS)
    return [
        f"{rule['impact']}: {rule['help']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


async def untranslated(page: Page, language: str) -> list[str]:
    """Returns texts that are catalogue keys, or English on a page in another language."""
    await wait_until_idle(page)
    texts: list[str] = await page.evaluate(TEXTS)
    english, translated = catalogue("en").texts, catalogue(language).texts
    foreign = {text for key, text in english.items() if " " in text and translated.get(key) != text}
    keys = {key for key in english if "_" in key}
    return [
        text
        for text in texts
        if keys & set(re.findall(r"\w+", text)) or (language != "en" and text in foreign)
    ]


async def small_targets(page: Page, within: str = "body") -> list[str]:
    """Returns touch targets smaller than 44 px, or 30 px for spaces of the board."""
    await wait_until_idle(page)
    targets: list[dict[str, Any]] = await page.evaluate(SIZES, within)
    return [
        f"{target['name']!r}: {target['width']:.0f} x {target['height']:.0f}"
        for target in targets
        if min(target["width"], target["height"]) < target["least"]
    ]


async def broken_words(page: Page) -> list[str]:
    """Returns the words in Latin letters on buttons that go on in another line."""
    await wait_until_idle(page)
    broken: list[str] = await page.evaluate(BROKEN_WORDS)
    return broken


async def scrolls_sideways(page: Page) -> bool:
    """Returns whether the page is wider than the window."""
    await wait_until_idle(page)
    wider: bool = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wider


async def scrolls(page: Page) -> bool:
    """Returns whether the page is larger than the window."""
    await wait_until_idle(page)
    larger: bool = await page.evaluate(
        "(page => page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)(document.documentElement)"
    )
    return larger


async def height_of(page: Page, selector: str) -> float:
    """Returns the height of an element in pixels."""
    await wait_until_idle(page)
    box = await page.locator(selector).bounding_box()
    assert box, selector
    return box["height"]


async def gap_between(one: Locator, other: Locator) -> float:
    """Returns the pixels between two elements that are beside each other or one below the other."""
    await wait_until_idle(one.page)
    first, second = await one.bounding_box(), await other.bounding_box()
    assert first
    assert second
    beside = second["x"] - first["x"] - first["width"]
    below = second["y"] - first["y"] - first["height"]
    return max(beside, below)
