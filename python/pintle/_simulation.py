"""A run that is advanced, read and controlled."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, MutableMapping, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._engine import ffi, lib
from ._errors import Context, Handle, UsageError
from ._mechanism import Mechanism, Settings, Value
from ._trace import KINDS, Event, Trace, make_event, parse_summary

Array = "npt.NDArray[np.float64]"

PATIENCE = 0.05  # [s] after which the library comes back, so that Python sees Ctrl-C


_PAUSED = lib.PTL_RUN_PAUSED
_REASONS = {lib.PTL_RUN_AT_TIME: "time", lib.PTL_RUN_AT_EVENT: "event", lib.PTL_RUN_AT_END: "end",
            lib.PTL_RUN_AT_STOP: "stop", lib.PTL_RUN_PAUSED: "time"}


@dataclass(frozen=True)
class Moved:
    """How far the nearest state on the constraints is from the one that was set."""

    position: float  #: [m]
    angle: float  #: [rad]
    velocity: float  #: [m/s]
    rate: float  #: [rad/s]


@dataclass(frozen=True)
class GapNow:
    is_touching: bool
    depth: float  #: > 0: closed [m]
    rate: float  #: > 0: approaching [m/s]
    force: float  #: normal [N]
    touch_speed: float  #: at the present contact's beginning [m/s]
    reference_speed: float  #: of its law [m/s]


class Inputs(MutableMapping[str, float]):
    """The inputs of a simulation by name, in SI. A value that is set is held from now on."""

    def __init__(self, simulation: "Simulation") -> None:
        self._simulation = simulation
        self._names = list(simulation.mechanism.inputs)

    def _index(self, name: str) -> int:
        if name not in self._names:
            raise KeyError(f"the model has no input '{name}'; it has {', '.join(self._names) or 'none'}")
        return self._names.index(name)

    def __getitem__(self, name: str) -> float:
        value = ffi.new("double *")
        s = self._simulation
        s._check(lib.ptl_run_get_input(s._run, self._index(name), value))
        return float(value[0])

    def __setitem__(self, name: str, value: float) -> None:
        s = self._simulation
        s._check(lib.ptl_run_set_input(s._run, self._index(name), value))

    def __delitem__(self, name: str) -> None:
        raise TypeError("inputs are set, not deleted")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def ramp(self, name: str, value: float, until: float) -> None:
        """Linear from the present value to this one at the time `until` [s]."""
        s = self._simulation
        s._check(lib.ptl_run_ramp_input(s._run, self._index(name), value, until))

    def guide(self, name: str, value: float, rate: float, until: float) -> None:
        """By a cubic from the present value and rate to these at the time `until` [s], and on at that rate [unit/s]."""
        s = self._simulation
        s._check(lib.ptl_run_guide_input(s._run, self._index(name), value, rate, until))


def _stop_bits(stop_at: Sequence[str]) -> int:
    bits = 0
    for kind in stop_at:
        if kind not in KINDS:
            raise ValueError(f"stop_at: '{kind}' is no kind of event; there are {', '.join(KINDS)}")
        bits |= 1 << KINDS.index(kind)
    return bits


class Simulation:
    """A run of a mechanism from its start, in one thread at a time. Two simulations may go on in two threads: the library's
    work is done without Python's lock.

    until: the end [s]; math.inf: none. every: time between rows [s]. stop_at: kinds of events at which `advance` comes back.
    record: whether rows are kept for trace(). snapshot: what save() gave, to go on from.
    """

    def __init__(self, mechanism: Mechanism, *, until: Optional[float] = None, every: Optional[float] = None,
                 rtol: Optional[float] = None, stop_at: Sequence[str] = (), record: bool = True,
                 snapshot: Optional[bytes] = None) -> None:
        self.mechanism = mechanism
        self._context = Context(mechanism._context.plugins, mechanism._context.laws)
        out = ffi.new("ptl_system **")
        self._check(lib.ptl_assemble_in(self._context.pointer, mechanism._pointer, out))
        self._system = out[0]
        self._system_handle = Handle(lib.PYPTL_SYSTEM, out[0], self._context.handle, mechanism._handle)
        columns = ffi.new("const ptl_column **")
        n = lib.ptl_system_get_columns(self._system, columns)
        self.columns: List[str] = [ffi.string(columns[0][i].name).decode() for i in range(n)]
        self.units: Dict[str, str] = {name: ffi.string(columns[0][i].unit).decode()
                                      for i, name in enumerate(self.columns)}
        self._store = lib.pyptl_store_new(n)
        self._store_handle = Handle(lib.PYPTL_STORE, self._store)
        self._run = self._begin(until, every, rtol, _stop_bits(stop_at), record, snapshot)
        self.inputs = Inputs(self)
        self._reason = ""
        self._told: Any = ffi.new("ptl_run_reason *")  # where the library says why it has come back

    def _begin(self, until: Optional[float], every: Optional[float], rtol: Optional[float], stops: int, record: bool,
               snapshot: Optional[bytes]) -> Any:
        options = ffi.new("ptl_run_options *", lib.ptl_run_options_default())
        for name, value in (("until_time", until), ("every_time", every), ("rtol", rtol)):
            if value is not None:
                setattr(options, name, float(value))
        options.stop_at = stops
        sink = ffi.new("ptl_sink *", lib.pyptl_store_sink(self._store, int(record)))
        out = ffi.new("ptl_run **")
        context = self._context.pointer
        if snapshot is None:
            self._check(lib.ptl_run_create(context, self._system, options, sink, out))
        else:
            self._check(lib.ptl_run_restore(context, self._system, options, sink, snapshot, len(snapshot), out))
        self._run_handle = Handle(lib.PYPTL_RUN, out[0], self._context.handle, self._system_handle, self._store_handle)
        return out[0]

    def _check(self, status: int) -> None:
        self._context.check(status)

    # ------------------------------------------------------------------ going on

    @property
    def time(self) -> float:
        """The present time [s]."""
        return float(lib.ptl_run_get_time(self._run))

    def advance(self, t: float) -> str:
        """Goes on to exactly t [s]. Returns why it came back: "time", "event" (of stop_at; see `time` and `events`), "end", or
        "stop": the end by a condition of the model's `stop`, which summary["run"]["stopped_by"] names.
        Ctrl-C raises KeyboardInterrupt between two steps; the simulation can go on after it."""
        reason = self._told
        while True:
            self._context.check(lib.pyptl_advance(self._run, self._store, t, PATIENCE, reason))
            if reason[0] != _PAUSED:
                break
        self._reason = _REASONS[reason[0]]
        return self._reason

    def step(self) -> str:
        """Goes on to the end of the integrator's present step, or takes one. Returns as `advance`."""
        self._context.check(lib.ptl_run_step(self._run, self._told))
        self._reason = _REASONS[self._told[0]]
        return self._reason

    def finish(self) -> None:
        """Goes on to the end."""
        while self._reason not in ("end", "stop"):
            self.advance(math.inf)

    # ------------------------------------------------------------------ reading and setting

    def __getitem__(self, column: str) -> float:
        """A column of the trace at the present time, in SI."""
        i = lib.ptl_system_find_column(self._system, column.encode())
        if i < 0:
            raise KeyError(f"there is no column '{column}'")
        value = ffi.new("double *")
        self._check(lib.ptl_run_get_column(self._run, i, value))
        return float(value[0])

    def now(self) -> Dict[str, float]:
        """All columns at the present time."""
        values = ffi.new("double[]", len(self.columns))
        self._check(lib.ptl_run_get_columns(self._run, values))
        return dict(zip(self.columns, values))

    @property
    def state(self) -> "Tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]":
        """(q, v), n_bodies x 3 each: x, y of the centre of mass [m] and the angle [rad] of every body, and their rates. A copy; to
        set it use set_state."""
        n = lib.ptl_system_get_sizes(self._system).n_bodies
        q, v = np.empty((n, 3)), np.empty((n, 3))
        self._check(lib.ptl_run_get_state(self._run, ffi.from_buffer("double[]", q), ffi.from_buffer("double[]", v)))
        return q, v

    def set_state(self, q: "npt.ArrayLike", v: "npt.ArrayLike") -> Moved:
        """Goes on from the nearest state that obeys the joints; says how far it is from this one."""
        n = lib.ptl_system_get_sizes(self._system).n_bodies
        own_q = np.ascontiguousarray(q, dtype=np.float64)
        own_v = np.ascontiguousarray(v, dtype=np.float64)
        for array in (own_q, own_v):
            if array.size != 3 * n:
                raise UsageError(f"a state has {n} x 3 numbers, not {array.shape}")
        moved = ffi.new("ptl_moved *")
        self._check(lib.ptl_run_set_state(self._run, ffi.from_buffer("double[]", own_q),
                                          ffi.from_buffer("double[]", own_v), moved))
        return Moved(moved.position, moved.angle, moved.velocity, moved.rate)

    def set(self, values: Mapping[str, Value]) -> Moved:
        """Goes on with other values of the model from now on: dotted paths, as `set` of load takes them. Contacts, inputs and what
        laws remember stay; says how far the bodies had to be moved. UsageError where a value changes the structure."""
        settings = Settings(values)
        out = ffi.new("ptl_system **")
        self._check(lib.ptl_system_vary(self._context.pointer, self._system, settings.list, settings.n, out))
        handle = Handle(lib.PYPTL_SYSTEM, out[0], self._context.handle, self.mechanism._handle)
        moved = ffi.new("ptl_moved *")
        self._check(lib.ptl_run_set_system(self._run, out[0], moved))
        lib.pyptl_change_parent(self._run_handle.owner, self._system_handle.owner, handle.owner)
        self._system, self._system_handle = out[0], handle
        return Moved(moved.position, moved.angle, moved.velocity, moved.rate)

    def gap(self, joint: str, gap: Optional[str] = None) -> GapNow:
        """A gap at the present time; gap None: the joint's only one."""
        i = lib.ptl_system_find_gap(self._system, joint.encode(), ffi.NULL if gap is None else gap.encode())
        if i < 0:
            raise KeyError(f"there is no gap {gap or ''} of joint '{joint}', or more than one")
        now = ffi.new("ptl_gap_now *")
        self._check(lib.ptl_run_get_gap(self._run, i, now))
        return GapNow(bool(now.is_touching), now.depth, now.rate, now.force, now.touch_speed, now.reference_speed)

    # ------------------------------------------------------------------ snapshots and results

    def save(self) -> bytes:
        """The simulation as bytes, for Simulation(mechanism, snapshot=...). This one, too, starts integrating anew from here, so
        that both go on with the same bits."""
        out, size = ffi.new("void **"), ffi.new("size_t *")
        self._check(lib.ptl_run_save(self._run, out, size))
        data = bytes(ffi.buffer(out[0], size[0]))
        lib.ptl_text_release(self._context.pointer, out[0])
        return data

    @property
    def events(self) -> List[Event]:
        """The events so far."""
        return [make_event(self._system, self._store.events[i]) for i in range(self._store.n_events)]

    @property
    def summary(self) -> Dict[str, Any]:
        """The summary up to the present time, as summary.json of a run folder has it."""
        summary = ffi.new("ptl_summary *")
        self._check(lib.ptl_run_get_summary(self._run, summary))
        out = ffi.new("char **")
        status = lib.ptl_summary_json(self._context.pointer, self._system, summary, out)
        lib.ptl_summary_release(self._context.pointer, summary)
        self._check(status)
        return parse_summary(self._context.text(out[0]))

    def trace(self) -> Trace:
        """The rows up to the present time."""
        block = Handle(lib.PYPTL_MEMORY, lib.pyptl_store_columns(self._store))
        return Trace(self.columns, [self.units[c] for c in self.columns], block, self._store.n, self.events,
                     self.summary)

    def __reduce__(self) -> Any:
        raise TypeError("a Simulation cannot be pickled; keep save() and the mechanism's to_yaml()")
