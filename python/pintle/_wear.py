"""Bearings that wear over many cycles, by the program `pintle`, with the results as tables."""
from __future__ import annotations

import os
import tempfile
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

from ._study import Values, _find_program, _run, _text


class Wear(NamedTuple):
    """What has worn; all numbers are SI.

    `course` is a pandas.DataFrame with a row for each block (`cycles`, `JOINT.clearance`, `JOINT.peak_force`, and by surface `.depth`,
    `.volume`, `.work_per_cycle`), `profiles` one with the loss of each sector after each block, `worn` the text of the model file
    with the worn surfaces, for `parse`.
    """
    course: Any
    profiles: Any
    worn: str


def _read(folder: str) -> Wear:
    import pandas as pd  # type: ignore[import]

    course = pd.read_csv(os.path.join(folder, "wear.csv"), index_col="block")
    profiles = pd.read_csv(os.path.join(folder, "profiles.csv"))
    for frame in (course, profiles):
        units = {name.split(" [")[0]: name.split(" [")[1][:-1] for name in frame.columns if " [" in name}
        frame.columns = [name.split(" [")[0] for name in frame.columns]
        frame.attrs["units"] = units
    with open(os.path.join(folder, "worn.yaml"), encoding="utf-8") as file:
        return Wear(course, profiles, file.read())


def wear(model: Union[str, "os.PathLike[str]"], cycles: float, *, cycle: Optional[str] = None,
         set: Optional[Mapping[str, Values]] = None, settle: Optional[float] = None, measured: Optional[float] = None,
         accuracy: Optional[float] = None, until_clearance: Optional[float] = None, plugins: Sequence[str] = (),
         output: Optional[Union[str, "os.PathLike[str]"]] = None, resume: bool = False,
         program: Optional[str] = None) -> Wear:
    """Lets the bearings of a model wear; the arguments are the options of `pintle wear` (docs/wear.md).

    `output` names the folder, which stays and can be gone on with (`resume`); else it is temporary. Raises InputError where the model
    cannot be read or has no bearing that wears, SimulationError where a cycle cannot be simulated.
    """
    command = [_find_program(program), "wear", os.fspath(model), "--quiet", "--cycles", repr(float(cycles))]
    options = {"--cycle": cycle, "--settle": settle, "--measured": measured, "--accuracy": accuracy,
               "--until-clearance": until_clearance}
    for option, value in options.items():
        if value is not None:
            command += [option, str(value)]
    for path, values in (set or {}).items():
        command += ["--set", f"{path}={_text(values)}"]
    for plugin in plugins:
        command += ["--plugin", plugin]
    if resume:
        command.append("--resume")
    if output is not None:
        _run(command + ["--output", os.fspath(output)])
        return _read(os.fspath(output))
    with tempfile.TemporaryDirectory() as folder:
        _run(command + ["--output", folder])
        return _read(folder)
