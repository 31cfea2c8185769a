"""Checks a page for untranslated texts and accessibility in every language and size."""

from collections.abc import AsyncIterator

from playwright.async_api import Page

from tests.e2e.browsing import PHONE, WIDE, save_screenshot
from tests.e2e.context_pool import EMPTY
from tests.e2e.page_checks import (
    accessibility_violations,
    broken_words,
    scrolls_sideways,
    small_targets,
    untranslated,
)
from tests.e2e.person import Mouse
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import resize

SIZES = {"phone": PHONE, "wide": WIDE}
# Chromium stores a cookie after the script has gone on; reading it waits until requests will carry it
CHOOSE_LANGUAGE = (
    "language => { document.cookie = `boxcats-language=${language}; path=/`; return document.cookie; }"
)


class Tour:
    """One visitor's page in one language, checked in all sizes."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.set_language(language)

    def set_language(self, language: str) -> None:
        """Selects the language of the documents loaded from now on."""
        self.language, self.translate = language, catalogue(language)
        self.player = Mouse(self.page, translate=self.translate)

    async def languages(self) -> AsyncIterator[str]:
        """Selects each language in turn; the caller then opens the page."""
        for language in LANGUAGES:
            await self.page.goto(EMPTY)
            await self.page.evaluate(CHOOSE_LANGUAGE, language)
            self.set_language(language)
            yield language

    async def check(self, name: str, within: str = "") -> None:
        """Checks the page at phone size, in which it was loaded, and then wide.

        Inside the selector `within`, all targets must be large enough and nothing may overflow sideways.
        """
        for size, viewport in SIZES.items():
            await resize(self.page, viewport)
            await save_screenshot(self.page, f"{name}-{size}-{self.language}")
            where = f"{name}, {size}, {self.language}"
            assert await self.page.locator("html").get_attribute("lang") == self.language, where
            assert await untranslated(self.page, self.language) == [], where
            assert await accessibility_violations(self.page) == [], where
            assert await broken_words(self.page) == [], where
            if within:
                assert await small_targets(self.page, within) == [], where
                assert not await scrolls_sideways(self.page), where
        await resize(self.page, PHONE)


async def same_page_in_every_language(first: Page) -> list[Tour]:
    """Opens the same page in a tab for each language; the first tab is in English."""
    tours = [Tour(first)]
    for language in LANGUAGES[1:]:
        tab = await first.context.new_page()
        await tab.set_viewport_size(PHONE)  # type: ignore[arg-type]
        await tab.goto(EMPTY)
        await tab.evaluate(CHOOSE_LANGUAGE, language)
        await tab.goto(first.url)
        tours.append(Tour(tab, language))
    return tours
