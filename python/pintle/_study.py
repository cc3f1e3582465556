"""Studies: one model run with many numbers, by the program `pintle`, with the results as a table."""
from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._errors import InputError, InterruptedRunError, PintleError, SimulationError, UsageError

Values = Union[str, float, Sequence[Union[str, float]]]


def _text(values: Values) -> str:
    if isinstance(values, str):
        return values
    if isinstance(values, Sequence):
        return ",".join(_text(value) for value in values)
    return repr(float(values))


def _find_program(program: Optional[str]) -> str:
    found = shutil.which(program or os.environ.get("PINTLE_PROGRAM") or "pintle")
    if found is None:
        raise UsageError(f"the program {program or 'pintle'} is not in PATH; studies are run by it (program=, PINTLE_PROGRAM)")
    return found


def _run(command: List[str]) -> None:
    """Ctrl-C reaches the program as well, which puts what it has into the file; then it comes through here."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _, errors = process.communicate()
    except KeyboardInterrupt:
        process.wait()
        raise
    if process.returncode == 0:
        return
    message = errors.strip()
    message = message[len("pintle: "):] if message.startswith("pintle: ") else message
    if process.returncode < 0:
        raise InterruptedRunError(f"pintle study was ended by signal {-process.returncode}")
    kinds = {2: InputError, 3: SimulationError}
    raise kinds.get(process.returncode, PintleError)(message)


def read_study(file: Union[str, "os.PathLike[str]"], table: str = "results") -> Any:
    """What a study has found, as a pandas.DataFrame; all numbers are SI.

    `table` is "results" (a row for each run: `status`, `message`, `wall_time`, the factors, the measures; the index is that of
    the run), "sections" (`index`, `section`, `passage`, `time`, `expression`, `value`) or "events" (`index`, `time`, `joint`,
    `gap`, `kind` and the fields of Event). Of results `attrs["units"]` has the units by name. Raises OSError where there is no
    file, InputError where it holds no study.
    """
    import pandas as pd  # type: ignore[import]

    if table not in ("results", "sections", "events"):
        raise UsageError(f"a study has no table '{table}', only results, sections and events")
    path = os.fspath(file)
    if not os.path.exists(path):
        raise FileNotFoundError(path)
    connection = sqlite3.connect(path)
    try:
        units = {str(name): str(unit or "") for name, unit in connection.execute("SELECT name, unit FROM columns")}
        frame = pd.read_sql(f'SELECT * FROM {table} ORDER BY "index"', connection)
    except (sqlite3.DatabaseError, pd.io.sql.DatabaseError) as error:
        raise InputError(f"{path}: error: this holds no results of a study: {error}") from None
    finally:
        connection.close()
    if table == "results":
        frame = frame.set_index("index")
        frame.attrs["units"] = units
    return frame


def study(model: Union[str, "os.PathLike[str]"], vary: Optional[Mapping[str, Values]] = None,
          measures: Optional[Mapping[str, str]] = None, *, set: Optional[Mapping[str, Values]] = None,
          analysis: Optional[str] = None, design: Optional[str] = None, points: Optional[int] = None, seed: Optional[int] = None,
          replicates: Optional[int] = None, continuation: Optional[str] = None,
          sections: Sequence[str] = (), events: Sequence[str] = (), keep: Optional[str] = None,
          threads: Optional[int] = None, isolate: bool = False, plugins: Sequence[str] = (),
          output: Optional[Union[str, "os.PathLike[str]"]] = None, program: Optional[str] = None) -> Any:
    """Runs a study and returns its results as `read_study` does, a pandas.DataFrame.

    `model` is a model file, with `vary` (by path of the model: values, or a text such as "0.05 mm:1 mm:40") and `measures` (by
    name: expressions such as "peak_force(wrist)"), or a study file without the two. The other arguments are the options of
    `pintle study` (docs/studies.md). `output` names the file of the results: what is in it already is not run again, and it
    stays; else it is temporary. Runs that fail are rows with their message. Raises InputError where model or study cannot be
    read, SimulationError where all runs fail or too many alike.
    """
    command = [_find_program(program), "study", os.fspath(model), "--quiet"]
    options: Dict[str, Optional[object]] = {
        "--analysis": analysis, "--design": design, "--points": points, "--seed": seed, "--replicates": replicates,
        "--continuation": continuation, "--events": ",".join(events) or None, "--keep": keep, "--threads": threads}
    for path, values in (vary or {}).items():
        command += ["--vary", f"{path}={_text(values)}"]
    for name, expression in (measures or {}).items():
        command += ["--measure", f"{name}={expression}"]
    for path, values in (set or {}).items():
        command += ["--set", f"{path}={_text(values)}"]
    for option, value in options.items():
        if value is not None:
            command += [option, str(value)]
    for section in sections:
        command += ["--section", section]
    for plugin in plugins:
        command += ["--plugin", plugin]
    if isolate:
        command.append("--isolate")
    if output is not None:
        _run(command + ["--output", os.fspath(output)])
        return read_study(output)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "study.db")
        _run(command + ["--output", file])
        return read_study(file)
