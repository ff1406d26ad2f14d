"""`servelab explain`: what a finding means, why it matters, and a wrong and a right example.
It refuses to hold the texts; app/course/codes.py reads them.
"""

import click

from app.course.codes import Explanation, explanations
from app.course.diagnostics import did_you_mean
from labs import quote


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a finding such as E021; without CODE all are listed."""
    known = explanations()
    if code is None:
        for each in known.values():
            click.echo(f"{each.code}  {each.title}")
        return
    found = known.get(code.upper())
    if found is None:
        raise click.ClickException(f'There is no code "{quote(code)}". {did_you_mean(code.upper(), known)}')
    click.echo(_text(found))


def _text(found: Explanation) -> str:
    severity = "error" if found.code.startswith("E") else "warning"
    examples = [
        f"{name}:\n\n{_indented(text)}" for name, text in (("Wrong", found.wrong), ("Right", found.right)) if text
    ]
    return "\n\n".join([f"{found.code} ({severity}): {found.title}", found.what, f"Why: {found.why}", *examples])


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n"))
