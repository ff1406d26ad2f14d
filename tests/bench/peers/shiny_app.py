"""The ledger in Shiny for Python."""

import sys

import pandas as pd
from shiny import App, reactive, render, run_app, ui
from shinywidgets import output_widget, render_widget

from tests.bench.peers.ledger import SAMPLES, Ledger

page = ui.page_fluid(
    ui.input_numeric("samples", "Microbatch", SAMPLES, update_on="blur"),
    ui.output_text("numbers"),
    ui.output_table("table"),
    output_widget("chart"),
)


def server(input, output, session):  # type: ignore[no-untyped-def]
    """Numbers, table, chart."""

    @reactive.calc
    def found() -> Ledger:
        return Ledger(int(input.samples()))

    @render.text
    def numbers() -> str:
        return ", ".join(f"{name} {value}" for name, value in found().numbers.items())

    @render.table
    def table() -> pd.DataFrame:
        return pd.DataFrame(found().columns)

    @render_widget
    def chart() -> object:
        return found().chart


run_app(App(page, server), port=int(sys.argv[1]), log_level="error")
