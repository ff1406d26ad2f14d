"""Parts of a Plotly figure, each a pure function; `app/plot.py` is their door.
It refuses to know Plotly's packages."""
