"""One allocation of a verb fails, each in its turn (failing_malloc.c): the program ends with status 3, or with 0 and the result
of an undisturbed run.

What libraries do instead, and where that is allowed here (docs/reliability.md names the places): libgfortran ends the program before
main() with status 1 and a message; libfyaml crashes where its input is set, twice per text, minizip once per file; HDF5 and fontconfig crash at many
places, so that verbs that use them are counted and not judged.

Usage: test_out_of_memory.py SHIM PROGRAM [EVERY [libraries]]: every EVERY-th allocation only (default 1); with `libraries` those of
the verbs that use HDF5 and fontconfig.
"""
import os
import shutil
import subprocess
import sys
import zipfile
import tempfile

import small_models

SHIM, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
EVERY = int(sys.argv[3]) if len(sys.argv) > 3 else 1
WITH_LIBRARIES = sys.argv[4:] == ["libraries"]
FAILED, DONE = 3, 0
failures = []
tried = 0


def run(command, at, program=PROGRAM):
    environment = {**os.environ, "LD_PRELOAD": SHIM, "FAIL_ALLOCATION": str(at), "FAIL_REPORT": "report"}
    done = subprocess.run([program, *command], capture_output=True, env=environment, timeout=300)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def result(output, printed):
    """What an undisturbed run gives, without times of the clock."""
    if output is None:
        return printed
    if os.path.isdir(output):
        return [(name, open(os.path.join(output, name), "rb").read()) for name in sorted(os.listdir(output)) if name != "summary.json"]
    if output.endswith(".fmu"):
        with zipfile.ZipFile(output) as unit:
            return [(name, unit.read(name)) for name in unit.namelist()]
    with open(output, "rb") as file:
        return file.read()


def is_startup(status, message):
    return status == 1 and message.startswith("Operating system error: Cannot allocate memory")


def sweep(command, output=None, crashes=0, judged=True, program=PROGRAM, afresh=False):
    """`crashes`: places in libraries at which this command is known to die; `afresh`: it needs that its output is not there."""
    global tried
    status, printed, message = run(command, 0, program)
    with open("report", encoding="ascii") as file:
        count = int(file.read())
    expected = result(output, printed) if judged else None
    if status != DONE:
        failures.append(f"{command[0]}, undisturbed: status {status}: {message}")
    died = wrong = 0
    for at in range(1 + tried % EVERY, count + 1, EVERY):
        if afresh:
            shutil.rmtree(output, ignore_errors=True)
        status, printed, message = run(command, at, program)
        tried += 1
        if status < 0 or status == 255:
            died += 1
        elif status == DONE and judged and result(output, printed) != expected:
            failures.append(f"{command}: allocation {at}: status 0, but another result")
        elif status not in (DONE, FAILED) and not is_startup(status, message):
            wrong += 1
            if judged:
                failures.append(f"{command}: allocation {at}: status {status}: {message[:200]}")
    if judged and died > crashes:
        failures.append(f"{command}: {died} crashes, known are {crashes}")
    print(f"{command[0]}: {count} allocations, crashes in libraries {died}, other statuses {wrong}")


def sweep_own(model):
    sweep(["list", "laws"])
    sweep(["schema"])
    sweep(["check", model], crashes=2)
    sweep(["run", model, "-o", "x.run", "--quiet"], "x.run", crashes=2)
    sweep(["compare", "b.run", "b.run"])
    sweep(["plot", "b.run", "-o", "x.svg", "--quiet"], "x.svg", crashes=2)
    sweep(["fmu", model, "-o", "x.fmu"], "x.fmu", crashes=5)
    sweep(["law", "eval", "--elastic", "power", "--set", "stiffness=1e8 N/m^1.5", "--set", "exponent=1.5", "--depth", "1 mm"], crashes=10)
    sweep(["explain", "E0204"])
    sweep(["static", "first.yaml", "-o", "s.csv"], "s.csv", crashes=2)
    sweep(["modes", "hung.yaml", "-o", "m", "--format", "mat"], "m", crashes=2)
    sweep(["modes", "hung.yaml", "--mode", "1", "--motion", "m.run", "--quiet"], "m.run", crashes=2)
    sweep(["kinematics", "driven.yaml", "-o", "k.run", "--quiet"], "k.run", crashes=2)
    sweep(["wear", "worn.yaml", "--cycle", "2 ms", "--cycles", "10", "-o", "x.wear", "--quiet"], "x.wear", crashes=14, afresh=True)  # seven texts
    sweep(["import", "crank.csv", "-o", "i.yaml"], "i.yaml", crashes=4)  # two texts
    sweep(["import", "cart.xml", "-o", "j.yaml"], "j.yaml", crashes=4)
    vary = ["--vary", "parameters.leg=9mm:11mm:2", "--measure", "height=min(ball.y)"]
    sweep(["study", "second.yaml", *vary, "-o", "y.db", "--csv", "y.csv", "--threads", "1", "--quiet"], "y.csv", crashes=8)


def sweep_libraries(model):
    sweep(["run", model, "-o", "h.run", "--quiet", "--format", "hdf5"], judged=False)
    sweep(["compare", "h.run", "h.run"], judged=False)
    sweep(["plot", "b.run", "-o", "x.png", "--quiet"], judged=False)
    viewer = PROGRAM + "-viewer"
    if os.path.exists(viewer):
        sweep(["report-page", "b.run", "-o", "x.html"], judged=False, program=viewer)
        sweep(["render", "b.run", "-o", "r.png", "--quiet"], judged=False, program=viewer)


def main():
    model = "ball.yaml"
    subprocess.run([PROGRAM, "run", model, "-o", "b.run", "--quiet"], check=True)
    if WITH_LIBRARIES:
        sweep_libraries(model)
    else:
        sweep_own(model)
    for failure in failures:
        print("FAILED:", failure)
    print(f"{tried} allocations failed, {len(failures)} failures")
    return 1 if failures else 0


FOLDER = tempfile.mkdtemp(prefix="pintle-memory-")
try:
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/bouncing_ball.yaml"), os.path.join(FOLDER, "ball.yaml"))
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/import/cart.xml"), FOLDER)
    os.chdir(FOLDER)
    small_models.write()
    STATUS = main()
finally:
    os.chdir("/")
    shutil.rmtree(FOLDER)
sys.exit(STATUS)
