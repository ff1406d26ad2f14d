"""Steady-state queues, first come first served: the closed forms that a replay must approach.
It refuses to simulate."""

from math import factorial, log

from labs.arguments import check_not_negative, check_positive, check_whole

Values = dict[str, float]
# Factorials and powers beyond this leave the range of a float.
MOST_SERVERS = 150


def _load(rate: float, capacity: float) -> float:
    """Offered load; ValueError when the queue has no steady state."""
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
    check_not_negative(arrival_rate=arrival_rate, mean_time=mean_time)
    return arrival_rate * mean_time


def mm1(lam: float, mu: float) -> Values:
    """Poisson arrivals at lam, exponential service at mu, one server; W_pNN are percentiles of the sojourn time."""
    check_not_negative(lam=lam)
    check_positive(mu=mu)
    rho = _load(lam, mu)
    values = _from_waiting(lam, 1 / mu, rho / (mu - lam))
    # The sojourn time is exponential with rate mu - lam.
    percentiles = {f"W_p{rank}": -log(1 - rank / 100) / (mu - lam) for rank in (50, 95, 99)}
    return values | {"p0": 1 - rho} | percentiles


def md1(lam: float, service: float) -> Values:
    """Poisson arrivals, every service the same, one server."""
    check_not_negative(lam=lam)
    check_positive(service=service)
    return mg1(lam, service, service**2)


def mg1(lam: float, mean_service: float, second_moment: float) -> Values:
    """Poisson arrivals, any service given by its first two moments, one server (Pollaczek-Khinchine)."""
    check_not_negative(lam=lam)
    check_positive(mean_service=mean_service, second_moment=second_moment)
    rho = _load(lam, 1 / mean_service)
    return _from_waiting(lam, mean_service, lam * second_moment / (2 * (1 - rho)))


def mmc(lam: float, mu: float, servers: int) -> Values:
    """Poisson arrivals, exponential service, one queue for several servers; erlang_c is the chance to wait."""
    check_not_negative(lam=lam)
    check_positive(mu=mu)
    check_whole("servers", servers, 1, MOST_SERVERS)
    rho = _load(lam, servers * mu)
    offered = lam / mu
    full = offered**servers / factorial(servers) / (1 - rho)
    erlang_c = full / (sum(offered**busy / factorial(busy) for busy in range(servers)) + full)
    waiting = erlang_c / (servers * mu - lam)
    return _from_waiting(lam, 1 / mu, waiting) | {"rho": rho, "erlang_c": erlang_c}


def mm1k(lam: float, mu: float, capacity: int) -> Values:
    """As mm1 with room for `capacity` requests, the one in service included; who finds it full is lost."""
    check_positive(lam=lam, mu=mu)
    check_whole("capacity", capacity, 1, MOST_SERVERS)
    weights = [(lam / mu) ** number for number in range(capacity + 1)]
    chances = [weight / sum(weights) for weight in weights]
    number = sum(count * chance for count, chance in enumerate(chances))
    effective = lam * (1 - chances[-1])
    return {"blocking": chances[-1], "L": number, "effective_rate": effective, "W": number / effective}
