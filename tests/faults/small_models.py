"""Small models for the commands of the tests of this folder."""

BALL = """pintle: 1
title: %s
parameters: {drop: 1 m, leg: 10 mm}
gravity: [0, -9.81 m/s^2]
bodies: {ball: {mass: 1 kg, inertia: 1.6e-4 kg m^2, position: [0, leg - 1 um], velocity: [0, -1 m/s]}}
joints:
  floor: {type: circle_line, line: {body: ground, from: [-1 m, 0], to: [1 m, 0]}, circle: {body: ball, radius: leg}, contact: floor}
contacts: {floor: {elastic: {law: power, stiffness: 1.4e8 N/m^1.5, exponent: 1.5}, damping: {law: zhang, restitution: 0.9}}}
run: {until: 1 ms, every: 0.1 ms}
"""
DRIVEN = """pintle: 1
bodies: {crank: {mass: 1 kg, inertia: 1e-3 kg m^2}}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}
  drive: {type: motion, joint: shaft, rate: 1 rad/s}
run: {until: 10 ms, every: 1 ms}
"""
HUNG = """pintle: 1
gravity: [0, -9.81 m/s^2]
bodies: {bob: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0, -0.1]}}
joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}
run: {until: 10 ms, every: 1 ms}
"""
WORN = """pintle: 1
bodies: {wheel: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0, -0.1 mm], rate: 20 rad/s}}
joints:
  hub: {type: revolute, bodies: [ground, wheel], at: [0, 0], radius: 10 mm, clearance: 0.1 mm, contact: bush, wear: {coefficient: 1e-4 mm^3/N/m, length: 10 mm}}
loads: {push: {body: wheel, force: [0, -20 N]}}
contacts: {bush: {elastic: {law: power, stiffness: 5e6 N/m, exponent: 1}, damping: {law: hunt_crossley, alpha: 20 s/m}}}
run: {until: 20 ms, every: 1 ms, rtol: 1e-6}
"""
POINTS = """point, O, 0, 0, ground
point, A, 0.1, 0
link, crank, O, A, mass=%d
drive, crank, 120 rpm
"""
TEXTS = {"first.yaml": BALL % "first", "second.yaml": BALL % "second", "driven.yaml": DRIVEN, "hung.yaml": HUNG, "worn.yaml": WORN,
         "light.csv": POINTS % 1, "crank.csv": POINTS % 2}


def write():
    """All of them into the current folder."""
    for name, text in TEXTS.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
