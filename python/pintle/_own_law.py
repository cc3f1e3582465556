"""Laws and forces of a program's own, written in Python or compiled."""
from __future__ import annotations

import math
import threading
from typing import Any, Callable, List, Mapping, Optional, Tuple, Union

from ._engine import ffi, lib
from ._jet import Constraints, Jet

_kept: List[Any] = []  # functions and types that the library points to
_failures = threading.local()

Parameters = Optional[Mapping[str, str]]  #: names and units
Force = Union[Callable[..., float], int]  #: a function of Python, or the address of a compiled one


def take_failure() -> Optional[BaseException]:
    """The exception that a law of this thread has raised since the last call, or None."""
    failure: Optional[BaseException] = getattr(_failures, "exception", None)
    _failures.exception = None
    return failure


def _attempt(work: Callable[[], None]) -> None:
    """Calls it unless something has failed before; an exception is handed on when the library has come back."""
    if getattr(_failures, "exception", None) is not None:
        return
    try:
        work()
    except BaseException as exception:  # pylint: disable=broad-except
        _failures.exception = exception


class OwnLaw:
    """A law, a force or a joint for `laws` of load and parse; made by `elastic_law`, `damping_law`, `friction_law`, `force_type`
    or `joint_type`."""

    def __init__(self, name: str, types: Any) -> None:
        self.name = name
        self.types = types


def _make(kind: int, signature: str, name: str, function: Any, wrapped: Callable[..., None], parameters: Parameters,
          formula: str, along: str = "distance", drives: bool = False, stick_speed: float = 0.0,
          constraints: int = 0) -> OwnLaw:
    units = dict(parameters or {})
    pointer = ffi.cast(signature, function) if isinstance(function, int) else ffi.callback(signature, wrapped)
    names = [ffi.new("char[]", key.encode()) for key in units]
    texts = [ffi.new("char[]", unit.encode()) for unit in units.values()]
    word = ffi.new("char[]", along.encode())
    traits = ffi.new("pyptl_traits *", {"along": word, "drives": int(drives), "stick_speed": stick_speed,
                                           "n_constraints": constraints})
    types = lib.pyptl_types_new(kind, name.encode(), formula.encode(), len(units), names or [ffi.NULL],
                                texts or [ffi.NULL], ffi.cast("void(*)(void)", pointer), traits)
    if types == ffi.NULL:
        raise ValueError(f"law '{name}': it has {len(units)} parameters, 16 are the most")
    _kept.append((pointer, types, function))
    return OwnLaw(name, types)


def elastic_law(name: str, force: Union[Callable[..., Tuple[float, float]], int], parameters: Parameters = None, *,
                formula: str = "") -> OwnLaw:
    """An elastic law that a model's contacts name: `elastic: {law: NAME, ...}`.

    force(depth [m], *parameters) gives (force [N], energy [J]): the force at this depth above 0, and what has been stored up to
    there, its integral over the depth; the stiffness is found by differences. Otherwise as `damping_law`; the address is that
    of a ptl_elastic_law.force.
    """
    n = len(parameters or {})

    def call(c: Any, given: Any, out: Any) -> None:
        out.force = out.stiffness = out.energy = math.nan

        def work() -> None:
            own, depth, step = [c[i] for i in range(n)], given.depth, 1e-6 * given.depth
            value, energy = force(depth, *own)  # type: ignore[operator]
            higher, lower = (force(depth + d, *own)[0] for d in (step, -step))  # type: ignore[operator]
            out.force, out.energy, out.stiffness = value, energy, (higher - lower) / (2.0 * step)

        _attempt(work)

    return _make(lib.PTL_ELASTIC, "void(*)(const double *, const ptl_contact_in *, ptl_elastic_out *)", name, force, call,
                 parameters, formula or f"F = {name}(d)")


def damping_law(name: str, force: Force, parameters: Parameters = None, *, formula: str = "") -> OwnLaw:
    """A damping law that a model's contacts name: `damping: {law: NAME, ...}`.

    force(depth [m], rate [m/s], reference_speed [m/s], elastic_force [N], *parameters) gives the contact's force [N]; a rate
    above 0 approaches. An exception in it ends the run and is raised from there. parameters: their names and units, in this
    order; all are required. In place of a function of Python an address may be given, of a C function with the signature of
    ptl_damping_law.force (pintle_extend.h), such as that of a numba cfunc: nothing of Python is then called in a run. A law
    stays in memory until the program ends.
    """
    n = len(parameters or {})

    def call(c: Any, given: Any, elastic: Any, out: Any) -> None:
        out.d_depth = out.d_rate = out.force = math.nan  # of the derivatives the engine takes differences
        out.energy = elastic.energy

        def work() -> None:
            out.force = force(given.depth, given.depth_rate, given.reference_speed, elastic.force,  # type: ignore[operator]
                              *(c[i] for i in range(n)))

        _attempt(work)

    return _make(lib.PTL_DAMPING,
                 "void(*)(const double *, const ptl_contact_in *, const ptl_elastic_out *, ptl_contact_out *)", name, force,
                 call, parameters, formula or f"F = {name}(d, d_rate, v0, F_el)")


