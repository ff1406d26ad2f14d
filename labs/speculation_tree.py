"""Drafts that branch: a tree of candidate tokens verified in one pass.
It refuses to know how a tree is grown and what its verification costs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from labs.arguments import check_between, check_list, found

ROOT = "root"
SUM_ERROR = 1e-9


def _check_tree(nodes: Sequence[Mapping[str, Any]]) -> None:
    """Raise ValueError unless each node has an id of its own, a parent named before it, and sensible chances."""
    check_list("nodes", nodes, 'nodes {"id", "parent", "accept"}')
    taken = {ROOT: 0.0}
    for place, node in enumerate(nodes):
        if not isinstance(node, Mapping) or not {"id", "parent", "accept"} <= set(node):
            raise ValueError(f"nodes[{place}] is {found(node)}; it must have id, parent and accept.")
        name, parent = node["id"], node["parent"]
        if not isinstance(name, str) or name in taken:
            raise ValueError(f"nodes[{place}] has the id {found(name)}; it must be text that no earlier node has.")
        if not isinstance(parent, str) or parent not in taken:
            raise ValueError(f'nodes[{place}] has the parent {found(parent)}; it must be "root" or an earlier id.')
        check_between(f"nodes[{place}] accept", node["accept"], 0, 1)
        taken[parent] += node["accept"]
        if taken[parent] > 1 + SUM_ERROR:
            raise ValueError(f"nodes[{place}] brings the chances under {parent} to {taken[parent]:.6g}; at most 1.")
        taken[name] = 0.0


def spec_tree_expected_tokens(nodes: Sequence[Mapping[str, Any]]) -> float:
    """1 + sum over nodes of the product of `accept` along the path: mean tokens of a round with a drafted tree.

    A node is {"id", "parent", "accept"}; accept is the chance that it is taken given its parent was, siblings exclude
    each other, and a parent ("root" or an id) comes first. Source: vectors spec.tree.tokens.
    """
    _check_tree(nodes)
    reached = {ROOT: 1.0}
    for node in nodes:
        reached[node["id"]] = reached[node["parent"]] * node["accept"]
    return float(sum(reached.values()))


def spec_tree_mask_ones(nodes: Sequence[Mapping[str, Any]]) -> int:
    """Ones of the attention mask among the drafted tokens: each sees itself and its ancestors, so its depth.

    Nodes as in spec_tree_expected_tokens. Source: vectors spec.tree.mask.
    """
    _check_tree(nodes)
    depth = {ROOT: 0}
    for node in nodes:
        depth[node["id"]] = depth[node["parent"]] + 1
    return sum(depth.values())
