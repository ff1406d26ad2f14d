"""What fits on the device? A ledger of its memory, for a training step or a served model.
It leaves out time, several devices, and what runtime and kernels need for themselves."""

from typing import Final

from labs.gpu_memory_ledger import serving_report, training_report
from labs.gpu_memory_ledger.asked import TRAINING
from labs.gpu_memory_ledger.config_json import read_config
from labs.gpu_memory_ledger.presets import PRESETS
from labs.gpu_memory_ledger.settings import LedgerParams
from labs.lab import Lab, Result

LEAVES_OUT: Final = (
    "It leaves out temporary buffers, the runtime's own memory and fragmentation, for which a share is kept free, "
    "and it knows one device, dense models and full attention only."
)


def run(params: LedgerParams) -> Result:
    """The ledger of the chosen mode."""
    return training_report.report(params) if params.mode == TRAINING else serving_report.report(params)


LAB: Final = Lab(
    slug="gpu-memory-ledger",
    title="GPU memory ledger",
    question="What fits on the device?",
    params=LedgerParams,
    run=run,
    version=1,
    controls=("microbatch", "per_sample_gb", "device_gb", "sequences", "context", "model"),
    lead="total_gb",
    presets=PRESETS,
    readers={"config": read_config},
    shows="Each item that stands on the card, the largest batch and context that fit, and the first that do not.",
    leaves_out=LEAVES_OUT,
)