def friction_law(name: str, force: Force, parameters: Parameters = None, *, stick_speed: float,
                 formula: str = "") -> OwnLaw:
    """A friction law that joints and contacts name: `friction: {law: NAME, ...}`.

    force(slip_rate [m/s], normal_force [N], *parameters) gives the tangential force [N], above 0 against a slip rate above 0; it
    has to be continuous. stick_speed: slip rate below which the surfaces count as sticking [m/s]. Otherwise as `damping_law`;
    the address is that of a ptl_friction_law.force.
    """
    n = len(parameters or {})

    def call(c: Any, given: Any, out: Any) -> None:
        out.force = out.d_slip = math.nan  # of the derivatives the engine takes differences

        def work() -> None:
            out.force = force(given.slip_rate, given.normal_force, *(c[i] for i in range(n)))  # type: ignore[operator]

        _attempt(work)

    return _make(lib.PTL_FRICTION, "void(*)(const double *, const ptl_friction_in *, ptl_friction_out *)", name, force, call,
                 parameters, formula or f"F = {name}(v, N)", stick_speed=stick_speed)


def force_type(name: str, force: Force, parameters: Parameters = None, *, along: str = "distance",
               energy: Optional[Callable[..., float]] = None, formula: str = "") -> OwnLaw:
    """A force between two parts that `forces:` names: `type: NAME`.

    along: its coordinate s, "distance" of the two parts, "x" or "y" of part B along an axis of part A [m], or "angle" of B against
    A [rad], with a moment as force [N m]. force(s, rate, *parameters) opposes a growing s where it is above 0; it has to be
    continuous, and its derivatives are found by differences. energy(s, *parameters) is what is stored [J], and the rest of
    the work is dissipated; without it all work counts as supplied from outside. Otherwise as `damping_law`; the address is
    that of a ptl_force_type.force, which gives the energy itself.
    """
    if along not in ("distance", "x", "y", "angle"):
        raise ValueError(f"along: '{along}' is none of distance, x, y, angle")
    n = len(parameters or {})

    def call(c: Any, s: float, rate: float, out: Any) -> None:
        out.force = out.d_s = out.d_rate = math.nan
        out.energy = 0.0

        def work() -> None:
            own = [c[i] for i in range(n)]

            def at(position: float, speed: float) -> float:
                return force(position, speed, *own)  # type: ignore[operator]

            ds, dr = 1e-6 * max(abs(s), 1e-3), 1e-6 * max(abs(rate), 1e-3)
            out.force = at(s, rate)
            out.d_s = (at(s + ds, rate) - at(s - ds, rate)) / (2.0 * ds)
            out.d_rate = (at(s, rate + dr) - at(s, rate - dr)) / (2.0 * dr)
            if energy is not None:
                out.energy = energy(s, *own)

        _attempt(work)

    return _make(lib.PTL_FORCE, "void(*)(const double *, double, double, ptl_force_out *)", name, force, call, parameters,
                 formula or f"F = {name}(s, s')", along=along,
                 drives=energy is None and not isinstance(force, int))


def joint_type(name: str, constraints: Union[Constraints, int], n: int, parameters: Parameters = None, *,
               coordinate: Optional[str] = None, formula: str = "") -> OwnLaw:
    """An ideal joint that `joints:` names: `type: NAME`.

    constraints(x, y, angle, *parameters) gives n values, 1 to 3, that are 0 where the joint holds: displacements [m], an angle
    times a length. x, y [m] and angle [rad] are the pose of part B in part A's frame. They carry their derivatives, so that
    only + - * / **, comparisons and functions of NumPy (np.sin, np.hypot) may be applied to them. coordinate: which of "x", "y",
    "angle" a driver moves and the trace counts. Otherwise as `damping_law`; the address is that of a
    ptl_joint_type.constraints. Joints with gaps are the business of plug-ins (pintle_extend.h).
    """
    if coordinate not in (None, "x", "y", "angle"):
        raise ValueError(f"coordinate: '{coordinate}' is none of x, y, angle")
    if n not in (1, 2, 3):
        raise ValueError(f"joint '{name}': it has {n} constraints, 1 to 3 are possible")
    count = len(parameters or {})

    def call(c: Any, rest: Any, pose: Any, out: Any) -> None:
        for i in range(n):
            out[i].value, out[i].d, out[i].dd = math.nan, [math.nan] * 3, [math.nan] * 6

        def work() -> None:
            given = constraints(*Jet.coordinates(pose.x, pose.y, pose.angle),  # type: ignore[operator]
                                *(c[i] for i in range(count)))
            values = [given] if n == 1 and not isinstance(given, (tuple, list)) else list(given)
            if len(values) != n:
                raise ValueError(f"joint '{name}': constraints gave {len(values)} values, not {n}")
            for i, jet in enumerate(map(Jet.of, values)):
                out[i].value, out[i].d, out[i].dd = jet.value, jet.d, jet.dd

        _attempt(work)

    return _make(lib.PTL_JOINT, "void(*)(const double *, const ptl_pose *, const ptl_pose *, ptl_scalar *)", name, constraints,
                 call, parameters, formula or f"{name}(x, y, angle) = 0", along=coordinate or "none", constraints=n)
