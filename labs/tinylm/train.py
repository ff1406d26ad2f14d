"""The command that builds the family: `python -m labs.tinylm.train STAGE`; each stage takes up where it was stopped.
Knows the stages, their recipes and the folder of checkpoints; not how a model learns."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from labs.tinylm import corpus, export, training
from labs.tinylm.model import Shape
from labs.tinylm.training import Phase, Plan, Recipe, Run

# Both drafts share one recipe, so that what differs between them is the label alone.
_DRAFT = Recipe(Shape(layers=1, width=128, heads=2), (Phase(0, 8, 128), Phase(500, 8, 256)))
RECIPES = {
    "target": Recipe(
        Shape(layers=8, width=192, heads=3), (Phase(0, 8, 128), Phase(2000, 16, 128), Phase(2900, 8, 256))
    ),
    "plain": _DRAFT,
    "distilled": _DRAFT,
}


def main() -> None:
    args = _arguments()
    torch.set_num_threads(1)
    if args.stage == "corpus":
        corpus.build(args.folder)
    elif args.stage == "export":
        export.write(args.folder, RECIPES)
    else:
        _train(args)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m labs.tinylm.train", description=__doc__)
    parser.add_argument("stage", choices=("corpus", *RECIPES, "export"), help="in this order")
    parser.add_argument(
        "--folder", type=Path, default=Path.home() / ".cache" / "servelab-train", help="for all it makes"
    )
    parser.add_argument("--last-step", type=int, default=1_000_000, help="where the run stops")
    parser.add_argument("--decay-from", type=int, default=1_000_000, help="where the rate begins to fall")
    parser.add_argument("--every-seconds", type=float, default=120.0, help="between checkpoints")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="cpu or cuda")
    return parser.parse_args()


def _train(args: argparse.Namespace) -> None:
    loss: training.Loss = training.cross_entropy
    if args.stage == "distilled":
        teacher = Run(RECIPES["target"], args.device)
        teacher.restore(args.folder / "target.pt")
        loss = training.distillation(teacher.model.eval())
    run, plan = Run(RECIPES[args.stage], args.device), Plan(args.last_step, args.decay_from)
    checkpoint, log = args.folder / f"{args.stage}.pt", args.folder / f"{args.stage}.jsonl"
    training.follow(run, corpus.load(args.folder), plan, loss, checkpoint, log, args.every_seconds)


if __name__ == "__main__":
    main()
