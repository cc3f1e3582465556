"""Failures of the library as exceptions, and contexts, which own memory and messages."""
from __future__ import annotations

import os
import re
from typing import Any, Optional, Sequence

from ._engine import ffi, lib


class PintleError(Exception):
    """A failure. `file`, `line` and `column` say where in a model it is, where that is known; `setting` names the entry of
    `set` that is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        place = re.match(r"(.*?):(\d+):(\d+): error: ", message)
        of_setting = re.match(r"--set ([^=]*)=.*?: error: ", message)
        self.file: Optional[str] = place.group(1) if place else None
        self.line: Optional[int] = int(place.group(2)) if place else None
        self.column: Optional[int] = int(place.group(3)) if place else None
        self.setting: Optional[str] = of_setting.group(1) if of_setting else None


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

    def __init__(self, plugins: Sequence[str] = ()) -> None:
        self.handle = Handle(lib.PYPTL_CONTEXT, lib.ptl_context_create(ffi.NULL))
        self.pointer: Any = self.handle.pointer
        self.plugins = tuple(plugins)
        for plugin in self.plugins:
            self.check(lib.ptl_context_load_plugin(self.pointer, os.fsencode(plugin)))

    def message(self) -> str:
        return str(ffi.string(lib.ptl_context_message(self.pointer)).decode())

    def check(self, status: int) -> None:
        """Raises what the status stands for."""
        if status == lib.PTL_OK:
            return
        message = self.message()
        if status == lib.PTL_ERR_MEMORY:
            raise MemoryError(message)
        if status == lib.PTL_ERR_IO:
            raise OSError(message)
        kinds = {lib.PTL_ERR_USAGE: UsageError, lib.PTL_ERR_INPUT: InputError, lib.PTL_ERR_UNFIT: UnfitError,
                 lib.PTL_ERR_SIMULATION: SimulationError, lib.PTL_ERR_INTERRUPTED: InterruptedRunError}
        raise kinds.get(status, PintleError)(message)

    def text(self, pointer: Any) -> str:
        """A text that the library has returned, which is freed."""
        text = str(ffi.string(pointer).decode())
        lib.ptl_text_release(self.pointer, pointer)
        return text
