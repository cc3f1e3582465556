"""Contact laws on their own."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional

import numpy as np
import numpy.typing as npt

from ._engine import ffi, lib
from ._errors import Context, Handle
from ._mechanism import Settings, Value


@dataclass(frozen=True)
class Impact:
    """One impact of a mass on the law."""

    parted: bool
    rebound: float  #: speed after it [m/s]
    restitution: float  #: the same over the speed before [1]
    duration: float  #: from touch to parting [s]
    push_duration: float  #: until the force is zero for good [s]
    peak_force: float  #: [N]
    peak_time: float  #: [s]
    deepest: float  #: [m]
    deepest_time: float  #: [s]
    energy_lost: float  #: [J]


class Law:
    """An elastic law with a damping law; made by `law`."""

    def __init__(self, context: Context, pointer: Any) -> None:
        self._context = context
        self._handle = Handle(lib.PYPTL_LAW, pointer, context.handle)
        self._pointer = pointer

    @property
    def max_depth(self) -> float:
        """Largest depth that it is defined for [m]."""
        return float(lib.ptl_law_get_max_depth(self._pointer))

    def force(self, depth: "npt.ArrayLike", rate: "npt.ArrayLike" = 0.0,
              reference_speed: float = 1.0) -> "npt.NDArray[np.float64]":
        """Normal force [N] at depths [m] and rates [m/s], > 0 approaching; arrays are combined as NumPy does."""
        depths, rates = np.broadcast_arrays(np.asarray(depth, float), np.asarray(rate, float))
        out = np.empty(depths.shape)
        each = ffi.new("ptl_contact_out *")
        for i, (d, r) in enumerate(zip(depths.flat, rates.flat)):
            lib.ptl_law_force(self._pointer, d, r, reference_speed, ffi.NULL, each, ffi.NULL)
            out.flat[i] = each.force
        return out

    def impact(self, mass: float, speed: float, push: float = 0.0) -> Impact:
        """A mass [kg] meets it with a speed [m/s], pushed towards it by a constant force [N]."""
        given = ffi.new("ptl_impact_def *", lib.ptl_impact_default())
        given.mass, given.speed, given.push = mass, speed, push
        out = ffi.new("ptl_impact *")
        self._context.check(lib.ptl_law_impact(self._context.pointer, self._pointer, given, ffi.NULL, ffi.NULL, out))
        return Impact(bool(out.parted), out.rebound, out.restitution, out.duration, out.push_duration, out.peak_force,
                      out.peak_time, out.deepest, out.deepest_time, out.energy_lost)


def law(elastic: str, damping: Optional[str] = None, settings: Optional[Mapping[str, Value]] = None) -> Law:
    """A contact law by the words of a model's `contacts:`: law("power", "zhang", {"elastic.stiffness": "1.4e8 N/m^1.5",
    "elastic.exponent": 1.5, "damping.restitution": 0.9})."""
    context = Context()
    given = Settings(settings)
    out = ffi.new("ptl_law **")
    context.check(lib.ptl_law_read(context.pointer, elastic.encode(),
                                   ffi.NULL if damping is None else damping.encode(), given.list, given.n, out))
    return Law(context, out[0])
