"""Mechanisms put together in Python, and laws and forces written in Python, against those that the library has."""
import math
import os

import numpy as np
import pytest

import pintle

MODELS = os.environ["PINTLE_MODELS"]


def slider_crank(laws=(), elastic=None, friction=None, force="spring_damper", **force_keys):
    """A slider-crank with play in its wrist, friction in its guide and a spring on its slider."""
    model = pintle.Model("slider-crank", gravity=(0.0, -9.81), laws=laws)
    model.add_parameter("crank_length", "50 mm")
    model.add_body("crank", mass=0.3, inertia=1e-4, position=["crank_length/2", 0])
    model.add_body("rod", mass=0.21, inertia=2.5e-4, position=np.array([0.11, 0.0]))
    model.add_body("slider", mass=0.14, inertia=np.float64(1e-5), position=(0.17, 0))
    model.add_contact("c", elastic=elastic or {"law": "power", "stiffness": 1e9, "exponent": 1.5},
                      damping={"law": "hunt_crossley", "alpha": 0.1})
    model.add_joint("shaft", "revolute", ("ground", "crank"), at=(0, 0))
    model.add_joint("pin", "revolute", ("crank", "rod"), at=["crank_length", 0])
    model.add_joint("wrist", "revolute", ("rod", "slider"), at=(0.17, 0), clearance="0.2 mm", contact="c")
    model.add_joint("guide", "translational", ("ground", "slider"), axis=(1, 0),
                    friction=friction or {"law": "coulomb", "coefficient": 0.1, "regularisation_speed": 0.01})
    model.add_joint("drive", "motion", joint="shaft", rate="100 rad/s")
    model.add_force("spring", force, ("ground", "slider"), at=[(0.4, 0.0), (0, 0)],
                    **(force_keys or {"stiffness": 500, "damping": 2, "free_length": 0.2}))
    return model.set("run", until=0.01, every=1e-4, start="ideal", integrator="ida")


COLUMNS = ["slider.x", "rod.angle", "spring.force"]


def assert_near(own, library, tolerance=1e-4):
    """At the rows that are due; those of contacts stand elsewhere. Derivatives by differences change steps, and impacts widen that."""
    times = np.arange(100) * 1e-4
    for column in COLUMNS:
        a, b = (np.interp(times, trace["time"], trace[column]) for trace in (own, library))
        assert np.abs(a - b).max() <= tolerance * np.abs(b).max(), column


def test_a_model_element_by_element():
    """What the same sections give as text, to the bit."""
    model = slider_crank()
    mechanism = model.build()
    assert mechanism.bodies == ["crank", "rod", "slider"] and mechanism.title == "slider-crank"
    again = pintle.parse(mechanism.to_yaml()).run()
    own = mechanism.run()
    assert all((own[c] == again[c]).all() for c in COLUMNS)
    assert model.to_dict()["bodies"]["rod"]["position"] == [0.11, 0.0]
    model.to_dict()["bodies"].clear()  # a copy
    with pytest.raises(ValueError, match="bodies: 'rod' is there already"):
        model.add_body("rod", mass=1, inertia=1)
    model.add_input("torque", "N m", 0.5).add_load("motor", "slider", torque="torque")
    assert model.build().inputs == {"torque": 0.5}
    assert mechanism.inputs == {}  # what was built does not change


def test_mistakes_in_a_model_name_the_element():
    model = slider_crank()
    model.add_body("late", mass="3 mm", inertia=1)
    with pytest.raises(pintle.InputError, match="mm") as failure:
        model.build()
    assert failure.value.line is not None and failure.value.code == "E0102"
    with pytest.raises(pintle.InputError, match="unknown key 'colour'"):
        slider_crank().add_body("late", mass=1, inertia=1, colour="red").build()


def test_an_elastic_law_in_python():
    """F = K d^1.5, with the energy 2/5 K d^2.5: the library's law "power"."""
    own_law = pintle.elastic_law("mine", lambda d, k: (k * d ** 1.5, 0.4 * k * d ** 2.5), {"k": "N/m^1.5"})
    own = slider_crank([own_law], elastic={"law": "mine", "k": 1e9}).build().run()
    library = slider_crank().build().run()
    assert [e.kind for e in own.events][:6] == [e.kind for e in library.events][:6]
    assert_near(own, library)


def test_a_friction_law_in_python():
    """F = mu N tanh(v/v_r): the library's law "coulomb", with its derivatives by differences."""
    own_law = pintle.friction_law("mine", lambda v, n, mu: mu * n * math.tanh(v / 0.01), {"mu": "1"}, stick_speed=0.01)
    own = slider_crank([own_law], friction={"law": "mine", "mu": 0.1}).build().run()
    library = slider_crank().build().run()
    assert_near(own, library)


