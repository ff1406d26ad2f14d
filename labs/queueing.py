"""Steady-state queues, first come first served: the closed forms that a replay must approach.
It refuses to simulate."""

from math import factorial, log

Values = dict[str, float]


def _load(rate: float, capacity: float) -> float:
    """Offered load; ValueError when the queue has no steady state."""
    if rate < 0 or capacity <= 0:
        raise ValueError(
            f"arrival rate {rate} and capacity {capacity}: give a rate of 0 or more and a capacity above 0."
        )
    load = rate / capacity
    if load >= 1:
        raise ValueError(f"load is {load:.6g}: at 1 or above the queue grows without end. Lower the arrival rate.")
    return load


def _from_waiting(lam: float, mean_service: float, waiting: float) -> Values:
    sojourn = waiting + mean_service
    return {
        "rho": lam * mean_service,
        "Wq": waiting,
        "W": sojourn,
        "Lq": littles_law_L(lam, waiting),
        "L": littles_law_L(lam, sojourn),
    }


def littles_law_L(arrival_rate: float, mean_time: float) -> float:  # noqa: N802 - the name in the vectors
    """Mean number in a system from the arrival rate and the mean time in it (Little 1961)."""
    return arrival_rate * mean_time


def mm1(lam: float, mu: float) -> Values:
    """Poisson arrivals at lam, exponential service at mu, one server; W_pNN are percentiles of the sojourn time."""
    rho = _load(lam, mu)
    values = _from_waiting(lam, 1 / mu, rho / (mu - lam))
    # The sojourn time is exponential with rate mu - lam.
    percentiles = {f"W_p{rank}": -log(1 - rank / 100) / (mu - lam) for rank in (50, 95, 99)}
    return values | {"p0": 1 - rho} | percentiles


def md1(lam: float, service: float) -> Values:
    """Poisson arrivals, every service the same, one server."""
    return mg1(lam, service, service**2)


def mg1(lam: float, mean_service: float, second_moment: float) -> Values:
    """Poisson arrivals, any service given by its first two moments, one server (Pollaczek-Khinchine)."""
    rho = _load(lam, 1 / mean_service)
    return _from_waiting(lam, mean_service, lam * second_moment / (2 * (1 - rho)))


def mmc(lam: float, mu: float, servers: int) -> Values:
    """Poisson arrivals, exponential service, one queue for several servers; erlang_c is the chance to wait."""
    rho = _load(lam, servers * mu)
    offered = lam / mu
    full = offered**servers / factorial(servers) / (1 - rho)
    erlang_c = full / (sum(offered**busy / factorial(busy) for busy in range(servers)) + full)
    waiting = erlang_c / (servers * mu - lam)
    return _from_waiting(lam, 1 / mu, waiting) | {"rho": rho, "erlang_c": erlang_c}


def mm1k(lam: float, mu: float, capacity: int) -> Values:
    """As mm1 with room for `capacity` requests, the one in service included; who finds it full is lost."""
    if capacity < 1 or lam <= 0 or mu <= 0:
        raise ValueError(f"rates {lam} and {mu}, capacity {capacity}: give rates above 0 and a capacity of 1 or more.")
    weights = [(lam / mu) ** number for number in range(capacity + 1)]
    chances = [weight / sum(weights) for weight in weights]
    number = sum(count * chance for count, chance in enumerate(chances))
    effective = lam * (1 - chances[-1])
    return {"blocking": chances[-1], "L": number, "effective_rate": effective, "W": number / effective}
