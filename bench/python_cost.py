"""What Python adds: to a step call over C's, and to a contact law by a compiled function over the built-in one.

  PYTHONPATH=BUILD/python python_cost.py MODELS

Both of a pair are measured in one process, in turn, by the time of the processor; printed are medians over the repeats. The C loop
makes its calls with the run of the same simulation.
"""
import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time

import pintle
from pintle._engine import ffi

REPEATS, CALLS = 41, 2000

LOOP = """
int loop(int (*step)(void *, int *), void *run, int n) {
  int reason, status = 0;
  for (int i = 0; i < n; i++) status |= step(run, &reason);
  return status;
}
"""
LAW = """
struct in { double depth, rate, reference; const double *memory; };
struct elastic { double force, stiffness, energy; };
struct out { double force, d_depth, d_rate, energy; };
void force(const double *c, const struct in *in, const struct elastic *e, struct out *out) {
  out->force = e->force * (1.0 + 1.5 * c[0] * in->rate);
  out->d_depth = e->stiffness * (1.0 + 1.5 * c[0] * in->rate);
  out->d_rate = e->force * 1.5 * c[0];
  out->energy = e->energy;
}
"""
BALL = """
pintle: 1
gravity: [0, -9.8 m/s^2]
bodies: {ball: {mass: 1 kg, inertia: 1.6e-4 kg m^2, position: [0, 0.22 m]}}
joints:
  floor:
    type: circle_line
    line: {body: ground, from: [-1 m, 0], to: [1 m, 0]}
    circle: {body: ball, radius: 20 mm}
    contact: c
contacts:
  c: {elastic: {law: power, stiffness: 1.4e8 N/m^1.5, exponent: 1.5}, damping: {law: LAW}}
run: {until: 1.5 s, every: 0.1 s}
"""


def compiled(text, folder, name):
    source, library = os.path.join(folder, name + ".c"), os.path.join(folder, name + ".so")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", library], check=True)
    return getattr(ctypes.CDLL(library), name)


def timed(work):
    begin = time.process_time_ns()
    work()
    return 1e-9 * (time.process_time_ns() - begin)


def step_calls(models, folder):
    loop = compiled(LOOP, folder, "loop")
    library = ctypes.CDLL(os.path.join(os.path.dirname(pintle._engine.__file__), "..", "..", "libpintle.so"))
    simulation = pintle.Simulation(pintle.load(os.path.join(models, "pendulum.yaml")), until=1e9, every=1e6, record=False)
    run = ctypes.c_void_p(int(ffi.cast("intptr_t", simulation._run)))
    step = simulation.step

    def python():
        for _ in range(CALLS):
            step()

    def c():
        assert loop(library.ptl_run_step, run, CALLS) == 0

    python()
    pairs = [(timed(python), timed(c)) for _ in range(REPEATS)]
    by_python, by_c = (statistics.median(each) / CALLS for each in zip(*pairs))
    more = statistics.median((a - b) / CALLS for a, b in pairs)
    print(f"a step of the pendulum: {1e6 * by_c:.2f} us by C, {1e6 * by_python:.2f} us by Python, {1e6 * more:.2f} us more")


def laws(folder):
    address = ctypes.cast(compiled(LAW, folder, "force"), ctypes.c_void_p).value
    own = pintle.parse(BALL.replace("LAW", "mine, a: 0.1 s/m"), laws=[pintle.damping_law("mine", address, {"a": "s/m"})])
    library = pintle.parse(BALL.replace("LAW", "hunt_crossley, alpha: 0.1 s/m"))
    python = pintle.parse(BALL.replace("LAW", "slow, a: 0.1 s/m"), laws=[
        pintle.damping_law("slow", lambda d, r, v, e, a: e * (1.0 + 1.5 * a * r), {"a": "s/m"})])
    times = [[timed(m.run) for m in (library, own, python)] for _ in range(REPEATS)]
    for name, index in (("a compiled function", 1), ("a function of Python", 2)):
        print(f"a ball that bounces, by {name} in place of the built-in law: "
              f"{statistics.median(t[index] / t[0] for t in times):.2f} times the time")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as room:
        step_calls(sys.argv[1], room)
        laws(room)
