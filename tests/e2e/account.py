"""Page object of the account page."""

from playwright.async_api import Locator, Page, expect

from tests.e2e.tables import ENGLISH
from tests.e2e.texts import Catalogue

PASSWORD = "nine lives and more"


class Account:
    """The account page. Finds its parts by accessible names."""

    def __init__(self, page: Page, translate: Catalogue = ENGLISH) -> None:
        self.page, self.translate = page, translate

    def region(self, title: str) -> Locator:
        return self.page.get_by_role("region", name=self.translate(title), exact=True)

    def field(self, region: str, label: str) -> Locator:
        return self.region(region).get_by_label(self.translate(label), exact=True).first

    async def press(self, region: str, name: str) -> None:
        await self.region(region).get_by_role("button", name=self.translate(name), exact=True).click()

    async def open(self, region: str, name: str) -> None:
        await self.region(region).get_by_text(self.translate(name), exact=True).first.click()

    async def claim(self, name: str) -> list[str]:
        """Registers the account and returns the recovery codes shown."""
        await self.field("account_guest_title", "account_name").fill(name)
        await self.field("account_guest_title", "account_password").fill(PASSWORD)
        await self.press("account_guest_title", "account_create")
        codes = self.region("account_codes").get_by_role("listitem")
        await expect(codes).to_have_count(10)
        return await codes.all_inner_texts()

    async def sign_in(self, name: str, password: str = PASSWORD) -> None:
        await self.field("account_have", "account_name").fill(name)
        await self.field("account_have", "account_password").fill(password)
        await self.press("account_have", "account_sign_in")

    async def is_signed_in(self, name: str) -> None:
        await expect(self.region("account_signed_in").get_by_text(name, exact=True)).to_be_visible()
