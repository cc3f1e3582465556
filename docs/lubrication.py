#!/usr/bin/env python3
"""Draws docs/lubrication_slider_crank.svg: the slider-crank dry, lubricated and mixed, side by side, by the shipped models.

  docs/lubrication.py PINTLE
"""
import csv
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "models")
COLUMNS = [("dry", "slider_crank_clearance", ["--set", "joints.wrist.clearance=0.2 mm"]),
           ("lubricated", "slider_crank_lubricated", []), ("mixed", "slider_crank_mixed", [])]
MASS, CLEARANCE = 0.14, 200.0  # of the slider [kg], of the pin [um]
SIDE, GAP, LEFT, TOP, HIGH = 236, 18, 62, 48, 150


def rows_of(pintle, model, options, folder):
    run = os.path.join(folder, model)
    subprocess.run([pintle, "run", os.path.join(MODELS, model + ".yaml"), *options, "--every", "1 deg of shaft", "-o", run,
                    "--quiet"], check=True)
    with open(os.path.join(run, "trace.csv"), newline="") as file:
        table = csv.DictReader(file)
        for row in table:
            if float(row["time [s]"]) >= 12e-3:
                yield row


def line(points, x0, y0, kind):
    text = " ".join(f"{x0 + x:.1f},{y0 + y:.1f}" for x, y in points)
    return f'<polyline class="{kind}" points="{text}"/>'


def label(x, y, text, anchor="middle", kind="small"):
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def course(out, rows, value, x0, y0, low, high, ticks, is_first):
    """A quantity over the second turn."""
    def at(v):
        return HIGH * (high - v) / (high - low)
    out.append(f'<rect class="panel" x="{x0}" y="{y0}" width="{SIDE}" height="{HIGH}"/>')
    for tick in ticks:
        out.append(line([(0, at(tick)), (SIDE, at(tick))], x0, y0, "zero" if tick == 0 else "grid"))
        if is_first:
            out.append(label(x0 - 6, y0 + at(tick) + 4, f"{tick:g}", "end"))
    points = [(SIDE * (float(r["time [s]"]) - 12e-3) / 12e-3, at(max(low, min(high, value(r))))) for r in rows]
    out.append(line(points, x0, y0, "curve"))


def orbit(out, rows, x0, y0, is_told):
    """The journal's centre in the bearing, with the circle of the clearance."""
    scale = 0.46 * SIDE / (1.04 * CLEARANCE)
    middle = 0.5 * SIDE
    out.append(f'<rect class="panel" x="{x0}" y="{y0}" width="{SIDE}" height="{SIDE}"/>')
    out.append(f'<circle class="wall" cx="{x0 + middle}" cy="{y0 + middle}" r="{CLEARANCE * scale:.1f}"/>')
    points = [(middle + 1e6 * float(r["wrist.ex [m]"]) * scale, middle - 1e6 * float(r["wrist.ey [m]"]) * scale) for r in rows]
    out.append(line(points, x0, y0, "curve"))
    if is_told:
        out.append(label(x0 + middle, y0 + SIDE - 40, "circle: clearance 200 µm"))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    width, height = LEFT + 3 * SIDE + 2 * GAP + 12, TOP + 2 * (HIGH + 34) + SIDE + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
           "<style>text{font-family:sans-serif;fill:#23262d}.head{font-size:15px;font-weight:bold}.what{font-size:12px;"
           "font-weight:bold}.small{font-size:11px;fill:#6b7080}.panel{fill:#f3f4f0;stroke:#d4d6d1}polyline{fill:none;"
           "stroke-linejoin:round}.grid{stroke:#d4d6d1}.zero{stroke:#8a8d96}.curve{stroke:#1867bf;stroke-width:1.2}"
           ".wall{fill:none;stroke:#8a8d96;stroke-dasharray:4 3}</style>",
           f'<rect width="{width}" height="{height}" fill="#fcfcfa"/>']
    with tempfile.TemporaryDirectory() as folder:
        for k, (name, model, options) in enumerate(COLUMNS):
            rows = list(rows_of(sys.argv[1], model, options, folder))
            x0, y0 = LEFT + k * (SIDE + GAP), TOP + 14
            out.append(label(x0 + 0.5 * SIDE, 24, name, kind="head"))
            if k == 0:
                out.append(label(x0, y0 - 6, "force on the slider along the guide [kN]", "start", "what"))
            course(out, rows, lambda r: 1e-3 * MASS * float(r["slider.ax [m/s^2]"]), x0, y0, -9, 9, (-8, -4, 0, 4, 8), k == 0)
            y0 += HIGH + 34
            if k == 0:
                out.append(label(x0, y0 - 6, "crank moment [N m]", "start", "what"))
            course(out, rows, lambda r: float(r["drive.moment [N m]"]), x0, y0, -450, 450, (-400, -200, 0, 200, 400), k == 0)
            out.append(label(x0 + 0.5 * SIDE, y0 + HIGH + 13, "second turn, 12 ms"))
            y0 += HIGH + 34
            if k == 0:
                out.append(label(x0, y0 - 6, "orbit of the journal in the bearing", "start", "what"))
            orbit(out, rows, x0, y0, k == 1)
    out.append("</svg>")
    with open(os.path.join(HERE, "lubrication_slider_crank.svg"), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
