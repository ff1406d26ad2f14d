"""What settings of a lab may be on this machine now, for its form.
It refuses to know what the lab makes of them."""

from app.files import StoredFiles
from app.web.remembered import leave_out
from app.web.runs import data_folder
from labs import Lab, Offered


def offered_here(lab: Lab) -> dict[str, Offered]:
    """By setting; a page that shows them is not remembered, since they change with what is registered."""
    if lab.offers:
        leave_out()
    return {name: offer(StoredFiles(data_folder())) for name, offer in lab.offers.items()}
