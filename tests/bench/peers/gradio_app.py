"""The ledger in Gradio."""

import sys

import gradio as gr
import pandas as pd

from tests.bench.peers.ledger import SAMPLES, Ledger


def shown(samples: float) -> tuple[str, pd.DataFrame, object]:
    """Numbers, table, chart."""
    found = Ledger(int(samples))
    return (
        ", ".join(f"{name} {value}" for name, value in found.numbers.items()),
        pd.DataFrame(found.columns),
        found.chart,
    )


with gr.Blocks() as app:
    samples = gr.Number(SAMPLES, label="Microbatch", precision=0)
    first = shown(SAMPLES)
    outputs = [gr.Markdown(first[0]), gr.Dataframe(first[1]), gr.Plot(first[2])]
    samples.submit(shown, samples, outputs)

app.launch(server_port=int(sys.argv[1]), quiet=True)
