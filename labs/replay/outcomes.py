"""How a request of a replay can end, as small whole numbers with names.
It refuses to know why one or the other came about."""

OPEN = 0
COMPLETED = 1
SHED = 2
REFUSED = 3
TIMED_OUT = 4
CANCELLED = 5
NOT_OFFERED = 6

# In the order they are told; offered is the sum of these, NOT_OFFERED arrived after the time limit.
OUTCOMES = {
    "completed": COMPLETED,
    "shed": SHED,
    "refused": REFUSED,
    "timed_out": TIMED_OUT,
    "cancelled": CANCELLED,
    "open": OPEN,
}
