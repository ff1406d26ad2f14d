"""What waitress answers by itself to requests that it cannot read: our words and our headers, in plain text.
It refuses to know pages; such a request never reaches them."""

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, TransferEncodingNotImplemented
from waitress.task import ErrorTask

from app.web.security import HEADERS

WORDS = {
    400: "This request could not be read, because it is not written as HTTP asks. Open the first page and go on there.",
    413: "That is too large. Send less, or only the part that matters.",
    431: "The address or the headers of this request are too long. Open the first page and set fewer values at a time.",
    500: "Something broke on our side. Nothing that you did caused it; the log says more.",
    501: "The body of this request is packed in a way that is not read here. Send it unpacked, with its length.",
}


class PlainRefusal(ErrorTask):  # type: ignore[misc]
    """An error of the HTTP layer itself; the connection is closed after it."""

    def execute(self) -> None:
        error = self.request.error
        body = f"{WORDS.get(error.code, WORDS[400])}\n".encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend([("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()])
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Takes no body in chunks: browsers send none. A proxy may see another end of one that also names its length, and
    waitress reads the line before a chunk in quadratic time, however long it is."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            raise TransferEncodingNotImplemented("chunked")


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection whose own errors are told in our words."""

    error_task_class = PlainRefusal
    parser_class = Parser
