"""Requests that reach the server and whose responses do not reach the page."""

from playwright.async_api import Route


async def lose_response(route: Route) -> None:
    """Playwright takes the response's cookies, which a browser would not have."""
    context = route.request.frame.page.context
    cookies = await context.cookies()
    await route.fetch()
    await context.clear_cookies()
    await context.add_cookies(cookies)  # type: ignore[arg-type]
    await route.abort()
