"""The ledger in marimo."""

import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    from tests.bench.peers.ledger import SAMPLES, Ledger

    field = mo.ui.number(1, 200, value=SAMPLES, label="Microbatch")
    field
    return Ledger, field, mo


@app.cell
def _(Ledger, field, mo):
    found = Ledger(int(field.value))
    words = ", ".join(f"{name} {value}" for name, value in found.numbers.items())
    mo.vstack([mo.md(words), mo.ui.table(found.columns, selection=None), mo.ui.plotly(found.chart)])
    return


if __name__ == "__main__":
    app.run()
