"""The first page.
It refuses to know labs and lessons beyond their names."""

from flask import Flask, render_template

from app.web.reference import total
from labs import all_labs


def register(app: Flask) -> None:
    app.add_url_rule("/", "home", home)


def home() -> str:
    return render_template("home.html", labs=all_labs().values(), checks=total())
