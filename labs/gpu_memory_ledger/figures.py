"""The two pictures that both modes of the ledger draw: the bar of what is kept, and the need over one setting.
It refuses to compute sizes and to write sentences."""

from labs.lab import Figure, Line


def ledger_figure(summary: str) -> Figure:
    """Each item's GB in one bar against the usable memory; a view of the table `ledger`."""
    return Figure(
        name="ledger",
        kind="stacked",
        table="ledger",
        x="item",
        y=("size_gb",),
        summary=summary,
        x_title="Memory, GB",
        y_title="",
        lines=(Line("usable_gb", "usable", axis="x"),),
        group="bar",
        state="state",
    )


def sweep_figure(x: str, x_title: str, summary: str) -> Figure:
    """The GB needed at each value of the setting `x` against the usable memory; a view of the table `sweep`."""
    return Figure(
        name="sweep",
        kind="line",
        table="sweep",
        x=x,
        y=("total_gb",),
        summary=summary,
        x_title=x_title,
        y_title="Memory needed, GB",
        lines=(Line("usable_gb", "usable"),),
    )
