"""What a first visit to a page weighs on the wire, by following what its HTML asks for.
It refuses to know budgets; tests and benchmarks hold those."""

import http.client
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

ASKED = re.compile(r'<link rel="(?:icon|stylesheet)" href="([^"]+)"|<script defer src="([^"]+)"')
LATER = re.compile(r'data-plotly="([^"]+)"|data-figures="([^"]+)"')


@dataclass(frozen=True)
class Weight:
    """Bytes of the body as sent; `until_result` is the page and its style, `live` what the live chart adds."""

    page: int
    until_result: int
    first_view: int
    requests: int
    live: int


def weigh(base: str, path: str, encoding: str = "gzip") -> Weight:
    """The weight of a page with everything that it asks for at once, and of what comes later."""
    page, text = fetch(base, path, encoding)
    asked = [first or second for first, second in ASKED.findall(text)]
    later = [first or second for first, second in LATER.findall(text)]
    sizes = {address: fetch(base, address, encoding)[0] for address in asked}
    styles = sum(size for address, size in sizes.items() if address.endswith(".css"))
    return Weight(
        page=page,
        until_result=page + styles,
        first_view=page + sum(sizes.values()),
        requests=1 + len(asked),
        live=sum(fetch(base, address.replace("&amp;", "&"), encoding)[0] for address in later),
    )


def fetch(base: str, path: str, encoding: str) -> tuple[int, str]:
    """The size of the body as sent and its text (asked for a second time, unencoded)."""
    sizes = []
    for accepted in (encoding, "identity"):
        connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=30)
        connection.request("GET", "/" + path.lstrip("/"), headers={"Accept-Encoding": accepted})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        assert response.status in (200, 404, 422), (path, response.status)
        sizes.append(body)
    return len(sizes[0]), sizes[1].decode("utf-8", errors="replace")
