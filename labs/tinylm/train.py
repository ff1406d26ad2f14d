"""The command that builds the family: `python -m labs.tinylm.train STAGE`; each stage takes up where it was stopped.
Knows the stages, their recipes and the folder of checkpoints; not how a model learns."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from labs.tinylm import corpus, training
from labs.tinylm.model import Shape
from labs.tinylm.training import Phase, Plan, Recipe, Run

TARGET = Recipe(Shape(layers=8, width=192, heads=3), (Phase(0, 8, 128), Phase(2000, 16, 128), Phase(4000, 8, 256)))
DRAFT = Recipe(Shape(layers=1, width=128, heads=2), (Phase(0, 8, 128), Phase(2000, 8, 256)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m labs.tinylm.train", description=__doc__)
    parser.add_argument("stage", choices=("corpus", "target"))
    parser.add_argument("--folder", type=Path, default=Path.home() / ".cache" / "servelab-train")
    parser.add_argument("--last-step", type=int, default=1_000_000)
    parser.add_argument("--decay-from", type=int, default=1_000_000)
    parser.add_argument("--every-seconds", type=float, default=120.0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    if args.stage == "corpus":
        corpus.build(args.folder)
        return
    run, plan = Run(TARGET, args.device), Plan(args.last_step, args.decay_from)
    checkpoint, log = args.folder / "target.pt", args.folder / "target.jsonl"
    training.follow(run, corpus.load(args.folder), plan, training.cross_entropy, checkpoint, log, args.every_seconds)


if __name__ == "__main__":
    main()
