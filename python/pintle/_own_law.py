"""Damping laws of a program's own, written in Python or compiled."""
from __future__ import annotations

import math
import threading
from typing import Any, Callable, List, Mapping, Optional, Union

from ._engine import ffi, lib

_SIGNATURE = "void(*)(const double *, const ptl_contact_in *, const ptl_elastic_out *, ptl_contact_out *)"
_kept: List[Any] = []  # functions and types that the library points to
_failures = threading.local()


def take_failure() -> Optional[BaseException]:
    """The exception that a law of this thread has raised since the last call, or None."""
    failure: Optional[BaseException] = getattr(_failures, "exception", None)
    _failures.exception = None
    return failure


class OwnLaw:
    """A damping law for `laws` of load and parse; made by `damping_law`."""

    def __init__(self, name: str, types: Any) -> None:
        self.name = name
        self.types = types


def _wrap(force: Callable[..., float], n: int) -> Any:
    def call(c: Any, given: Any, elastic: Any, out: Any) -> None:
        out.d_depth = out.d_rate = math.nan  # the engine takes differences
        out.energy = elastic.energy
        out.force = math.nan
        if getattr(_failures, "exception", None) is not None:
            return
        try:
            out.force = force(given.depth, given.depth_rate, given.reference_speed, elastic.force,
                              *(c[i] for i in range(n)))
        except BaseException as exception:  # handed on when the library has come back
            _failures.exception = exception

    return ffi.callback(_SIGNATURE, call)


def damping_law(name: str, force: Union[Callable[..., float], int], parameters: Optional[Mapping[str, str]] = None, *,
                formula: str = "") -> OwnLaw:
    """A damping law that a model's contacts name: `damping: {law: NAME, ...}`.

    force(depth [m], rate [m/s], reference_speed [m/s], elastic_force [N], *parameters) gives the contact's force [N]; a rate
    above 0 approaches. An exception in it ends the run and is raised from there. parameters: their names and units, in this
    order; all are required. In place of a function of Python an address may be given, of a C function with the signature of
    ptl_damping_law.force (pintle_extend.h), such as that of a numba cfunc: nothing of Python is then called in a run. A law
    stays in memory until the program ends.
    """
    units = dict(parameters or {})
    function = ffi.cast(_SIGNATURE, force) if isinstance(force, int) else _wrap(force, len(units))
    names = [ffi.new("char[]", key.encode()) for key in units]
    texts = [ffi.new("char[]", unit.encode()) for unit in units.values()]
    types = lib.pyptl_damping_new(name.encode(), (formula or f"F = {name}(d, d_rate, v0, F_el)").encode(), len(units),
                                  ffi.new("const char *[]", names or [ffi.NULL]),
                                  ffi.new("const char *[]", texts or [ffi.NULL]), function)
    if types == ffi.NULL:
        raise ValueError(f"law '{name}': it has {len(units)} parameters, 16 are the most")
    _kept.append((function, types, force))
    return OwnLaw(name, types)
