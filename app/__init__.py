"""The application: create_app() builds it from REGISTRATIONS, in that order; nothing happens at import.

It refuses to know any page.
"""

import os

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app import assets
from app.config import Settings, read_settings
from app.places import templates_dir
from app.web import (
    accessibility,
    addresses,
    binding,
    budget,
    compress,
    course,
    errors,
    evidence,
    fact_rows,
    glossary,
    health,
    items,
    jobs,
    keep,
    labs,
    learner,
    lessons,
    pages,
    ranges,
    reference,
    remembered,
    review,
    run_shares,
    runs,
    security,
    sources,
    uploads,
    work,
)

MAX_BODY_BYTES = 1024 * 1024
MAX_FORM_BYTES = 256 * 1024
MAX_FORM_PARTS = 200

# The order is that of before_request; the answers pass through in the opposite one, so security.py has the last word.
REGISTRATIONS = (
    security.register,
    remembered.register,
    budget.register,
    compress.register,
    assets.register,
    errors.register,
    health.register,
    learner.register,
    course.register,
    pages.register,
    jobs.register,
    run_shares.register,
    runs.register,
    uploads.register,
    lessons.register,
    items.register,
    keep.register,
    work.register,
    review.register,
    ranges.register,
    evidence.register,
    labs.register,
    addresses.register,
    binding.register,
    fact_rows.register,
    sources.register,
    reference.register,
    glossary.register,
    accessibility.register,
)


def create_app(settings: Settings | None = None) -> Flask:
    """A new application. Without settings they are read from the environment. Raises BadSetting, AssetsMissing."""
    app = Flask("app", static_folder=None, template_folder=str(templates_dir()))
    app.config["SETTINGS"] = settings or read_settings(os.environ)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_FORM_BYTES
    app.config["MAX_FORM_PARTS"] = MAX_FORM_PARTS
    app.url_map.strict_slashes = False
    proxies = app.config["SETTINGS"].proxies
    if proxies:
        # The address alone: the names in Host and the scheme stay what the browser and its Origin say.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0)  # type: ignore[method-assign]
    for register in REGISTRATIONS:
        register(app)
    return app
