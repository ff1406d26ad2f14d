"""The ledger in Dash."""

import sys

from dash import Dash, Input, Output, dcc, html

from tests.bench.peers.ledger import SAMPLES, Ledger

app = Dash(__name__)
field = dcc.Input(id="samples", type="number", value=SAMPLES, debounce=True)
app.layout = html.Div([field, html.P(id="numbers"), html.Table(id="table"), dcc.Graph(id="chart")])


@app.callback(
    Output("numbers", "children"), Output("table", "children"), Output("chart", "figure"), Input("samples", "value")
)
def shown(samples: int) -> tuple[str, list[object], object]:
    """Numbers, table, chart."""
    found = Ledger(samples)
    rows = zip(*found.columns.values(), strict=True)
    table = [html.Tr([html.Th(name) for name in found.columns])]
    table += [html.Tr([html.Td(cell) for cell in row]) for row in rows]
    return ", ".join(f"{name} {value}" for name, value in found.numbers.items()), table, found.chart


app.run(port=int(sys.argv[1]), debug=False)
