"""Failures of the library as exceptions, and contexts, which own memory and messages."""
from __future__ import annotations

import math
import os
from typing import Any, Optional, Sequence

from ._engine import ffi, lib
from ._own_law import OwnLaw, take_failure


def _text(pointer: Any) -> Optional[str]:
    return None if pointer == ffi.NULL else str(ffi.string(pointer).decode())


class PintleError(Exception):
    """A failure. `file`, `line` and `column` say where in a model it is, where that is known; `setting` names the entry of
    `set` that is wrong; `element` and `name` what is wrong or has failed ("joint", "wrist"); `time` of the run [s]. None where
    that is not known. `code`: "E0204"; `pintle explain E0204` tells what it stands for."""

    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    setting: Optional[str] = None
    element: Optional[str] = None
    name: Optional[str] = None
    time: Optional[float] = None
    code: Optional[str] = None

    def take(self, error: Any) -> None:
        """What the library's ptl_error says."""
        self.file, self.setting = _text(error.file), _text(error.setting)
        self.line, self.column = error.line or None, error.column or None
        self.element, self.name = _text(error.element), _text(error.name)
        self.code = _text(error.code)
        self.time = None if math.isnan(error.time) else error.time


class UsageError(PintleError, ValueError):
    """The caller broke a rule: an index that is not there, a time that has passed, a run that has ended."""


class InputError(PintleError, ValueError):
    """The model, a file or a value is wrong."""


class UnfitError(PintleError):
    """The mechanism is well-formed, but cannot be assembled."""


class SimulationError(PintleError, ArithmeticError):
    """The integration failed, or its result cannot be trusted."""


class InterruptedRunError(PintleError):
    """The run was stopped from outside."""


OK = lib.PTL_OK


class Handle:
    """A thing of the library, destroyed after everything that needs it: those that were made with it among their parents."""

    __slots__ = ("pointer", "owner")
    pointer: Any
    owner: Any

    def __init__(self, kind: int, pointer: Any, *parents: "Handle") -> None:
        if pointer == ffi.NULL:
            raise MemoryError
        owners = [parent.owner for parent in parents] + [ffi.NULL] * (3 - len(parents))
        owner = lib.pyptl_own(kind, pointer, *owners)
        if owner == ffi.NULL:
            raise MemoryError
        self.pointer = pointer
        self.owner = ffi.gc(owner, lib.pyptl_release)


class Context:
    """A context of the library: one per thread at a time. What is made with it keeps it alive."""

    def __init__(self, plugins: Sequence[str] = (), laws: Sequence[OwnLaw] = ()) -> None:
        self.handle = Handle(lib.PYPTL_CONTEXT, lib.ptl_context_create(ffi.NULL))
        self.pointer: Any = self.handle.pointer
        self.plugins, self.laws = tuple(plugins), tuple(laws)
        for plugin in self.plugins:
            self.check(lib.ptl_context_load_plugin(self.pointer, os.fsencode(plugin)))
        for law in self.laws:
            self.check(lib.pyptl_add_types(self.pointer, law.types))

    def message(self) -> str:
        return str(ffi.string(lib.ptl_context_message(self.pointer)).decode())

    def check(self, status: int) -> None:
        """Raises what the status stands for, or what a law written in Python has raised."""
        if status == OK and not self.laws:
            return
        if self.laws:
            failed = take_failure()
            if failed is not None:
                raise failed
        if status == lib.PTL_OK:
            return
        message = self.message()
        if status == lib.PTL_ERR_MEMORY:
            raise MemoryError(message)
        if status == lib.PTL_ERR_IO:
            raise OSError(message)
        kinds = {lib.PTL_ERR_USAGE: UsageError, lib.PTL_ERR_INPUT: InputError, lib.PTL_ERR_UNFIT: UnfitError,
                 lib.PTL_ERR_SIMULATION: SimulationError, lib.PTL_ERR_INTERRUPTED: InterruptedRunError}
        failure = kinds.get(status, PintleError)(message)
        failure.take(lib.ptl_context_get_error(self.pointer))
        raise failure

    def text(self, pointer: Any) -> str:
        """A text that the library has returned, which is freed."""
        text = str(ffi.string(pointer).decode())
        lib.ptl_text_release(self.pointer, pointer)
        return text
