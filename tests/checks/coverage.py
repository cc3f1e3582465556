"""What the tests have run of the sources: lines by room, and every function that they have not run.

Usage: coverage.py BUILD: a build of the preset `coverage`, after its tests:

    cmake --preset coverage && cmake --build --preset coverage && ctest --test-dir build/coverage -j2
    python3 tests/checks/coverage.py build/coverage

What a process has counted is lost where it is killed, becomes another program or ends by _exit(). `not_counted.txt` beside this file
has the functions that tests run only in such processes, and those that no test can run, one a line:

    FILE FUNCTION: why, and the test that would notice

Exit status 1 where another function was never run, or one of these was counted or is not there.
"""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.abspath(os.path.join(HERE, "../.."))
ROOMS = ("engine", "joints", "contact", "forces", "film", "study", "fmu", "import", "viewer", "cli")


def notes(build):
    """What gcc has written of the objects of the project's rooms."""
    for folder, _, names in os.walk(build):
        if os.path.relpath(folder, build).startswith(ROOMS):
            yield from (os.path.join(folder, name) for name in names if name.endswith(".gcno"))


def counts_of(build, note):
    """(file, count by function, count by line) for each file of an object, which is named as the compiler, run in `build`, was told;
    functions are (name, line)."""
    done = subprocess.run(["gcov", "--json-format", "--stdout", note], capture_output=True, text=True, cwd=os.path.dirname(note))
    if "not a gcov data file" in done.stderr:  # a process was killed while it wrote them
        sys.exit(f"{note}: its counts are damaged; remove the .gcda file beside it and run the tests of this file again")
    for text in done.stdout.splitlines():
        for entry in json.loads(text)["files"]:
            path = os.path.relpath(os.path.join(build, entry["file"]), SOURCE)
            functions = collections.Counter()
            for f in entry["functions"]:  # NAME.avx2 and NAME.default are one function for several processors
                functions[f["name"].split(".")[0], f["start_line"]] += f["execution_count"]
            yield path, functions, {line["line_number"]: line["count"] for line in entry["lines"]}


def not_counted():
    with open(os.path.join(HERE, "not_counted.txt"), encoding="utf-8") as file:
        return {match.groups() for match in (re.match(r"(\S+\.c) (\w+): \S", line) for line in file) if match}


def main():
    functions, lines = collections.Counter(), collections.Counter()
    build = os.path.abspath(sys.argv[1])
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for found in pool.map(lambda note: list(counts_of(build, note)), notes(build)):
            for path, of_functions, of_lines in found:
                if not path.startswith(ROOMS):
                    continue
                functions.update({(path, *key): n for key, n in of_functions.items()})
                lines.update({(path, line): n for line, n in of_lines.items()})
    rooms = collections.defaultdict(lambda: [0, 0])
    for (path, _), n in lines.items():
        room = rooms[os.path.dirname(path)]
        room[0] += n > 0
        room[1] += 1
    for name, (run, all_lines) in sorted(rooms.items()):
        print(f"{name:24s} {run:6d} of {all_lines:6d} lines, {100 * run / all_lines:5.1f} %")
    lost, zero = not_counted(), {key for key, n in functions.items() if n == 0}
    never = sorted(key for key in zero if key[:2] not in lost)
    for path, name, line in never:
        print(f"{path}:{line}: {name} is never run")
    idle = sorted(lost - {key[:2] for key in zero})
    for path, name in idle:
        print(f"not_counted.txt: {path} {name} was counted, or is not there")
    print(f"{len(functions)} functions, {len(never)} of them never run, {len(zero) - len(never)} explained in not_counted.txt")
    return 1 if never or idle else 0


sys.exit(main())
