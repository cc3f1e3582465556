"""The Python package beside the program, closed forms, and what happens when objects are dropped or interrupted."""
import csv
import ctypes
import gc
import math
import os
import pickle
import resource
import signal
import subprocess
import threading

import numpy as np
import pytest

import pintle

MODELS = os.environ["PINTLE_MODELS"]
PROGRAM = os.environ["PINTLE_PROGRAM"]

PENDULUM = """
pintle: 1
gravity: [0, -9.81 m/s^2]
inputs: {torque: {unit: N m}}
bodies: {rod: {mass: 1 kg, inertia: 0.0833 kg m^2, position: [0, 0.5 m], angle: 90 deg}}
joints: {pivot: {type: revolute, bodies: [ground, rod], at: [0, 0]}}
loads: {motor: {body: rod, torque: torque}}
start: {pivot: {angle: 80 deg}}
run: {until: 5 s, every: 10 ms}
"""


def model(name: str, **settings: str) -> pintle.Mechanism:
    return pintle.load(os.path.join(MODELS, name + ".yaml"), set=settings)


@pytest.mark.parametrize("name", ["scotch_yoke", "pendulum", "slider_crank_friction"])
def test_is_the_program_to_the_bit(name, tmp_path):
    """The same library from the same file: every number of the trace, and every event's time."""
    folder = tmp_path / "out"
    subprocess.run([PROGRAM, "run", os.path.join(MODELS, name + ".yaml"), "-o", folder, "--quiet"], check=True)
    trace = model(name).run()
    with open(folder / "trace.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert [f"{c} [{trace.units[c]}]" for c in trace] == rows[0]
    table = np.array(rows[1:], dtype=float)
    assert table.shape == (trace.n_rows, len(trace))
    for i, column in enumerate(trace):
        assert np.array_equal(trace[column], table[:, i], equal_nan=True), column
    with open(folder / "events.csv", newline="") as file:
        assert [float(row[0]) for row in list(csv.reader(file))[1:]] == [e.time for e in trace.events]
    assert trace.summary["complete"] is True


def test_signals(tmp_path):
    """Signals of one another and with states: the program's trace to the bit; an input that they read; a snapshot."""
    path = os.path.join(MODELS, "..", "tests", "data", "signals.yaml")
    subprocess.run([PROGRAM, "run", path, "-o", tmp_path / "out", "--quiet"], check=True)
    mechanism = pintle.load(path)
    trace = mechanism.run()
    with open(tmp_path / "out" / "trace.csv", newline="") as file:
        table = np.array(list(csv.reader(file))[1:], dtype=float)
    for i, column in enumerate(trace):
        assert np.array_equal(trace[column], table[:, i], equal_nan=True), column
    pull = trace["pull"]
    assert np.allclose(trace["both"], pull * np.exp(-np.abs(pull) / 30) + 0.3 * pull, rtol=1e-12, atol=1e-12)
    simulation = pintle.Simulation(mechanism)
    simulation.advance(0.5)
    assert simulation["drive"] == pytest.approx(trace["drive"][np.argmin(np.abs(trace["time"] - 0.5))], abs=1e-6)
    other = pintle.Simulation(mechanism, snapshot=simulation.save())
    for s in (simulation, other):
        s.inputs["command"] = 0.3
        s.advance(0.7)
    assert simulation["drive"] == other["drive"] == 5.0  # at its limit: 0.3 m is far away


def test_a_controller():
    """A PD controller brings the rod upright and keeps it there."""
    simulation = pintle.Simulation(pintle.parse(PENDULUM))
    for i in range(1, 501):
        error = math.pi / 2 - simulation["rod.angle"]
        simulation.inputs["torque"] = 40.0 * error - 8.0 * simulation["rod.omega"]
        assert simulation.advance(0.01 * i) == ("end" if i == 500 else "time")
    assert abs(simulation["rod.angle"] - math.pi / 2) < 1e-6
    assert simulation.trace()["torque"][-1] == simulation.inputs["torque"]


def test_a_condition_of_the_model_ends_the_run():
    """The ball falls 0.9 m from rest: it is at 0.5 m below its start at sqrt(2*0.5/g), by the law of free fall."""
    start = pintle.Simulation(model("bouncing_ball"))["ball.y"]
    simulation = pintle.Simulation(model("bouncing_ball", **{"run.stop": f"['ball.y < {start - 0.5} m']"}))
    assert simulation.advance(math.inf) == "stop"
    assert simulation.time == pytest.approx(math.sqrt(1.0 / 9.8), abs=1e-6)
    assert simulation.summary["run"]["stopped_by"].startswith("ball.y < ")
    simulation.finish()


def test_free_fall_state_and_stops():
    """A ball falls 0.9 m: it touches at sqrt(2 h/g), by the law of free fall."""
    simulation = pintle.Simulation(model("bouncing_ball"), stop_at=["touch"], until=math.inf)
    assert simulation.advance(0.2) == "time"
    q, v = simulation.state
    assert q.shape == v.shape == (1, 3)
    assert v[0, 1] == pytest.approx(-9.8 * 0.2, abs=1e-6)
    assert simulation.gap("floor").is_touching is False
    assert simulation.advance(1.0) == "event"
    assert simulation.time == pytest.approx(math.sqrt(1.8 / 9.8), abs=1e-6)
    assert simulation.gap("floor").is_touching is True
    assert [e.kind for e in simulation.events] == ["touch"]
    moved = simulation.set_state([[0.0, 0.5, 0.0]], [[0.0, 0.0, 0.0]])
    assert moved.position == 0.0
    assert simulation.now()["ball.y"] == 0.5
    with pytest.raises(pintle.UsageError):
        simulation.set_state([0.0], [0.0])
    with pytest.raises(pintle.InputError):
        simulation.set_state([[math.nan, 0.0, 0.0]], [[0.0, 0.0, 0.0]])


def test_snapshots_go_on_with_the_same_bits():
    mechanism = model("slider_crank_clearance")
    simulation = pintle.Simulation(mechanism)
    simulation.advance(0.005)
    saved = simulation.save()
    other = pintle.Simulation(mechanism, snapshot=saved)
    assert other.time == 0.005
    for s in (simulation, other):
        s.advance(0.02)
    assert np.array_equal(simulation.state[0], other.state[0])
    with pytest.raises(pintle.InputError, match="changed"):
        pintle.Simulation(mechanism, snapshot=saved[:-1] + bytes([saved[-1] ^ 1]))


def test_errors_say_where():
    with pytest.raises(pintle.InputError) as info:
        pintle.parse("pintle: 1\nbodies: {a: {mass: 1}}")
    assert (info.value.file, info.value.line, info.value.column) == ("<text>", 2, 10)
    with pytest.raises(pintle.InputError) as info:
        model("pendulum", **{"bodies.rod.mass": "1 m"})
    assert info.value.setting == "bodies.rod.mass"
    with pytest.raises(OSError):
        pintle.load("/nowhere.yaml")
    simulation = pintle.Simulation(model("pendulum"))
    with pytest.raises(KeyError):
        simulation["nothing"]
    with pytest.raises(KeyError):
        simulation.inputs["nothing"] = 1.0
    simulation.advance(0.1)
    with pytest.raises(pintle.UsageError):
        simulation.advance(0.05)
    with pytest.raises(ValueError, match="no kind"):
        pintle.Simulation(model("pendulum"), stop_at=["bump"])
    for thing in (simulation, simulation.mechanism, simulation.trace()):
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(thing)


def test_from_a_dict_and_back():
    mechanism = pintle.Mechanism.of({
        "pintle": 1, "title": "Block", "inputs": {"push": {"unit": "N", "default": 2}},
        "bodies": {"b": {"mass": 2, "inertia": 1, "position": [0, 0]}},
        "loads": {"hand": {"body": "b", "force": ["push", "0 N"]}}, "run": {"until": 1, "every": 0.1}})
    assert (mechanism.title, mechanism.inputs, mechanism.bodies) == ("Block", {"push": 2.0}, ["b"])
    trace = mechanism.run()
    assert trace["b.x"][-1] == pytest.approx(0.5, abs=1e-7)  # a = 1 m/s^2
    again = pintle.parse(mechanism.to_yaml()).run()
    assert np.array_equal(trace["b.x"], again["b.x"])


def test_views_outlive_everything():
    column = model("pendulum").run()["rod.x"]
    assert not column.flags.writeable and not column.flags.owndata
    before = column.copy()
    gc.collect()
    for _ in range(20):  # memory that has been freed would be used again
        model("pendulum").run()
    assert np.array_equal(column, before)


def test_parts_may_be_dropped_in_any_order():
    for _ in range(20):
        simulation = pintle.Simulation(model("pendulum"))
        inputs = simulation.inputs
        simulation.mechanism = None
        simulation.advance(0.01)
        simulation.itself = simulation  # a circle
        del simulation
        gc.collect()
        del inputs
        gc.collect()


def test_nothing_leaks():
    def work():
        for _ in range(50):
            simulation = pintle.Simulation(model("scotch_yoke"), until=1e-3)
            simulation.finish()
            simulation.save()
            simulation.trace()
        gc.collect()

    work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    work()
    work()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4000  # kB


def test_two_threads():
    expected = model("scotch_yoke").run()["yoke.x"]
    found = [None, None]

    def work(i):
        found[i] = model("scotch_yoke").run()["yoke.x"]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in found:
        assert np.array_equal(one, expected)


def test_ctrl_c_comes_through():
    """A run of 10^9 s is interrupted; it can go on."""
    simulation = pintle.Simulation(model("pendulum"), until=math.inf, record=False)

    def interrupt(*_):
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            simulation.advance(1e9)
    finally:
        signal.signal(signal.SIGALRM, old)
    t = simulation.time
    assert t > 0.0
    assert simulation.advance(t + 0.5) == "time"


def test_laws():
    """An elastic law gives back all energy; k d^1.5 stops m v^2/2 at (5 m v^2/(4 k))^(2/5)."""
    law = pintle.law("power", None, {"elastic.stiffness": 1e8, "elastic.exponent": 1.5})
    impact = law.impact(mass=1.0, speed=2.0)
    assert impact.restitution == pytest.approx(1.0, abs=1e-9)
    assert impact.deepest == pytest.approx((5.0 * 4.0 / (4.0 * 1e8)) ** 0.4, rel=1e-9)
    assert np.allclose(law.force([0.0, 1e-4, 4e-4]), [0.0, 100.0, 800.0])
    with pytest.raises(pintle.InputError):
        pintle.law("nothing")


def test_frames_and_plots():
    trace = model("scotch_yoke", **{"run.until": "1 ms"}).run()
    pandas = pytest.importorskip("pandas")
    frame = trace.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame.attrs["units"]["yoke.x"] == "m"
    assert list(trace.events_to_pandas()["time"]) == [e.time for e in trace.events]
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = trace.plot("yoke.x")
    assert axes.get_xlabel() == "time [s]"


def test_other_values_while_it_goes_on():
    """x'' = -k x: from 0.3 s on with four times the stiffness, from x and v there; then varied as a mechanism."""
    text = """
pintle: 1
parameters: {k: 100 N/m}
gravity: [0, 0]
bodies: {block: {mass: 1 kg, inertia: 1 kg m^2, position: [0.1 m, 0]}}
loads: {pull: {body: block, force: ['-k*block.x', 0 N]}}
run: {until: 2 s, every: 10 ms, rtol: 1e-10}
"""
    mechanism = pintle.parse(text)
    simulation = pintle.Simulation(mechanism)
    simulation.advance(0.3)
    moved = simulation.set({"parameters.k": "400 N/m"})
    assert moved.position == 0.0
    gc.collect()
    simulation.advance(1.0)
    x, v = 0.1 * math.cos(3.0), -math.sin(3.0)
    assert simulation["block.x"] == pytest.approx(x * math.cos(14.0) + v / 20.0 * math.sin(14.0), abs=1e-7)
    with pytest.raises(pintle.InputError) as caught:
        simulation.set({"parameters.q": 1})
    assert caught.value.setting == "parameters.q"
    with pytest.raises(pintle.UsageError, match="structure"):
        simulation.set({"output": "{columns: [block.x]}"})
    simulation.advance(1.1)
    stiff = mechanism.vary({"parameters.k": "400 N/m"}).run()
    assert stiff["block.x"][-1] == pytest.approx(0.1 * math.cos(40.0), abs=1e-7)
    assert np.array_equal(stiff["block.x"], pintle.parse(text, set={"parameters.k": "400 N/m"}).run()["block.x"])


def test_inputs_of_motions():
    """An angle is guided by a cubic: 0.2 t^2 up to 1 s, then on at 0.4 rad/s; it cannot be set at once."""
    text = """
pintle: 1
inputs: {command: {unit: rad}}
bodies: {wheel: {mass: 1 kg, inertia: 1 kg m^2}}
joints:
  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}
  servo: {type: motion, joint: axle, angle: command}
run: {until: 2 s, every: 10 ms}
"""
    simulation = pintle.Simulation(pintle.parse(text))
    with pytest.raises(pintle.InputError, match="guide"):
        simulation.inputs["command"] = 0.1
    simulation.inputs.guide("command", 0.2, 0.4, 1.0)
    simulation.advance(0.5)
    assert simulation["wheel.angle"] == pytest.approx(0.05, abs=1e-9)
    simulation.advance(1.5)
    assert simulation["wheel.angle"] == pytest.approx(0.4, abs=1e-9)


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
  c: {elastic: {law: power, stiffness: 1.4e8 N/m^1.5, exponent: 1.5}, damping: {law: hunt_crossley, alpha: 0.1 s/m}}
run: {until: 1 s, every: 2 ms}
"""
OWN_BALL = BALL.replace("hunt_crossley, alpha: 0.1 s/m", "mine, a: 0.1 s/m")


def test_a_law_in_python():
    """F = F_el (1 + 3/2 alpha d_rate) is Hunt and Crossley's, which the library has: the same bounces, up to what derivatives
    by differences change."""
    calls = []

    def force(depth, rate, reference_speed, elastic_force, a):
        calls.append(depth)
        return elastic_force * (1.0 + 1.5 * a * rate)

    mine = pintle.damping_law("mine", force, {"a": "s/m"})
    own = pintle.parse(OWN_BALL, laws=[mine]).run()
    library = pintle.parse(BALL).run()
    assert len(calls) > 100
    assert [e.kind for e in own.events] == [e.kind for e in library.events]
    for a, b in zip(own.events, library.events):
        assert a.time == pytest.approx(b.time, abs=1e-6)
        assert a.peak_force == pytest.approx(b.peak_force, rel=1e-4, nan_ok=True)
    with pytest.raises(pintle.InputError, match="mine"):
        pintle.parse(OWN_BALL)  # another mechanism does not know it


def test_exceptions_of_laws_come_through():
    """Laws are tried at a few depths when they are assembled; this one fails in the first impact, at 0.2 s."""
    armed = []

    def force(depth, rate, reference_speed, elastic_force, a):
        if armed:
            raise LookupError("no such force")
        return elastic_force

    simulation = pintle.Simulation(pintle.parse(OWN_BALL, laws=[pintle.damping_law("mine", force, {"a": "s/m"})]))
    simulation.advance(0.1)
    armed.append(True)
    with pytest.raises(LookupError, match="no such force"):
        simulation.advance(0.5)
    assert simulation.time == pytest.approx(0.202, abs=1e-2)
    assert pintle.parse(BALL).run(until=0.3).summary["complete"] is True


def test_a_compiled_law(tmp_path):
    """A C function by its address: nothing of Python is called, and the run is the same as with the function above."""
    source = tmp_path / "law.c"
    source.write_text("""
#include <math.h>
struct in { double depth, rate, reference; const double *memory; };
struct elastic { double force, stiffness, energy; };
struct out { double force, d_depth, d_rate, energy; };
void force(const double *c, const struct in *in, const struct elastic *e, struct out *out) {
  out->force = e->force * (1.0 + 1.5 * c[0] * in->rate);
  out->d_depth = e->stiffness * (1.0 + 1.5 * c[0] * in->rate);
  out->d_rate = e->force * 1.5 * c[0];
  out->energy = e->energy;
}
""")
    subprocess.run(["cc", "-O2", "-ffp-contract=off", "-shared", "-fPIC", source, "-o", tmp_path / "law.so"], check=True)
    address = ctypes.cast(ctypes.CDLL(str(tmp_path / "law.so")).force, ctypes.c_void_p).value
    own = pintle.parse(OWN_BALL, laws=[pintle.damping_law("mine", address, {"a": "s/m"})]).run()
    library = pintle.parse(BALL).run()
    assert len(own.events) == len(library.events)
    assert own["ball.y"][-1] == pytest.approx(library["ball.y"][-1], abs=1e-9)


def test_static():
    """A ball rests where K d^1.5 = m g; a pendulum hangs, or stands where asked for the nearest; nothing holds a stone."""
    rest = pintle.static(pintle.load(os.path.join(MODELS, "bouncing_ball.yaml")))
    depth = (9.8 / 1.4e8) ** (2 / 3)
    assert rest.stability == "neutral" and rest.n_neutral == 2
    assert rest.gaps["floor.contact"].depth == pytest.approx(depth, rel=1e-6)
    assert rest.columns["floor.fy"] == pytest.approx(9.8, rel=1e-9)
    assert rest.bodies["ball"][1] == pytest.approx(0.02 - depth, abs=1e-12)
    pendulum = pintle.load(os.path.join(MODELS, "pendulum.yaml"))
    hanging = pintle.static(pendulum)
    assert hanging.stability == "stable" and hanging.bodies["rod"][2] == pytest.approx(-math.pi / 2)
    standing = pintle.static(pendulum, q=[[0.01, 0.5, 1.55]], nearest=True)
    assert standing.stability == "unstable" and standing.coordinates["pivot"] == pytest.approx(math.pi / 2)
    assert standing.least_stiffness < 0 and standing.weakest == "rod"
    block = pintle.Mechanism.of({"pintle": 1, "gravity": [0, -10], "bodies": {"block": {"mass": 2, "inertia": 1}}, "joints": {"rail": {
        "type": "translational", "bodies": ["ground", "block"], "axis": [0.8, -0.6],
        "friction": {"law": "coulomb", "coefficient": 0.8}}}})
    rail = pintle.static(block).frictions["rail"]
    assert rail.sticks and rail.force == pytest.approx(12) and rail.largest == pytest.approx(0.8 * 16)
    stone = pintle.Mechanism.of({"pintle": 1, "gravity": [0, -9.81], "bodies": {"stone": {"mass": 1, "inertia": 1}}})
    with pytest.raises(pintle.UnfitError, match="nothing holds body 'stone'"):
        pintle.static(stone)
    with pytest.raises(ValueError, match="3 numbers"):
        pintle.static(pendulum, q=[0.0])


def test_mode_motion():
    """A pendulum's mode: one period of m g l/(J + m l^2), the angle a cosine about -90 deg, the tip on its circle."""
    pendulum = pintle.load(os.path.join(MODELS, "pendulum.yaml"))
    found = pintle.modes(pendulum)
    moved = pintle.mode_motion(pendulum, 0, amplitude=1e-3, rows=41)
    time, angle = moved["time"], moved["rod.angle"] + math.pi / 2
    assert time[0] == 0 and time[-1] == pytest.approx(1 / found.frequencies[0])
    assert abs(angle[0]) > 1e-4 and angle == pytest.approx(angle[0] * np.cos(2 * math.pi * found.frequencies[0] * time), abs=1e-6)
    with pytest.raises(pintle.UsageError):
        pintle.mode_motion(pendulum, 1)


def test_modes():
    """A pendulum swings at sqrt(m g l/(J + m l^2)) and diverges from where it stands; NumPy's eigenvalues of `a` are the same."""
    pendulum = pintle.load(os.path.join(MODELS, "pendulum.yaml"))
    swinging = pintle.modes(pendulum)
    assert swinging.eigenvalues.shape == (1,) and swinging.n_growing == 0 and swinging.freedom == 1
    assert np.linalg.eigvals(swinging.a).imag.max() == pytest.approx(swinging.eigenvalues[0].imag)
    assert swinging.frequencies[0] == pytest.approx(swinging.eigenvalues[0].imag / (2 * math.pi))
    assert swinging.shapes.shape == (1, 1, 3) and abs(swinging.shapes[0, 0, 0]) == pytest.approx(1.0)
    angle = swinging.c[swinging.columns.index("rod.angle")]
    assert angle == pytest.approx([swinging.basis[2, 0], 0.0], abs=1e-9)
    standing = pintle.modes(pendulum, at=0.0, q=[[0.0, 0.5, math.pi / 2]], v=[[0.0, 0.0, 0.0]])
    assert standing.n_growing == 1
    assert standing.eigenvalues.real.max() == pytest.approx(swinging.eigenvalues[0].imag)
    assert pintle.modes(pendulum, at="start").freedom == 1
    with pytest.raises(ValueError, match="ground"):
        pintle.modes(pendulum, frame="moon")
    with pytest.raises(pintle.UsageError, match="q and v"):
        pintle.modes(pendulum, at=0.1)


def test_matrices_of_the_program(tmp_path):
    """A.npy and linear.mat hold what modes() returns; the second is read here as MAT-files of level 4 are laid out."""
    own = pintle.modes(model("double_pendulum"))
    for form in ("npy", "mat"):
        subprocess.run([PROGRAM, "modes", os.path.join(MODELS, "double_pendulum.yaml"), "-o", tmp_path, "--format", form, "--quiet"],
                       check=True)
    read, data = {}, (tmp_path / "linear.mat").read_bytes()
    while data:
        kind, rows, columns, is_complex, n = np.frombuffer(data[:20], "<i4")
        name, data = data[20:20 + n - 1].decode(), data[20 + n:]
        size = 8 * rows * columns
        parts = [np.frombuffer(data[k * size:(k + 1) * size]).reshape(columns, rows).T for k in range(1 + is_complex)]
        read[name], data = parts[0] + (1j * parts[1] if is_complex else 0), data[size * (1 + is_complex):]
        assert kind == 0
    expected = {"A": own.a, "B": own.b, "C": own.c, "D": own.d, "eigenvalues": own.eigenvalues[:, None],
                "shapes": own.shapes.reshape(2, -1)}
    assert set(read) == set(expected)
    for name, matrix in expected.items():
        assert np.array_equal(np.load(tmp_path / f"{name}.npy"), matrix), name
        assert np.array_equal(read[name], matrix), name


def test_kinematics():
    """A slider-crank in closed form, x = r cos u + sqrt(l^2 - r^2 sin^2 u), with its dead centres; two branches of a four-bar."""
    travel = pintle.kinematics(pintle.load(os.path.join(MODELS, "slider_crank_clearance.yaml")), output="guide", every=1e-4)
    u = travel.driver
    assert travel["slider.x"] == pytest.approx(0.05 * np.cos(u) + np.sqrt(0.12 ** 2 - (0.05 * np.sin(u)) ** 2), abs=1e-12)
    assert np.nanmin(travel.transmission) == pytest.approx(math.pi / 2 - math.asin(5 / 12), abs=1e-3)
    turns = [limit for limit in travel.limits if limit.name == "guide"]
    assert turns[0].kind == "turn" and turns[0].driver == pytest.approx(math.pi) and turns[0].value == pytest.approx(-0.1)
    four_bar = pintle.load(os.path.join(MODELS, "four_bar_ideal.yaml"))
    assert pintle.kinematics(four_bar, until=0.01).branches.shape == (2, 3, 3)
    assert len(pintle.kinematics(four_bar, until=0.01, every=1e-3, beyond=True).driver) == 11
    with pytest.raises(pintle.UsageError, match="branch 5"):
        pintle.kinematics(four_bar, branch=5)
    with pytest.raises(pintle.UnfitError, match="1 of them is left"):
        pintle.kinematics(pintle.load(os.path.join(MODELS, "pendulum.yaml")))


def test_statistics():
    """Means and extremes of a model's output, over whole swings of a pendulum of small amplitude: a sine."""
    rate = math.sqrt(9.81 * 0.5 / (0.0833 + 0.25))
    text = PENDULUM.replace("start: {pivot: {angle: 80 deg}}", f"start: {{pivot: {{rate: {0.01 * rate} rad/s}}}}")
    text = text.replace("position: [0, 0.5 m], angle: 90 deg", "position: [0, -0.5 m], angle: -90 deg")
    text += f"output: {{statistics: {{swing: {{of: rod.angle + 90 deg, cycle: {2 * math.pi / rate} s}}}}}}\n"
    swing = pintle.parse(text).run().summary["statistics"][0]
    assert swing["cycles"]["count"] == 3
    assert swing["mean"] == pytest.approx(0.0, abs=1e-5)
    assert swing["rms"] == pytest.approx(0.01 / math.sqrt(2), rel=1e-3)
    assert swing["max"] == pytest.approx(0.01, rel=1e-3)


def test_spectrum():
    """A sine on a line, between lines by its peak, and orders of an angle that is run through faster and faster."""
    t = np.linspace(0.0, 2.0, 4001)
    s = pintle.spectrum(t, 1.5 + 3.0 * np.sin(2 * np.pi * 40.0 * t))
    assert s.frequencies[80] == pytest.approx(40.0) and s.amplitudes[80] == pytest.approx(3.0, rel=1e-5)
    assert s.amplitudes[0] == pytest.approx(1.5, rel=1e-5)
    s = pintle.spectrum(t, 3.0 * np.sin(2 * np.pi * 40.2 * t))
    assert s.peaks[0] == pytest.approx((40.2, 3.0), rel=1e-4)
    turns = 20 * t ** 2
    s = pintle.spectrum(turns, np.cos(2 * np.pi * 2 * turns), taper="flat_top")
    assert s.peaks[0] == pytest.approx((2.0, 1.0), rel=1e-3)
    s = pintle.spectrum(t, np.where(t < 1, 1.0, 4.0) * np.sin(2 * np.pi * 50 * t), slice=0.2, overlap=0.0)
    assert s.amplitudes.shape == (10, len(s.frequencies)) and s.middle[0] == pytest.approx(0.1)
    assert s.amplitudes[:, 10] == pytest.approx([1.0] * 5 + [4.0] * 5, rel=1e-3)
    with pytest.raises(pintle.InputError, match="turn back"):
        pintle.spectrum([0, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8], np.zeros(11))
    with pytest.raises(pintle.UsageError, match="longer than the range"):
        pintle.spectrum(t, t, slice=3.0)
    for wrong in ({"taper": "hat"}, {}):
        with pytest.raises(ValueError):
            pintle.spectrum(t, t if wrong else t[1:], **wrong)


def test_study(tmp_path):
    """The same numbers as runs one by one, to the bit; events, resuming, and what is wrong."""
    pytest.importorskip("pandas")
    model = os.path.join(MODELS, "scotch_yoke.yaml")
    widths, file = [0.00795, 0.0081], tmp_path / "yoke.db"
    vary, measures = {"joints.slot.slot.half_width": widths}, {"peak": "peak_force(slot)", "hits": "touches(slot)"}
    frame = pintle.study(model, vary, measures, set={"run.until": "1 turn of shaft"}, events=["touch"], output=file)
    assert list(frame["status"]) == ["ok", "ok"] and list(frame["joints.slot.slot.half_width"]) == widths
    assert frame.attrs["units"]["peak"] == "N"
    for index, width in enumerate(widths):
        one = pintle.load(model, set={"run.until": "1 turn of shaft", "joints.slot.slot.half_width": repr(width)}).run()
        assert frame["peak"][index] == max(gap["peak_force"] for gap in one.summary["gaps"])
    touches = pintle.read_study(file, "events")
    assert len(touches) == frame["hits"].sum() and set(touches["kind"]) == {"touch"}
    again = pintle.study(model, vary, measures, set={"run.until": "1 turn of shaft"}, events=["touch"], output=file)
    assert again.equals(frame)
    with pytest.raises(pintle.InputError, match="peek"):
        pintle.study(model, vary, {"peak": "peek(slot)"})
    with pytest.raises(pintle.UsageError, match="not in PATH"):
        pintle.study(model, vary, measures, program="no-such-program")
    with pytest.raises(pintle.UsageError, match="no table"):
        pintle.read_study(file, "rows")
    with pytest.raises(FileNotFoundError):
        pintle.read_study(tmp_path / "none.db")


def test_wear(tmp_path):
    """The tables of a short wear, going on with the folder, the worn model, and what is wrong."""
    pytest.importorskip("pandas")
    model = os.path.join(MODELS, "slider_crank_wear.yaml")
    found = pintle.wear(model, 60, output=tmp_path / "wear")
    assert found.course["cycles"].iloc[-1] == 60 and found.course.attrs["units"]["crank_pin.clearance"] == "m"
    last = found.profiles[found.profiles["block"] == found.course.index[-1]]
    bush = last[last["part"] == "bearing"]
    assert bush["loss"].max() == found.course["crank_pin.bearing.depth"].iloc[-1]
    worn = pintle.parse(found.worn).run(until=0.01)
    assert len(worn["time"]) > 1
    with pytest.raises(pintle.InputError, match="--resume"):
        pintle.wear(model, 60, output=tmp_path / "wear")
    further = pintle.wear(model, 80, output=tmp_path / "wear", resume=True)
    assert further.course["cycles"].iloc[-1] == 80 and len(further.course) > len(found.course)
    with pytest.raises(pintle.InputError, match="no joint of the model has `wear`"):
        pintle.wear(os.path.join(MODELS, "pendulum.yaml"), 10, cycle="1 s", output=tmp_path / "none")
