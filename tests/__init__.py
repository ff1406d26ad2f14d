"""One thread for each test process, set before any library counts the cores.
It refuses to know tests.

Tests run side by side already; libraries that start a thread for each core wait for one another in busy loops, and
on a machine with other work a test of five seconds takes ten minutes."""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
