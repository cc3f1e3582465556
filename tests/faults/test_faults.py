"""Every verb that writes, with every call to the system by which files change failing in its turn, or the program killed there.

Rules: with status 0 the result is whole, byte by byte that of an undisturbed run (but for times of the clock); with another status
the older result is whole, or the new one; nothing torn stands under the final name; after a failure no part is left, unless the message
names its place, and after a kill what is left is marked: `.part` in the name or INCOMPLETE in the folder. What the user keeps in a
run folder survives.

Usage: test_faults.py FAULT PROGRAM [EVERY [WHICH]]: every EVERY-th call only (default 1), of the commands whose name has the
word WHICH. Prints how many faults were made.
"""
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import small_models

FAULT, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
EVERY = int(sys.argv[3]) if len(sys.argv) > 3 else 1
WHICH = sys.argv[4] if len(sys.argv) > 4 else ""
failures = []
made = 0


def read(path):
    with open(path, "rb") as file:
        return file.read()


def content(path):
    """What stands at the path, without times of the clock; None for nothing."""
    if os.path.isdir(path):
        names = sorted(n for n in os.listdir(path) if n not in ("summary.json", "checkpoint", "notes.txt") and not marked(n))
        whole = os.path.exists(os.path.join(path, "summary.json")) or "INCOMPLETE" in names
        return (whole, [(n, read(os.path.join(path, n))) for n in names])
    if not os.path.exists(path):
        return None
    if path.endswith(".db"):
        with sqlite3.connect(path) as base:
            if base.execute("pragma integrity_check").fetchone() != ("ok",):
                return b"torn"
            if base.execute("select count(*) from sqlite_master where name = 'results'").fetchone() == (0,):
                return 0
            return base.execute("select count(*) from results where status = 'ok'").fetchone()[0]
    return read(path)


def run(command, mode, at):
    words = [FAULT, "report", *mode, str(at), PROGRAM, *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, env={**os.environ, "XDG_CACHE_HOME": CACHE})
    if done.returncode == 77:
        print("skipped: no ptrace here")
        sys.exit(77)
    count, name = (open("report").read().split(" ") + [""])[:2]
    return done.returncode, int(count), name.strip(), done.stderr.decode("utf-8", "replace")


def leftovers(before):
    return sorted(set(os.listdir()) - before - {"report"})


def restore(state):
    for name in os.listdir():
        if os.path.isdir(name):
            shutil.rmtree(name)
        else:
            os.remove(name)
    shutil.copytree(state, ".", dirs_exist_ok=True)


def marked(path):
    if ".part" in path or ".old" in path or path.endswith(("-journal", "-wal", "-shm")):
        return True
    return os.path.isdir(path) and os.path.exists(os.path.join(path, "INCOMPLETE"))


