"""Charts of training, plotted with Matplotlib from the points that `phazed train` writes.

    python benchmarks/training_charts.py [FOLDER]

The folder, `docs/learning` by default, contains `learning_GAME.json` (the error of the win chances by number of hands)
and `strength_GAME.json` (the share of games won by the fast policy). An SVG file is written next to each of them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

LEARNED = Path(__file__).parents[1] / "docs" / "learning"
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "phazed", "font.family": "sans-serif", "font.size": 11}
RED, BLUE = "#cf222e", "#0969da"


def new_figure(title: str, subtitle: str):
    figure = Figure(figsize=(7.2, 4.3), layout="constrained")
    axes = figure.subplots()
    figure.suptitle(title, x=0.02, ha="left", weight="bold")
    axes.set_title(subtitle, loc="left", fontsize=10)
    axes.grid(axis="y", color="#d8dee4")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def learning_chart(game: str, points: list[dict]) -> Figure:
    """Plot the error of the win chances; the last point is an extrapolation."""
    figure, axes = new_figure(
        f"Error of the win chances of {game}", "Measured by comparing tables made of different hands"
    )
    hands = [point["hands"] for point in points]
    for name, colour in (("largest", RED), ("typical", BLUE)):
        errors = [100 * point[name] for point in points]
        axes.plot(hands[:-1], errors[:-1], color=colour, marker="o", label=name)
        axes.plot(hands[-2:], errors[-2:], color=colour, linestyle="--")
        axes.plot(hands[-1:], errors[-1:], color=colour, marker="o", markerfacecolor="white", linestyle="")
        for count, error in zip(hands, errors, strict=True):
            axes.annotate(
                f"{error:#.2g}".rstrip("."),
                (count, error),
                (0, 6),
                textcoords="offset points",
                ha="center",
                color=colour,
            )
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="hands played; the last point is expected",
        ylabel="percentage points",
    )
    axes.set_xticks(hands, [f"{count:,}" for count in hands])
    axes.xaxis.set_minor_locator(mpl.ticker.NullLocator())
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(mpl.ticker.NullFormatter())
    axes.legend(frameon=False)
    return figure


def strength_chart(game: str, points: list[dict]) -> Figure:
    """Plot the share of games won."""
    figure, axes = new_figure(f"Strength of the fast policy of {game}", "Against three greedy policies; 25 % is even")
    games, shares = [point["games"] / 1000 for point in points], [100 * point["won"] for point in points]
    axes.plot(games, shares, color=BLUE, marker="o")
    for count, share in zip(games, shares, strict=True):
        axes.annotate(f"{share:.1f}", (count, share), (0, 6), textcoords="offset points", ha="center", color=BLUE)
    axes.set(xlabel="thousand games learned from", ylabel="per cent of games won", xticks=games)
    axes.set_ylim(min(25, *shares), max(shares) + 0.5)
    return figure


CHARTS = {"learning": learning_chart, "strength": strength_chart}


def draw(file: Path) -> Path:
    """Plot the points in a file, and return the SVG file."""
    kind, game = file.stem.split("_", 1)
    picture = file.with_suffix(".svg")
    with mpl.rc_context(SETTINGS):
        figure = CHARTS[kind](game, json.loads(file.read_text(encoding="utf-8")))
        figure.savefig(picture, metadata={"Date": None, "Title": figure.get_suptitle()})
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=LEARNED)
    for kind in CHARTS:
        for file in sorted(parser.parse_args().folder.glob(f"{kind}_*.json")):
            print(draw(file))


if __name__ == "__main__":
    main()