def test_a_force_in_python():
    """F = k (s - 0.2 m) + c s': the library's "spring_damper"; with its energy the balance knows what is stored."""
    own_force = pintle.force_type("mine", lambda s, rate, k, c: k * (s - 0.2) + c * rate, {"k": "N/m", "c": "N s/m"},
                                  energy=lambda s, k, c: 0.5 * k * (s - 0.2) ** 2)
    own = slider_crank([own_force], force="mine", k=500, c=2).build().run()
    library = slider_crank().build().run()
    assert_near(own, library)
    assert own.summary["energy"]["dissipated"] == pytest.approx(library.summary["energy"]["dissipated"], rel=1e-4)
    drives = pintle.force_type("other", lambda s, rate, k, c: k * (s - 0.2) + c * rate, {"k": "N/m", "c": "N s/m"})
    supplied = slider_crank([drives], force="other", k=500, c=2).build().run()
    assert_near(supplied, library)
    assert supplied.summary["energy"]["supplied"] != pytest.approx(library.summary["energy"]["supplied"], rel=1e-3)


def test_a_moment_in_python():
    """A disc with rate w0 on a torsion spring: w0 sqrt(J/k) sin(t sqrt(k/J))."""
    spring = pintle.force_type("torsion", lambda s, rate, k: k * s, {"k": "N m/rad"}, along="angle",
                               energy=lambda s, k: 0.5 * k * s * s)
    model = pintle.Model(laws=[spring])
    model.add_body("disc", mass=1, inertia=0.5, rate=0.2)
    model.add_joint("axle", "revolute", ("ground", "disc"), at=(0, 0))
    model.add_force("spring", "torsion", ("ground", "disc"), k=2.0)
    quarter = 0.5 * math.pi * math.sqrt(0.5 / 2.0)
    trace = model.set("run", until=2 * quarter, every=quarter).build().run()
    assert trace["disc.angle"][1] == pytest.approx(0.2 * math.sqrt(0.5 / 2.0), rel=1e-5)
    assert trace["disc.omega"][2] == pytest.approx(-0.2, rel=1e-5)
    assert trace.summary["energy"]["dissipated"] == pytest.approx(0.0, abs=1e-6)


def test_a_joint_in_python():
    """A pin, x = y = 0: the library's "revolute"; its derivatives are exact, so that both runs have the same steps."""
    pin = pintle.joint_type("my_pin", lambda x, y, angle: (x, y), 2, coordinate="angle")
    traces = []
    for kind in ("my_pin", "revolute"):
        model = pintle.Model(gravity=(0.0, -9.81), laws=[pin])
        model.add_body("rod", mass=1, inertia=0.02, position=(0.25, 0.0))
        model.add_joint("pivot", kind, ("ground", "rod"), at=(0, 0))
        traces.append(model.set("run", until=2.0, every=0.1).build().run())
    for column in ("rod.x", "rod.angle", "pivot.fx"):
        assert np.abs(traces[0][column] - traces[1][column]).max() <= 1e-9 * np.abs(traces[1][column]).max(), column


def test_a_bead_on_an_ellipse():
    """A point on x^2/a^2 + y^2/b^2 = 1 without friction keeps its energy: v at the lowest point from rest at the side."""
    ellipse = pintle.joint_type("ellipse", lambda x, y, angle, a, b: b * (np.hypot(x / a, y / b) - 1.0), 1, {"a": "m", "b": "m"})
    model = pintle.Model(gravity=(0.0, -9.81), laws=[ellipse])
    model.add_body("bead", mass=0.1, inertia=1e-5, position=(2.0, 0.0))
    model.add_joint("wire", "ellipse", ("ground", "bead"), at=[(0, 0), (0, 0)], a="2 m", b="1 m")
    trace = model.set("run", until=3.0, every=0.005).build().run()
    x, y = trace["bead.x"], trace["bead.y"]
    assert np.abs((x / 2) ** 2 + y ** 2 - 1).max() < 1e-6
    speed = np.hypot(trace["bead.vx"], trace["bead.vy"])
    assert np.abs(0.5 * speed ** 2 + 9.81 * y).max() < 1e-4
    assert y.min() < -0.99


def test_derivatives_of_constraints():
    """Against differences of fourth order, at a pose without symmetries."""
    from pintle._jet import Jet  # not of the public interface

    def f(x, y, a):
        return (np.sin(x * y) / (2 + np.cos(a)) + np.exp(-x) * np.arctan2(y, x) + np.sqrt(x + a) ** 3 - 2 ** y + np.tanh(x - a)
                + np.log(y) * np.tan(a) + np.arcsin(x / 2) - np.arccos(y / 3) + np.sinh(x) * np.cosh(a) / abs(-y) + a ** x)

    at, h = np.array([0.7, 1.3, 0.4]), 1e-3
    jet = f(*Jet.coordinates(*at))
    assert jet.value == pytest.approx(f(*at), rel=1e-14)

    def along(g, i):
        e = h * np.eye(3)[i]
        return lambda p: (8 * (g(p + e) - g(p - e)) - (g(p + 2 * e) - g(p - 2 * e))) / (12 * h)

    value = lambda p: f(*p)
    for i in range(3):
        assert jet.d[i] == pytest.approx(along(value, i)(at), rel=1e-8)
    for dd, (i, j) in zip(jet.dd, ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))):
        assert dd == pytest.approx(along(along(value, i), j)(at), rel=1e-7)
    assert jet > 0.0 and jet >= jet and Jet(1.0) < 2 and Jet(1.0) <= 1 and (+jet).value == jet.value


