"""Results of a run in memory."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ._engine import ffi, lib
from ._errors import Handle

KINDS = ("touch", "deepest", "part", "stick", "slip", "hand_over")


@dataclass(frozen=True)
class Event:
    """A touch, a largest depth, a parting, a sticking, a slipping, or a contact that passes to another gap."""

    time: float  #: [s]
    kind: str  #: one of "touch", "deepest", "part", "stick", "slip", "hand_over"
    joint: str
    gap: Optional[str]  #: None: the joint is ideal
    count: int  #: running number of this gap's contact, or of the stick
    depth: float  #: [m]
    rate: float  #: of the depth, > 0 approaching [m/s]
    force: float  #: normal; of sticking and slipping friction [N]
    peak_force: float  #: of the contact that has ended, else 0 [N]
    impulse: float  #: of the contact that has ended, else 0 [N s]
    energy_lost: float  #: in the contact that has ended, else 0 [J]


def _names(system: Any, find: Any, index: int) -> List[Optional[str]]:
    names = ffi.new("const char *[3]")
    find(system, index, names, names + 1, names + 2)
    return [None if name == ffi.NULL else ffi.string(name).decode() for name in names]


def make_event(system: Any, e: Any) -> Event:
    if e.gap >= 0:
        joint, gap, _ = _names(system, lib.ptl_system_get_gap, e.gap)
    else:
        joint, gap, _ = _names(system, lib.ptl_system_get_friction, e.friction)
    return Event(e.time, KINDS[e.kind], joint or "", gap, e.count, e.depth, e.rate, e.force, e.peak_force, e.impulse,
                 e.energy_lost)


class _Block:
    """Memory of the library as NumPy sees it; every view keeps it, and so the memory, alive."""

    def __init__(self, handle: Handle, n_columns: int, n: int) -> None:
        self._handle = handle
        address = int(ffi.cast("uintptr_t", handle.pointer))
        self.__array_interface__ = {"version": 3, "shape": (n_columns, n), "typestr": "<f8", "data": (address, True)}


class Trace(Mapping[str, "npt.NDArray[np.float64]"]):
    """The rows of a run by columns: a mapping of names to NumPy arrays of n numbers in SI, which are read-only views of the
    trace's memory and keep it alive.

    units: name of a column -> its unit; events: in order of time; summary: what summary.json of a run folder says.
    """

    def __init__(self, names: Sequence[str], units: Sequence[str], block: Handle, n: int, events: List[Event],
                 summary: Dict[str, Any]) -> None:
        self.units: Dict[str, str] = dict(zip(names, units))
        self.events = events
        self.summary = summary
        table = np.asarray(_Block(block, len(names), n))
        self._columns: Dict[str, "npt.NDArray[np.float64]"] = {name: table[i] for i, name in enumerate(names)}
        self._n = n

    def __getitem__(self, name: str) -> "npt.NDArray[np.float64]":
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def n_rows(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<pintle.Trace: {self._n} rows of {len(self)} columns, {len(self.events)} events>"

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; attrs["units"] has the units."""
        import pandas as pd  # type: ignore[import]

        frame = pd.DataFrame(self._columns)
        frame.attrs["units"] = dict(self.units)
        return frame

    def events_to_pandas(self) -> Any:
        """The events as a pandas.DataFrame, a column per field of Event."""
        import pandas as pd

        return pd.DataFrame([vars(event) for event in self.events],
                            columns=list(Event.__dataclass_fields__))

    def plot(self, *names: str, against: str = "time", axes: Any = None) -> Any:
        """Draws columns with Matplotlib; returns the axes."""
        import matplotlib.pyplot as plt  # type: ignore[import]

        if axes is None:
            axes = plt.subplots()[1]
        for name in names:
            axes.plot(self[against], self[name], label=f"{name} [{self.units[name]}]")
        axes.set_xlabel(f"{against} [{self.units[against]}]")
        axes.legend()
        return axes

    def __reduce__(self) -> Any:
        raise TypeError("a Trace cannot be pickled; keep dict(trace), or write a run folder with pintle run")


def parse_summary(text: str) -> Dict[str, Any]:
    summary: Dict[str, Any] = json.loads(text)
    return summary
