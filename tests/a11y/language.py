"""Check 26: the page says its language, words of another one say theirs, and pieces of words are code.
Tells a language by its commonest words; knows no text of the product."""

from collections.abc import Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings

# Language tags of a family, each of them right -> words that are common in it and are no English words.
MARKS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "zu xh ss nr": (
            *("sawubona", "ngiyabonga", "ngiyacela", "ukuthi", "futhi", "umuntu", "wonke", "noma", "ngokuba", "abantu"),
            *("umntu", "ilungelo", "amalungelo", "unelungelo", "okanye", "bonke", "bonkhe", "bantfu", "nome"),
        ),
        "nso st tn": ("motho", "mongwe", "batho", "tokelo", "tshwanelo", "ditokelo", "lekgotla", "kgotsa", "botho"),
        "sw": ("kila", "mtu", "haki", "watu", "kwa", "ya", "wa", "uhuru"),
        "fr": ("je", "vous", "nous", "est", "une", "dans", "avec", "pour", "bonjour", "les"),
        "de": ("und", "nicht", "ist", "eine", "das", "ich", "wir", "für", "mit"),
        "fi": ("ja", "jokaisella", "oikeus", "ei", "hänen", "ihmisoikeuksien", "tai"),
        "hu": ("minden", "személynek", "joga", "van", "nem", "vagy", "hogy", "és"),
    }
)


def check_language(page: Page, language: str = "en") -> list[Finding]:
    """html has the language; text with two common words of another one has its tag; pieces of words are code.

    A piece of a word, `[data-piece]` or in a `.tile`, has `zxx`, no language, or the one of its text,
    and shows its blanks by a sign."""
    return ask_findings(26, page, "language", {"language": language, "foreign": dict(MARKS)})