def test_mistakes_in_joints_come_through():
    def build(constraints, n=1):
        joint = pintle.joint_type("own", constraints, n)
        model = pintle.Model(laws=[joint])
        model.add_body("bead", mass=1, inertia=1)
        model.add_joint("wire", joint.name, ("ground", "bead"), at=(0, 0))
        return model.build().run(until=0.1)

    with pytest.raises(TypeError, match="use NumPy's functions"):
        build(lambda x, y, angle: math.sin(x))
    with pytest.raises(ValueError, match="gave 2 values, not 3"):
        build(lambda x, y, angle: (x, y), 3)
    with pytest.raises(LookupError, match="nothing"):
        build(lambda x, y, angle: {}["nothing"])
    with pytest.raises(ValueError, match="1 to 3"):
        pintle.joint_type("j", lambda x, y, angle: (), 0)
    with pytest.raises(ValueError, match="coordinate: 'z'"):
        pintle.joint_type("j", lambda x, y, angle: x, 1, coordinate="z")


@pytest.mark.parametrize("kind", ["elastic", "friction", "force"])
def test_exceptions_come_through(kind):
    armed = []

    def fail():
        if armed:
            raise LookupError(f"no {kind}")

    def elastic(d):
        fail()
        return 1e9 * d, 5e8 * d * d

    def friction(v, n):
        fail()
        return 0.1 * n * math.tanh(v / 0.01)

    def force(s, rate):
        fail()
        return 500 * (s - 0.2)

    laws = {"elastic": pintle.elastic_law("own_elastic", elastic),
            "friction": pintle.friction_law("own_friction", friction, stick_speed=0.01),
            "force": pintle.force_type("own_force", force)}
    model = slider_crank(list(laws.values()),
                         elastic={"law": "own_elastic"} if kind == "elastic" else None,
                         friction={"law": "own_friction"} if kind == "friction" else None)
    if kind == "force":
        model.add_force("more", "own_force", ("ground", "slider"), at=[(0.5, 0.1), (0, 0)])
    simulation = pintle.Simulation(model.build())
    simulation.advance(1e-4)
    armed.append(True)
    with pytest.raises(LookupError, match=f"no {kind}"):
        simulation.advance(0.01)
    assert slider_crank().build().run(until=1e-3).summary["complete"] is True


def test_what_laws_refuse():
    with pytest.raises(ValueError, match="along: 'z'"):
        pintle.force_type("f", lambda s, rate: 0.0, along="z")
    with pytest.raises(ValueError, match="16 are the most"):
        pintle.friction_law("f", lambda v, n: 0.0, {f"p{i}": "1" for i in range(17)}, stick_speed=1.0)
    with pytest.raises(pintle.InputError, match="a name"):
        pintle.parse("pintle: 1", laws=[pintle.elastic_law("a name", lambda d: (d, d))])


def test_servo_massless_rod_and_followed_signal():
    """A point of mass on a rod without, led by a cart: with the angle a, m l a'' - m x'' cos(a) = m g sin(a)."""
    model = pintle.Model("cart", gravity=(0.0, -9.81))
    model.set("signals", command="time < 0.1 s ? 0 rad : 0.2 rad", lean={"filter": "command", "time": "0.2 s", "damping": 1})
    model.add_body("cart", mass=2, inertia=0.01)
    model.add_body("rod", mass=0, inertia=0)
    model.add_body("bob", mass=0.5, inertia=0, position=(0, 0.4))
    model.add_joint("rail", "translational", ("ground", "cart"), axis=(1, 0))
    model.add_joint("hinge", "revolute", ("cart", "rod"), at=(0, 0))
    model.add_joint("top", "fixed", ("rod", "bob"), at=(0, 0.4))
    model.add_joint("balance", "motion", joint="hinge", angle="lean", by="rail")
    trace = model.set("run", until=0.5, every=0.01).build().run()
    a, rate, second = (trace[f"hinge.{name}"] for name in ("angle", "rate", "acceleration"))
    x = (0.4 * second - 9.81 * np.sin(a)) / np.cos(a)
    assert np.allclose(trace["rail.acceleration"], x, atol=1e-6)
    assert np.allclose(trace["balance.force"], 2.5 * x - 0.2 * (second * np.cos(a) - rate**2 * np.sin(a)), atol=1e-6)
    assert a[-1] > 0.1
