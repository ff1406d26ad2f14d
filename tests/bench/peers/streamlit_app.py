"""The ledger in Streamlit."""

import streamlit as st

from tests.bench.peers.ledger import SAMPLES, Ledger

found = Ledger(int(st.number_input("Microbatch", 1, 200, SAMPLES)))
for column, (name, value) in zip(st.columns(4), found.numbers.items(), strict=True):
    column.metric(name, value)
st.table(found.columns)
st.plotly_chart(found.chart)
