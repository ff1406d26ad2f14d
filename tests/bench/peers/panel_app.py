"""The ledger in Panel."""

import sys

import pandas as pd
import panel as pn

from tests.bench.peers.ledger import SAMPLES, Ledger

pn.extension("plotly")


def view() -> pn.Column:
    """Numbers, table and chart under their field."""
    field = pn.widgets.IntInput(name="Microbatch", value=SAMPLES, start=1, end=200)
    found = field.param.value.rx.pipe(Ledger)
    words = found.rx.pipe(lambda each: ", ".join(f"{name} {value}" for name, value in each.numbers.items()))
    table = pn.pane.DataFrame(found.rx.pipe(lambda each: pd.DataFrame(each.columns)))
    return pn.Column(field, pn.pane.Str(words), table, pn.pane.Plotly(found.rx.pipe(lambda each: each.chart)))


pn.serve(view, port=int(sys.argv[1]), show=False)
