"""The family's networks in numpy, behind the decoder's interface: the quickest form on a CPU, without torch.
It refuses to know drafting."""

from __future__ import annotations

from labs.decoding.models import Logits, Whole, cropped
from labs.tinylm import load_numpy_model, load_tokenizer
from labs.tinylm.numpy_model import NumpyGPT


class NumpySession:
    """Rows of one network's cache."""

    def __init__(self, net: NumpyGPT, vocabulary: int, rows: int) -> None:
        self._net, self._vocabulary = net, vocabulary
        self._cache = net.new_cache(rows)

    @property
    def lengths(self) -> Whole:
        return self._cache.lengths

    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        return self._net(tokens, self._cache, counts)[..., : self._vocabulary]

    def read(self, tokens: Whole, counts: Whole) -> None:
        self.feed(tokens, counts)

    def crop(self, row: int, length: int) -> None:
        self._cache.lengths = cropped(self._cache.lengths, row, length)


class NumpyModel:
    """A network of the family, or any NumpyGPT with a tokenizer of `vocabulary` entries."""

    def __init__(self, name: str, net: NumpyGPT, tokenizer: str, vocabulary: int) -> None:
        self.name, self.tokenizer, self.vocabulary, self.context = name, tokenizer, vocabulary, net.context
        self._net = net

    def open(self, rows: int) -> NumpySession:
        return NumpySession(self._net, self.vocabulary, rows)


def numpy_model(name: str) -> NumpyModel:
    """`target`, `distilled` or `plain` of the committed family."""
    tokenizer = load_tokenizer()
    return NumpyModel(name, load_numpy_model(name), tokenizer.digest, tokenizer.num_tokens)
