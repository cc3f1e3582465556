"""Mechanisms: loaded from files, from text, or made in Python."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from ._engine import ffi, lib
from ._errors import Context, Handle
from ._own_law import OwnLaw

Value = Union[str, int, float]


def _text_of(value: Value) -> str:
    return value if isinstance(value, str) else repr(value)


class Settings:
    """`set={path: value}` as the library takes it; kept while it is used."""

    def __init__(self, settings: Optional[Mapping[str, Value]]) -> None:
        pairs = list((settings or {}).items())
        self.n = len(pairs)
        self._kept = [(ffi.new("char[]", path.encode()), ffi.new("char[]", _text_of(value).encode()))
                      for path, value in pairs]
        self.list: Any = ffi.new("ptl_setting[]", max(1, self.n))
        for i, (path, value) in enumerate(self._kept):
            self.list[i].path = path
            self.list[i].value = value


class Mechanism:
    """A description of a mechanism. Made by `load`, `parse` or `Mechanism.of`; never changes."""

    def __init__(self, context: Context, pointer: Any) -> None:
        self._context = context
        self._handle = Handle(lib.PYPTL_MECHANISM, pointer, context.handle)
        self._pointer = pointer

    @staticmethod
    def of(model: Mapping[str, Any], *, set: Optional[Mapping[str, Value]] = None,
           laws: Sequence[OwnLaw] = ()) -> "Mechanism":
        """From the sections of a model file as a dict: {"pintle": 1, "bodies": {...}, ...}; numbers are in SI, texts may have
        units."""
        return parse(json.dumps(model), name="<dict>", set=set, laws=laws)

    @property
    def title(self) -> Optional[str]:
        title = lib.ptl_mechanism_get_title(self._pointer)
        return None if title == ffi.NULL else ffi.string(title).decode()

    @property
    def inputs(self) -> Dict[str, float]:
        """Names and defaults of the inputs, in SI."""
        found: Dict[str, float] = {}
        each = ffi.new("ptl_input_def *")
        while lib.ptl_mechanism_get_input(self._pointer, len(found), each):
            found[ffi.string(each.name).decode()] = each.value
        return found

    @property
    def bodies(self) -> "list[str]":
        """Names of the bodies, in the order of states."""
        found: "list[str]" = []
        each = ffi.new("ptl_body_def *")
        while lib.ptl_mechanism_get_body(self._pointer, len(found), each):
            found.append(ffi.string(each.name).decode())
        return found

    def vary(self, set: Mapping[str, Value]) -> "Mechanism":
        """Another mechanism with these values, as if its file were read anew with them; no file is read."""
        context = Context(self._context.plugins, self._context.laws)
        settings = Settings(set)
        out = ffi.new("ptl_mechanism **")
        context.check(lib.ptl_mechanism_vary(context.pointer, self._pointer, settings.list, settings.n, out))
        return Mechanism(context, out[0])

    def to_yaml(self) -> str:
        """The model file with every default resolved."""
        out = ffi.new("char **")
        self._context.check(lib.ptl_mechanism_text(self._pointer, out))
        return self._context.text(out[0])

    def run(self, *, until: Optional[float] = None, every: Optional[float] = None,
            rtol: Optional[float] = None) -> Any:
        """Simulates to the end; returns a Trace. until, every: overrides of the model's [s]. Raises SimulationError where the
        result cannot be trusted."""
        from ._simulation import Simulation

        simulation = Simulation(self, until=until, every=every, rtol=rtol)
        simulation.finish()
        return simulation.trace()

    def simulation(self, **options: Any) -> Any:
        """A Simulation of this mechanism."""
        from ._simulation import Simulation

        return Simulation(self, **options)

    def __reduce__(self) -> Any:
        raise TypeError("a Mechanism cannot be pickled; pickle to_yaml() and parse() it")


def load(path: "Union[str, os.PathLike[str]]", *, set: Optional[Mapping[str, Value]] = None,
         plugins: "tuple[str, ...]" = (), laws: Sequence[OwnLaw] = ()) -> Mechanism:
    """Reads a model file. set: dotted paths and the values that replace those of the file, {"run.until": "1 s"}; plugins: shared
    libraries with further types; laws: those of damping_law. Raises InputError (with file, line and column) or OSError."""
    context = Context(plugins, laws)
    settings = Settings(set)
    out = ffi.new("ptl_mechanism **")
    context.check(lib.ptl_mechanism_load(context.pointer, os.fsencode(path), settings.list, settings.n, out))
    return Mechanism(context, out[0])


def parse(text: str, *, name: str = "<text>", set: Optional[Mapping[str, Value]] = None,
          laws: Sequence[OwnLaw] = ()) -> Mechanism:
    """The same from text."""
    context = Context((), laws)
    settings = Settings(set)
    out = ffi.new("ptl_mechanism **")
    data = text.encode()
    context.check(lib.ptl_mechanism_parse(context.pointer, data, len(data), name.encode(), settings.list, settings.n,
                                          out))
    return Mechanism(context, out[0])
