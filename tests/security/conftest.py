"""The test course on a server of its own data, as the course's tests have it.
It refuses to know routes."""

from tests.course_site.conftest import empty_store, shelf, site

__all__ = ["empty_store", "shelf", "site"]