def can_go_on(commands, output, new):
    """Whether one of the commands, tried in turn, makes the new result of what is left; else what the last one says."""
    for words in commands:
        done = subprocess.run([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode == 0:
            return content(output) == new or "the result is another one"
    return done.stderr.decode("utf-8", "replace")


def judge(what, output, before, old, new, status, message, killed, then, grows):
    """Whether what is left keeps the rules."""
    now = content(output)
    left = [name for name in leftovers(before) if name != output]
    if os.path.isdir(output):
        left += [name for name in os.listdir(output) if marked(name)]
    faults = []
    if status == 0 and now != new:
        faults.append("status 0, but the result is not whole")
    if isinstance(now, int) and isinstance(new, int) or grows:
        pass  # what was done when it ended; the next command goes on from there
    elif now not in (old, new) and not (os.path.isdir(output) and os.path.exists(os.path.join(output, "INCOMPLETE"))):
        faults.append("what stands under the name is neither the older result nor the new one")
    if os.path.isdir(output) and os.path.exists(output + ".kept") and not os.path.exists(os.path.join(output, "notes.txt")):
        if not any(os.path.exists(os.path.join(name, "notes.txt")) for name in left):
            faults.append("the user's notes are gone")
        elif not killed and not any(name in message for name in left):
            faults.append("nobody says where the user's notes are")
    for name in left:
        if killed and not marked(name):
            faults.append(f"{name} is not marked as incomplete")
        if not killed and name not in message and not marked_by_failed_removal(what, name):
            faults.append(f"{name} is left, and nobody says so")
    if not killed and status >= 128:
        faults.append(f"it ends by signal {status - 128}")
    if then and now != new:
        told = can_go_on(then, output, new)
        if told is not True:
            faults.append(f"it cannot be gone on with: {told}")
    for fault in faults:
        failures.append((what, fault))
        print(f"FAILED: {what}: {fault}\n  status {status}, message: {message.strip()[:300]}")


def marked_by_failed_removal(what, name):
    """The call that should have removed it is the one that failed."""
    return marked(name) and ("unlink" in what or "rmdir" in what)


def end_amid(command):
    """Kills the program in the second half of its calls, and leaves what it has left."""
    state = tempfile.mkdtemp(prefix="pintle-state-")
    shutil.copytree(".", state, dirs_exist_ok=True)
    _, count, _, _ = run(command, ("fail", "0"), 0)
    restore(state)
    shutil.rmtree(state)
    run(command, ("kill",), 2 * count // 3)


def sweep(name, command, output, prepare=(), ended=None, then=(), grows=False):
    """All faults of one command; `prepare`: commands that make the older state; `ended`: one that was killed amid its calls;
    `then`: commands of which one is to succeed after every fault; `grows`: the result grows piece by piece."""
    global made
    for words in prepare:
        subprocess.run([PROGRAM, *words], check=True, stdout=subprocess.DEVNULL)
    if ended:
        end_amid(ended)
    if os.path.isdir(output):
        open(os.path.join(output, "notes.txt"), "w").close()
        open(output + ".kept", "w").close()
    state = tempfile.mkdtemp(prefix="pintle-state-")
    shutil.copytree(".", state, dirs_exist_ok=True)
    before, old = set(os.listdir()), content(output)
    status, count, _, message = run(command, ("fail", "0"), 0)
    new = content(output)
    if status != 0 or count == 0 or new is None:
        failures.append((name, f"undisturbed: status {status}: {message}"))
    for mode in (("fail", str(errno.ENOSPC)), ("fail", str(errno.EIO)), ("kill",)) if WHICH in name else ():
        for at in range(1 + (made % EVERY), count + 1, EVERY):
            restore(state)
            status, _, call, message = run(command, mode, at)
            made += 1
            judge(f"{name}, {' '.join(mode)} at {at} ({call})", output, before, old, new, status, message, mode[0] == "kill", then, grows)
    print(f"{name}: {count} calls")
    restore(state)
    shutil.rmtree(state)


def sweep_runs(first, again):
    sweep("run into nothing", first, "x.run")
    sweep("run over a run", again, "x.run", [first])
    sweep("run --verify", [*again, "--verify"], "x.run")
    sweep("run --format hdf5", [*again, "--format", "hdf5"], "x.run")
    # a checkpoint is kept every 2000 steps
    long = [*again[:3], "z.run", "--quiet", "--checkpoint", "0s", "--set", "run.until=7 ms", "--set", "run.max_step=1 us"]
    sweep("run --checkpoint", long, "z.run", then=[long])
    sweep("run --checkpoint, HDF5, verified", [*long, "--format", "hdf5", "--verify"], "z.run")
    names = set(os.listdir())
    for kind in ([], ["--format", "hdf5", "--verify"]):
        resume = ["run", "--resume", "z.run", "--quiet"]
        sweep(" ".join(["run --resume", *kind]), resume, "z.run", ended=[*long, *kind], then=[resume])
        for left in leftovers(names):
            shutil.rmtree(left)


def sweep_analyses():
    rest = ["static", "second.yaml", "-o", "s.csv", "--quiet"]
    sweep("static", rest, "s.csv", [[*rest, "--set", "parameters.leg=9 mm"]])
    moved = ["kinematics", "driven.yaml", "--quiet", "-o"]
    sweep("kinematics", [*moved, "k.csv"], "k.csv", [[*moved, "k.csv", "--every", "2 ms"]])
    sweep("kinematics, folder", [*moved, "k.run"], "k.run", [[*moved, "k.run", "--every", "2 ms"]])
    modes, heavy = ["modes", "hung.yaml", "--quiet"], ["--set", "bodies.bob.inertia=2e-3 kg m^2"]
    for kind in "csv", "npy", "mat":
        matrices = [*modes, "-o", f"m.{kind}", "--format", kind]
        sweep(f"modes, {kind}", matrices, f"m.{kind}", [[*matrices, *heavy]])
    motion = [*modes, "--mode", "1", "--motion", "m.run"]
    sweep("modes --motion", motion, "m.run", [[*motion, *heavy]])
    wear = ["wear", "worn.yaml", "--cycle", "2 ms", "--cycles", "1e5", "--quiet", "-o", "x.wear"]
    resume = [*wear, "--resume"]
    sweep("wear", wear, "x.wear", then=[resume, wear], grows=True)
    sweep("wear --resume", resume, "x.wear", [[*wear, "--blocks", "1"]], then=[resume], grows=True)


def sweep_studies():
    vary = ["--vary", "parameters.leg=9mm:11mm:3", "--measure", "height=min(ball.y)"]
    study = ["study", "second.yaml", *vary, "--quiet", "-o"]
    sweep("study", [*study, "x.db"], "x.db")
    sweep("study --csv", [*study, "y.db", "--csv", "y.csv"], "y.csv", [[*study, "y.db"]])
    parts = [[*study, f"{i}.db", "--slice", f"{i}/2"] for i in (1, 2)]
    sweep("study merge", ["study", "merge", "z.db", "1.db", "2.db"], "z.db", parts)
    with open("data.csv", "w", encoding="ascii") as file:
        file.write("time [s],height [m]\n" + "".join(f"{i / 1e4},{0.01 - 9e-8 * i}\n" for i in range(11)))
    fit = ["fit", "second.yaml", "--vary", "parameters.leg=9mm:11mm", "--data", "data.csv", "--column", "ball.y=height", "--evaluations", "8",
           "--quiet", "-o", "f.csv"]
    sweep("fit", fit, "f.csv", [[*fit, "--set", "gravity=[0, -9 m/s^2]"]])


def sweep_laws():
    law = ["--elastic", "power", "--set", "stiffness=1e8 N/m^1.5", "--set", "exponent=1.5", "-o", "x.csv"]
    evaluate = ["law", "eval", *law, "--depth", "1 mm"]
    sweep("law eval", evaluate, "x.csv", [[*evaluate, "--points", "7"]])
    fitted = ["law", "fit", *law, "--force", "1..1000 N"]
    sweep("law fit", fitted, "x.csv", [[*fitted, "--points", "7"]])
    impact = ["law", "impact", *law, "--law", "flores", "--set", "restitution=0.8", "--mass", "1 kg", "--plot", "l.svg", "--speed"]
    for output in "x.csv", "l.svg":
        sweep(f"law impact, {output}", [*impact, "1 m/s"], output, [[*impact, "2 m/s"]])


def sweep_pictures():
    sweep("plot svg", ["plot", "x.run", "-o", "x.svg"], "x.svg", [["plot", "x.run", "--dark", "-o", "x.svg"]])
    sweep("plot png", ["plot", "x.run", "-o", "x.png"], "x.png", [["plot", "x.run", "--dark", "-o", "x.png"]])
    sweep("plot --gnuplot", ["plot", "x.run", "-o", "y.svg", "--gnuplot", "x.gp"], "x.gp", [["plot", "x.run", "-o", "y.svg"]])
    if subprocess.run([PROGRAM, "render", "--help"], stdout=subprocess.DEVNULL).returncode != 0:
        return
    small = ["--size", "640x400", "--scale", "0.25", "--quiet"]
    sweep("render", ["render", "x.run", "-o", "r.png", *small], "r.png", [["render", "x.run", "--time", "0", "-o", "r.png", *small]])
    sweep("report", ["report", "x.run", "-o", "x.html"], "x.html")
    sweep("report of a study", ["report", "y.db", "-o", "y.html", "--quiet"], "y.html", [["report", "x.run", "-o", "y.html", "--quiet"]])
    sweep("study plot", ["study", "plot", "y.db", "-o", "p.svg", "--quiet"], "p.svg", [["study", "plot", "y.db", "-o", "p.svg", "--dark", "--quiet"]])
    if shutil.which("ffmpeg"):
        sweep("film", ["render", "x.run", "-o", "r.mp4", "--length", "0.1", *small], "r.mp4")


def main():
    first, again = (["run", name, "-o", "x.run", "--quiet"] for name in ("first.yaml", "second.yaml"))
    sweep_runs(first, again)
    sweep_analyses()
    sweep_studies()
    sweep_laws()
    for version in "2", "3":
        unit = ["-o", f"x{version}.fmu", "--fmi", version]
        sweep(f"fmu, FMI {version}", ["fmu", "second.yaml", *unit], unit[1], [["fmu", "first.yaml", *unit]])
    sweep("import", ["import", "crank.csv", "-o", "i.yaml"], "i.yaml", [["import", "light.csv", "-o", "i.yaml"]])
    sweep_pictures()
    print(f"{made} faults, {len(failures)} failures")
    return 1 if failures else 0


FOLDER = tempfile.mkdtemp(prefix="pintle-faults-")
CACHE = tempfile.mkdtemp(prefix="pintle-cache-")
try:
    os.chdir(FOLDER)
    small_models.write()
    result = main()
finally:
    os.chdir("/")
    shutil.rmtree(FOLDER)
    shutil.rmtree(CACHE)
sys.exit(result)
