"""Looks for faults without tests: cppcheck, gcc -fanalyzer and clang-tidy (with the checks of .clang-tidy) over the sources of a build,
valgrind over short runs.

Usage: checks.py TOOL BUILD [WORD ...]: TOOL is cppcheck, analyzer, tidy or valgrind; with words only files (of valgrind: commands) that
have one of them. Needs BUILD/compile_commands.json. `explained.txt` beside this file has the findings that are none, one a line:

    TOOL FILE CHECK: why it is no fault

Exit status 1 where a finding is not explained, or an explanation explains nothing (unless words were given); 77 where the tool is not there.
"""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.abspath(os.path.join(HERE, "../.."))
ROOMS = ("engine", "joints", "contact", "forces", "film", "study", "fmu", "import", "viewer", "cli")
TOOL, BUILD = sys.argv[1], os.path.abspath(sys.argv[2])
WORDS = sys.argv[3:]
PROGRAMS = {"cppcheck": "cppcheck", "analyzer": "gcc", "tidy": "clang-tidy", "valgrind": "valgrind"}


def wanted(text):
    return not WORDS or any(word in text for word in WORDS)


def sources():
    """Commands of the compiler by the file in the project's rooms."""
    found = {}
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            path = os.path.relpath(entry["file"], SOURCE)
            if path.startswith(ROOMS) and wanted(path):
                found[path] = (entry["directory"], shlex.split(entry["command"]))
    return found


def plain_options(words):
    """Without the cache, the output and what stops at warnings."""
    start = next(i for i, word in enumerate(words) if word.startswith("-"))
    kept = words[start:]
    at = kept.index("-o")
    return [word for word in kept[:at] + kept[at + 2:] if not word.startswith("-Werror") and word != "-c"]


def analyze(path, directory, words):
    command = ["gcc", *plain_options(words)[:-1], "-fanalyzer", "-Wno-all", "-c", "-o", os.devnull, os.path.join(SOURCE, path)]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True).stderr


def tidy(path, directory, words):
    command = ["clang-tidy", "-p", BUILD, "--quiet", os.path.join(SOURCE, path)]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True).stdout


def in_parallel(look, pattern):
    """Findings as (file, check, line) of one process for each file."""
    found = set()
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        jobs = [pool.submit(look, path, *where) for path, where in sources().items()]
        for job in jobs:
            for match in re.finditer(pattern, job.result(), re.MULTILINE):
                path = os.path.relpath(match["file"], SOURCE)
                if path.startswith(ROOMS):
                    found.add((path, match["check"], match[0]))
    return found


def cppcheck(path, directory, words):
    options = [word for word in words if word.startswith(("-I" + SOURCE, "-D"))]
    command = ["cppcheck", "--quiet", "--enable=warning,performance,portability", "--std=c11", "--language=c", "--inline-suppr",
               "--suppress=missingIncludeSystem", "--template={file}:{line}: {message} [{id}]", *options, os.path.join(SOURCE, path)]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True).stderr


def valgrind():
    """Short runs of all kinds; a finding is whatever valgrind says of a command."""
    program, models = os.path.join(BUILD, "bin/pintle"), os.path.join(SOURCE, "models")
    runs = [["run", f"{models}/{name}.yaml", "--until", until, "-o", "x.run", "--quiet", *more]
            for name, until, *more in (("scotch_yoke", "2 ms"), ("geneva", "20 ms"), ("slider_crank_friction", "2 ms"), ("excavator", "0.2 s"),
                                       ("double_pendulum", "0.1 s", "--verify"), ("scotch_yoke", "2 ms", "--integrator", "ida"),
                                       ("cam_follower", "20 ms", "--format", "hdf5"), ("slider_crank_wear", "5 ms"), ("gear_train", "5 ms"))]
    others = [["compare", "x.run", "x.run"], ["plot", "x.run", "-o", "x.svg"], ["check", f"{models}/andrews_squeezer.yaml"], ["list", "laws"],
              ["static", f"{models}/toggle_clamp.yaml"], ["modes", f"{models}/pendulum.yaml"], ["kinematics", f"{models}/quick_return.yaml"],
              ["fmu", f"{models}/pendulum.yaml", "-o", "x.fmu"], ["schema"], ["explain", "E0204"]]
    found = set()
    for command in (*runs, *others):
        name = " ".join(os.path.basename(word) for word in command)
        if not wanted(name):
            continue
        out = subprocess.run(["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite",
                              "--show-leak-kinds=definite", program, *command], capture_output=True, text=True, errors="replace")
        print(f"{name}: status {out.returncode}", flush=True)
        if out.returncode == 99 or out.returncode < 0:
            found.add((command[0], "memory", out.stderr[-3000:]))
    return found


def explained():
    lines = {}
    with open(os.path.join(HERE, "explained.txt"), encoding="utf-8") as file:
        for line in file:
            match = re.match(r"(\w+) (\S+) (\S+): \S", line)
            if match and match[1] == TOOL:
                lines[match[2], match[3]] = 0
    return lines


def main():
    if shutil.which(PROGRAMS[TOOL]) is None:
        print(f"skipped: no {PROGRAMS[TOOL]} here")
        return 77
    if TOOL == "cppcheck":
        found = in_parallel(cppcheck, r"^(?P<file>[^:\n]+):\d+: .*\[(?P<check>\w+)\]$")
    elif TOOL == "analyzer":
        found = in_parallel(analyze, r"^(?P<file>/[^:\n]+):\d+:\d+: warning: .*\[-W(?P<check>analyzer[\w-]+)\]$")
    elif TOOL == "tidy":
        found = in_parallel(tidy, r"^(?P<file>/[^:\n]+):\d+:\d+: (warning|error): .*\[(?P<check>[\w.,-]+)\]$")
    else:
        folder = tempfile.mkdtemp(prefix="pintle-valgrind-")
        os.chdir(folder)
        found = valgrind()
        os.chdir("/")
        shutil.rmtree(folder)
    reasons = explained()
    new = []
    for path, check, text in sorted(found):
        if (path, check) in reasons:
            reasons[path, check] += 1
        else:
            new.append(text)
            print(text)
    idle = [] if WORDS else [key for key, n in reasons.items() if n == 0]
    for path, check in idle:
        print(f"explained.txt: {TOOL} {path} {check} explains nothing")
    print(f"{TOOL}: {len(found)} findings, {len(new)} of them not explained")
    return 1 if new or idle else 0


sys.exit(main())
