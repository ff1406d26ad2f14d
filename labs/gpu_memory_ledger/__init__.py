"""What fits on the device? A ledger of its memory, for a training step or a served model.
It leaves out time, several devices, and what runtime and kernels need for themselves."""
