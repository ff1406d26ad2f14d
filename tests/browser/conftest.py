"""The ledger's page, open and ready, for every test that uses it as a person does.
It refuses to know what is done there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.a11y.matrix import LIGHT
from tests.a11y.tabs import Tabs


@pytest.fixture
def ledger(tabs: Tabs, server: str) -> Iterator[Page]:
    with tabs.opened(f"{server}labs/gpu-memory-ledger", LIGHT) as page:
        page.wait_for_selector("[data-explore]")
        yield page
