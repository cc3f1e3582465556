#!/usr/bin/env python3
"""The rooms of the source tree and what depends on what.

  docs/rooms.py                 prints the table of rooms as it stands in docs/architecture.md
  docs/rooms.py --write         puts it there
  docs/rooms.py --check [BUILD] fails when docs/architecture.md is not as this script writes it, when a room
                                depends on one that stands above it, or when rooms or files form a circle.
                                With a build folder the calls between files are read from its objects (nm),
                                too, since a header may declare functions of several files.

A room is a folder with sources. A file depends on another when it includes its header, or calls it.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- rooms: begin -->", "<!-- rooms: end -->"
# From the lowest room to the highest; a folder that is not named here is an error.
ORDER = """engine/include
joints forces film contact/shared contact/elastic contact/damping contact/restitution contact/friction
engine/text engine/base engine/types engine/numeric engine/program engine/units engine/quantity engine/registry engine/model engine/laws engine/modelwrite engine/modelfile engine/packed
engine/linear engine/system engine/evaluate engine/equations engine/equilibrium engine/assembly engine/integrate engine/run engine/events engine/simulate engine/results engine/read engine/verify engine/analysis engine/spectrum
study/wear study/design study/measure study/spec study/store study/engine study/fit study/analysis
viewer/figure viewer/data viewer/scene viewer/draw viewer/run viewer/page viewer/app
study/plot
fmu/model fmu/unit fmu/write
import
cli/text cli/plot cli/law cli/compare cli/verbs cli/analysis cli/study cli/wear cli/import cli/mpi cli/view cli
bench python/engine""".split()


# Defines in units what other files define in programs.
STAND_INS = "fmu/unit/stand_ins.c"


def sources():
    """Path of every .c and .h that belongs to a room."""
    listed = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout.split()
    return [p for p in listed if not p.startswith(("tests/", "examples/"))
            and os.path.exists(os.path.join(ROOT, p))]


def module(path):
    """A source and its header are one file of the drawing."""
    return re.sub(r"\.[ch]$", "", path)


def includes(paths):
    """Edges (module, module) by #include; a header is looked for in its own folder first, then beside it."""
    by_name = {}
    for p in paths:
        if p.endswith(".h"):
            by_name.setdefault(os.path.basename(p), []).append(p)
    edges = set()
    for p in paths:
        with open(os.path.join(ROOT, p), encoding="utf-8") as f:
            names = re.findall(r'^\s*#\s*include\s*"([^"]+)"', f.read(), re.M)
        for name in names:
            found = by_name.get(os.path.basename(name), [])
            own = [h for h in found if os.path.dirname(h) == os.path.dirname(p)]
            near = [h for h in found if h.split("/")[0] == p.split("/")[0]]
            nearest = own or near or found
            if len(nearest) > 1:
                sys.exit(f"{p}: two rooms have a header {name}: {' '.join(nearest)}")
            for h in nearest:
                if module(h) != module(p):
                    edges.add((module(p), module(h)))
    return edges


def calls(build, paths):
    """Edges (module, module) by symbols of the object files in a build folder."""
    known = {p for p in paths if p.endswith(".c")}
    defined, used = {}, {}
    for folder, _, names in os.walk(build):
        for name in names:
            if not name.endswith(".c.o"):
                continue
            where = re.sub(r"CMakeFiles/[^/]+\.dir/", "", os.path.relpath(os.path.join(folder, name), build))
            source = where[:-2]
            if source not in known:
                continue
            out = subprocess.run(["nm", os.path.join(folder, name)], capture_output=True, text=True,
                                 check=True).stdout
            for line in out.splitlines():
                part = line.split()
                if len(part) == 2 and part[0] == "U":
                    used.setdefault(source, set()).add(part[1])
                elif len(part) == 3 and part[1] in "TDRB" and source != STAND_INS:
                    defined[part[2]] = source
    edges = set()
    for source, symbols in used.items():
        for symbol in symbols:
            target = defined.get(symbol)
            if target and target != source:
                edges.add((module(source), module(target)))
    return edges


def circles(edges):
    """Strongly connected components of more than one node (Tarjan)."""
    graph = {}
    for a, b in edges:
        graph.setdefault(a, set()).add(b)
        graph.setdefault(b, set())
    index, low, stack, on, found = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while True:
                w = stack.pop()
                on.discard(w)
                part.append(w)
                if w == v:
                    break
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(10000)
    for v in sorted(graph):
        if v not in index:
            visit(v)
    return found


def head(room):
    """First paragraph of the room's README, or of its only header's comment."""
    path = os.path.join(ROOT, room, "README.md")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as f:
        lines = [l.strip() for l in f if not l.startswith("#")]
    text = " ".join(lines).strip()
    return re.split(r"(?<=[.])\s", text, maxsplit=1)[0]


def table(paths, edges):
    rooms = {}
    for p in paths:
        rooms.setdefault(os.path.dirname(p), []).append(p)
    lines = ["| room | files | holds | uses |", "|---|---|---|---|"]
    for room in [r for r in ORDER if r in rooms]:
        uses = {os.path.dirname(b) for a, b in edges if os.path.dirname(a) == room} - {room}
        uses = [u for u in ORDER if u in uses]
        lines.append(f"| `{room}` | {len({module(p) for p in rooms[room]})} | {head(room)} | "
                     f"{', '.join('`' + u + '`' for u in uses)} |")
    return "\n".join(lines) + "\n"


def main():
    paths = sources()
    by_include = includes(paths)
    text = table(paths, by_include)
    doc = os.path.join(ROOT, "docs", "architecture.md")
    with open(doc, encoding="utf-8") as f:
        old = f.read()
    if BEGIN not in old:
        sys.exit(f"docs/architecture.md lacks {BEGIN}")
    new = old[:old.index(BEGIN) + len(BEGIN)] + "\n" + text + old[old.index(END):]
    if sys.argv[1:2] == ["--write"]:
        with open(doc, "w", encoding="utf-8") as f:
            f.write(new)
        return 0
    if sys.argv[1:2] != ["--check"]:
        print(text, end="")
        return 0

    faults = []
    edges = set(by_include)
    if len(sys.argv) > 2:
        edges |= calls(sys.argv[2], paths)
    for room in sorted({os.path.dirname(p) for p in paths} - set(ORDER)):
        faults.append(f"room {room} is not in the order at the head of docs/rooms.py")
    rank = {r: i for i, r in enumerate(ORDER)}
    for a, b in sorted(edges):
        ra, rb = os.path.dirname(a), os.path.dirname(b)
        if rank.get(ra, 0) < rank.get(rb, 0):
            faults.append(f"backwards: {a} uses {b}")
    for part in circles(edges):
        faults.append("circle of files: " + " ".join(part))
    for part in circles({(os.path.dirname(a), os.path.dirname(b)) for a, b in edges
                         if os.path.dirname(a) != os.path.dirname(b)}):
        faults.append("circle of rooms: " + " ".join(part))
    count = {}
    for p in paths:
        count[os.path.dirname(p)] = count.get(os.path.dirname(p), 0) + 1
    for room, n in sorted(count.items()):
        if n > 25:
            faults.append(f"room {room} holds {n} files; the limit is 25")
    if new != old:
        faults.append("docs/architecture.md: run docs/rooms.py --write")
    print("\n".join(faults) if faults else "no dependency backwards, no circle")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
