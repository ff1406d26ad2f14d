"""/healthz: says that the process answers.

It refuses to look at anything, so that a busy probe costs nothing.
"""

from flask import Flask, Response


def register(app: Flask) -> None:
    app.add_url_rule("/healthz", "healthz", healthz)


def healthz() -> Response:
    return Response("ok\n", mimetype="text/plain", headers={"Cache-Control": "no-store"})
