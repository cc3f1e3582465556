"""What can be said of a mechanism without a run."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._engine import ffi, lib
from ._errors import Context, Handle
from ._mechanism import Mechanism
from ._simulation import GapNow

_STABILITIES = {lib.PTL_STABLE: "stable", lib.PTL_NEUTRAL: "neutral", lib.PTL_UNSTABLE: "unstable", lib.PTL_HELD: "held"}


@dataclass(frozen=True)
class RestFriction:
    """A friction at rest."""

    sticks: bool  #: else it slides at its largest force, or nothing presses it
    force: float  #: against the slip > 0 [N]
    largest: float  #: the most that it can be that way [N]


@dataclass(frozen=True)
class Equilibrium:
    """Where a mechanism rests."""

    time: float  #: [s] at which drivers and loads were taken
    stability: str  #: "stable", "neutral", "unstable"; "held": the constraints leave no freedom
    freedom: int  #: directions that the constraints leave
    n_unstable: int  #: of these, with negative stiffness
    n_neutral: int  #: with none
    least_stiffness: float  #: least eigenvalue of the stiffness, angles counting as lengths at `length`; nan: held [N/m]
    length: float  #: [m]
    weakest: Optional[str]  #: the body that moves most in its direction
    bodies: Dict[str, Tuple[float, float, float]]  #: x, y [m] and angle [rad] of every body's frame
    coordinates: Dict[str, float]  #: of joints, motions and forces [rad] or [m]
    gaps: Dict[str, GapNow]  #: by "joint.gap"
    columns: Dict[str, float]  #: what a row of the trace would hold: reactions, forces
    q: "npt.NDArray[np.float64]"  #: n_bodies x 3, centres of mass, as Simulation.state
    left: float  #: largest force left over [N]
    steps: int  #: of Newton's method
    frictions: Dict[str, RestFriction]  #: by "joint.gap", or "joint" of an ideal joint or a brake
    n_tied: int  #: forces of what sticks that can be traded for one another or for reactions; the least are given


@dataclass(frozen=True)
class Modes:
    """A mechanism linearised about a state: d(x, x', z)/dt = a (x, x', z) + b u, columns = c (x, x', z) + d u."""

    time: float  #: [s]
    eigenvalues: "npt.NDArray[np.complex128]"  #: of pairs that with the positive imaginary part, by size [1/s]
    frequencies: "npt.NDArray[np.float64]"  #: of the vibrations; 0: none [Hz]
    damping: "npt.NDArray[np.float64]"  #: -real/|eigenvalue|; nan of an eigenvalue 0
    whirl: "npt.NDArray[np.float64]"  #: 1: circles counter-clockwise, -1: clockwise, 0: to and fro
    shapes: "npt.NDArray[np.complex128]"  #: modes x bodies x 3: of centres of mass [m] and angles [rad]; the largest is 1
    n_growing: int  #: modes that grow
    freedom: int  #: x has so many numbers; z the rest of the states
    q: "npt.NDArray[np.float64]"  #: n_bodies x 3, the state
    v: "npt.NDArray[np.float64]"  #: its rates
    basis: "npt.NDArray[np.float64]"  #: 3 n_bodies x freedom: change of q by x
    a: "npt.NDArray[np.float64]"  #: n_states x n_states
    b: "npt.NDArray[np.float64]"  #: n_states x n_inputs
    c: "npt.NDArray[np.float64]"  #: n_columns x n_states
    d: "npt.NDArray[np.float64]"  #: n_columns x n_inputs
    columns: List[str]  #: names of the rows of c and d
    bodies: List[str]  #: names, in the order of shapes


@dataclass(frozen=True)
class Limit:
    """Where a coordinate turns back, or the driver can go no farther."""

    kind: str  #: "turn" or "dead"
    time: float  #: [s]
    name: str  #: of the joint; of a dead point the driver's coordinate
    value: float  #: of its coordinate [rad] or [m]
    driver: float  #: the driver's [rad] or [m]


@dataclass(frozen=True)
class Kinematics:
    """The travel of a driven mechanism."""

    columns: "Dict[str, npt.NDArray[np.float64]]"  #: as a run would have them
    driver: "npt.NDArray[np.float64]"  #: the driver's coordinate x [rad] or [m]
    output: "npt.NDArray[np.float64]"  #: the output's y; nan without one
    ratio: "npt.NDArray[np.float64]"  #: dy/dx; the mechanical advantage is 1/|ratio|
    transmission: "npt.NDArray[np.float64]"  #: transmission angle [rad]
    limits: List[Limit]  #: in order of time
    branches: "npt.NDArray[np.float64]"  #: branches x bodies x 3: positions that the drivers allow at the first row; the model's first

    def __getitem__(self, column: str) -> "npt.NDArray[np.float64]":
        return self.columns[column]


class _System:
    """A system of a mechanism, with a context of its own; ideal: without clearances, bushings and friction."""

    def __init__(self, mechanism: Mechanism, ideal: bool = False) -> None:
        self.context = Context(mechanism._context.plugins, mechanism._context.laws)
        out = ffi.new("ptl_system **")
        assemble = lib.ptl_assemble_ideal if ideal else lib.ptl_assemble_in
        self.context.check(assemble(self.context.pointer, mechanism._pointer, out))
        self.pointer = out[0]
        self._handle = Handle(lib.PYPTL_SYSTEM, out[0], self.context.handle, mechanism._handle)

    def columns(self) -> Any:
        columns = ffi.new("const ptl_column **")
        n = lib.ptl_system_get_columns(self.pointer, columns)
        return [ffi.string(columns[0][i].name).decode() for i in range(n)]

    def gap_name(self, index: int) -> str:
        joint, gap = ffi.new("const char **"), ffi.new("const char **")
        self.context.check(lib.ptl_system_get_gap(self.pointer, index, joint, gap, ffi.NULL))
        return f"{ffi.string(joint[0]).decode()}.{ffi.string(gap[0]).decode()}"


def static(mechanism: Mechanism, *, at: float = 0.0, q: "Optional[npt.ArrayLike]" = None, nearest: bool = False,
           tolerance: Optional[float] = None) -> Equilibrium:
    """Where the mechanism rests under gravity, loads, springs, bushings and contacts.

    at: time at which drivers and loads are taken [s]. q: where the search begins, n_bodies x 3 as Simulation.state; the start unless
    given. nearest: Newton's method to the nearest equilibrium, of whatever stability, instead of downhill to a stable one. tolerance: of
    the force left over, relative to the largest that balances. What touches sticks up to the limit of its friction, see `frictions`. Raises UnfitError where there is no
    equilibrium: it names the body that is not held and the force left over on it."""
    system = _System(mechanism)
    options = ffi.new("ptl_static_options *", lib.ptl_static_options_default())
    options.time, options.nearest = float(at), int(nearest)
    if tolerance is not None:
        options.tolerance = float(tolerance)
    if q is not None:
        own = np.ascontiguousarray(q, dtype=np.float64)
        n = lib.ptl_system_get_sizes(system.pointer).n_coordinates
        if own.size != n:
            raise ValueError(f"q has {n // 3} x 3 numbers, not {own.shape}")
        begin = ffi.from_buffer("double[]", own)
        options.q = begin
    out = ffi.new("ptl_equilibrium **")
    system.context.check(lib.ptl_static(system.context.pointer, system.pointer, options, out))
    try:
        return _equilibrium(system, out[0])
    finally:
        lib.ptl_equilibrium_release(system.context.pointer, out[0])


def _equilibrium(system: _System, e: Any) -> Equilibrium:
    names = system.columns()
    gaps = {}
    for i in range(e.n_gaps):
        gap = e.gaps[i]
        gaps[system.gap_name(i)] = GapNow(bool(gap.is_touching), gap.depth, gap.rate, gap.force, gap.touch_speed,
                                          gap.reference_speed)
    bodies = {ffi.string(e.bodies[i].name).decode(): (e.bodies[i].x, e.bodies[i].y, e.bodies[i].angle)
              for i in range(e.n_bodies)}
    coordinates = {ffi.string(e.coordinates[i].name).decode(): e.coordinates[i].value for i in range(e.n_coordinates)}
    frictions = {}
    for i in range(e.n_frictions):
        f = e.frictions[i]
        name = ffi.string(f.joint).decode() + ("" if f.gap == ffi.NULL else "." + ffi.string(f.gap).decode())
        frictions[name] = RestFriction(bool(f.sticks), f.force, f.largest)
    q = np.array([e.q[i] for i in range(3 * e.n_bodies)]).reshape(-1, 3)
    return Equilibrium(e.time, _STABILITIES[e.stability], e.freedom, e.n_unstable, e.n_neutral, e.least_stiffness, e.length,
                       None if e.weakest == ffi.NULL else ffi.string(e.weakest).decode(), bodies, coordinates, gaps,
                       {name: e.columns[i] for i, name in enumerate(names)}, q, e.left,
                       e.newton_steps, frictions, e.n_tied)


def _array(pointer: Any, *shape: int) -> "npt.NDArray[np.float64]":
    """A copy of numbers of the library, by rows."""
    n = int(np.prod(shape))
    return np.frombuffer(ffi.buffer(pointer, 8 * n), dtype=np.float64).reshape(shape).copy() if n else np.zeros(shape)


def modes(mechanism: Mechanism, *, at: "Union[str, float]" = "equilibrium", q: "Optional[npt.ArrayLike]" = None,
          v: "Optional[npt.ArrayLike]" = None, frame: str = "ground") -> Modes:
    """How the mechanism vibrates, in the directions that its constraints leave, drivers going on as they do.

    at: "equilibrium", "start", or a time [s], with the state there in q and v (n_bodies x 3 each, as Simulation.state); frame: "ground" or
    "bodies", along whose axes displacements count where bodies turn. Contacts that are closed act with the slopes of their laws. Raises
    UnfitError where there is no equilibrium."""
    system = _System(mechanism)
    found = _find_modes(system, at, q, v, frame)
    try:
        return _modes(system, mechanism, found)
    finally:
        lib.ptl_modes_release(system.context.pointer, found)


def mode_motion(mechanism: Mechanism, mode: int, *, amplitude: Optional[float] = None, rows: int = 101,
                at: "Union[str, float]" = "equilibrium", q: "Optional[npt.ArrayLike]" = None,
                v: "Optional[npt.ArrayLike]" = None, frame: str = "ground") -> "Dict[str, npt.NDArray[np.float64]]":
    """How a mode moves, drivers being held: the columns of the trace by name in so many rows over one period, with "time" from 0 on.

    mode: as `modes` counts them from 0, with the same at, q, v and frame. amplitude: the largest displacement, angles counting as lengths
    [m]; a tenth of the length at which they count unless given. It neither grows nor decays; columns that do not follow from positions and
    velocities are nan. Raises UsageError where there is no such mode, UnfitError where the constraints cannot be met so far away."""
    system = _System(mechanism)
    found = _find_modes(system, at, q, v, frame)
    try:
        names = system.columns()
        values = np.empty((max(int(rows), 2), len(names)))
        size = 0.1 * found.length if amplitude is None else float(amplitude)
        system.context.check(lib.ptl_modes_motion(system.context.pointer, system.pointer, found, int(mode), size, len(values),
                                                  ffi.from_buffer("double[]", values)))
        return {name: values[:, i].copy() for i, name in enumerate(names)}
    finally:
        lib.ptl_modes_release(system.context.pointer, found)


def _find_modes(system: _System, at: "Union[str, float]", q: "Optional[npt.ArrayLike]", v: "Optional[npt.ArrayLike]",
                frame: str) -> Any:
    """The ptl_modes, to be released."""
    options = ffi.new("ptl_modes_options *", lib.ptl_modes_options_default())
    frames = {"ground": lib.PTL_FRAME_GROUND, "bodies": lib.PTL_FRAME_BODIES}
    if frame not in frames:
        raise ValueError(f"frame is 'ground' or 'bodies', not {frame!r}")
    options.frame = frames[frame]
    keep = []
    for name, value in (("q", q), ("v", v)):
        if value is not None:
            own = np.ascontiguousarray(value, dtype=np.float64)
            if own.size != lib.ptl_system_get_sizes(system.pointer).n_coordinates:
                raise ValueError(f"{name} has n_bodies x 3 numbers, not {own.shape}")
            keep.append(ffi.from_buffer("double[]", own))
            setattr(options, name, keep[-1])
    if at == "start":
        options.at = lib.PTL_MODES_START
    elif at != "equilibrium":
        options.at, options.time = lib.PTL_MODES_STATE, float(at)
    out = ffi.new("ptl_modes **")
    system.context.check(lib.ptl_modes_find(system.context.pointer, system.pointer, options, out))
    return out[0]


def _modes(system: _System, mechanism: Mechanism, m: Any) -> Modes:
    n, states, each = m.n_coordinates, m.n_states, [m.modes[i] for i in range(m.n_modes)]
    shapes = np.array([_array(k.shape_real, n) + 1j * _array(k.shape_imaginary, n) for k in each], dtype=np.complex128)
    return Modes(m.time, np.array([complex(k.real, k.imaginary) for k in each], dtype=np.complex128),
                 np.array([k.frequency for k in each]), np.array([k.damping for k in each]), np.array([k.whirl for k in each]),
                 shapes.reshape(m.n_modes, -1, 3), m.n_growing, m.freedom, _array(m.q, n // 3, 3), _array(m.v, n // 3, 3),
                 _array(m.basis, n, m.freedom), _array(m.a, states, states), _array(m.b, states, m.n_inputs),
                 _array(m.c, m.n_columns, states), _array(m.d, m.n_columns, m.n_inputs), system.columns(), mechanism.bodies)


def kinematics(mechanism: Mechanism, *, start: float = 0.0, until: Optional[float] = None, every: Optional[float] = None,
               driver: Optional[str] = None, output: Optional[str] = None, branch: int = 0,
               beyond: bool = False) -> Kinematics:
    """Moves a mechanism whose drivers leave no freedom through its travel; joints with clearance and bushings count as ideal.

    start, until, every: times of the rows [s]; those of the model's run unless given. driver: the motion that drives, where there are
    several. output: the joint whose coordinate is the output. branch: which of `Kinematics.branches`. beyond: at a dead point
    the driver turns back and the mechanism goes on along the branch that meets there, instead of ending the rows. Raises UnfitError where drivers
    leave freedom, UsageError where there is no such driver, output or branch."""
    system = _System(mechanism, ideal=True)
    options = ffi.new("ptl_kinematics_options *", lib.ptl_kinematics_options_default())
    options.branch, options.beyond = branch, int(beyond)
    options.__setattr__("from", float(start))
    for name, value in (("until", until), ("every", every)):
        if value is not None:
            setattr(options, name, float(value))
    names = {name: ffi.new("char[]", value.encode()) for name, value in (("driver", driver), ("output", output))
             if value is not None}
    for name, text in names.items():
        setattr(options, name, text)
    out = ffi.new("ptl_kinematics **")
    system.context.check(lib.ptl_kinematics_find(system.context.pointer, system.pointer, options, out))
    try:
        k = out[0]
        rows = _array(k.rows, k.n_rows, k.n_columns)
        limits = [Limit("turn" if each.kind == lib.PTL_LIMIT_TURN else "dead", each.time, ffi.string(each.name).decode(), each.value,
                        each.driver) for each in (k.limits[i] for i in range(k.n_limits))]
        n = lib.ptl_system_get_sizes(system.pointer).n_bodies
        return Kinematics({name: rows[:, i] for i, name in enumerate(system.columns())}, _array(k.driver, k.n_rows),
                          _array(k.output, k.n_rows), _array(k.ratio, k.n_rows), _array(k.transmission, k.n_rows), limits,
                          _array(k.branches, k.n_branches, n, 3))
    finally:
        lib.ptl_kinematics_release(system.context.pointer, out[0])
