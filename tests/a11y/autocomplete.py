"""Check 27: what browsers may fill in by themselves.
Tells a field about the reader by its label, its name and its type."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings

# The tokens of the HTML standard for what is the reader's own.
TOKENS = (
    *("name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname"),
    *("email", "username", "new-password", "current-password", "one-time-code", "organization-title", "organization"),
    *("street-address", "address-line1", "address-line2", "address-line3", "address-level1", "address-level2"),
    *("address-level3", "address-level4", "country", "country-name", "postal-code", "language", "bday", "bday-day"),
    *("bday-month", "bday-year", "sex", "url", "photo", "tel", "tel-country-code", "tel-national", "tel-area-code"),
    *("tel-local", "tel-extension", "impp", "cc-name", "cc-number", "cc-exp", "cc-csc", "cc-type"),
)


def check_autocomplete(page: Page) -> list[Finding]:
    """Fields about the reader have a token that exists; settings and answers have none, and text fields say off."""
    return ask_findings(27, page, "autocomplete", list(TOKENS))
