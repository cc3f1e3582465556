"""A tour of the package, cell by cell: clearance against peak force, a controller on a crank with play, a law fitted to an
impact. tour.py FOLDER writes its pictures there."""
# %% Clearance against peak force: a slider-crank with clearances of 0.05 to 0.5 mm
import math
import os
import sys

import numpy as np

import pintle

folder = sys.argv[1] if len(sys.argv) > 1 else "."
models = os.environ.get("PINTLE_MODELS", "models")

clearances = [0.05e-3, 0.1e-3, 0.2e-3, 0.5e-3]
peaks = []
for clearance in clearances:
    trace = pintle.load(f"{models}/slider_crank_clearance.yaml",
                        set={"run.until": "1 turn of shaft", "joints.wrist.clearance": clearance}).run()
    peaks.append(max(gap["peak_force"] for gap in trace.summary["gaps"]))
    print(f"clearance {1e3 * clearance:.2f} mm: peak force {peaks[-1]:.4g} N")

import matplotlib.pyplot as plt  # noqa: E402

figure, axes = plt.subplots()
axes.plot([1e3 * c for c in clearances], peaks, "o-")
axes.set_xlabel("clearance [mm]")
axes.set_ylabel("largest contact force [N]")
axes.set_title("slider-crank: play in the wrist")
axes.set_ylim(bottom=0)
axes.grid(alpha=0.3)
figure.savefig(os.path.join(folder, "tour_clearance.png"))

# %% A PID controller keeps the speed of a crank whose pin has play, by a torque on the shaft
CRANK = """
pintle: 1
inputs: {torque: {unit: N m}}
bodies:
  crank: {mass: 0.3 kg, inertia: 1e-3 kg m^2, position: [25 mm, 0]}
  rod: {mass: 0.21 kg, inertia: 2.5e-4 kg m^2, position: [110 mm, 0]}
  slider: {mass: 0.14 kg, inertia: 1e-5 kg m^2, position: [170 mm, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}
  pin: {type: revolute, bodies: [crank, rod], at: [50 mm, 0], clearance: 0.2 mm, contact: pin}
  wrist: {type: revolute, bodies: [rod, slider], at: [170 mm, 0]}
  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}
contacts:
  pin: {elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}, damping: {law: flores, restitution: 0.8}}
loads: {motor: {body: crank, torque: torque}}
start: {shaft: {angle: 30 deg}}
run: {until: 1 s, every: 1 ms, start: ideal}
"""
simulation = pintle.Simulation(pintle.parse(CRANK))
wanted, period, integral, before, speeds = 20.0, 2e-3, 0.0, 0.0, []
for i in range(1, 501):
    error = wanted - simulation["crank.omega"]
    integral += error * period
    change = (error - before) / period if i > 1 else 0.0
    before = error
    simulation.inputs["torque"] = 0.1 * error + 1.0 * integral + 5e-5 * change
    simulation.advance(i * period)
    speeds.append(simulation["crank.omega"])
late = np.array(speeds[250:])
print(f"speed {late.mean():.2f} rad/s, {late.min():.2f} to {late.max():.2f}, "
      f"{len([e for e in simulation.events if e.kind == 'touch'])} touches of the pin")
trace = simulation.trace()
figure, (upper, lower) = plt.subplots(2, 1, sharex=True)
trace.plot("crank.omega", axes=upper)
upper.axhline(wanted, color="gray", linestyle="--", label="wanted")
upper.legend(loc="lower right")
upper.set_title("a PID controller turns a crank whose pin has 0.2 mm of play")
trace.plot("torque", axes=lower)
for panel in (upper, lower):
    panel.grid(alpha=0.3)
figure.savefig(os.path.join(folder, "tour_controller.png"))

# %% The stiffness of k d^1.5 with a damping by restitution, fitted to an impact that was "measured": 1 kg, 0.5 m/s
measured = {"peak_force": 900.0, "rebound": 0.4}


def law_of(stiffness: float, restitution: float) -> pintle.Law:
    return pintle.law("power", "zhang", {"elastic.stiffness": stiffness, "elastic.exponent": 1.5,
                                         "damping.restitution": restitution})


stiffness, restitution = 1e8, 0.5
for _ in range(20):  # the peak goes like k^0.4, the rebound like the restitution
    got = law_of(stiffness, restitution).impact(mass=1.0, speed=0.5)
    stiffness *= (measured["peak_force"] / got.peak_force) ** 2.5
    restitution *= measured["rebound"] / got.rebound
fitted = law_of(stiffness, restitution)
got = fitted.impact(mass=1.0, speed=0.5)
print(f"stiffness {stiffness:.4g} N/m^1.5, restitution {restitution:.4f}: peak {got.peak_force:.6g} N, "
      f"rebound {got.rebound:.6g} m/s")
assert math.isclose(got.peak_force, 900.0, rel_tol=1e-9) and math.isclose(got.rebound, 0.4, rel_tol=1e-9)
assert abs(late.mean() - wanted) < 0.5 and peaks[-1] > peaks[0]

depth, rate, step = [0.0], 0.5, got.duration / 5000  # the course of the impact: 1 kg * d'' = -F, by small steps
force = [0.0]
while depth[-1] > 0.0 or len(depth) == 1:
    depth.append(depth[-1] + rate * step)
    force.append(float(fitted.force(depth[-1], rate, 0.5)))
    rate -= force[-1] * step
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
left.plot([1e3 * step * i for i in range(len(force))], force)
left.axhline(measured["peak_force"], color="gray", linestyle="--", label="measured largest force")
left.set_xlabel("time [ms]")
left.set_ylabel("force [N]")
left.legend(loc="lower center")
right.plot([1e3 * d for d in depth], force)
right.set_xlabel("depth [mm]")
right.set_ylabel("force [N]")
figure.suptitle("a law fitted to an impact of 1 kg at 0.5 m/s, rebound 0.4 m/s")
figure.tight_layout()
figure.savefig(os.path.join(folder, "tour_impact.png"))
assert abs(-rate - 0.4) < 1e-3 and abs(max(force) - 900.0) < 1.0
